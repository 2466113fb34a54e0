"""Runs one `lucena serve` for a worker: starts it, finds its address, and ends it so that its jobs write their journals."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import urllib.request
from collections.abc import Sequence

from arguments import UserError
from spreading.runners import end_with_parent

# Seconds in which a server that starts prints its address.
START_TIME = 30.0
# Seconds that jobs have to write down what they have done.
WRITING_TIME = 35.0


class ServerProcess:
    """A server on a free port of `host`, which answers only requests with the token."""

    def __init__(self, binary: str, host: str | None, token: str, options: Sequence[str]) -> None:
        reachable = ["--host", host] if host else []
        self._command = [binary, "serve", "--port", "0", "--token", token, *reachable, *options]
        self._token = token
        self._process: subprocess.Popen[str] | None = None
        self._address = ""

    def address(self) -> str:
        """Where the server is, as http://HOST:PORT. One that has ended is started anew."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        return self._address

    def _start(self) -> None:
        process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent
        )
        assert process.stdout
        # A server that never says where it is does not hold the worker up.
        late = threading.Timer(START_TIME, process.kill)
        late.start()
        page = process.stdout.readline()
        late.cancel()
        if not page.startswith("http://"):
            process.kill()
            raise UserError(f"lucena serve does not start (exit code {process.wait()}); its own words are above")
        self._process, self._address = process, page.partition("/?")[0].strip()

    def check(self, seconds: float) -> None:
        """Raises an error if the server does not answer within this time, in seconds."""
        request = urllib.request.Request(f"{self._address}/api/about", headers={"Authorization": f"Bearer {self._token}"})
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            answer.read()

    def end(self) -> None:
        """Ends the server; its jobs write down what they have done."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(WRITING_TIME)
        process.kill()
        process.wait()
