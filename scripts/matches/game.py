"""One game between two engines: whose turn it is, how much time is left, when it is over, and its PGN.

The rules decide the end of a game (mate, stalemate, threefold repetition, fifty moves, a position in which neither side
can mate); nothing is adjudicated unless asked for, because endings are played out to be measured.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import chess
import chess.pgn

from matches.uci_engine import ILLEGAL_MOVE, TIME_LOSS, EngineFault, UciEngine, Verdict, parse_verdict


@dataclass(frozen=True)
class GameRules:
    """How a game is played: exactly one of `clock`, `nodes` and `movetime`, and what ends it beside the rules."""

    # Seconds for the game, and seconds added at every move.
    clock: tuple[float, float] | None = None
    nodes: int | None = None
    # Both in milliseconds: the time for each move, and how far a time may be overstepped.
    movetime: int | None = None
    timemargin: int = 50
    # Seconds that an engine may think if no time is set.
    hang: float = 60.0
    max_plies: int = 1000
    # 0: draws and wins are not adjudicated.
    draw_moves: int = 0
    draw_score: int = 10
    resign_score: int = 0
    resign_moves: int = 4

    @property
    def pgn_time_control(self) -> str:
        if self.clock:
            base, increment = self.clock
            return f"{base:g}+{increment:g}" if increment else f"{base:g}"
        return f"{self.movetime / 1000:g}/move" if self.movetime else f"{self.nodes} nodes"


@dataclass(frozen=True)
class GameResult:
    """What a finished game leaves behind. `white_points` is 0, 0.5 or 1; `faulty_color` broke the rules, if any did."""

    white_points: float
    reason: str
    # Empty if the game could not begin.
    pgn: str = ""
    fault_kind: str | None = None
    faulty_color: chess.Color | None = None


@dataclass
class Clock:
    """The time one side has left, by our clock and never by the engine's."""

    rules: GameRules
    increment: float = field(init=False)
    seconds_left: float = field(init=False)

    def __post_init__(self) -> None:
        base, self.increment = self.rules.clock or (0.0, 0.0)
        self.seconds_left = base + self.increment

    @property
    def seconds_allowed(self) -> float | None:
        """The time after which a move loses; None if no clock runs."""
        if self.rules.nodes:
            return None
        seconds = self.rules.movetime / 1000 if self.rules.movetime else self.seconds_left
        return seconds + self.rules.timemargin / 1000

    @property
    def milliseconds_left(self) -> int:
        return max(1, int(self.seconds_left * 1000))

    def spend(self, seconds: float) -> None:
        """Overstepping inside the margin costs all the time there was, but no more."""
        self.seconds_left = max(0.0, self.seconds_left - seconds) + self.increment


@dataclass
class Adjudicator:
    """Ends a game early on the engines' own scores, if asked to. Both sides must agree on it, move after move."""

    rules: GameRules
    quiet_plies: int = 0
    decided_plies: int = 0
    white_wins: bool = False

    def note(self, centipawns: int | None, mover: chess.Color) -> None:
        """Takes in the score the mover gave its last move."""
        if centipawns is None:
            self.quiet_plies = self.decided_plies = 0
            return
        white_wins = (centipawns > 0) == (mover == chess.WHITE)
        is_decided = abs(centipawns) >= self.rules.resign_score
        if white_wins != self.white_wins or not is_decided:
            self.decided_plies = 0
        self.decided_plies += is_decided
        self.quiet_plies = self.quiet_plies + 1 if abs(centipawns) <= self.rules.draw_score else 0
        self.white_wins = white_wins

    def outcome(self) -> tuple[float, str] | None:
        """(white's points, reason), or None while the game goes on."""
        if self.rules.draw_moves and self.quiet_plies >= 2 * self.rules.draw_moves:
            return 0.5, "draw by adjudication"
        if self.rules.resign_score and self.decided_plies >= 2 * self.rules.resign_moves:
            return (1.0, "white wins by adjudication") if self.white_wins else (0.0, "black wins by adjudication")
        return None


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
                self._engines[color].new_game()
            while (ending := self._ending()) is None:
                color = self._board.turn
                self._play_one_move(color)
        except EngineFault as fault:
            return self._lost_by_fault(color, fault)
        points, reason, termination = ending
        return GameResult(points, reason, self._finished_pgn(points, reason, termination))

    def _play_one_move(self, color: chess.Color) -> None:
        clock = self._clocks[color]
        answer = self._engines[color].search(
            self._position_line(), self._go_line(), clock.seconds_allowed, self._rules.hang
        )
        clock.spend(answer.seconds)
        move = self._legal_move(answer.move)
        verdict = parse_verdict(answer.info_lines)
        self._write_move(move, verdict, answer.seconds)
        self._adjudicator.note(verdict.centipawns, color)

    def _legal_move(self, text: str) -> chess.Move:
        with contextlib.suppress(ValueError):
            if (move := chess.Move.from_uci(text)) in self._board.legal_moves:
                return move
        raise EngineFault(ILLEGAL_MOVE, f"bestmove {text}")

    def _position_line(self) -> str:
        moves = " ".join(move.uci() for move in self._board.move_stack)
        return f"position fen {self._opening_fen}" + (f" moves {moves}" if moves else "")

    def _go_line(self) -> str:
        rules = self._rules
        if rules.nodes:
            return f"go nodes {rules.nodes}"
        if rules.movetime:
            return f"go movetime {rules.movetime}"
        white, black = (self._clocks[color].milliseconds_left for color in (chess.WHITE, chess.BLACK))
        increment = round(self._clocks[chess.WHITE].increment * 1000)
        return f"go wtime {white} btime {black} winc {increment} binc {increment}"

    def _write_move(self, move: chess.Move, verdict: Verdict, seconds: float) -> None:
        self._last_node = self._last_node.add_variation(move)
        self._last_node.comment = f"{verdict.text}/{verdict.depth} {seconds:.3f}s"
        self._board.push(move)

    def _ending(self) -> tuple[float, str, str] | None:
        """(white's points, reason, PGN termination), or None. Mate comes before the fifty-move rule."""
        board = self._board
        # A draw that must be claimed counts once it is on the board; python-chess would claim it a move before.
        if outcome := board.outcome():
            points = 0.5 if outcome.winner is None else float(outcome.winner)
            return points, outcome.termination.name.lower().replace("_", " "), "normal"
        if board.is_repetition(3):
            return 0.5, "threefold repetition", "normal"
        if board.is_fifty_moves():
            return 0.5, "fifty-move rule", "normal"
        if adjudicated := self._adjudicator.outcome():
            return *adjudicated, "adjudication"
        if len(board.move_stack) >= self._rules.max_plies:
            return 0.5, f"{self._rules.max_plies} plies played", "adjudication"
        return None

    def _lost_by_fault(self, color: chess.Color, fault: EngineFault) -> GameResult:
        reason = f"{chess.COLOR_NAMES[color]} loses: {fault.kind} in {self._board.fen()}: {fault.text}"
        # The words of the PGN standard.
        termination = {ILLEGAL_MOVE: "rules infraction", TIME_LOSS: "time forfeit"}.get(fault.kind, "abandoned")
        points = float(color == chess.BLACK)
        return GameResult(points, reason, self._finished_pgn(points, reason, termination), fault.kind, color)

    def _finished_pgn(self, white_points: float, reason: str, termination: str) -> str:
        headers = self._pgn.headers
        headers["Result"] = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[white_points]
        headers["Termination"] = termination
        headers["PlyCount"] = str(len(self._board.move_stack))
        self._last_node.comment = f"{self._last_node.comment} {reason}".strip()
        return str(self._pgn)
