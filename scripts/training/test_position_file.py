"""Tests of position_file.py: written records are read again, and broken files are reported."""

import tempfile
import unittest
from pathlib import Path

import numpy

from training import position_file
from training.position_file import BLACK_TO_MOVE, BLOCK_RECORDS, FIRST_OF_GAME, RECORD, PositionFileError


def start_position() -> numpy.ndarray:
    """The start position as the documentation describes a record, men by men."""
    record = numpy.zeros(1, RECORD)
    back = [3, 1, 2, 4, 5, 2, 1, 3]
    men = back + [0] * 8 + [8] * 8 + [8 + man for man in back]
    record["occupied"] = 0xFFFF_0000_0000_FFFF
    record["men"] = [low | high << 4 for low, high in zip(men[::2], men[1::2], strict=True)]
    record["state"] = position_file.RIGHTS
    return record


class PositionFileTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "positions"

    def write(self, count: int) -> numpy.ndarray:
        random = numpy.random.default_rng(1)
        records = random.integers(0, 256, (count, RECORD.itemsize), numpy.uint8).view(RECORD)[:, 0]
        position_file.write(self.path, "a teacher", [records])
        return records

    def test_what_is_written_comes_back(self) -> None:
        records = self.write(2 * BLOCK_RECORDS + 77)
        numpy.testing.assert_array_equal(position_file.read(self.path), records)
        self.assertEqual(position_file.maker(self.path), "a teacher")
        marks = [mark for _, mark in position_file.marked_blocks(self.path)]
        self.assertEqual(marks, [BLOCK_RECORDS, 2 * BLOCK_RECORDS, 2 * BLOCK_RECORDS + 77])

    def test_a_torn_tail_is_passed_over(self) -> None:
        records = self.write(2 * BLOCK_RECORDS)
        whole = self.path.read_bytes()
        for length in (len(whole) - 1, position_file.HEADER_BYTES + 40 + BLOCK_RECORDS * RECORD.itemsize):
            self.path.write_bytes(whole[:length])
            numpy.testing.assert_array_equal(position_file.read(self.path), records[:BLOCK_RECORDS])

    def test_damage_before_the_end_is_reported(self) -> None:
        self.write(9 * BLOCK_RECORDS)
        data = bytearray(self.path.read_bytes())
        data[500] ^= 1
        self.path.write_bytes(data)
        with self.assertRaisesRegex(PositionFileError, "damaged at byte 128"):
            position_file.read(self.path)

    def test_other_files_are_refused(self) -> None:
        self.path.write_bytes(b"x" * 500)
        with self.assertRaisesRegex(PositionFileError, "not a file of positions"):
            position_file.read(self.path)
        self.write(1)
        data = bytearray(self.path.read_bytes())
        data[8] = 2
        self.path.write_bytes(data)
        with self.assertRaisesRegex(PositionFileError, "version 2"):
            position_file.maker(self.path)
        with self.assertRaises(PositionFileError):
            position_file.write(self.path, "x" * 105, [])

    def test_men_are_found_on_their_squares(self) -> None:
        records = numpy.concatenate([start_position(), start_position()])
        records["occupied"][1] = 1 << 4 | 1 << 60
        records["men"][1] = [5 | 13 << 4] + [0] * 15
        squares, men, rows = position_file.men_of(records)
        self.assertEqual(list(squares[:3]) + list(squares[-2:]), [0, 1, 2, 4, 60])
        self.assertEqual("".join(position_file.PIECES[man] for man in men[rows == 0]), "RNBQKBNRPPPPPPPPpppppppprnbqkbnr")
        self.assertEqual("".join(position_file.PIECES[man] for man in men[rows == 1]), "Kk")
        self.assertEqual(list(position_file.men_counts(records)), [32, 2])
        records["occupied"][0] = 0xFFFF_FFFF_FFFF_FFFF
        with self.assertRaisesRegex(PositionFileError, "32 men"):
            position_file.men_of(records)

    def test_a_record_is_reported_as_fen(self) -> None:
        record = start_position()
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        self.assertEqual(position_file.fen(record[0]), start)
        record["state"] = BLACK_TO_MOVE | 2 | 16
        record["passant_and_origin"] = 5 | 1 << 4
        record["clock"] = 9
        self.assertTrue(position_file.fen(record[0]).endswith(" b Kq e3 9 1"))

    def test_games_are_numbered_by_their_first_positions(self) -> None:
        records = numpy.zeros(5, RECORD)
        records["state"][[0, 1, 4]] = FIRST_OF_GAME
        self.assertEqual(list(position_file.games_of(records)), [0, 1, 1, 1, 2])
