"""Workers as deployments of Ray Serve, which watches and replaces them. Only this file uses Ray Serve."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import ray
from ray import serve

from serving.process import WRITING_TIME, ServerProcess
from spreading.ray_pool import Program
from spreading.runners import installed

# Seconds between two looks at a worker, and for its answer. Ray Serve replaces a worker after three without one.
BETWEEN_LOOKS = 2.0
LOOK_TIME = 4.0
# Ray Serve would report every request.
QUIET = {"log_level": "WARNING"}


class Replica:
    """A worker: one `lucena serve`, as long as this process lives."""

    def __init__(self, path: str | None, content: Any, is_remote: bool, token: str, options: Sequence[str]) -> None:
        """`content` refers to the bytes of lucena; None if `path` names it on this node."""
        binary = installed(ray.get(content)) if content is not None else path or "lucena"
        host = ray.util.get_node_ip_address() if is_remote else None
        self._server = ServerProcess(binary, host, token, options)
        self._server.address()

    # Both are coroutines: they then run in the thread that lives as long as the worker, and lucena ends with its thread.
    async def address(self) -> str:
        """Where its server is."""
        return self._server.address()

    async def check_health(self) -> None:
        """Ray Serve asks this now and then, and replaces a worker that raises."""
        self._server.address()
        await asyncio.to_thread(self._server.check, LOOK_TIME - 1)

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self._server.end()


def start(
    program: Program, workers: int, processors_each: int, is_remote: bool, token: str, options: Sequence[str]
) -> list[Callable[[], Awaitable[str]]]:
    """Starts workers; returns for each how to ask where its server is, which waits until there is one. Requests reach the
    workers through the front alone, so that Ray Serve's own proxy does not run."""
    logging.getLogger("ray.serve").setLevel(logging.WARNING)
    content = ray.put(program.content) if program.content is not None else None
    deployment = serve.deployment(
        Replica,
        num_replicas=1,
        logging_config=QUIET,
        health_check_period_s=BETWEEN_LOOKS,
        health_check_timeout_s=LOOK_TIME,
        graceful_shutdown_timeout_s=WRITING_TIME + 5,
        ray_actor_options={"num_cpus": processors_each},
    )
    serve.start(proxy_location="Disabled", logging_config=QUIET)
    targets = [
        serve.RunTarget(
            deployment.options(name=name).bind(program.path, content, is_remote, token, list(options)),
            name=name,
            route_prefix=None,
        )
        for name in (f"lucena-{number + 1}" for number in range(workers))
    ]
    return [_finder(handle) for handle in serve.run_many(targets)]


def _finder(handle: Any) -> Callable[[], Awaitable[str]]:
    async def find() -> str:
        return str(await handle.address.remote())

    return find


def end() -> None:
    """Ends all workers; their jobs keep their journals."""
    serve.shutdown()
