"""Proofs of single positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import chess

from .program import ProgramPath, answer, folders, options, position

#: What is proven, for the side to move.
Proven = Literal["win", "draw", "loss", "at least draw", "at most draw", "unknown"]


@dataclass(frozen=True)
class SolvedMove:
    """A legal move, and what is proven of it for the side that plays it."""

    move: chess.Move
    #: The move in standard notation.
    san: str
    result: Proven
    #: Moves of the winning side to the next capture, pawn move or mate; None in draws and where the proof gives none.
    moves_to_conversion: int | None
    #: Whether no shorter way exists; None without a number.
    is_conversion_exact: bool | None
    #: Whether it wins only by returning to the position.
    loses_time: bool
    #: Whether the result stands with the 50-move rule; None in draws and where nobody knows.
    stands_with_50_move_rule: bool | None


@dataclass(frozen=True)
class Solution:
    """What is proven of a position, for the side to move, without the 50-move rule."""

    board: chess.Board
    result: Proven
    #: Every legal move, the best first.
    moves: list[SolvedMove]
    #: Best play of both sides; it may end early, and is empty if nothing is proven.
    line: list[chess.Move]
    #: Whether the result stands with the 50-move rule; None in draws and where nobody knows.
    stands_with_50_move_rule: bool | None
    #: What ended the work before everything was proven: "time", "memory" or "pieces"; None if nothing did.
    stopped_by: str | None
    #: Tables of five men and Syzygy files that were asked.
    tables: list[str]
    syzygy: list[str]
    #: Positions that were looked at, memory in bytes, and time in seconds.
    positions: int
    bytes: int
    seconds: float

    @property
    def best(self) -> chess.Move | None:
        """The first move of best play; None if nothing is proven, or there is no move."""
        return self.line[0] if self.line else None


def solve(
    board: chess.Board,
    *,
    time: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    tables: ProgramPath | None = None,
    build: bool = True,
    syzygy: ProgramPath | Sequence[ProgramPath] | None = None,
    program: ProgramPath | None = None,
) -> Solution:
    """Proves the result of a position with at most two pieces and any number of pawns, and of each of its moves.

    >>> import chess, lucena_chess
    >>> lucena_chess.solve(chess.Board("8/8/8/5p2/4k3/8/5PP1/6K1 w - - 0 1")).result
    'win'

    `time` is in whole seconds, with no limit if None. `memory` is in whole GiB. `threads` is one per core if None. `tables` is
    the folder of tables of five men; with `build` lucena builds there what a proof lacks. `syzygy` are folders of Syzygy files.

    If a limit ends the work, the solution has what is proven by then.

    Raises `Refused` for a position with castling rights, too many pieces, or one that is not legal, and `Failed` if the work
    fails.
    """
    limits = options(time=time, memory=memory, threads=threads, tables=tables, no_build=not build, syzygy=folders(syzygy))
    fields = answer(["solve", "--json", *limits, position(board)], program=program)
    return solution(board.copy(stack=False), fields)


def solution(board: chess.Board, fields: dict[str, Any]) -> Solution:
    """A solution from its JSON object."""
    return Solution(
        board=board,
        result=fields["result"],
        moves=[solved_move(move) for move in fields["moves"]],
        line=[chess.Move.from_uci(move) for move in fields["line"]],
        stands_with_50_move_rule=fields["stands_with_50_move_rule"],
        stopped_by=fields["stopped_by"],
        tables=fields["tables"],
        syzygy=fields["syzygy"],
        positions=fields["positions"],
        bytes=fields["bytes"],
        seconds=fields["seconds"],
    )


def solved_move(fields: dict[str, Any]) -> SolvedMove:
    """A move from its JSON object."""
    return SolvedMove(
        move=chess.Move.from_uci(fields["uci"]),
        san=fields["san"],
        result=fields["result"],
        moves_to_conversion=fields["moves_to_conversion"],
        is_conversion_exact=fields["is_conversion_exact"],
        loses_time=fields["loses_time"],
        stands_with_50_move_rule=fields["stands_with_50_move_rule"],
    )
