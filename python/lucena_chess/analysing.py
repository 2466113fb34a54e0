"""Streams of positions."""

import json
import queue
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Literal

import chess
import chess.engine

from .errors import Refused
from .program import ProgramPath, find_program, folders, options, position, raise_complaint

#: An exact result, for the side to move.
Result = Literal["win", "draw", "loss"]

# Lucena itself reads no more than this ahead for each worker.
AHEAD = 32

# What a UCI session of lucena shows for a result of tables without a length.
TABLE_RESULT = 20_000


@dataclass(frozen=True)
class Line:
    """A line of play and its value."""

    score: chess.engine.PovScore
    #: "lower" or "upper" if the search ended before it knew the exact score; otherwise None.
    bound: str | None
    #: The line; empty if there is no move.
    pv: list[chess.Move]
    #: Half-moves of the last iteration.
    depth: int

    @property
    def best(self) -> chess.Move | None:
        """The first move of the line; None if there is none."""
        return self.pv[0] if self.pv else None


@dataclass(frozen=True)
class Advice:
    """The move of an advice table, and why."""

    move: chess.Move
    table: str
    rule: str
    advice: str
    purpose: str


@dataclass(frozen=True)
class Analysis:
    """What lucena knows and finds about a position."""

    board: chess.Board
    #: The exact result for the side to move, with the 50-move clock of the board; None if it is not known.
    result: Result | None
    #: Who knows it: "rules", "tables", "solver" or "mate".
    known_by: str | None
    #: The Syzygy file that knows it; None if another source does.
    syzygy: str | None
    #: With `solve`, what ended a solver that did not prove the result: "memory", "work" or "pieces".
    unsolved: str | None
    #: The best lines, best first: as many as `multipv` asks for, at least one.
    lines: list[Line]
    #: With `advice`, the move of an advice table if one covers the position.
    advice: Advice | None
    #: Half-moves of the deepest line.
    selective_depth: int
    nodes: int
    #: Seconds, only if a time limited the search.
    time: float | None

    @property
    def score(self) -> chess.engine.PovScore:
        """The score of the best line."""
        return self.lines[0].score

    @property
    def pv(self) -> list[chess.Move]:
        """The best line; empty if there is no move."""
        return self.lines[0].pv

    @property
    def best(self) -> chess.Move | None:
        """The best move; None if there is none."""
        return self.lines[0].best


def analyse(
    boards: Iterable[chess.Board],
    limit: chess.engine.Limit | None = None,
    *,
    multipv: int | None = None,
    workers: int = 1,
    hash: int | None = None,
    solve: int | None = None,
    syzygy: ProgramPath | Sequence[ProgramPath] | None = None,
    advice: bool = False,
    program: ProgramPath | None = None,
) -> Iterator[Analysis]:
    """Analyses any number of positions with one process, and yields one `Analysis` for each, in their order.

    >>> import chess, chess.engine, lucena_chess
    >>> boards = [chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")]
    >>> [(found.result, found.score.relative, found.best.uci()) for found in lucena_chess.analyse(boards)]
    [('win', Mate(+1), 'a1a8')]

    `limit` has `nodes` (100,000 without a limit), `depth` or `time` in seconds for each position. `workers` positions are
    searched at a time, with `hash` MiB for each. `solve` is memory in MiB for proofs. `syzygy` are folders of Syzygy files.

    Boards are taken from the iterable as they are needed, some dozens ahead. What came before a position does not count: neither
    the moves of the board nor repetitions. With nodes or depth the answers are the same on every machine.

    Raises `Refused` when a board's turn comes that is not legal or of another variant, `ValueError` for a limit that has anything
    else, and `Failed` if lucena fails.
    """
    words = [
        *words_of_limit(limit or chess.engine.Limit()),
        *options(multipv=multipv, workers=workers, hash=hash, solve=solve, syzygy=folders(syzygy), advice=advice),
    ]
    command = [find_program(program), "analyse", "--format", "fen", *words]
    return answers(command, iter(boards), AHEAD * workers)


