"""The loops over many positions and their men, compiled by numba: matrices of ones would take three times as long."""

import numba

# Stands behind the inputs of a view with fewer men.
NO_MAN = 65_535
# Units that one thread works on.
UNITS = 32


@numba.njit(parallel=True, fastmath=True, cache=True)
def add_men(inputs, starts, columns, hidden):
    """Adds to the hidden units of each position the rows of its men: those from its row of `starts` on."""
    for position in numba.prange(len(columns)):
        for column in columns[position]:
            if column != NO_MAN:
                row = starts[position] + column
                for unit in range(inputs.shape[1]):
                    hidden[position, unit] += inputs[row, unit]


@numba.njit(parallel=True, fastmath=True, cache=True)
def add_slopes(slopes, starts, columns, inputs):
    """The way back: adds the slopes of each position's hidden units to the rows of its men.

    Several positions have the same men, so every thread has units of its own.
    """
    width = inputs.shape[1]
    for block in numba.prange((width + UNITS - 1) // UNITS):
        first, end = block * UNITS, min((block + 1) * UNITS, width)
        for position in range(len(columns)):
            for column in columns[position]:
                if column != NO_MAN:
                    row = starts[position] + column
                    for unit in range(first, end):
                        inputs[row, unit] += slopes[position, unit]


@numba.njit(cache=True)
def blend_backwards(expected, results, numbers, following):
    """Mixes what each position of a game expects with what the next one, or else the result, says by then."""
    later = results[-1]
    for position in range(len(expected) - 1, -1, -1):
        if position + 1 < len(expected) and numbers[position] != numbers[position + 1]:
            later = results[position]
        later = expected[position] = (1 - following) * expected[position] + following * later
