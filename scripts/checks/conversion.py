#!/usr/bin/env python3
"""Plays won endings to their end against the defence that holds out longest by Syzygy tables, and counts the wins.

    python conversion.py SYZYGY_FOLDER ENGINE [MATERIAL ...] [--ms 1] [--games 100] [--clock 0] [--lucena LUCENA]
    python conversion.py SYZYGY_FOLDER ./lucena KBNvK KQvKR --games 100 --ms 1

Half of the games are played with Black as the winning side. Without materials all of three and four men are played
in which wins are common. --clock N begins with a 50-move clock of N half-moves, in positions that can still be won.
--lucena names a binary whose `tablebase probe` prints the distance to mate: a game that takes longer is then counted as
not the shortest. An engine process is used for all games; give it an empty cache folder (XDG_CACHE_HOME) to see how it
does before any table is built.

Exit code: 0 if every game was won (and, with --lucena, none took too long), else 1.
"""

import argparse
import json
import random
import subprocess
import sys

import chess
import chess.engine
import chess.syzygy

# Both orders of a pair are listed: in KRvKP either side may win.
MATERIALS = (
    "KQvK KRvK KPvK KQQvK KQRvK KQBvK KQNvK KQPvK KRRvK KRBvK KRNvK KRPvK KBBvK KBNvK KBPvK KNPvK KPPvK KQvKQ KQvKR "
    "KQvKB KQvKN KQvKP KRvKR KRvKB KRvKN KRvKP KBvKP KNvKP KPvKP KPvKQ KPvKR KPvKB KPvKN"
).split()

MOST_MOVES = 150
POSITIONS_TRIED = 200_000


def random_win(tables: chess.syzygy.Tablebase, material: str, rng: random.Random, clock: int) -> chess.Board | None:
    """Returns a random position that White, to move and not in check, wins at this clock; None if none is found."""
    white, black = material.split("v")
    for _ in range(POSITIONS_TRIED):
        board = chess.Board(None)
        squares = rng.sample(range(64), len(white) + len(black))
        for index, letter in enumerate(white + black):
            piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), index < len(white))
            board.set_piece_at(squares[index], piece)
        board.turn = chess.WHITE
        if not board.is_valid() or board.is_check() or tables.probe_wdl(board) != 2:
            continue
        # Some tables round: the win may take a ply more than they say.
        if clock == 0 or clock + tables.probe_dtz(board) + 1 <= 100:
            board.halfmove_clock = clock
            return board
    return None


def longest_defence(tables: chess.syzygy.Tablebase, board: chess.Board) -> chess.Move:
    """The reply with the best result, and among these the one that keeps the winner busy longest."""

    def resistance(move: chess.Move) -> tuple[int, int]:
        board.push(move)
        if board.is_checkmate():
            value = (-1, 0)
        elif board.is_stalemate() or board.is_insufficient_material():
            value = (2, 0)
        else:
            result = -tables.probe_wdl(board)
            # A capture or pawn move starts the count anew.
            plies = 0 if board.halfmove_clock == 0 else abs(tables.probe_dtz(board))
            value = (result, plies)
        board.pop()
        return value

    return max(board.legal_moves, key=resistance)


def play(
    engine: chess.engine.SimpleEngine, tables: chess.syzygy.Tablebase, board: chess.Board, milliseconds: int
) -> int | None:
    """Plays to the end; returns the winner's moves, or None if the win was missed."""
    winner = board.turn
    moves = 0
    game = object()
    while not (board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100) and moves < MOST_MOVES:
        if board.turn == winner:
            result = engine.play(board, chess.engine.Limit(time=milliseconds / 1000), game=game)
            if result.move is None:
                return None
            board.push(result.move)
            moves += 1
        else:
            board.push(longest_defence(tables, board))
    return moves if board.is_checkmate() and board.turn != winner else None


def distances_to_mate(lucena: str, boards: list[chess.Board]) -> list[int]:
    """Moves to mate of each position by lucena's own tables."""
    fens = "".join(board.fen() + "\n" for board in boards)
    command = [lucena, "tablebase", "probe", "-", "--json", "--without-moves"]
    output = subprocess.run(command, input=fens, capture_output=True, text=True, check=True).stdout
    return [(json.loads(line)["dtm_plies"] + 1) // 2 for line in output.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("syzygy")
    parser.add_argument("engine")
    parser.add_argument("materials", nargs="*", default=[])
    parser.add_argument("--ms", type=int, default=1, help="time a move in ms")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--clock", type=int, default=0)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--lucena")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_intermixed_args()
    rng = random.Random(arguments.seed)
    faults = 0
    with (
        chess.syzygy.open_tablebase(arguments.syzygy) as tables,
        chess.engine.SimpleEngine.popen_uci(arguments.engine.split()) as engine,
    ):
        engine.configure(dict(option.split("=", 1) for option in arguments.option))
        for material in arguments.materials or MATERIALS:
            faults += play_material(engine, tables, material, arguments, rng)
    sys.exit(1 if faults else 0)


def play_material(
    engine: chess.engine.SimpleEngine,
    tables: chess.syzygy.Tablebase,
    material: str,
    arguments: argparse.Namespace,
    rng: random.Random,
) -> int:
    """Plays and reports the games of one material; returns how many went wrong."""
    boards = []
    for game in range(arguments.games):
        board = random_win(tables, material, rng, arguments.clock)
        if board is None:
            break
        boards.append(board.mirror() if game % 2 else board)
    starts = [board.copy() for board in boards]
    moves = [play(engine, tables, board, arguments.ms) for board in boards]
    lost = [start.fen() for start, count in zip(starts, moves) if count is None]
    used = [count for count in moves if count is not None]
    text = f"{material:6} won {len(used)} of {len(boards)}, mean {sum(used) / max(1, len(used)):.1f} moves"
    late = []
    if arguments.lucena and boards:
        shortest = distances_to_mate(arguments.lucena, starts)
        late = [s.fen() for s, count, best in zip(starts, moves, shortest) if count is not None and count > best]
        text += f", {len(late)} longer than the shortest mate"
    for fen in (lost + late)[:3]:
        text += f"\n       {fen}"
    print(text, flush=True)
    return len(lost) + len(late)


if __name__ == "__main__":
    main()
