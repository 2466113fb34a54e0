"""Checks train_network.py's parts without an engine: `python -m unittest` in this folder."""

import dataclasses
import types
import unittest

import chess
import numpy

import network_data
import network_loops
import network_model

FENS = {
    "pieces": [
        "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9",
        "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 b - - 3 9",
        "3k4/2P5/8/q7/6N1/8/6K1/b7 b - - 0 1",
    ],
    "pawn-endings": [
        "8/5pk1/6p1/8/8/4K1P1/5P2/8 w - - 3 9",
        "8/5pk1/6p1/8/8/4K1P1/5P2/8 b - - 3 9",
        "8/2k5/1pp5/8/P6P/8/6K1/8 b - - 0 1",
    ],
}


class Shown:
    """Positions for a network of some kind, as it sees them."""

    def __init__(self, name):
        self.architecture = network_model.ARCHITECTURES[name]
        self.fens = FENS[name]
        pieces, squares, is_black = network_data.parse(self.fens)
        self.own, self.enemy = network_data.views(pieces, squares, is_black, self.architecture.inputs)
        self.place = self.architecture.output_of(pieces)

    def weights(self, seed):
        return network_model.fresh_weights(self.architecture, seed)

    def outputs(self, weights):
        return network_model.forward(self.architecture, weights, self.own, self.enemy, self.place)[0]


def seen_inputs(views, row):
    men = views.columns[row]
    return views.starts[row] + men[men != network_loops.NO_MAN].astype(int)


def expected_inputs(fen, is_mover, inputs):
    """The same by python-chess."""
    board = chess.Board(fen)
    side = board.turn if is_mover else not board.turn
    seen = board if side == chess.WHITE else board.mirror()
    if chess.square_file(seen.king(chess.WHITE)) > 3:
        seen = seen.transform(chess.flip_horizontal)
    king = seen.king(chess.WHITE)
    found = []
    for square, piece in seen.piece_map().items():
        number = (0 if piece.color else 6) + piece.piece_type - 1
        if number not in inputs.men:
            continue
        column = inputs.men.index(number) * 64 + square
        side = inputs.region_side
        region = chess.square_rank(king) // side * (4 // side) + chess.square_file(king) // side
        found.append(region * inputs.common + column)
    return sorted(found)


def men_of(fens):
    return network_data.parse(fens)[0]


class Views(unittest.TestCase):
    def test_both_sides_see_what_python_chess_sees(self):
        for name in FENS:
            shown = Shown(name)
            for row, fen in enumerate(shown.fens):
                inputs = shown.architecture.inputs
                self.assertEqual(sorted(seen_inputs(shown.own, row)), expected_inputs(fen, True, inputs))
                self.assertEqual(sorted(seen_inputs(shown.enemy, row)), expected_inputs(fen, False, inputs))

    def test_pawn_endings_are_told_from_others(self):
        self.assertTrue(network_data.is_pawn_ending(men_of(FENS["pawn-endings"])).all())
        self.assertFalse(network_data.is_pawn_ending(men_of(FENS["pieces"])).any())

    def test_bare_kings_are_told(self):
        bare = ["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/8/8/4k3/4q3/8/8/4K3 w - - 0 1"]
        self.assertTrue(network_data.has_bare_king(men_of(bare)).all())
        self.assertFalse(network_data.has_bare_king(men_of(FENS["pieces"] + FENS["pawn-endings"])).any())


class Outlooks(unittest.TestCase):
    def test_what_follows_in_the_same_game_counts_less_and_less(self):
        games = network_data.Games(
            scores=numpy.zeros(3, dtype=numpy.float32), results=numpy.array([1, 1, 0], dtype=numpy.float32),
            numbers=numpy.array([0, 0, 1]))
        self.assertEqual(list(games.outlook(130.0, 0.5)), [0.625, 0.75, 0.25])
        self.assertEqual(list(games.outlook(130.0, 0.0)), [0.5, 0.5, 0.5])
        self.assertEqual(list(games.outlook(130.0, 1.0)), [1.0, 1.0, 0.0])

    def test_the_mover_and_white_expect_opposite_things(self):
        games = network_data.Games(
            scores=numpy.array([50, 50, 90], dtype=numpy.float32), results=numpy.array([1, 1, 1], dtype=numpy.float32),
            numbers=numpy.array([0, 0, 1]))
        shown = Shown("pieces")
        positions = network_data.Positions(
            shown.own, shown.enemy, shown.place, rest=numpy.zeros(2), share=numpy.ones(2),
            is_black=numpy.array([False, True]), rows=numpy.array([0, 1]), games=games)
        self.assertEqual(list(positions.scores), [50, -50])
        self.assertEqual(list(positions.results), [1, 0])
        expected = games.outlook(130.0, 0.5)
        self.assertEqual(list(positions.outlook(130.0, 0.5)), [expected[0], 1 - expected[1]])


class OutputLayers(unittest.TestCase):
    def test_kind_and_size_of_an_ending_decide(self):
        place = network_model.ARCHITECTURES["pieces"].output_of
        rooks, many_rooks = "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9", "8/pppp1pk1/6p1/8/1R6/4K1P1/PPPP1P2/1r6 w - - 3 9"
        bishops, everything = "8/5pk1/6p1/8/1B6/4K1P1/5P2/1b6 w - - 3 9", "q7/5pk1/6p1/8/1B6/4K1P1/5P2/1r6 w - - 3 9"
        self.assertEqual(list(place(men_of([rooks, many_rooks, bishops, everything]))), [5, 7, 1, 25])


