#!/usr/bin/env python3
"""Prints the results of positions at the edge of the 50-move rule at each clock from 90 to 100, by Syzygy and python-chess.

    python scripts/checks/fifty_move_results.py SYZYGY_FOLDER tests/data/fifty_move_limit.epd > results.txt

Each position of the file comes with the one after its first best move, so that the loser is to move, too. Syzygy's distances
may be a ply too short. Where that ply decides, the moves are played on until a capture, a pawn move or a mate.
"""

from __future__ import annotations

import sys

import chess
import chess.syzygy

CLOCKS = range(90, 101)
LIMIT = 100


def worth(tables: chess.syzygy.Tablebase, board: chess.Board, clock: int) -> int:
    """1, 0 or -1 for the side to move, this many plies after the last capture or pawn move."""
    if not any(board.legal_moves):
        return -1 if board.is_check() else 0
    if clock >= LIMIT:
        return 0
    result = tables.probe_wdl(board)
    # The rule spoils 1 and -1 even from a clock of 0.
    if abs(result) < 2:
        return 0
    plies = abs(tables.probe_dtz(board))
    if clock + plies > LIMIT:
        return 0
    if clock + plies < LIMIT:
        return result // 2
    return max(-after(tables, board, move, clock) for move in board.legal_moves)


def after(tables: chess.syzygy.Tablebase, board: chess.Board, move: chess.Move, clock: int) -> int:
    """The result of the position after a move, for the side that moves next."""
    next_clock = 0 if board.is_zeroing(move) else clock + 1
    board.push(move)
    found = worth(tables, board, next_clock)
    board.pop()
    return found


def row(tables: chess.syzygy.Tablebase, board: chess.Board) -> str:
    """The position and its results by clock."""
    letters = "".join("DWL"[worth(tables, board, clock)] for clock in CLOCKS)
    return f"{' '.join(board.fen().split()[:4])}\t{letters}"


def main(folder: str, file: str) -> None:
    print("# What each position is worth to the side to move, W, D or L, at a 50-move clock of 90, 91 and so on to 100.")
    print("# Made from fifty_move_limit.epd by scripts/checks/fifty_move_results.py with Syzygy files of 3 and 4 men.")
    with chess.syzygy.open_tablebase(folder) as tables, open(file, encoding="utf-8") as lines:
        for line in lines:
            board, operations = chess.Board.from_epd(line)
            best = operations["bm"]
            assert isinstance(best, list)
            print(row(tables, board))
            board.push(best[0])
            print(row(tables, board))


if __name__ == "__main__":
    main(*sys.argv[1:])
