"""Checks train_network.py's parts without an engine: `python -m unittest discover` in scripts/. Needs a C compiler."""

import itertools
import pathlib
import tempfile
import unittest
from collections.abc import Iterable

import chess
import numpy

from training import network_data, network_model, position_file
from training.learning import Settings, Training
from training.network_model import Architecture, Network, Seen

SMALL = Architecture(width=64)
MATERIAL = Architecture(width=64, men_a_layer=0)
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 7 5",
    "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9",
    "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 b - - 3 9",
    "3k4/2P5/8/q7/6N1/8/6K1/b7 b - - 0 1",
    "8/2k5/1pp5/8/P6P/8/6K1/8 b - - 0 1",
]


def positions(fens: Iterable[str] = FENS) -> numpy.ndarray:
    return numpy.array([network_data.position_of(fen) for fen in fens])


def lively(architecture: network_model.Architecture, seed: int) -> network_model.Network:
    """A network of which every part counts."""
    network = Network.fresh(architecture, seed)
    random = numpy.random.default_rng(seed)
    for name, scale in (("peculiar", 0.1), ("bias", 0.1), ("layers", 0.1)):
        network.weights[name] += random.normal(scale=scale, size=network.weights[name].shape).astype(numpy.float32)
    network.add_up()
    return network


def outputs(network: network_model.Network, seen: network_model.Seen) -> numpy.ndarray:
    """A network's outputs by numpy alone."""
    numbers, layers = network.architecture, network.layers
    table = network.table.transpose(1, 0, 2).reshape(numbers.rows, numbers.width)
    is_man = numpy.arange(network_model.MOST_MEN) < seen.men[:, None, None]
    units = network.weights["bias"] + (table[seen.rows] * is_man[..., None]).sum(axis=2)
    units = numpy.clip(units, 0, 1)
    half = numbers.width // 2
    products = (units[..., :half] * units[..., half:]).reshape(len(seen), -1)
    found = []
    for product, place in zip(products, numbers.layer_of(seen.men, seen.material)):
        layer = layers[place]
        value = layer["layer"] @ product + layer["bias"]
        found.append(layer["output_bias"] + layer["straight"] @ value + layer["bounded"] @ numpy.clip(value, 0, 1)
                     + layer["squared"] @ numpy.clip(value**2, 0, 1))
    return numpy.array(found)


def expected_region(king: int, regions: int) -> int:
    """A number of its own for each square, or of twelve for each file of the first rank, and for two files of each of what
    follows."""
    rank, file = chess.square_rank(king), chess.square_file(king)
    if regions == 32:
        return rank * 4 + file
    if rank == 0:
        return file
    return 4 + (0, 2, 2, 4, 4, 6, 6)[rank - 1] + file // 2


def white_king(board: chess.Board) -> int:
    (king,) = board.pieces(chess.KING, chess.WHITE)
    return king


def expected_rows(fen: str, is_mover: bool, regions: int) -> list[int]:
    """The rows of the table for a side, by python-chess."""
    board = chess.Board(fen)
    side = board.turn if is_mover else not board.turn
    seen = board if side == chess.WHITE else board.mirror()
    if chess.square_file(white_king(seen)) > 3:
        seen = seen.transform(chess.flip_horizontal)
    king = white_king(seen)
    kinds = {square: (0 if piece.color else 6) + piece.piece_type - 1 for square, piece in seen.piece_map().items()}
    first = expected_region(king, regions) * network_model.KINDS
    return sorted(first + kind * 64 + square for square, kind in kinds.items())


