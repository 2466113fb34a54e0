#!/usr/bin/env python3
"""Makes random annotated games, and compares what `lucena review` makes of them with what python-chess reads in them.

    python scripts/checks/random_games.py check LUCENA [--games 3000] [--seed 1] [--unjudged]
    python scripts/checks/random_games.py make FOLDER [--games 200] [--seed 1]

A game has variations to depth 5, comments before and after everything (with % and ; and brackets and quotes, with words
longer than a line, in any script), all glyphs, null moves in variations, all results; it begins from the first move, from an
ending or as a game of Chess960. `check` lets lucena review them, every move, with a node a search, or not at all with
--unjudged. Its games must be the same trees with the same moves, comments and glyphs, plus what lucena adds: at a move of the
main line a comment before the others that begins with a value, a glyph, one more variation. `make` writes the games that
`cargo test` reads, and beside them what python-chess finds in each.

Exit code: 0 if every game is the same, else 1.
"""

import argparse
import io
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn

DEEPEST = 5
WORDS = (
    "a good plan % of 90 % ; [brackets] [%clk 0:01:02] [%csl Rd4,Ge5] \"quoted\" (in parentheses) 1. e4 -- Z0 1-0 * $7 !? =/+ "
    "e.p. König Женя 将军 ♔ naïve {open 50% ]] [[ ' \\ / | ~ [Event \"x\"] %eval"
).split(" ")
LONG_WORD = "Donaudampfschifffahrtsgesellschaft" * 4
PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN, chess.PAWN)
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
NULL_MOVES = ("--", "Z0", "@@@@", "0000")
# What a review adds: glyphs, and a comment that begins with a value.
OWN_GLYPHS = {1, 2, 4, 6}
OWN_COMMENT = re.compile(r"\[%eval #?-?[0-9.]+\]")


class Writer:
    """Writes one random game."""

    def __init__(self, rng: random.Random, odd: bool) -> None:
        self.rng = rng
        # With what only a game file can say, and no tree of python-chess: words in brackets, null moves in check.
        self.odd = odd
        self.words: list[str] = []

    def happens(self, chance: float) -> bool:
        return self.rng.random() < chance

    def comments(self, chance: float) -> None:
        while self.happens(chance):
            words = self.rng.choices(WORDS, k=self.rng.randint(1, 12))
            if self.happens(0.05):
                words.append(LONG_WORD)
            space = self.rng.choice(["", " "])
            self.words.extend(("{" + space + " ".join(words) + space + "}").split(" "))

    def glyphs(self, chance: float) -> None:
        while self.happens(chance):
            self.words.append("$" + str(self.rng.randint(1, 139)))

    def line(self, board: chess.Board, depth: int, plies: int) -> None:
        self.comments(0.15)
        for ply in range(plies):
            move = self.move(board, depth)
            if move is None:
                break
            if board.turn or ply == 0 or self.happens(0.5):
                self.words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
                if self.happens(0.03):
                    self.comments(0.5)
            self.words.append(self.written(board, move))
            self.glyphs(0.12)
            self.comments(0.15)
            while depth < DEEPEST and self.happens(0.10 if depth == 0 else 0.06):
                self.variation(board, depth + 1)
            board.push(move)

    def variation(self, board: chess.Board, depth: int) -> None:
        begin = len(self.words)
        if self.odd and self.happens(0.1):
            self.comments(0.8)
        else:
            self.line(board.copy(), depth, self.rng.randint(1, 6))
        if len(self.words) > begin:
            self.words.insert(begin, "(")
            self.words.append(")")
            self.glyphs(0.05)
            self.comments(0.15)

    def move(self, board: chess.Board, depth: int) -> chess.Move | None:
        if depth > 0 and self.happens(0.1) and (self.odd or not board.is_check()):
            return chess.Move.null()
        # Behind a null move in check a king might be taken.
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        moves = [move for move in board.legal_moves if board.piece_type_at(move.to_square) != chess.KING or move in castling]
        return self.rng.choice(castling if castling and self.happens(0.5) else moves) if moves else None

    def written(self, board: chess.Board, move: chess.Move) -> str:
        if not move:
            return self.rng.choice(NULL_MOVES)
        text = board.san(move)
        if self.happens(0.1) and not board.is_castling(move):
            text = self.rng.choice([board.lan(move), move.uci()])
        return text + (self.rng.choice(list(SIGNS)) if self.happens(0.08) else "")


