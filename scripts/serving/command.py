"""`cluster.py serve`: starts the workers and the front, and ends both cleanly."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import secrets
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from arguments import UserError
from serving import replicas
from serving.forward import Forward
from serving.front import Front
from serving.guard import Guard, bracketed
from serving.process import ServerProcess
from serving.workers import Workers
from spreading.ray_pool import Program, connect, processors

# As lucena serve takes one: it must fit into an address, a header and a cookie as it is.
TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,256}")
# Seconds that streams have to end when the server ends.
PARTING_TIME = 2.0


def run(arguments: argparse.Namespace, options: Sequence[str], program: Program) -> int:
    """Answers until Ctrl-C; the words in `options` go to each `lucena serve`."""
    check(arguments)
    listener = opened(arguments.host or "127.0.0.1", arguments.port)
    token = secrets.token_urlsafe(24)
    options = ["--threads", str(arguments.threads), *options]
    if program.content is not None:
        # What is wrong with the options is said here and at once.
        trial = ServerProcess(arguments.lucena, None, token, options)
        trial.address()
        trial.end()
    connect(arguments.address)
    most = max(1, processors() // arguments.threads)
    workers = arguments.workers or most
    if workers > most:
        raise UserError(f"--workers {workers} with {arguments.threads} processors each is too much here; allowed: 1 to {most}")
    try:
        finders = replicas.start(program, workers, arguments.threads, arguments.address is not None, token, options)
        asyncio.run(answer(listener, arguments, finders, token))
    finally:
        replicas.end()
    return 0


def check(arguments: argparse.Namespace) -> None:
    """Others reach the server only with a token."""
    if arguments.host and not arguments.token:
        raise UserError("--host lets other machines reach the server; it needs --token TOKEN")
    if arguments.token and not TOKEN.fullmatch(arguments.token):
        raise UserError("--token is invalid; allowed: 8 to 256 letters, digits and -_.~")


def opened(host: str, port: int) -> socket.socket:
    """The address, open. Connections wait until the server runs."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise UserError(f"cannot listen on {host}:{port}: {error.strerror}; name another port with --port") from None


async def answer(
    listener: socket.socket, arguments: argparse.Namespace, finders: Sequence[Callable[[], Awaitable[str]]], token: str
) -> None:
    """Runs the front until the program is asked to end."""
    port = listener.getsockname()[1]
    forward = Forward(Workers(finders), token)
    front = Front(forward, Guard(arguments.host, port, arguments.token))
    # It would print a trace for every request that is none.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    runner = web.AppRunner(front.application(), handler_cancellation=True, access_log=None, shutdown_timeout=PARTING_TIME)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    way_in = f"?token={arguments.token}" if arguments.token else ""
    print(f"http://{bracketed(arguments.host or '127.0.0.1')}:{port}/{way_in}", flush=True)
    print(f"cluster.py: {len(finders)} workers", file=sys.stderr)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await ended.wait()
    front.jobs.end()
    await runner.cleanup()
    await forward.end()
