"""Hands blocks to workers, and has a block done again if its worker dies or hangs."""

from __future__ import annotations

import heapq
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from spreading.blocks import Block, WorkFailed

# After this many failed starts in a row, the run ends.
MOST_FAILED_STARTS = 3
# The driver waits this much longer than the worker itself, in seconds: a worker that ends by itself reports more.
GRACE = 15.0
# The longest wait for something to happen, in seconds.
LONGEST_WAIT = 1.0


class Kind(Enum):
    """The kind of an event."""

    READY = "ready"
    DONE = "done"
    # It could not do its block, and can go on.
    FAILED = "failed"
    # It has ended.
    LOST = "lost"


@dataclass(frozen=True)
class Event:
    """An event of a worker: the result of its block, or why there is none."""

    worker: Any
    kind: Kind
    result: Any = None
    reason: str = ""


class Pool(Protocol):
    """Workers somewhere."""

    def start(self) -> Any:
        """Starts a worker; READY or LOST follows."""

    def submit(self, worker: Any, block: Block) -> None:
        """Gives a worker a block; DONE, FAILED or LOST follows."""

    def wait(self, seconds: float) -> list[Event]:
        """Waits for events, at most this many seconds, and returns them."""

    def stop(self, worker: Any) -> None:
        """Ends a worker at once; it has no more events."""


@dataclass
class Tally:
    """The counts of a run."""

    blocks: int = 0
    redone: int = 0
    poisonous: list[int] = field(default_factory=list)


class Schedule:
    """One run."""

    def __init__(
        self,
        pool: Pool,
        workers: int,
        limit: float,
        deliver: Callable[[Block, Any], None],
        give_up: Callable[[Block, str], None],
        attempts: int = 3,
        in_flight: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`limit` is the time for a block in seconds. `deliver` takes the result of a block, `give_up` a block that has failed
        `attempts` times, with the last reason. At most `in_flight` blocks are in work, to be repeated, or done out of order;
        by default four for each worker."""
        self._pool = pool
        self._limit = limit
        self._deliver = deliver
        self._give_up = give_up
        self._attempts = attempts
        self._in_flight = in_flight or 4 * workers
        self._clock = clock
        self._workers = workers
        self._idle: list[Any] = []
        self._busy: dict[Any, tuple[Block, float]] = {}
        self._again: list[tuple[int, Block]] = []
        self._failures: dict[int, int] = {}
        self._failed_starts = 0
        self._is_exhausted = False
        # The unfinished blocks that were taken: by number, with their place in the order of taking.
        self._open: dict[int, int] = {}
        self._taken = 0
        self.tally = Tally()

    def run(self, blocks: Iterator[Block]) -> Tally:
        """Does all blocks."""
        for _ in range(self._workers):
            self._pool.start()
        while True:
            while self._idle and (block := self._next(blocks)):
                self._hand_out(self._idle.pop(), block)
            if self._is_exhausted and not self._open:
                return self.tally
            for event in self._pool.wait(self._patience()):
                self._take(event)
            self._end_overdue()

    def _next(self, blocks: Iterator[Block]) -> Block | None:
        """The block to do next: one that has to be done again goes first, because others wait behind it."""
        if self._again:
            return heapq.heappop(self._again)[1]
        # Blocks that are done early wait for the oldest open one.
        oldest = min(self._open.values(), default=self._taken)
        if self._is_exhausted or self._taken - oldest >= self._in_flight:
            return None
        block = next(blocks, None)
        if block is None:
            self._is_exhausted = True
            return None
        self._open[block.number] = self._taken
        self._taken += 1
        return block

    def _hand_out(self, worker: Any, block: Block) -> None:
        self._busy[worker] = (block, self._clock() + self._limit + GRACE)
        self._pool.submit(worker, block)

    def _patience(self) -> float:
        deadlines = [deadline for _, deadline in self._busy.values()]
        return max(0.0, min([LONGEST_WAIT, *(deadline - self._clock() for deadline in deadlines)]))

    def _take(self, event: Event) -> None:
        block, _ = self._busy.pop(event.worker, (None, 0.0))
        if event.kind is Kind.LOST:
            if block is None:
                self._failed_starts += 1
                if self._failed_starts >= MOST_FAILED_STARTS:
                    raise WorkFailed(f"no worker can start: {event.reason}")
            self._pool.stop(event.worker)
            self._pool.start()
        else:
            self._failed_starts = 0
            self._idle.append(event.worker)
        if block is None:
            return
        if event.kind is Kind.DONE:
            self._close(block)
            self.tally.blocks += 1
            self._deliver(block, event.result)
        else:
            self._do_again(block, event.reason)

    def _end_overdue(self) -> None:
        now = self._clock()
        for worker, (block, deadline) in list(self._busy.items()):
            if now >= deadline:
                del self._busy[worker]
                self._pool.stop(worker)
                self._pool.start()
                self._do_again(block, f"the worker was silent for {self._limit + GRACE:.0f} s")

    def _do_again(self, block: Block, reason: str) -> None:
        failures = self._failures[block.number] = self._failures.get(block.number, 0) + 1
        if failures < self._attempts:
            self.tally.redone += 1
            print(f"cluster.py: block {block.number} is repeated: {reason}", file=sys.stderr)
            heapq.heappush(self._again, (block.number, block))
            return
        print(f"cluster.py: block {block.number} is given up after {failures} attempts: {reason}", file=sys.stderr)
        self._close(block)
        self.tally.poisonous.append(block.number)
        self._give_up(block, reason)

    def _close(self, block: Block) -> None:
        self._open.pop(block.number, None)
        self._failures.pop(block.number, None)
