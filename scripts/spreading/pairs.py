"""Matches on a cluster: pairs of games are the blocks, and match.py's own parts play and count them."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import match
from matches.report import Scoreboard
from matches.worker import Contender, MatchPlan, PlayedGame, Worker
from spreading.blocks import Block
from spreading.jobs import Cluster
from spreading.runners import installed


class MatchRunner:
    """Plays pairs with two engines that stay running."""

    def __init__(self, binary: str, plan: MatchPlan, programs: Mapping[str, bytes]) -> None:
        """`binary` is lucena on this node; a match names its own programs."""
        first, second = (_here(contender, programs) for contender in plan.contenders)
        self._worker = Worker(dataclasses.replace(plan, contenders=(first, second)))

    def run(self, payload: Any, lines: int | None, limit: float) -> list[PlayedGame]:
        """The games of a pair. The driver of the engines watches their time."""
        return self._worker.play_pair(payload)


def _here(contender: Contender, programs: Mapping[str, bytes]) -> Contender:
    """An engine whose program was sent is started from its copy on this node."""
    program, *rest = shlex.split(contender.command)
    if program not in programs:
        return contender
    return dataclasses.replace(contender, command=shlex.join([installed(programs[program]), *rest]))


def programs_of(plan: MatchPlan) -> dict[str, bytes]:
    """The programs of the engines that are files here; the nodes know the others by their names."""
    named = {shlex.split(contender.command)[0] for contender in plan.contenders}
    return {name: Path(name).read_bytes() for name in named if Path(name).is_file()}


def play(arguments: argparse.Namespace, options: list[str], cluster: Cluster) -> int:
    """A match, with the arguments of match.py."""
    of_match = match.parse_arguments(options)
    plan = match.make_plan(of_match)
    with open(of_match.pgn, "a", encoding="utf-8") as pgn:
        scoreboard = Scoreboard(plan, of_match.sprt, pgn)
        tally = cluster.do(
            functools.partial(MatchRunner, plan=plan, programs=programs_of(plan)),
            (Block(pair, pair) for pair in range(plan.pairs) if not scoreboard.is_over),
            lambda block, games: scoreboard.take(games),
            lambda block, reason: None,
            arguments,
        )
    print(scoreboard.summary())
    return 0 if scoreboard.first_engine_is_clean and not tally.poisonous else 1
