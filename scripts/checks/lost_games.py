#!/usr/bin/env python3
"""Finds in lost games the move that cost most, and says what kind of ending it was and why lucena played it.

    python scripts/checks/lost_games.py GAMES.pgn LUCENA JUDGE [--name lucena] [--nodes 20000] [--judge-nodes 200000]

JUDGE is an engine with UCI_ShowWDL, Stockfish for example. It judges every position after lucena's moves. The move that loses
most of the expected result is tried once more by lucena with 1, 10 and 100 times `--nodes`:

  other   it plays another move now, from an empty table: chance, or the game's history
  depth   with 10 or 100 times the nodes it plays a move that the judge holds to be as good as the best
  value   it still plays a move that loses as much
  before  no move lost much: the game was lost from the start, or bit by bit

Prints a line for each game, and at the end a table of kinds and causes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import chess
import chess.engine
import chess.pgn

# Less of the expected result than this is no mistake.
MISTAKE = 0.12
# As good as the best.
NEARLY = 0.06
TIMES = (1, 10, 100)
PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


@dataclass(frozen=True)
class Mistake:
    """The move of a lost game that cost most: the board before it, the move, and the expected results before and after it."""

    board: chess.Board
    move: chess.Move
    before: float
    after: float


class Judge:
    """Expected results by an engine, for the side that is asked about."""

    def __init__(self, command: str, nodes: int) -> None:
        self.engine = chess.engine.SimpleEngine.popen_uci(command)
        self.engine.configure({"UCI_ShowWDL": True, "Hash": 64})
        self.nodes = nodes

    def expected(self, board: chess.Board, side: chess.Color) -> float:
        if board.is_game_over():
            result = board.outcome()
            return 0.5 if result is None or result.winner is None else float(result.winner == side)
        found = self.engine.analyse(board, chess.engine.Limit(nodes=self.nodes))
        return found["wdl"].pov(side).expectation()


def lost_games(path: str, name: str) -> Iterator[tuple[chess.pgn.Game, chess.Color]]:
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            side = chess.WHITE if game.headers["White"].startswith(name) else chess.BLACK
            if game.headers["Result"] == ("0-1" if side == chess.WHITE else "1-0"):
                yield game, side


def worst_move(game: chess.pgn.Game, side: chess.Color, judge: Judge) -> Mistake | None:
    """The move that cost most; None if no move is a mistake."""
    worst = None
    board = game.board()
    for move in game.mainline_moves():
        if board.turn == side:
            before = judge.expected(board, side)
            there = board.copy()
            board.push(move)
            after = judge.expected(board, side)
            if before - after >= MISTAKE and (worst is None or before - after > worst.before - worst.after):
                worst = Mistake(there, move, before, after)
            if after < 0.02:
                break
        else:
            board.push(move)
    return worst


def cause(mistake: Mistake, lucena: str, nodes: int, judge: Judge) -> str:
    fen = mistake.board.fen()
    for times in TIMES:
        ran = subprocess.run([lucena, "analyse", "-", "--nodes", str(times * nodes)], input=fen + "\n", capture_output=True,
                             text=True, check=True)
        best = chess.Move.from_uci(json.loads(ran.stdout.splitlines()[0])["best"])
        board = mistake.board.copy()
        board.push(best)
        is_good = mistake.before - judge.expected(board, mistake.board.turn) < NEARLY
        if is_good:
            return "other" if times == 1 else "depth"
    return "value"


def kind(board: chess.Board) -> str:
    """The kind of ending by its pieces."""
    sides = [sorted(piece for piece in PIECES for _ in board.pieces(piece, side)) for side in chess.COLORS]
    if not any(sides):
        return "pawns"
    if sides == [[chess.ROOK], [chess.ROOK]]:
        return "rook against rook"
    if sides == [[chess.QUEEN], [chess.QUEEN]]:
        return "queen against queen"
    if sides == [[chess.BISHOP], [chess.BISHOP]]:
        on_light = [bool(board.bishops & board.occupied_co[side] & chess.BB_LIGHT_SQUARES) for side in chess.COLORS]
        return "bishops of one colour" if on_light[0] == on_light[1] else "bishops of opposite colours"
    all_pieces = set(sides[0] + sides[1])
    if all_pieces <= {chess.BISHOP, chess.KNIGHT}:
        return "minor pieces"
    if chess.QUEEN in all_pieces:
        return "queens with others"
    return "rooks with minor pieces" if all_pieces - {chess.ROOK} else "rooks, more or unequal"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("lucena")
    parser.add_argument("judge")
    parser.add_argument("--name", default="lucena")
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--judge-nodes", type=int, default=200000)
    arguments = parser.parse_args()
    judge = Judge(arguments.judge, arguments.judge_nodes)
    table: Counter[tuple[str, str]] = Counter()
    for game, side in lost_games(arguments.games, arguments.name):
        mistake = worst_move(game, side, judge)
        if mistake is None:
            found = (kind(game.board()), "before")
            print(f"{game.headers['Round']:6} {found[0]:28} before", flush=True)
        else:
            found = (kind(mistake.board), cause(mistake, arguments.lucena, arguments.nodes, judge))
            print(f"{game.headers['Round']:6} {found[0]:28} {found[1]:6} {mistake.before:.2f} {mistake.after:.2f} "
                  f"{mistake.board.san(mistake.move):7} {mistake.board.fen()}", flush=True)
        table[found] += 1
    judge.engine.quit()
    causes = ("other", "depth", "value", "before")
    print(f"\n{'kind':28} games " + " ".join(f"{name:>6}" for name in causes))
    for name in sorted({kind for kind, _ in table}, key=lambda name: -sum(table[name, why] for why in causes)):
        counts = [table[name, why] for why in causes]
        print(f"{name:28} {sum(counts):5} " + " ".join(f"{count:6}" for count in counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
