"""Checks how a match ends."""

import io
import threading
import unittest

import chess

import match
from matches.game import GameRules
from matches.report import Scoreboard
from matches.worker import Contender, MatchPlan


class End(unittest.TestCase):
    def test_nothing_of_a_match_is_left_when_it_ends(self) -> None:
        """A thread that outlives its match finds closed pipes at the interpreter's end, and a traceback follows the summary."""
        nobody = Contender("/no/such/program", (), "nobody")
        plan = MatchPlan((nobody, nobody), GameRules(nodes=1), (chess.STARTING_FEN,), pairs=4)
        before = threading.active_count()
        self.assertTrue(match.play(plan, 2, Scoreboard(plan, None, io.StringIO())))
        self.assertEqual(threading.active_count(), before)
