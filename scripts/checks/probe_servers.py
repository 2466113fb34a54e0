#!/usr/bin/env python3
"""Holds `lucena tablebase probe --json` against python-chess: categories, distances to zeroing, order, and mates by the clock.
With --server it asks `lucena serve` instead, as a client of the public table servers does.

    python scripts/checks/probe_servers.py LUCENA SYZYGY_FOLDER [--positions 10000] [--men 4] [--mates 200] [--cache FOLDER]
    python scripts/checks/probe_servers.py LUCENA SYZYGY_FOLDER --server 127.0.0.1:8085 [--positions 20000]
    python scripts/checks/probe_servers.py LUCENA SYZYGY_FOLDER --rows 80 --materials KQvK KRvK KPvK KRvKN > ROWS

Random positions of the folder's materials with random clocks. Lucena knows up to four men itself and reads the folder beyond.
Syzygy's distances may be a ply too short; where that ply decides a category, both are right, and the line counts them.
--mates plays positions with a nearly full clock out by a plain full-width search; only what follows a capture or pawn move is
lucena's own distance from a clock of 0. --rows prints positions in which no ply is rounded, without asking lucena, as data for
a test: tests/data/probe_servers.txt.

Exit code: 0 if nothing differs, else 1.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import subprocess
import sys
import urllib.parse
from pathlib import Path

import chess
import chess.syzygy

LIMIT = 100
ORDER = "loss unknown syzygy-loss maybe-loss blessed-loss draw cursed-win maybe-win syzygy-win win".split()
WORDS = {True: ("win", "cursed-win"), False: ("loss", "blessed-loss")}
PLIES_PLAYED_OUT = 4


class Lucena:
    """A process that answers a FEN a line."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, fen: str) -> dict:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(fen + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Server:
    """A server that answers as the public table servers do."""

    def __init__(self, host: str) -> None:
        self.connection = http.client.HTTPConnection(host)

    def ask(self, fen: str) -> dict:
        self.connection.request("GET", "/standard?" + urllib.parse.urlencode({"fen": fen}))
        return json.load(self.connection.getresponse())


def random_position(materials: list[str], rng: random.Random) -> chess.Board:
    """A legal position, either side to move, with a random clock."""
    while True:
        white, black = rng.choice(materials).split("v")
        board = chess.Board(None)
        for index, square in enumerate(rng.sample(range(64), len(white) + len(black))):
            letter = (white + black)[index].lower()
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter), index < len(white)))
        board.turn = rng.random() < 0.5
        if rng.random() < 0.5:
            board = board.mirror()
        board.halfmove_clock = rng.choice([0, rng.randrange(100), rng.randrange(50, 103)])
        board.fullmove_number = 100
        if board.is_valid():
            return board


def truth(tables: chess.syzygy.Tablebase, board: chess.Board, clock_before: int) -> tuple[set[str], int | None]:
    """The categories that are right, more than one if a rounded ply decides, and Syzygy's distance."""
    if board.is_checkmate():
        return {WORDS[False][clock_before >= LIMIT]}, -1
    if board.is_stalemate() or board.is_insufficient_material():
        return {"draw"}, 0
    plies = tables.probe_dtz(board)
    if plies == 0:
        return {"draw"}, 0
    timely, late = WORDS[plies > 0]
    clock = board.halfmove_clock
    if clock_before >= LIMIT or abs(plies) + clock > LIMIT:
        return {late}, plies
    if clock == 0:
        return {timely if abs(tables.probe_wdl(board)) == 2 else late}, plies
    rounded = {late, f"syzygy-{timely}"} if abs(plies) + clock == LIMIT else set()
    return {timely} | rounded, plies


def agrees(found: dict, expected: tuple[set[str], int | None], own: bool) -> bool:
    """Whether a category and a distance are right. Lucena's own distances are not rounded."""
    categories, plies = expected
    dtz = found["dtz"]
    if found["category"] not in categories or dtz is None or plies is None or (dtz > 0) != (plies > 0):
        return False
    return abs(dtz) - abs(plies) in ((0, 1) if own else (0,))


def compare(lucena: Lucena | Server, tables: chess.syzygy.Tablebase, board: chess.Board, counts: dict[str, int]) -> bool:
    """Compares a position and all its moves."""
    answer = lucena.ask(board.fen())
    root = truth(tables, board, max(board.halfmove_clock - 1, 0))
    moves = answer["moves"]
    # A position is worth what its best move is worth: what was over before the move stays over.
    right = agrees(answer, root, chess.popcount(board.occupied) <= 4) or board.halfmove_clock >= LIMIT
    right &= len(moves) == board.legal_moves.count()
    ranks = [ORDER.index(move["category"]) for move in moves]
    right &= ranks == sorted(ranks)
    if moves:
        right &= answer["category"] == opposite(moves[0]["category"])
    for move in moves:
        board.push(board.parse_san(move["san"]))
        right &= board.peek().uci() == move["uci"]
        expected = truth(tables, board, answer_clock(answer))
        right &= agrees(move, expected, chess.popcount(board.occupied) <= 4)
        counts["rounded"] += len(expected[0]) > 1
        counts["syzygy-"] += move["category"].startswith("syzygy-")
        counts["moves"] += 1
        board.pop()
    return right


