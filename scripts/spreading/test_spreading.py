"""Checks what spreads work, with simulated workers: `python -m unittest discover` in scripts/. Ray is not needed."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import stat
import tempfile
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arguments import UserError
from cluster import outcome
from spreading.blocks import (
    Block,
    OrderedOutput,
    WorkFailed,
    blocks_of_games,
    blocks_of_lines,
    error_objects,
    lines_of_text,
    resume_lines,
    without_answered,
)
from spreading.jobs import Cluster, analyse, refuse_inputs, selfplay_blocks, shipped
from spreading.runners import AnalyseRunner, BlockFailed, CommandBlock, CommandRunner, check_answers, installed
from spreading.schedule import Event, Kind, Schedule


class Blocks(unittest.TestCase):
    def test_lines_are_cut_into_blocks_and_none_is_lost(self) -> None:
        lines = [b"%d\n" % number for number in range(7)]
        blocks = list(blocks_of_lines(lines, 3))
        self.assertEqual([(block.number, block.lines) for block in blocks], [(0, 3), (1, 3), (2, 1)])
        self.assertEqual(b"".join(block.payload for block in blocks), b"".join(lines))
        self.assertEqual(list(blocks_of_lines([], 3)), [])

    def test_no_more_than_a_block_is_read_ahead(self) -> None:
        read = []

        def lines() -> Iterator[bytes]:
            for number in range(100):
                read.append(number)
                yield b"\n"

        next(blocks_of_lines(lines(), 5))
        self.assertEqual(len(read), 5)

    def test_games_are_kept_whole(self) -> None:
        first = b'\xef\xbb\xbf[Event "a"]\n[White "x"]\n\n1. e4 {[%clk 0:01]\n[not a tag] there} e5 1-0\n\n'
        second = b'[Event "b"]\r\n\r\n*\r\n'
        third = b'\n[Event "c"]\n\n1. d4 *\n'
        text = first + second + third
        blocks = list(blocks_of_games(io.BytesIO(text), 2))
        self.assertEqual(b"".join(block.payload for block in blocks), text)
        self.assertEqual(blocks[0].payload.count(b"[Event"), 2)
        self.assertEqual(len(blocks), 2)

    def test_a_line_of_a_comment_that_looks_like_a_tag_begins_no_game(self) -> None:
        first = b'[Event "a"]\n\n1. e4 {one\n[%clk 0:01]\n[Event "quoted"]\n{ } e5 *\n\n'
        open_comment = b'[Event "b"]\n\n1. d4 {never closed\n\n'
        third = b'[Event "c"]\n\n1. c4 *\n'
        games = [block.payload for block in blocks_of_games(io.BytesIO(first + open_comment + third), 1)]
        self.assertEqual(games, [first, open_comment, third])

    def test_utf_16_becomes_utf_8_and_nothing_else_is_changed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.pgn"
            for content, expected in (
                ('[White "Ö"]\r\n\r\n*\r\n'.encode("utf-16"), '[White "Ö"]\r\n\r\n*\r\n'.encode()),
                (b'[White "\xd6"]\r\n\n*', b'[White "\xd6"]\r\n\n*'),
            ):
                path.write_bytes(content)
                self.assertEqual(b"".join(lines_of_text(str(path))), expected)

    def test_a_block_that_is_given_up_leaves_its_questions_with_the_reason(self) -> None:
        block = Block(0, '{"schema":1,"line":1,"fen":"ö"}\n{"schema":1,"line":2,"error":"no FEN"}\n'.encode(), 2)
        objects = error_objects(block, "it kills").decode()
        self.assertIn('{"schema":1,"line":1,"fen":"ö","error":"it kills"}\n', objects)
        # As lucena itself would have written it.
        self.assertIn('{"schema":1,"line":2,"error":"no FEN"}\n', objects)

    def test_output_is_in_order_whichever_is_done_first(self) -> None:
        file = io.BytesIO()
        output = OrderedOutput(file)
        for number in (2, 0, 3):
            output.add(number, b"%d" % number)
        self.assertEqual(file.getvalue(), b"0")
        output.add(1, b"1")
        self.assertEqual(file.getvalue(), b"0123")
        with self.assertRaises(ValueError):
            output.add(1, b"1")

    def test_a_run_goes_on_behind_its_last_whole_line(self) -> None:
        questions = [b'{"schema":1,"line":1}\n', b'{"schema":1,"line":2}\n', b'{"schema":1,"line":3}\n']
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out")
            self.assertEqual(resume_lines(path), (0, b""))
            Path(path).write_bytes(b'{"schema":1,"line":1,"best":"e2e4"}\n{"schema":1,"line":2,"best":"e7e5"}\n{"schema":1,"line":3,"be')
            count, last = resume_lines(path)
            self.assertEqual((count, last), (2, b'{"schema":1,"line":2,"best":"e7e5"}\n'))
            self.assertTrue(Path(path).read_bytes().endswith(last))
        self.assertEqual(list(without_answered(questions, count, last, path)), questions[2:])
        for other in ([b'{"schema":1,"line":7}\n'] * 3, questions[:1]):
            with self.assertRaises(UserError):
                list(without_answered(other, count, last, path))


class PlayedPool:
    """Workers that do a block by a function: what it returns is done, and a Kind that it returns happens instead; None means
    that nothing is ever heard."""

    def __init__(self, work: Callable[[int, Block], Any]) -> None:
        self.work = work
        self.now = 0.0
        self.started = 0
        self.stopped: list[int] = []
        self.most_given = 0
        self._events: list[Event] = []
        self._alive: set[int] = set()

    def start(self) -> int:
        self.started += 1
        self._alive.add(self.started)
        self._events.append(Event(self.started, Kind.READY))
        return self.started

    def submit(self, worker: int, block: Block) -> None:
        assert worker in self._alive, "a worker that has gone is given nothing"
        self.most_given = max(self.most_given, block.number)
        result = self.work(worker, block)
        if isinstance(result, Kind):
            self._events.append(Event(worker, result, reason=result.value))
        elif result is not None:
            self._events.append(Event(worker, Kind.DONE, result))

    def wait(self, seconds: float) -> list[Event]:
        if not self._events:
            self.now += seconds
            return []
        # The newest first: nothing may depend on the order.
        return [self._events.pop()]

    def stop(self, worker: int) -> None:
        self._alive.discard(worker)
        self.stopped.append(worker)
        self._events = [event for event in self._events if event.worker != worker]


def run(pool: PlayedPool, blocks: int, workers: int = 3) -> tuple[list[Any], list[int], Schedule]:
    """The results of this many blocks, in order, and the blocks that were given up."""
    file: dict[int, Any] = {}
    given_up: list[int] = []

    def deliver(block: Block, result: Any) -> None:
        assert block.number not in file, "a block is delivered once"
        file[block.number] = result

    schedule = Schedule(
        pool, workers, 100, deliver, lambda block, reason: given_up.append(block.number), clock=lambda: pool.now
    )
    with contextlib.redirect_stderr(io.StringIO()):
        schedule.run(iter([Block(number, b"") for number in range(blocks)]))
    return [file[number] for number in sorted(file)], given_up, schedule


class Scheduling(unittest.TestCase):
    def test_every_block_is_done_once(self) -> None:
        results, given_up, schedule = run(PlayedPool(lambda worker, block: block.number), 50)
        self.assertEqual((results, given_up, schedule.tally.redone), (list(range(50)), [], 0))

    def test_workers_that_die_hang_or_fail_cost_their_blocks_only_which_are_done_again(self) -> None:
        for accident in (Kind.LOST, Kind.FAILED, None):
            seen: set[int] = set()

            def work(worker: int, block: Block, accident: Kind | None = accident, seen: set[int] = seen) -> Any:
                if block.number % 7 == 3 and block.number not in seen:
                    seen.add(block.number)
                    return accident
                return block.number

            pool = PlayedPool(work)
            results, given_up, schedule = run(pool, 30)
            self.assertEqual((results, given_up), (list(range(30)), []), accident)
            self.assertEqual(schedule.tally.redone, 4)
            # A worker that ended or hangs is replaced; one that only failed goes on.
            self.assertEqual(pool.started, 3 + (0 if accident is Kind.FAILED else 4), accident)

    def test_a_block_that_kills_three_workers_is_given_up_and_the_rest_is_done(self) -> None:
        attempts = []

        def work(worker: int, block: Block) -> Any:
            if block.number != 5:
                return block.number
            attempts.append(worker)
            return Kind.LOST

        results, given_up, schedule = run(PlayedPool(work), 12)
        self.assertEqual(results, [number for number in range(12) if number != 5])
        self.assertEqual((given_up, schedule.tally.poisonous, len(set(attempts))), ([5], [5], 3))

    def test_little_is_read_ahead_of_a_block_that_is_not_done(self) -> None:
        seen: list[int] = []

        def work(worker: int, block: Block) -> Any:
            if block.number == 0 and not seen:
                seen.append(pool.most_given)
                return None
            if pool.now < 100:
                self.assertLess(block.number, 12)
            return block.number

        pool = PlayedPool(work)
        results, _, _ = run(pool, 40)
        self.assertEqual(results, list(range(40)))

    def test_where_no_worker_can_start_the_reason_is_reported(self) -> None:
        class Broken(PlayedPool):
            def start(self) -> int:
                self.started += 1
                self._events.append(Event(self.started, Kind.LOST, reason="no such binary"))
                return self.started

        with self.assertRaisesRegex(WorkFailed, "no such binary"):
            run(Broken(lambda worker, block: None), 3)


def script(folder: str, text: str) -> str:
    """A program in place of lucena."""
    path = Path(folder) / "lucena"
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


class Runners(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_one_process_answers_block_after_block(self) -> None:
        runner = AnalyseRunner(script(self.folder.name, 'while read -r line; do echo "${line%?},$$}"; done'), [])
        first, second = (runner.run(b"{1}\n{2}\n", 2, 30) for _ in range(2))
        self.assertRegex(first, rb"^{1,\d+}\n{2,\d+}\n$")
        self.assertEqual(first, second)

    def test_a_block_larger_than_any_pipe_goes_through(self) -> None:
        runner = AnalyseRunner(script(self.folder.name, "exec cat"), [])
        payload = b"x" * 999 + b"\n"
        self.assertEqual(runner.run(payload * 1000, 1000, 30), payload * 1000)

    def test_a_process_that_ends_or_hangs_fails_its_block_and_a_new_one_does_the_next(self) -> None:
        bad = 'while read -r line; do case $line in {end}) exit 3;; {hang}) sleep 60;; esac; echo "$line"; done'
        runner = AnalyseRunner(script(self.folder.name, bad), [])
        for question, reason, limit in ((b"{end}\n", "lucena ended", 30.0), (b"{hang}\n", "in time", 0.3)):
            with self.assertRaisesRegex(BlockFailed, reason):
                runner.run(question, 1, limit)
            self.assertEqual(runner.run(b"{good}\n", 1, 30), b"{good}\n")

    def test_answers_that_have_slipped_are_not_taken(self) -> None:
        questions = b'{"line":1}\n{"line":2}\n'
        check_answers(questions, b'{"line":1,"best":"a"}\n{"line":2}\n')
        for answers in (b'{"line":0}\n{"line":1}\n', b'{"line":1}\n', questions * 2, b'{"line":1}\n{"line":2'):
            with self.assertRaisesRegex(BlockFailed, "another question"):
                check_answers(questions, answers)

    def test_a_command_finds_its_files_and_gives_its_output(self) -> None:
        runner = CommandRunner(script(self.folder.name, '[ "$1" = go ] || { echo no go >&2; exit 1; }; cat in > out'))
        block = CommandBlock(("go",), {"in": b"text"}, "out")
        self.assertEqual(runner.run(block, None, 30), b"text")
        with self.assertRaisesRegex(BlockFailed, "exit code 1: no go"):
            runner.run(CommandBlock(("stop",), {}, "out"), None, 30)

    def test_a_program_is_written_once(self) -> None:
        first, second = installed(b"#!/bin/sh\necho lucena\n"), installed(b"#!/bin/sh\necho lucena\n")
        self.assertEqual(first, second)
        self.assertTrue(os.access(first, os.X_OK))


class Reading(unittest.TestCase):
    """Runs whose workers hand their questions back."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "out")

    def analyse(self, reader: str, out: str | None, resume: bool = True, force: bool = False) -> tuple[int, str]:
        """The exit code, and what was said, where a program of this text reads the input."""
        arguments = argparse.Namespace(
            files=["input"],
            format=None,
            out=out,
            resume=resume and out is not None,
            force=force,
            lucena=script(self.folder.name, reader),
            threads=1,
            block=2,
            limit=100.0,
            attempts=3,
        )
        pool = PlayedPool(lambda worker, block: block.payload)
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            code = outcome(lambda: analyse(arguments, [], Cluster(lambda make_runner: pool, 2)))
        return code, said.getvalue()

    @staticmethod
    def lines(count: int) -> str:
        return "".join(f'{{"schema":1,"line":{number}}}\n' for number in range(count))

    def reading(self, count: int, end: str) -> str:
        """A program that prints this many whole lines, and half of one more."""
        return f"cat <<'END'\n{self.lines(count)}END\nprintf '{{\"sch'\n{end}\n"

    def test_an_input_that_breaks_off_is_reported_and_what_was_read_of_it_is_done(self) -> None:
        endings = (("kill -9 $$", "was killed by SIGKILL"), ("echo cannot read input >&2; exit 1", "ended with exit code 1"))
        for end, reason in endings:
            Path(self.out).unlink(missing_ok=True)
            code, said = self.analyse(self.reading(5, end), self.out)
            self.assertEqual((code, Path(self.out).read_text()), (1, self.lines(5)))
            self.assertIn(f"the input broke off after 5 positions: lucena analyse --read-only {reason}", said)
            self.assertIn(f"--out {self.out} --resume continues after them", said)
        self.assertIn("cannot read input", said)
        code, _ = self.analyse(f"cat <<'END'\n{self.lines(9)}END\n", self.out)
        self.assertEqual((code, Path(self.out).read_text()), (0, self.lines(9)))

    def test_an_input_that_breaks_off_among_what_is_answered_is_not_called_another_one(self) -> None:
        Path(self.out).write_text(self.lines(8))
        code, said = self.analyse(self.reading(3, "kill -9 $$"), self.out)
        self.assertEqual((code, Path(self.out).read_text()), (1, self.lines(8)))
        self.assertIn("broke off after 3 positions", said)
        self.assertNotIn("not made from this input", said)

    def test_without_a_file_to_resume_it_says_so(self) -> None:
        stdout = io.TextIOWrapper(io.BytesIO())
        with contextlib.redirect_stdout(stdout):
            code, said = self.analyse(self.reading(2, "kill -9 $$"), None)
        self.assertEqual(code, 1)
        self.assertIn("without --out FILE this cannot be continued", said)

    def test_a_file_of_the_users_is_neither_cut_nor_replaced(self) -> None:
        for text in ("my notes", "one line\nand half of another", '{"mine":1}\n', f"{self.lines(2)}precious"):
            for resume in (True, False):
                Path(self.out).write_text(text)
                code, said = self.analyse(self.reading(3, ""), self.out, resume)
                self.assertEqual((code, Path(self.out).read_text()), (2, text))
                self.assertIn(self.out, said)
        code, _ = self.analyse(f"cat <<'END'\n{self.lines(3)}END\n", self.out, resume=False, force=True)
        self.assertEqual((code, Path(self.out).read_text()), (0, self.lines(3)))

    def test_an_output_that_is_the_input_is_refused(self) -> None:
        for name in (self.out, os.path.join(self.folder.name, "link")):
            Path(self.out).write_text(self.lines(3))
            if not os.path.exists(name):
                os.link(self.out, name)
            with self.assertRaises(UserError):
                refuse_inputs(name, ["-", self.out])
            self.assertEqual(Path(self.out).read_text(), self.lines(3))

    def test_wrong_lines_of_the_input_are_reported_by_their_exit_code(self) -> None:
        code, said = self.analyse(f"cat <<'END'\n{self.lines(3)}END\necho 1 line >&2; exit 2", self.out)
        self.assertEqual((code, Path(self.out).read_text()), (2, self.lines(3)))
        self.assertIn("1 line", said)

    def test_a_reader_that_has_much_to_say_is_not_held_up(self) -> None:
        code, said = self.analyse(f"head -c 300000 /dev/zero >&2\ncat <<'END'\n{self.lines(3)}END\n", self.out)
        self.assertEqual((code, Path(self.out).read_text(), len(said) > 300000), (0, self.lines(3), True))

    def test_an_output_that_cannot_be_written_is_reported_without_a_trace(self) -> None:
        code, said = self.analyse("true", os.path.join(self.folder.name, "no", "such", "out"))
        self.assertEqual(code, 2)
        self.assertIn("No such file or directory", said)

    def test_a_disk_that_is_full_and_workers_that_cannot_start_end_with_one_and_how_to_go_on(self) -> None:
        for error in (OSError(28, "No space left on device", "out"), WorkFailed("no worker can start: killed")):

            def fail(error: Exception = error) -> int:
                raise error

            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(outcome(fail), 1)
            self.assertIn(str(error), said.getvalue())
            self.assertIn("the same command continues", said.getvalue())


class Commands(unittest.TestCase):
    def test_games_are_cut_by_their_numbers(self) -> None:
        blocks = list(selfplay_blocks(250, 100, 7, ["--nodes", "30"], {"book.epd": b""}))
        firsts = [block.payload.arguments[block.payload.arguments.index("--first-game") + 1] for block in blocks]
        ends = [block.payload.arguments[block.payload.arguments.index("--games") + 1] for block in blocks]
        self.assertEqual((firsts, ends), (["0", "100", "200"], ["100", "200", "250"]))

    def test_a_file_that_an_option_names_travels_with_the_block(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            book = Path(folder) / "book.epd"
            book.write_bytes(b"8/8")
            files, options = shipped(["--book", str(book), "--nodes", "5"], ("--book",))
        self.assertEqual((files, options), ({"book.epd": b"8/8"}, ["--book", "book.epd", "--nodes", "5"]))

    def test_questions_are_what_lucena_prints(self) -> None:
        # The objects that stand for a block are read by whoever reads lucena's.
        block = Block(0, b'{"schema":1,"line":1,"fen":"8/8"}\n', 1)
        self.assertEqual(json.loads(error_objects(block, "x"))["error"], "x")
