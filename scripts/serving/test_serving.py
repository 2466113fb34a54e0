"""Checks the front of `cluster.py serve` with simulated workers: `python -m unittest discover` in scripts/. Neither Ray nor
lucena is needed; without aiohttp nothing is checked."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import unittest
from collections.abc import Awaitable, Callable
from typing import Any

if importlib.util.find_spec("aiohttp") is None:
    raise unittest.SkipTest("aiohttp is missing: pip install -r scripts/requirements-checks.txt")

from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from yarl import URL

from serving.forward import Forward
from serving.front import MOST_BYTES, Front
from serving.guard import Guard
from serving.jobs import key_of
from serving.requests import Asked
from serving.workers import Workers

TOKEN = "the-workers-own"
SOLVE = "/api/solve"
FEN = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"


class SimulatedWorker:
    """A server that answers as lucena does; `answers` of a test replace the usual ones."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.answers: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {}
        self.asked: list[str] = []
        self.jobs: dict[str, dict[str, Any]] = {}
        self.bodies: list[bytes] = []
        self.is_dead = False

    async def start(self) -> None:
        application = web.Application(client_max_size=MOST_BYTES)
        application.router.add_route("*", "/{rest:.*}", self._answer)
        self.server = TestServer(application, host="127.0.0.1")
        await self.server.start_server(shutdown_timeout=0.01)
        self.jobs, self.is_dead = {}, False

    async def die(self) -> None:
        """Breaks all connections; nobody listens any more."""
        self.is_dead = True
        runner = self.server.runner
        for connection in list(runner.server.connections if runner and runner.server else []):
            if connection.transport:
                connection.transport.abort()
        await self.server.close()

    async def find(self) -> str:
        """As a new worker of Ray Serve: if this one has died, there is another, which knows no jobs."""
        if self.is_dead:
            await self.start()
        return f"http://{self.server.host}:{self.server.port}"

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        assert request.headers["Authorization"] == f"Bearer {TOKEN}"
        self.asked.append(request.path)
        self.bodies.append(await request.read())
        special = self.answers.get(request.path)
        if special is not None:
            return await special(request)
        if request.path == SOLVE:
            job = {
                "id": str(len(self.jobs) + 1),
                "title": FEN,
                "state": "running",
                "kind": "solve",
                "error": None,
                "result": None,
            }
            self.jobs[str(job["id"])] = job
            return web.json_response(job, status=202)
        if request.path.startswith("/api/jobs/"):
            return await self._job(request)
        return web.json_response({"worker": self.name, "query": request.query_string})

    async def _job(self, request: web.Request) -> web.StreamResponse:
        _, _, _, number, *what = request.path.split("/")
        job = self.jobs.get(number)
        if job is None:
            return web.json_response({"error": "there is no such job"}, status=404)
        if request.method == "DELETE":
            job["state"] = "cancelled"
        if what == ["pause"]:
            return web.json_response({"error": f"job {number} cannot pause; only a solve that runs can"}, status=409)
        if what != ["events"]:
            return web.json_response(job)
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        while True:
            await stream.write(f"event: job\ndata: {json.dumps(job)}\n\n".encode())
            if job["state"] != "running":
                return stream
            await asyncio.sleep(0.01)