def start(rng: random.Random) -> tuple[chess.Board, dict[str, str]]:
    """A position to begin from, and the tags that say so."""
    kind = rng.choice(["standard", "chess960", "ending", "ending"])
    if kind == "standard":
        return chess.Board(), {}
    if kind == "chess960":
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        return board, {"Variant": "Chess960", "SetUp": "1", "FEN": board.fen()}
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.randint(3, 9))
        pieces = [chess.KING, chess.KING, *rng.choices(PIECES, k=len(squares) - 2)]
        for index, (square, piece) in enumerate(zip(squares, pieces)):
            board.set_piece_at(square, chess.Piece(piece, index % 2 == 0))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            board.halfmove_clock, board.fullmove_number = rng.randint(0, 60), rng.randint(31, 90)
            return board, {"SetUp": "1", "FEN": board.fen()}


def random_game(rng: random.Random, number: int, odd: bool) -> str:
    """One game as text, in lines that may end anywhere between words."""
    board, tags = start(rng)
    writer = Writer(rng, odd)
    result = rng.choice(RESULTS)
    writer.line(board, 0, rng.randint(0, 24))
    writer.words.append(result)
    writer.comments(0.1)
    head = {"Event": f"Random {number}", "White": "Anna", "Black": "Женя", "Result": result, **tags}
    lines = [f'[{name} "{value}"]' for name, value in head.items()]
    text = ""
    for word in writer.words:
        text += (rng.choice(["\n", " "]) if rng.random() < 0.2 else " ") if text else ""
        text += word
    return "\n".join(lines) + "\n\n" + text + "\n\n"


def plain(comment: str) -> str:
    """A comment with its white space as lines of any length would have it."""
    return " ".join(comment.split())


def node(child: chess.pgn.ChildNode, board: chess.Board) -> list[Any]:
    """A move with what is said of it: [move, glyphs, comment before it, comment behind it, [variations]]."""
    parent = child.parent
    others = parent.variations[1:] if parent.variations[0] is child else []
    variations = [line(other, board) for other in others]
    move = board.uci(child.move)
    return [move, sorted(child.nags), plain(child.starting_comment), plain(child.comment), variations]


def line(first: chess.pgn.ChildNode, board: chess.Board) -> list[list[Any]]:
    board = board.copy()
    nodes = []
    child: chess.pgn.ChildNode | None = first
    while child is not None:
        nodes.append(node(child, board))
        board.push(child.move)
        child = child.next()
    return nodes


def tree(game: chess.pgn.Game) -> dict[str, Any]:
    """Everything that python-chess finds in a game but for its tags."""
    first = game.next()
    return {
        "event": game.headers["Event"],
        "result": game.headers["Result"],
        "comment": plain(game.comment),
        "glyphs": sorted(game.nags),
        "line": line(first, game.board()) if first else [],
    }


def games(text: str) -> Iterator[chess.pgn.Game]:
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        if game.errors:
            raise ValueError(f"{game.headers['Event']}: {game.errors}")
        yield game


def without_own(made: list[list[Any]], original: list[list[Any]]) -> list[list[Any]]:
    """A main line without what a review may have added to this one."""
    left = []
    for (move, glyphs, before, behind, variations), known in zip(made, original):
        value = OWN_COMMENT.match(behind)
        if value and behind != known[3] and behind.endswith(known[3]):
            behind = known[3]
            added = set(glyphs) - set(known[1])
            glyphs = sorted(set(glyphs) - (added & OWN_GLYPHS if len(added) <= 1 else set()))
            others = ((extra, variations[:at] + variations[at + 1 :]) for at, extra in enumerate(variations))
            if any(other == known[4] and is_bare(extra) for extra, other in others):
                variations = known[4]
        left.append([move, glyphs, before, behind, variations])
    return left + made[len(original) :]


