#!/usr/bin/env python3
"""Asks another engine about each move that `lucena review` called a loss of half a point (??) by search.

    python review_faults.py ANNOTATED.pgn --engine stockfish [--nodes 3000000] [--workers 2] [--out FILE.jsonl]

The engine searches the position before the move and the one after it, each in a new game. A fault is refuted if the
engine's expected score (its own win, draw and loss figures) falls by less than --least (default 0.25, half of what the
sign claims). Exact verdicts are counted, not asked: `fifty_move_results.py` and the tests hold them against tables.

Exit code: 0 if at most --share of the faults are refuted (default 0.1), else 1.
"""

import argparse
import concurrent.futures
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import chess
import chess.engine
import chess.pgn

LOSES_HALF_A_POINT = chess.pgn.NAG_BLUNDER


@dataclass
class Fault:
    """A move with the sign ??. Expected scores are for its side, from 0 to 1; None until the engine was asked."""

    game: int
    fen: str
    move: str
    comment: str
    before: float | None = None
    after: float | None = None
    best: str = ""

    @property
    def is_exact(self) -> bool:
        return "(exact" in self.comment

    @property
    def fall(self) -> float:
        return (self.before or 0.0) - (self.after or 0.0)


def faults_of(path: Path) -> Iterator[Fault]:
    """The moves with the sign ?? in the main lines of a file."""
    with path.open(encoding="utf-8") as file:
        number = 0
        while (game := chess.pgn.read_game(file)) is not None:
            number += 1
            for node in game.mainline():
                if LOSES_HALF_A_POINT in node.nags:
                    yield Fault(number, node.parent.board().fen(), node.move.uci(), node.comment)


def expected(engine: chess.engine.SimpleEngine, board: chess.Board, side: chess.Color, nodes: int) -> tuple[float, str]:
    """The expected score for a side, and the best move; the engine begins anew."""
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        won = {None: 0.5, side: 1.0}.get(outcome.winner, 0.0)
        return won, ""
    info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
    best = info["pv"][0].uci() if info.get("pv") else ""
    return info["wdl"].pov(side).expectation(), best


def ask(faults: list[Fault], command: str, nodes: int, megabytes: int) -> None:
    """Fills in what the engine expects before and after each move."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        engine.configure({"Hash": megabytes, "Threads": 1, "UCI_ShowWDL": True})
        for fault in faults:
            board = chess.Board(fault.fen)
            side = board.turn
            fault.before, fault.best = expected(engine, board, side, nodes)
            board.push_uci(fault.move)
            fault.after, _ = expected(engine, board, side, nodes)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--nodes", type=int, default=3_000_000)
    parser.add_argument("--hash", type=int, default=256, help="MiB for each worker")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.25)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--out", type=Path, help="writes each fault as a line of JSON")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    faults = list(faults_of(options.games))
    estimated = [fault for fault in faults if not fault.is_exact]
    parts = [estimated[start :: options.workers] for start in range(options.workers)]
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        list(pool.map(lambda part: ask(part, options.engine, options.nodes, options.hash), parts))
    refuted = [fault for fault in estimated if fault.fall < options.least]
    for fault in refuted:
        print(f"refuted: game {fault.game}, {fault.fen}, {fault.move}: {fault.before:.2f} before, {fault.after:.2f} after")
    if options.out:
        options.out.write_text("".join(json.dumps(asdict(fault)) + "\n" for fault in estimated))
    print(f"{len(faults)} faults (??), {len(faults) - len(estimated)} exact, {len(estimated)} by search, {len(refuted)} refuted")
    return int(len(refuted) > options.share * len(estimated))


if __name__ == "__main__":
    sys.exit(main())