class Learning(unittest.TestCase):
    def test_hidden_units_are_the_sums_of_what_is_seen(self):
        for name in FENS:
            shown = Shown(name)
            rows = numpy.random.default_rng(7).normal(size=(shown.architecture.inputs.count, 5))
            hidden = network_model.hidden_of(rows, numpy.arange(5.0), shown.own, shown.enemy)
            for half, views in enumerate((shown.own, shown.enemy)):
                for row in range(len(shown.fens)):
                    expected = rows[seen_inputs(views, row)].sum(axis=0) + numpy.arange(5.0)
                    self.assertTrue(numpy.allclose(hidden[row, 5 * half:5 * half + 5], expected))

    def test_slopes_are_those_of_small_changes(self):
        for name in FENS:
            shown = Shown(name)
            weights = {part: values.astype(float) for part, values in shown.weights(3).items()}
            seen = shown.own, shown.enemy, shown.place
            _, hidden = network_model.forward(shown.architecture, weights, *seen)
            slopes = numpy.array([0.5, -1.0, 2.0])
            told = network_model.backward(shown.architecture, weights, *seen, hidden, slopes)
            there = seen_inputs(shown.own, 0)[0]
            common = there % shown.architecture.inputs.common
            peculiar = shown.architecture.inputs.common + there
            place = shown.place
            for part, index in [("inputs", (common, 4)), ("inputs", (peculiar, 4)), ("bias", 7), ("outputs", (place[0], 9)),
                                ("output_bias", place[2])]:
                outputs = []
                for step in (1e-4, -1e-4):
                    changed = {**weights, part: weights[part].copy()}
                    changed[part][index] += step
                    outputs.append(shown.outputs(changed))
                change = float((outputs[0] - outputs[1]) @ slopes) / 2e-4
                self.assertAlmostEqual(float(told[part][index]), change, places=4)

    def test_no_input_of_a_region_outgrows_the_limit(self):
        for name in FENS:
            shown = Shown(name)
            weights = shown.weights(3)
            adam = network_model.Adam(weights, shown.architecture)
            upwards = {part: numpy.full_like(values, -1.0) for part, values in weights.items()}
            for _ in range(30):
                adam.step(upwards, 0.1)
            largest = network_model.rows_of(shown.architecture, weights["inputs"]).max()
            self.assertAlmostEqual(float(largest), network_model.WEIGHT_LIMIT, places=5)

    def test_a_network_learns_what_it_is_shown(self):
        for name in FENS:
            shown = Shown(name)
            scores = numpy.array([150.0, -150.0, -40.0])
            positions = types.SimpleNamespace(
                own=shown.own, enemy=shown.enemy, place=shown.place, rest=numpy.zeros(3), share=numpy.ones(3),
                scores=scores, results=numpy.array([1.0, 0.0, 0.5]),
                outlook=lambda width, following: 1 / (1 + numpy.exp(-scores / width)))
            learner = network_model.Training(positions, shown.architecture, shown.weights(1), 130.0, 0.0)
            adam, everything = network_model.Adam(learner.weights, shown.architecture), numpy.arange(3)
            before = learner.losses(everything)[1]
            for _ in range(200):
                learner.learn(adam, everything, 1e-2)
            self.assertLess(learner.losses(everything)[1], before / 100)


class File(unittest.TestCase):
    def test_whole_numbers_say_nearly_the_same(self):
        for name in FENS:
            shown = Shown(name)
            weights = shown.weights(2)
            # What is peculiar to a king's region has to come through, too.
            weights["inputs"] += numpy.random.default_rng(4).normal(scale=0.1, size=weights["inputs"].shape)
            data = network_model.to_bytes(shown.architecture, weights)
            numbers = network_model.from_bytes(shown.architecture, data)
            found = network_model.whole_values(numbers, shown.own, shown.enemy, shown.place)
            self.assertLess(float(numpy.abs(found - shown.outputs(weights) * network_model.CENTIPAWNS).max()), 16.0)

    def test_a_network_read_from_its_file_learns_on_from_where_it_was(self):
        for name in FENS:
            shown = Shown(name)
            weights = shown.weights(2)
            weights["inputs"] += numpy.random.default_rng(4).normal(scale=0.1, size=weights["inputs"].shape)
            numbers = network_model.from_bytes(shown.architecture, network_model.to_bytes(shown.architecture, weights))
            again = network_model.weights_of(shown.architecture, numbers)
            self.assertLess(float(numpy.abs(shown.outputs(again) - shown.outputs(weights)).max()), 0.05)

    def test_fresh_units_of_a_widened_network_add_nothing_yet(self):
        for name in FENS:
            shown = Shown(name)
            narrow = dataclasses.replace(shown.architecture, width=24)
            weights = network_model.fresh_weights(narrow, 2)
            numbers = network_model.from_bytes(shown.architecture, network_model.to_bytes(narrow, weights))
            read = network_model.weights_of(shown.architecture, numbers)
            wide = network_model.widened(shown.architecture, read, 5)
            self.assertEqual(wide["inputs"].shape, shown.architecture.shapes["inputs"])
            self.assertGreater(float(numpy.abs(wide["inputs"][:, 24:]).max()), 0.0)
            self.assertLess(float(numpy.abs(shown.outputs(wide) - shown.outputs(read)).max()), 1e-5)

    def test_a_file_of_another_size_is_refused(self):
        architecture = network_model.ARCHITECTURES["pieces"]
        data = network_model.to_bytes(architecture, network_model.fresh_weights(architecture, 1))
        with self.assertRaises(ValueError):
            network_model.from_bytes(architecture, data[:-2])


if __name__ == "__main__":
    unittest.main()
