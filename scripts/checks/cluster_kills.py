#!/usr/bin/env python3
"""Kills workers of `cluster.py serve` under load, and says what clients notice.

    python scripts/checks/cluster_kills.py 127.0.0.1:8085 PID [--seconds 100] [--connections 4] [--fen FEN]

PID is the process of cluster.py, on this machine. Some connections ask for /standard all the time, a stream analyses positions
again and again, and a job proves the position. At a third of the time SIGKILL ends one lucena, that of the job; at two thirds it
ends one worker of Ray Serve, that of the job again. Every answer must come and be right, every stream must come to its end, and
the job must be done. It says how long each answer took at most, and when there were as many workers again as before.

Exit code: 0 if nothing was lost, else 1.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parent.parent))

from checks.serve_load import positions  # noqa: E402

# Between two looks at the processes and the job, in seconds.
BETWEEN_LOOKS = 0.05
# Seconds in which all must be as before.
PATIENCE = 120.0
LINES = "".join(
    f"{fen}\n" for fen in ["8/8/1p6/8/1P6/8/k7/2K5 w - - 0 1", "4k3/6KP/8/8/8/8/7p/8 w - - 0 1", chess.STARTING_FEN] * 10
)


def ask(host: str, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
    """The status and the body of one answer, over a connection of its own."""
    connection = http.client.HTTPConnection(host, timeout=120)
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    return answer.status, answer.read()


class Client(threading.Thread):
    """Asks again and again, and notes how long each answer took and which were wrong."""

    def __init__(self, until: float, once: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self._until, self._once = until, once
        self.answers: list[tuple[float, float]] = []
        self.lost: list[str] = []

    def run(self) -> None:
        while time.time() < self._until:
            begin = time.time()
            try:
                if not self._once():
                    self.lost.append("a wrong answer")
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(repr(error))
            self.answers.append((begin, time.time() - begin))


def questions(host: str, number: int) -> Callable[[], bool]:
    """Asks for one position after the other over one connection; whether the answer is about it."""
    connection = http.client.HTTPConnection(host, timeout=60)
    fens = positions(4, 2000, number)

    def once() -> bool:
        fen = fens.pop()
        fens.insert(0, fen)
        connection.request("GET", f"/standard?fen={fen}")
        answer = connection.getresponse()
        said = json.loads(answer.read())
        return answer.status == 200 and said["fen"] == fen and said["category"] != "unknown"

    return once


def stream(host: str) -> bool:
    """Analyses all lines; whether each has its answer, in order."""
    status, text = ask(host, "POST", "/api/analyse?nodes=20000", LINES)
    return status == 200 and [json.loads(line)["line"] for line in text.splitlines()] == list(range(1, LINES.count("\n") + 1))


def children() -> dict[int, list[int]]:
    """The processes under each process of this machine."""
    under: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        under.setdefault(parent, []).append(int(folder.name))
    return under


def servers(driver: int) -> dict[int, int]:
    """The `lucena serve` under a process, each with its worker."""
    under, found, open_processes = children(), {}, [driver]
    while open_processes:
        parent = open_processes.pop()
        for process in under.get(parent, []):
            open_processes.append(process)
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[1:2] == [b"serve"]:
                found[process] = parent
    return found


def busiest(processes: list[int]) -> int:
    """The one that works most: that of the job."""
    before = {process: ticks(process) for process in processes}
    time.sleep(1)
    return max(processes, key=lambda process: ticks(process) - before[process])


def ticks(process: int) -> int:
    """The processor time of a process."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(words[11]) + int(words[12])


def kill(what: str, driver: int, host: str, job: str, clients: list[Client]) -> None:
    """Kills one, and says how long it took until all was as before."""
    before = servers(driver)
    lucena = busiest(list(before))
    begin = time.time()
    os.kill(lucena if what == "lucena" else before[lucena], signal.SIGKILL)
    all_there = running = 0.0
    while not (all_there and running) and time.time() - begin < PATIENCE:
        now = servers(driver)
        if not all_there and len(now) == len(before) and lucena not in now:
            all_there = time.time() - begin
        if not running and time.time() - begin > 2 * BETWEEN_LOOKS:
            state = json.loads(ask(host, "GET", f"/api/jobs/{job}")[1])["state"]
            running = time.time() - begin if state in ("running", "done") else 0.0
        time.sleep(BETWEEN_LOOKS)
    if not (all_there and running):
        sys.exit(f"after {PATIENCE:.0f} s not all is as before")
    time.sleep(3)
    waits = [seconds for client in clients for start, seconds in client.answers if start + seconds > begin]
    print(
        f"SIGKILL of one {what}: the job works again after {running:.1f} s, {len(before)} workers are there after "
        f"{all_there:.1f} s; the longest answer took {max(waits, default=0):.1f} s",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("driver", type=int, metavar="PID")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--fen", default="8/8/6P1/4k2P/7K/8/5p2/8 w - - 0 1")
    arguments = parser.parse_args()
    host, begin = arguments.host, time.time()
    until = begin + arguments.seconds
    job = json.loads(ask(host, "POST", "/api/solve", json.dumps({"fen": arguments.fen}))[1])["id"]
    asking = [Client(until, questions(host, number)) for number in range(arguments.connections)]
    streaming = Client(until, lambda: stream(host))
    for client in (*asking, streaming):
        client.start()
    for number, what in enumerate(("lucena", "worker")):
        time.sleep(max(0.0, begin + (number + 1) * arguments.seconds / 3 - time.time()))
        kill(what, arguments.driver, host, job, asking)
    for client in (*asking, streaming):
        client.join()
    while (view := json.loads(ask(host, "GET", f"/api/jobs/{job}")[1]))["state"] not in ("done", "failed", "cancelled"):
        time.sleep(1)
    lost = [words for client in (*asking, streaming) for words in client.lost]
    answers = sum(len(client.answers) for client in asking)
    print(f"{answers} answers, {len(streaming.answers)} streams of {LINES.count(chr(10))} lines; lost: {lost or 'none'}")
    print(f"the job: {view['state']} {time.time() - begin:.0f} s after it began: {(view['result'] or {}).get('words')}")
    return 1 if lost or view["state"] != "done" else 0


if __name__ == "__main__":
    sys.exit(main())