class Positions(unittest.TestCase):
    def test_both_sides_see_what_python_chess_sees(self) -> None:
        for regions, number in itertools.product((12, 32), range(len(FENS))):
            seen = Seen.of(Architecture(width=64, regions=regions), positions())
            for view, is_mover in enumerate((True, False)):
                rows = seen.rows[number, view, :seen.men[number]]
                self.assertEqual(sorted(rows.tolist()), expected_rows(FENS[number], is_mover, regions))

    def test_the_number_of_men_decides_on_the_output_layer(self) -> None:
        men = numpy.array([2, 4, 5, 8, 9, 16, 29, 32], dtype=numpy.uint8)
        material = numpy.array([0, 7, 1, 3, 5, 2, 7, 7], dtype=numpy.uint8)
        self.assertEqual(SMALL.layer_of(men, material).tolist(), [0, 0, 1, 1, 2, 3, 7, 7])
        self.assertEqual(Architecture(64, men_a_layer=2).layer_of(men, material).tolist(), [0, 1, 2, 3, 4, 7, 7, 7])

    def test_the_kind_of_material_decides_on_the_output_layer_where_that_is_asked_for(self) -> None:
        kinds = ["8/2k5/1pp5/8/P6P/8/6K1/8 w - - 0 1", "8/2k5/1pp5/8/P6P/8/3b2K1/B7 w - - 0 1",
                 "8/2k5/1pp5/8/P6P/8/3b2K1/N7 w - - 0 1", "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 0 1",
                 "8/5pk1/6p1/8/1R6/4K1P1/5P2/1n6 w - - 0 1", "8/5pk1/6p1/8/1Q6/4K1P1/5P2/1q6 w - - 0 1",
                 "8/5pk1/6p1/8/1Q6/4K1P1/5P2/1r6 w - - 0 1", "2b5/2n2pk1/6p1/8/1RR5/4K1P1/5P2/1rr5 w - - 0 1"]
        seen = Seen.of(MATERIAL, positions(kinds))
        self.assertEqual(seen.material.tolist(), list(range(8)))
        men = [0, 1, 1, 1, 1, 1, 1, 2]
        self.assertEqual(MATERIAL.layer_of(seen.men, seen.material).tolist(), [4 * kind + few for kind, few in enumerate(men)])
        self.assertEqual(MATERIAL.layer_of(*MATERIAL.typical).tolist(), list(range(32)))

    def test_black_expects_the_contrary_of_white(self) -> None:
        shown = positions(FENS[2:4])
        shown["score"], shown["result"] = 120, 2
        teaching = network_data.Teaching(width=150.0, result_share=0.25)
        white, black = teaching.targets(shown)
        self.assertAlmostEqual(float(white), 0.75 / (1 + numpy.exp(-120 / 150)) + 0.25, places=6)
        self.assertAlmostEqual(float(white + black), 1.0, places=6)

    def test_a_result_that_nobody_knows_has_no_weight(self) -> None:
        shown = positions(FENS[2:3])
        shown["score"], shown["result"] = 120, network_data.NO_RESULT
        target = network_data.Teaching(width=150.0, result_share=0.25).targets(shown)
        self.assertAlmostEqual(float(target[0]), 1 / (1 + numpy.exp(-120 / 150)), places=6)


class Stream(unittest.TestCase):
    def blocks(self) -> list[numpy.ndarray]:
        blocks = [numpy.zeros(50, dtype=network_data.POSITION) for _ in range(4)]
        for number, block in enumerate(blocks):
            block["score"] = 50 * number + numpy.arange(50)
        return blocks

    def test_every_position_comes_once_an_epoch_and_the_seed_decides_when(self) -> None:
        stream = network_data.batches(self.blocks(), 40, seed=3)
        epoch = numpy.concatenate([next(stream)["score"] for _ in range(5)])
        self.assertEqual(sorted(epoch.tolist()), list(range(200)))
        self.assertNotEqual(epoch.tolist(), list(range(200)))
        again = network_data.batches(self.blocks(), 40, seed=3)
        self.assertEqual(numpy.concatenate([next(again)["score"] for _ in range(5)]).tolist(), epoch.tolist())

    def test_skipped_batches_are_those_that_came_first(self) -> None:
        whole, rest = network_data.batches(self.blocks(), 30, seed=3), network_data.batches(self.blocks(), 30, seed=3, skipped=9)
        for _ in range(9):
            next(whole)
        self.assertEqual(next(whole).tobytes(), next(rest).tobytes())

    def test_positions_without_a_score_are_passed_over(self) -> None:
        blocks = self.blocks()
        for block in blocks:
            block["score"][::2] = network_data.NO_SCORE
        self.assertTrue((next(network_data.batches(blocks, 90, seed=1))["score"] % 2 == 1).all())

    def test_too_few_positions_are_reported(self) -> None:
        with self.assertRaises(ValueError):
            next(network_data.batches(self.blocks(), 201, seed=1))

    def test_positions_with_too_few_or_too_many_men_are_passed_over(self) -> None:
        counts = set(chess.popcount(chess.Board(fen).occupied) for fen in FENS)
        self.assertEqual(counts, {6, 8, 32})
        for men in (range(7, 33), range(2, 9), range(7, 9)):
            stream = network_data.batches([positions(FENS * 20)], 20, seed=1, men=men)
            found = numpy.bitwise_count(next(stream)["occupied"])
            self.assertEqual(set(found.tolist()), counts & set(men))


