"""`Tablebase` answers as `chess.syzygy.Tablebase` does, numbers and exceptions alike."""

import os
import random
import sys
import tempfile
import threading
import unittest
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.syzygy
import chess.variant
import user_folders  # noqa: F401  (before the program starts)

import lucena_chess
from lucena_chess import Failed, ProgramNotFound

# Positions with the result that every book has. Those of mate and stalemate follow from the rules.
KNOWN = [
    ("8/8/8/8/8/2k5/8/K6Q b - - 0 1", -2),
    ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", -2),
    ("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", 0),
    ("8/8/8/8/8/k1K5/8/8 w - - 0 1", 0),
    ("8/2k5/8/8/2PK4/8/8/8 w - - 0 1", 2),
    ("8/2k5/8/2P5/3K4/8/8/8 b - - 0 1", 0),
    ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", -2),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
]


def setUpModule() -> None:
    """Skips everything where lucena is not built."""
    try:
        lucena_chess.find_program()
    except ProgramNotFound as error:
        raise unittest.SkipTest(str(error)) from error


class TablebaseTest(unittest.TestCase):
    def test_known_results_are_known(self) -> None:
        with lucena_chess.Tablebase() as tablebase:
            for fen, wdl in KNOWN:
                board = chess.Board(fen)
                self.assertEqual((tablebase.probe_wdl(board), tablebase.get_wdl(board)), (wdl, wdl), fen)
                self.assertEqual(sign(tablebase.probe_dtz(board)), sign(wdl), fen)
                self.assertEqual(board, chess.Board(fen))

    def test_distances_of_textbook_positions(self) -> None:
        with lucena_chess.Tablebase() as tablebase:
            mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
            self.assertEqual((tablebase.probe_dtz(mated), tablebase.probe_dtm(mated)), (-1, 0))
            mate_in_one = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
            self.assertEqual((tablebase.probe_dtz(mate_in_one), tablebase.probe_dtm(mate_in_one)), (1, 1))

    def test_the_clock_of_the_board_does_not_count(self) -> None:
        board = chess.Board("7k/8/8/8/8/8/Q7/K7 w - - 98 80")
        with lucena_chess.Tablebase() as tablebase:
            self.assertEqual(tablebase.probe_wdl(board), 2)

    def test_what_it_does_not_have_raises_what_python_chess_raises(self) -> None:
        castling = chess.Board("8/8/8/8/8/1k6/8/R3K3 w Q - 0 1")
        unknown = [chess.Board(), chess.Board("8/8/8/8/4k3/8/PPP5/4K3 w - - 0 1"), castling, chess.variant.AtomicBoard()]
        with (
            tempfile.TemporaryDirectory() as folder,
            lucena_chess.Tablebase(cache=folder) as ours,
            chess.syzygy.Tablebase() as theirs,
        ):
            for board in unknown:
                for tablebase in (ours, theirs):
                    with self.assertRaises(KeyError):
                        tablebase.probe_wdl(board)
                    with self.assertRaises(KeyError):
                        tablebase.probe_dtz(board)
                    self.assertIsNone(tablebase.get_wdl(board))
                    self.assertEqual(tablebase.get_dtz(board, 7), 7)
            with self.assertRaises(chess.syzygy.MissingTableError):
                ours.probe_wdl(unknown[1])
            # It goes on.
            self.assertEqual(ours.probe_wdl(chess.Board(KNOWN[0][0])), -2)

    def test_threads_may_share_it(self) -> None:
        wrong: list[str] = []
        with lucena_chess.Tablebase() as tablebase:

            def ask() -> None:
                for fen, wdl in KNOWN * 20:
                    if tablebase.probe_wdl(chess.Board(fen)) != wdl:
                        wrong.append(fen)

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_a_folder_without_files_adds_none(self) -> None:
        with tempfile.TemporaryDirectory() as folder, lucena_chess.open_tablebase(folder) as tablebase:
            Path(folder, "notes.txt").touch()
            self.assertEqual(tablebase.add_directory(folder), 0)
            self.assertEqual(tablebase.probe_wdl(chess.Board(KNOWN[0][0])), -2)

    def test_a_missing_folder_is_an_error_as_in_python_chess(self) -> None:
        for opened in (lucena_chess.open_tablebase, chess.syzygy.open_tablebase):
            with self.assertRaises(FileNotFoundError):
                opened("no-such-folder")

    def test_a_process_that_ends_says_why_and_another_takes_its_place(self) -> None:
        with lucena_chess.Tablebase() as tablebase:
            board = chess.Board(KNOWN[0][0])
            self.assertEqual(tablebase.probe_wdl(board), -2)
            process = tablebase._process
            assert process
            process.kill()
            process.wait()
            with self.assertRaises(Failed):
                tablebase.probe_wdl(board)
            self.assertEqual(tablebase.probe_wdl(board), -2)

    @unittest.skipIf(sys.platform == "win32", "no scripts of that kind here")
    def test_what_lucena_says_at_its_end_is_in_the_exception(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder, "lucena")
            broken.write_text("#!/bin/sh\necho 'lucena: no memory' >&2\nexit 1\n", encoding="utf-8")
            broken.chmod(0o755)
            with self.assertRaisesRegex(Failed, "^no memory$") as raised:
                lucena_chess.Tablebase(program=broken).probe_wdl(chess.Board(KNOWN[0][0]))
        self.assertEqual(raised.exception.code, 1)

    @unittest.skipUnless("LUCENA_SYZYGY" in os.environ, "LUCENA_SYZYGY names no folder of Syzygy files")
    def test_it_answers_as_python_chess_does_from_files(self) -> None:
        folder = os.environ["LUCENA_SYZYGY"]
        with lucena_chess.Tablebase() as ours, chess.syzygy.open_tablebase(folder) as theirs:
            compared = 0
            for board in random_boards(1_000):
                wdl = theirs.get_wdl(board)
                dtz = theirs.get_dtz(board)
                if wdl is None or dtz is None:
                    continue
                compared += 1
                self.assertEqual(ours.probe_wdl(board), wdl, board.fen())
                exact = ours.probe_dtz(board)
                # The files may be one ply short.
                self.assertEqual(sign(exact), sign(dtz), board.fen())
                self.assertIn(abs(exact) - abs(dtz), (0, 1), board.fen())
        self.assertGreater(compared, 500)


def random_boards(number: int) -> Iterator[chess.Board]:
    """Legal positions of three and four men."""
    chance = random.Random(62)
    made = 0
    while made < number:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, 4)
        men = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
        men += [chess.Piece(chance.choice(range(1, 6)), chance.choice(chess.COLORS)) for _ in range(chance.choice((1, 2)))]
        for square, piece in zip(squares, men):
            board.set_piece_at(square, piece)
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid():
            made += 1
            yield board


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


if __name__ == "__main__":
    unittest.main()
