"""The statistics of a match result: Elo with error bars, likelihood of superiority, and a sequential test.

Everything rests on pairs of games, not on games. The two games of a pair start from the same opening with colours
swapped, so a lopsided opening shows up as one win for each side: counting single games would call that variance and
report error bars that are too wide. The counts of a pair's five possible outcomes are the pentanomial distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
PAIR_NAMES = ("LL", "LD", "DD/WL", "WD", "WW")
NORMAL_95_PERCENT = NormalDist().inv_cdf(0.975)
# An outcome not yet seen is not impossible; the usual stand-in for its count in sequential tests.
UNSEEN_PAIR_COUNT = 1e-3


@dataclass(frozen=True)
class EloEstimate:
    """Elo of the first engine over the second, with the ends of the 95 % interval (infinite at 0 % and 100 %)."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        margin = (self.high - self.low) / 2
        if math.isfinite(margin):
            return f"{self.elo:+.1f} +/- {margin:.1f}"
        return f"{self.elo:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


def elo_from_score(score: float) -> float:
    """The logistic curve inverted: the Elo difference at which `score` (0 to 1) is expected."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def pair_index(first_points: float, second_points: float) -> int:
    """Where a pair belongs in the counts, from the points (0, 0.5, 1) that the first engine made in its two games."""
    return round(2 * (first_points + second_points))


def mean_and_deviation(pair_counts: Sequence[int]) -> tuple[float, float]:
    """Mean score of a pair, from 0 to 1, and the standard error of that mean."""
    mean = fmean(PAIR_SCORES, pair_counts)
    variance = fmean([(score - mean) ** 2 for score in PAIR_SCORES], pair_counts)
    return mean, math.sqrt(variance / sum(pair_counts))


def estimate_elo(pair_counts: Sequence[int]) -> EloEstimate:
    """The Elo difference and its 95 % interval; the interval is set on the score and then carried over to Elo."""
    mean, deviation = mean_and_deviation(pair_counts)
    margin = NORMAL_95_PERCENT * deviation
    return EloEstimate(elo_from_score(mean), elo_from_score(mean - margin), elo_from_score(mean + margin))


def likelihood_of_superiority(pair_counts: Sequence[int]) -> float:
    """The probability that the first engine is the stronger one, by the normal approximation."""
    mean, deviation = mean_and_deviation(pair_counts)
    if deviation == 0.0:
        return 0.5 if mean == 0.5 else float(mean > 0.5)
    return NormalDist(0.5, deviation).cdf(mean)


@dataclass(frozen=True)
class SequentialTest:
    """SPRT of `elo0` against `elo1` (logistic Elo): play until one of the two is that much more likely."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which `elo0` and `elo1` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def accepted(self, pair_counts: Sequence[int]) -> float | None:
        """The Elo that the test has accepted, `elo0` or `elo1`; None while it is still open."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(pair_counts)
        if ratio >= high:
            return self.elo1
        return self.elo0 if ratio <= low else None

    def log_likelihood_ratio(self, pair_counts: Sequence[int]) -> float:
        """Generalised log-likelihood ratio of the two hypotheses.

        Under each, the outcome probabilities are the likeliest ones whose mean is the hypothesis's score, so no draw
        model is needed (Van den Bergh, "A practical introduction to the GSPRT").
        """
        if not any(pair_counts):
            return 0.0
        counts = [count or UNSEEN_PAIR_COUNT for count in pair_counts]
        total = sum(counts)
        observed = [count / total for count in counts]
        under_elo0 = _likeliest_distribution(observed, score_from_elo(self.elo0))
        under_elo1 = _likeliest_distribution(observed, score_from_elo(self.elo1))
        return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, under_elo0, under_elo1))


def _likeliest_distribution(observed: Sequence[float], mean: float) -> list[float]:
    """The distribution with the given mean under which `observed` is likeliest.

    It is p / (1 + t (x - mean)) with the t that makes the mean right; the left side of that equation falls
    steadily in t between the two ends where a probability would turn negative, so bisection finds it.
    """
    distances = [score - mean for score in PAIR_SCORES]
    low, high = -1 / distances[-1], -1 / distances[0]
    for _ in range(100):
        middle = (low + high) / 2
        excess = sum(p * d / (1 + middle * d) for p, d in zip(observed, distances))
        low, high = (middle, high) if excess > 0 else (low, middle)
    return [p / (1 + low * d) for p, d in zip(observed, distances)]