class Serving(unittest.IsolatedAsyncioTestCase):
    """A front with two workers."""

    async def asyncSetUp(self) -> None:
        self.workers = [SimulatedWorker("first"), SimulatedWorker("second")]
        for worker in self.workers:
            await worker.start()
            self.addAsyncCleanup(worker.die)
        self.forward = Forward(Workers([worker.find for worker in self.workers]), TOKEN)
        self.addAsyncCleanup(self.forward.end)
        await self.open(None)

    async def open(self, token: str | None) -> None:
        """The front on a free port."""
        guard = Guard(None, 0, token)
        self.front = Front(self.forward, guard)
        self.server = TestServer(self.front.application(), host="127.0.0.1", handler_cancellation=True)
        await self.server.start_server(shutdown_timeout=0.01)
        guard.__init__(None, self.server.port or 0, token)  # type: ignore[misc]
        self.client = ClientSession(f"http://127.0.0.1:{self.server.port}")
        self.addAsyncCleanup(self.server.close)
        self.addAsyncCleanup(self.client.close)
        self.addCleanup(self.front.jobs.end)

    async def get(self, path: str, status: int = 200, method: str = "GET", **more: Any) -> Any:
        """The object of an answer that has this status."""
        async with self.client.request(method, path, **more) as answer:
            self.assertEqual(answer.status, status, await answer.text())
            return await answer.json()

    async def begun(self) -> dict[str, Any]:
        """A job."""
        job = await self.get(SOLVE, 202, "POST", json={"fen": FEN})
        assert isinstance(job, dict)
        return job

    async def until(self, state: str, number: str = "1") -> dict[str, Any]:
        """The job as soon as it has this state."""
        async with asyncio.timeout(10):
            while (job := await self.get(f"/api/jobs/{number}"))["state"] != state:
                await asyncio.sleep(0.02)
        assert isinstance(job, dict)
        return job

    async def test_the_worker_with_least_to_do_answers(self) -> None:
        is_open = asyncio.Event()

        async def slow(request: web.Request) -> web.Response:
            await is_open.wait()
            return web.json_response({})

        for worker in self.workers:
            worker.answers["/slow"] = slow
        waiting = asyncio.create_task(self.get("/slow"))
        await asyncio.sleep(0.1)
        busy = next(worker for worker in self.workers if "/slow" in worker.asked)
        names = {(await self.get("/standard?fen=x"))["worker"] for _ in range(4)}
        self.assertEqual(names, {worker.name for worker in self.workers} - {busy.name})
        is_open.set()
        await waiting

    async def test_a_question_is_passed_on_as_it_was_written(self) -> None:
        said = await self.get("/standard?fen=8/8%2F8_w&x=%C3%B6+1")
        self.assertEqual(said["query"], "fen=8/8/8_w&x=ö 1")

    async def test_a_worker_that_dies_before_it_answers_loses_nothing_and_is_found_again(self) -> None:
        async def die(request: web.Request) -> web.Response:
            worker = self.workers[0] if request.url.port == self.workers[0].server.port else self.workers[1]
            for other in self.workers:
                other.answers.clear()
            await worker.die()
            raise AssertionError("nobody gets this")

        for worker in self.workers:
            worker.answers["/standard"] = die
        self.assertIn("worker", await self.get("/standard"))
        await asyncio.sleep(0.3)
        seen = [(await self.get("/api/about"))["worker"] for _ in range(10)]
        self.assertTrue(set(seen) <= {"first", "second"})

    async def test_a_question_that_kills_each_worker_is_given_up(self) -> None:
        async def die(request: web.Request) -> web.Response:
            assert request.transport
            request.transport.abort()
            return web.Response()

        for worker in self.workers:
            worker.answers["/deadly"] = die
        self.assertIn("cost 3 workers", (await self.get("/deadly", 500, "POST"))["error"])
        self.assertEqual(sum(worker.asked.count("/deadly") for worker in self.workers), 3)

    async def test_a_busy_worker_passes_the_question_to_another_and_all_busy_ones_refuse(self) -> None:
        async def busy(request: web.Request) -> web.Response:
            return web.json_response({"error": "4 searches run already"}, status=429, headers={"Retry-After": "2"})

        self.workers[0].answers["/api/game"] = busy
        for _ in range(3):
            self.assertEqual((await self.get("/api/game"))["worker"], "second")
        self.workers[1].answers["/api/game"] = busy
        async with self.client.get("/api/game") as answer:
            self.assertEqual((answer.status, answer.headers["Retry-After"]), (429, "2"))

    async def test_lines_go_on_where_a_worker_has_ended(self) -> None:
        async def lines(request: web.Request) -> web.StreamResponse:
            stream = web.StreamResponse()
            await stream.prepare(request)
            for number in range(6):
                await stream.write(b"%d\n" % number)
                if number == 3 and not broken:
                    broken.append(number)
                    await stream.write(b"half of a l")
                    await asyncio.sleep(0.05)
                    assert request.transport
                    request.transport.abort()
            return stream

        broken: list[int] = []
        for worker in self.workers:
            worker.answers["/api/analyse"] = lines
        async with self.client.post("/api/analyse", data=b"fen") as answer:
            self.assertEqual(await answer.text(), "0\n1\n2\n3\n4\n5\n")
        self.assertEqual(broken, [3])

    async def test_a_search_begins_again_on_another_worker_and_only_whole_events_come(self) -> None:
        async def events(request: web.Request) -> web.StreamResponse:
            stream = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
            await stream.prepare(request)
            await stream.write(b"event: info\ndata: 1\n\n")
            if not broken:
                broken.append(1)
                await stream.write(b"event: in")
                await asyncio.sleep(0.05)
                assert request.transport
                request.transport.abort()
            else:
                await stream.write(b"event: done\ndata: 2\n\n")
            return stream

        broken: list[int] = []
        for worker in self.workers:
            worker.answers["/api/search"] = events
        async with self.client.get("/api/search?fen=x") as answer:
            self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
            text = await answer.text()
        self.assertEqual(text, 2 * "event: info\ndata: 1\n\n" + "event: done\ndata: 2\n\n")

    async def test_a_client_that_goes_away_ends_its_search(self) -> None:
        gone = asyncio.Event()

        async def endless(request: web.Request) -> web.StreamResponse:
            stream = web.StreamResponse()
            await stream.prepare(request)
            try:
                while True:
                    await stream.write(b"event: info\ndata: 1\n\n")
                    await asyncio.sleep(0.01)
            finally:
                gone.set()

        for worker in self.workers:
            worker.answers["/api/search"] = endless
        answer = await self.client.get("/api/search?fen=x")
        await answer.content.readline()
        answer.close()
        await asyncio.wait_for(gone.wait(), 5)

    async def test_a_job_keeps_its_number_and_its_events_when_its_worker_dies(self) -> None:
        self.assertEqual((await self.begun())["id"], "1")
        owner = next(worker for worker in self.workers if worker.jobs)
        await self.until("running")
        async with self.client.get("/api/jobs/1/events") as events:
            self.assertEqual(await events.content.readline(), b"event: job\n")
            await owner.die()
            async with asyncio.timeout(10):
                while not (heirs := [worker for worker in self.workers if worker.jobs and not worker.is_dead]):
                    await asyncio.sleep(0.02)
            heirs[0].jobs["1"].update(state="done", result={"words": "draw"})
            text = (await events.text()).strip()
        last = json.loads(text.rpartition("data: ")[2])
        self.assertEqual((last["id"], last["state"], last["result"]), ("1", "done", {"words": "draw"}))
        self.assertEqual((await self.get("/api/jobs"))["jobs"][0]["result"], None)

    async def test_a_job_that_has_ended_outlives_its_worker(self) -> None:
        await self.begun()
        owner = next(worker for worker in self.workers if worker.jobs)
        owner.jobs["1"].update(state="done", result={"words": "draw"})
        await self.until("done")
        await owner.die()
        self.assertEqual((await self.get("/api/jobs/1"))["result"], {"words": "draw"})
        await self.get("/api/jobs/1", 200, "DELETE")
        self.assertEqual((await self.get("/api/jobs/1", 404))["error"], "there is no such job")

    async def test_a_job_that_runs_is_begun_only_once_and_cancelled_at_its_worker(self) -> None:
        await self.begun()
        refused = await self.get(SOLVE, 409, "POST", json={"fen": FEN.replace(" ", "_")})
        self.assertEqual(refused["error"], "job 1 does this already")
        self.assertIn("job 1 cannot pause", (await self.get("/api/jobs/1/pause", 409, "POST"))["error"])
        await self.get("/api/jobs/1", 200, "DELETE")
        await self.until("cancelled")

    async def test_after_a_solve_its_worker_is_asked_about_what_belongs_to_it(self) -> None:
        await self.begun()
        owner = next(worker for worker in self.workers if worker.jobs)
        owner.jobs["1"].update(state="done", result={})
        await self.until("done")
        names = {(await self.get("/standard", params={"fen": FEN.replace("d6", "")}))["worker"] for _ in range(6)}
        self.assertEqual(names, {owner.name})

    async def test_a_foreign_host_or_page_is_refused_and_the_way_in_needs_the_token(self) -> None:
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            await self.get("/standard", 403, headers=headers)
        await self.get("/standard", headers={"Origin": f"http://127.0.0.1:{self.server.port}"})
        await self.open("secret-token")
        self.assertIn("token", (await self.get("/standard", 401))["error"])
        await self.get("/api/jobs", 401, headers={"Authorization": "Bearer secret-tokem"})
        await self.get("/api/jobs", headers={"Authorization": "Bearer secret-token"})
        way_in = URL(f"http://127.0.0.1:{self.server.port}//evil.example/?a=1&token=secret-token", encoded=True)
        async with self.client.get(way_in, allow_redirects=False) as answer:
            self.assertEqual((answer.status, answer.headers["Location"]), (303, "/evil.example/?a=1"))
            self.assertIn("SameSite=Strict", answer.headers["Set-Cookie"])
        await self.get("/api/jobs", cookies={"lucena": "secret-token"})

    async def test_a_body_that_is_too_large_is_refused(self) -> None:
        self.assertIn("16 MiB", (await self.get("/api/game", 413, "POST", data=bytes(MOST_BYTES + 1)))["error"])
        await self.get("/api/game", 200, "POST", data=bytes(MOST_BYTES - 1))

    async def test_every_answer_says_what_a_browser_may_do_with_it(self) -> None:
        for path in ("/standard", "/api/jobs", "/api/jobs/9"):
            async with self.client.get(path) as answer:
                self.assertIn("default-src 'none'", answer.headers["Content-Security-Policy"], path)


