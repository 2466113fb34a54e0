#!/usr/bin/env python3
"""Plays two UCI engines against each other and says which one is stronger, with error bars.

    python match.py "ENGINE1" "ENGINE2" --book BOOK.epd --tc 1+0.01 --games 200 --concurrency 2 --pgn games.pgn
    python match.py ./new ./old --book BOOK.epd --nodes 20000 --games 40000 --sprt 0 5 --option Hash=16

Every opening is played twice with colours swapped. Games are played to their end unless --draw-moves or
--resign-score ask for adjudication. The score is printed after every pair.

Clocks: one process per concurrent game drives its two engines (uci_engine.py), so no game delays another one's clock.
The time of a move runs from just before `position` and `go` are written to just after the read that brought `bestmove`;
an engine loses on time when that exceeds what it had left by more than --timemargin.

Exit code: 0; 1 if the first engine crashed, hung, lost on time or played an illegal move; 2 if the match could not
begin; 130 if it was interrupted and the first engine had done nothing wrong.
"""

from __future__ import annotations

import argparse
import dataclasses
import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import chess

from arguments import UserError, decimal, in_words, natural, positive
from matches.game import GameRules
from matches.report import Scoreboard
from matches.uci_engine import EngineFault, UciEngine
from matches.worker import Contender, MatchPlan, Option, PlayedGame, Worker


def play(plan: MatchPlan, concurrency: int, scoreboard: Scoreboard) -> bool:
    """Plays until all games are played or the match is decided. Returns False if it was interrupted."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(concurrency, plan.pairs), context, begin_worker, (plan,))
    try:
        for games in pool.map(play_pair, range(plan.pairs)):
            scoreboard.take(games)
            if scoreboard.is_over:
                break
        return True
    except KeyboardInterrupt:
        return False
    finally:
        for process in multiprocessing.active_children():
            process.terminate()
        # The pool's own thread has to end before the interpreter does: at its end it would find pipes that are closed.
        pool.shutdown(wait=True, cancel_futures=True)


# What a worker process keeps from one pair to the next.
worker: Worker


def begin_worker(plan: MatchPlan) -> None:
    """In a worker process: Ctrl-C is left to the parent, and its SIGTERM leaves no engine behind."""
    global worker
    worker = Worker(plan)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end_worker)


def end_worker(*_: object) -> None:
    # The pool sends the same signal once more when it finds a worker gone.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    worker.quit()
    os._exit(0)


def play_pair(pair: int) -> Sequence[PlayedGame]:
    return worker.play_pair(pair)


def read_book(path: str) -> list[str]:
    """The book's positions as FENs: lines of four or six fields, with or without EPD operations."""
    openings = []
    with open(path, encoding="utf-8") as book:
        for number, line in enumerate(book, 1):
            text = line.split("#")[0].strip()
            if not text:
                continue
            board = _board_from_book_line(text, f"{path}:{number}")
            if not board.is_game_over():
                openings.append(board.fen())
    if not openings:
        raise UserError(f"{path} has no position to play from; name a file of FENs or EPD lines")
    return openings


def _board_from_book_line(text: str, place: str) -> chess.Board:
    fields = text.replace(";", " ").split()
    has_counters = len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit()
    try:
        board = chess.Board(" ".join(fields[:6])) if has_counters else chess.Board.from_epd(text)[0]
    except (ValueError, IndexError) as error:
        raise UserError(f"{place}: {text!r} is not a position ({error}); write a FEN or an EPD line") from None
    if not board.is_valid():
        raise UserError(f"{place}: {text!r} is not a legal position ({board.status()!r}); leave the line out")
    return board


def parse_time_control(text: str) -> tuple[float, float]:
    """`SECONDS` or `SECONDS+INCREMENT`."""
    base, _, increment = text.partition("+")
    try:
        seconds = float(base), float(increment or 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is invalid; allowed: SECONDS or SECONDS+INCREMENT, as in 1+0.01") from None
    if seconds[0] < 0 or seconds[1] < 0 or sum(seconds) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} leaves no time to play; allowed: more than 0 seconds")
    return seconds


