"""The evaluation's network: its shape, its learning, its integers; called by train_network.py."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass

import numpy

from training.network_data import black_moves
from training.network_loops import Moments, call, library, zeros

KINDS = 12 * 64
MOST_MEN = 32
# As network_loops.c has them.
TILE = 16
CHUNKS = 8

# Equal in src/evaluation/network: the most regions of the own king's square, output layers by number of men, kinds of
# material and the numbers of men for which each has an output layer, and units of the small layer behind the views.
MOST_REGIONS = 32
LAYERS_BY_MEN = 8
KINDS_OF_MATERIAL = 8
MEN_OF_MATERIAL = (7, 10, 13)
# The numbers of men for these layers.
TYPICAL_MEN = (6, 9, 12, 15)
UNITS = 16
# Integers: a hidden unit that is fully on; the shifts of products of two of them, and of sums of the small layer; a unit of
# the small layer that is fully on; the unit of the output's weights; the centipawns of an output of one.
FULL = 255
PRODUCT_SHIFT = 8
SUM_SHIFT = 8
ONE = 4096
OUTPUT_UNIT = 512
CENTIPAWNS = 400
# Turns a product of two units that are fully on, times its weight, into ONE after both shifts.
LAYER_UNIT = ONE * 2**(PRODUCT_SHIFT + SUM_SHIFT) / FULL**2
# The greatest value of a unit of the small layer.
FARTHEST = 2**15 - 1

# No weight grows beyond these, so that all sums fit their bits.
LIMITS = {"table": 1.98, "bias": 1.7, "layers": 3.98}
# The weights of a king's own region decay at this rate (times the step's), so they must prove themselves again and again.
PECULIAR_DECAY = 0.1
# New weights of a network that learns on have this share of their size in a fresh one.
FRESH_SHARE = 0.05


@dataclass(frozen=True)
class Architecture:
    """`width` hidden units for each side's view, inputs for every region of the own king's square, and an output layer for
    every `men_a_layer` numbers of men; or, if that is 0, for each kind of material and some numbers of men."""

    width: int = 384
    men_a_layer: int = 4
    regions: int = 12

    def __post_init__(self) -> None:
        if self.regions not in (12, MOST_REGIONS):
            raise ValueError(f"a network has 12 or {MOST_REGIONS} regions of the own king's square, not {self.regions}")

    @property
    def region_of(self) -> numpy.ndarray:
        """The regions of the squares; only the files a to d are used. Either each square is one. Or there are twelve: each file
        on the first rank, and behind it pairs of files, on the second rank alone and then on two ranks each."""
        squares = numpy.arange(64)
        ranks, files = squares // 8, squares % 4
        if self.regions == MOST_REGIONS:
            return (ranks * 4 + files).astype(numpy.uint8)
        return numpy.where(ranks == 0, files, 4 + ranks // 2 * 2 + files // 2).astype(numpy.uint8)

    @property
    def rows(self) -> int:
        return self.regions * KINDS

    @property
    def layer(self) -> numpy.dtype:
        """The parts of one output layer, as struct outputs of network_loops.c has them."""
        return numpy.dtype([
            ("layer", "f4", (UNITS, self.width)), ("bias", "f4", UNITS), ("straight", "f4", UNITS), ("bounded", "f4", UNITS),
            ("squared", "f4", UNITS), ("output_bias", "f4"), ("unused", "f4", TILE - 1)])

    @property
    def shapes(self) -> dict[str, tuple]:
        """The weights: those for all squares of the own king, those that its region adds, and the layers behind them."""
        tiles = self.width // TILE
        return {"common": (tiles, KINDS, TILE), "peculiar": (tiles, self.rows, TILE), "bias": (self.width,),
                "layers": (self.layers * self.layer.itemsize // 4,)}

    @property
    def layers(self) -> int:
        """Output layers."""
        return LAYERS_BY_MEN if self.men_a_layer else KINDS_OF_MATERIAL * (len(MEN_OF_MATERIAL) + 1)

    @property
    def loops(self) -> ctypes.CDLL:
        return library(WIDTH=self.width, REGIONS=self.regions, UNITS=UNITS, LAYERS=self.layers)

    def layer_of(self, men: numpy.ndarray, material: numpy.ndarray) -> numpy.ndarray:
        """The numbers of the output layers for these counts of men and kinds of material; the last is for all greater counts."""
        if self.men_a_layer:
            return numpy.clip((men.astype(int) - 1) // self.men_a_layer, 0, self.layers - 1).astype(numpy.uint8)
        some = numpy.searchsorted(MEN_OF_MATERIAL, men)
        return (material * (len(MEN_OF_MATERIAL) + 1) + some).astype(numpy.uint8)

    @property
    def typical(self) -> tuple[numpy.ndarray, numpy.ndarray]:
        """A number of men and a kind of material that each output layer is for."""
        if self.men_a_layer:
            men = numpy.arange(self.layers) * self.men_a_layer + 1
            return men, numpy.full(self.layers, KINDS_OF_MATERIAL - 1, numpy.uint8)
        kinds = numpy.repeat(numpy.arange(KINDS_OF_MATERIAL, dtype=numpy.uint8), len(TYPICAL_MEN))
        return numpy.tile(TYPICAL_MEN, KINDS_OF_MATERIAL), kinds


@dataclass(frozen=True)
class Seen:
    """Positions as both sides see them, the mover first: rows of the table for their men, how many men there are, and the kinds
    of their material."""

    rows: numpy.ndarray
    men: numpy.ndarray
    material: numpy.ndarray

    @staticmethod
    def of(architecture: Architecture, positions: numpy.ndarray) -> Seen:
        """The views of both sides for positions from a file."""
        rows = zeros((len(positions), 2, MOST_MEN), numpy.uint16)
        men, material = (zeros(len(positions), numpy.uint8) for _ in range(2))
        records = numpy.ascontiguousarray(positions)
        call(architecture.loops.find_rows, len(records), records, black_moves(records), architecture.region_of, rows, men,
             material)
        return Seen(rows, men, material)

    def __len__(self) -> int:
        return len(self.men)


class Network:
    """A network's weights, and what Adam (Kingma and Ba 2014) remembers of their gradients."""

    def __init__(self, architecture: Architecture) -> None:
        self.architecture = architecture
        shapes = architecture.shapes
        self.weights = {name: zeros(shape) for name, shape in shapes.items()}
        self.first = {name: zeros(shape) for name, shape in shapes.items()}
        self.second = {name: zeros(shape) for name, shape in shapes.items()}
        self.steps = 0
        self.table = zeros(shapes["peculiar"])
        self._slopes = {"table": zeros(shapes["peculiar"]), "bias": zeros(shapes["bias"]),
                        "layers": zeros((CHUNKS, *shapes["layers"]))}

    @staticmethod
    def fresh(architecture: Architecture, seed: int) -> Network:
        """Weights that have learned nothing."""
        network = Network(architecture)
        random = numpy.random.default_rng(seed)
        weights = network.weights
        weights["common"][:] = random.normal(scale=0.1, size=weights["common"].shape)
        weights["bias"][:] = 0.4
        layers = network.layers
        layers["layer"] = random.normal(scale=architecture.width**-0.5, size=layers["layer"].shape)[:1]
        layers["straight"] = random.normal(scale=UNITS**-0.5, size=UNITS)
        layers["bounded"] = layers["squared"] = 0
        network.add_up()
        return network

    @property
    def layers(self) -> numpy.ndarray:
        """The output layers' weights by name."""
        return self.weights["layers"].view(self.architecture.layer)

    def add_up(self) -> None:
        """Sets the table to the sum of the common weights and those of the region."""
        common, peculiar = self.weights["common"], self.weights["peculiar"]
        split = (len(common), self.architecture.regions, KINDS, TILE)
        self.table.reshape(split)[:] = common[:, None] + peculiar.reshape(split)

    def hidden(self, seen: Seen) -> numpy.ndarray:
        """The hidden units of both views before they are clipped."""
        hidden = zeros((len(seen), 2, self.architecture.width))
        call(self.architecture.loops.fill_hidden, len(seen), self.table, self.weights["bias"], seen.rows, seen.men, hidden)
        return hidden

    def expected(self, seen: Seen, sharpness: float) -> numpy.ndarray:
        """Expected results for the mover: the logistic curve of the output times `sharpness`."""
        return self._judge(seen, None, sharpness, self.hidden(seen), None)

    def learn(self, seen: Seen, target: numpy.ndarray, sharpness: float, rate: float, power: float = 2.0) -> float:
        """Makes one step towards the expected results `target`, along the slope of the error's `power`; returns the mean squared
        error before it."""
        slopes, loops = self._slopes, self.architecture.loops
        hidden = self.hidden(seen)
        expected = self._judge(seen, target, sharpness, hidden, slopes["layers"], power)
        call(loops.spread, len(seen), hidden, seen.rows, seen.men, slopes["table"], slopes["bias"])
        self._step(rate)
        return float(numpy.mean((expected - target) ** 2))

    def _judge(
        self,
        seen: Seen,
        target: numpy.ndarray | None,
        sharpness: float,
        hidden: numpy.ndarray,
        slopes: numpy.ndarray | None,
        power: float = 2.0,
    ) -> numpy.ndarray:
        expected = zeros(len(seen))
        call(self.architecture.loops.judge, len(seen), hidden, self.architecture.layer_of(seen.men, seen.material), target,
             float(sharpness), float(power), self.weights["layers"], slopes, expected)
        return expected

    def _step(self, rate: float) -> None:
        self.steps += 1
        keep_first, keep_second = 0.9, 0.999
        moments = Moments(rate, keep_first, keep_second, 1 - keep_first**self.steps, 1 - keep_second**self.steps)
        weights, first, second, slopes = self.weights, self.first, self.second, self._slopes
        loops = self.architecture.loops
        call(loops.step_table, moments, PECULIAR_DECAY, LIMITS["table"], slopes["table"], weights["common"], first["common"],
             second["common"], weights["peculiar"], first["peculiar"], second["peculiar"], self.table)
        for name, parts in (("bias", 1), ("layers", CHUNKS)):
            call(loops.step_others, moments, LIMITS[name], weights[name].size, parts, slopes[name], first[name],
                 second[name], weights[name])

    def state(self) -> dict[str, numpy.ndarray]:
        """Everything that a killed run needs to continue, and that others can begin with, by name."""
        parts = {"weights": self.weights, "first": self.first, "second": self.second}
        arrays = {f"{part}_{name}": values for part, named in parts.items() for name, values in named.items()}
        architecture = self.architecture
        numbers = {"steps": self.steps, "men_a_layer": architecture.men_a_layer, "regions": architecture.regions}
        return arrays | {name: numpy.array(number) for name, number in numbers.items()}

    def take_over(self, state: Mapping[str, numpy.ndarray]) -> None:
        """Takes the weights from a `state`, and learns on from them as from the beginning. It takes the pairs of units of a wider
        network whose products weigh most; a narrower one gets fresh pairs of little weight. Each layer and region begins as
        the one that had its men or its squares."""
        architecture, weights = self.architecture, self.weights
        before = Architecture(state["weights_bias"].size, int(state["men_a_layer"]), int(state["regions"]))
        layers = state["weights_layers"].view(before.layer)
        layers = layers[before.layer_of(*architecture.typical)]
        pairs = numpy.abs(layers["layer"]).sum(axis=(0, 1)).reshape(2, -1).sum(axis=0)
        pairs = numpy.sort(numpy.argsort(-pairs, kind="stable")[:architecture.width // 2])
        units = numpy.concatenate([pairs, before.width // 2 + pairs])
        places = numpy.arange(len(pairs))
        places = numpy.concatenate([places, architecture.width // 2 + places])
        regions = numpy.zeros(architecture.regions, int)
        regions[architecture.region_of] = before.region_of
        for name, of_regions in (("common", [0]), ("peculiar", regions)):
            rows = state[f"weights_{name}"].transpose(1, 0, 2).reshape(-1, KINDS, before.width)[of_regions]
            own = weights[name].transpose(1, 0, 2).reshape(len(of_regions) * KINDS, architecture.width)
            own[:, places] = rows.reshape(-1, before.width)[:, units]
            weights[name][:] = own.reshape(len(own), -1, TILE).transpose(1, 0, 2)
        weights["bias"][places] = state["weights_bias"][units]
        self.layers["layer"] *= FRESH_SHARE
        for name in self.layers.dtype.names or ():
            if name == "layer":
                self.layers[name][..., places] = layers[name][..., units]
            else:
                self.layers[name] = layers[name]
        self.add_up()

    def restore(self, state: Mapping[str, numpy.ndarray]) -> None:
        """Restores what `state` returned."""
        for part, named in (("weights", self.weights), ("first", self.first), ("second", self.second)):
            for name, values in named.items():
                values[:] = state[f"{part}_{name}"]
        self.steps = int(state["steps"])
        self.add_up()

    def take_numbers(self, numbers: Mapping[str, numpy.ndarray]) -> None:
        """Takes the weights from the integers of a network of the same architecture, and learns on from them as from the
        beginning. What the regions have in common is their mean."""
        weights, layers = self.weights, self.layers
        table = (numbers["table"] / FULL).astype(numpy.float32)
        table = table.reshape(len(table), -1, TILE).transpose(1, 0, 2).reshape(-1, self.architecture.regions, KINDS, TILE)
        weights["common"][:] = table.mean(axis=1)
        weights["peculiar"][:] = (table - weights["common"][:, None]).reshape(weights["peculiar"].shape)
        weights["bias"][:] = numbers["bias"] / FULL
        layers["layer"] = numbers["layer"] / LAYER_UNIT
        layers["bias"] = numbers["layer_bias"] / (ONE << SUM_SHIFT)
        for name in ("straight", "bounded", "squared"):
            layers[name] = numbers[name] / OUTPUT_UNIT
        layers["output_bias"] = numbers["output_bias"] / (OUTPUT_UNIT * ONE)
        self.add_up()

    def whole_numbers(self) -> dict[str, numpy.ndarray]:
        """The weights as the engine has them."""
        architecture, layers = self.architecture, self.layers
        table = self.table.transpose(1, 0, 2).reshape(architecture.rows, architecture.width)

        def whole(values: numpy.ndarray, unit: float) -> numpy.ndarray:
            return numpy.round(values.astype(float) * unit).astype(numpy.int64)

        return {
            "table": whole(table, FULL), "bias": whole(self.weights["bias"], FULL),
            "layer": whole(layers["layer"], LAYER_UNIT),
            "layer_bias": whole(layers["bias"], ONE << SUM_SHIFT),
            "straight": whole(layers["straight"], OUTPUT_UNIT), "bounded": whole(layers["bounded"], OUTPUT_UNIT),
            "squared": whole(layers["squared"], OUTPUT_UNIT), "output_bias": whole(layers["output_bias"], OUTPUT_UNIT * ONE),
        }


# The kinds of numbers in a network's file, the least significant byte first, in this order.
NUMBERS = {"table": "<i2", "bias": "<i2", "layer": "<i2", "layer_bias": "<i4", "straight": "<i2", "bounded": "<i2",
           "squared": "<i2", "output_bias": "<i4"}


def shapes_of_numbers(architecture: Architecture) -> dict[str, tuple]:
    layers = architecture.layers
    of_units = (layers, UNITS)
    return {"table": (architecture.rows, architecture.width), "bias": (architecture.width,),
            "layer": (layers, UNITS, architecture.width), "layer_bias": of_units, "straight": of_units,
            "bounded": of_units, "squared": of_units, "output_bias": (layers,)}


def to_bytes(numbers: dict[str, numpy.ndarray]) -> bytes:
    """A network's file, as the engine reads it."""
    return b"".join(numbers[name].astype(kind).tobytes() for name, kind in NUMBERS.items())


def packable(architecture: Architecture, data: bytes) -> bytes:
    """A network's file as the engine unpacks it by zstd: each 16-bit number as its small difference from the same input's number
    for the own king's previous region; the sign last; all lower bytes before all upper ones."""
    numbers = numpy.frombuffer(data, "<u2")
    apart = KINDS * architecture.width
    differing = numpy.concatenate([numbers[:apart], numbers[apart:] - numbers[:-apart]])
    folded = ((differing << 1) ^ (0 - (differing >> 15))).astype("<u2")
    return (folded & 255).astype(numpy.uint8).tobytes() + (folded >> 8).astype(numpy.uint8).tobytes()


def unpacked(architecture: Architecture, data: bytes) -> bytes:
    """A network's file, from what `packable` made of it."""
    lower, upper = numpy.frombuffer(data, numpy.uint8).reshape(2, -1).astype("<u2")
    folded = lower | upper << 8
    numbers = ((folded >> 1) ^ (0 - (folded & 1))).astype("<u2")
    apart = KINDS * architecture.width
    rows = numpy.pad(numbers, (0, -len(numbers) % apart)).reshape(-1, apart)
    return numpy.cumsum(rows, axis=0, dtype="<u2").reshape(-1)[:len(numbers)].tobytes()


def from_bytes(architecture: Architecture, data: bytes) -> dict[str, numpy.ndarray]:
    """The integers of a file by name.

    Raises ValueError where the file is of another architecture's size.
    """
    shapes = shapes_of_numbers(architecture)
    sizes = {name: int(numpy.prod(shape)) * numpy.dtype(NUMBERS[name]).itemsize for name, shape in shapes.items()}
    if sum(sizes.values()) != len(data):
        raise ValueError(f"a network of this architecture has {sum(sizes.values())} bytes, not {len(data)}")
    found, start = {}, 0
    for name, size in sizes.items():
        numbers = numpy.frombuffer(data[start:start + size], dtype=NUMBERS[name])
        found[name] = numbers.astype(numpy.int64).reshape(shapes[name])
        start += size
    return found


def whole_values(architecture: Architecture, numbers: dict[str, numpy.ndarray], seen: Seen) -> numpy.ndarray:
    """The value by the engine's integers, in centipawns for the mover: exactly what the engine must return."""
    is_man = numpy.arange(MOST_MEN) < seen.men[:, None, None]
    units = numbers["bias"] + numpy.sum(numbers["table"][seen.rows] * is_man[..., None], axis=2)
    units = numpy.clip(units, 0, FULL)
    half = units.shape[2] // 2
    products = (units[:, :, :half] * units[:, :, half:]) >> PRODUCT_SHIFT
    products = products.reshape(len(seen), 1, -1)
    place = architecture.layer_of(seen.men, seen.material)
    sums = numpy.sum(numbers["layer"][place] * products, axis=2) + numbers["layer_bias"][place]
    value = numpy.clip(sums >> SUM_SHIFT, -FARTHEST, FARTHEST)
    bounded = numpy.clip(value, 0, ONE)
    squared = numpy.clip(value, -ONE, ONE) ** 2 // ONE
    output = numbers["output_bias"][place] + numpy.sum(
        numbers["straight"][place] * value + numbers["bounded"][place] * bounded + numbers["squared"][place] * squared, axis=1)
    centipawns = output * CENTIPAWNS
    return numpy.sign(centipawns) * (numpy.abs(centipawns) // (OUTPUT_UNIT * ONE))
