"""The engines of a match, and the worker that plays pairs of its games."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import chess

from matches.game import Game, GameResult, GameRules
from matches.uci_engine import ILLEGAL_MOVE, EngineFault, UciEngine

# Name and value of a UCI option; a button has no value.
Option = tuple[str, str | None]


@dataclass(frozen=True)
class Contender:
    """One of the two engines: how to start it, what to set, what to call it."""

    command: str
    options: tuple[Option, ...]
    name: str


@dataclass(frozen=True)
class MatchPlan:
    """All a worker needs to know: pair N plays opening N, starting over when the book is through."""

    contenders: tuple[Contender, Contender]
    rules: GameRules
    openings: tuple[str, ...]
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
    def first_points(self) -> float:
        return self.result.white_points if self.first_is_white else 1 - self.result.white_points

    @property
    def faulty_contender(self) -> int | None:
        """0 or 1, or None."""
        if self.result.faulty_color is None:
            return None
        return int((self.result.faulty_color == chess.WHITE) != self.first_is_white)


class Worker:
    """Plays pair after pair with its own two engine processes, restarting one only after it misbehaved."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._engines: dict[int, UciEngine] = {}

    def play_pair(self, pair: int) -> list[PlayedGame]:
        """The two games of a pair."""
        return [PlayedGame(game, self._play(game, pair)) for game in (2 * pair + 1, 2 * pair + 2)]

    def quit(self) -> None:
        for engine in self._engines.values():
            engine.quit()

    def _play(self, game: int, pair: int) -> GameResult:
        places = {chess.WHITE: 0, chess.BLACK: 1} if game % 2 == 1 else {chess.WHITE: 1, chess.BLACK: 0}
        engines = {}
        for color, place in places.items():
            try:
                engines[color] = self._started(place)
            except EngineFault as fault:
                reason = f"{chess.COLOR_NAMES[color]} loses: {fault.kind}: {fault.text}"
                return GameResult(float(color == chess.BLACK), reason, "", fault.kind, color)
        headers = self._headers(pair, game, places)
        result = Game(self._plan.opening_of(pair), engines, self._plan.rules, headers).play()
        # An illegal move alone leaves a process that may play on.
        if result.faulty_color is not None and result.fault_kind != ILLEGAL_MOVE:
            self._engines.pop(places[result.faulty_color]).kill()
        return result

    def _headers(self, pair: int, game: int, places: dict[chess.Color, int]) -> dict[str, str]:
        names = [contender.name for contender in self._plan.contenders]
        return {
            "Event": f"{names[0]} - {names[1]}",
            "Site": "?",
            "Date": datetime.date.today().strftime("%Y.%m.%d"),
            "Round": f"{pair + 1}.{2 - game % 2}",
            "White": names[places[chess.WHITE]],
            "Black": names[places[chess.BLACK]],
            "Result": "*",
        }

    def _started(self, place: int) -> UciEngine:
        """The engine, started if it does not run."""
        if place not in self._engines:
            contender = self._plan.contenders[place]
            self._engines[place] = UciEngine(contender.command, contender.options)
        return self._engines[place]
