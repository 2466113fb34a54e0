"""Reads and rewrites parameters.toml: numbers change, comments and structure stay."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

SECTION = re.compile(r"\[([a-z_.]+)\]")
KEY = re.compile(r"([a-z_]+) = ")
# A number with the blanks before it, or a quoted text, in which nothing is a number.
TOKEN = re.compile(r'"[^"]*"|( *)(-?\d+)')


def read_values(text: str) -> dict[str, int]:
    """All whole numbers by name: tables, key and places in lists joined by slashes."""
    found: dict[str, int] = {}
    _collect("", tomllib.loads(text), found)
    return found


def _collect(name: str, value: Any, found: dict[str, int]) -> None:
    items: Iterable[tuple[object, Any]]
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        if isinstance(value, int):
            found[name] = value
        return
    for key, below in items:
        _collect(f"{name}/{key}" if name else str(key), below, found)


def rewrite(text: str, values: Mapping[str, int]) -> str:
    """The text with the numbers named in `values` changed."""
    waiting = defaultdict(list)
    for name, old in read_values(text).items():
        section_and_key = tuple(part for part in name.split("/") if not part.isdigit())
        waiting[section_and_key].append(values.get(name, old))
    lines, section, key = [], "", ""
    for line in text.splitlines(keepends=True):
        if line.startswith("#"):
            lines.append(line)
            continue
        if header := SECTION.match(line):
            section, key = header[1], ""
        elif named := KEY.match(line):
            key = named[1]
        lines.append(_rewrite_line(line, section, key, waiting) if key else line)
    return "".join(lines)


def _rewrite_line(line: str, section: str, key: str, waiting: Mapping[tuple[str, ...], list[int]]) -> str:
    place = (*section.split("."), key)
    # Numbers inside of tables within a list are named by one key more.
    numbers = waiting.get(place) or next((found for name, found in waiting.items() if name[:-1] == place), [])

    def replaced(match: re.Match[str]) -> str:
        if match[2] is None:
            return match[0]
        number = str(numbers.pop(0))
        is_column = section.startswith("squares.")
        return number.rjust(len(match[0])) if is_column else match[1] + number

    return TOKEN.sub(replaced, line)
