#!/usr/bin/env python3
"""Makes a network of the evaluation from nothing: games, changed positions, a teacher's scores, and learning, all in one.

    printf 'export_net teacher.nnue\\nquit\\n' | stockfish
    python make_network.py endings --teacher teacher.nnue --folder DATA --out endings.bin

A killed run continues by the same call. The same shape, seed, sizes and program give the same file on the same kind of machine.
At the end NETWORK.packable is the network as `zstd --ultra -22` packs it for src/evaluation/network. docs/network.md says how
long it takes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arguments import decimal, in_words, positive
from train_network import pack
from training.learning import Settings, Training
from training.network_model import Architecture
from training.position_stream import PositionStream, Recipe


@dataclass(frozen=True)
class Shape:
    """A network, the numbers of men that it is for, and what it learns from by default (see Recipe)."""

    architecture: Architecture
    men: range
    endings_share: int
    start_share: int
    copies: int


SHAPES = {
    "endings": Shape(Architecture(288, 0, 32), range(5, 17), endings_share=45, start_share=70, copies=12),
    "whole": Shape(Architecture(384, 4, 12), range(17, 33), endings_share=0, start_share=96, copies=12),
}


def read_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shape", choices=SHAPES, help="the network of endings, or that of the whole board")
    parser.add_argument("--teacher", type=Path, help="a network in the format of Stockfish 15.1 (default: lucena's own value)")
    parser.add_argument("--folder", type=Path, required=True, help="where positions are until they are learned")
    parser.add_argument("--out", required=True, help="where the network goes")
    parser.add_argument("--lucena", type=Path, default=Path("target/release/lucena"), help="the program (%(default)s)")
    parser.add_argument("--count", type=decimal, default=600e6, help="positions to learn from (default 600e6)")
    parser.add_argument("--games", type=positive, default=20000, help="games of a part (default 20000)")
    parser.add_argument("--rate", type=decimal, default=2e-3, help="the greatest rate (default 2e-3)")
    parser.add_argument("--power", type=decimal, default=2.0, help="of the error in the loss (default 2)")
    parser.add_argument("--units", type=positive, help="hidden units for each side's view (default: the shape's)")
    parser.add_argument("--seed", type=positive, default=1, help="decides on games, changes, first weights and order")
    parser.add_argument("--workers", type=positive, default=os.cpu_count() or 1, help="threads to make positions (default: all)")
    parser.add_argument("--start", type=Path, help="learns on from a NETWORK.state.npz of any width, or a NETWORK.packable")
    parser.add_argument("--batch", type=positive, default=16384, help="positions a step (default 16384)")
    return parser.parse_args(words)


def make(arguments: argparse.Namespace) -> None:
    shape = SHAPES[arguments.shape]
    architecture = shape.architecture
    if arguments.units:
        architecture = Architecture(arguments.units, architecture.men_a_layer, architecture.regions)
    teacher = arguments.teacher and arguments.teacher.resolve()
    recipe = Recipe(arguments.lucena.resolve(), teacher, arguments.games, shape.copies, shape.men,
                    shape.endings_share, shape.start_share, arguments.seed, arguments.workers)
    stream = PositionStream(recipe, arguments.folder)
    settings = Settings(out=arguments.out, architecture=architecture, men=shape.men, count=arguments.count, batch=arguments.batch,
                        rate=arguments.rate, seed=arguments.seed, start=arguments.start, power=arguments.power,
                        teacher_width=150.0, width=200.0)
    Training(settings, stream.held_out(), lambda numbers: stream.batches(arguments.batch, numbers)).run()
    pack(architecture, arguments.out, f"{arguments.out}.packable")


def main() -> int:
    try:
        make(read_arguments())
    except subprocess.CalledProcessError as error:
        print(f"lucena ended with exit code {error.returncode}; its words are above", file=sys.stderr)
        return 1
    except OSError as error:
        print(in_words(error), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
