#!/usr/bin/env python3
"""Teaches the evaluation's network a teacher's scores of positions.

    python train_network.py DATA/*.positions --held-out held-out.positions --out ../src/evaluation/network/network.bin

The same files, seed and machine give the same network. What has been learned is saved regularly, beside it in NETWORK.state.npz
and NETWORK.csv: the same call continues from there, and one with a greater --count learns on. The loops are
this project's own (network_loops.c) and run on the processor alone, on all its cores.

    python train_network.py --values network.bin POSITIONS.epd

prints a network's values in centipawns for the mover, by this script's own arithmetic; tests compare the engine with them.

    python train_network.py --out NETWORK --picture ../docs/network_learning.png

draws the data of NETWORK.csv: the errors by positions learned from.
"""

import argparse
import csv
import pathlib

import numpy

from arguments import decimal, natural, positive
from training import position_file
from training.learning import Settings, Training
from training.network_data import batches, position_of
from training.network_model import Architecture, Seen, from_bytes, packable, whole_values


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="*", help="files of positions to learn from")
    parser.add_argument("--held-out", metavar="FILE", help="positions of other games, only for reports")
    parser.add_argument("--out", help="where the network goes")
    parser.add_argument("--start", metavar="STATE", help="learns on from a NETWORK.state.npz of any width, or a NETWORK.packable")
    parser.add_argument("--count", type=decimal, default=100e6, help="positions to learn from, each as often as it comes")
    parser.add_argument("--length", type=decimal, help="positions over which the rate falls (default: --count)")
    parser.add_argument("--batch", type=positive, default=16384, help="positions a step")
    parser.add_argument("--rate", type=decimal, default=2e-3, help="the greatest rate")
    parser.add_argument("--teacher-width", type=decimal, default=150.0, help="width of the curve for the teacher's scores")
    parser.add_argument("--width", type=decimal, default=150.0, help="the same for the network's values")
    parser.add_argument("--power", type=decimal, default=2.0, help="of the error in the loss: 2 is its square")
    parser.add_argument("--result-share", type=decimal, default=0.0, help="weight of the game's result beside the score")
    parser.add_argument("--fewest-men", type=natural, default=2, help="positions with fewer men are left out")
    parser.add_argument("--most-men", type=natural, default=32, help="positions with more men are left out")
    parser.add_argument("--units", type=positive, default=384, help="hidden units for each side's view")
    parser.add_argument("--men-a-layer", type=natural, default=4, help="numbers of men for each output layer; 0: by material")
    parser.add_argument("--regions", type=natural, default=12, choices=(12, 32), help="regions of the own king's square")
    parser.add_argument("--report", type=positive, default=500, help="steps from one report to the next")
    parser.add_argument("--seed", type=natural, default=1, help="decides on the first weights and the order")
    parser.add_argument("--picture", metavar="PNG", help="draws NETWORK.csv of --out, all that was learned from there on")
    parser.add_argument("--values", nargs=2, metavar=("NETWORK", "POSITIONS"), help="only say what a network gives")
    parser.add_argument("--pack", nargs=2, metavar=("NETWORK", "PACKABLE"), help="only rearrange a network for zstd")
    arguments = parser.parse_args()
    if arguments.picture and not arguments.out:
        parser.error("--picture draws the curve of --out; name the network with --out FILE")
    is_learning = not (arguments.values or arguments.picture or arguments.pack)
    if is_learning and not (arguments.positions and arguments.held_out and arguments.out):
        parser.error("to learn, name positions, --held-out and --out; otherwise --values, --picture or --pack")
    return arguments


def architecture_of(arguments: argparse.Namespace) -> Architecture:
    return Architecture(arguments.units, arguments.men_a_layer, arguments.regions)


def pack(architecture: Architecture, network: str, out: str) -> None:
    data = pathlib.Path(network).read_bytes()
    from_bytes(architecture, data)
    pathlib.Path(out).write_bytes(packable(architecture, data))


def tell_values(architecture: Architecture, network: str, positions: str) -> None:
    numbers = from_bytes(architecture, pathlib.Path(network).read_bytes())
    fens = [line for line in pathlib.Path(positions).read_text(encoding="utf-8").splitlines() if line.strip()]
    seen = Seen.of(architecture, numpy.array([position_of(fen) for fen in fens]))
    for fen, value in zip(fens, whole_values(architecture, numbers, seen)):
        print(f"{fen};{value}")


def learn(arguments: argparse.Namespace) -> None:
    """Learns from the files of positions, again and again, until there are enough."""
    blocks = [block for path in arguments.positions for block in position_file.blocks(path)]
    settings = Settings(
        out=arguments.out, architecture=architecture_of(arguments), men=range(arguments.fewest_men, arguments.most_men + 1),
        count=arguments.count, batch=arguments.batch, rate=arguments.rate, teacher_width=arguments.teacher_width,
        width=arguments.width, length=arguments.length, power=arguments.power, result_share=arguments.result_share,
        report=arguments.report, seed=arguments.seed, start=arguments.start)
    Training(settings, arguments.held_out,
             lambda numbers: batches(blocks, settings.batch, settings.seed, numbers.start, settings.men)).run()


def draw(curve: str, picture: str) -> None:
    """Draws the errors by the number of positions learned from."""
    from matplotlib import pyplot

    with open(curve, encoding="utf-8", newline="") as file:
        seen, error, held_out, _ = zip(*[map(float, row) for row in csv.reader(file)])
    millions = numpy.array(seen) / 1e6
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    axes.plot(millions, error, label="positions learned from, before the step")
    axes.plot(millions, held_out, label="positions of other games")
    axes.set(xlabel="million positions", ylabel="mean squared error of the expected result", yscale="log")
    axes.grid(which="both", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=100)


def main() -> None:
    arguments = read_arguments()
    if arguments.picture:
        draw(f"{arguments.out}.csv", arguments.picture)
    elif arguments.values:
        tell_values(architecture_of(arguments), *arguments.values)
    elif arguments.pack:
        pack(architecture_of(arguments), *arguments.pack)
    else:
        learn(arguments)


if __name__ == "__main__":
    main()
