"""Reads the input of a run by `lucena analyse --read-only`, and handles an input that breaks off."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType

# The input was read to its end: 2 means that some lines are wrong; each has its object.
READ_TO_THE_END = (0, 2)


class InputBroke(Exception):
    """The input broke off; the text says why."""


class Reader:
    """One reading of the input. Everything that was read before it broke off is still done."""

    def __init__(self, command: Sequence[str]) -> None:
        # A pipe that is read only at the end would block the process.
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._errors)
        self._read = 0
        self._broke: InputBroke | None = None

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._errors.close()

    def questions(self) -> Iterator[bytes]:
        """Yields whole lines. Raises InputBroke after the last one if the input broke off."""
        assert self._process.stdout
        for line in self._process.stdout:
            # Half a line is not a question.
            if line.endswith(b"\n"):
                self._read += 1
                yield line
        code = self._process.wait()
        if code not in READ_TO_THE_END:
            raise InputBroke(f"lucena analyse --read-only {_ended(code)}")

    def until_broken(self, questions: Iterable[bytes]) -> Iterator[bytes]:
        """Yields the questions; `outcome` reports if the input broke off."""
        try:
            yield from questions
        except InputBroke as broke:
            self._broke = broke

    def outcome(self, out: str | None) -> int:
        """Prints the errors of the process, and where the input broke off. Returns 1 if it did, else the process's exit code."""
        self._errors.seek(0)
        sys.stderr.write(self._errors.read().decode(errors="replace"))
        if self._broke is None:
            return self._process.wait()
        print(
            f"cluster.py: the input broke off after {self._read} positions: {self._broke}; {_how_to_go_on(out)}",
            file=sys.stderr,
        )
        return 1


def _ended(code: int) -> str:
    """How a process has ended, in words."""
    if code >= 0:
        return f"ended with exit code {code}"
    with contextlib.suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"


def _how_to_go_on(out: str | None) -> str:
    if out is None:
        return "without --out FILE this cannot be continued"
    return f"the same command with --out {out} --resume continues after them"
