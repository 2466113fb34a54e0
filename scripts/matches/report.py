"""What match.py says while it plays and when it is done: the running score, the progress, the list of faults."""

from __future__ import annotations

import datetime
import sys
import time

from matches.pair_statistics import PAIR_NAMES, SequentialTest, estimate_elo, likelihood_of_superiority, pair_index
from matches.uci_engine import CRASH, HANG, ILLEGAL_MOVE, NO_START, TIME_LOSS
from matches.worker import PlayedGame

FAULT_KINDS = (CRASH, HANG, TIME_LOSS, ILLEGAL_MOVE, NO_START)
PROGRESS_SECONDS_OFF_TERMINAL = 30


class Scoreboard:
    """What has been played so far, from the first engine's side."""

    def __init__(self, names: list[str], sequential_test: SequentialTest | None) -> None:
        self._names = names
        self._test = sequential_test
        self._wins = self._draws = self._losses = 0
        self._pair_counts = [0] * len(PAIR_NAMES)
        self._half_pairs: dict[int, float] = {}
        self._faults: list[dict[str | None, list[int]]] = [{kind: [] for kind in FAULT_KINDS} for _ in names]

    @property
    def games(self) -> int:
        return self._wins + self._draws + self._losses

    @property
    def first_engine_is_clean(self) -> bool:
        return not any(self._faults[0].values())

    @property
    def verdict(self) -> str | None:
        return self._test.verdict(self._pair_counts) if self._test else None

    def add(self, played: PlayedGame) -> bool:
        """Counts a game; True when it completed its pair."""
        self._wins += played.first_points == 1
        self._draws += played.first_points == 0.5
        self._losses += played.first_points == 0
        if played.faulty_contender is not None:
            self._faults[played.faulty_contender][played.result.fault_kind].append(played.game)
        if played.pair not in self._half_pairs:
            self._half_pairs[played.pair] = played.first_points
            return False
        self._pair_counts[pair_index(self._half_pairs.pop(played.pair), played.first_points)] += 1
        return True

    def line(self) -> str:
        """The running score on one line."""
        percent = 100 * (self._wins + self._draws / 2) / max(1, self.games)
        parts = [f"games {self.games}", f"W-D-L {self._wins}-{self._draws}-{self._losses}", f"{percent:.1f} %"]
        if any(self._pair_counts):
            parts.append(f"Elo {estimate_elo(self._pair_counts)}")
            parts.append(f"LOS {100 * likelihood_of_superiority(self._pair_counts):.1f} %")
        parts.append(f"pairs {self._pair_counts}")
        parts.append(f"draws {100 * self._draws / max(1, self.games):.0f} %")
        if self._test:
            low, high = self._test.bounds
            ratio = self._test.log_likelihood_ratio(self._pair_counts)
            parts.append(f"LLR {ratio:+.2f} [{low:.2f}, {high:+.2f}]")
        return "  ".join(parts)

    def summary(self) -> str:
        """The last word: score, test verdict, and every game in which an engine misbehaved."""
        lines = [
            f"{self._names[0]} against {self._names[1]}",
            f"  {self.line()}",
            f"  pairs are [{', '.join(PAIR_NAMES)}]; +/- is the 95 % interval over pairs",
        ]
        if self._test:
            lines.append(f"  SPRT {self._test.elo0:g} {self._test.elo1:g}: {self._verdict_words(self._test)}")
        for name, faults in zip(self._names, self._faults):
            found = [f"{kind} x{len(games)} (games {_numbers(games)})" for kind, games in faults.items() if games]
            clean = "no crash, no hang, no time loss, no illegal move"
            lines.append(f"  {name}: {'; '.join(found) or clean}")
        return "\n".join(lines)

    def _verdict_words(self, test: SequentialTest) -> str:
        if self.verdict is None:
            return "not decided"
        return f"accepted: Elo {test.elo1 if self.verdict == 'elo1' else test.elo0:g}"


def _numbers(games: list[int], shown: int = 20) -> str:
    text = ", ".join(map(str, sorted(games)[:shown]))
    return text + (", ..." if len(games) > shown else "")


class Progress:
    """How far the match is, on stderr: one line that redraws itself on a terminal, a line now and then elsewhere."""

    def __init__(self, total_games: int) -> None:
        self._total = total_games
        self._started = time.monotonic()
        self._last_printed = self._started
        self._is_terminal = sys.stderr.isatty()

    def show(self, games: int) -> None:
        now = time.monotonic()
        if not self._is_terminal and now - self._last_printed < PROGRESS_SECONDS_OFF_TERMINAL:
            return
        self._last_printed = now
        seconds_left = (now - self._started) / max(1, games) * (self._total - games)
        left = datetime.timedelta(seconds=round(seconds_left)) if games else "?"
        text = f"{games}/{self._total} games, {left} left"
        if self._is_terminal:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