def is_bare(variation: list[list[Any]]) -> bool:
    return all(not (glyphs or before or behind or variations) for _, glyphs, before, behind, variations in variation)


def compare(original: chess.pgn.Game, reviewed: chess.pgn.Game) -> str:
    """What is different; empty where nothing is."""
    wanted, found = tree(original), tree(reviewed)
    found["line"] = without_own(found["line"], wanted["line"])
    tags, found_tags = dict(original.headers), dict(reviewed.headers)
    found_tags.pop("Annotator", None)
    if found_tags != tags:
        return f"tags {found_tags} instead of {tags}"
    for name, value in wanted.items():
        if name != "line" and found[name] != value:
            return f"{name} {found[name]!r} instead of {value!r}"
    for ply, (one, other) in enumerate(zip(wanted["line"], found["line"])):
        if one != other:
            return f"ply {ply}: {json.dumps(other, ensure_ascii=False)}\n  instead of {json.dumps(one, ensure_ascii=False)}"
    return "" if len(wanted["line"]) == len(found["line"]) else "another number of moves"


def check(arguments: argparse.Namespace) -> int:
    rng = random.Random(arguments.seed)
    texts = [random_game(rng, number, odd=True) for number in range(1, arguments.games + 1)]
    text = "".join(texts)
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "games.pgn", Path(folder) / "reviewed.pgn"
        path.write_text(text, encoding="utf-8")
        # Bare kings alone are an ending then.
        men = "2" if arguments.unjudged else "32"
        command = [arguments.lucena, "review", str(path), "--out", str(out), "--nodes", "1", "--from", men]
        run = subprocess.run(command, capture_output=True)
        sys.stderr.buffer.write(run.stderr)
        reviewed = list(games(out.read_text(encoding="utf-8")))
    originals = list(games(text))
    faults = 0
    for number, (original, made) in enumerate(zip(originals, reviewed)):
        difference = compare(original, made)
        if difference:
            faults += 1
            print(f"{original.headers['Event']}: {difference}\n{texts[number]}")
    moves = sum(1 for game in reviewed for _ in game.mainline_moves())
    print(f"{len(originals)} games with {moves} moves, {len(reviewed)} written, {faults} different, exit code {run.returncode}")
    return 0 if faults == 0 and run.returncode == 0 and len(originals) == len(reviewed) == arguments.games else 1


def make(arguments: argparse.Namespace) -> int:
    rng = random.Random(arguments.seed)
    text = "".join(random_game(rng, number, odd=False) for number in range(1, arguments.games + 1))
    arguments.folder.joinpath("random_games.pgn").write_text(text, encoding="utf-8")
    trees = [json.dumps(tree(game), ensure_ascii=False, separators=(",", ":")) for game in games(text)]
    arguments.folder.joinpath("random_games.jsonl").write_text("\n".join(trees) + "\n", encoding="utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    checking = commands.add_parser("check", help="compare what lucena review writes with what python-chess reads")
    checking.add_argument("lucena")
    checking.add_argument("--games", type=int, default=3000)
    checking.add_argument("--unjudged", action="store_true", help="read and write alone")
    making = commands.add_parser("make", help="write the games that cargo test reads, with their trees")
    making.add_argument("folder", type=Path)
    making.add_argument("--games", type=int, default=200)
    for command, action in ((checking, check), (making, make)):
        command.add_argument("--seed", type=int, default=1)
        command.set_defaults(action=action)
    arguments = parser.parse_args()
    return arguments.action(arguments)


if __name__ == "__main__":
    sys.exit(main())
