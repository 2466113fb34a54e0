"""Passes requests on to workers, and repeats on another what a worker that ends has left unanswered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
from aiohttp import web
from yarl import URL

from serving.refusals import no_worker, too_costly
from serving.requests import Asked
from serving.workers import Worker, WorkerLost, Workers

# A request that costs so many workers is given up.
ATTEMPTS = 3
# Seconds to connect to a worker; lucena closes a connection that rests for 20.
CONNECT_TIME = 5.0
REST_TIME = 15.0
# What is about the connection to the worker alone.
NOT_TO_CLIENTS = ("connection", "content-length", "date", "keep-alive", "transfer-encoding")
LOST = (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, asyncio.TimeoutError)


Reply = TypeVar("Reply", bound="Answered | None")


@dataclass(frozen=True)
class Answered:
    """A whole answer, and who gave it."""

    status: int
    headers: dict[str, str]
    body: bytes
    worker: Worker

    def response(self) -> web.Response:
        """The answer as the client gets it."""
        return web.Response(status=self.status, headers=self.headers, body=self.body)


class Forward:
    """Passes requests on."""

    def __init__(self, workers: Workers, token: str) -> None:
        """`token` is the one that the workers want."""
        self.workers = workers
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=REST_TIME),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_TIME),
            headers={"Authorization": f"Bearer {token}"},
            skip_auto_headers=("Accept-Encoding", "Content-Type", "User-Agent"),
            auto_decompress=False,
        )

    async def end(self) -> None:
        """Closes all connections."""
        self.workers.end()
        await self._session.close()

    @contextlib.asynccontextmanager
    async def opened(self, worker: Worker, asked: Asked) -> AsyncIterator[aiohttp.ClientResponse]:
        """Asks this worker, for as long as the answer is read; raises WorkerLost if it ends before that."""
        with worker.busy() as address:
            url = URL(address + asked.path, encoded=True)
            try:
                answer = await self._session.request(
                    asked.method, url, headers=asked.headers, data=asked.body or None, allow_redirects=False
                )
                try:
                    yield answer
                finally:
                    # Of an answer that is not read to its end, the worker wants to hear.
                    answer.close()
            except LOST as error:
                self.workers.lost(worker, address)
                raise WorkerLost from error

    async def to(self, worker: Worker, asked: Asked) -> Answered:
        """Asks this worker, and reads its answer to the end; raises WorkerLost if there is none."""
        async with self.opened(worker, asked) as answer:
            return Answered(answer.status, headers_of(answer), await answer.read(), worker)

    async def answered(self, asked: Asked) -> Answered | web.Response:
        """Asks one worker after the other until one answers. If all are busy, the refusal of the last."""
        return await self.each(asked.fen, lambda worker: self.to(worker, asked))

    async def each(self, fen: str | None, ask: Callable[[Worker], Awaitable[Reply]]) -> Answered | web.Response | Reply:
        """Lets `ask` ask one worker after the other until one answers and is not busy. If all are busy, the refusal of the last;
        another refusal if none is there, or the question costs too many."""
        busy: list[Answered] = []
        lost = 0
        while worker := await self.workers.one([answer.worker for answer in busy], fen):
            try:
                answer = await ask(worker)
            except WorkerLost:
                lost += 1
                if lost == ATTEMPTS:
                    return too_costly(ATTEMPTS)
                continue
            if not isinstance(answer, Answered) or answer.status != 429:
                return answer
            busy.append(answer)
        return busy[-1] if busy else no_worker()


def headers_of(answer: aiohttp.ClientResponse) -> dict[str, str]:
    """What a client gets of the head of an answer."""
    return {name: value for name, value in answer.headers.items() if name.lower() not in NOT_TO_CLIENTS}
