"""The brute-force solver: what makes positions different, and a graph that can be counted by hand."""

import unittest

import chess
import chess.syzygy

from checks.solve_plain import DRAW, Graph, Key, described


class SolvePlainTest(unittest.TestCase):
    def test_a_key_tells_all_of_a_position_and_passing_only_where_it_is_legal(self) -> None:
        for fen, passing in [
            ("8/8/8/8/2pP4/8/8/k1K5 b - d3 0 1", chess.D3),
            ("8/8/8/8/3P4/8/8/k1K5 b - d3 0 1", None),
            ("k7/8/1q4N1/8/3Rb3/8/8/1n2K3 w - - 0 1", None),
        ]:
            board = chess.Board(fen)
            key = Key.of(board)
            self.assertEqual(key.passing, passing)
            self.assertEqual(key.board().board_fen(), board.board_fen())
            self.assertEqual((key.board().turn, Key.of(key.board())), (board.turn, key))

    def test_kings_that_a_wall_keeps_apart_can_stand_on_24_squares_each(self) -> None:
        root = chess.Board("4k3/8/8/1p2p2p/1P2P2P/8/8/4K3 w - - 0 1")
        graph = Graph(root, chess.syzygy.Tablebase(), 10_000)
        self.assertEqual((len(graph.keys), graph.value(0)), (24 * 24 * 2, DRAW))
        self.assertEqual(graph.distances(), {})
        self.assertTrue(all("; draw" in line for line in described(root, graph)))
