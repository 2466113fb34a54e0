#!/usr/bin/env python3
"""Holds built results of five men against Syzygy files, position by position.

    python scripts/checks/results_truth.py LUCENA SYZYGY_FOLDER [--cache FOLDER] [--positions 3000] [--seed 1]

Every material that has both a file here and results there (`lucena tablebase build --results`) is asked for random positions
of either side to move, with en passant captures where they are possible. Results count without the 50-move rule.

Exit code: 0 if nothing differs, else 1.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import chess
import chess.syzygy


def random_position(material: str, rng: random.Random) -> chess.Board:
    """A legal position of a material, with an en passant capture where one is possible."""
    white, black = material.split("v")
    while True:
        board = chess.Board(None)
        for index, square in enumerate(rng.sample(range(64), len(white) + len(black))):
            letter = (white + black)[index].lower()
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter), index < len(white)))
        board.turn = rng.random() < 0.5
        if rng.random() < 0.5:
            board = board.mirror()
        for target in chess.SquareSet(chess.BB_RANK_3 | chess.BB_RANK_6):
            board.ep_square = target
            if board.is_valid() and board.has_legal_en_passant():
                return board
        board.ep_square = None
        if board.is_valid():
            return board


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lucena")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    materials = sorted(path.stem for path in arguments.folder.glob("?????*.rtbw") if len(path.stem) == 6)
    tables = chess.syzygy.open_tablebase(str(arguments.folder))
    command = [arguments.lucena, "tablebase", "probe", "-", "--json", "--without-moves"]
    command += ["--cache", arguments.cache] if arguments.cache else []
    differences = 0
    for material in materials:
        boards = [random_position(material, rng) for _ in range(arguments.positions)]
        asked = "\n".join(board.fen() for board in boards)
        answers = subprocess.run(command, input=asked, capture_output=True, text=True).stdout.splitlines()
        different = unknown = passing = 0
        for board, line in zip(boards, answers, strict=True):
            wdl = json.loads(line)["wdl"]
            passing += board.has_legal_en_passant()
            if wdl is None:
                unknown += 1
            elif sign(wdl) != sign(tables.probe_wdl(board)):
                different += 1
                print("different:", board.fen(), wdl, tables.probe_wdl(board), file=sys.stderr)
        print(f"{material}: {len(boards)} positions, {passing} en passant, {unknown} unknown, {different} differ", flush=True)
        differences += different
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
