"""The routes of the front: those of `lucena serve`, answered by the workers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from serving.forward import Answered, Forward
from serving.guard import HEADERS, Guard
from serving.jobs import Job, Jobs
from serving.refusals import refusal
from serving.requests import Asked
from serving.streams import EVENTS, LINES, Kind, Stream
from serving.workers import WorkerLost

# The most bytes of a body, and the seconds in which it must come.
MOST_BYTES = 16 << 20
BODY_TIME = 60.0
# The least seconds between two events of a job, and the most: a sign of life shows whether the client is still there.
BETWEEN_EVENTS = 0.1
BETWEEN_SIGNS = 10.0
# Seconds to ask again after a job has lost its worker.
JOB_RETRY_AFTER = 2
# The streams that pass through, and what begins a job.
STREAMS = {("GET", "/api/search"): EVENTS, ("POST", "/api/analyse"): LINES}
BEGINNINGS = ("/api/solve", "/api/review", "/api/tables/prove")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Front:
    """All routes. Jobs have theirs here, because the front knows where each is; workers answer everything else."""

    def __init__(self, forward: Forward, guard: Guard) -> None:
        self._forward, self._guard = forward, guard
        self.jobs = Jobs(forward)

    def application(self) -> web.Application:
        """What a server runs."""
        application = web.Application(client_max_size=MOST_BYTES, middlewares=[self._guarded])
        application.router.add_get("/api/jobs", self._list)
        application.router.add_get("/api/jobs/{id}", self._job)
        application.router.add_get("/api/jobs/{id}/events", self._events)
        application.router.add_get("/api/jobs/{id}/pgn", self._pgn)
        application.router.add_post("/api/jobs/{id}/{what:pause|continue}", self._steer)
        application.router.add_delete("/api/jobs/{id}", self._cancel)
        application.router.add_route("*", "/{rest:.*}", self._pass_on)
        application.on_response_prepare.append(_head)
        return application

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        refused = self._guard.check(request)
        if refused is not None:
            return refused
        try:
            return await handler(request)
        except web.HTTPRequestEntityTooLarge:
            return refusal(413, "the body is too large; allowed: at most 16 MiB")
        except web.HTTPException as error:
            return refusal(error.status, error.reason)
        except WorkerLost:
            return refusal(503, "the worker of this job has just ended; another one takes the job over", JOB_RETRY_AFTER)
        except Exception:
            traceback.print_exc()
            return refusal(500, "this is a bug in cluster.py")

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        try:
            async with asyncio.timeout(BODY_TIME):
                asked = await Asked.of(request)
        except TimeoutError:
            return refusal(408, "the body took too long to come")
        if not asked.path.startswith("/"):
            return refusal(400, "the address has no path")
        route = (request.method, request.path)
        kind: Kind | None = STREAMS.get(route)
        if kind is not None:
            return await Stream(self._forward, request, asked, kind).run()
        if request.method == "POST" and request.path in BEGINNINGS:
            return await self.jobs.begin(asked)
        answer = await self._forward.answered(asked)
        return answer.response() if isinstance(answer, Answered) else answer

    async def _list(self, request: web.Request) -> web.Response:
        return web.json_response({"jobs": [_without_result(job.view) for job in self.jobs.newest_first()]})

    async def _job(self, request: web.Request) -> web.Response:
        return web.json_response(self._named(request).view)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        job = self._named(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        # Nobody reads any more.
        with contextlib.suppress(ConnectionError):
            async for view in job.views(BETWEEN_SIGNS):
                await response.write(b":\n\n" if view is None else f"event: job\ndata: {json.dumps(view)}\n\n".encode())
                await asyncio.sleep(BETWEEN_EVENTS)
            await response.write_eof()
        return response

    async def _pgn(self, request: web.Request) -> web.Response:
        job = self._named(request)
        return (job.pgn or await self._ask_its_worker(job, "GET", "/pgn")).response()

    async def _steer(self, request: web.Request) -> web.Response:
        job = self._named(request)
        what = request.match_info["what"]
        # Before its worker can report that the job goes on: it would be paused again.
        job.is_paused = job.is_paused and what == "pause"
        answer = await self._ask_its_worker(job, "POST", f"/{what}")
        if answer.status != 200:
            return _renamed(job, answer)
        job.is_paused = what == "pause"
        await job.show(json.loads(answer.body))
        return web.json_response(job.view)

    async def _cancel(self, request: web.Request) -> web.Response:
        job = self._named(request)
        if job.is_over:
            self.jobs.forget(job)
            return web.json_response(_without_result(job.view))
        job.is_ended = True
        try:
            answer = await self._ask_its_worker(job, "DELETE", "")
        except WorkerLost:
            # Whoever begins it again sees that nobody wants it.
            return web.json_response(_without_result(job.view))
        return _renamed(job, answer)

    async def _ask_its_worker(self, job: Job, method: str, what: str) -> Answered:
        return await self._forward.to(job.worker, Asked(method, f"/api/jobs/{job.there}{what}"))

    def _named(self, request: web.Request) -> Job:
        job = self.jobs.find(request.match_info["id"])
        if job is None:
            raise web.HTTPNotFound(reason="there is no such job")
        return job


def _without_result(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "result": None}


def _renamed(job: Job, answer: Answered) -> web.Response:
    """A worker's answer about a job, with our number instead of its own."""
    said = json.loads(answer.body)
    if "id" in said:
        said["id"] = str(job.number)
    if said.get("error"):
        said["error"] = said["error"].replace(f"job {job.there} ", f"job {job.number} ")
    return web.json_response(said, status=answer.status)


async def _head(request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Every answer says what a browser may do with it, and not which program has made it."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "lucena"
