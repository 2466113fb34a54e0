#!/usr/bin/env python3
"""Teaches one of the evaluation's networks what searches of self-played positions and of those after them say.

    lucena selfplay --purpose network --games 600000 --nodes 100 --book BOOK.epd --out games.txt
    python train_network.py pieces ../target/release/lucena games.txt --out ../src/evaluation/network/pieces.bin

    lucena selfplay --purpose pawn-network --games 100000 --nodes 200 --book PAWNS.epd --out pawn_games.txt
    python train_network.py pawn-endings ../target/release/lucena pawn_games.txt games.txt \\
        --out ../src/evaluation/network/pawn_endings.bin

Of the games it takes the positions that are the network's. It learns what the other terms of the evaluation miss: they
stay as they are. Whole games are held out, and the errors on them are told before and after. The same files, seed and
binary give the same network.

    python train_network.py pieces --values pieces.bin POSITIONS.epd

says what a network gives in centipawns for the mover, by this script's own arithmetic: what tests hold the engine to.
"""

import argparse
import pathlib

import numpy

import network_data
from network_model import (
    ARCHITECTURES, Adam, Training, fresh_weights, from_bytes, to_bytes, weights_of, whole_values, widened,
)
from tune_data import split
from tune_model import fit_width

# The last step's share of the first one's rate; in between it falls along half a cosine.
LAST_RATE = 0.002


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=ARCHITECTURES, help="which of the networks")
    parser.add_argument("engine", nargs="?", help="lucena's binary")
    parser.add_argument("games", nargs="*", help="what `lucena selfplay` wrote")
    parser.add_argument("--out", help="where the network goes")
    parser.add_argument("--start", metavar="NETWORK",
                        help="learns on from this network, of the same width or narrower, instead of from nothing")
    parser.add_argument("--epochs", type=int, default=15, help="how often every position is seen")
    parser.add_argument("--batch", type=int, default=2048, help="positions a step")
    parser.add_argument("--rate", type=float, default=2e-3, help="the first step's rate")
    parser.add_argument("--following", type=float, default=0.7,
                        help="weight of what comes after a position, beside the search's score of it")
    parser.add_argument("--held-out", type=float, default=0.05, help="share of games only for the report")
    parser.add_argument("--seed", type=int, default=1, help="decides on held-out games, first weights and order")
    parser.add_argument("--values", nargs=2, metavar=("NETWORK", "POSITIONS"), help="only say what a network gives")
    arguments = parser.parse_args()
    if not arguments.values and not (arguments.games and arguments.out):
        parser.error("an engine, games and --out are needed, or --values")
    return arguments


def tell_values(architecture, network, positions):
    numbers = read_network(architecture, network)
    fens = [line for line in pathlib.Path(positions).read_text(encoding="utf-8").splitlines() if line.strip()]
    pieces, squares, is_black = network_data.parse(fens)
    own, enemy = network_data.views(pieces, squares, is_black, architecture.inputs)
    for fen, value in zip(fens, whole_values(numbers, own, enemy, architecture.output_of(pieces))):
        print(f"{fen};{value}")


def read_network(architecture, path):
    return from_bytes(architecture, pathlib.Path(path).read_bytes())


def read_positions(arguments, architecture):
    """The positions that a network is asked for."""
    wants_pawn_endings = arguments.network == "pawn-endings"
    def is_asked(pieces):
        return (network_data.is_pawn_ending(pieces) == wants_pawn_endings) & ~network_data.has_bare_king(pieces)
    return network_data.positions_of(arguments.engine, arguments.games, architecture, is_asked)


def first_weights(arguments, architecture):
    if arguments.start:
        weights = weights_of(architecture, read_network(architecture, arguments.start))
        return widened(architecture, weights, arguments.seed)
    return fresh_weights(architecture, arguments.seed)


def train(arguments):
    architecture = ARCHITECTURES[arguments.network]
    positions = read_positions(arguments, architecture)
    training, held_out = split(positions.numbers, arguments.held_out, arguments.seed)
    width = fit_width(positions.rest * positions.share, positions.results, numpy.ones(len(positions.results)))
    weights = first_weights(arguments, architecture)
    silent = {name: numpy.zeros_like(values) for name, values in weights.items()}
    before = Training(positions, architecture, silent, width, arguments.following).losses(held_out)
    print(f"{len(training)} positions, {len(held_out)} held out; width {width:.1f} centipawns; without a network: "
          f"error {before[0]:.6f} against results, {before[1]:.6f} against scores", flush=True)
    learner = Training(positions, architecture, weights, width, arguments.following)
    first = learner.losses(held_out)
    print(f"before learning: {first[0]:.6f} against results, {first[1]:.6f} against scores", flush=True)
    adam = Adam(weights, architecture)
    random = numpy.random.default_rng(arguments.seed)
    batches = len(training) // arguments.batch
    for epoch in range(1, arguments.epochs + 1):
        order = random.permutation(training)
        found = 0.0
        for number in range(batches):
            done = adam.steps / (arguments.epochs * batches)
            rate = arguments.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + numpy.cos(numpy.pi * done)) / 2)
            which = numpy.sort(order[number * arguments.batch:(number + 1) * arguments.batch])
            found += learner.learn(adam, which, rate) / batches
        by_results, by_scores = learner.losses(held_out)
        print(f"epoch {epoch}: training error {found:.6f}; held out {by_results:.6f} against results, "
              f"{by_scores:.6f} against scores", flush=True)
    pathlib.Path(arguments.out).write_bytes(to_bytes(architecture, weights))


def main():
    arguments = read_arguments()
    if arguments.values:
        tell_values(ARCHITECTURES[arguments.network], *arguments.values)
    else:
        train(arguments)


if __name__ == "__main__":
    main()
