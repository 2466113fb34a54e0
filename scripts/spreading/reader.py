"""The process that reads the input for a run: `lucena analyse --read-only`, and what becomes of its lines where it breaks off."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType

# The input was read to its end: 2 says that some of its lines are wrong, of which each has its object.
READ_TO_THE_END = (0, 2)


class InputBroke(Exception):
    """The input has ended before its end; the text says why."""


class Reader:
    """One reading of the input. Whatever was read before it broke off is worth to be done."""

    def __init__(self, command: Sequence[str]) -> None:
        # A pipe that nobody reads until the end would hold the process up.
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
        """Whole lines. Raises InputBroke behind the last one if there should have been more."""
        assert self._process.stdout
        for line in self._process.stdout:
            # Half a line is no question.
            if line.endswith(b"\n"):
                self._read += 1
                yield line
        code = self._process.wait()
        if code not in READ_TO_THE_END:
            raise InputBroke(f"lucena analyse --read-only {_ended(code)}")

    def until_broken(self, questions: Iterable[bytes]) -> Iterator[bytes]:
        """The same questions; that there should have been more is told by `outcome`."""
        try:
            yield from questions
        except InputBroke as broke:
            self._broke = broke

    def outcome(self, out: str | None) -> int:
        """Tells what the process had to say, and where the input broke off. The exit code: 1 where it did, else the process's."""
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
