"""Finds the program `lucena`, runs it, and turns what it complains about into exceptions."""

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import chess

from .errors import Failed, ProgramNotFound, Refused

ProgramPath = str | os.PathLike[str]

#: Names a program other than the installed one.
ENVIRONMENT = "LUCENA_PROGRAM"

# The exit code for what the user wrote; any other but 0 is a failure.
REFUSED = 2
NAME = "lucena.exe" if os.name == "nt" else "lucena"


def find_program(program: ProgramPath | None = None) -> str:
    """Returns the path of the program.

    The first of these counts: `program`, the environment variable `LUCENA_PROGRAM`, the program that was installed with this
    package, `lucena` on the path.

    Raises `ProgramNotFound` if there is none.
    """
    named = program or os.environ.get(ENVIRONMENT)
    if named:
        found = shutil.which(named)
        if found is None:
            raise ProgramNotFound(f"{os.fspath(named)} is not a program")
        return found
    installed = next((path for path in installed_paths() if path.is_file()), None)
    found = str(installed) if installed else shutil.which(NAME)
    if found is None:
        raise ProgramNotFound(f"there is no lucena in {sysconfig.get_path('scripts')} or on the path")
    return found


def installed_paths() -> Iterator[Path]:
    """Where pip puts programs: those of this environment, then those of the user."""
    yield Path(sysconfig.get_path("scripts")) / NAME
    yield Path(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))) / NAME
    # `pip install --target FOLDER` puts them beside the package.
    yield Path(__file__).parent.parent / "bin" / NAME


def run(arguments: Sequence[str], *, program: ProgramPath | None, given: str = "") -> tuple[str, str, int]:
    """Runs lucena to its end. Returns what it wrote to stdout and to stderr, and its exit code."""
    command = [find_program(program), *arguments]
    ended = subprocess.run(command, input=given.encode(), capture_output=True, check=False)
    return ended.stdout.decode(), ended.stderr.decode(errors="replace"), ended.returncode


def answer(arguments: Sequence[str], *, program: ProgramPath | None) -> dict[str, Any]:
    """Runs lucena for one JSON object.

    Raises `Refused` or `Failed`.
    """
    out, said, code = run(arguments, program=program)
    raise_complaint(said, code)
    fields: dict[str, Any] = json.loads(out)
    return fields


def raise_complaint(said: str, code: int) -> None:
    """Raises `Refused` or `Failed` with what lucena said, unless the exit code is 0."""
    if code == 0:
        return
    message = without_name(said) or f"lucena ended with exit code {code}"
    raise Refused(message) if code == REFUSED else Failed(message, code)


def without_name(said: str) -> str:
    """What lucena said on stderr, without its name before each line."""
    return "\n".join(line.removeprefix("lucena: ") for line in said.strip().splitlines())


def options(**values: object) -> list[str]:
    """Words of a command line: `--name value` for each value, `--name` for True, nothing for None and False.

    An underscore in a name stands for a hyphen.
    """
    words: list[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        words.append("--" + name.strip("_").replace("_", "-"))
        if value is not True:
            words.append(os.fspath(value) if isinstance(value, os.PathLike) else str(value))
    return words


def folders(syzygy: ProgramPath | Sequence[ProgramPath] | None) -> str | None:
    """Folders of Syzygy files as one word, separated as lucena expects them; None if there are none."""
    if syzygy is None:
        return None
    paths = [syzygy] if isinstance(syzygy, (str, os.PathLike)) else syzygy
    return os.pathsep.join(os.fspath(path) for path in paths) or None


def position(board: chess.Board) -> str:
    """A board as a FEN for lucena.

    Raises `Refused` if the board is one of another variant: lucena plays chess and Chess960.
    """
    if board.uci_variant != "chess":
        raise Refused(f"lucena does not play {board.uci_variant}")
    return board.fen()
