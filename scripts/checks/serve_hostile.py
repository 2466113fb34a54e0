#!/usr/bin/env python3
"""Does to `lucena serve` what a hostile page or a broken client could do, and says what it answered.

    python scripts/checks/serve_hostile.py 127.0.0.1:8085 [--connections 10000] [--fuzzed 100000] [--pid PID]

Slow connections, half requests, heads that never end, bodies that stop, foreign hosts and origins, and fuzzed requests of every
route. A request that every browser sends must be answered in between. Nothing that was sent may come back as markup, and nothing
that the server says may name a path of its machine.

Exit code: 0 if the server bore everything, else 1.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import json
import multiprocessing
import random
import socket
import sys
import time
import urllib.request
from pathlib import Path

GOOD = "/api/position?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1"
#: Parts of what requests are made of, good and bad: methods, paths, queries, the protocol, heads, bodies.
METHODS = ["GET", "POST", "DELETE", "PUT", "OPTIONS", "TRACE", "\x00", "get"]
ROUTES = (
    "/ /standard /standard/mainline /api/position /api/game /api/search /api/explain /api/jobs /api/jobs/1 /api/jobs/1/events "
    "/api/tables /api/tables/krk /api/tables/check /api/tables/play /api/analyse?nodes=10 /assets/../../etc/passwd "
    "/assets/%2e%2e/x /openapi.json // * http://evil.example/"
).split()
QUERIES = [
    "?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1", "?fen=", "?fen=%00", "?fen=<script>alert(1)</script>", "?fen=" + "8/" * 900,
    "&moves=e1e2", "&nodes=1", "&lines=99999999999999999999", "&seconds=-1", "&solve=NaN", "%", "%ff%fe", "?token=x",
]  # fmt: skip
PARTS = [
    "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "\r\n", "\n", "\r\n\r\n", ": ", " ", "\t", "Host", "Origin: null",
    "Content-Length: 5", "Content-Length: -1", "Content-Length: 99999999999", "Transfer-Encoding: chunked",
    "Content-Type: application/json", "Expect: 100-continue", "Connection: close", "Connection: upgrade", "Upgrade: websocket",
    "0\r\n\r\n", "ffffffff\r\n", "5\r\nhello\r\n", '{"fen": "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"}', '{"fen":', "[[[[[",
    "1. e4 e5 *", '{"text": "material KR v K"}', '{"table": "../../x", "fen": "x"}', "<b>", "\ud7ff", "🂡",
]  # fmt: skip
WORDS = METHODS + ROUTES + QUERIES + PARTS
#: How many fuzz at the same time.
PROCESSES = 4
PATHS = ["/root", "/home", "/tmp/", "/usr/", "src/", "panicked"]


def connect(host: str) -> socket.socket:
    name, port = host.rsplit(":", 1)
    return socket.create_connection((name, int(port)), timeout=10)


def exchange(host: str, request: bytes, patience: float = 2) -> bytes:
    """Sends bytes and gives what comes back before the connection ends, or nothing more comes for a while."""
    answer = b""
    try:
        with connect(host) as stream:
            stream.settimeout(patience)
            stream.sendall(request)
            while len(answer) < 1 << 20 and not is_whole(answer) and (text := stream.recv(1 << 16)):
                answer += text
    except OSError:
        pass
    return answer


def is_whole(answer: bytes) -> bool:
    """Whether an answer has as many bytes as its head says."""
    head, _, body = answer.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    return length.isdigit() and len(body) >= int(length)


def is_well(host: str) -> float:
    """Asks an ordinary question; gives the seconds that it took."""
    begin = time.time()
    with urllib.request.urlopen(f"http://{host}{GOOD}", timeout=20) as answer:
        assert json.load(answer)["certain"]["result"] == "win"
    return time.time() - begin


def slow(host: str, count: int) -> str:
    """Opens connections that send a part of a request and then nothing, or a byte now and then."""
    rng = random.Random(1)
    held: list[socket.socket] = []
    opened, worst = 0, 0.0
    stopped = f"POST /api/game HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n1."
    begins = [b"", b"G", b"GET / HTTP/1.1\r\n", stopped.encode()]
    for number in range(count):
        try:
            stream = connect(host)
            stream.sendall(rng.choice(begins))
            held.append(stream)
            opened += 1
        except OSError:
            pass
        if len(held) > 900:
            held.pop(rng.randrange(len(held))).close()
        if held and number % 10 == 0:
            with contextlib.suppress(OSError):
                rng.choice(held).sendall(b"x")
        if number % 1000 == 999:
            worst = max(worst, is_well(host))
    worst = max(worst, is_well(host))
    for stream in held:
        stream.close()
    return f"{opened} slow connections, an ordinary question took {1000 * worst:.0f} ms at most"


def foreign(host: str) -> str:
    """Names foreign hosts and origins."""
    heads = [f"Host: {name}" for name in ["evil.example", "127.0.0.1.evil.example", "", "localhost:1", f"{host}.evil.example"]]
    heads += [f"Host: {host}\r\nOrigin: {name}" for name in ["http://evil.example", "null", f"https://{host}", "file://"]]
    for head in heads:
        answer = exchange(host, f"GET {GOOD} HTTP/1.1\r\n{head}\r\nConnection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 403"), (head, answer[:200])
    return f"{len(heads)} foreign hosts and origins, all refused"


def large(host: str) -> str:
    """Sends bodies and heads that are too large, or that stop."""
    body = b"x" * (17 << 20)
    head = f"POST /api/game HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\n"
    told = exchange(host, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body, 10)
    chunked = exchange(host, f"{head}Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n", 10)
    long_head = exchange(host, f"GET /{'x' * (1 << 20)} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), 10)
    for answer in (told, chunked, long_head):
        # A client that goes on sending may see only that the connection has ended.
        assert not answer or answer[9:12] in (b"413", b"414", b"431", b"400"), answer[:200]
    return "bodies and heads that are too large, refused"


def nearly_right(host: str, rng: random.Random) -> bytes:
    """A request that has what a request needs, of random words."""
    path = "".join(rng.choice(ROUTES + QUERIES) for _ in range(rng.randint(1, 4))).replace(" ", "")
    body = "".join(rng.choice(WORDS) for _ in range(rng.randint(0, 5))).encode()
    length = rng.choice([len(body), len(body) + 5, 0])
    kind = rng.choice(["text/plain", "application/json", "x"])
    head = f"{rng.choice(METHODS[:4])} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\nContent-Length: {length}"
    return f"{head}\r\n\r\n".encode() + body


def fuzzed(host: str, count: int) -> str:
    """Sends requests of random parts, some of which are nearly right, over several connections at once."""
    with multiprocessing.Pool(PROCESSES) as pool:
        counts = pool.starmap(fuzz, [(host, count // PROCESSES, seed) for seed in range(PROCESSES)])
    statuses = collections.Counter[str]()
    for found in counts:
        statuses.update(found)
    is_well(host)
    return f"{count} fuzzed requests, by status: {dict(sorted(statuses.items()))}"


def fuzz(host: str, count: int, seed: int) -> collections.Counter[str]:
    rng, statuses = random.Random(seed), collections.Counter[str]()
    for number in range(count):
        if rng.random() < 0.5:
            request = nearly_right(host, rng)
        else:
            request = "".join(rng.choice(WORDS) for _ in range(rng.randint(1, 20))).encode()
            request += bytes(rng.randrange(256) for _ in range(rng.randint(0, 8)))
        if b"/api/search" in request and b"nodes" not in request:
            continue
        answer = exchange(host, request, 0.2)
        status = answer[9:12].decode("ascii", "replace") if answer else "none"
        statuses[status] += 1
        check(request, answer, status)
        if number % 5000 == 4999:
            is_well(host)
    return statuses


def check(request: bytes, answer: bytes, status: str) -> None:
    """Nothing may fail, come back as markup, or name a path of the machine."""
    head, _, said = answer.partition(b"\r\n\r\n")
    text, sent = said.decode("utf-8", "replace"), request.decode("utf-8", "replace")
    assert b"text/html" not in head or "alert(" not in text, request
    assert not status.startswith("5"), (request, answer[:400])
    if "openapi" not in sent and "assets" not in sent:
        named = [path for path in PATHS if path in text and path not in sent]
        assert not named, (named, request, text[:400])


def memory(pid: int | None) -> str:
    if not pid:
        return ""
    status = Path(f"/proc/{pid}/status").read_text()
    return "; memory " + next(line.split(":")[1].strip() for line in status.splitlines() if line.startswith("VmRSS"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--fuzzed", type=int, default=100_000)
    parser.add_argument("--pid", type=int)
    arguments = parser.parse_args()
    try:
        for attack in (
            lambda: foreign(arguments.host),
            lambda: large(arguments.host),
            lambda: slow(arguments.host, arguments.connections),
            lambda: fuzzed(arguments.host, arguments.fuzzed),
        ):
            print(attack() + memory(arguments.pid), flush=True)
    except (AssertionError, OSError) as problem:
        print("NOT borne:", problem)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