class Names(unittest.TestCase):
    def test_the_hosts_are_those_of_lucena_serve(self) -> None:
        own = Guard("192.168.1.20", 8085, "secret-token")
        anywhere = Guard("0.0.0.0", 8085, "secret-token")
        rows = [
            (own, "192.168.1.20:8085 LocalHost:8085 127.0.0.1:8085 [::1]:8085", True),
            (own, "192.168.1.21:8085 evil.example:8085 127.0.0.1 localhost:80 localhost:8085:8085", False),
            (anywhere, "192.168.1.20:8085 [fe80::1]:8085 localhost:8085", True),
            (anywhere, "evil.example:8085 192.168.1.20:80 192.168.1.20", False),
            (Guard(None, 80, None), "localhost 127.0.0.1:80", True),
        ]
        for guard, hosts, is_own in rows:
            for host in hosts.split():
                self.assertEqual(guard.has(host), is_own, host)

    def test_the_same_position_is_the_same_solve_however_it_is_written(self) -> None:
        def key(fen: str) -> str | None:
            return key_of(Asked("POST", SOLVE, {}, json.dumps({"fen": fen}).encode()))

        self.assertEqual(key(FEN), key(FEN.replace(" ", "_")))
        self.assertNotEqual(key(FEN), key(FEN.replace(" w ", " b ")))
        self.assertIsNone(key_of(Asked("POST", SOLVE, {}, b"[")))
        self.assertIsNone(key_of(Asked("POST", "/api/tables/prove", {}, b"{}")))
