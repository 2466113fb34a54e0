"""The jobs that the front has begun. It watches each of them at its worker, keeps what it knows, and begins it again on another
worker if its own ends: the journals lie in a folder that the workers share."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from serving.forward import Answered, Forward
from serving.refusals import refusal
from serving.requests import Asked
from serving.streams import EVENTS, whole
from serving.workers import Worker, WorkerLost

OVER = ("done", "failed", "cancelled")
# The most jobs that have ended and are kept.
MOST_ENDED = 50
# Seconds before a job is offered again that no worker takes.
BEFORE_NEXT_OFFER = 2.0


@dataclass(eq=False)
class Job:
    """A job: what the client knows of it, and where it is."""

    number: int
    asked: Asked
    # The same for jobs of which only one may be under way; None for the others.
    key: str | None
    worker: Worker
    # Its object, with our number, and its number there.
    view: dict[str, Any]
    there: str
    pgn: Answered | None = None
    # What its owner wants of it, also of a worker that takes it over.
    is_paused: bool = False
    is_ended: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.view["state"] in OVER

    async def show(self, view: dict[str, Any]) -> None:
        """Takes what its worker says of it."""
        async with self.changed:
            self.view = {**view, "id": str(self.number)}
            self.changed.notify_all()

    async def views(self, patience: float) -> AsyncIterator[dict[str, Any] | None]:
        """What is known of it now, and again at every change until it is over; None if nothing happens for so many seconds."""
        while True:
            view = self.view
            yield view
            if view["state"] in OVER:
                return
            while self.view is view:
                try:
                    async with asyncio.timeout(patience), self.changed:
                        await self.changed.wait()
                except TimeoutError:
                    yield None


class Jobs:
    """All jobs."""

    def __init__(self, forward: Forward) -> None:
        self._forward = forward
        self._jobs: dict[int, Job] = {}
        self._last = 0
        self._followers: set[asyncio.Task[None]] = set()

    def find(self, name: str) -> Job | None:
        """The job of that number; None if there is none."""
        return self._jobs.get(int(name)) if name.isascii() and name.isdecimal() else None

    def newest_first(self) -> list[Job]:
        """All jobs."""
        return sorted(self._jobs.values(), key=lambda job: -job.number)

    async def begin(self, asked: Asked) -> web.Response:
        """Begins a job on the worker that has least to do."""
        key = key_of(asked)
        same = next((job for job in self._jobs.values() if key and job.key == key and not job.is_over), None)
        if same is not None:
            return refusal(409, f"job {same.number} does this already")
        answer = await self._forward.answered(asked)
        if isinstance(answer, web.Response) or answer.status != 202:
            return answer if isinstance(answer, web.Response) else answer.response()
        view = json.loads(answer.body)
        self._last += 1
        job = Job(self._last, asked, key, answer.worker, {**view, "id": str(self._last)}, view["id"])
        self._jobs[job.number] = job
        self._drop_old()
        follower = asyncio.get_running_loop().create_task(self._follow(job))
        self._followers.add(follower)
        follower.add_done_callback(self._followers.discard)
        return web.json_response(job.view, status=202)

    def forget(self, job: Job) -> None:
        """Forgets a job that has ended."""
        self._jobs.pop(job.number, None)

    def end(self) -> None:
        """Watches nothing any more; the workers end the jobs."""
        for follower in self._followers:
            follower.cancel()

    def _drop_old(self) -> None:
        ended = [job for job in self._jobs.values() if job.is_over]
        for job in ended[: max(0, len(ended) - MOST_ENDED)]:
            self.forget(job)

    async def _follow(self, job: Job) -> None:
        """Watches a job until it is over, wherever it goes on."""
        while not job.is_over:
            try:
                await self._watch(job)
            except WorkerLost:
                await self._begin_again(job)

    async def _watch(self, job: Job) -> None:
        """Takes every change until the job is over; raises WorkerLost if its worker does not have it any more."""
        async with self._forward.opened(job.worker, Asked("GET", f"/api/jobs/{job.there}/events")) as answer:
            if answer.status != 200:
                raise WorkerLost
            async for events in whole(answer.content, EVENTS.end):
                for view in filter(None, map(view_of, events)):
                    await self._take(job, view)
        if not job.is_over:
            raise WorkerLost

    async def _take(self, job: Job, view: dict[str, Any]) -> None:
        if view["state"] == "done" and view["kind"] == "review":
            # Whoever sees that it is done may ask for the games at once.
            job.pgn = await self._forward.to(job.worker, Asked("GET", f"/api/jobs/{job.there}/pgn"))
        if view["state"] == "done" and view["kind"] == "solve":
            job.worker.solved = view["title"]
        if view["state"] == "running" and job.is_paused:
            await self._forward.to(job.worker, Asked("POST", f"/api/jobs/{job.there}/pause"))
        await job.show(view)

    async def _begin_again(self, job: Job) -> None:
        """Offers a job to the workers until one takes it. Its journal has what was done."""
        while not job.is_over:
            if job.is_ended:
                return await job.show({**job.view, "state": "cancelled"})
            await job.show({**job.view, "state": "waiting", "ahead": None})
            answer = await self._forward.answered(job.asked)
            if answer.status == 202 and isinstance(answer, Answered):
                job.worker, job.there = answer.worker, json.loads(answer.body)["id"]
                return
            if answer.status not in (409, 429, 503):
                said = json.loads(answer.body)["error"] if isinstance(answer, Answered) else "its workers ended"
                return await job.show({**job.view, "state": "failed", "error": said})
            # 409: its worker lives, and only the connection had ended.
            with contextlib.suppress(WorkerLost):
                there = await self._forward.to(job.worker, Asked("GET", f"/api/jobs/{job.there}"))
                if answer.status == 409 and there.status == 200:
                    return
            await asyncio.sleep(BEFORE_NEXT_OFFER)


def view_of(event: bytes) -> dict[str, Any] | None:
    """The object of an event about a job; None for a sign of life."""
    lines = event.decode().splitlines()
    data = [line.removeprefix("data:").strip() for line in lines if line.startswith("data:")]
    return json.loads("\n".join(data)) if "event: job" in lines and data else None


def key_of(asked: Asked) -> str | None:
    """What only one job may do at a time, as lucena tells it: a solve by its position, a review by its games and words."""
    if asked.path.startswith("/api/solve"):
        with contextlib.suppress(ValueError, AttributeError, TypeError):
            return "solve " + " ".join(json.loads(asked.body)["fen"].replace("_", " ").split())
    if asked.path.startswith("/api/review"):
        return f"review {asked.path} {hash(asked.body)}"
    return None
