"""Reviews of games."""

import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import chess.pgn

from .errors import GamesLeftOut
from .program import REFUSED, ProgramPath, folders, options, raise_complaint, run, without_name

#: Games: one, several, their text, or a file of them.
Games = chess.pgn.Game | Iterable[chess.pgn.Game] | str | os.PathLike[str]


def review(
    pgn: Games,
    *,
    player: str | None = None,
    from_men: int | None = None,
    nodes: int | None = None,
    movetime: float | None = None,
    workers: int | None = None,
    syzygy: ProgramPath | Sequence[ProgramPath] | None = None,
    program: ProgramPath | None = None,
) -> list[chess.pgn.Game]:
    """Judges every move of every ending, and returns the games in their order, annotated.

    >>> import lucena_chess
    >>> text = '[SetUp "1"]\\n[FEN "8/2k5/8/8/2PK4/8/8/8 w - - 0 1"]\\n\\n1. Ke5 *'
    >>> move = lucena_chess.review(text)[0].next()
    >>> move.nags, "The win is thrown away: drawn (exact: tables). Right was Kc5" in move.comment
    ({4}, True)

    `pgn` is a game, several games, their text, or a path: a `Path`, or a single line that ends in `.pgn`. Moves that lose
    something have their sign in `nags`, a sentence in `comment`, the better line as a variation beside them, and a value that
    `eval()` reads.

    `player` leaves the games of others out. An ending begins with `from_men` men on the board. Positions without an exact
    result are searched for `nodes`, or for `movetime` seconds. `workers` games are judged at a time, one per core if None.
    `syzygy` are folders of Syzygy files. docs/review.md says how lucena judges.

    Raises `GamesLeftOut` if games cannot be read, with those that can; `Refused` if there is nothing to review; `Failed` if
    lucena fails; `OSError` if a file cannot be read.
    """
    milliseconds = None if movetime is None else round(movetime * 1000)
    words = options(
        player=player, from_=from_men, nodes=nodes, movetime=milliseconds, workers=workers, syzygy=folders(syzygy)
    )
    file, text = source(pgn)
    out, said, code = run(["review", *words, file], program=program, given=text)
    games = list(read(out))
    if code == REFUSED and games:
        raise GamesLeftOut(without_name(said), games)
    raise_complaint(said, code)
    return games


def source(pgn: Games) -> tuple[str, str]:
    """What lucena is to read: a path, or `-` for the text that comes with it.

    Raises `OSError` if there is no such file.
    """
    if isinstance(pgn, str) and not is_path(pgn):
        return "-", pgn
    if isinstance(pgn, (str, os.PathLike)):
        # Lucena would say the same, but as an exception of this package.
        return str(Path(pgn).resolve(strict=True)), ""
    games = [pgn] if isinstance(pgn, chess.pgn.Game) else pgn
    return "-", "\n\n".join(str(game) for game in games) + "\n"


def is_path(text: str) -> bool:
    """Whether a text is the path of a file of games rather than games."""
    return "\n" not in text and text.lower().endswith(".pgn")


def read(text: str) -> Iterable[chess.pgn.Game]:
    """All games of a text."""
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        unwrap(game)
        yield game


def unwrap(game: chess.pgn.Game) -> None:
    """Joins the lines of comments, which break where the width of the file wants it."""
    nodes: list[chess.pgn.GameNode] = [game]
    while nodes:
        node = nodes.pop()
        node.comment = node.comment.replace("\n", " ")
        node.starting_comment = node.starting_comment.replace("\n", " ")
        nodes.extend(node.variations)
