"""Argument types of several commands, and the error for words that cannot be used."""

import argparse
from collections.abc import Callable


class UserError(Exception):
    """Something on the command line or in a file cannot be used; the text says what, and what to do."""


def at_least(least: int) -> Callable[[str], int]:
    """A type for argparse: whole numbers that are no smaller than this."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is invalid; allowed: a whole number, {least} or more")
        return number

    return read


positive = at_least(1)
natural = at_least(0)


def decimal(text: str) -> float:
    """A number with or without a fraction, for argparse."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is invalid; allowed: a number, as in 2 or 0.5") from None


def in_words(error: Exception) -> str:
    """An error as a line for people: of a file, its name, the system's reason and what to do."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}; check the path"
    return str(error)
