"""Cuts input into blocks and joins their results again, without anything of a cluster."""

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

# Bytes of a file to search at once.
PIECE = 1 << 20
# A line of tags, as lucena recognises one.
TAG = re.compile(rb'[\xef\xbb\xbf \t]*\[\s*\w+\s*".*\]\s*$')

# What to do about an output that belongs to another input.
OTHER_NAMES = "name its own input, or another output"


class WorkFailed(Exception):
    """The work cannot continue, which is not the user's fault; the text says why."""


@dataclass(frozen=True)
class Block:
    """A piece of work that a worker does as a whole, or not at all."""

    number: int
    # The input of the worker.
    payload: Any
    # The number of lines of the result; None if it is unknown.
    lines: int | None = None


def blocks_of_lines(lines: Iterable[bytes], size: int) -> Iterator[Block]:
    """Yields blocks of `size` lines; the last one may be shorter. It reads at most one block ahead."""
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
    """The games of a PGN, each with its tags: a game begins with the first tag after something else. In a
    comment, a tag counts only after an empty line, because comments are not always closed."""
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
    """Yields blocks of `size` whole games."""
    for block in blocks_of_lines(games_of_pgn(lines), size):
        yield Block(block.number, block.payload)


def error_objects(block: Block, reason: str) -> bytes:
    """The replacement for the answers of a block that no worker survives: its questions with the reason. Questions that had an
    error keep it."""
    objects = []
    for line in block.payload.splitlines():
        question = json.loads(line)
        question.setdefault("error", reason)
        objects.append(json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return b"".join(objects)


class OrderedOutput:
    """Writes the results of blocks in the order of their numbers, whichever is done first."""

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


# The beginning of every object of `lucena analyse`.
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
                raise UserError(f"{path} is not an output of lucena analyse; nothing was changed; name another output")
            if not line.endswith(b"\n"):
                break
            count, end, last = count + 1, end + len(line), line
        file.truncate(end)
    return count, last


def without_answered(questions: Iterable[bytes], answered: int, last: bytes, path: str | None) -> Iterator[bytes]:
    """The questions after those that an earlier run has answered. The last of these must be what its last answer is about:
    an answer begins with its question."""
    seen = 0
    for question in questions:
        seen += 1
        if seen == answered and not last.startswith(question.rstrip()[:-1]):
            raise UserError(f"{path} was not made from this input; nothing was added; {OTHER_NAMES}")
        if seen > answered:
            yield question
    if seen < answered:
        raise UserError(f"{path} was not made from this input, which is shorter; nothing was added; {OTHER_NAMES}")