def words_of_limit(limit: chess.engine.Limit) -> list[str]:
    """A limit as words of the command line.

    Raises `ValueError` if it has anything but nodes, depth and time.
    """
    others = {name: value for name, value in vars(limit).items() if name not in ("nodes", "depth", "time") and value is not None}
    if others:
        raise ValueError(f"a position is limited by nodes, depth or time, not by {', '.join(others)}")
    movetime = None if limit.time is None else round(limit.time * 1000)
    return options(nodes=limit.nodes, depth=limit.depth, movetime=movetime)


def answers(command: list[str], boards: Iterator[chess.Board], ahead: int) -> Iterator[Analysis]:
    """Yields an answer for each board; at most `ahead` boards are in work."""
    with tempfile.TemporaryFile() as said, Stream(command, said) as stream:
        asked: deque[chess.Board] = deque()
        is_open = True
        while True:
            while is_open and len(asked) < ahead:
                board = next(boards, None)
                if board is None:
                    is_open = False
                    stream.ask(None)
                else:
                    asked.append(board.copy(stack=False))
                    stream.ask(position(board))
            if not asked:
                break
            fields = stream.answer()
            if fields is None:
                break
            if "error" in fields:
                raise Refused(fields["error"])
            yield analysis(asked.popleft(), fields)
        code = stream.process.wait()
        said.seek(0)
        raise_complaint(said.read().decode(errors="replace"), code or int(bool(asked)))


class Stream:
    """A process that reads positions and writes answers. A thread writes, so that neither side ever waits for the other."""

    def __init__(self, command: list[str], said: IO[bytes]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said)
        self.waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write, daemon=True)

    def __enter__(self) -> "Stream":
        self.writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self.ask(None)
        self.writer.join()
        assert self.process.stdout
        self.process.stdout.close()

    def ask(self, fen: str | None) -> None:
        """Adds a question; None ends them."""
        self.waiting.put(fen)

    def answer(self) -> dict[str, Any] | None:
        """The next answer; None if the process has ended."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def write(self) -> None:
        """Writes questions until there are no more, or nobody reads them."""
        assert self.process.stdin
        try:
            with self.process.stdin as stdin:
                while (fen := self.waiting.get()) is not None:
                    stdin.write(f"{fen}\n".encode())
                    stdin.flush()
        except OSError:
            # The process has ended; its exit code says why.
            return


def analysis(board: chess.Board, fields: dict[str, Any]) -> Analysis:
    """An analysis from its JSON object."""
    advised = fields.get("advice")
    milliseconds = fields.get("time_ms")
    return Analysis(
        board=board,
        result=fields.get("result"),
        known_by=fields.get("known_by"),
        syzygy=fields.get("syzygy"),
        unsolved=fields.get("unsolved"),
        lines=[line(board, shown) for shown in fields.get("lines", [fields])],
        advice=advice_of(advised) if advised else None,
        selective_depth=fields["selective_depth"],
        nodes=fields["nodes"],
        time=None if milliseconds is None else milliseconds / 1000,
    )


def line(board: chess.Board, fields: dict[str, Any]) -> Line:
    """A line from its JSON object."""
    return Line(
        score=chess.engine.PovScore(score(fields["score"]), board.turn),
        bound=fields.get("bound"),
        pv=[chess.Move.from_uci(move) for move in fields["pv"]],
        depth=fields["depth"],
    )


def score(fields: dict[str, int]) -> chess.engine.Score:
    """A score from its JSON object. A result of tables without a length becomes 200 pawns, as in a UCI session."""
    if "mate" in fields:
        return chess.engine.Mate(fields["mate"])
    return chess.engine.Cp(fields["table"] * TABLE_RESULT if "table" in fields else fields["cp"])


def advice_of(fields: dict[str, str]) -> Advice:
    """The move of an advice table from its JSON object."""
    return Advice(
        move=chess.Move.from_uci(fields["best"]),
        table=fields["table"],
        rule=fields["rule"],
        advice=fields["advice"],
        purpose=fields["purpose"],
    )
