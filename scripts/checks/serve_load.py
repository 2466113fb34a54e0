#!/usr/bin/env python3
"""Asks `lucena serve` as many questions as it answers, over connections that stay open, and says how many and how fast.

    python scripts/checks/serve_load.py 127.0.0.1:8085 [--seconds 20] [--connections 4] [--rate N] [--search] [--pid PID]

Each connection asks for a random position of up to four men at GET /standard, waits for the answer, and asks again. --rate holds
all of them together to so many questions a second. --search watches a search beside it and says how often it reports. --pid names
the server's process: its memory is said at the beginning, every minute, and at the end. An hour at half of the load:

    python scripts/checks/serve_load.py HOST --seconds 3600 --rate 2500 --search --pid PID

Exit code: 0 if every answer has status 200, else 1.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import socket
import sys
import threading
import time
from array import array
from pathlib import Path

import chess

MATERIALS = {3: ["Q", "R", "P", "q", "r", "p"], 4: ["QR", "RB", "Pp", "Rr", "Qp", "NB", "RP", "Qn", "Rb"]}
POSITIONS = 20_000
SEARCH = "/api/search?fen=r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1_w_-_-_0_10"


def positions(men: int, count: int, seed: int) -> list[str]:
    """FENs of legal positions, with clocks as they come in games."""
    rng = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        board = chess.Board(None)
        letters = "Kk" + rng.choice(MATERIALS[men])
        for square, letter in zip(rng.sample(range(64), len(letters)), letters):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, rng.randrange(30), rng.randrange(100)])
        if board.is_valid():
            found.append(board.fen().replace(" ", "_"))
    return found


def ask(host: str, fens: list[str], until: float, pause: float, out: multiprocessing.Queue) -> None:
    """Asks one question after the other over one connection; gives the times in milliseconds and the count of wrong answers."""
    name, port = host.rsplit(":", 1)
    stream = socket.create_connection((name, int(port)))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    requests = [f"GET /standard?fen={fen} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() for fen in fens]
    times, wrong, number = array("f"), 0, 0
    due = time.perf_counter()
    while time.time() < until:
        begin = time.perf_counter()
        stream.sendall(requests[number % len(requests)])
        number += 1
        text = stream.recv(1 << 16)
        while b"\r\n\r\n" not in text:
            text += stream.recv(1 << 16)
        head, _, body = text.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        rest = length - len(body)
        while rest > 0:
            rest -= len(stream.recv(min(rest, 1 << 16)))
        times.append(1000 * (time.perf_counter() - begin))
        wrong += not head.startswith(b"HTTP/1.1 200")
        due += pause
        if pause:
            time.sleep(max(0, due - time.perf_counter()))
    out.put((times, wrong))


def watch(host: str, until: float, reports: list[float]) -> None:
    """Watches a search and notes when it reports."""
    name, port = host.rsplit(":", 1)
    stream = socket.create_connection((name, int(port)))
    stream.sendall(f"GET {SEARCH}&seconds={min(max(until - time.time(), 1), 3600):.0f} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    while time.time() < until and (text := stream.recv(1 << 16)):
        if b"event: info" in text:
            reports.append(time.time())


def search(host: str, until: float, reports: list[float]) -> None:
    """Watches one search after the other: a search lasts an hour at most, and the server may refuse one for a moment."""
    while time.time() < until:
        watch(host, until, reports)
        time.sleep(1)


def report_memory(pid: int, until: float) -> None:
    """Says the memory of a process every minute."""
    begin = time.time()
    for minute in itertools.count(1):
        rest = begin + 60 * minute - time.time()
        if time.time() + rest >= until:
            return
        time.sleep(rest)
        print(f"minute {minute}: memory {memory(pid)}", flush=True)


def memory(pid: int | None) -> str:
    """The resident memory of a process."""
    if not pid:
        return "unknown"
    status = Path(f"/proc/{pid}/status").read_text()
    return next(line.split(":")[1].strip() for line in status.splitlines() if line.startswith("VmRSS"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--men", type=int, default=4, choices=[3, 4])
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--search", action="store_true")
    parser.add_argument("--pid", type=int)
    arguments = parser.parse_args()
    fens = positions(arguments.men, POSITIONS, 59)
    share = len(fens) // arguments.connections
    out: multiprocessing.Queue = multiprocessing.Queue()
    before, until = memory(arguments.pid), time.time() + arguments.seconds
    pause = arguments.connections / arguments.rate if arguments.rate else 0
    workers = [
        multiprocessing.Process(target=ask, args=(arguments.host, fens[number * share :][:share], until, pause, out))
        for number in range(arguments.connections)
    ]
    reports: list[float] = []
    for worker in workers:
        worker.start()
    # A process that is forked beside a thread may wait for ever for what the thread held.
    if arguments.search:
        threading.Thread(target=search, args=(arguments.host, until, reports), daemon=True).start()
    if arguments.pid:
        threading.Thread(target=report_memory, args=(arguments.pid, until), daemon=True).start()
    answers = [out.get() for _ in workers]
    times = sorted(one for times, _ in answers for one in times)
    wrong = sum(wrong for _, wrong in answers)
    part = lambda share: times[int(share * (len(times) - 1))]  # noqa: E731
    print(
        f"{len(times)} answers in {arguments.seconds:.0f} s over {arguments.connections} connections: "
        f"{len(times) / arguments.seconds:.0f} a second; median {part(0.5):.2f} ms, p99 {part(0.99):.2f} ms, "
        f"longest {times[-1]:.1f} ms; {wrong} wrong; memory {before}, then {memory(arguments.pid)}"
    )
    if arguments.search:
        print(f"the search beside it reported {len(reports)} times")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
