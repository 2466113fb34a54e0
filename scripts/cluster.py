#!/usr/bin/env python3
"""Spreads lucena's work over the processors of a machine or over a cluster, by Ray (`pip install -r requirements-cluster.txt`).

    python cluster.py analyse positions.epd --out answers.jsonl --resume -- --nodes 100000
    python cluster.py selfplay --games 1000000 --out FOLDER -- --book BOOK.epd
    python cluster.py label FOLDER/*.positions --out LABELLED -- --engine stockfish
    python cluster.py review games.pgn --out FOLDER
    python cluster.py match -- NEW OLD --book BOOK.epd --nodes 25000 --games 20000
    python cluster.py serve --port 8085 -- --syzygy FOLDER

Everything after -- goes to lucena, or to match.py. Without --address a cluster begins on this machine and ends with the
work; with it the work goes to one that runs (docs/cluster.md). No file system is shared: lucena and its input are sent to
the nodes.

Work is cut into blocks. A worker or a node that dies, or a worker that hangs, costs its block, which is done again; a block
that costs three workers is reported and left out. With fixed nodes `analyse` gives the very bytes that `lucena analyse` gives.

Exit code: 0; 1 where a block was given up, the input broke off, the output cannot be written or no worker can start; 2 for what
the user wrote, wrong lines of the input among them.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from arguments import UserError, decimal, in_words, natural, positive
from spreading import jobs
from spreading.blocks import WorkFailed
from spreading.jobs import Cluster


def add_worker_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """The options that everything has."""
    group = parser.add_argument_group("cluster")
    group.add_argument("--address", help="a running cluster: auto, or HOST:PORT as `ray start --head` prints it")
    group.add_argument("--workers", type=positive, help="(default: one for each processor of the cluster)")
    group.add_argument("--threads", type=positive, default=1, help="processors of each worker (default 1)")
    group.add_argument("--lucena", default="target/release/lucena", help="the binary, here (default target/release/lucena)")
    group.add_argument("--lucena-on-nodes", metavar="PATH", help="use this binary of the nodes instead of sending ours")
    return group


def add_cluster_options(parser: argparse.ArgumentParser, block: str, block_size: int, limit: float) -> None:
    """The options that all kinds of work have which is cut into blocks."""
    group = add_worker_options(parser)
    group.add_argument("--block", type=positive, default=block_size, help=f"{block} in a block (default {block_size})")
    group.add_argument("--limit", type=decimal, default=limit, metavar="S", help=f"time for a block (default {limit:.0f} s)")
    group.add_argument("--attempts", type=positive, default=3, help="give a block up after this many attempts (default 3)")


def parse_arguments(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of the script, and the words after -- for lucena."""
    own, passed_on = list(argv), []
    if "--" in own:
        place = own.index("--")
        own, passed_on = own[:place], own[place + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)

    analyse = kinds.add_parser("analyse", help="positions and games; JSON objects come out in order")
    analyse.add_argument("files", nargs="*", metavar="FILE", help="as `lucena analyse` reads them; - is standard input")
    analyse.add_argument("--out", metavar="FILE", help="write to this file (default: stdout)")
    analyse.add_argument("--resume", action="store_true", help="continue the file of an interrupted run")
    analyse.add_argument("--force", action="store_true", help="replace the file, whatever it is")
    analyse.add_argument("--format", choices=("pgn", "fen", "epd"), help="what the files hold, as `lucena analyse` takes it")
    add_cluster_options(analyse, "positions", 250, 300)

    selfplay = kinds.add_parser("selfplay", help="games; each block is a file of the folder")
    selfplay.add_argument("--games", type=positive, required=True)
    selfplay.add_argument("--seed", type=natural, default=1)
    selfplay.add_argument("--out", required=True, metavar="FOLDER", help="existing files are not made again")
    add_cluster_options(selfplay, "games", 1000, 3600)

    label = kinds.add_parser("label", help="files of positions, as selfplay writes them; each is a block")
    label.add_argument("files", nargs="+", metavar="FILE")
    label.add_argument("--out", required=True, metavar="FOLDER", help="existing files are not made again")
    add_cluster_options(label, "files", 1, 3600)

    review = kinds.add_parser("review", help="games, as `lucena review` annotates them; each block is a file of the folder")
    review.add_argument("files", nargs="+", metavar="GAMES.pgn")
    review.add_argument("--out", required=True, metavar="FOLDER", help="existing files are not made again")
    add_cluster_options(review, "games", 20, 3600)

    match = kinds.add_parser("match", help="match.py's matches; its arguments come after --")
    add_cluster_options(match, "pairs", 1, 7200)

    serve = kinds.add_parser("serve", help="the board and the answers of `lucena serve`, for many; ends at Ctrl-C")
    serve.add_argument("--port", type=natural, default=8085, help="0 takes any that is free (default 8085)")
    serve.add_argument("--host", metavar="ADDRESS", help="let other machines reach it at this address; needs --token")
    serve.add_argument("--token", help="answer only requests with this token")
    add_worker_options(serve)
    return parser.parse_args(list(own)), passed_on


def match(arguments: argparse.Namespace, passed_on: list[str], cluster: Cluster) -> int:
    # Only matches need python-chess.
    from spreading import pairs

    return pairs.play(arguments, passed_on, cluster)


WORK: dict[str, Callable[[argparse.Namespace, list[str], Cluster], int]] = {
    "analyse": jobs.analyse,
    "selfplay": jobs.selfplay,
    "label": jobs.label,
    "review": jobs.review,
    "match": match,
}


# The errors of a file that is missing or cannot be used; the user has named it.
WRONG_NAMES = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)


def outcome(work: Callable[[], int]) -> int:
    """Does the work and returns the exit code. It reports errors; finished work stays, and the same command continues it."""
    try:
        return work()
    except BrokenPipeError:
        # The reader of the output has gone. Nothing is flushed to it at the end.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        return 0
    except (UserError, *WRONG_NAMES) as error:
        print(f"cluster.py: {in_words(error)}", file=sys.stderr)
        return 2
    except (OSError, WorkFailed) as error:
        print(f"cluster.py: {error}; finished work is kept, and the same command continues after it", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def main(argv: Sequence[str]) -> int:
    arguments, passed_on = parse_arguments(argv)
    plays_match = arguments.kind == "match"
    if not plays_match and not Path(arguments.lucena).exists():
        print(f"cluster.py: there is no {arguments.lucena}; name lucena with --lucena PATH", file=sys.stderr)
        return 2
    # Help does not need Ray.
    from spreading.ray_pool import Program, RayPool, connect, processors

    content = None if plays_match or arguments.lucena_on_nodes else Path(arguments.lucena).read_bytes()
    program = Program(arguments.lucena_on_nodes, content)
    if arguments.kind == "serve":
        from serving import command

        return outcome(lambda: command.run(arguments, passed_on, program))
    connect(arguments.address)
    workers = arguments.workers or max(1, processors() // arguments.threads)
    make_pool = functools.partial(RayPool, program=program, processors_each=arguments.threads, limit=arguments.limit)
    return outcome(lambda: WORK[arguments.kind](arguments, passed_on, Cluster(make_pool, workers)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
