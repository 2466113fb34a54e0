"""The score of a match as it is played; prints it and writes the games."""

from __future__ import annotations

import datetime
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TextIO

from matches.pair_statistics import PAIR_NAMES, SequentialTest, estimate_elo, likelihood_of_superiority, pair_index
from matches.uci_engine import NO_START
from matches.worker import MatchPlan, PlayedGame


class Scoreboard:
    """The results so far, for the first engine."""

    def __init__(self, plan: MatchPlan, sprt: Sequence[float] | None, pgn: TextIO) -> None:
        """`sprt` has the two hypotheses of a sequential test, in Elo. Games are appended to `pgn`."""
        self._names = [contender.name for contender in plan.contenders]
        self._all_games = 2 * plan.pairs
        self._test = SequentialTest(*sprt) if sprt else None
        self._pgn = pgn
        self._began = time.monotonic()
        # Games by their points.
        self._games: Counter[float] = Counter()
        self._pair_counts = [0] * len(PAIR_NAMES)
        # For each engine, the games that it lost by a fault, by kind of fault.
        self._faults: list[dict[str | None, list[int]]] = [defaultdict(list), defaultdict(list)]

    @property
    def first_engine_is_clean(self) -> bool:
        return not self._faults[0]

    @property
    def is_over(self) -> bool:
        """Whether the match can end: the test is decided, or an engine no longer starts."""
        return self._accepted is not None or any(NO_START in faults for faults in self._faults)

    @property
    def _accepted(self) -> float | None:
        return self._test.accepted(self._pair_counts) if self._test else None

    def take(self, pair: Sequence[PlayedGame]) -> None:
        """Counts the two games of a pair, writes them down, and prints the faults and the score."""
        for played in pair:
            self._games[played.first_points] += 1
            if played.result.pgn:
                print(played.result.pgn, end="\n\n", file=self._pgn, flush=True)
            if played.faulty_contender is not None:
                self._faults[played.faulty_contender][played.result.fault_kind].append(played.game)
                print(f"game {played.game}: {self._names[played.faulty_contender]}, {played.result.reason}")
        first, second = pair
        self._pair_counts[pair_index(first.first_points, second.first_points)] += 1
        print(f"{self._line()}  {self._time_left()} left", flush=True)

    def _time_left(self) -> datetime.timedelta:
        """At the pace so far."""
        games = self._games.total()
        seconds = (time.monotonic() - self._began) * (self._all_games - games) / games
        return datetime.timedelta(seconds=round(seconds))

    def _line(self) -> str:
        """The running score on one line."""
        wins, draws, losses = (self._games[points] for points in (1, 0.5, 0))
        games = max(1, self._games.total())
        parts = [f"games {self._games.total()}", f"W-D-L {wins}-{draws}-{losses}", f"{100 * (wins + draws / 2) / games:.1f} %"]
        if any(self._pair_counts):
            parts.append(f"Elo {estimate_elo(self._pair_counts)}")
            parts.append(f"LOS {100 * likelihood_of_superiority(self._pair_counts):.1f} %")
        parts.append(f"pairs {self._pair_counts}")
        parts.append(f"draws {100 * draws / games:.0f} %")
        if self._test:
            low, high = self._test.bounds
            ratio = self._test.log_likelihood_ratio(self._pair_counts)
            parts.append(f"LLR {ratio:+.2f} [{low:.2f}, {high:+.2f}]")
        return "  ".join(parts)

    def summary(self) -> str:
        """The last word: score, test verdict, and every game in which an engine misbehaved."""
        lines = [
            f"{self._names[0]} against {self._names[1]}",
            f"  {self._line()}",
            f"  pairs are [{', '.join(PAIR_NAMES)}]; +/- is the 95 % interval over pairs",
        ]
        if self._test:
            found = "not decided" if self._accepted is None else f"accepted: Elo {self._accepted:g}"
            lines.append(f"  SPRT {self._test.elo0:g} {self._test.elo1:g}: {found}")
        for name, faults in zip(self._names, self._faults):
            kinds = [f"{kind} x{len(games)} (games {_numbers(games)})" for kind, games in faults.items()]
            clean = "no crash, no hang, no time loss, no illegal move"
            lines.append(f"  {name}: {'; '.join(kinds) or clean}")
        return "\n".join(lines)


def _numbers(games: list[int], shown: int = 20) -> str:
    text = ", ".join(map(str, sorted(games)[:shown]))
    return text + (", ..." if len(games) > shown else "")
