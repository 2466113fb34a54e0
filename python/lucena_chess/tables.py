"""What tables know of one position, with every move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import chess

from .program import ProgramPath, answer, folders, options, position

#: The words of the public table servers, for the side to move.
Category = Literal[
    "win",
    "syzygy-win",
    "maybe-win",
    "cursed-win",
    "draw",
    "blessed-loss",
    "maybe-loss",
    "syzygy-loss",
    "loss",
    "unknown",
]


@dataclass(frozen=True)
class TableFacts:
    """What tables know of a position. Distances are in plies, positive if the side to move wins, negative if it loses."""

    #: The result with the 50-move rule and the clock of the board.
    category: Category
    #: To the next capture or pawn move that keeps the result, or to mate; 0 in a draw, -1 if the side to move is mated.
    dtz: int | None
    #: The same, only if it is not rounded. Lucena's own distances never are; those of Syzygy files may be one ply too short.
    precise_dtz: int | None
    #: To mate, without the 50-move rule; 0 in a draw, None if the side to move is mated.
    dtm: int | None
    #: To mate, with the 50-move rule and the clock of the board; 0 if the side to move is mated, None in a draw.
    dtm50: int | None
    checkmate: bool
    stalemate: bool
    insufficient_material: bool


@dataclass(frozen=True)
class TableMove:
    """A legal move, and what tables know of the position after it, for the side that moves then."""

    move: chess.Move
    #: The move in standard notation.
    san: str
    #: Whether it is a capture or a pawn move.
    zeroing: bool
    #: Whether it is a capture or a promotion.
    conversion: bool
    #: So a winning move has the category "loss" and negative distances.
    after: TableFacts


@dataclass(frozen=True)
class TableAnswer(TableFacts):
    """What tables know of a position and of each of its moves."""

    board: chess.Board
    #: Win, draw or loss without the 50-move rule: 2, 0 or -2.
    wdl: int | None
    #: The Syzygy file that knows the result; None if another table does.
    syzygy: str | None
    #: Every legal move, the best first.
    moves: list[TableMove]

    @property
    def best(self) -> chess.Move | None:
        """The best move; None if there is none."""
        return self.moves[0].move if self.moves else None


def tablebase(
    board: chess.Board,
    *,
    syzygy: ProgramPath | Sequence[ProgramPath] | None = None,
    cache: ProgramPath | None = None,
    program: ProgramPath | None = None,
) -> TableAnswer:
    """Asks the tables about one position: those of up to four men inside lucena, those that you built, and Syzygy files.

    >>> import chess, lucena_chess
    >>> answer = lucena_chess.tablebase(chess.Board("8/2k5/8/8/2PK4/8/8/8 w - - 0 1"))
    >>> answer.category, [move.san for move in answer.moves if move.after.category == "loss"]
    ('win', ['Kc5'])

    `syzygy` are folders of Syzygy files, `cache` is the folder of tables that you built. For many positions, `Tablebase` is
    quicker: it keeps one process. The first question about a material builds its table of distances to mate, which takes up to
    some seconds with four men; lucena keeps it in that folder, by default the user's cache.

    Raises `Refused` for a position that no table can hold and whose moves do not decide it, or that is not legal; `Failed` if a
    table is missing, with the command that builds it.
    """
    words = options(syzygy=folders(syzygy), cache=cache)
    fields = answer(["tablebase", "probe", "--json", *words, position(board)], program=program)
    return TableAnswer(
        **common(fields),
        board=board.copy(stack=False),
        wdl=fields["wdl"],
        syzygy=fields.get("syzygy"),
        moves=[table_move(move) for move in fields["moves"]],
    )


def table_move(fields: dict[str, Any]) -> TableMove:
    """A move from its JSON object."""
    return TableMove(
        move=chess.Move.from_uci(fields["uci"]),
        san=fields["san"],
        zeroing=fields["zeroing"],
        conversion=fields["conversion"],
        after=TableFacts(**common(fields)),
    )


def common(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that positions and moves have in common."""
    return {name: fields[name] for name in TableFacts.__dataclass_fields__}
