"""Solves endings by brute force, one position at a time; the tests compare `lucena solve` with it.

    python scripts/checks/solve_plain.py --syzygy FOLDER < ROOTS > tests/data/solve_plain.txt

A root is a line with a FEN. Every position that it can reach is entered, and results spread through them until nothing
changes; the rest is drawn. Nothing comes from lucena: python-chess makes the moves, and positions of few men are looked up in
Syzygy tables. The 50-move rule does not count.

The output for each root:

    root FEN; RESULT; POSITIONS       how many positions it can reach
    move MOVE; RESULT; DISTANCE       for the side that plays it
    other FEN; RESULT                 some of those positions, chosen at random

The distance is the winner's moves until the next capture, pawn move or mate, the move itself counted where the winner plays it.
It is printed if the root has only kings and pawns; otherwise, and in draws, there is a `-`.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

import chess
import chess.syzygy

LOSS, DRAW, WIN = -1, 0, 1
WORDS = {LOSS: "loss", DRAW: "draw", WIN: "win"}
# Positions of this many men are looked up.
TABLE_MEN = 4
OTHERS = 40
SEED = 1


class TooManyPositionsError(Exception):
    """The root can reach more positions than are allowed."""


class Key(NamedTuple):
    """Everything that makes a position different from others; neither side may castle."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    turn: bool
    passing: int | None

    @classmethod
    def of(cls, board: chess.Board) -> "Key":
        passing = board.ep_square if board.has_legal_en_passant() else None
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        return cls(*pieces, board.occupied_co[chess.WHITE], board.turn, passing)

    def board(self) -> chess.Board:
        board = chess.Board(None)
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = self[:6]
        board.occupied = self.occupied()
        board.occupied_co[chess.WHITE] = self.white
        board.occupied_co[chess.BLACK] = board.occupied & ~self.white
        board.turn, board.ep_square = self.turn, self.passing
        return board

    def occupied(self) -> int:
        return self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings

    def stands_as(self, other: "Key") -> bool:
        """Whether there is neither a capture nor a pawn move between them."""
        return self.pawns == other.pawns and chess.popcount(self.occupied()) == chess.popcount(other.occupied())


class Graph:
    """The positions that a root can reach, by number; the root is 0."""

    def __init__(self, root: chess.Board, tables: chess.syzygy.Tablebase, most: int) -> None:
        self.keys: list[Key] = []
        self.numbers: dict[Key, int] = {}
        self.children: list[list[int]] = []
        self.values: list[int | None] = []
        self._enter(root)
        while len(self.children) < len(self.keys):
            if len(self.keys) > most:
                raise TooManyPositionsError
            self._expand(tables)
        self._spread()

    def _enter(self, board: chess.Board) -> int:
        key = Key.of(board)
        number = self.numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
            self.values.append(None)
        return number

    def _expand(self, tables: chess.syzygy.Tablebase) -> None:
        here = len(self.children)
        board = self.keys[here].board()
        moves = list(board.legal_moves)
        children = []
        if not moves:
            self.values[here] = LOSS if board.is_check() else DRAW
        elif chess.popcount(board.occupied) <= TABLE_MEN:
            wdl = tables.probe_wdl(board)
            self.values[here] = (wdl > 0) - (wdl < 0)
        else:
            for move in moves:
                board.push(move)
                children.append(self._enter(board))
                board.pop()
        self.children.append(children)

    def _spread(self) -> None:
        """Wins and losses go back to the positions that lead to them."""
        parents: list[list[int]] = [[] for _ in self.keys]
        for here, children in enumerate(self.children):
            for child in children:
                parents[child].append(here)
        unwon = [len(children) for children in self.children]
        changed = [here for here, value in enumerate(self.values) if value in (LOSS, WIN)]
        for here in changed:  # it grows on the way
            for parent in parents[here]:
                unwon[parent] -= self.values[here] == WIN
                if self.values[parent] is None and (self.values[here] == LOSS or unwon[parent] == 0):
                    self.values[parent] = WIN if self.values[here] == LOSS else LOSS
                    changed.append(parent)

    def value(self, here: int) -> int:
        value = self.values[here]
        return DRAW if value is None else value

    def distances(self) -> dict[int, int]:
        """The winner's moves to the next capture, pawn move or mate, with pawns and pieces as at the root."""
        alike = [here for here, key in enumerate(self.keys) if key.stands_as(self.keys[0])]
        distances: dict[int, int] = {}
        moves = 0
        while True:
            lost = [here for here in alike if here not in distances and self._has_lost_by(here, distances)]
            distances.update(dict.fromkeys(lost, moves))
            moves += 1
            won = [here for here in alike if here not in distances and self._has_won_by(here, distances)]
            distances.update(dict.fromkeys(won, moves))
            if not lost and not won:
                return distances

    def _has_lost_by(self, here: int, distances: dict[int, int]) -> bool:
        """Whether every way on is a capture, a pawn move, or one whose distance is known."""
        if self.value(here) != LOSS:
            return False
        return all(child in distances or self._is_way_out(here, child) for child in self.children[here])

    def _has_won_by(self, here: int, distances: dict[int, int]) -> bool:
        """Whether some winning way on is one of these."""
        lost = (child for child in self.children[here] if self.value(child) == LOSS)
        return any(child in distances or self._is_way_out(here, child) for child in lost)

    def _is_way_out(self, here: int, child: int) -> bool:
        return not self.keys[here].stands_as(self.keys[child])


def described(root: chess.Board, graph: Graph) -> Iterator[str]:
    yield f"root {root.fen()}; {WORDS[graph.value(0)]}; {len(graph.keys)}"
    has_pawns_alone = root.occupied == root.pawns | root.kings
    distances = graph.distances() if has_pawns_alone else {}
    for move in root.legal_moves:
        is_way_out = root.is_zeroing(move)
        root.push(move)
        after = graph.numbers[Key.of(root)]
        root.pop()
        value = -graph.value(after)
        moves = (value == WIN) + (0 if is_way_out else distances.get(after, 0))
        yield f"move {move.uci()}; {WORDS[value]}; {moves if has_pawns_alone and value != DRAW else '-'}"
    numbers = [here for here in range(1, len(graph.keys)) if graph.children[here]]
    for here in sorted(random.Random(SEED).sample(numbers, min(OTHERS, len(numbers)))):
        yield f"other {graph.keys[here].board().fen()}; {WORDS[graph.value(here)]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--syzygy", required=True, help="a folder with the tables of three and four men")
    parser.add_argument("--most", type=int, default=3_000_000, help="the most positions that a root may reach")
    arguments = parser.parse_args()
    tables = chess.syzygy.open_tablebase(arguments.syzygy)
    for line in sys.stdin:
        root = chess.Board(line.strip())
        try:
            graph = Graph(root, tables, arguments.most)
        except TooManyPositionsError:
            print(f"{root.fen()} reaches more than {arguments.most} positions", file=sys.stderr)
            continue
        for line in described(root, graph):
            print(line, flush=True)


if __name__ == "__main__":
    main()
