"""What train_network.py works on: scored positions as both sides see them, and what the rest of the evaluation says."""

import json
from dataclasses import dataclass

import numpy
import scipy.sparse

from tune_data import counted

PIECES = "PNBRQKpnbrqk"
KING = 5
SQUARES = 64
# Positions handled at once.
CHUNK = 500_000
# More characters has no FEN's first field, and no position of the games more men than this.
BOARD_TEXT = 72
MOST_MEN = 32


@dataclass(frozen=True)
class Inputs:
    """What a network sees of one side's view: men by the numbers they have in PIECES (own ones first), on 64 squares.

    A region of `region_side` squares by as many, on the files a to d, has inputs of its own for when the own king is
    there. They stand behind those that count wherever it stands: what holds everywhere is learned from all positions,
    what is peculiar to a region from those where the king is there.
    """

    men: tuple
    region_side: int

    @property
    def common(self):
        """How many inputs count wherever the own king stands."""
        return SQUARES * len(self.men)

    @property
    def regions(self):
        return SQUARES // 2 // self.region_side ** 2

    @property
    def count(self):
        return self.common * (1 + self.regions)

    def region(self, king):
        """The number of the region of a king's square."""
        side = self.region_side
        return king // 8 // side * (4 // side) + king % 8 // side


@dataclass(frozen=True)
class Positions:
    """Positions from the mover's point of view: `own` and `enemy` are matrices of views, one row a position.

    The evaluation's value is (rest + network) x share, in centipawns; scores are centipawns, results 0 to 1.
    """

    own: scipy.sparse.csr_matrix
    enemy: scipy.sparse.csr_matrix
    men: numpy.ndarray
    rest: numpy.ndarray
    share: numpy.ndarray
    scores: numpy.ndarray
    results: numpy.ndarray


def is_pawn_ending(fen):
    return not set(fen[:fen.index(" ")]) & set("NBRQnbrq")


def has_bare_king(fen):
    men = set(fen[:fen.index(" ")])
    return not men & set("PNBRQ") or not men & set("pnbrq")


def positions_of(engine, games, inputs):
    """The positions of games (tune_data.Games), as both sides see them."""
    fens = games.positions
    chunks = [_chunk(engine, fens[start:start + CHUNK], inputs) for start in range(0, len(fens), CHUNK)]
    own, enemy = (scipy.sparse.vstack(views).tocsr() for views in list(zip(*chunks))[:2])
    men, rest, share, is_black = (numpy.concatenate(column) for column in list(zip(*chunks))[2:])
    sign = numpy.where(is_black, -1.0, 1.0)
    results = numpy.where(is_black, 1 - games.results, games.results)
    return Positions(own, enemy, men, rest * sign, share, games.scores * sign, results)


def _chunk(engine, fens, inputs):
    pieces, squares, is_black = parse(fens)
    own, enemy = views(pieces, squares, is_black, inputs)
    rest, share = _parts(engine, fens)
    return own, enemy, (pieces >= 0).sum(axis=1), rest, share, is_black


def parse(fens):
    """For each FEN the numbers of its men among PIECES (-1: none) and their squares (a1 is 0), and whether Black moves."""
    count = len(fens)
    text = numpy.array(fens, dtype=f"S{BOARD_TEXT + 2}").view(numpy.uint8).reshape(count, -1)
    number = numpy.full(256, -1)
    number[[ord(piece) for piece in PIECES]] = range(len(PIECES))
    pieces = numpy.full((count, MOST_MEN), -1)
    squares = numpy.zeros((count, MOST_MEN), dtype=int)
    found = numpy.zeros(count, dtype=int)
    square = numpy.full(count, 56)
    end = numpy.full(count, -1)
    for place in range(BOARD_TEXT):
        character = text[:, place]
        end[(end < 0) & (character == ord(" "))] = place
        inside = end < 0
        digits = inside & (character >= ord("1")) & (character <= ord("8"))
        square[digits] += character[digits] - ord("0")
        square[inside & (character == ord("/"))] -= 16
        man = numpy.flatnonzero(inside & (number[character] >= 0))
        pieces[man, found[man]] = number[character[man]]
        squares[man, found[man]] = square[man]
        found[man] += 1
        square[man] += 1
    return pieces, squares, text[numpy.arange(count), end + 1] == ord("b")


def views(pieces, squares, is_black, inputs):
    """What the mover and the other side see."""
    return tuple(_view(pieces, squares, side, inputs) for side in (is_black, ~is_black))


def _view(pieces, squares, is_black, inputs):
    """The inputs of one side: its own men first, its first rank below, its king on the files a to d."""
    is_man = pieces >= 0
    kinds = numpy.where(is_black[:, None], (pieces + 6) % 12, pieces)
    seen = numpy.where(is_black[:, None], squares ^ 56, squares)
    king = numpy.where(is_man & (kinds == KING), seen, 0).sum(axis=1)
    is_mirrored = king % 8 > 3
    seen = numpy.where(is_mirrored[:, None], seen ^ 7, seen)
    king = numpy.where(is_mirrored, king ^ 7, king)
    number = numpy.full(len(PIECES), -1)
    number[list(inputs.men)] = range(len(inputs.men))
    is_seen = is_man & (number[kinds] >= 0)
    columns = (number[kinds] * SQUARES + seen)[is_seen]
    counts = is_seen.sum(axis=1)
    behind = numpy.repeat(1 + inputs.region(king), counts) * inputs.common
    columns = numpy.stack([columns, columns + behind], axis=1).ravel()
    starts = numpy.concatenate([[0], numpy.cumsum(2 * counts)])
    ones = numpy.ones(len(columns), dtype=numpy.float32)
    return scipy.sparse.csr_matrix((ones, columns, starts), shape=(len(pieces), inputs.count))


def _parts(engine, fens):
    """The sum of the other terms (centipawns for White), and the share of it that scale and clock leave."""
    with counted(engine, fens, "--parts-only") as lines:
        head = json.loads(lines.readline())
    rest = numpy.array(head["sum"], dtype=float) - numpy.array(head["network"])
    return rest, numpy.array(head["scale"]) / head["full_scale"] * numpy.array(head["damping"])
