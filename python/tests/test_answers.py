"""What lucena answers reaches users of python-chess as its own objects, and what it refuses as exceptions.

Expected results are those of the rules, of tables and of textbooks, not of lucena.
"""

import contextlib
import doctest
import os
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import chess
import chess.engine
import chess.pgn
import user_folders  # noqa: F401  (before the program starts)

import lucena_chess
from lucena_chess import Failed, GamesLeftOut, ProgramNotFound, Refused, analysing, engine, reviewing, solving, syzygy, tables

# Kc5 takes the opposition and wins; anything else draws.
OPPOSITION = "8/2k5/8/8/2PK4/8/8/8 w - - 0 1"
MATE_IN_ONE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
ONE_KING = "8/8/8/8/8/8/8/K7 w - - 0 1"
LIMIT = chess.engine.Limit(nodes=2_000)


def setUpModule() -> None:
    """Skips everything where lucena is not built."""
    try:
        lucena_chess.find_program()
    except ProgramNotFound as error:
        raise unittest.SkipTest(str(error)) from error


def load_tests(_: unittest.TestLoader, tests: unittest.TestSuite, __: str | None) -> unittest.TestSuite:
    """Adds the examples of the documentation."""
    with contextlib.suppress(ProgramNotFound):
        lucena_chess.find_program()
        tests.addTests(doctest.DocTestSuite(module) for module in (analysing, engine, reviewing, solving, syzygy, tables))
    return tests


class EngineTest(unittest.TestCase):
    def test_an_engine_is_ready_and_ends_when_it_is_told_to(self) -> None:
        with lucena_chess.Engine({"Hash": 32}) as lucena:
            self.assertIsInstance(lucena, chess.engine.SimpleEngine)
            self.assertIn("lucena", lucena.id["name"])
            board = chess.Board(MATE_IN_ONE)
            self.assertEqual(lucena.play(board, LIMIT).move, chess.Move.from_uci("a1a8"))
            self.assertEqual(lucena.analyse(board, LIMIT)["score"].relative, chess.engine.Mate(1))
            lucena.quit()
            self.assertEqual(lucena.returncode.result(timeout=10), 0)
        with self.assertRaises(chess.engine.EngineTerminatedError):
            lucena.ping()

    def test_an_option_that_it_does_not_have_is_an_error_and_leaves_no_process(self) -> None:
        with (
            mock.patch.object(lucena_chess.Engine, "close", autospec=True, side_effect=lucena_chess.Engine.close) as close,
            self.assertRaises(chess.engine.EngineError),
        ):
            lucena_chess.Engine({"No Such Option": 1})
        close.assert_called()


class SolveTest(unittest.TestCase):
    def test_a_pawn_ending_is_proven_with_every_move(self) -> None:
        board = chess.Board("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
        solution = lucena_chess.solve(board, time=60)
        # Stalemate.
        self.assertEqual((solution.result, solution.moves, solution.best), ("draw", [], None))

        solution = lucena_chess.solve(chess.Board(OPPOSITION))
        kept = [solved.san for solved in solution.moves if solved.result == "win"]
        self.assertEqual((solution.result, kept), ("win", ["Kc5"]))
        self.assertEqual(solution.best, chess.Move.from_uci("d4c5"))
        self.assertEqual({solved.move for solved in solution.moves}, set(chess.Board(OPPOSITION).legal_moves))

    def test_the_line_can_be_played(self) -> None:
        solution = lucena_chess.solve(chess.Board("8/8/8/5p2/4k3/8/5PP1/6K1 w - - 0 1"))
        board = solution.board.copy()
        for move in solution.line:
            self.assertIn(move, board.legal_moves)
            board.push(move)
        self.assertTrue(board.is_checkmate())

    def test_what_it_does_not_solve_is_refused(self) -> None:
        for fen in [chess.STARTING_FEN, ONE_KING]:
            with self.assertRaises(Refused):
                lucena_chess.solve(chess.Board(fen))


class TablebaseTest(unittest.TestCase):
    def test_a_position_has_its_result_and_every_move(self) -> None:
        board = chess.Board(OPPOSITION)
        answer = lucena_chess.tablebase(board)
        self.assertEqual((answer.category, answer.wdl, answer.best), ("win", 2, chess.Move.from_uci("d4c5")))
        self.assertEqual([move.san for move in answer.moves if move.after.category == "loss"], ["Kc5"])
        self.assertEqual({move.move for move in answer.moves}, set(board.legal_moves))

    def test_the_clock_of_the_board_counts(self) -> None:
        # No mate comes within two plies.
        self.assertEqual(lucena_chess.tablebase(chess.Board("7k/8/8/8/8/8/Q7/K7 w - - 98 80")).category, "cursed-win")
        self.assertEqual(lucena_chess.tablebase(chess.Board("7k/8/8/8/8/8/Q7/K7 w - - 0 80")).category, "win")

    def test_too_many_men_and_no_position_are_refused(self) -> None:
        for fen in [chess.STARTING_FEN, ONE_KING]:
            with self.assertRaises(Refused):
                lucena_chess.tablebase(chess.Board(fen))

    def test_a_missing_table_fails_with_the_command_that_builds_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(Failed) as raised:
            lucena_chess.tablebase(chess.Board("8/8/8/8/4k3/8/PPP5/4K3 w - - 0 1"), cache=folder)
        self.assertIn("lucena tablebase build", str(raised.exception))
        self.assertEqual(raised.exception.code, 1)


class AnalyseTest(unittest.TestCase):
    def test_answers_come_in_order_with_scores_of_the_side_to_move(self) -> None:
        fens = [MATE_IN_ONE, MATED, chess.STARTING_FEN, OPPOSITION]
        found = list(lucena_chess.analyse(map(chess.Board, fens), LIMIT, workers=2))
        self.assertEqual([analysis.board.fen() for analysis in found], fens)
        self.assertEqual([analysis.result for analysis in found], ["win", "loss", None, "win"])
        self.assertEqual(found[0].score, chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE))
        self.assertEqual(found[1].score, chess.engine.PovScore(chess.engine.Mate(0), chess.BLACK))
        self.assertEqual((found[1].best, found[1].pv), (None, []))
        self.assertIn(found[2].best, chess.Board().legal_moves)

    def test_boards_are_taken_as_they_are_needed(self) -> None:
        taken = 0

        def endless() -> Iterator[chess.Board]:
            nonlocal taken
            while True:
                taken += 1
                yield chess.Board(MATE_IN_ONE)

        answers = lucena_chess.analyse(endless(), LIMIT)
        self.assertEqual(next(answers).best, chess.Move.from_uci("a1a8"))
        answers.close()  # type: ignore[attr-defined]
        self.assertLess(taken, 100)

    def test_several_lines_begin_with_different_moves(self) -> None:
        (found,) = lucena_chess.analyse([chess.Board()], LIMIT, multipv=3)
        self.assertEqual(len({line.best for line in found.lines}), 3)

    def test_chess960_castles_as_python_chess_has_it(self) -> None:
        # Castling is the king that takes its rook.
        board = chess.Board("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", chess960=True)
        (found,) = lucena_chess.analyse([board], LIMIT, multipv=50)
        self.assertEqual({line.best for line in found.lines}, set(board.legal_moves))

    def test_a_position_that_is_not_legal_is_refused_when_its_turn_comes(self) -> None:
        answers = lucena_chess.analyse([chess.Board(MATE_IN_ONE), chess.Board(ONE_KING)], LIMIT)
        self.assertEqual(next(answers).result, "win")
        with self.assertRaisesRegex(Refused, "king"):
            next(answers)

    def test_wrong_limits_are_errors(self) -> None:
        with self.assertRaisesRegex(ValueError, "mate"):
            lucena_chess.analyse([], chess.engine.Limit(mate=3))
        with self.assertRaises(Refused):
            list(lucena_chess.analyse([chess.Board()], chess.engine.Limit(nodes=0)))


