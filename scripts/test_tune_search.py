"""Checks tune_search.py's parts without an engine: `python -m unittest discover` here."""

import pathlib
import random
import unittest

from tune_search import Number, Tuning, numbers_of

CONFIG = str(pathlib.Path(__file__).parent.parent / "engine.toml")


class Numbers(unittest.TestCase):
    def test_a_number_begins_where_the_engine_has_it(self) -> None:
        [number] = numbers_of(CONFIG, ["aspiration_window=4"])
        self.assertIn(f"\naspiration_window = {number.start:.0f}\n", pathlib.Path(CONFIG).read_text(encoding="utf-8"))

    def test_unknown_numbers_and_missing_steps_are_refused(self) -> None:
        for word in ("no_such_number=1", "aspiration_window", "pv_tree_=1"):
            with self.assertRaises(SystemExit):
                numbers_of(CONFIG, [word])


class Steps(unittest.TestCase):
    def test_both_sides_stand_a_step_to_either_side(self) -> None:
        tuning = Tuning([Number("one", 100.0, 7.0), Number("two", 50.0, 3.0)], seed=1)
        self.assertEqual(tuning.side([1, -1], 1), {"one": 107, "two": 47})
        self.assertEqual(tuning.side([1, -1], -1), {"one": 93, "two": 53})

    def test_numbers_go_where_games_are_won(self) -> None:
        # The nearer to these, the better: the difference decides on the games, behind much noise.
        best = {"one": 160.0, "two": 20.0}
        tuning = Tuning([Number("one", 100.0, 10.0), Number("two", 50.0, 5.0)], seed=2)
        chance = random.Random(3)
        for _ in range(20_000):
            varied = [chance.choice((-1, 1)) for _ in range(2)]
            sides = [tuning.side(varied, direction) for direction in (1, -1)]
            away = [sum(((side[name] - best[name]) / 30) ** 2 for name in best) for side in sides]
            tuning.learn(varied, 2.0 if chance.random() < 0.5 + 0.1 * (away[1] - away[0]) else -2.0)
        self.assertAlmostEqual(tuning.values[0], best["one"], delta=12)
        self.assertAlmostEqual(tuning.values[1], best["two"], delta=6)


if __name__ == "__main__":
    unittest.main()
