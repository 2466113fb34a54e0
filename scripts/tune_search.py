#!/usr/bin/env python3
"""Tunes numbers of engine.toml's [search] by games of lucena against itself.

    python tune_search.py ../target/release/lucena --book OPENINGS.epd --book ENDINGS.epd --nodes 5000 --pairs 4000 \\
        reverse_futility_margin=10 static_pruning_margin=12

Simultaneous perturbation (J. Spall 1992): every pair of games is played by two engines of which one has every number a step
larger or smaller at random, and the other the opposite; each number then goes a little towards the side that scored more. A
step (after the equals sign) should be so large that it may matter. The result must be tested in a match against the
old numbers: the noise is far greater than the gain.
"""

import argparse
import multiprocessing
import pathlib
import random
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from arguments import natural, positive
from match import read_book
from matches.game import GameRules
from matches.uci_engine import NO_START
from matches.worker import Contender, MatchPlan, Worker

# By pure chance, a number moves about this share of a step times the square root of the pairs.
RATE = 0.02


@dataclass(frozen=True)
class Number:
    """A number to tune: its start and its step."""

    name: str
    start: float
    step: float


@dataclass(frozen=True)
class Task:
    """A pair of games: the direction in which each number is varied, the numbers of both engines, and the opening."""

    engine: str
    varied: list[int]
    sides: tuple[dict[str, int], dict[str, int]]
    opening: str
    nodes: int


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="lucena")
    parser.add_argument("numbers", nargs="+", metavar="NAME=STEP", help="numbers of [search], and how far each is varied")
    parser.add_argument("--book", action="append", required=True, help="openings, one FEN or EPD a line; several in turn")
    parser.add_argument("--nodes", type=positive, default=5000, help="nodes for each move")
    parser.add_argument("--pairs", type=positive, default=4000, help="pairs of games")
    parser.add_argument("--concurrency", type=positive, default=2, help="pairs at a time")
    parser.add_argument("--config", default=str(pathlib.Path(__file__).parent.parent / "engine.toml"), help="where they begin")
    parser.add_argument("--seed", type=natural, default=1, help="decides on steps and openings")
    return parser.parse_args()


def numbers_of(config: str, words: list[str]) -> list[Number]:
    """The numbers named on the command line. Raises SystemExit if one is unknown."""
    search = tomllib.loads(pathlib.Path(config).read_text(encoding="utf-8"))["search"]
    found = []
    for word in words:
        name, _, step = word.partition("=")
        if not isinstance(search.get(name), int) or not step:
            allowed = f"a number of [search] in {config} and its step, as in aspiration_window=4"
            raise SystemExit(f"{word!r} is invalid; allowed: {allowed}")
        found.append(Number(name, float(search[name]), float(step)))
    return found


def play_pair(task: Task) -> tuple[list[int], float]:
    """The directions of the numbers, and how much more the first side scored than the second in two games, from -2 to 2."""
    rules = GameRules(nodes=task.nodes, draw_moves=6, draw_score=8, resign_score=800)
    with tempfile.TemporaryDirectory() as folder:
        first, second = (contender(task.engine, side, pathlib.Path(folder, name)) for side, name in zip(task.sides, "ab"))
        worker = Worker(MatchPlan((first, second), rules, (task.opening,), pairs=1))
        try:
            games = worker.play_pair(0)
        finally:
            worker.quit()
    for game in games:
        if game.result.fault_kind == NO_START:
            raise RuntimeError(game.result.reason)
    return task.varied, 2 * sum(game.first_points for game in games) - 2


def contender(engine: str, side: dict[str, int], config: pathlib.Path) -> Contender:
    lines = [f"{name} = {value}" for name, value in side.items()]
    config.write_text("\n".join(["[search]", *lines, ""]), encoding="utf-8")
    return Contender(f"{engine} --config {config}", (("Hash", "8"),), config.name)


class Tuning:
    """The numbers on their way."""

    def __init__(self, numbers: list[Number], seed: int) -> None:
        self.numbers = numbers
        self.values = [number.start for number in numbers]
        self.random = random.Random(seed)

    def tasks(self, arguments: argparse.Namespace) -> Iterator[Task]:
        books = [read_book(book) for book in arguments.book]
        for pair in range(arguments.pairs):
            varied = [self.random.choice((-1, 1)) for _ in self.numbers]
            opening = self.random.choice(books[pair % len(books)])
            yield Task(arguments.engine, varied, (self.side(varied, 1), self.side(varied, -1)), opening, arguments.nodes)

    def side(self, varied: list[int], direction: int) -> dict[str, int]:
        """The numbers of one engine; between two integers chance decides."""
        wanted = [value + direction * sign * number.step
                  for number, value, sign in zip(self.numbers, self.values, varied)]
        return {number.name: int(value + self.random.random()) for number, value in zip(self.numbers, wanted)}

    def learn(self, varied: list[int], score: float) -> None:
        for place, (number, sign) in enumerate(zip(self.numbers, varied)):
            self.values[place] += RATE * score * sign * number.step

    def in_words(self) -> str:
        return " ".join(f"{number.name}={value:.1f}" for number, value in zip(self.numbers, self.values))


def main() -> None:
    arguments = read_arguments()
    tuning = Tuning(numbers_of(arguments.config, arguments.numbers), arguments.seed)
    waiting = multiprocessing.Semaphore(2 * arguments.concurrency)

    def tasks() -> Iterator[Task]:
        for task in tuning.tasks(arguments):
            # Not further ahead than the games in play: the next numbers depend on what is learned.
            waiting.acquire()
            yield task

    with multiprocessing.Pool(arguments.concurrency) as pool:
        for done, (varied, score) in enumerate(pool.imap_unordered(play_pair, tasks()), 1):
            waiting.release()
            tuning.learn(varied, score)
            if done % 50 == 0 or done == arguments.pairs:
                print(f"{done} pairs: {tuning.in_words()}", flush=True)


if __name__ == "__main__":
    main()