def opposite(category: str) -> str:
    """The category for the other side."""
    swapped = {"win": "loss", "loss": "win", "cursed": "blessed", "blessed": "cursed"}
    return "-".join(swapped.get(part, part) for part in category.split("-"))


def answer_clock(answer: dict) -> int:
    return int(answer["fen"].split()[4])


Value = tuple[int, int]
DRAW: Value = (0, 0)


def plain(lucena: Lucena | Server, board: chess.Board) -> Value:
    """Result for the side to move and plies to mate, by looking at every move under the 50-move rule."""
    if not any(board.legal_moves):
        return (-1, 0) if board.is_check() else DRAW
    if board.halfmove_clock >= LIMIT:
        return DRAW
    values = []
    for move in list(board.legal_moves):
        is_zeroing = board.is_zeroing(move)
        board.push(move)
        result, plies = from_zero(lucena, board) if is_zeroing else plain(lucena, board)
        board.pop()
        values.append((-result, plies + 1 if result else 0))
    return max(values, key=lambda value: (value[0], -value[0] * value[1]))


def from_zero(lucena: Lucena | Server, board: chess.Board) -> Value:
    if board.is_checkmate():
        return (-1, 0)
    plies = lucena.ask(board.fen())["dtm"]
    return (0 if plies == 0 else 1 if plies > 0 else -1, abs(plies))


def compare_mates(lucena: Lucena | Server, materials: list[str], wanted: int, rng: random.Random) -> tuple[int, int, int]:
    """Plays out positions in which the clock is shorter than the mate: how many, how many still have a mate, how many differ."""
    played = mates = wrong = 0
    while played < wanted:
        board = random_position(materials, rng)
        board.halfmove_clock = LIMIT - rng.randint(1, PLIES_PLAYED_OUT)
        answer = lucena.ask(board.fen())
        if not answer["dtm"] or abs(answer["dtm"]) <= LIMIT - board.halfmove_clock:
            continue
        # Most of these are drawn at once: few of them say enough.
        if answer["dtm50"] is None and rng.random() < 0.8:
            continue
        result, plies = plain(lucena, board)
        played += 1
        mates += result != 0
        if (answer["dtm50"] or 0) != result * plies:
            wrong += 1
            print("differs:", board.fen(), answer["dtm50"], result * plies)
    return played, mates, wrong


def row(tables: chess.syzygy.Tablebase, board: chess.Board) -> str | None:
    """A position, its category, Syzygy's distance and its moves by category, the best first; None if a rounded ply decides."""
    root = truth(tables, board, max(board.halfmove_clock - 1, 0))
    found = []
    for move in list(board.legal_moves):
        clock = board.halfmove_clock
        board.push(move)
        found.append((truth(tables, board, clock)[0], move.uci()))
        board.pop()
    if not found or any(len(categories) > 1 for categories, _ in [*found, (root[0], "")]):
        return None
    ranked = sorted((ORDER.index(min(categories)), uci) for categories, uci in found)
    category = opposite(ORDER[ranked[0][0]])
    moves = " ".join(f"{uci}:{ORDER[rank]}" for rank, uci in ranked)
    return f"{board.fen()}\t{category}\t{root[1]}\t{moves}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lucena")
    parser.add_argument("folder")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--men", type=int, default=4)
    parser.add_argument("--materials", nargs="+")
    parser.add_argument("--mates", type=int, default=0)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--cache")
    parser.add_argument("--server", metavar="HOST:PORT")
    arguments = parser.parse_args()
    names = sorted({path.stem for path in Path(arguments.folder).glob("*.rtbz")})
    materials = arguments.materials or [name for name in names if len(name) == arguments.men + 1]
    rng = random.Random(58)
    with chess.syzygy.open_tablebase(arguments.folder) as tables:
        if arguments.rows:
            return print_rows(tables, materials, arguments.rows, rng)
        command = [arguments.lucena, "tablebase", "probe", "-", "--json", "--syzygy", arguments.folder]
        command += ["--cache", arguments.cache] if arguments.cache else []
        lucena = Server(arguments.server) if arguments.server else Lucena(command)
        counts, wrong = {"moves": 0, "rounded": 0, "syzygy-": 0}, 0
        for _ in range(arguments.positions):
            board = random_position(materials, rng)
            if not compare(lucena, tables, board, counts):
                wrong += 1
                print("differs:", board.fen())
        print(f"{arguments.positions} positions of {len(materials)} materials, {wrong} differ; {counts}")
        brief = lucena if arguments.server else Lucena([*command, "--without-moves"])
        played, mates, differing = compare_mates(brief, materials, arguments.mates, rng)
        print(f"{played} positions played out, {mates} with a mate in time, {differing} differ")
    return 1 if wrong or differing else 0


def print_rows(tables: chess.syzygy.Tablebase, materials: list[str], wanted: int, rng: random.Random) -> int:
    print("# Position, category, Syzygy's distance to zeroing (it may be a ply too short), moves by the category after them.")
    print(f"# scripts/checks/probe_servers.py --rows {wanted} made them with Syzygy files and python-chess.")
    printed = 0
    while printed < wanted:
        board = random_position(materials, rng)
        found = row(tables, board) if printed % 2 or board.halfmove_clock > 60 else None
        # Draws say little.
        if found and ("\tdraw\t" not in found or rng.random() < 0.05):
            print(found)
            printed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
