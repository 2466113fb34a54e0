"""Makes positions part by part while a network learns, so that it sees each only once and learns none by heart.

Each part is games that lucena plays against itself, changed positions of them, a teacher's scores, and a shuffle. Some games
begin in balanced endings that others came through: a game from the start position is often decided before few men are left. A
part is gone once the network has learned from the next one: what a killed run saved last may lie in the part before. Only the
seed decides what is in the parts.
"""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy

from training import position_file
from training.network_data import batches, usable

# Numbers that each seed has for its parts. The last is that of the games that are held out.
PARTS = 10**9
HELD_OUT = PARTS - 1
# One in this many games of a part is played for those that are held out.
HELD_OUT_SHARE = 8
# The men of an ending in which other games begin, and the greatest score of a balanced one, in centipawns.
ENDING_MEN = range(7, 16)
BALANCED_SCORE = 100


@dataclass(frozen=True)
class Recipe:
    """How to make positions. `teacher` is the teacher's network (None: lucena's own value). A part has this many `games`, and
    `copies` changed positions for each of a game. `endings_share` percent of the games begin in endings of the others. Of those
    others `start_share` percent begin at the start position, and the rest with random men."""

    lucena: Path
    teacher: Path | None
    games: int
    copies: int
    men: range
    endings_share: int
    start_share: int
    seed: int
    workers: int = 1

    def make(self, part: int, out: Path) -> None:
        """Makes the part with this number, if it is not there.

        Raises subprocess.CalledProcessError if lucena fails; its words are on stderr.
        """
        if out.exists():
            return
        seed = self._seed(part)
        played, labelled = (out.with_suffix(f".{stage}") for stage in ("games", "labelled"))
        self._play(self.games, seed, played)
        self._leave_out_small(played)
        self._label(played, labelled, "--changed", self.copies, "--seed", seed, "--most-men", self.men.stop - 1)
        self._run("positions", "shuffle", labelled, "--seed", seed, "--out", out, "--force")
        for path in (played, labelled):
            path.unlink()

    def hold_out(self, out: Path) -> None:
        """Makes positions of other games as they were played, if they are not there."""
        if out.exists():
            return
        played = out.with_suffix(".games")
        self._play(max(1, self.games // HELD_OUT_SHARE), self._seed(HELD_OUT), played)
        self._label(played, out)
        played.unlink()

    def _seed(self, part: int) -> int:
        return self.seed * PARTS + part

    def _play(self, games: int, seed: int, out: Path) -> None:
        in_endings = games * self.endings_share // 100
        first = range(games - in_endings)
        self._self_play(first, seed, out, "--start-share", self.start_share, "--random-share", 100 - self.start_share)
        if in_endings:
            self._play_in_endings(range(first.stop, games), seed, out)

    def _play_in_endings(self, games: range, seed: int, out: Path) -> None:
        """Adds games with these numbers that begin in endings of those that are there, if they have any."""
        records = position_file.read(out)
        endings = balanced_endings(records, seed)
        if not len(endings):
            return
        book, later = out.with_suffix(".epd"), out.with_suffix(".later")
        book.write_text("".join(f"{position_file.fen(ending)}\n" for ending in endings), encoding="utf-8")
        self._self_play(games, seed, later, "--book", book, "--start-share", 0, "--random-share", 0)
        position_file.write(out, position_file.maker(out), [records, position_file.read(later)])
        for path in (book, later):
            path.unlink()

    def _self_play(self, games: range, seed: int, out: Path, *beginnings: object) -> None:
        numbers = ["--games", games.stop, "--first-game", games.start, "--seed", seed]
        self._run("selfplay", *numbers, *beginnings, "--workers", self.workers, "--out", out, "--force")

    def _leave_out_small(self, played: Path) -> None:
        """Leaves out played positions that are too small, even if a change adds a man: labels would be wasted on them."""
        records = position_file.read(played)
        kept = records[position_file.men_counts(records) >= self.men.start - 1]
        position_file.write(played, position_file.maker(played), [kept])

    def _label(self, positions: Path, out: Path, *changes: object) -> None:
        teacher = ["--teacher", self.teacher] if self.teacher else []
        self._run("label", positions, *teacher, *changes, "--workers", self.workers, "--out", out, "--force")

    def _run(self, *words: object) -> None:
        subprocess.run([str(self.lucena), *map(str, words)], check=True)


def balanced_endings(records: numpy.ndarray, seed: int) -> numpy.ndarray:
    """One balanced ending, drawn at random, of each game from the start position that came through any."""
    men = position_file.men_counts(records)
    # No score is a number far from zero.
    balanced = numpy.abs(records["score"].astype(int)) <= BALANCED_SCORE
    fit = balanced & (men >= ENDING_MEN.start) & (men < ENDING_MEN.stop) & (position_file.origins(records) == position_file.START)
    drawn = numpy.random.default_rng(seed).permutation(numpy.flatnonzero(fit))
    _, firsts = numpy.unique(position_file.games_of(records)[drawn], return_index=True)
    return records[drawn[firsts]]


class PositionStream:
    """Batches from one part after the other. While a network learns from one, the next is made."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self.recipe = recipe
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # The batches of each part so far, so that a killed run finds its place.
        self.counts = folder / "batches.json"

    def held_out(self) -> Path:
        """The file of positions of games that no part has."""
        path = self.folder / "held-out.positions"
        self.recipe.hold_out(path)
        return path

    def batches(self, size: int, numbers: range) -> Iterator[numpy.ndarray]:
        """Yields the batches with these numbers. Makes no part that they do not need."""
        counts: list[int] = json.loads(self.counts.read_text(encoding="utf-8")) if self.counts.exists() else []
        part = first = 0
        while part < len(counts) and first + counts[part] <= numbers.start:
            first += counts[part]
            part += 1
        with concurrent.futures.ThreadPoolExecutor(max_workers=1) as maker:
            waited_for = maker.submit(self.recipe.make, part, self._path(part))
            while first < numbers.stop:
                waited_for.result()
                blocks = list(position_file.blocks(self._path(part)))
                count = sum(len(usable(block, self.recipe.men)) for block in blocks) // size
                if first + count < numbers.stop:
                    waited_for = maker.submit(self.recipe.make, part + 1, self._path(part + 1))
                skipped = max(0, numbers.start - first)
                found = batches(blocks, size, self.recipe.seed, skipped, self.recipe.men, epochs=1)
                yield from itertools.islice(found, numbers.stop - first - skipped)
                counts = [*counts[:part], count]
                self.counts.write_text(json.dumps(counts), encoding="utf-8")
                self._path(part - 1).unlink(missing_ok=True)
                part, first = part + 1, first + count

    def _path(self, part: int) -> Path:
        return self.folder / f"part-{part}.positions"
