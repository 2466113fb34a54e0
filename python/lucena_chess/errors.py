"""What goes wrong: each exception carries what lucena said."""

from collections.abc import Sequence

import chess.pgn


class LucenaError(Exception):
    """Anything that goes wrong here; its text is what lucena said."""


class ProgramNotFound(LucenaError):
    """No program `lucena` is installed beside this package, named by `LUCENA_PROGRAM`, or on the path."""


class Refused(LucenaError, ValueError):
    """Lucena does not take the question: no legal position, or one that this command does not answer (exit code 2)."""


class Failed(LucenaError):
    """Lucena took the question and could not answer it: a table is missing, a disk is full, the process ended.

    `code` is the exit code of the program, negative if a signal ended it.
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class GamesLeftOut(LucenaError):
    """Lucena could not read some games and reviewed the others, which `games` has in their order."""

    def __init__(self, message: str, games: Sequence[chess.pgn.Game]) -> None:
        super().__init__(message)
        self.games = list(games)
