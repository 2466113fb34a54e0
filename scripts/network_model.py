"""The evaluation's networks and how they learn; called by train_network.py."""

from dataclasses import dataclass, field, replace

import numpy
import scipy.special

from network_data import PIECES, Inputs, has_any
from network_loops import add_outputs, add_slopes, fill_hidden

# These hold in src/evaluation/network, too.
FEWEST_MEN = 3
RANGE_OF_MEN = 15
# Whether minor pieces, rooks and queens are there makes the kind of an ending, one bit each.
KIND_BITS = ("NBnb", "Rr", "Qq")
FULL = 255
OUTPUT_UNIT = 64
CENTIPAWNS = 300

# No weight of the second layer grows beyond this, nor do those of one input together, so that they fit their 16 bits.
WEIGHT_LIMIT = 1.98
# What is peculiar to a king's region fades at this rate (times the step's): it has to prove itself again and again.
PECULIAR_DECAY = 1.0


@dataclass(frozen=True)
class Architecture:
    """One hidden layer of `width` units for each side's view, and an output layer for each kind and size of ending."""

    inputs: Inputs
    width: int
    kinds: int
    sizes: int

    @property
    def outputs(self):
        return self.kinds * self.sizes

    @property
    def shapes(self):
        return {"inputs": (self.inputs.common + self.inputs.count, self.width), "bias": (self.width,),
                "outputs": (self.outputs, 2 * self.width), "output_bias": (self.outputs,)}

    def output_of(self, pieces):
        """Which output layer positions have, given by their men as numbers in PIECES (-1: none)."""
        men = (pieces >= 0).sum(axis=1)
        size = numpy.minimum((numpy.maximum(men, FEWEST_MEN) - FEWEST_MEN) * self.sizes // RANGE_OF_MEN, self.sizes - 1)
        kind = sum(has_any(pieces, names).astype(int) << bit for bit, names in enumerate(KIND_BITS))
        return numpy.maximum(kind - 1, 0) * self.sizes + size


ARCHITECTURES = {
    "pieces": Architecture(Inputs(men=tuple(range(len(PIECES))), region_side=2), width=128, kinds=7, sizes=4),
    "pawn-endings": Architecture(Inputs(men=tuple(map(PIECES.index, "Ppk")), region_side=1), width=64, kinds=1, sizes=1),
}

# What a weight of one is written as.
UNITS = {"inputs": FULL, "bias": FULL, "outputs": OUTPUT_UNIT, "output_bias": CENTIPAWNS}


def fresh_weights(architecture, seed):
    random = numpy.random.default_rng(seed)
    shapes = architecture.shapes
    weights = {
        "inputs": random.normal(scale=0.1, size=shapes["inputs"]),
        "bias": numpy.full(shapes["bias"], 0.3),
        "outputs": random.normal(scale=0.05, size=shapes["outputs"]),
        "output_bias": numpy.zeros(shapes["output_bias"]),
    }
    weights["inputs"][architecture.inputs.common:] = 0
    return {name: values.astype(numpy.float32) for name, values in weights.items()}


def weights_of(architecture, numbers):
    """The weights of a network's whole numbers, to learn on from: what is common is the mean of all regions."""
    weights = {name: (values / UNITS[name]).astype(numpy.float32) for name, values in numbers.items()}
    regions = weights["inputs"].reshape(architecture.inputs.regions, architecture.inputs.common, -1)
    common = regions.mean(axis=0)
    weights["inputs"] = numpy.concatenate([common, *(regions - common)])
    return weights


def widened(architecture, weights, seed):
    """The weights of a narrower network with fresh units behind its own; they add nothing until they have learned."""
    fresh = fresh_weights(architecture, seed)
    old = len(weights["bias"])
    halves = numpy.zeros_like(fresh["outputs"]).reshape(architecture.outputs, 2, architecture.width)
    halves[:, :, :old] = weights["outputs"].reshape(architecture.outputs, 2, old)
    return {
        "inputs": numpy.concatenate([weights["inputs"], fresh["inputs"][:, old:]], axis=1),
        "bias": numpy.concatenate([weights["bias"], fresh["bias"][old:]]),
        "outputs": halves.reshape(architecture.outputs, -1),
        "output_bias": weights["output_bias"],
    }


def parts_of(architecture, inputs):
    """What belongs to the common inputs, and what is peculiar to each region; what is written to either, `inputs` has."""
    common, peculiar = numpy.split(inputs, [architecture.inputs.common])
    return common, peculiar.reshape(architecture.inputs.regions, *common.shape)


def rows_of(architecture, inputs):
    """The weights of the inputs by region, as they count: what is common is part of every region."""
    common, by_region = parts_of(architecture, inputs)
    return (common + by_region).reshape(architecture.inputs.count, -1)


def hidden_of(rows, bias, own, enemy):
    """The hidden units of both views before they are clipped."""
    hidden = numpy.empty((len(own), 2 * len(bias)), dtype=bias.dtype)
    for half, views in enumerate((own, enemy)):
        fill_hidden(rows, bias, views.starts, views.columns, half, hidden)
    return hidden


def forward(architecture, weights, own, enemy, place):
    """The network's outputs, and the hidden units before they are clipped to 0..1."""
    hidden = hidden_of(rows_of(architecture, weights["inputs"]), weights["bias"], own, enemy)
    outputs = weights["output_bias"][place]
    add_outputs(hidden, place, weights["outputs"], outputs)
    return outputs, hidden


def backward(architecture, weights, own, enemy, place, hidden, slopes):
    """The slopes of all weights where those of the outputs are `slopes`."""
    found = {name: numpy.zeros_like(values) for name, values in weights.items()}
    numpy.add.at(found["output_bias"], place, slopes)
    common, by_region = parts_of(architecture, found["inputs"])
    for half, views in enumerate((own, enemy)):
        add_slopes(slopes, hidden, place, weights["outputs"], views.starts, views.columns, half,
                   by_region.reshape(-1, architecture.width), found["bias"], found["outputs"])
    common += by_region.sum(axis=0)
    return found


@dataclass
class Adam:
    """Steps of adaptive moments (Kingma and Ba 2014)."""

    weights: dict
    architecture: Architecture
    steps: int = 0
    first: dict = field(default_factory=dict)
    second: dict = field(default_factory=dict)

    def step(self, slopes, rate):
        self.steps += 1
        for name, values in self.weights.items():
            first = self.first.setdefault(name, numpy.zeros_like(values))
            second = self.second.setdefault(name, numpy.zeros_like(values))
            first += 0.1 * (slopes[name] - first)
            second += 0.001 * (slopes[name] ** 2 - second)
            mean, spread = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            values -= (rate * mean / (numpy.sqrt(spread) + 1e-8)).astype(numpy.float32)
            if name == "inputs":
                values[self.architecture.inputs.common:] *= numpy.float32(1 - rate * PECULIAR_DECAY)
            numpy.clip(values, -WEIGHT_LIMIT, WEIGHT_LIMIT, out=values)
        self._limit_sums()

    def _limit_sums(self):
        """What is common and what is peculiar to a region together stay within the limit, too."""
        common, by_region = parts_of(self.architecture, self.weights["inputs"])
        numpy.clip(by_region, -WEIGHT_LIMIT - common, WEIGHT_LIMIT - common, out=by_region)


@dataclass
class Training:
    """A network beside the rest of the evaluation, learning to say what a search says.

    Values become expected results by a logistic curve of `width` centipawns; the target is what the searches of the
    position and of those after it expect, the latter by `following` (see Games.outlook).
    """

    positions: object
    architecture: Architecture
    weights: dict
    width: float
    following: float

    def __post_init__(self):
        self.target = self.positions.outlook(self.width, self.following)

    def expected(self, which):
        """Expected results of the positions `which`, and what is needed to learn from them."""
        positions, place = self.positions, self.positions.place[which]
        own, enemy = positions.own.at(which), positions.enemy.at(which)
        outputs, hidden = forward(self.architecture, self.weights, own, enemy, place)
        values = (positions.rest[which] + CENTIPAWNS * outputs) * positions.share[which]
        return scipy.special.expit(values / self.width), (own, enemy, place, hidden)

    def learn(self, adam, which, rate):
        """One step from the positions `which`; answers the mean squared error before it."""
        expected, known = self.expected(which)
        errors = expected - self.target[which]
        slopes = 2 * errors * expected * (1 - expected) * self.positions.share[which] * CENTIPAWNS
        slopes = (slopes / self.width / len(which)).astype(numpy.float32)
        adam.step(backward(self.architecture, self.weights, *known, slopes), rate)
        return float(numpy.mean(errors**2))

    def losses(self, which):
        """Mean squared errors against results and against scores."""
        expected = numpy.concatenate([self.expected(part)[0] for part in numpy.array_split(which, len(which) // 50_000 + 1)])
        scores = scipy.special.expit(self.positions.scores[which] / self.width)
        return (float(numpy.mean((expected - self.positions.results[which]) ** 2)),
                float(numpy.mean((expected - scores) ** 2)))


def to_bytes(architecture, weights):
    """The weights as the engine has them: whole numbers; what is common is part of every region."""
    parts = weights | {"inputs": rows_of(architecture, weights["inputs"])}
    return b"".join(numpy.round(values.astype(float) * UNITS[name]).astype("<i2").tobytes() for name, values in parts.items())


def from_bytes(architecture, data):
    """The whole numbers of a file by name, of whatever width. Inputs are those that the engine looks up, by region.

    Raises ValueError where the file is of no width's size.
    """
    numbers = numpy.frombuffer(data, dtype="<i2").astype(int)
    a_unit = architecture.inputs.count + 1 + 2 * architecture.outputs
    width, rest = divmod(len(numbers) - architecture.outputs, a_unit)
    if rest or width <= 0:
        raise ValueError(f"this network has {a_unit} numbers for each unit and {architecture.outputs} more, "
                         f"not {len(numbers)}")
    shapes = replace(architecture, width=width).shapes | {"inputs": (architecture.inputs.count, width)}
    ends = numpy.cumsum([numpy.prod(shape) for shape in shapes.values()])
    parts = numpy.split(numbers, ends[:-1])
    return {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts)}


def whole_values(numbers, own, enemy, place):
    """What the engine's whole numbers give, in centipawns for the mover: exactly what it has to say."""
    clipped = numpy.clip(hidden_of(numbers["inputs"], numbers["bias"], own, enemy), 0, FULL)
    sums = numpy.sum(clipped * clipped * numbers["outputs"][place], axis=1)
    towards_zero = lambda value, by: numpy.sign(value) * (numpy.abs(value) // by)
    scaled = towards_zero(towards_zero(sums, FULL) * CENTIPAWNS, FULL * OUTPUT_UNIT)
    return scaled + numbers["output_bias"][place]
