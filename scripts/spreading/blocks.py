"""Input cut into blocks, and what comes of them put together again: pure, with nothing of a cluster in it."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from arguments import UserError

# A file is looked through in pieces of so many bytes.
PIECE = 1 << 20
# A line of tags, as lucena takes it for one.
TAG = re.compile(rb'[\xef\xbb\xbf \t]*\[\s*\w+\s*".*\]\s*$')


class WorkFailed(Exception):
    """The work cannot be gone on with, by no fault of the user; the text says why."""


@dataclass(frozen=True)
class Block:
    """A piece of work that a worker does as a whole, or not at all."""

    number: int
    # What the worker needs for it.
    payload: Any
    # So many lines have to come out; None where that is not known.
    lines: int | None = None


def blocks_of_lines(lines: Iterable[bytes], size: int) -> Iterator[Block]:
    """Lines as blocks of so many, the last one shorter. Not more than one block is read ahead."""
    number, waiting = 0, []
    for line in lines:
        waiting.append(line)
        if len(waiting) == size:
            yield Block(number, b"".join(waiting), size)
            number, waiting = number + 1, []
    if waiting:
        yield Block(number, b"".join(waiting), len(waiting))


def lines_of_text(path: str) -> Iterator[bytes]:
    """A file's lines; UTF-16 becomes UTF-8, everything else stays as it is."""
    with open(path, "rb") as file:
        is_utf_16 = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        file.seek(0)
        if is_utf_16:
            yield from (line.encode() for line in io.TextIOWrapper(file, encoding="utf-16", errors="replace", newline="\n"))
        else:
            yield from file


def games_of_pgn(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The games of a PGN, each with its tags: a game begins with the first tag after something else. What looks like a tag
    within a comment is none, but behind an empty line: comments are not always closed."""
    game: list[bytes] = []
    has_moves = in_comment = False
    for line in lines:
        is_tag = TAG.match(line) is not None and (not in_comment or not game[-1].strip())
        if is_tag and has_moves:
            yield b"".join(game)
            game, has_moves = [], False
        opened, closed = line.rfind(b"{"), line.rfind(b"}")
        in_comment = not is_tag and (opened > closed or opened == closed and in_comment)
        has_moves = has_moves or bool(line.strip()) and not is_tag
        game.append(line)
    if b"".join(game).strip():
        yield b"".join(game)


def blocks_of_games(lines: Iterable[bytes], size: int) -> Iterator[Block]:
    """Whole games as blocks of so many."""
    for block in blocks_of_lines(games_of_pgn(lines), size):
        yield Block(block.number, block.payload)


def error_objects(block: Block, reason: str) -> bytes:
    """What stands for the answers of a block that no worker survives: its questions with the reason. Those that had an error
    before keep it."""
    objects = []
    for line in block.payload.splitlines():
        question = json.loads(line)
        question.setdefault("error", reason)
        objects.append(json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return b"".join(objects)


class OrderedOutput:
    """Writes what blocks give in the order of their numbers, whichever is done first."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._due = 0
        self._waiting: dict[int, bytes] = {}

    def add(self, number: int, data: bytes) -> None:
        if number < self._due or number in self._waiting:
            raise ValueError(f"block {number} is done twice")
        self._waiting[number] = data
        while (data_due := self._waiting.pop(self._due, None)) is not None:
            self._file.write(data_due)
            self._due += 1
        self._file.flush()


# How every object of `lucena analyse` begins.
OBJECT = b'{"schema":'


def resume_lines(path: str) -> tuple[int, bytes]:
    """The whole lines of an earlier run's output and the last of them; a last line without its end is cut off. A file of
    another kind is refused and stays as it is."""
    count, end, last = 0, 0, b""
    if not os.path.exists(path):
        return count, last
    with open(path, "r+b") as file:
        for line in file:
            if not line.startswith(OBJECT) and not OBJECT.startswith(line):
                raise UserError(f"{path} is not an output of lucena analyse; nothing was changed")
            if not line.endswith(b"\n"):
                break
            count, end, last = count + 1, end + len(line), line
        file.truncate(end)
    return count, last


def without_answered(questions: Iterable[bytes], answered: int, last: bytes, path: str | None) -> Iterator[bytes]:
    """The questions behind those that an earlier run has answered. The last of these must be what its last answer is about:
    an answer begins with its question."""
    seen = 0
    for question in questions:
        seen += 1
        if seen == answered and not last.startswith(question.rstrip()[:-1]):
            raise UserError(f"{path} was not made from this input; nothing was added")
        if seen > answered:
            yield question
    if seen < answered:
        raise UserError(f"{path} was not made from this input, which is shorter; nothing was added")
