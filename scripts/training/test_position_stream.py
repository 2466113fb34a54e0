"""Checks that parts come one after the other, each once, and that a killed run finds its place."""

import itertools
import os
import pathlib
import tempfile
import unittest
from typing import ClassVar

import numpy

import make_network
from training import network_data, position_file
from training.position_stream import PositionStream, Recipe, balanced_endings

ROOT = pathlib.Path(__file__).parents[2]
BUILT = [ROOT / "target" / profile / "lucena" for profile in ("release", "debug")]


class Parts(Recipe):
    """Parts of 1,000 positions and one more for each part, which differ by their scores."""

    made: ClassVar[list[int]] = []

    def make(self, part: int, out: pathlib.Path) -> None:
        if out.exists():
            return
        self.made.append(part)
        count = 1000 + part
        block = numpy.repeat(network_data.position_of("8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9")[None], count)
        block["score"] = part * 2000 + numpy.arange(count)
        position_file.write(out, "nobody", [block])


def parts() -> Parts:
    return Parts(pathlib.Path("none"), None, games=1, copies=1, men=range(2, 33), endings_share=0, start_share=0, seed=7)


class Stream(unittest.TestCase):
    def test_each_part_comes_once_and_then_is_gone(self) -> None:
        with tempfile.TemporaryDirectory() as path:
            folder = pathlib.Path(path)
            Parts.made.clear()
            found = list(PositionStream(parts(), folder).batches(100, range(31)))
            self.assertEqual(Parts.made, [0, 1, 2, 3])
            scores = [set(batch["score"] // 2000) for batch in found]
            self.assertEqual(scores, [{part} for part in (0, 1, 2) for _ in range(10)] + [{3}])
            self.assertEqual(len(set(numpy.concatenate(found)["score"].tolist())), 3100)
            self.assertFalse((folder / "part-0.positions").exists() or (folder / "part-1.positions").exists())

    def test_a_killed_run_does_not_make_its_last_part_again(self) -> None:
        with tempfile.TemporaryDirectory() as path:
            Parts.made.clear()
            list(itertools.islice(PositionStream(parts(), pathlib.Path(path)).batches(100, range(99)), 11))
            list(PositionStream(parts(), pathlib.Path(path)).batches(100, range(8, 9)))
            self.assertEqual(Parts.made.count(0), 1)

    def test_a_killed_run_goes_on_with_the_next_batch(self) -> None:
        with tempfile.TemporaryDirectory() as at_once, tempfile.TemporaryDirectory() as in_two:
            whole = list(PositionStream(parts(), pathlib.Path(at_once)).batches(100, range(35)))
            for begin in (0, 4, 10, 19, 27):
                stream = PositionStream(parts(), pathlib.Path(in_two))
                found = list(stream.batches(100, range(begin, begin + 8)))
                for batch, expected in zip(found, whole[begin : begin + 8], strict=True):
                    numpy.testing.assert_array_equal(batch, expected)


class Endings(unittest.TestCase):
    def records(self, *described: tuple[str, int, int, bool]) -> numpy.ndarray:
        """Positions with a score, an origin, and whether a game begins there."""
        made = []
        for fen, score, origin, first in described:
            record = network_data.position_of(fen)
            record["score"] = score
            record["passant_and_origin"] |= origin << 4
            record["state"] |= position_file.FIRST_OF_GAME if first else 0
            made.append(record)
        return numpy.stack(made)

    def test_games_begin_in_one_balanced_ending_of_each_game_from_the_start_position(self) -> None:
        ending, next_ending = "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9", "8/5pk1/6p1/8/2R5/4K1P1/5P2/1r6 b - - 4 9"
        bare = "8/5pk1/8/8/1R6/4K3/8/8 w - - 3 9"
        start = position_file.START
        played = self.records(
            (ending, 40, start, True), (next_ending, -100, start, False), (bare, 0, start, False),
            (ending, 101, start, True), (ending, position_file.NO_SCORE, start, False),
            (ending, 0, position_file.RANDOM, True),
            (next_ending, 5, start, True),
        )
        drawn = {tuple(balanced_endings(played, seed)["score"].tolist()) for seed in range(20)}
        self.assertEqual(drawn, {(40, 5), (-100, 5)})


class Whole(unittest.TestCase):
    def test_the_same_seed_makes_the_same_network(self) -> None:
        """A small run of the script that makes the networks of the program, with lucena itself as the teacher."""
        built = [program for program in BUILT if program.exists()]
        if not built:
            self.skipTest("lucena is not built")
        program = max(built, key=os.path.getmtime)
        made = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as path:
                words = (f"endings --lucena {program} --folder {path}/data --out {path}/network.bin --count 70000 --games 100 "
                         "--batch 32768 --units 32 --workers 2")
                make_network.make(make_network.read_arguments(words.split()))
                made.append(pathlib.Path(path, "network.bin").read_bytes())
                self.assertEqual(len(pathlib.Path(path, "network.bin.packable").read_bytes()), len(made[-1]))
        self.assertEqual(made[0], made[1])
