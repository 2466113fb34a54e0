"""Lucena's tables in the place of `chess.syzygy`: the same methods, the same numbers, the same exceptions, no files."""

import contextlib
import json
import os
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import chess
import chess.syzygy

from .errors import Failed
from .program import ProgramPath, find_program, folders, options, without_name

WDL = {"win": 2, "syzygy-win": 2, "cursed-win": 1, "draw": 0, "blessed-loss": -1, "syzygy-loss": -2, "loss": -2}

KEPT_LINES = 20


class Tablebase:
    """Shaped as `chess.syzygy.Tablebase`, over the tables of up to four men inside lucena. No file is needed.

    >>> import chess, lucena_chess
    >>> with lucena_chess.Tablebase() as tablebase:
    ...     board = chess.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1")
    ...     print(tablebase.probe_wdl(board), tablebase.probe_dtz(board), tablebase.probe_dtm(board))
    -2 -54 -54

    With more men it knows what folders of Syzygy files (`syzygy`, `add_directory`) and tables that you built know.

    One process of lucena answers all questions. It starts with the first one and ends with `close()` or the `with` block.
    Threads may share an object; their questions wait for one another.

    Raises `ProgramNotFound` if lucena is not installed, and `OSError` for a folder that cannot be read.
    """

    def __init__(
        self,
        *,
        syzygy: ProgramPath | Sequence[ProgramPath] | None = None,
        cache: ProgramPath | None = None,
        program: ProgramPath | None = None,
    ) -> None:
        self._program = find_program(program)
        self._cache = cache
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        # The last lines of stderr, which say why a process ended.
        self._said: deque[str] = deque(maxlen=KEPT_LINES)
        self._directories: list[ProgramPath] = []
        for directory in [syzygy] if isinstance(syzygy, (str, os.PathLike)) else syzygy or []:
            self.add_directory(directory)

    def add_directory(self, directory: ProgramPath) -> int:
        """Adds a folder of Syzygy files. Returns how many table files it has.

        Raises `OSError` if the folder cannot be read.
        """
        names = [os.path.splitext(name) for name in os.listdir(directory)]
        known = [name for name, kind in names if kind in (".rtbw", ".rtbz") and chess.syzygy.is_tablename(name)]
        with self._lock:
            self._directories.append(directory)
            self._end()
        return len(known)

    def probe_wdl(self, board: chess.Board) -> int:
        """Win, draw or loss under the 50-move rule, as if the last move had been a capture or a pawn move.

        Returns 2 if the side to move wins, -2 if it loses, 0 for a draw; 1 and -1 if the 50-move rule turns the win or loss
        into a draw.

        Raises `chess.syzygy.MissingTableError` if no table knows the position, or only one without distances, which cannot say
        whether the 50-move rule matters; `KeyError` (its base) for positions with castling rights or of another variant, and for
        those that are not legal; `Failed` if lucena ends.
        """
        fields = self._fields(board)
        wdl = WDL.get(fields["category"])
        if wdl is None:
            raise missing(fields, f"did not find a table with distances for {board.fen()}")
        return wdl

    def get_wdl(self, board: chess.Board, default: int | None = None) -> int | None:
        """As `probe_wdl`, with `default` in place of `KeyError`."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: chess.Board) -> int:
        """Plies to the next capture, pawn move or mate that keeps the result, as if the last move had been one.

        Returns a positive number if the side to move wins, a negative one if it loses, 0 for a draw, and -1 if it is mated. If
        the 50-move rule turns the result into a draw, the number is beyond 100. Numbers from the tables inside are exact; those
        of Syzygy files may be one ply too short, as python-chess says.

        Raises what `probe_wdl` raises.
        """
        fields = self._fields(board)
        dtz: int | None = fields["dtz"]
        if dtz is None:
            raise missing(fields, f"did not find a distance to zeroing for {board.fen()}")
        return dtz

    def get_dtz(self, board: chess.Board, default: int | None = None) -> int | None:
        """As `probe_dtz`, with `default` in place of `KeyError`."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_dtm(self, board: chess.Board) -> int:
        """Plies to mate without the 50-move rule, as `chess.gaviota` has it: 0 for a draw and if the side to move is mated.

        Raises what `probe_wdl` raises.
        """
        fields = self._fields(board)
        if fields["checkmate"]:
            return 0
        dtm: int | None = fields["dtm"]
        if dtm is None:
            raise missing(fields, f"did not find a distance to mate for {board.fen()}")
        return dtm

    def get_dtm(self, board: chess.Board, default: int | None = None) -> int | None:
        """As `probe_dtm`, with `default` in place of `KeyError`."""
        try:
            return self.probe_dtm(board)
        except KeyError:
            return default

    def close(self) -> None:
        """Ends the process. A later question starts another."""
        with self._lock:
            self._end()

    def __enter__(self) -> "Tablebase":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # Not made to the end if no program was found.
        if getattr(self, "_process", None):
            self._end()

    def _fields(self, board: chess.Board) -> dict[str, Any]:
        if board.uci_variant != "chess":
            raise KeyError(f"tablebase has been opened for chess, probed with: {board.uci_variant}")
        if board.castling_rights:
            raise KeyError(f"syzygy tables do not contain positions with castling rights: {board.fen()}")
        # As right after a zeroing move, like the tables of python-chess.
        fields = self._asked(board.epd() + " 0 1")
        if fields["category"] == "unknown":
            raise missing(fields, f"no table knows {board.fen()}")
        return fields

    def _asked(self, fen: str) -> dict[str, Any]:
        with self._lock:
            process = self._process or self._start()
            assert process.stdin and process.stdout
            try:
                process.stdin.write(fen + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except BrokenPipeError:
                line = ""
            except BaseException:
                # An answer may come yet, and would be taken for that of the next question.
                self._end()
                raise
            if not line:
                self._end()
                said = without_name("".join(self._said)) or f"lucena ended at {fen}"
                raise Failed(said, process.returncode)
        fields: dict[str, Any] = json.loads(line)
        return fields

    def _start(self) -> "subprocess.Popen[str]":
        words = options(syzygy=folders(self._directories), cache=self._cache)
        command = [self._program, "tablebase", "probe", "-", "--json", "--without-moves", *words]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
        self._said.clear()
        # It ends with the process.
        self._listener = threading.Thread(target=self._listen, args=(process,), daemon=True)
        self._listener.start()
        self._process = process
        return process

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr
        with process.stderr:
            self._said.extend(process.stderr)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            # One that has ended by itself keeps its exit code.
            process.kill()
            process.wait()
            self._listener.join()
            for stream in (process.stdin, process.stdout):
                if stream:
                    close_quietly(stream)


def close_quietly(stream: Any) -> None:
    """Closes a stream to a process that has ended, which may have left something unwritten."""
    with contextlib.suppress(OSError):
        stream.close()


def missing(fields: dict[str, Any], otherwise: str) -> chess.syzygy.MissingTableError:
    """The exception of python-chess, with what lucena said, or these words if it said nothing."""
    return chess.syzygy.MissingTableError(fields.get("error", otherwise))


def open_tablebase(*directories: ProgramPath, program: ProgramPath | None = None) -> Tablebase:
    """As `chess.syzygy.open_tablebase`: the tables inside, and any folders of Syzygy files in addition."""
    return Tablebase(syzygy=directories, program=program)
