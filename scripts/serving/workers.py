"""The workers as the front sees them: where each is, how much it has to do, and who answers next."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

# Seconds to wait for a worker when none can answer, and between two questions where one is.
PATIENCE = 30.0
BETWEEN_QUESTIONS = 0.05
# Every worker knows the results of so few men.
MEN_OF_TABLES = 4


class WorkerLost(Exception):
    """The worker ended, or the connection to it did, before it had answered."""


@dataclass(eq=False)
class Worker:
    """One `lucena serve`."""

    # Says where it is; waits until there is one.
    find: Callable[[], Awaitable[str]]
    # Where it is; None as long as nobody knows.
    address: str | None = None
    # Requests and streams that it answers now.
    under_way: int = 0
    # The position of its last solve: it knows the results around it.
    solved: str | None = None

    @contextlib.contextmanager
    def busy(self) -> Iterator[str]:
        """Counts a request; gives the address to ask."""
        if self.address is None:
            raise WorkerLost
        self.under_way += 1
        try:
            yield self.address
        finally:
            self.under_way -= 1


class Workers:
    """All workers."""

    def __init__(self, finders: Sequence[Callable[[], Awaitable[str]]]) -> None:
        self._workers = [Worker(find) for find in finders]
        self._found = asyncio.Condition()
        self._searches: set[asyncio.Task[None]] = set()
        for worker in self._workers:
            self._search(worker)

    async def one(self, without: Sequence[Worker] = (), fen: str | None = None) -> Worker | None:
        """The worker to ask next: the one that has solved what this position belongs to, otherwise the one with least to do.
        Waits some time if none is there. None if there is none but `without`, or all are lost."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._found:
                while not (there := [worker for worker in self._workers if worker.address is not None]):
                    await self._found.wait()
                free = [worker for worker in there if worker not in without]
                return min(free, key=lambda worker: (not knows(worker, fen), worker.under_way), default=None)
        return None

    def lost(self, worker: Worker, address: str) -> None:
        """A worker did not answer at this address; somebody looks where it is now."""
        if worker.address == address:
            worker.address, worker.solved = None, None
            self._search(worker)

    def _search(self, worker: Worker) -> None:
        search = asyncio.get_running_loop().create_task(self._find(worker))
        self._searches.add(search)
        search.add_done_callback(self._searches.discard)

    async def _find(self, worker: Worker) -> None:
        address = None
        while address is None:
            await asyncio.sleep(BETWEEN_QUESTIONS)
            # Whatever goes wrong with a worker that is being replaced: it is asked again.
            with contextlib.suppress(Exception):
                address = await worker.find()
        async with self._found:
            worker.address = address
            self._found.notify_all()

    def end(self) -> None:
        """Looks for no worker any more."""
        for search in self._searches:
            search.cancel()


def knows(worker: Worker, fen: str | None) -> bool:
    """Whether a position may belong to the worker's last solve: neither side has more men than there."""
    if fen is None or worker.solved is None or sum(men(fen)) <= MEN_OF_TABLES:
        return False
    return all(one <= most for one, most in zip(men(fen), men(worker.solved)))


def men(fen: str) -> tuple[int, int]:
    """White's and Black's men."""
    placement = fen.split()[0] if fen.split() else ""
    return sum(letter.isupper() for letter in placement), sum(letter.islower() for letter in placement)