class ReviewTest(unittest.TestCase):
    def game(self) -> chess.pgn.Game:
        """The win is thrown away."""
        game = chess.pgn.Game()
        game.setup(OPPOSITION)
        game.headers["White"] = "Änne"
        game.add_main_variation(chess.Move.from_uci("d4e5"), comment="mine")
        return game

    def check(self, reviewed: list[chess.pgn.Game]) -> None:
        """The game above has its judgement."""
        (game,) = reviewed
        move = game.next()
        assert move is not None
        self.assertEqual((game.headers["White"], move.move), ("Änne", chess.Move.from_uci("d4e5")))
        self.assertIn(chess.pgn.NAG_BLUNDER, move.nags)
        self.assertIn("mine", move.comment)
        self.assertNotIn("\n", move.comment)
        value = move.eval()
        assert value is not None
        self.assertEqual(value.white(), chess.engine.Cp(0))
        self.assertEqual(game.variations[1].move, chess.Move.from_uci("d4c5"))

    def test_a_game_its_text_and_its_file_are_reviewed_alike(self) -> None:
        game = self.game()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.pgn"
            path.write_text(str(game), encoding="utf-8")
            alike: list[reviewing.Games] = [game, [game], str(game), path, str(path)]
            for pgn in alike:
                with self.subTest(kind=type(pgn)):
                    self.check(lucena_chess.review(pgn))

    def test_games_that_cannot_be_read_do_not_lose_the_others(self) -> None:
        with self.assertRaises(GamesLeftOut) as raised:
            lucena_chess.review(f"{self.game()}\n\n[Event \"b\"]\n\n1. Qh8 *\n")
        self.check(raised.exception.games)

    def test_nothing_to_review_is_refused(self) -> None:
        with self.assertRaises(Refused):
            lucena_chess.review("no game at all")
        with self.assertRaises(FileNotFoundError):
            lucena_chess.review("missing.pgn")


class ProgramTest(unittest.TestCase):
    def test_a_missing_program_is_an_error_of_its_own(self) -> None:
        with self.assertRaises(ProgramNotFound):
            lucena_chess.solve(chess.Board(OPPOSITION), program="no-such-program")
        with mock.patch.dict(os.environ, {"LUCENA_PROGRAM": "no-such-program"}), self.assertRaises(ProgramNotFound):
            lucena_chess.Engine()

    def test_a_program_that_ends_early_fails_with_its_exit_code(self) -> None:
        with self.assertRaises(Failed) as raised:
            lucena_chess.solve(chess.Board(OPPOSITION), program=false_program())
        self.assertEqual(raised.exception.code, 1)

    def test_another_variant_is_refused(self) -> None:
        from chess.variant import AtomicBoard

        with self.assertRaises(Refused):
            lucena_chess.tablebase(AtomicBoard())


def false_program() -> str:
    """A program that fails, whatever it is asked."""
    if sys.platform == "win32":
        raise unittest.SkipTest("no program of that kind here")
    return "false"


if __name__ == "__main__":
    unittest.main()
