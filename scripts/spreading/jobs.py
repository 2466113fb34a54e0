"""The kinds of work to spread: their blocks, what a worker does with one, and where the results go."""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from arguments import UserError
from spreading.blocks import (
    Block,
    OrderedOutput,
    blocks_of_games,
    blocks_of_lines,
    error_objects,
    lines_of_text,
    resume_lines,
    without_answered,
)
from spreading.reader import Reader
from spreading.runners import AnalyseRunner, CommandBlock, CommandRunner, Runner
from spreading.schedule import Pool, Schedule, Tally


@dataclass(frozen=True)
class Cluster:
    """Where work goes: a pool for the program of the workers, and their number."""

    make_pool: Callable[[Callable[[str], Runner]], Pool]
    workers: int

    def do(
        self,
        make_runner: Callable[[str], Runner],
        blocks: Iterator[Block],
        deliver: Callable[[Block, Any], None],
        give_up: Callable[[Block, str], None],
        arguments: argparse.Namespace,
    ) -> Tally:
        began = time.monotonic()
        schedule = Schedule(
            self.make_pool(make_runner), self.workers, arguments.limit, deliver, give_up, arguments.attempts
        )
        tally = schedule.run(blocks)
        print(
            f"cluster.py: {tally.blocks} blocks by {self.workers} workers in {time.monotonic() - began:.1f} s, "
            f"{tally.redone} repeated, {len(tally.poisonous)} given up",
            file=sys.stderr,
        )
        return tally


def analyse(arguments: argparse.Namespace, options: list[str], cluster: Cluster) -> int:
    """Positions: lucena itself reads them, on this machine, so that everything it can read can be spread."""
    refuse_inputs(arguments.out, arguments.files)
    answered, last = resume_lines(arguments.out) if arguments.out and arguments.resume else (0, b"")
    named = ["--format", arguments.format] if arguments.format else []
    read = [arguments.lucena, "analyse", "--read-only", *named, *arguments.files]
    workers = [*options, "--workers", str(arguments.threads)]
    with _opened(arguments) as file, Reader(read) as reader:
        questions = reader.until_broken(without_answered(reader.questions(), answered, last, arguments.out))
        output = OrderedOutput(file)
        tally = cluster.do(
            functools.partial(AnalyseRunner, arguments=workers),
            blocks_of_lines(questions, arguments.block),
            lambda block, answers: output.add(block.number, answers),
            lambda block, reason: output.add(block.number, error_objects(block, f"given up with its block: {reason}")),
            arguments,
        )
        return reader.outcome(arguments.out) or (1 if tally.poisonous else 0)


def refuse_inputs(out: str | None, files: Sequence[str]) -> None:
    """Refuses an output that is an input, by any name or link, before anything is read."""
    for file in files:
        if out is not None and os.path.exists(out) and os.path.exists(file) and os.path.samefile(out, file):
            raise UserError(f"the output {out} is the input {file}; name another file with --out")


def _opened(arguments: argparse.Namespace) -> contextlib.AbstractContextManager[BinaryIO]:
    """The file of --out, or standard output. An existing file is replaced only with --force."""
    path = arguments.out
    if path is None:
        if arguments.resume:
            raise UserError("--resume continues a file; name it with --out FILE")
        return contextlib.nullcontext(sys.stdout.buffer)
    if arguments.resume:
        return open(path, "ab")
    if os.path.exists(path) and os.path.getsize(path) > 0 and not arguments.force:
        raise UserError(f"{path} is there already; continue it with --resume, or replace it with --force")
    return open(path, "wb")


def selfplay(arguments: argparse.Namespace, options: list[str], cluster: Cluster) -> int:
    """Games by their numbers: the files joined are the games of one process."""
    folder = _folder(arguments.out)
    files, options = shipped(options, ("--book",))
    blocks = selfplay_blocks(arguments.games, arguments.block, arguments.seed, options, files)
    return _into_folder(blocks, lambda block: folder / f"{block.number:06}.positions", arguments, cluster)


def selfplay_blocks(
    games: int, size: int, seed: int, options: Sequence[str], files: dict[str, bytes]
) -> Iterator[Block]:
    """Blocks of games: each is one call of lucena, which plays the games of these numbers."""
    for number, first in enumerate(range(0, games, size)):
        of_block = ["--first-game", str(first), "--games", str(min(games, first + size)), "--seed", str(seed)]
        command = ["selfplay", *options, *of_block, "--out", "out"]
        yield Block(number, CommandBlock(tuple(command), files, "out"))


def label(arguments: argparse.Namespace, options: list[str], cluster: Cluster) -> int:
    """Files of positions: each comes back with its scores under the same name."""
    folder = _folder(arguments.out)
    paths = [Path(file) for file in arguments.files]
    names = [path.name for path in paths]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise UserError(f"two of the files have the name {doubled}; rename one")
    if any(path.resolve().parent == folder.resolve() for path in paths):
        raise UserError(f"{folder} contains the files to label; name another folder with --out")
    blocks = (
        Block(number, CommandBlock(("label", "in", "--out", "out", *options), {"in": path.read_bytes()}, "out"))
        for number, path in enumerate(paths)
    )
    return _into_folder(blocks, lambda block: folder / names[block.number], arguments, cluster)


def review(arguments: argparse.Namespace, options: list[str], cluster: Cluster) -> int:
    """Games: the files of the folder, joined in their order, equal the output of one process."""
    folder = _folder(arguments.out)
    lines = itertools.chain.from_iterable(lines_of_text(file) for file in arguments.files)
    command = ("review", "in.pgn", "--out", "out.pgn", "--workers", str(arguments.threads), *options)
    blocks = (
        Block(block.number, CommandBlock(command, {"in.pgn": block.payload}, "out.pgn"))
        for block in blocks_of_games(lines, arguments.block)
    )
    return _into_folder(blocks, lambda block: folder / f"{block.number:06}.pgn", arguments, cluster)


def shipped(options: Sequence[str], with_file: Sequence[str]) -> tuple[dict[str, bytes], list[str]]:
    """Files that options name are sent with each block; the options then name the copies."""
    files, changed = {}, list(options)
    for place, option in enumerate(options[:-1]):
        if option in with_file:
            path = Path(options[place + 1])
            files[path.name] = path.read_bytes()
            changed[place + 1] = path.name
    return files, changed


def _folder(path: str) -> Path:
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _into_folder(
    blocks: Iterator[Block], path_of: Callable[[Block], Path], arguments: argparse.Namespace, cluster: Cluster
) -> int:
    """Each block becomes a file, which appears as a whole; a block whose file exists is not done again."""

    def deliver(block: Block, content: bytes) -> None:
        path = path_of(block)
        partial = path.with_name(f".{path.name}.part")
        partial.write_bytes(content)
        os.replace(partial, path)

    tally = cluster.do(
        CommandRunner,
        (block for block in blocks if not path_of(block).exists()),
        deliver,
        lambda block, reason: None,
        arguments,
    )
    return 1 if tally.poisonous else 0
