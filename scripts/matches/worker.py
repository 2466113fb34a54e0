"""What a worker process of match.py does: plays pairs of games and sends each result home as soon as it is there."""

from __future__ import annotations

import datetime
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.sharedctypes import Synchronized

import chess

from matches.game import Game, GameResult, GameRules
from matches.uci_engine import CRASH, HANG, NO_START, TIME_LOSS, EngineFault, UciEngine

# After these an engine's process is gone or not to be trusted with another game.
FATAL_TO_PROCESS = (CRASH, HANG, TIME_LOSS, NO_START)


@dataclass(frozen=True)
class Contender:
    """One of the two engines: how to start it, what to set, what to call it."""

    command: str
    options: tuple
    name: str


@dataclass(frozen=True)
class MatchPlan:
    """All a worker needs to know: pair N plays opening N, starting over when the book is through."""

    contenders: tuple
    rules: GameRules
    openings: tuple
    pairs: int

    def opening_of(self, pair: int) -> str:
        return self.openings[pair % len(self.openings)]


@dataclass(frozen=True)
class PlayedGame:
    """A result on its way to the scoreboard; `game` counts from 1, the first engine is white in odd ones."""

    game: int
    result: GameResult

    @property
    def first_is_white(self) -> bool:
        return self.game % 2 == 1

    @property
    def pair(self) -> int:
        return (self.game - 1) // 2

    @property
    def first_points(self) -> float:
        return self.result.white_points if self.first_is_white else 1 - self.result.white_points

    @property
    def faulty_contender(self) -> int | None:
        """0 or 1, or None."""
        if self.result.faulty_color is None:
            return None
        return 0 if (self.result.faulty_color == chess.WHITE) == self.first_is_white else 1


class Worker:
    """Plays pair after pair with its own two engine processes, restarting one only after it misbehaved."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._engines: list[UciEngine | None] = [None, None]

    def play_pair(self, pair: int) -> Iterator[PlayedGame]:
        """The two games of a pair, each as soon as it is played."""
        for game in (2 * pair + 1, 2 * pair + 2):
            yield PlayedGame(game, self._play(game, pair))

    def quit(self) -> None:
        for engine in filter(None, self._engines):
            engine.quit()

    def _play(self, game: int, pair: int) -> GameResult:
        white, black = (0, 1) if game % 2 == 1 else (1, 0)
        headers = self._headers(pair, game, white, black)
        engines = {}
        for index, color in ((white, chess.WHITE), (black, chess.BLACK)):
            try:
                engines[color] = self._started(index)
            except EngineFault as fault:
                return self._lost_before_the_start(color, fault)
        result = Game(self._plan.opening_of(pair), engines, self._plan.rules, headers).play()
        if result.fault_kind in FATAL_TO_PROCESS:
            self._discard(white if result.faulty_color == chess.WHITE else black)
        return result

    def _headers(self, pair: int, game: int, white: int, black: int) -> dict[str, str]:
        names = [contender.name for contender in self._plan.contenders]
        return {
            "Event": f"{names[0]} - {names[1]}",
            "Site": "?",
            "Date": datetime.date.today().strftime("%Y.%m.%d"),
            "Round": f"{pair + 1}.{2 - game % 2}",
            "White": names[white],
            "Black": names[black],
            "Result": "*",
        }

    def _started(self, index: int) -> UciEngine:
        """The engine, started if it does not run."""
        engine = self._engines[index]
        if engine is None:
            contender = self._plan.contenders[index]
            engine = self._engines[index] = UciEngine(contender.command, contender.options)
        return engine

    def _lost_before_the_start(self, color: chess.Color, fault: EngineFault) -> GameResult:
        reason = f"{chess.COLOR_NAMES[color]} loses: {fault.kind}: {fault.text}"
        points = 0.0 if color == chess.WHITE else 1.0
        return GameResult(points, reason, "abandoned", "", 0, fault.kind, color)

    def _discard(self, index: int) -> None:
        if engine := self._engines[index]:
            engine.kill()
        self._engines[index] = None


def _take_number(counter: Synchronized) -> int:
    with counter.get_lock():
        counter.value += 1
        return counter.value - 1


def run_worker(plan: MatchPlan, results: Queue, next_pair: Synchronized) -> None:
    """A worker process: Ctrl-C is left to the parent, and its SIGTERM unwinds so that no engine is left behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    worker = Worker(plan)
    try:
        while (pair := _take_number(next_pair)) < plan.pairs:
            for played in worker.play_pair(pair):
                results.put(played)
    finally:
        worker.quit()
