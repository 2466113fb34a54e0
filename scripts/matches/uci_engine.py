"""A UCI engine as a child process, driven line by line with a deadline on every wait.

match.py uses this instead of `chess.engine`. That driver runs on asyncio: every line the engine prints is parsed in
Python before the next one is looked at, and with several games in one process the parsing of one game delays the
clock of another by milliseconds. Here a wait is one `poll` system call, info lines are kept as raw bytes and read only
after the clock has stopped, and each concurrent game lives in a process of its own (see match.py). A move costs 0.1 ms of
processor time here, and 1 ms there (200 searches of 2,000 nodes).

Works where `select.poll` works on pipes: Linux, macOS, BSD.
"""

import os
import re
import select
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

STARTUP_SECONDS = 10.0
READY_SECONDS = 60.0
QUIT_SECONDS = 1.0
STOP_SECONDS = 5.0

KEPT_INFO_LINES = 200
KEPT_STDERR_LINES = 8

CRASH = "crash"
HANG = "hang"
ILLEGAL_MOVE = "illegal move"
TIME_LOSS = "time loss"
NO_START = "does not start"


# More than any engine gives in centipawns.
DECIDED = 100_000
SCORE = re.compile(rb"\bscore (cp|mate) (-?\d+)")
DEPTH = re.compile(rb"\bdepth (\d+)")
BOUND = re.compile(rb"\b(lower|upper)bound\b")
OTHER_LINE = re.compile(rb"\bmultipv (?!1\b)")


class EngineFault(Exception):
    """An engine broke the contract; `kind` is one of the constants above, the text says what happened."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


@dataclass(frozen=True)
class Answer:
    """What came back from one `go`: the move as the engine wrote it and the time it took on our clock."""

    move: str
    seconds: float
    info_lines: tuple


@dataclass(frozen=True)
class Verdict:
    """The engine's last word on a position, from its own side."""

    # DECIDED or its negative if it has found a mate; None if it has given no score.
    centipawns: int | None = None
    # As PGN comments write it: `+0.35`, `-M4`, or `?`.
    text: str = "?"
    depth: int = 0


def parse_verdict(info_lines: Sequence[bytes]) -> Verdict:
    """The last exact score of the best line; a bound (`lowerbound`, `upperbound`) only where there is nothing else."""
    scored = [line for line in info_lines if SCORE.search(line) and not OTHER_LINE.search(line)]
    exact = [line for line in scored if not BOUND.search(line)]
    for line in reversed(exact or scored):
        [(kind, number)], depth = SCORE.findall(line), DEPTH.search(line)
        value, reached = int(number), int(depth[1]) if depth else 0
        if kind == b"cp":
            return Verdict(value, f"{value / 100:+.2f}", reached)
        return Verdict(DECIDED, f"+M{value}", reached) if value > 0 else Verdict(-DECIDED, f"-M{-value}", reached)
    return Verdict()


