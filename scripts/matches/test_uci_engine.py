"""Tests of what is read from an engine's lines."""

import unittest

from matches.uci_engine import DECIDED, Verdict, parse_verdict

DEEP = b"info depth 9 seldepth 21 multipv 1 score cp -35 nodes 4 pv e2e4"
OTHER = b"info depth 10 multipv 2 score cp 99 nodes 4 pv d2d4"
BOUND = b"info depth 10 multipv 1 score cp 50 wdl 1 2 3 lowerbound nodes 4"


class Verdicts(unittest.TestCase):
    def test_the_last_exact_score_of_the_best_line_is_the_verdict(self) -> None:
        shallow = b"info depth 1 score mate 3"
        self.assertEqual(parse_verdict([shallow, DEEP, OTHER, BOUND]), Verdict(-35, "-0.35", 9))

    def test_a_bound_counts_where_there_is_nothing_else(self) -> None:
        self.assertEqual(parse_verdict([OTHER, BOUND]), Verdict(50, "+0.50", 10))
        self.assertEqual(parse_verdict([OTHER]), Verdict(None, "?", 0))

    def test_a_mate_is_more_than_any_number_of_pawns(self) -> None:
        self.assertEqual(parse_verdict([b"info score mate 4 depth 12"]), Verdict(DECIDED, "+M4", 12))
        self.assertEqual(parse_verdict([b"info depth 2 score mate -1"]), Verdict(-DECIDED, "-M1", 2))
