#!/usr/bin/env python3
"""Plays two UCI engines against each other and says which one is stronger, with error bars.

    python match.py "ENGINE1" "ENGINE2" --book BOOK.epd --tc 1+0.01 --games 200 --concurrency 2 --pgn games.pgn
    python match.py ./new ./old --book BOOK.epd --nodes 20000 --games 40000 --sprt 0 5 --option Hash=16

Every opening is played twice with colours swapped. Games are played to their end unless --draw-moves or
--resign-score ask for adjudication. The score after every pair goes to stdout, progress to stderr.

Clocks: one process per concurrent game drives its two engines (uci_engine.py), so no game delays another one's clock.
The time of a move runs from just before `position` and `go` are written to just after the read that brought `bestmove`;
an engine loses on time when that exceeds what it had left by more than --timemargin.

Exit code: 0; 1 if the first engine crashed, hung, lost on time or played an illegal move; 2 if the match could not
begin; 130 if it was interrupted and the first engine had done nothing wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import queue
import random
import signal
import sys
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from typing import TextIO

import chess

from matches.game import GameRules
from matches.pair_statistics import SequentialTest
from matches.report import Progress, Scoreboard
from matches.uci_engine import NO_START, EngineFault, UciEngine
from matches.worker import Contender, MatchPlan, PlayedGame, run_worker

# Name and value; a button has no value.
Option = tuple[str, str | None]


class UserError(Exception):
    """Something on the command line or in the book cannot be used; the text says what."""


class Match:
    """Hands pairs to worker processes, gathers their games, and stops when all is played or the test is decided."""

    def __init__(
        self, plan: MatchPlan, concurrency: int, sequential_test: SequentialTest | None, pgn_file: TextIO | None
    ) -> None:
        self._plan = plan
        self._concurrency = min(concurrency, plan.pairs)
        self._pgn_file = pgn_file
        self.scoreboard = Scoreboard([contender.name for contender in plan.contenders], sequential_test)
        self._progress = Progress(2 * plan.pairs)

    def play(self) -> bool:
        """True when it ran to its end, False when it was interrupted."""
        context = multiprocessing.get_context("spawn")
        results, next_pair = context.Queue(), context.Value("l", 0)
        workers = [
            context.Process(target=run_worker, args=(self._plan, results, next_pair), daemon=True)
            for _ in range(self._concurrency)
        ]
        try:
            for worker in workers:
                worker.start()
            self._gather(workers, results)
            return True
        except KeyboardInterrupt:
            return False
        finally:
            self._progress.clear()
            for worker in workers:
                if worker.is_alive():
                    worker.terminate()
            for worker in workers:
                if worker.pid:
                    worker.join()

    def _gather(self, workers: Sequence[BaseProcess], results: Queue) -> None:
        while self.scoreboard.games < 2 * self._plan.pairs:
            self._progress.show(self.scoreboard.games)
            try:
                played = results.get(timeout=1)
            except queue.Empty:
                if not any(worker.is_alive() for worker in workers):
                    raise RuntimeError("every worker process has ended before the match did") from None
                continue
            self._take_in(played)
            if self.scoreboard.verdict is not None:
                return
            if played.result.fault_kind == NO_START:
                print("an engine no longer starts: the match ends here")
                return

    def _take_in(self, played: PlayedGame) -> None:
        completed_pair = self.scoreboard.add(played)
        if self._pgn_file and played.result.pgn:
            self._pgn_file.write(played.result.pgn + "\n\n")
            self._pgn_file.flush()
        if played.faulty_contender is not None:
            name = self._plan.contenders[played.faulty_contender].name
            self._say(f"game {played.game}: {name}, {played.result.reason}")
        if completed_pair:
            self._say(self.scoreboard.line())

    def _say(self, text: str) -> None:
        self._progress.clear()
        print(text, flush=True)


def read_book(path: str) -> list[str]:
    """The book's positions as FENs: lines of four or six fields, with or without EPD operations behind them."""
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
        raise UserError(f"{path}: no position to play from")
    return openings


def _board_from_book_line(text: str, place: str) -> chess.Board:
    fields = text.split()
    has_counters = len(fields) >= 6 and fields[4].isdigit() and fields[5].rstrip(";").isdigit()
    try:
        if has_counters:
            board = chess.Board(" ".join([*fields[:5], fields[5].rstrip(";")]))
        else:
            board = chess.Board()
            board.set_epd(text)
    except (ValueError, IndexError) as error:
        raise UserError(f"{place}: {error}") from None
    if not board.is_valid():
        raise UserError(f"{place}: not a legal position ({board.status()!r}): {text}")
    return board


def parse_time_control(text: str) -> tuple[float, float]:
    """`SECONDS` or `SECONDS+INCREMENT`."""
    base, _, increment = text.partition("+")
    try:
        seconds = float(base), float(increment or 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not SECONDS or SECONDS+INCREMENT, as in 1+0.01") from None
    if seconds[0] < 0 or seconds[1] < 0 or sum(seconds) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} leaves no time to play")
    return seconds


def parse_option(text: str) -> tuple[str, str | None]:
    """`NAME=VALUE`; a button is `NAME`."""
    name, _, value = text.partition("=")
    if not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value.strip()


