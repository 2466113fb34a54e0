"""Teaches a network batch by batch, at a rate that falls, and saves what it has learned regularly."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy

from training import position_file
from training.network_data import Teaching, usable
from training.network_model import CENTIPAWNS, Architecture, Network, Seen, from_bytes, to_bytes, unpacked

# The last step's share of the first one's rate; in between it falls along half a cosine, after a short climb.
LAST_RATE = 0.002
CLIMB = 300
# Positions held out that a report uses.
REPORT = 1 << 18


@dataclass(frozen=True)
class Settings:
    """What a network learns, and how.

    `count` positions in steps of `batch`; the greatest `rate`, which falls over `length` positions (None: `count`); the widths of
    the curves for the teacher's scores and the network's values; the `power` of the error that is minimised; the weight of the
    game's result beside the score; steps from one `report` to the next; and what to `start` from: a state of any width, or a
    network of this architecture as it is packed.
    """

    out: str
    architecture: Architecture
    men: range
    count: float
    batch: int
    rate: float
    teacher_width: float
    width: float
    length: float | None = None
    power: float = 2.0
    result_share: float = 0.0
    report: int = 500
    seed: int = 1
    start: str | Path | None = None


class Training:
    """A network that learns, and its records on disk: OUT, OUT.state.npz with all that a killed run needs, and OUT.csv."""

    def __init__(
        self, settings: Settings, held_out: str | Path, source: Callable[[range], Iterator[numpy.ndarray]]
    ) -> None:
        """`source` yields the batches with these numbers, or more."""
        self.settings = settings
        self.source = source
        self.architecture = settings.architecture
        self.teaching = Teaching(settings.teacher_width, settings.result_share)
        self.sharpness = CENTIPAWNS / settings.width
        others = usable(position_file.read(held_out), settings.men)
        self.held_out = others[::max(1, len(others) // REPORT)][:REPORT]
        self.steps = int(settings.count) // settings.batch
        self.length = int(settings.length or settings.count) // settings.batch
        self.state, self.curve = (Path(f"{settings.out}{end}") for end in (".state.npz", ".csv"))
        self.network = Network.fresh(self.architecture, settings.seed)
        if settings.start and not self.state.exists():
            self.begin_as(Path(settings.start))
        if self.state.exists():
            with numpy.load(self.state) as state:
                self.network.restore(state)

    def begin_as(self, start: Path) -> None:
        """Begins with the weights of a state, or of a network of the same architecture as `packable` has it."""
        if start.suffix == ".npz":
            with numpy.load(start) as state:
                self.network.take_over(state)
        else:
            data = unpacked(self.architecture, start.read_bytes())
            self.network.take_numbers(from_bytes(self.architecture, data))

    def rate(self, step: int) -> float:
        """The rate of a step: a short climb, then half a cosine."""
        done = min(1.0, step / self.length)
        falling = LAST_RATE + (1 - LAST_RATE) * (1 + numpy.cos(numpy.pi * done)) / 2
        return self.settings.rate * falling * min(1.0, (step + 1) / CLIMB)

    def held_out_error(self) -> float:
        """The mean squared error of the expected result in positions of other games."""
        found = [self.network.expected(Seen.of(self.architecture, part), self.sharpness) - self.teaching.targets(part)
                 for part in numpy.array_split(self.held_out, max(1, len(self.held_out) // 16384))]
        return float(numpy.mean(numpy.concatenate(found) ** 2))

    def run(self) -> None:
        network, settings = self.network, self.settings
        errors, since = [], time.perf_counter()
        if network.steps >= self.steps:
            return
        for positions in self.source(range(network.steps, self.steps)):
            seen = Seen.of(self.architecture, positions)
            rate = self.rate(network.steps)
            errors.append(network.learn(seen, self.teaching.targets(positions), self.sharpness, rate, settings.power))
            is_last = network.steps == self.steps
            if network.steps % settings.report == 0 or is_last:
                speed = len(errors) * settings.batch / (time.perf_counter() - since)
                self.report(float(numpy.mean(errors)), speed)
                errors, since = [], time.perf_counter()
            if is_last:
                return

    def report(self, error: float, speed: float) -> None:
        """Saves what has been learned, and reports the progress."""
        held_out = self.held_out_error()
        seen = self.network.steps * self.settings.batch
        print(f"{seen:12,} positions: error {error:.6f}, held out {held_out:.6f}; {speed:,.0f} a second", flush=True)
        with self.curve.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file).writerow([seen, f"{error:.7f}", f"{held_out:.7f}", f"{speed:.0f}"])
        part = self.state.with_suffix(".part.npz")
        numpy.savez(part, allow_pickle=False, **self.network.state())
        part.replace(self.state)
        Path(self.settings.out).write_bytes(to_bytes(self.network.whole_numbers()))
