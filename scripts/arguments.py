"""Argument types of several commands, and the error for words that cannot be used."""

import argparse


class UserError(Exception):
    """Something on the command line or in a file cannot be used; the text says what."""


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    number = int(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number
