"""One game between two engines: whose turn it is, how much time is left, when it is over, and its PGN.

The rules decide the end of a game (mate, stalemate, threefold repetition, fifty moves, a position in which nobody can
mate); nothing is adjudicated unless asked for, because endings are played out to be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import chess
import chess.pgn

from matches.uci_engine import (
    CRASH,
    HANG,
    ILLEGAL_MOVE,
    NO_START,
    TIME_LOSS,
    EngineFault,
    UciEngine,
    Verdict,
    parse_verdict,
)

# The words of the PGN standard for how a game ended.
PGN_TERMINATION = {
    ILLEGAL_MOVE: "rules infraction",
    TIME_LOSS: "time forfeit",
    CRASH: "abandoned",
    HANG: "abandoned",
    NO_START: "abandoned",
}


@dataclass(frozen=True)
class GameRules:
    """How a game is played: exactly one of clock, `nodes` and `move_seconds`, and what ends it beside the rules."""

    base_seconds: float | None = None
    increment_seconds: float = 0.0
    nodes: int | None = None
    move_seconds: float | None = None
    margin_seconds: float = 0.05
    hang_seconds: float = 60.0
    max_plies: int = 1000
    draw_moves: int = 0
    draw_score: int = 10
    resign_score: int = 0
    resign_moves: int = 4

    @property
    def pgn_time_control(self) -> str:
        if self.base_seconds is not None:
            increment = f"+{self.increment_seconds:g}" if self.increment_seconds else ""
            return f"{self.base_seconds:g}{increment}"
        return f"{self.move_seconds:g}/move" if self.move_seconds else f"{self.nodes} nodes"


@dataclass(frozen=True)
class GameResult:
    """What a finished game leaves behind. `white_points` is 0, 0.5 or 1; `faulty_color` broke the rules, if any did."""

    white_points: float
    reason: str
    termination: str
    pgn: str
    plies: int
    fault_kind: str | None = None
    faulty_color: bool | None = None


@dataclass
class Clock:
    """The time one side has left, kept by us and never by the engine."""

    rules: GameRules
    seconds_left: float = field(init=False)

    def __post_init__(self) -> None:
        base = self.rules.base_seconds
        self.seconds_left = 0.0 if base is None else base + self.rules.increment_seconds

    @property
    def seconds_allowed(self) -> float | None:
        """After how long a move is a loss on time; None where no clock runs."""
        if self.rules.base_seconds is not None:
            return self.seconds_left + self.rules.margin_seconds
        return self.rules.move_seconds + self.rules.margin_seconds if self.rules.move_seconds else None

    @property
    def milliseconds_left(self) -> int:
        return max(1, int(self.seconds_left * 1000))

    def spend(self, seconds: float) -> None:
        """Overstepping inside the margin costs all the time there was, but no more."""
        self.seconds_left = max(0.0, self.seconds_left - seconds) + self.rules.increment_seconds


@dataclass
class Adjudicator:
    """Ends a game early on the engines' own scores, if asked to. Both sides must agree on it, move after move."""

    rules: GameRules
    quiet_plies: int = 0
    decided_plies: int = 0
    white_wins: bool = False

    def note(self, verdict: Verdict, mover: chess.Color) -> None:
        """Takes in the score the mover gave its last move."""
        centipawns = _bounded_centipawns(verdict)
        white_wins = (centipawns > 0) == (mover == chess.WHITE)
        is_decided = verdict.is_known and self.rules.resign_score and abs(centipawns) >= self.rules.resign_score
        is_quiet = verdict.is_known and abs(centipawns) <= self.rules.draw_score
        self.decided_plies = 0 if not is_decided else self.decided_plies + 1 if white_wins == self.white_wins else 1
        self.quiet_plies = self.quiet_plies + 1 if is_quiet else 0
        self.white_wins = white_wins

    def outcome(self) -> tuple[float, str] | None:
        """(white's points, reason), or None while the game goes on."""
        if self.rules.draw_moves and self.quiet_plies >= 2 * self.rules.draw_moves:
            return 0.5, "draw by adjudication"
        if self.rules.resign_score and self.decided_plies >= 2 * self.rules.resign_moves:
            return (1.0, "white wins by adjudication") if self.white_wins else (0.0, "black wins by adjudication")
        return None


def _bounded_centipawns(verdict: Verdict) -> int:
    if verdict.mate is not None:
        return 100_000 if verdict.mate > 0 else -100_000
    return verdict.centipawns or 0


