"""Checks the statistics of match.py: `python -m unittest discover` in scripts/.

Where a row says "fastchess", the expected numbers stand in the unit tests of that match runner (elo_test.cpp,
sprt_test.cpp), an implementation of its own; the others are worked out by hand beside the row.
"""

import math
import unittest

from matches.pair_statistics import (
    SequentialTest,
    elo_from_score,
    estimate_elo,
    likelihood_of_superiority,
    pair_index,
    score_from_elo,
)

# LL, LD, DD/WL, WD, WW; then Elo, its error, and LOS in percent (fastchess)
ELO_ROWS = [
    ([34, 54, 63, 64, 75], 55.58, 27.65, 100.00),
    ([332, 433, 498, 333, 334], -8.64, 10.33, 5.05),
    ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.00),
]

# LL, LD, DD/WL, WD, WW; then elo0, elo1, log-likelihood ratio (fastchess, logistic model)
SPRT_ROWS = [
    ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
    ([871, 26175, 55983, 26678, 821], 0, 2, -4.98),
]


class Elo(unittest.TestCase):
    def test_elo_error_and_superiority_agree_with_fastchess(self) -> None:
        for counts, elo, error, los_percent in ELO_ROWS:
            estimate = estimate_elo(counts)
            self.assertAlmostEqual(estimate.elo, elo, delta=0.01)
            self.assertAlmostEqual((estimate.high - estimate.low) / 2, error, delta=0.01)
            self.assertAlmostEqual(100 * likelihood_of_superiority(counts), los_percent, delta=0.01)

    def test_three_quarters_of_the_points_are_191_elo(self) -> None:
        # 400 log10(0.75 / 0.25) = 400 * 0.477121
        self.assertAlmostEqual(elo_from_score(0.75), 190.8485, places=4)
        self.assertAlmostEqual(score_from_elo(190.8485), 0.75, places=6)

    def test_decided_pairs_leave_no_interval(self) -> None:
        self.assertEqual(estimate_elo([0, 0, 0, 0, 4]).low, math.inf)
        self.assertEqual(likelihood_of_superiority([3, 0, 0, 0, 0]), 0.0)
        self.assertEqual(likelihood_of_superiority([0, 0, 7, 0, 0]), 0.5)

    def test_a_pair_is_counted_by_its_points(self) -> None:
        self.assertEqual([pair_index(0, 0), pair_index(0.5, 0), pair_index(1, 0)], [0, 1, 2])
        self.assertEqual([pair_index(0.5, 0.5), pair_index(0.5, 1), pair_index(1, 1)], [2, 3, 4])


class Sprt(unittest.TestCase):
    def test_likelihood_ratio_agrees_with_fastchess(self) -> None:
        for counts, elo0, elo1, expected in SPRT_ROWS:
            ratio = SequentialTest(elo0, elo1).log_likelihood_ratio(counts)
            self.assertAlmostEqual(ratio, expected, delta=0.01)

    def test_bounds_are_those_of_wald(self) -> None:
        # log(0.05 / 0.95) and log(0.95 / 0.05)
        low, high = SequentialTest(0, 5).bounds
        self.assertAlmostEqual(low, -2.9444, places=4)
        self.assertAlmostEqual(high, 2.9444, places=4)

    def test_swapped_results_mirror_the_ratio(self) -> None:
        counts = [5, 20, 60, 30, 9]
        ratio = SequentialTest(-3, 3).log_likelihood_ratio(counts)
        mirrored = SequentialTest(-3, 3).log_likelihood_ratio(counts[::-1])
        self.assertAlmostEqual(ratio, -mirrored, places=9)

    def test_a_clear_match_is_decided_and_a_young_one_is_not(self) -> None:
        self.assertEqual(SequentialTest(0, 20).accepted([1, 5, 40, 60, 40]), 20)
        self.assertEqual(SequentialTest(0, 20).accepted([40, 60, 40, 5, 1]), 0)
        self.assertIsNone(SequentialTest(0, 20).accepted([0, 1, 3, 2, 0]))
        self.assertIsNone(SequentialTest(0, 20).accepted([0, 0, 0, 0, 0]))
