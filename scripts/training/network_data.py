"""Gives train_network.py its data: shuffled blocks of positions with their expected results."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import chess
import numpy
import scipy.special

from training.position_file import BLACK_TO_MOVE, NO_RESULT, NO_SCORE, PIECES, men_counts
from training.position_file import RECORD as POSITION

# Blocks that are shuffled together, so that a batch never has many positions of one game.
BLOCKS_TOGETHER = 128


def black_moves(positions: numpy.ndarray) -> numpy.ndarray:
    return (positions["state"] & BLACK_TO_MOVE).astype(numpy.uint8)


def position_of(fen: str) -> numpy.ndarray:
    """Returns a FEN's position as a record without a score."""
    board = chess.Board(" ".join(fen.split()[:2]))
    position = numpy.zeros((), dtype=POSITION)
    position["occupied"] = board.occupied
    for place, (_, piece) in enumerate(sorted(board.piece_map().items())):
        position["men"][place // 2] |= PIECES.index(piece.symbol()) << place % 2 * 4
    position["state"] = BLACK_TO_MOVE if board.turn == chess.BLACK else 0
    return position


@dataclass(frozen=True)
class Teaching:
    """The expected result of a position: a logistic curve of its score with this `width`, mixed with the game's result."""

    width: float
    result_share: float

    def targets(self, positions: numpy.ndarray) -> numpy.ndarray:
        """The expected results for the mover."""
        expected = scipy.special.expit(positions["score"].astype(numpy.float32) / self.width)
        share = numpy.where(positions["result"] == NO_RESULT, 0, self.result_share).astype(numpy.float32)
        expected = (1 - share) * expected + share * positions["result"].astype(numpy.float32) / 2
        return numpy.where(black_moves(positions), 1 - expected, expected).astype(numpy.float32)


def usable(positions: numpy.ndarray, men: range) -> numpy.ndarray:
    """Returns the positions that have a score and a number of men in this range."""
    counts = men_counts(positions)
    return positions[(positions["score"] != NO_SCORE) & (counts >= men.start) & (counts < men.stop)]


def batches(
    blocks: list[numpy.ndarray], size: int, seed: int, skipped: int = 0, men: range = range(33), epochs: int | None = None
) -> Iterator[numpy.ndarray]:
    """Yields batches of the usable positions of blocks, in an order that only the seed decides; skips the first `skipped`
    batches. It goes over all positions `epochs` times, or without end (None).

    Raises ValueError if the blocks have fewer positions than one batch.
    """
    for epoch in itertools.count() if epochs is None else range(epochs):
        random = numpy.random.default_rng((seed, epoch))
        order = random.permutation(len(blocks))
        left, found = numpy.empty(0, dtype=POSITION), 0
        for first in range(0, len(order), BLOCKS_TOGETHER):
            together = [blocks[number] for number in order[first:first + BLOCKS_TOGETHER]]
            pool = numpy.concatenate([left, *together])
            pool = random.permutation(usable(pool, men))
            whole = len(pool) // size
            found += whole
            for number in range(skipped, whole):
                yield pool[number * size:(number + 1) * size]
            skipped = max(0, skipped - whole)
            left = pool[whole * size:]
        if not found:
            raise ValueError(f"there are no {size} positions to learn from")