class Game:
    """Plays one game; engines are given as {chess.WHITE: engine, chess.BLACK: engine}."""

    def __init__(
        self, opening_fen: str, engines: Mapping[chess.Color, UciEngine], rules: GameRules, headers: dict[str, str]
    ) -> None:
        self._board = chess.Board(opening_fen)
        self._opening_fen = self._board.fen()
        self._engines = engines
        self._rules = rules
        self._clocks = {color: Clock(rules) for color in chess.COLORS}
        self._adjudicator = Adjudicator(rules)
        self._pgn = chess.pgn.Game(headers)
        self._pgn.setup(self._board)
        self._pgn.headers["TimeControl"] = rules.pgn_time_control
        self._last_node: chess.pgn.GameNode = self._pgn

    def play(self) -> GameResult:
        """Plays until the end and says how it ended; an engine's fault loses the game for it."""
        try:
            for color in chess.COLORS:
                self._during(color, self._engines[color].new_game)
            while (ending := self._ending()) is None:
                self._play_one_move()
        except _FaultOf as fault:
            return self._lost_by_fault(fault.color, fault.cause)
        points, reason, termination = ending
        return self._result(points, reason, termination)

    def _play_one_move(self) -> None:
        color = self._board.turn
        clock = self._clocks[color]
        answer = self._during(
            color,
            self._engines[color].search,
            self._position_line(),
            self._go_line(),
            clock.seconds_allowed,
            self._rules.hang_seconds,
        )
        clock.spend(answer.seconds)
        move = self._during(color, self._legal_move, answer.move)
        verdict = parse_verdict(answer.info_lines)
        self._write_move(move, verdict, answer.seconds)
        self._adjudicator.note(verdict, color)

    def _during(self, color: chess.Color, action: Callable[..., Any], *arguments: Any) -> Any:
        """Runs what may raise an EngineFault and adds whose fault it was."""
        try:
            return action(*arguments)
        except EngineFault as fault:
            raise _FaultOf(color, fault) from None

    def _legal_move(self, text: str) -> chess.Move:
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            move = None
        if move is None or move not in self._board.legal_moves:
            raise EngineFault(ILLEGAL_MOVE, f"bestmove {text}")
        return move

    def _position_line(self) -> str:
        moves = " ".join(move.uci() for move in self._board.move_stack)
        return f"position fen {self._opening_fen}" + (f" moves {moves}" if moves else "")

    def _go_line(self) -> str:
        rules = self._rules
        if rules.nodes:
            return f"go nodes {rules.nodes}"
        if rules.move_seconds:
            return f"go movetime {rules.move_seconds * 1000:.0f}"
        white, black = (self._clocks[color].milliseconds_left for color in (chess.WHITE, chess.BLACK))
        increment = round(rules.increment_seconds * 1000)
        return f"go wtime {white} btime {black} winc {increment} binc {increment}"

    def _write_move(self, move: chess.Move, verdict: Verdict, seconds: float) -> None:
        self._last_node = self._last_node.add_variation(move)
        self._last_node.comment = f"{verdict.text}/{verdict.depth} {seconds:.3f}s"
        self._board.push(move)

    def _ending(self) -> tuple[float, str, str] | None:
        """(white's points, reason, PGN termination), or None. Mate comes before the fifty-move rule."""
        board = self._board
        if board.is_checkmate():
            winner_is_white = board.turn == chess.BLACK
            return float(winner_is_white), f"{'white' if winner_is_white else 'black'} mates", "normal"
        draw = (
            (board.is_stalemate() and "stalemate")
            or (board.is_insufficient_material() and "insufficient material")
            or (board.is_repetition(3) and "threefold repetition")
            or (board.halfmove_clock >= 100 and "fifty-move rule")
        )
        if draw:
            return 0.5, draw, "normal"
        if adjudicated := self._adjudicator.outcome():
            return *adjudicated, "adjudication"
        if len(board.move_stack) >= self._rules.max_plies:
            return 0.5, f"{self._rules.max_plies} plies played", "adjudication"
        return None

    def _lost_by_fault(self, color: chess.Color, fault: EngineFault) -> GameResult:
        side = chess.COLOR_NAMES[color]
        reason = f"{side} loses: {fault.kind} in {self._board.fen()}: {fault.text}"
        points = 0.0 if color == chess.WHITE else 1.0
        return self._result(points, reason, PGN_TERMINATION[fault.kind], fault.kind, color)

    def _result(
        self,
        white_points: float,
        reason: str,
        termination: str,
        fault_kind: str | None = None,
        faulty_color: chess.Color | None = None,
    ) -> GameResult:
        headers = self._pgn.headers
        headers["Result"] = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[white_points]
        headers["Termination"] = termination
        headers["PlyCount"] = str(len(self._board.move_stack))
        self._last_node.comment = f"{self._last_node.comment} {reason}".strip().replace("}", ")")
        plies = len(self._board.move_stack)
        return GameResult(white_points, reason, termination, str(self._pgn), plies, fault_kind, faulty_color)


class _FaultOf(Exception):
    """An EngineFault together with the colour of the engine that caused it."""

    def __init__(self, color: chess.Color, cause: EngineFault) -> None:
        super().__init__(cause.text)
        self.color = color
        self.cause = cause
