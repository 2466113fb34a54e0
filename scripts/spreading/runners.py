"""Does a worker's blocks on any node, with only the standard library and lucena, and nothing of a cluster."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

# Bytes to read from a pipe at once.
PIECE = 1 << 16
# Linux: the option that sends a process a signal when the thread that started it ends.
PR_SET_PDEATHSIG = 1


class BlockFailed(Exception):
    """A block could not be done here; the text says why."""


class Runner(Protocol):
    """Does blocks, one after the other."""

    def run(self, payload: Any, lines: int | None, limit: float) -> Any:
        """Returns the result of a block; raises BlockFailed if there is none within `limit` seconds."""


def installed(binary: bytes) -> str:
    """The path of a program on this node; the first caller writes it."""
    folder = Path(tempfile.gettempdir()) / f"lucena-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / hashlib.sha256(binary).hexdigest()[:16]
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(binary)
        os.chmod(file.name, 0o700)
        os.replace(file.name, path)
    return str(path)


def end_with_parent() -> None:
    """A stopped child would outlive a worker that was killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def check_answers(questions: bytes, answers: bytes) -> None:
    """Raises BlockFailed where answers are not about these questions: each begins with its question. The first and the last
    show whether something has slipped."""
    ends = (lambda text: text.partition(b"\n")[0], lambda text: text[:-1].rpartition(b"\n")[2])
    is_about = all(end(answers).startswith(end(questions).rstrip()[:-1]) for end in ends)
    if not answers.endswith(b"\n") or answers.count(b"\n") != questions.count(b"\n") or not is_about:
        raise BlockFailed("lucena answered another question than it was asked")


class AnalyseRunner:
    """Keeps one `lucena analyse` running: questions in, as many objects out."""

    def __init__(self, binary: str, arguments: Sequence[str]) -> None:
        self._command = [binary, "analyse", *arguments]
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, payload: Any, lines: int | None, limit: float) -> bytes:
        process = self._started()
        assert process.stdin and process.stdout and lines is not None
        writer = threading.Thread(target=self._write, args=(process, payload), daemon=True)
        writer.start()
        try:
            answers = self._read(process.stdout.fileno(), lines, time.monotonic() + limit)
            check_answers(payload, answers)
        except BlockFailed as failure:
            raise BlockFailed(f"{failure}{self._end()}") from None
        writer.join()
        return answers

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=end_with_parent
            )
        return self._process

    @staticmethod
    def _write(process: subprocess.Popen[bytes], payload: bytes) -> None:
        # If the process has ended, the reading side finds out why.
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin
            process.stdin.write(payload)
            process.stdin.flush()

    @staticmethod
    def _read(pipe: int, lines: int, deadline: float) -> bytes:
        pieces: list[bytes] = []
        missing = lines
        while missing > 0:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise BlockFailed("lucena did not answer in time")
            piece = os.read(pipe, PIECE)
            if not piece:
                raise BlockFailed("lucena ended")
            pieces.append(piece)
            missing -= piece.count(b"\n")
        return b"".join(pieces)

    def _end(self) -> str:
        """Ends the process, so that the next block starts a new one; returns its exit code in words."""
        process, self._process = self._process, None
        if process is None:
            return ""
        # Report the code of one that has just ended.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
        had_ended = process.poll()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
        return f" (exit code {had_ended})" if had_ended is not None else ""

    def __del__(self) -> None:
        self._end()


@dataclass(frozen=True)
class CommandBlock:
    """One call of a command: files that it needs, by their names, and the file that it writes. The arguments
    use these names."""

    arguments: Sequence[str]
    files: Mapping[str, bytes]
    output: str


class CommandRunner:
    """Runs one command for each block, in a folder of its own."""

    def __init__(self, binary: str) -> None:
        self._binary = binary

    def run(self, payload: Any, lines: int | None, limit: float) -> bytes:
        with tempfile.TemporaryDirectory(prefix="lucena-block-") as folder:
            for name, content in payload.files.items():
                (Path(folder) / name).write_bytes(content)
            self._call(payload.arguments, folder, limit)
            return (Path(folder) / payload.output).read_bytes()

    def _call(self, arguments: Sequence[str], folder: str, limit: float) -> None:
        process = subprocess.Popen(
            [self._binary, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        try:
            errors = process.communicate(timeout=limit)[1]
        except subprocess.TimeoutExpired:
            raise BlockFailed("lucena did not end in time") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        # 2 means that some lines of the input were wrong, which is reported, and that the rest is done.
        if process.returncode not in (0, 2):
            last = errors.decode(errors="replace").strip().rpartition("\n")[2]
            raise BlockFailed(f"lucena ended with exit code {process.returncode}: {last}")
        sys.stderr.write(errors.decode(errors="replace"))
