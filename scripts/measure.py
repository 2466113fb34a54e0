#!/usr/bin/env python3
"""Measures lucena against the engines that Debian packages, on suites and in speed, and writes a page of Markdown.

    python measure.py ../target/release/lucena --book BOOK.epd --suites FOLDER --out numbers.md
    python measure.py ../target/release/lucena --book BOOK.epd --games 100 --tc 1+0.01

Matches are played by match.py: one thread and 32 MiB for everybody, no table files and no opening books, every opening
twice with colours swapped, error bars over pairs. Peers that are not installed are left out and named. Suites are
solved at --movetime milliseconds a position on one thread. An otherwise idle machine is assumed: everything here is
time.
"""

import argparse
import datetime
import json
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence

from arguments import natural, positive
from checks.strength import table

# Name, command, and options if the default is not one thread without a book.
PEERS = (
    ("Glaurung 2.2", "glaurung", ("OwnBook=false", "Threads=1")),
    ("Toga II 3.0", "toga2", ("OwnBook=false",)),
    ("Ethereal 12", "ethereal-chess", ()),
    ("Stockfish 15.1", "stockfish", ()),
)
SUITES = ("eet", "pet", "zugzwang", "pawn_le4_tb", "syzygy_wdl_random", "supertorpe_results")
DEBIAN_GAMES = "/usr/games"
SCORE = re.compile(r"W-D-L (\S+)\s+(\S+ %)\s+Elo (\S+ \+/- \S+)")
SPEED = re.compile(r"(\d+) nodes (\d+) nps")
LEAST_MILLISECONDS = 20


def run(command: list[str]) -> str:
    """The command's standard output; its progress still goes to the terminal."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout


def match(arguments: argparse.Namespace, opponent: str, time_control: str, games: int, *options: str) -> str:
    """The report of match.py on a match of the measured binary."""
    command = [sys.executable, str(pathlib.Path(__file__).parent / "match.py"), arguments.lucena, opponent]
    command += ["--book", arguments.book, "--tc", time_control, "--games", str(games)]
    command += ["--concurrency", str(arguments.concurrency)]
    return run([*command, "--option", "Hash=32", *options])


def match_rows(arguments: argparse.Namespace) -> Iterator[Sequence[str]]:
    for name, program, options in PEERS:
        path = shutil.which(program) or shutil.which(program, path=DEBIAN_GAMES)
        if path is None:
            yield name, "not installed", "", "", ""
            continue
        flags = [word for option in options for word in ("--option2", option)]
        output = match(arguments, path, arguments.tc, arguments.games, *flags)
        scores = SCORE.findall(output)
        faults = "none" if "no crash, no hang, no time loss, no illegal move" in output else "see the log"
        yield (name, *(scores[-1] if scores else ("failed", "", "")), faults)


def suite_rows(arguments: argparse.Namespace) -> Iterator[Sequence[str]]:
    for name in SUITES:
        path = pathlib.Path(arguments.suites) / f"{name}.epd"
        if not path.exists():
            yield name, "not there", ""
            continue
        command = [arguments.lucena, "suite", str(path), "--movetime", str(arguments.movetime), "--json"]
        total = json.loads(run(command))
        yield name, f"{total['solved']} of {total['total']}", f"{100 * total['solved'] / total['total']:.1f} %"


def bench(binary: str, *options: str) -> tuple[list[float], int]:
    """Milliseconds of each bench position, if they are asked for, and nodes per second in all."""
    output = run([binary, "bench", "16", *options])
    each = [float(line.split("\t")[1]) for line in output.splitlines() if "\t" in line]
    speeds = SPEED.findall(output)
    return each, int(speeds[-1][1]) if speeds else 0


def speed_rows(arguments: argparse.Namespace) -> Iterator[Sequence[str]]:
    one, alone = bench(arguments.lucena, "--each")
    two, together = bench(arguments.lucena, "--each", "--threads", "2")
    if not alone or not together:
        yield "bench", "failed"
        return
    yield "one thread", f"{alone / 1e6:.2f} million nodes a second"
    yield "two threads", f"{together / 1e6:.2f} million nodes a second"
    # Positions that are over at once say nothing of threads.
    gains = [time / max(shared, 0.1) for time, shared in zip(one, two) if time >= LEAST_MILLISECONDS]
    faster = statistics.geometric_mean(gains)
    yield "two threads, to the depth", f"{faster:.2f} times as fast (geometric mean over {len(gains)} positions)"
    if arguments.older:
        _, older = bench(arguments.older)
        yield f"against {arguments.older}", f"{alone / older:.2f} times the nodes a second" if older else "failed"


def selfplay_rows(arguments: argparse.Namespace) -> Iterator[Sequence[str]]:
    output = match(arguments, arguments.lucena, "1+0.01", arguments.selfplay, "--option", "Threads=2")
    faults = [line.strip() for line in output.splitlines() if line.strip().startswith("lucena") and ":" in line]
    yield str(arguments.selfplay), "; ".join(faults) or "failed"


def page(arguments: argparse.Namespace) -> Iterator[str]:
    yield f"# Numbers of {datetime.date.today()}\n\n{platform.processor() or platform.machine()}, {platform.system()}.\n"
    yield f"## Matches at {arguments.tc}, one thread, 32 MiB, {arguments.games} games each\n"
    yield table("against | won-drawn-lost | score | Elo | faults of either", match_rows(arguments)) + "\n"
    if arguments.suites:
        yield f"## Suites at {arguments.movetime} ms a position\n"
        yield table("suite | solved | share", suite_rows(arguments)) + "\n"
    yield "## Speed, bench to depth 16\n"
    yield table("what | figure", speed_rows(arguments)) + "\n"
    if arguments.selfplay:
        yield "## Against itself at 1+0.01, two threads\n"
        yield table("games | faults", selfplay_rows(arguments)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lucena", help="the binary to measure")
    parser.add_argument("--book", required=True, help="openings, an EPD file")
    parser.add_argument("--suites", help="a folder of EPD suites; without it none is measured")
    parser.add_argument("--games", type=positive, default=300)
    parser.add_argument("--tc", default="2+0.02")
    parser.add_argument("--concurrency", type=positive, default=1, help="games at a time, no more than the cores")
    parser.add_argument("--movetime", type=positive, default=150)
    parser.add_argument("--selfplay", type=natural, default=2000, help="games against itself with two threads; 0: none")
    parser.add_argument("--older", help="an older build, whose speed the binary's is compared with")
    parser.add_argument("--out", help="the page; without it standard output")
    arguments = parser.parse_args()
    arguments.lucena = str(pathlib.Path(arguments.lucena).resolve())
    with open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout as out:
        for part in page(arguments):
            print(part, file=out, flush=True)


if __name__ == "__main__":
    main()
