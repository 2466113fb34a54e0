"""The loops over many positions and their men, compiled by numba: matrices of ones would take three times as long."""

import numba
import numpy

# Stands behind the inputs of a view with fewer men.
NO_MAN = 65_535
# Units that one thread works on.
UNITS = 64


@numba.njit(parallel=True, fastmath=True, cache=True)
def fill_hidden(inputs, bias, starts, columns, half, hidden):
    """Sets one half of the hidden units of each position: the bias and the rows of its men, those from its row of
    `starts` on."""
    width = len(bias)
    first = half * width
    for position in numba.prange(len(columns)):
        for unit in range(width):
            hidden[position, first + unit] = bias[unit]
        for column in columns[position]:
            if column != NO_MAN:
                row = starts[position] + column
                for unit in range(width):
                    hidden[position, first + unit] += inputs[row, unit]


@numba.njit(parallel=True, fastmath=True, cache=True)
def add_outputs(hidden, place, weights, outputs):
    """Adds to each position's output its hidden units, clipped to 0..1 and squared, as its output layer weighs them."""
    none, full = hidden.dtype.type(0), hidden.dtype.type(1)
    for position in numba.prange(len(hidden)):
        layer = place[position]
        total = outputs[position]
        for unit in range(hidden.shape[1]):
            clipped = min(max(hidden[position, unit], none), full)
            total += clipped * clipped * weights[layer, unit]
        outputs[position] = total


@numba.njit(parallel=True, fastmath=True, cache=True)
def add_slopes(slopes, hidden, place, weights, starts, columns, half, found_inputs, found_bias, found_weights):
    """The way back through one half of the hidden units: adds what each position's slope makes of the slopes of the
    weights that were used.

    Several positions have the same men, so every thread has units of its own.
    """
    width = len(found_bias)
    none, full = hidden.dtype.type(0), hidden.dtype.type(1)
    for block in numba.prange((width + UNITS - 1) // UNITS):
        first, end = block * UNITS, min((block + 1) * UNITS, width)
        back = numpy.empty(UNITS, dtype=hidden.dtype)
        for position in range(len(columns)):
            layer = place[position]
            slope = slopes[position]
            for unit in range(first, end):
                there = half * width + unit
                clipped = min(max(hidden[position, there], none), full)
                found_weights[layer, there] += slope * clipped * clipped
                passes = clipped + clipped if clipped < full else none
                back[unit - first] = slope * weights[layer, there] * passes
            for unit in range(first, end):
                found_bias[unit] += back[unit - first]
            for column in columns[position]:
                if column != NO_MAN:
                    row = starts[position] + column
                    for unit in range(first, end):
                        found_inputs[row, unit] += back[unit - first]


@numba.njit(cache=True)
def blend_backwards(expected, results, numbers, following):
    """Mixes what each position of a game expects with what the next one, or else the result, says by then."""
    later = results[-1]
    for position in range(len(expected) - 1, -1, -1):
        if position + 1 < len(expected) and numbers[position] != numbers[position + 1]:
            later = results[position]
        later = expected[position] = (1 - following) * expected[position] + following * later