class UciEngine:
    """One running engine. Every wait has a deadline; what goes wrong is raised as `EngineFault`."""

    def __init__(self, command: str, options: Sequence[tuple[str, str | None]] = ()) -> None:
        """`options` are (name, value) pairs, sent once after `uciok`; unknown names are listed in `unknown_options`."""
        self.command = command
        self.name = command
        self.option_names: dict[str, str] = {}
        self.unknown_options: list[str] = []
        self._unread = b""
        self._lines: deque[bytes] = deque()
        self._stderr_lines: deque[str] = deque(maxlen=KEPT_STDERR_LINES)
        self._start_process()
        self._handshake()
        self._send_options(options)
        self.wait_until_ready()

    def new_game(self) -> None:
        """Tells the engine that a new game begins and waits until it has tidied up."""
        self.send("ucinewgame")
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """`isready` and its answer; late lines of an earlier search are thrown away on the way."""
        self.send("isready")
        deadline = time.monotonic() + READY_SECONDS
        while self._read_line(deadline, f"no readyok within {READY_SECONDS:g} s").strip() != b"readyok":
            pass

    def search(
        self, position_line: str, go_line: str, seconds_allowed: float | None, seconds_before_hang: float
    ) -> Answer:
        """Sends position and `go`, and waits for `bestmove`.

        The clock runs from just before the two lines are written to just after the `read` that brought `bestmove`
        returns. Past `seconds_allowed` (None: no limit) the engine gets `stop`, and its answer or silence decides
        between TIME_LOSS and HANG. `seconds_before_hang` bounds a search that has no clock.
        """
        info_lines: deque[bytes] = deque(maxlen=KEPT_INFO_LINES)
        limit = seconds_before_hang if seconds_allowed is None else seconds_allowed
        started = time.monotonic()
        self.send(f"{position_line}\n{go_line}")
        line = self._read_until_bestmove(started + limit, info_lines)
        seconds = time.monotonic() - started
        if line is None:
            self._answer_after_the_limit(limit, seconds_allowed is not None, info_lines)
        if seconds_allowed is not None and seconds > seconds_allowed:
            raise EngineFault(TIME_LOSS, f"used {seconds * 1000:.0f} ms, {seconds_allowed * 1000:.0f} ms allowed")
        words = line.decode("utf-8", "replace").split()
        return Answer(words[1] if len(words) > 1 else "", seconds, tuple(info_lines))

    def send(self, text: str) -> None:
        """Writes one or several lines; a closed pipe means that the engine is gone."""
        try:
            self._input.write(text.encode() + b"\n")
        except OSError:
            raise self._crash() from None

    def quit(self) -> None:
        """Asks politely, then kills: an engine never outlives its match."""
        try:
            self._input.write(b"quit\n")
            self._input.close()
            self._process.wait(QUIT_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _start_process(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the match, not for the engine
            )
        except (OSError, ValueError) as error:
            raise EngineFault(NO_START, f"cannot run {self.command!r}: {error}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output, self._errors = self._process.stdin, self._process.stdout, self._process.stderr
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._stderr_reader = threading.Thread(target=self._collect_stderr, daemon=True)
        self._stderr_reader.start()

    def _collect_stderr(self) -> None:
        """Keeps the last lines for the report, and keeps the pipe from filling up and blocking the engine."""
        for line in self._errors:
            self._stderr_lines.append(line.decode("utf-8", "replace").rstrip())

    def _handshake(self) -> None:
        try:
            self.send("uci")
            deadline = time.monotonic() + STARTUP_SECONDS
            while True:
                line = self._read_line(deadline, f"no uciok within {STARTUP_SECONDS:g} s").decode("utf-8", "replace")
                if line.startswith("id name "):
                    self.name = line[len("id name ") :].strip()
                elif line.startswith("option name "):
                    option = line[len("option name ") :].split(" type ")[0].strip()
                    self.option_names[option.lower()] = option
                elif line.strip() == "uciok":
                    return
        except EngineFault as fault:
            self.kill()
            raise EngineFault(NO_START, fault.text) from None

    def _send_options(self, options: Sequence[tuple[str, str | None]]) -> None:
        for name, value in options:
            known_name = self.option_names.get(name.lower())
            if known_name is None:
                self.unknown_options.append(name)
            else:
                self.send(f"setoption name {known_name} value {value}" if value else f"setoption name {known_name}")

    def _read_until_bestmove(self, deadline: float, info_lines: deque[bytes]) -> bytes | None:
        """The bestmove line, or None when the deadline has passed."""
        while True:
            line = self._line_before(deadline)
            if line is None or line.startswith(b"bestmove"):
                return line
            if line.startswith(b"info") and b" score " in line:
                info_lines.append(line)

    def _answer_after_the_limit(self, limit: float, has_clock: bool, info_lines: deque[bytes]) -> NoReturn:
        """Raises the fault of a slow engine or of a dead one. Never returns."""
        self.send("stop")
        started = time.monotonic()
        if self._read_until_bestmove(started + STOP_SECONDS, info_lines) is None:
            self.kill()
            raise EngineFault(HANG, f"no bestmove in {limit:.2f} s, nor in the {STOP_SECONDS:g} s after stop")
        late = time.monotonic() - started
        if has_clock:
            text = f"no bestmove in the {limit * 1000:.0f} ms allowed, only {late * 1000:.0f} ms after stop"
            raise EngineFault(TIME_LOSS, text)
        raise EngineFault(HANG, f"no bestmove in {limit:.2f} s, only after stop")

    def _read_line(self, deadline: float, complaint: str) -> bytes:
        """The next line without its end; past the deadline a HANG that says `complaint`."""
        line = self._line_before(deadline)
        if line is None:
            self.kill()
            raise EngineFault(HANG, complaint)
        return line

    def _line_before(self, deadline: float) -> bytes | None:
        """The next line without its end, or None when the deadline has passed."""
        while not self._lines:
            milliseconds = (deadline - time.monotonic()) * 1000
            if milliseconds <= 0 or not self._poll.poll(milliseconds):
                return None
            self._read_chunk()
        return self._lines.popleft()

    def _read_chunk(self) -> None:
        chunk = os.read(self._output.fileno(), 1 << 16)
        if not chunk:
            raise self._crash()
        *lines, self._unread = (self._unread + chunk).split(b"\n")
        self._lines.extend(line.rstrip(b"\r") for line in lines)

    def _crash(self) -> EngineFault:
        """The fault that reports how the process ended, with the last lines of its stderr."""
        try:
            code = self._process.wait(QUIT_SECONDS)
            how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        except subprocess.TimeoutExpired:
            self.kill()
            how = "closed its output and did not end"
        self._stderr_reader.join(QUIT_SECONDS)
        last_words = "".join(f"\n    stderr: {line}" for line in self._stderr_lines)
        return EngineFault(CRASH, how + last_words)