class Learning(unittest.TestCase):
    def test_expected_results_are_those_of_the_outputs(self) -> None:
        for architecture in (SMALL, MATERIAL):
            network = lively(architecture, 7)
            seen = Seen.of(architecture, positions())
            expected = 1 / (1 + numpy.exp(-1.5 * outputs(network, seen)))
            numpy.testing.assert_allclose(network.expected(seen, 1.5), expected, atol=1e-5)

    def test_a_step_goes_where_small_changes_lower_the_error(self) -> None:
        # The first of Adam's steps is as long for every weight; its sign is that of the slope.
        seen = Seen.of(SMALL, positions())
        target = numpy.array([0.9, 0.2, 0.7, 0.1, 0.3, 0.8], dtype=numpy.float32)

        def error(network: Network) -> float:
            return float(numpy.mean((network.expected(seen, 1.0).astype(float) - target) ** 2))

        stepped, start, network = (lively(SMALL, 3) for _ in range(3))
        stepped.learn(seen, target, 1.0, 1e-3)
        checked = 0
        row = int(seen.rows[0, 0, 0])
        tile = network_model.TILE
        units = range(0, 64, 7)
        places: list[tuple[str, tuple[int, ...]]] = [("peculiar", (unit // tile, row, unit % tile)) for unit in units]
        places += [("common", (unit // tile, row % network_model.KINDS, unit % tile)) for unit in units]
        places += [("bias", (unit,)) for unit in units] + [("layers", (place,)) for place in range(0, 1100, 97)]
        for name, place in places:
            changed = []
            for step in (5e-3, -5e-3):
                network.weights[name][place] = start.weights[name][place] + step
                network.add_up()
                changed.append(error(network))
            network.weights[name][place] = start.weights[name][place]
            slope = (changed[0] - changed[1]) / 1e-2
            # What is peculiar fades a little at each step, too.
            moved = float(stepped.weights[name][place] - start.weights[name][place])
            if abs(slope) > 2e-5:
                self.assertLess(moved * slope, 0, f"{name} {place}: {moved} against {slope}")
                checked += 1
        self.assertGreater(checked, 8)

    def test_a_network_learns_what_it_is_shown(self) -> None:
        seen = Seen.of(SMALL, positions())
        target = numpy.array([0.9, 0.2, 0.7, 0.1, 0.3, 0.8], dtype=numpy.float32)
        network = Network.fresh(SMALL, 1)
        before = network.learn(seen, target, 1.0, 1e-2)
        for _ in range(200):
            last = network.learn(seen, target, 1.0, 1e-2)
        self.assertLess(last, before / 100)

    def test_a_greater_power_learns_most_from_the_greatest_errors(self) -> None:
        seen = Seen.of(SMALL, positions())
        start = lively(SMALL, 4)
        expected = numpy.array(start.expected(seen, 1.0))
        moved = {}
        for power in (2.0, 4.0):
            # One position is far off, the others nearly right.
            target = (expected + 0.01).astype(numpy.float32)
            target[0] = 1 - numpy.round(expected[0])
            network = lively(SMALL, 4)
            network.learn(seen, target, 1.0, 1e-3, power)
            errors = numpy.abs(numpy.array(network.expected(seen, 1.0)) - target)
            moved[power] = numpy.abs(expected - target)[0] - errors[0]
            slopes = network.first["bias"]
            self.assertGreater(float(numpy.abs(slopes).max()), 0)
        self.assertGreater(moved[4.0], 0)
        self.assertGreater(moved[2.0], 0)

    def test_a_network_begins_as_the_one_that_it_learns_on_from(self) -> None:
        seen = Seen.of(SMALL, positions())
        wide = lively(SMALL, 3)
        # Half of its pairs of units weigh nothing; without them it is the same.
        silent = numpy.random.default_rng(1).permutation(32)[:16]
        wide.layers["layer"][..., numpy.concatenate([silent, 32 + silent])] = 0
        for other in (Architecture(64, men_a_layer=2), Architecture(32, men_a_layer=1), Architecture(64, regions=32)):
            network = Network.fresh(other, 1)
            network.take_over(wide.state())
            # Beyond the last layer's first number of men it has no layer for each that the wide one had.
            few = seen.men <= other.layers * other.men_a_layer
            found = numpy.array(network.expected(Seen.of(other, positions()), 1.0))[few]
            expected = numpy.array(wide.expected(seen, 1.0))[few]
            self.assertGreaterEqual(int(few.sum()), 4)
            numpy.testing.assert_allclose(found, expected, atol=1e-6)

    def test_layers_by_material_begin_as_those_by_numbers_of_men(self) -> None:
        seen = Seen.of(MATERIAL, positions(FENS[2:]))
        network, before = Network.fresh(MATERIAL, 1), lively(Architecture(width=64, men_a_layer=3), 3)
        network.take_over(before.state())
        # The layers of the typical numbers of men are those of the positions', too.
        numpy.testing.assert_allclose(network.expected(seen, 1.0), before.expected(seen, 1.0), atol=1e-6)

    def test_a_wider_network_begins_nearly_as_the_one_that_it_learns_on_from(self) -> None:
        narrow = lively(SMALL, 3)
        network = Network.fresh(Architecture(96), 1)
        network.take_over(narrow.state())
        found, expected = (numpy.array(of.expected(Seen.of(of.architecture, positions()), 1.0)) for of in (network, narrow))
        numpy.testing.assert_allclose(found, expected, atol=0.03)
        self.assertGreater(float(numpy.abs(found - expected).max()), 0)

    def test_no_weight_outgrows_its_limit(self) -> None:
        seen = Seen.of(SMALL, positions())
        network = lively(SMALL, 3)
        for step in range(60):
            target = numpy.full(len(seen), step % 7 == 0, dtype=numpy.float32)
            network.learn(seen, target, 1.0, 0.3)
        for values, limit in ((network.table, "table"), (network.weights["common"], "table"),
                              (network.weights["bias"], "bias"), (network.weights["layers"], "layers")):
            self.assertLessEqual(float(numpy.abs(values).max()), network_model.LIMITS[limit] + 1e-6)

    def test_what_is_kept_goes_on_as_if_nothing_had_happened(self) -> None:
        with tempfile.TemporaryDirectory() as path:
            folder = pathlib.Path(path)
            random = numpy.random.default_rng(5)
            blocks = [positions(random.choice(FENS, 300)) for _ in range(5)]
            for block in blocks:
                block["score"] = random.integers(-300, 300, len(block))
            position_file.write(folder / "some.positions", "nobody", blocks)

            def run(name: str, count: int) -> bytes:
                settings = Settings(
                    out=str(folder / name), architecture=SMALL, men=range(2, 33), count=count, length=6400, batch=64, rate=1e-3,
                    teacher_width=150.0, width=150.0, report=10)
                data = list(position_file.blocks(folder / "some.positions"))
                Training(settings, folder / "some.positions",
                         lambda numbers: network_data.batches(data, 64, 1, numbers.start)).run()
                return (folder / name).read_bytes()
            at_once = run("once.bin", 3200)
            run("twice.bin", 1280)
            self.assertEqual(run("twice.bin", 3200), at_once)


class File(unittest.TestCase):
    def test_whole_numbers_say_nearly_the_same(self) -> None:
        for architecture in (SMALL, MATERIAL):
            network = lively(architecture, 2)
            seen = Seen.of(architecture, positions())
            numbers = network_model.from_bytes(architecture, network_model.to_bytes(network.whole_numbers()))
            found = network_model.whole_values(architecture, numbers, seen)
            exact = outputs(network, seen) * network_model.CENTIPAWNS
            self.assertGreater(float(numpy.abs(exact).max()), 20.0)
            self.assertLess(float(numpy.abs(found - exact).max()), 10.0)

    def test_a_file_rearranged_for_packing_holds_the_same_numbers(self) -> None:
        data = network_model.to_bytes(lively(SMALL, 1).whole_numbers())
        packable = network_model.packable(SMALL, data)
        self.assertEqual(len(packable), len(data))
        half = len(data) // 2
        numbers: list[int] = []
        for lower, upper in zip(packable[:half], packable[half:]):
            folded = lower + 256 * upper
            differing = -(folded + 1) // 2 if folded % 2 else folded // 2
            before = numbers[-SMALL.width * network_model.KINDS] if len(numbers) >= SMALL.width * network_model.KINDS else 0
            numbers.append((before + differing) % 65536)
        self.assertEqual(numpy.array(numbers, "<u2").tobytes(), data)

    def test_a_packed_network_is_unpacked_and_learns_on_with_the_same_numbers(self) -> None:
        for architecture in (SMALL, MATERIAL, Architecture(64, regions=32)):
            network = lively(architecture, 2)
            data = network_model.to_bytes(network.whole_numbers())
            self.assertEqual(network_model.unpacked(architecture, network_model.packable(architecture, data)), data)
            other = Network.fresh(architecture, 5)
            other.take_numbers(network_model.from_bytes(architecture, data))
            self.assertEqual(network_model.to_bytes(other.whole_numbers()), data)

    def test_a_file_of_another_size_is_refused(self) -> None:
        data = network_model.to_bytes(lively(SMALL, 1).whole_numbers())
        with self.assertRaises(ValueError):
            network_model.from_bytes(SMALL, data[:-2])