def parse_option(text: str) -> Option:
    """`NAME=VALUE`; a button is `NAME`."""
    name, _, value = text.partition("=")
    if not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} has no name; write NAME=VALUE, as in Hash=256")
    return name.strip(), value.strip()


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine1", help="command of the first engine, the one that is measured")
    parser.add_argument("engine2", help="command of the second engine")
    parser.add_argument("--book", required=True, help="openings, one FEN or EPD a line")
    pace = parser.add_mutually_exclusive_group(required=True)
    pace.add_argument("--tc", dest="clock", type=parse_time_control, metavar="SECONDS+INC", help="clock of the game, as 1+0.01")
    pace.add_argument("--nodes", type=positive, help="nodes per move, no clock")
    pace.add_argument("--movetime", type=positive, metavar="MS", help="milliseconds per move")
    parser.add_argument("--games", type=positive, default=100, help="rounded up to whole pairs (default 100)")
    parser.add_argument("--concurrency", type=positive, default=1, help="games at a time (default 1)")
    parser.add_argument("--seed", type=natural, help="shuffle the book with this seed; without it, in the book's order")
    for flag, whose in (("--option", "both engines"), ("--option1", "the first"), ("--option2", "the second")):
        help_text = f"a UCI option for {whose}; may be repeated"
        parser.add_argument(flag, type=parse_option, action="append", default=[], metavar="NAME=VALUE", help=help_text)
    parser.add_argument("--name1", help="name of the first engine in reports (default: its id name)")
    parser.add_argument("--name2", help="name of the second engine")
    parser.add_argument("--pgn", default=os.devnull, help="append the games to this file")
    parser.add_argument("--sprt", type=decimal, nargs=2, metavar=("ELO0", "ELO1"), help="stop once decided (5 %% errors)")
    parser.add_argument("--timemargin", type=natural, default=50, metavar="MS", help="tolerated overstepping (default 50)")
    parser.add_argument("--hang", type=decimal, default=60, metavar="S", help="wait without a clock (default 60)")
    parser.add_argument("--max-plies", type=positive, default=1000, help="then the game is a draw (default 1000)")
    parser.add_argument("--draw-moves", type=natural, default=0, metavar="N", help="draw after N such moves each")
    parser.add_argument("--draw-score", type=natural, default=10, metavar="CP", help="what counts as a draw (default 10)")
    parser.add_argument("--resign-score", type=natural, default=0, metavar="CP", help="decide once both agree on CP")
    parser.add_argument("--resign-moves", type=positive, default=4, metavar="N", help="... for N moves (default 4)")
    arguments = parser.parse_args(argv)
    if arguments.sprt and arguments.sprt[0] >= arguments.sprt[1]:
        parser.error("--sprt: ELO0 must be below ELO1, as in --sprt 0 5")
    return arguments


def rules_from(arguments: argparse.Namespace) -> GameRules:
    return GameRules(**{field.name: getattr(arguments, field.name) for field in dataclasses.fields(GameRules)})


def contenders_from(arguments: argparse.Namespace) -> tuple[Contender, Contender]:
    """Starts each engine once, so that a typing error shows before the first game and not in its result."""
    first = _try_out(arguments.engine1, arguments.option, arguments.option1, arguments.name1)
    second = _try_out(arguments.engine2, arguments.option, arguments.option2, arguments.name2)
    if first.name == second.name:
        return dataclasses.replace(first, name=f"{first.name} (1)"), dataclasses.replace(second, name=f"{second.name} (2)")
    return first, second


def _try_out(command: str, common_options: list[Option], own_options: list[Option], name: str | None) -> Contender:
    options = (*common_options, *own_options)
    try:
        engine = UciEngine(command, options)
    except EngineFault as fault:
        raise UserError(f"{command}: {fault.kind}: {fault.text}") from None
    engine.quit()
    for option in engine.unknown_options:
        if option in dict(own_options):
            raise UserError(f"{engine.name} has no option {option!r}; allowed: {', '.join(engine.option_names.values())}")
        print(f"note: {engine.name} has no option {option!r}", file=sys.stderr)
    return Contender(command, options, name or engine.name)


def make_plan(arguments: argparse.Namespace) -> MatchPlan:
    openings = read_book(arguments.book)
    if arguments.seed is not None:
        random.Random(arguments.seed).shuffle(openings)
    pairs = (arguments.games + 1) // 2
    if pairs > len(openings):
        print(f"note: {pairs} pairs from {len(openings)} openings; some are played again", file=sys.stderr)
    return MatchPlan(contenders_from(arguments), rules_from(arguments), tuple(openings), pairs)


def main() -> int:
    arguments = parse_arguments(sys.argv[1:])
    try:
        plan = make_plan(arguments)
        pgn = open(arguments.pgn, "a", encoding="utf-8")
    except (UserError, OSError) as error:
        print(f"match.py: {in_words(error)}", file=sys.stderr)
        return 2
    for stop_signal in (signal.SIGINT, signal.SIGTERM):  # both end the match with a summary
        signal.signal(stop_signal, signal.default_int_handler)
    with pgn:
        scoreboard = Scoreboard(plan, arguments.sprt, pgn)
        finished = play(plan, arguments.concurrency, scoreboard)
    print(scoreboard.summary() if finished else f"interrupted\n{scoreboard.summary()}")
    if not scoreboard.first_engine_is_clean:
        return 1
    return 0 if finished else 130


if __name__ == "__main__":
    sys.exit(main())
