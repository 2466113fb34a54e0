"""What train_network.py works on: scored positions as both sides see them, and what the rest of the evaluation says."""

import functools
import itertools
import json
from dataclasses import dataclass

import numpy
import scipy.special

from network_loops import NO_MAN, blend_backwards
from tune_data import counted, read_rows

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
        """How many inputs the regions have together."""
        return self.common * self.regions

    def region(self, king):
        """The number of the region of a king's square."""
        side = self.region_side
        return king // 8 // side * (4 // side) + king % 8 // side


@dataclass(frozen=True)
class Views:
    """What one side sees of each position: the inputs of its men that count wherever its king stands, and the region of
    its king."""

    inputs: Inputs
    columns: numpy.ndarray
    regions: numpy.ndarray

    def __len__(self):
        return len(self.columns)

    def at(self, which):
        """The views of the positions `which`."""
        return Views(self.inputs, self.columns[which], self.regions[which])

    @property
    def starts(self):
        """Where the inputs of the king's region begin among those of all regions."""
        return self.regions.astype(numpy.int32) * self.inputs.common


@dataclass(frozen=True)
class Games:
    """The search's scores (centipawns) in the positions of whole games, their results and numbers; all White's."""

    scores: numpy.ndarray
    results: numpy.ndarray
    numbers: numpy.ndarray

    def outlook(self, width, following):
        """What result is to be expected of each position, by its own score and those of the positions after it.

        Each counts `following` times as much as the one before, and the result what is left: temporal differences
        (Sutton 1988). A search of few nodes sees what becomes of a position only a few moves later.
        """
        expected = scipy.special.expit(self.scores / width).astype(numpy.float32)
        blend_backwards(expected, self.results, self.numbers, numpy.float32(following))
        return expected


@dataclass(frozen=True)
class Positions:
    """Positions from the mover's point of view, with the numbers of their games.

    `place` says which output layer each has. The evaluation's value is (rest + network) x share, in centipawns; scores
    are centipawns, results 0 to 1. `rows` says where they stand in `games`, which have others, too.
    """

    own: Views
    enemy: Views
    place: numpy.ndarray
    rest: numpy.ndarray
    share: numpy.ndarray
    is_black: numpy.ndarray
    rows: numpy.ndarray
    games: Games

    @functools.cached_property
    def scores(self):
        scores = self.games.scores[self.rows]
        return numpy.where(self.is_black, -scores, scores)

    @functools.cached_property
    def results(self):
        return self._for_mover(self.games.results)

    @property
    def numbers(self):
        return self.games.numbers[self.rows]

    def outlook(self, width, following):
        """What Games.outlook says, for the mover."""
        return self._for_mover(self.games.outlook(width, following))

    def _for_mover(self, expected):
        expected = expected[self.rows]
        return numpy.where(self.is_black, 1 - expected, expected)


def has_any(pieces, names):
    """Whether a position has any of these men."""
    return numpy.isin(pieces, [PIECES.index(name) for name in names]).any(axis=1)


def is_pawn_ending(pieces):
    return ~has_any(pieces, "NBRQnbrq")


def has_bare_king(pieces):
    is_man = pieces >= 0
    is_white = is_man & (pieces <= KING)
    return (is_white.sum(axis=1) == 1) | ((is_man & ~is_white).sum(axis=1) == 1)


def positions_of(engine, paths, architecture, is_asked):
    """The positions of files of games for which `is_asked` of their men, as both sides see them."""
    rows = read_rows(paths)
    chunks = []
    first = 0
    while chunk := list(itertools.islice(rows, CHUNK)):
        chunks.append(_chunk(engine, chunk, first, architecture, is_asked))
        first += len(chunk)
    columns = [numpy.concatenate(column) for column in zip(*chunks)]
    seen = Views(architecture.inputs, *columns[:2]), Views(architecture.inputs, *columns[2:4])
    return Positions(*seen, *columns[4:9], Games(*columns[9:]))


def _chunk(engine, rows, first, architecture, is_asked):
    """Columns of the asked ones among positions of which so many stand before the first, then of all positions."""
    fens, results, numbers, scores = zip(*rows)
    pieces, squares, is_black = parse(fens)
    which = numpy.flatnonzero(is_asked(pieces))
    pieces, squares, is_black = pieces[which], squares[which], is_black[which]
    own, enemy = views(pieces, squares, is_black, architecture.inputs)
    rest, share = _parts(engine, [fens[number] for number in which])
    sign = numpy.where(is_black, -1, 1).astype(numpy.float32)
    scores, results = (numpy.array(column, dtype=numpy.float32) for column in (scores, results))
    return (own.columns, own.regions, enemy.columns, enemy.regions, architecture.output_of(pieces).astype(numpy.uint8),
            rest * sign, share, is_black, (first + which).astype(numpy.int32),
            scores, results, numpy.array(numbers, dtype=numpy.int32))


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
    columns = numpy.where(is_seen, number[kinds] * SQUARES + seen, NO_MAN)
    return Views(inputs, columns.astype(numpy.uint16), inputs.region(king).astype(numpy.uint8))


def _parts(engine, fens):
    """The sum of the other terms (centipawns for White), and the share of it that scale and clock leave."""
    with counted(engine, fens, "--parts-only") as lines:
        head = json.loads(lines.readline())
    rest = numpy.array(head["sum"], dtype=numpy.float32) - numpy.array(head["network"], dtype=numpy.float32)
    share = numpy.array(head["scale"]) / head["full_scale"] * numpy.array(head["damping"])
    return rest, share.astype(numpy.float32)
