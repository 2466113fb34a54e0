#!/usr/bin/env python3
"""Fits the evaluation's parameters to the results of self-played games and writes them as a new parameters.toml.

    lucena selfplay --games 3000 --nodes 5000 --book BOOK.epd --out games.txt
    python tune.py ../target/release/lucena games.txt --out new.toml

The value of a position is turned into an expected result by a logistic curve whose width is fitted first and then kept,
so that centipawns go on meaning what the search's margins take them to mean. The parameters then minimise the mean
squared difference to the results, each pulled back to its present value (tune_model.py). Whole games are held out, and
the loss on them is told before and after; how strong the pull is and how much the search's own scores count beside the
results is chosen by cross-validation on the other games. After each round the engine counts anew with what was found.

The same files, seed and binary give the same parameters.
"""

import argparse
import itertools
import pathlib
import tempfile

import numpy
import tune_chances
from tune_data import Coefficients, Games, read_coefficients
from tune_model import Fit, Model, Target, expected_results, fit_width, mean_squared_error
from tune_parameters import read_values, rewrite

PARAMETERS = pathlib.Path(__file__).parent.parent / "src" / "evaluation" / "parameters.toml"
FOLDS = 3


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("engine", help="lucena's binary")
    parser.add_argument("games", nargs="+", help="what `lucena selfplay` wrote")
    parser.add_argument("--parameters", default=PARAMETERS, help="where the fit begins")
    parser.add_argument("--out", required=True, help="where the fitted parameters go")
    parser.add_argument("--rounds", type=int, default=3, help="how often the engine counts anew")
    parser.add_argument("--held-out", type=float, default=0.2, metavar="SHARE", help="share of games only for the report")
    parser.add_argument("--freedom", type=float, nargs="+", default=[4, 8, 16], metavar="CENTIPAWNS",
                        help="how far a parameter moves easily; with several values the best one is chosen")
    parser.add_argument("--result-share", type=float, nargs="+", default=[1.0, 0.5], metavar="SHARE",
                        help="weight of the result; the rest is the search's score; likewise")
    parser.add_argument("--seed", type=int, default=1, help="decides which games are held out")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    games = Games.read(arguments.games)
    training, held_out = games.split(arguments.held_out, arguments.seed)
    print(f"{games.count} games, {len(games.results)} positions; {len(set(games.numbers[held_out]))} games, "
          f"{len(held_out)} positions held out")
    print(tune_chances.fit(games.scores, games.results, games.weights))

    start_text = pathlib.Path(arguments.parameters).read_text(encoding="utf-8")
    start = read_values(start_text)
    text = start_text
    fit = None
    for number in range(1, arguments.rounds + 1):
        model = Model(count(arguments, games, text), start)
        if fit is None:
            fit, before = prepare(arguments, games, model, training, held_out)
        values = fit.run(model, training)
        text = rewrite(text, model.rounded(values))
        after = report_loss(fit, Model(count(arguments, games, text), start), games, held_out)
        print(f"round {number}: training loss {loss(fit, model, games, training, values):.6f}, "
              f"held-out loss {after:.6f}", flush=True)
    pathlib.Path(arguments.out).write_text(text, encoding="utf-8")
    changed = sum(value != start[name] for name, value in read_values(text).items())
    print(f"held-out loss {before:.6f} before, {after:.6f} after; {changed} parameters changed: {arguments.out}")


def count(arguments: argparse.Namespace, games: Games, text: str) -> Coefficients:
    """The engine's coefficients at the parameters of `text`."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as parameters:
        parameters.write(text)
        parameters.flush()
        return read_coefficients(arguments.engine, games.positions, parameters.name)


def prepare(
    arguments: argparse.Namespace, games: Games, model: Model, training: numpy.ndarray, held_out: numpy.ndarray
) -> tuple[Fit, float]:
    """The fit with its fixed width and the best of the strengths asked for, and the held-out loss before it."""
    width = fit_width(model.values(model.present)[training], games.results[training], games.weights[training])
    candidates = [Fit(games, width, Target.of(games, width, share), freedom)
                  for freedom, share in itertools.product(arguments.freedom, arguments.result_share)]
    before = report_loss(candidates[0], model, games, held_out)
    print(f"width {width:.1f} centipawns; training loss {loss(candidates[0], model, games, training):.6f}, "
          f"held-out loss {before:.6f}", flush=True)
    fit = choose(candidates, games, model, training, arguments.seed) if len(candidates) > 1 else candidates[0]
    print(f"chosen: freedom {fit.freedom:g} centipawns, result share {fit.target.share:g}", flush=True)
    return fit, before


def choose(candidates: list[Fit], games: Games, model: Model, training: numpy.ndarray, seed: int) -> Fit:
    """The candidate whose fits to two thirds of the training games are nearest to the results of the last third."""
    folds = numpy.random.default_rng(seed).integers(FOLDS, size=games.count)[games.numbers[training]]
    def validated(candidate: Fit) -> float:
        found = 0.0
        for fold in range(FOLDS):
            inside, outside = training[folds != fold], training[folds == fold]
            found += loss(candidate, model, games, outside, candidate.run(model, inside)) / FOLDS
        print(f"  freedom {candidate.freedom:g}, result share {candidate.target.share:g}: "
              f"cross-validated loss {found:.6f}", flush=True)
        return found
    return min(candidates, key=validated)


def report_loss(fit: Fit, model: Model, games: Games, which: numpy.ndarray) -> float:
    """The loss of the parameters at which the engine counted."""
    return loss(fit, model, games, which, model.present)


def loss(fit: Fit, model: Model, games: Games, which: numpy.ndarray, values: numpy.ndarray | None = None) -> float:
    expected = expected_results(model.values(model.present if values is None else values)[which], fit.width)
    return mean_squared_error(expected, games.results[which], games.weights[which])


if __name__ == "__main__":
    main()
