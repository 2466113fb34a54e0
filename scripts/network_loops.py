"""The loops over the men of many positions, compiled by numba: matrices of ones would take three times as long."""

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
