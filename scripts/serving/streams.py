"""Passes streams on as they come. If the worker ends in the middle, another one goes on, and the client notices little."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
from aiohttp import web

from serving.forward import Answered, Forward, headers_of
from serving.requests import Asked
from serving.workers import Worker


class ClientGone(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True)
class Kind:
    """What a stream consists of."""

    # The end of a unit. Only whole units go to the client.
    end: bytes
    # Whether a second worker sends the same units, so that those which the client has are left out. Otherwise each unit replaces
    # the one before it, and nothing is left out.
    is_repeatable: bool


EVENTS = Kind(b"\n\n", is_repeatable=False)
LINES = Kind(b"\n", is_repeatable=True)


class Stream:
    """One stream to a client."""

    def __init__(self, forward: Forward, request: web.Request, asked: Asked, kind: Kind) -> None:
        self._forward, self._request, self._asked, self._kind = forward, request, asked, kind
        self._response: web.StreamResponse | None = None
        self._sent = 0

    async def run(self) -> web.StreamResponse:
        """Passes the answer on to its end. If that cannot be, a refusal; or the stream breaks off once it has begun."""
        with contextlib.suppress(ClientGone):
            refused = await self._forward.each(self._asked.fen, self._attempt)
            if refused is not None and self._response is None:
                return refused.response() if isinstance(refused, Answered) else refused
            if refused is not None and self._request.transport is not None:
                self._request.transport.abort()
        assert self._response is not None
        return self._response

    async def _attempt(self, worker: Worker) -> Answered | None:
        async with self._forward.opened(worker, self._asked) as answer:
            if answer.status != 200:
                return Answered(answer.status, headers_of(answer), await answer.read(), worker)
            if self._response is None:
                self._response = web.StreamResponse(headers=headers_of(answer))
                await self._response.prepare(self._request)
            skipped = self._sent if self._kind.is_repeatable else 0
            async for units in whole(answer.content, self._kind.end):
                passed = units[skipped:]
                skipped -= len(units) - len(passed)
                self._sent += len(passed)
                await self._write(self._response, b"".join(passed))
            await self._response.write_eof()
            return None

    @staticmethod
    async def _write(response: web.StreamResponse, text: bytes) -> None:
        try:
            if text:
                await response.write(text)
        except ConnectionError as error:
            # Otherwise this would look as if the worker had ended.
            raise ClientGone from error


async def whole(content: aiohttp.StreamReader, end: bytes) -> AsyncIterator[list[bytes]]:
    """The whole units of what comes, several at once; the last one may lack its end."""
    rest = b""
    while piece := await content.readany():
        *units, rest = (rest + piece).split(end)
        yield [unit + end for unit in units]
    if rest:
        yield [rest]
