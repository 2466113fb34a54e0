"""Checks tune.py's parts without an engine: `python -m unittest` in this folder."""

import pathlib
import unittest

import numpy
import scipy.sparse
import tune_chances
from tune_data import Coefficients
from tune_model import Model
from tune_parameters import read_values, rewrite

PARAMETERS = pathlib.Path(__file__).parent.parent / "src" / "evaluation" / "parameters.toml"


def small_model() -> Model:
    coefficients = Coefficients(
        scale=numpy.array([64.0, 20.0, 36.0]),
        damping=numpy.array([1.0, 0.9, 0.5]),
        full_scale=64,
        sums=scipy.sparse.csr_matrix([[1.0, -2.0], [0.5, 0.0], [-3.0, 1.0]]),
        scales=scipy.sparse.csr_matrix([[0.0], [1.0], [2.0]]),
        sum_names=["material/pawn/1", "material/tempo/1"],
        scale_names=["scaling/few_pawns"],
        present={"material/pawn/1": 90, "material/tempo/1": 10, "scaling/few_pawns": 20},
    )
    return Model(coefficients, coefficients.present)


class ParameterFile(unittest.TestCase):
    def test_the_same_values_leave_the_file_as_it_is(self) -> None:
        text = PARAMETERS.read_text(encoding="utf-8")
        self.assertEqual(rewrite(text, read_values(text)), text)

    def test_every_number_is_found_by_its_name_and_nothing_else_changes(self) -> None:
        text = PARAMETERS.read_text(encoding="utf-8")
        wanted = {name: 7 * index - 400 for index, name in enumerate(read_values(text))}
        changed = rewrite(text, wanted)
        self.assertEqual(read_values(changed), wanted)
        comments = [line for line in text.splitlines() if line.startswith("#")]
        self.assertEqual([line for line in changed.splitlines() if line.startswith("#")], comments)


class Values(unittest.TestCase):
    def test_a_value_is_sum_times_scale_times_damping(self) -> None:
        model = small_model()
        numpy.testing.assert_allclose(model.values(model.present), [70.0, 12.65625, -73.125])

    def test_slopes_are_those_of_small_changes(self) -> None:
        model, slopes = small_model(), numpy.array([0.3, -1.0, 2.0])
        told = model.pull_back(model.present, slice(None), slopes)
        for index in range(len(model.names)):
            step = numpy.eye(len(model.names))[index] * 1e-4
            change = model.values(model.present + step) - model.values(model.present - step)
            self.assertAlmostEqual(told[index], float(change @ slopes) / 2e-4, places=5)


class WinDrawLoss(unittest.TestCase):
    def test_the_curve_behind_results_is_found_again(self) -> None:
        random = numpy.random.default_rng(3)
        scores = random.uniform(-400, 400, 40_000)
        win, draw, _ = tune_chances.Chances(150.0, 60.0).of(scores)
        drawn = random.random(len(scores))
        results = numpy.select([drawn < win, drawn < win + draw], [1.0, 0.5], 0.0)
        found = tune_chances.fit(scores, results, numpy.ones(len(scores)))
        self.assertAlmostEqual(found.even_chance, 150, delta=4)
        self.assertAlmostEqual(found.spread, 60, delta=3)


if __name__ == "__main__":
    unittest.main()
