#!/usr/bin/env python3
"""Writes the tables of docs/strength.md from docs/strength.toml, or checks that they agree with that file.

    python3 scripts/checks/strength.py            write the tables
    python3 scripts/checks/strength.py --check    exit code 1 if the page differs
"""

import argparse
import math
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[2] / "docs"
DATA = DOCS / "strength.toml"
PAGE = DOCS / "strength.md"

Entry = Mapping[str, Any]


def score_share(entry: Entry) -> float:
    """The share of the points that lucena scored, from 0 to 1."""
    games = entry["wins"] + entry["draws"] + entry["losses"]
    return (entry["wins"] + entry["draws"] / 2) / games


def elo_of(share: float) -> int:
    """The difference in Elo that makes this score the expected one; the share lies between 0 and 1."""
    return round(-400 * math.log10(1 / share - 1))


def percent_of(entry: Entry) -> str:
    """The score in percent, to one place."""
    return f"{100 * score_share(entry):.1f} %"


def elo_text(entry: Entry) -> str:
    """The difference in Elo with its error bar; empty if the match runner gave none."""
    return f"{elo_of(score_share(entry)):+d} ± {entry['error']}" if "error" in entry else ""


def origin(entry: Entry) -> Sequence[str]:
    """When the entry was recorded, and by which commit."""
    return [str(entry["date"]), f"`{entry['commit']}`"]


def game_row(entry: Entry) -> Sequence[str]:
    results = (entry["wins"], entry["draws"], entry["losses"])
    games = f"{sum(results)} ({'-'.join(map(str, results))})"
    return [entry["opponent"], entry["conditions"], games, percent_of(entry), elo_text(entry), *origin(entry)]


def level_row(entry: Entry) -> Sequence[str]:
    return [entry["match"], str(entry["games"]), entry["score"], entry["elo"], *origin(entry)]


def figure_row(entry: Entry) -> Sequence[str]:
    return [entry["what"], entry["figure"], f"`{entry['command']}`", *origin(entry)]


# The tables of the page: the entries' name in the data file, the header, and the function that makes a row.
TABLES: Sequence[tuple[str, str, Callable[[Entry], Sequence[str]]]] = (
    ("game", "opponent | conditions | games (won-drawn-lost) | score | Elo | date | commit", game_row),
    ("level", "match | games | score | Elo | date | commit", level_row),
    ("figure", "what | figure | command | date | commit", figure_row),
)


def table(header: str, rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    line = "|" + "---|" * (header.count("|") + 1)
    return "\n".join([f"| {header} |", line, *(f"| {' | '.join(row)} |" for row in rows)])


def with_tables(page: str, data: Mapping[str, Sequence[Entry]]) -> str:
    """The page with its tables made anew; raises ValueError if a marker is missing."""
    for name, header, row in TABLES:
        begin, end = f"<!-- {name}, generated -->\n", f"<!-- end of {name} -->"
        if begin not in page or end not in page:
            raise ValueError(f"the markers of the table {name} are missing")
        before, rest = page.split(begin, 1)
        after = rest.split(end, 1)[1]
        page = f"{before}{begin}\n{table(header, map(row, data[name]))}\n\n{end}{after}"
    return page


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare: exit code 1 if the page differs")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    page = options.page.read_text(encoding="utf-8")
    made = with_tables(page, tomllib.loads(options.data.read_text(encoding="utf-8")))
    if not options.check:
        options.page.write_text(made, encoding="utf-8")
    elif made != page:
        print(f"{options.page} is not what {options.data} gives. Run: python3 scripts/checks/strength.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
