"""Workers on the nodes of a Ray cluster, or of one that starts on this machine. Only this file uses Ray."""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayActorError, RayError

from spreading.blocks import Block
from spreading.runners import BlockFailed, Runner, installed
from spreading.schedule import Event, Kind

# On a single machine, the store holds only the program and the blocks in work.
LOCAL_STORE = 512 << 20


@dataclass(frozen=True)
class Program:
    """lucena for the nodes: its path there, or its bytes, which are sent to each node once."""

    path: str | None = None
    content: bytes | None = None


class Actor:
    """A worker: one process on some node, with a runner."""

    def __init__(self, make_runner: Callable[[str], Runner], path: str | None, content: bytes | None) -> None:
        self._runner = make_runner(installed(content) if content is not None else path or "lucena")

    def ready(self) -> bool:
        return True

    def run(self, payload: Any, lines: int | None, limit: float) -> tuple[bool, Any]:
        """Whether the block is done, and its result, or why there is none."""
        try:
            return True, self._runner.run(payload, lines, limit)
        except BlockFailed as failure:
            return False, str(failure)


def connect(address: str | None) -> None:
    """Connects to a cluster, or to one that begins and ends with this process. It sends the scripts along."""
    scripts = str(Path(__file__).parent.parent)
    runtime = {"working_dir": scripts, "excludes": ["__pycache__"]}
    if address:
        ray.init(address=address, runtime_env=runtime, logging_level=logging.WARNING)
    else:
        own = {"include_dashboard": False, "object_store_memory": LOCAL_STORE}
        ray.init(runtime_env=runtime, logging_level=logging.WARNING, **own)


def processors() -> int:
    """All processors of the cluster."""
    return math.floor(ray.cluster_resources().get("CPU", 1))


class RayPool:
    """Workers as actors, each with its processors. Ray itself never repeats work: one place decides that."""

    def __init__(self, make_runner: Callable[[str], Runner], program: Program, processors_each: int, limit: float) -> None:
        self._make_runner = make_runner
        self._path = program.path
        self._content = ray.put(program.content) if program.content is not None else None
        self._limit = limit
        self._actor_class = ray.remote(num_cpus=processors_each, max_restarts=0, max_task_retries=0)(Actor)
        self._actors: dict[int, Any] = {}
        self._calls: dict[Any, tuple[int, Kind]] = {}
        self._started = 0

    def start(self) -> int:
        actor = self._actor_class.remote(self._make_runner, self._path, self._content)
        self._started += 1
        self._actors[self._started] = actor
        self._calls[actor.ready.remote()] = (self._started, Kind.READY)
        return self._started

    def submit(self, worker: int, block: Block) -> None:
        call = self._actors[worker].run.remote(block.payload, block.lines, self._limit)
        self._calls[call] = (worker, Kind.DONE)

    def wait(self, seconds: float) -> list[Event]:
        done, _ = ray.wait(list(self._calls), num_returns=1, timeout=seconds)
        return [self._event(call) for call in done]

    def _event(self, call: Any) -> Event:
        worker, kind = self._calls.pop(call)
        try:
            outcome = ray.get(call)
        except RayActorError as error:
            return Event(worker, Kind.LOST, reason=f"the worker died ({_first_line(error)})")
        except RayError as error:
            return Event(worker, Kind.LOST, reason=_first_line(error))
        if kind is Kind.READY:
            return Event(worker, Kind.READY)
        is_done, result = outcome
        return Event(worker, Kind.DONE, result) if is_done else Event(worker, Kind.FAILED, reason=result)

    def stop(self, worker: int) -> None:
        actor = self._actors.pop(worker, None)
        self._calls = {call: of for call, of in self._calls.items() if of[0] != worker}
        if actor is not None:
            with contextlib.suppress(RayError):
                ray.kill(actor, no_restart=True)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
