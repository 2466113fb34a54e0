"""The curve by which a score becomes chances to win, draw and lose (src/uci/win_draw_loss.toml), fitted to results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy
import scipy.optimize
import scipy.special

# No chance is taken for less than this: one surprise must not decide the fit.
LEAST_CHANCE = 1e-3


@dataclass(frozen=True)
class Chances:
    """A win is as likely as not at `even_chance`; `spread` more make the odds e to 1. Both are centipawns."""

    even_chance: float
    spread: float

    def of(self, scores: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """Chances to win, draw and lose."""
        win = scipy.special.expit((scores - self.even_chance) / self.spread)
        loss = scipy.special.expit((-scores - self.even_chance) / self.spread)
        return win, 1 - win - loss, loss

    def __str__(self) -> str:
        return f"win/draw/loss curve: even chance {self.even_chance:.0f} centipawns, spread {self.spread:.0f}"


def fit(scores: numpy.ndarray, results: numpy.ndarray, weights: numpy.ndarray) -> Chances:
    """The curve that makes the results most likely."""
    def surprise(constants: numpy.ndarray) -> float:
        win, draw, loss = Chances(*constants).of(scores)
        chance = numpy.select([results == 1, results == 0], [win, loss], draw)
        return -numpy.sum(weights * numpy.log(numpy.maximum(chance, LEAST_CHANCE)))
    return Chances(*scipy.optimize.minimize(surprise, (120, 45), method="Nelder-Mead").x)
