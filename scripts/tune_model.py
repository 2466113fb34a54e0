"""The evaluation as a function of its parameters, and their fit to results; called by tune.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy
import scipy.optimize
import scipy.special
from tune_data import Coefficients, Games

# The variance of a result around its expectation, about: it weighs the pull to present values against the results.
RESULT_VARIANCE = 0.1
# Positions of one game have one result: together they say about as much as so many independent ones.
INDEPENDENT_POSITIONS = 3
# Steps of the optimiser.
STEPS = 300

# Some of the positions.
Rows = slice | numpy.ndarray


def expected_results(values: numpy.ndarray, width: float) -> numpy.ndarray:
    """Values in centipawns as results between 0 and 1; at a value of `width` the odds are e to 1."""
    return scipy.special.expit(values / width)


def mean_squared_error(expected: numpy.ndarray, results: numpy.ndarray, weights: numpy.ndarray) -> float:
    return float(numpy.sum(weights * (expected - results) ** 2) / numpy.sum(weights))


def fit_width(values: numpy.ndarray, results: numpy.ndarray, weights: numpy.ndarray) -> float:
    """The width at which the present values are nearest to the results."""
    def error(width: float) -> float:
        return mean_squared_error(expected_results(values, width), results, weights)
    return float(scipy.optimize.minimize_scalar(error, bounds=(20, 2000), method="bounded").x)


@dataclass(frozen=True)
class Target:
    """What is aimed at: the result, mixed with the result that the search's score expects."""

    mixed: numpy.ndarray
    share: float

    @staticmethod
    def of(games: Games, width: float, share: float) -> Target:
        return Target(share * games.results + (1 - share) * expected_results(games.scores, width), share)


class Model:
    """Values of all positions by parameters, exact in those of the sum, linear in the scales.

    Parameters stand in one vector: first those of the sum, then the scales; `start` is what they are pulled to.
    """

    def __init__(self, coefficients: Coefficients, start: Mapping[str, float]) -> None:
        self._coefficients = coefficients
        self.names = coefficients.sum_names + coefficients.scale_names
        self._sum_count = len(coefficients.sum_names)
        self.present = numpy.array([coefficients.present[name] for name in self.names], dtype=float)
        self.start = numpy.array([start[name] for name in self.names], dtype=float)

    def values(self, parameters: numpy.ndarray, which: Rows = slice(None)) -> numpy.ndarray:
        """The values of positions in centipawns for White."""
        sums, scales = self._parts(parameters, which)
        return sums * scales * self._coefficients.damping[which] / self._coefficients.full_scale

    def pull_back(self, parameters: numpy.ndarray, which: Rows, slopes: numpy.ndarray) -> numpy.ndarray:
        """What the parameters' slopes are where those of the values are `slopes`."""
        sums, scales = self._parts(parameters, which)
        slopes = slopes * self._coefficients.damping[which] / self._coefficients.full_scale
        inside = (scales > 0) & (scales < self._coefficients.full_scale)
        by_sum = self._coefficients.sums[which].T @ (slopes * scales)
        by_scale = self._coefficients.scales[which].T @ (slopes * sums * inside)
        return numpy.concatenate([by_sum, by_scale])

    def _parts(self, parameters: numpy.ndarray, which: Rows) -> tuple[numpy.ndarray, numpy.ndarray]:
        sum_parameters, scale_parameters = numpy.split(parameters, [self._sum_count])
        moved = scale_parameters - self.present[self._sum_count:]
        scales = self._coefficients.scale[which] + self._coefficients.scales[which] @ moved
        sums = self._coefficients.sums[which] @ sum_parameters
        return sums, numpy.clip(scales, 0, self._coefficients.full_scale)

    def restricted(self, which: Rows) -> Model:
        """The same model of some of the positions."""
        kept = self._coefficients
        fields = {**vars(kept), "scale": kept.scale[which], "damping": kept.damping[which], "sums": kept.sums[which],
                  "scales": kept.scales[which]}
        return Model(type(kept)(**fields), dict(zip(self.names, self.start)))

    def rounded(self, parameters: numpy.ndarray) -> dict[str, int]:
        """Whole numbers by name, scales within their range."""
        top = self._coefficients.full_scale
        whole = [round(value) for value in parameters]
        whole[self._sum_count:] = [min(max(value, 0), top) for value in whole[self._sum_count:]]
        return dict(zip(self.names, whole))


@dataclass(frozen=True)
class Fit:
    """A fit's settings: the curve's width, the target, and how many centipawns a parameter moves easily."""

    games: Games
    width: float
    target: Target
    freedom: float

    def run(self, model: Model, which: Rows) -> numpy.ndarray:
        """The parameters that fit the positions `which` best."""
        model = model.restricted(which)
        target, weights = self.target.mixed[which], self.games.weights[which]
        total = numpy.sum(weights)
        independent = INDEPENDENT_POSITIONS * len(numpy.unique(self.games.numbers[which]))
        pull = RESULT_VARIANCE / independent / self.freedom**2

        def loss(parameters: numpy.ndarray) -> tuple[float, numpy.ndarray]:
            expected = expected_results(model.values(parameters), self.width)
            error, away = expected - target, parameters - model.start
            slopes = 2 * weights * error * expected * (1 - expected) / self.width / total
            slope = model.pull_back(parameters, slice(None), slopes) + 2 * pull * away
            return numpy.sum(weights * error**2) / total + pull * numpy.sum(away**2), slope

        # In units of the freedom all parameters are of the same size.
        def scaled(parameters: numpy.ndarray) -> tuple[float, numpy.ndarray]:
            value, slope = loss(parameters * self.freedom)
            return value * independent, slope * self.freedom * independent

        start = model.present / self.freedom
        found = scipy.optimize.minimize(scaled, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
        return found.x * self.freedom
