"""Tests of random_games.py: the games that `cargo test` reads are its own, and what a review loses is found."""

import random
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from checks import random_games as rg

DATA = Path(__file__).parents[2] / "tests" / "data"


def different(original: str, reviewed: str) -> str:
    [one], [other] = list(rg.games(original)), list(rg.games(reviewed))
    return rg.compare(one, other)


class RandomGames(unittest.TestCase):
    def test_the_games_of_the_tests_are_made_by_this_script(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            rg.make(cast(Any, SimpleNamespace(folder=Path(folder), games=200, seed=1)))
            for name in ("random_games.pgn", "random_games.jsonl"):
                self.assertEqual(Path(folder, name).read_bytes(), (DATA / name).read_bytes(), name)

    def test_a_game_is_what_its_number_of_the_seed_says(self) -> None:
        one, other = (rg.random_game(random.Random(7), 1, odd=True) for _ in range(2))
        self.assertEqual(one, other)

    def test_what_a_review_adds_is_no_difference_and_what_it_loses_is_one(self) -> None:
        original = "1. e4 $1 {mine} (1. d4 {too}) e5 *\n\n"
        own = "1. e4 $4 $1 {[%eval 0.30] [%csl Re4] Words.} {mine} (1. d4 {too}) (1. c4 c5) 1... e5 {[%eval #-3]} *\n\n"
        self.assertEqual(different(original, own), "")
        for lost in (
            own.replace("$1 ", ""),
            own.replace("{mine}", ""),
            own.replace("{too}", ""),
            own.replace("(1. d4 {too})", ""),
            own.replace("(1. c4 c5)", "(1. c4 {said})"),
            own.replace("(1. c4 c5)", "(1. c4) (1. b4)"),
            own.replace("$4", "$4 $2"),
            own.replace("$4", "$7"),
            own.replace("1... e5", "1... e6"),
            own.replace("1... e5 {[%eval #-3]}", ""),
            own.replace("*", "1-0"),
            own.replace("[%eval 0.30]", ""),
        ):
            self.assertNotEqual(different(original, lost), "", lost)
