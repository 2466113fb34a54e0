"""Lucena, a chess engine for endings that knows why, for programs that use python-chess.

| what | gives |
|---|---|
| `Engine()` | a started `chess.engine.SimpleEngine` |
| `solve(board)` | the proof of an ending beyond the tables: `Solution` |
| `tablebase(board)` | what tables know of a position and of each move: `TableAnswer` |
| `Tablebase()` | `chess.syzygy.Tablebase` without files: `probe_wdl`, `get_wdl`, `probe_dtz`, `get_dtz` |
| `analyse(boards)` | an `Analysis` for each of any number of positions |
| `review(pgn)` | games annotated: what was right, what lost, by how much |

Boards, moves, scores and games are those of python-chess. Every error is a `LucenaError` and carries what lucena said; only
`Tablebase` raises what `chess.syzygy` raises.
"""

from .analysing import Advice, Analysis, Line, Result, analyse
from .engine import Engine
from .errors import Failed, GamesLeftOut, LucenaError, ProgramNotFound, Refused
from .program import find_program
from .reviewing import review
from .solving import Proven, Solution, SolvedMove, solve
from .syzygy import Tablebase, open_tablebase
from .tables import Category, TableAnswer, TableFacts, TableMove, tablebase

__all__ = [
    "Advice",
    "Analysis",
    "Category",
    "Engine",
    "Failed",
    "GamesLeftOut",
    "Line",
    "LucenaError",
    "ProgramNotFound",
    "Proven",
    "Refused",
    "Result",
    "Solution",
    "SolvedMove",
    "TableAnswer",
    "TableFacts",
    "TableMove",
    "Tablebase",
    "analyse",
    "find_program",
    "open_tablebase",
    "review",
    "solve",
    "tablebase",
]
