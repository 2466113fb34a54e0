"""The evaluation's network and how it learns; called by train_network.py."""

from dataclasses import dataclass, field

import numpy
import scipy.special

from network_data import INPUTS

# These hold in src/evaluation/network.rs, too.
WIDTH = 32
OUTPUTS = 4
FEWEST_MEN = 3
RANGE_OF_MEN = 15
FULL = 255
OUTPUT_UNIT = 64
CENTIPAWNS = 300

# The file's parts in their order, and what a weight of one is written as.
SHAPES = {"inputs": (INPUTS, WIDTH), "bias": (WIDTH,), "outputs": (OUTPUTS, 2 * WIDTH), "output_bias": (OUTPUTS,)}
UNITS = {"inputs": FULL, "bias": FULL, "outputs": OUTPUT_UNIT, "output_bias": CENTIPAWNS}

# No weight grows beyond this, so that it fits its 16 bits.
WEIGHT_LIMIT = 1.98


def output_of(men):
    """Which output layer a number of men has."""
    return numpy.minimum((numpy.maximum(men, FEWEST_MEN) - FEWEST_MEN) * OUTPUTS // RANGE_OF_MEN, OUTPUTS - 1)


def fresh_weights(seed):
    random = numpy.random.default_rng(seed)
    weights = {
        "inputs": random.normal(scale=0.1, size=SHAPES["inputs"]),
        "bias": numpy.full(SHAPES["bias"], 0.3),
        "outputs": random.normal(scale=0.05, size=SHAPES["outputs"]),
        "output_bias": numpy.zeros(SHAPES["output_bias"]),
    }
    return {name: values.astype(numpy.float32) for name, values in weights.items()}


def forward(weights, own, enemy, place):
    """The network's outputs, and the hidden units before and after clipping to 0..1."""
    hidden = numpy.concatenate([own @ weights["inputs"], enemy @ weights["inputs"]], axis=1)
    hidden += numpy.tile(weights["bias"], 2)
    clipped = numpy.clip(hidden, 0, 1)
    outputs = numpy.einsum("ij,ij->i", clipped * clipped, weights["outputs"][place]) + weights["output_bias"][place]
    return outputs, hidden, clipped


def backward(weights, own, enemy, place, hidden, clipped, slopes):
    """The slopes of all weights where those of the outputs are `slopes`."""
    squares = clipped * clipped
    found = {name: numpy.zeros_like(values) for name, values in weights.items()}
    for number in range(OUTPUTS):
        there = place == number
        found["outputs"][number] = slopes[there] @ squares[there]
        found["output_bias"][number] = slopes[there].sum()
    back = slopes[:, None] * weights["outputs"][place] * 2 * clipped * ((hidden > 0) & (hidden < 1))
    back_own, back_enemy = (numpy.ascontiguousarray(half) for half in numpy.split(back, 2, axis=1))
    found["bias"] = back_own.sum(axis=0) + back_enemy.sum(axis=0)
    found["inputs"] = own.T @ back_own + enemy.T @ back_enemy
    return found


@dataclass
class Adam:
    """Steps of adaptive moments (Kingma and Ba 2014)."""

    weights: dict
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
            numpy.clip(values, -WEIGHT_LIMIT, WEIGHT_LIMIT, out=values)


@dataclass
class Training:
    """A network beside the rest of the evaluation, learning to say what a search says.

    Values become expected results by a logistic curve of `width` centipawns; the target is the one that the search's
    score expects, mixed with the game's result by `result_share`.
    """

    positions: object
    weights: dict
    width: float
    result_share: float

    def __post_init__(self):
        self.place = output_of(self.positions.men)
        scores = scipy.special.expit(self.positions.scores / self.width)
        self.target = self.result_share * self.positions.results + (1 - self.result_share) * scores

    def expected(self, which):
        """Expected results of the positions `which`, and what is needed to learn from them."""
        positions, place = self.positions, self.place[which]
        own, enemy = positions.own[which], positions.enemy[which]
        outputs, hidden, clipped = forward(self.weights, own, enemy, place)
        values = (positions.rest[which] + CENTIPAWNS * outputs) * positions.share[which]
        return scipy.special.expit(values / self.width), (own, enemy, place, hidden, clipped)

    def learn(self, adam, which, rate):
        """One step from the positions `which`; answers the mean squared error before it."""
        expected, known = self.expected(which)
        errors = expected - self.target[which]
        slopes = 2 * errors * expected * (1 - expected) * self.positions.share[which] * CENTIPAWNS
        slopes = (slopes / self.width / len(which)).astype(numpy.float32)
        adam.step(backward(self.weights, *known, slopes), rate)
        return float(numpy.mean(errors**2))

    def losses(self, which):
        """Mean squared errors against results and against scores."""
        expected = numpy.concatenate([self.expected(part)[0] for part in numpy.array_split(which, len(which) // 50_000 + 1)])
        scores = scipy.special.expit(self.positions.scores[which] / self.width)
        return (float(numpy.mean((expected - self.positions.results[which]) ** 2)),
                float(numpy.mean((expected - scores) ** 2)))


def to_bytes(weights):
    """The weights as the engine has them: whole numbers, in the order of SHAPES."""
    return b"".join(numpy.round(weights[name].astype(float) * UNITS[name]).astype("<i2").tobytes() for name in SHAPES)


def from_bytes(data):
    """The whole numbers of a file by name."""
    numbers = numpy.frombuffer(data, dtype="<i2").astype(int)
    ends = numpy.cumsum([numpy.prod(shape) for shape in SHAPES.values()])
    if len(numbers) != ends[-1]:
        raise ValueError(f"a network has {ends[-1]} numbers, not {len(numbers)}")
    parts = numpy.split(numbers, ends[:-1])
    return {name: part.reshape(shape) for (name, shape), part in zip(SHAPES.items(), parts)}


def whole_values(numbers, own, enemy, men):
    """What the engine's whole numbers give, in centipawns for the mover: exactly what network.rs has to say."""
    place = output_of(men)
    hidden = numpy.concatenate([own @ numbers["inputs"], enemy @ numbers["inputs"]], axis=1)
    clipped = numpy.clip(hidden.astype(int) + numpy.tile(numbers["bias"], 2), 0, FULL)
    sums = numpy.sum(clipped * clipped * numbers["outputs"][place], axis=1)
    towards_zero = lambda value, by: numpy.sign(value) * (numpy.abs(value) // by)
    scaled = towards_zero(towards_zero(sums, FULL) * CENTIPAWNS, FULL * OUTPUT_UNIT)
    return scaled + numbers["output_bias"][place]
