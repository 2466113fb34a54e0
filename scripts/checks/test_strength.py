"""Tests of strength.py: scores are computed from results, and a page that differs from its data is found."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from checks import strength

DATA = """
[[game]]
opponent = "Somebody"
conditions = "endings"
wins = 3
draws = 0
losses = 1
error = 16
date = 2026-11-26
commit = "1234567"

[[level]]
match = "1250 against 1000"
games = 300
score = "83.0 %"
elo = "+276 ± 40"
date = 2026-11-23
commit = "1234567"

[[figure]]
what = "studies"
figure = "612 of 761"
command = "lucena suite"
date = 2026-11-26
commit = "1234567"
"""
PAGE = "# Strength\n" + "".join(
    f"<!-- {name}, generated -->\nold\n<!-- end of {name} -->\nText of {name}.\n" for name in ("game", "level", "figure")
)


class StrengthTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data, self.page = Path(folder.name) / "data.toml", Path(folder.name) / "page.md"
        self.data.write_text(DATA, encoding="utf-8")
        self.page.write_text(PAGE, encoding="utf-8")

    def call(self, *words: str) -> int:
        with contextlib.redirect_stderr(io.StringIO()):
            return strength.main([*words, "--data", str(self.data), "--page", str(self.page)])

    def test_a_score_and_its_elo_are_computed_from_the_results(self) -> None:
        self.call()
        page = self.page.read_text(encoding="utf-8")
        # Three of four points are 191 Elo by the logistic curve: 400 × log10 3.
        self.assertIn("| Somebody | endings | 4 (3-0-1) | 75.0 % | +191 ± 16 | 2026-11-26 | `1234567` |\n", page)

    def test_a_match_without_an_error_bar_has_no_elo(self) -> None:
        self.assertEqual(strength.elo_text({"wins": 4, "draws": 0, "losses": 0}), "")

    def test_what_stands_around_the_tables_stays(self) -> None:
        self.call()
        page = self.page.read_text(encoding="utf-8")
        self.assertTrue(page.startswith("# Strength\n") and page.endswith("Text of figure.\n"))
        self.assertNotIn("old", page)

    def test_a_page_that_differs_is_found_and_left_alone(self) -> None:
        self.assertEqual(self.call("--check"), 1)
        self.assertEqual(self.page.read_text(encoding="utf-8"), PAGE)
        self.assertEqual(self.call(), 0)
        self.assertEqual(self.call("--check"), 0)
        self.data.write_text(DATA.replace("wins = 3", "wins = 2"), encoding="utf-8")
        self.assertEqual(self.call("--check"), 1)

    def test_a_page_without_markers_is_an_error(self) -> None:
        self.page.write_text("# Strength\n", encoding="utf-8")
        self.assertRaises(ValueError, self.call)
