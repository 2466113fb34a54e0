"""Refusals of the front, in the form of lucena's: a status, and what is wrong in words."""

from __future__ import annotations

from aiohttp import web

# Seconds after which it may be worth asking again when no worker can answer.
RETRY_AFTER = 5


def refusal(status: int, words: str, retry_after: int | None = None) -> web.Response:
    """An answer that says what is wrong; `retry_after` is in seconds, None if asking again changes nothing."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return web.json_response({"error": words}, status=status, headers=headers)


def no_worker() -> web.Response:
    """Nobody can answer now."""
    return refusal(503, "no worker can answer now; they are being replaced", RETRY_AFTER)


def too_costly(attempts: int) -> web.Response:
    """The request has ended its worker each time."""
    return refusal(500, f"the request was given up after it had cost {attempts} workers")
