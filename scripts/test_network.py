"""Checks train_network.py's parts without an engine: `python -m unittest` in this folder."""

import types
import unittest

import chess
import numpy

import network_data
import network_model

FENS = [
    "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9",
    "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 b - - 3 9",
    "3k4/2P5/8/q7/6N1/8/6K1/b7 b - - 0 1",
]


def views():
    pieces, squares, is_black = network_data.parse(FENS)
    return network_data.view(pieces, squares, is_black), network_data.view(pieces, squares, ~is_black), pieces


def expected_inputs(fen, is_mover):
    """The same by python-chess."""
    board = chess.Board(fen)
    side = board.turn if is_mover else not board.turn
    seen = board if side == chess.WHITE else board.mirror()
    if chess.square_file(seen.king(chess.WHITE)) > 3:
        seen = seen.transform(chess.flip_horizontal)
    return sorted((0 if piece.color else 6 * 64) + (piece.piece_type - 1) * 64 + square
                  for square, piece in seen.piece_map().items())


class Views(unittest.TestCase):
    def test_both_sides_see_what_python_chess_sees(self):
        own, enemy, _ = views()
        for row, fen in enumerate(FENS):
            self.assertEqual(sorted(own[row].indices), expected_inputs(fen, True))
            self.assertEqual(sorted(enemy[row].indices), expected_inputs(fen, False))


class Learning(unittest.TestCase):
    def test_slopes_are_those_of_small_changes(self):
        own, enemy, pieces = views()
        weights = {name: values.astype(float) for name, values in network_model.fresh_weights(3).items()}
        place = network_model.output_of((pieces >= 0).sum(axis=1))
        _, hidden, clipped = network_model.forward(weights, own, enemy, place)
        slopes = numpy.array([0.5, -1.0, 2.0])
        told = network_model.backward(weights, own, enemy, place, hidden, clipped, slopes)
        row = own[0].indices[0]
        for name, index in [("inputs", (row, 4)), ("bias", 7), ("outputs", (place[0], 9)), ("output_bias", place[2])]:
            outputs = []
            for step in (1e-4, -1e-4):
                changed = {**weights, name: weights[name].copy()}
                changed[name][index] += step
                outputs.append(network_model.forward(changed, own, enemy, place)[0])
            change = float((outputs[0] - outputs[1]) @ slopes) / 2e-4
            self.assertAlmostEqual(float(told[name][index]), change, places=4)

    def test_a_network_learns_what_it_is_shown(self):
        own, enemy, pieces = views()
        positions = types.SimpleNamespace(
            own=own, enemy=enemy, men=(pieces >= 0).sum(axis=1), rest=numpy.zeros(3), share=numpy.ones(3),
            scores=numpy.array([150.0, -150.0, -40.0]), results=numpy.array([1.0, 0.0, 0.5]))
        learner = network_model.Training(positions, network_model.fresh_weights(1), 130.0, 0.0)
        adam, everything = network_model.Adam(learner.weights), numpy.arange(3)
        before = learner.losses(everything)[1]
        for _ in range(200):
            learner.learn(adam, everything, 1e-2)
        self.assertLess(learner.losses(everything)[1], before / 100)


class File(unittest.TestCase):
    def test_whole_numbers_say_nearly_the_same(self):
        own, enemy, pieces = views()
        men = (pieces >= 0).sum(axis=1)
        weights = network_model.fresh_weights(2)
        numbers = network_model.from_bytes(network_model.to_bytes(weights))
        outputs, _, _ = network_model.forward(weights, own, enemy, network_model.output_of(men))
        difference = network_model.whole_values(numbers, own, enemy, men) - outputs * network_model.CENTIPAWNS
        self.assertLess(float(numpy.abs(difference).max()), 8.0)

    def test_a_file_of_another_size_is_refused(self):
        with self.assertRaises(ValueError):
            network_model.from_bytes(network_model.to_bytes(network_model.fresh_weights(1))[:-2])


if __name__ == "__main__":
    unittest.main()
