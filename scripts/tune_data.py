"""What tune.py works on: the positions of self-played games, and what each parameter counts in them."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

import numpy
import scipy.sparse

# A game counts at most as much as so many positions: a long drawn one would otherwise outweigh many short wins.
GAME_POSITIONS = 20


@dataclass(frozen=True)
class Games:
    """Positions with their game's result and the search's score (centipawns), both White's. Games are numbered from 0."""

    positions: list
    results: numpy.ndarray
    numbers: numpy.ndarray
    scores: numpy.ndarray
    weights: numpy.ndarray
    count: int

    @staticmethod
    def read(paths: Iterable[str]) -> Games:
        """Reads what `lucena selfplay` wrote."""
        positions, results, games, scores = zip(*read_rows(paths))
        numbers = numpy.array(games)
        lengths = numpy.bincount(numbers)
        weights = (numpy.minimum(lengths, GAME_POSITIONS) / lengths)[numbers]
        return Games(list(positions), numpy.array(results), numbers, numpy.array(scores), weights, numbers[-1] + 1)

    def split(self, share: float, seed: int) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Indices of the positions of training games and of held-out games."""
        return split(self.numbers, share, seed)


def read_rows(paths: Iterable[str]) -> Iterator[tuple[str, float, int, float]]:
    """Position, result, game's number and score by line; games of different files are different games."""
    number = -1
    for path in paths:
        last = None
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                position, result, game, score = line.rstrip("\n").split(";")
                number += game != last
                last = game
                yield position, float(result), number, float(score)


def split(numbers: numpy.ndarray, share: float, seed: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Indices of the positions of training games and of held-out games, by the numbers of the positions' games."""
    held_out = numpy.random.default_rng(seed).random(numbers.max() + 1) < share
    mask = held_out[numbers]
    return numpy.flatnonzero(~mask), numpy.flatnonzero(mask)


@dataclass(frozen=True)
class Coefficients:
    """The linear picture of the evaluation at some parameters: value = sum x scale / full scale x damping.

    `sums` and `scales` have a row for each position and a column for each parameter of `sum_names`, `scale_names`.
    """

    scale: numpy.ndarray
    damping: numpy.ndarray
    full_scale: int
    sums: scipy.sparse.csr_matrix
    scales: scipy.sparse.csr_matrix
    sum_names: list
    scale_names: list
    present: dict


@contextlib.contextmanager
def counted(engine: str, positions: list[str], *options: str) -> Iterator[IO[str]]:
    """The lines of `lucena coefficients` for positions."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write("\n".join(positions) + "\n")
        file.flush()
        command = [engine, "coefficients", file.name, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout is not None
            yield process.stdout
    if process.returncode != 0:
        raise RuntimeError(f"{engine} coefficients ended with code {process.returncode}")


def read_coefficients(engine: str, positions: list[str], parameters: str) -> Coefficients:
    """Has the engine count every parameter in every position."""
    with counted(engine, positions, "--parameters", parameters) as lines:
        head = json.loads(lines.readline())
        counts = [_packed(json.loads(line)) for line in lines]
    sums = [parameter for parameter in counts if parameter["part"] == "sum"]
    scales = [parameter for parameter in counts if parameter["part"] == "scale"]
    return Coefficients(
        scale=numpy.array(head["scale"], dtype=float),
        damping=numpy.array(head["damping"]),
        full_scale=head["full_scale"],
        sums=_matrix(sums, len(positions)),
        scales=_matrix(scales, len(positions)),
        sum_names=[parameter["name"] for parameter in sums],
        scale_names=[parameter["name"] for parameter in scales],
        present={parameter["name"]: parameter["value"] for parameter in counts},
    )


def _packed(parameter: dict) -> dict:
    parameter["positions"] = numpy.array(parameter["positions"], dtype=numpy.int32)
    parameter["coefficients"] = numpy.array(parameter["coefficients"], dtype=float)
    return parameter


def _matrix(parameters: list[dict], positions: int) -> scipy.sparse.csr_matrix:
    starts = numpy.cumsum([0] + [len(parameter["positions"]) for parameter in parameters])
    data = numpy.concatenate([parameter["coefficients"] for parameter in parameters])
    rows = numpy.concatenate([parameter["positions"] for parameter in parameters])
    return scipy.sparse.csc_matrix((data, rows, starts), shape=(positions, len(parameters))).tocsr()
