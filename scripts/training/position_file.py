"""Files of positions that a network learns from (docs/network-data.md), by numpy.

    for records in position_file.blocks("train.positions"):
        squares, men, starts = position_file.men_of(records)
"""

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import numpy

MAGIC = b"lucenaPF"
VERSION = 1
HEADER_BYTES = 128
MAKER = slice(16, 120)
BLOCK_MAGIC = b"PBLK"
BLOCK_HEADER_BYTES = 32
BLOCK_RECORDS = 8192
MOST_RECORDS = 1 << 16

RECORD = numpy.dtype(
    [
        ("occupied", "<u8"),
        ("men", "u1", 16),
        ("state", "u1"),
        ("passant_and_origin", "u1"),
        ("clock", "u1"),
        ("result", "u1"),
        ("score", "<i2"),
        ("plies_left", "<u2"),
    ]
)

BLACK_TO_MOVE = 1
RIGHTS = 2 | 4 | 8 | 16  # K, Q, k, q
FIRST_OF_GAME = 32
EXACT = 64

LOSS, DRAW, WIN, NO_RESULT = range(4)
NO_SCORE = -32768
DECIDED = 30000
UNKNOWN, START, BOOK, RANDOM = range(4)

# The men by their numbers, in the order of a record.
PIECES = "PNBRQK..pnbrqk.."


class PositionFileError(Exception):
    """The file is not a file of positions, or it is damaged."""


def maker(path: str | Path) -> str:
    """Who made the scores."""
    with open(path, "rb") as file:
        return _read_header(path, file)


def blocks(path: str | Path) -> Iterator[numpy.ndarray]:
    """The records of a file, block by block, as arrays of RECORD that stay on the disk until they are used.

    Each block's checksum is held to. An incomplete block at the end is what an interrupted writer has left: it is passed over.
    """
    return (records for records, _ in marked_blocks(path))


def marked_blocks(path: str | Path) -> Iterator[tuple[numpy.ndarray, int]]:
    """The same, each with the mark that its writer has set."""
    maker(path)
    data = numpy.asarray(numpy.memmap(path, numpy.uint8, mode="r"))
    start = HEADER_BYTES
    while block := _block_at(data, start):
        yield block
        start += BLOCK_HEADER_BYTES + block[0].nbytes
    if len(data) - start >= BLOCK_HEADER_BYTES + MOST_RECORDS * RECORD.itemsize:
        raise PositionFileError(f"{path} is damaged at byte {start}")


def read(path: str | Path) -> numpy.ndarray:
    """All records of a file that fits in memory."""
    return numpy.concatenate([numpy.empty(0, RECORD), *blocks(path)])


def write(path: str | Path, maker_name: str, arrays: Iterable[numpy.ndarray]) -> None:
    """Writes arrays of records as a file of full blocks; the mark counts the records."""
    count = 0
    with open(path, "wb") as file:
        file.write(_header(maker_name))
        for records in arrays:
            for start in range(0, len(records), BLOCK_RECORDS):
                part = numpy.ascontiguousarray(records[start : start + BLOCK_RECORDS], RECORD)
                count += len(part)
                file.write(_block(part.tobytes(), len(part), count))


def men_of(records: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Squares (0: a1, 63: h8), numbers of men, and the row of each, of all men of all records, row by row."""
    bits = numpy.unpackbits(records["occupied"][:, None].view("u1"), axis=1, bitorder="little").view(bool)
    rows, squares = numpy.nonzero(bits)
    nibbles = numpy.stack([records["men"] & 15, records["men"] >> 4], axis=2).reshape(len(records), 32)
    counts = bits.sum(axis=1)
    if counts.max(initial=0) > 32:
        raise PositionFileError("a record has more than 32 men")
    return squares, nibbles[numpy.arange(32) < counts[:, None]], rows


def men_counts(records: numpy.ndarray) -> numpy.ndarray:
    """How many men each record has, kings included."""
    return numpy.bitwise_count(records["occupied"]).astype(numpy.int64)


def origins(records: numpy.ndarray) -> numpy.ndarray:
    """Where the game of each record began: UNKNOWN, START, BOOK or RANDOM."""
    return records["passant_and_origin"] >> 4


def games_of(records: numpy.ndarray) -> numpy.ndarray:
    """The index of each record's game: how many games have begun so far, less one."""
    return numpy.cumsum(records["state"] & FIRST_OF_GAME != 0) - 1


def fen(record: numpy.void) -> str:
    """One record as FEN; its move number is 1, because records have none."""
    squares, men, _ = men_of(record.reshape(1))
    board = ["1"] * 64
    for square, man in zip(squares, men, strict=True):
        board[square] = PIECES[man]
    ranks = ["".join(board[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1)]
    text = "/".join(ranks)
    for length in range(8, 1, -1):
        text = text.replace("1" * length, str(length))
    state = int(record["state"])
    rights = "".join(letter for bit, letter in enumerate("KQkq") if state & 2 << bit) or "-"
    file = int(record["passant_and_origin"]) & 15
    black = state & BLACK_TO_MOVE
    passant = "abcdefgh"[file - 1] + ("3" if black else "6") if file else "-"
    return f"{text} {'b' if black else 'w'} {rights} {passant} {record['clock']} 1"


def _header(maker_name: str) -> bytes:
    name = maker_name.encode()
    if len(name) > MAKER.stop - MAKER.start:
        raise PositionFileError(f"{maker_name!r} is longer than the {MAKER.stop - MAKER.start} bytes of the header")
    header = MAGIC + VERSION.to_bytes(4, "little") + RECORD.itemsize.to_bytes(4, "little")
    header = header + name.ljust(MAKER.stop - MAKER.start, b"\0") + bytes(4)
    return header + zlib.crc32(header).to_bytes(4, "little")


def _read_header(path: str | Path, file: BinaryIO) -> str:
    header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES or header[:8] != MAGIC:
        raise PositionFileError(f"{path} is not a file of positions")
    if _number(header, 8) != VERSION or _number(header, 12) != RECORD.itemsize:
        raise PositionFileError(f"{path} has version {_number(header, 8)}; this script reads version {VERSION}")
    if zlib.crc32(header[:-4]) != _number(header, HEADER_BYTES - 4):
        raise PositionFileError(f"{path}: the checksum of the header is wrong")
    return header[MAKER].rstrip(b"\0").decode()


def _block(records: bytes, count: int, mark: int) -> bytes:
    header = BLOCK_MAGIC + count.to_bytes(4, "little") + mark.to_bytes(8, "little")
    header = header + zlib.crc32(records).to_bytes(4, "little") + bytes(8)
    return header + zlib.crc32(header).to_bytes(4, "little") + records


def _block_at(data: numpy.ndarray, start: int) -> tuple[numpy.ndarray, int] | None:
    """The records and the mark of the block that begins there; None if there is no whole block."""
    first = start + BLOCK_HEADER_BYTES
    header = data[start:first].tobytes()
    if len(header) < BLOCK_HEADER_BYTES or header[:4] != BLOCK_MAGIC or zlib.crc32(header[:-4]) != _number(header, 28):
        return None
    records = data[first : first + _number(header, 4) * RECORD.itemsize]
    if len(records) != _number(header, 4) * RECORD.itemsize or zlib.crc32(records.data) != _number(header, 16):
        return None
    return records.view(RECORD), int.from_bytes(header[8:16], "little")


def _number(data: bytes, start: int) -> int:
    return int.from_bytes(data[start : start + 4], "little")