def positive(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def parse_arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine1", help="command of the first engine, the one that is measured")
    parser.add_argument("engine2", help="command of the second engine")
    parser.add_argument("--book", required=True, help="openings, one FEN or EPD a line")
    pace = parser.add_mutually_exclusive_group(required=True)
    pace.add_argument("--tc", type=parse_time_control, metavar="SECONDS+INC", help="clock for the game, as in 1+0.01")
    pace.add_argument("--nodes", type=positive, help="nodes per move, no clock")
    pace.add_argument("--movetime", type=positive, metavar="MS", help="milliseconds per move")
    parser.add_argument("--games", type=positive, default=100, help="rounded up to whole pairs (default 100)")
    parser.add_argument("--concurrency", type=positive, default=1, help="games at a time (default 1)")
    parser.add_argument("--seed", type=int, help="shuffle the book with this seed; without it, in the book's order")
    for flag, whose in (("--option", "both engines"), ("--option1", "the first"), ("--option2", "the second")):
        help_text = f"a UCI option for {whose}; may be repeated"
        parser.add_argument(flag, type=parse_option, action="append", default=[], metavar="NAME=VALUE", help=help_text)
    parser.add_argument("--name1", help="name of the first engine in reports (default: its id name)")
    parser.add_argument("--name2", help="name of the second engine")
    parser.add_argument("--pgn", help="append the games to this file")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop once decided (5 %% errors)")
    parser.add_argument("--timemargin", type=int, default=50, metavar="MS", help="tolerated overstepping (default 50)")
    parser.add_argument("--hang", type=float, default=60, metavar="S", help="wait without a clock (default 60)")
    parser.add_argument("--max-plies", type=positive, default=1000, help="then the game is a draw (default 1000)")
    parser.add_argument("--draw-moves", type=int, default=0, metavar="N", help="draw after N such moves each")
    parser.add_argument("--draw-score", type=int, default=10, metavar="CP", help="what counts as a draw (default 10)")
    parser.add_argument("--resign-score", type=int, default=0, metavar="CP", help="decide once both agree on CP")
    parser.add_argument("--resign-moves", type=positive, default=4, metavar="N", help="... for N moves (default 4)")
    arguments = parser.parse_args(argv)
    if arguments.sprt and arguments.sprt[0] >= arguments.sprt[1]:
        parser.error("--sprt: ELO0 must be below ELO1")
    return arguments


def rules_from(arguments: argparse.Namespace) -> GameRules:
    base, increment = arguments.tc or (None, 0.0)
    return GameRules(
        base_seconds=base,
        increment_seconds=increment,
        nodes=arguments.nodes,
        move_seconds=arguments.movetime / 1000 if arguments.movetime else None,
        margin_seconds=arguments.timemargin / 1000,
        hang_seconds=arguments.hang,
        max_plies=arguments.max_plies,
        draw_moves=arguments.draw_moves,
        draw_score=arguments.draw_score,
        resign_score=arguments.resign_score,
        resign_moves=arguments.resign_moves,
    )


def contenders_from(arguments: argparse.Namespace) -> tuple[Contender, ...]:
    """Starts each engine once, so that a typing error shows before the first game and not in its result."""
    contenders = [
        _try_out(arguments.engine1, arguments.option, arguments.option1, arguments.name1),
        _try_out(arguments.engine2, arguments.option, arguments.option2, arguments.name2),
    ]
    if contenders[0].name == contenders[1].name:
        contenders = [Contender(c.command, c.options, f"{c.name} ({n})") for n, c in enumerate(contenders, 1)]
    return tuple(contenders)


def _try_out(command: str, common_options: list[Option], own_options: list[Option], name: str | None) -> Contender:
    options = (*common_options, *own_options)
    try:
        engine = UciEngine(command, options)
    except EngineFault as fault:
        raise UserError(f"{command}: {fault.kind}: {fault.text}") from None
    engine.quit()
    for option in engine.unknown_options:
        if option in dict(own_options):
            raise UserError(f"{engine.name} has no option {option!r}; it has {', '.join(engine.option_names.values())}")
        print(f"note: {engine.name} has no option {option!r}", file=sys.stderr)
    return Contender(command, options, name or engine.name)


def make_plan(arguments: argparse.Namespace) -> MatchPlan:
    openings = read_book(arguments.book)
    if arguments.seed is not None:
        random.Random(arguments.seed).shuffle(openings)
    pairs = (arguments.games + 1) // 2
    if pairs > len(openings):
        print(f"note: {pairs} pairs from {len(openings)} openings, some are played again", file=sys.stderr)
    return MatchPlan(contenders_from(arguments), rules_from(arguments), tuple(openings), pairs)


def main(argv: list[str] | None = None) -> int:
    arguments = parse_arguments(argv)
    sequential_test = SequentialTest(*arguments.sprt) if arguments.sprt else None
    try:
        plan = make_plan(arguments)
        pgn = open(arguments.pgn, "a", encoding="utf-8") if arguments.pgn else contextlib.nullcontext()
    except (UserError, OSError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        return 2
    for stop_signal in (signal.SIGINT, signal.SIGTERM):  # both end the match with a summary
        signal.signal(stop_signal, signal.default_int_handler)
    with pgn as pgn_file:
        match = Match(plan, arguments.concurrency, sequential_test, pgn_file)
        finished = match.play()
    print(match.scoreboard.summary() if finished else f"interrupted\n{match.scoreboard.summary()}")
    if not match.scoreboard.first_engine_is_clean:
        return 1
    return 0 if finished else 130


if __name__ == "__main__":
    sys.exit(main())
