"""The command line of the layer cases."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from .case import GENERATORS
from .checking import TARGETS, Checker, Kind, Way
from .draws import Draws
from .running import Failure, Tally, run_layer_cases


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m tests.generators.layer_cases",
        description="Look for cases of single layers that we compute otherwise than the wheel.",
    )
    made.add_argument("--layer", default="", help="types, separated by commas (default: all)")
    made.add_argument("--count", type=int, default=20, help="cases of each layer")
    made.add_argument("--seed", type=int, default=0, help="of the first case")
    made.add_argument("--sharing", type=int, default=1, help="neighbouring cases of one program")
    made.add_argument("--jobs", type=int, default=1, help="processes")
    made.add_argument("--target", default="", help="targets that take turns (default: all)")
    made.add_argument("--way", default="", help=f"of {', '.join(Way)} (default: all)")
    made.add_argument("--most", type=int, default=3, help="failures of a layer to report")
    made.add_argument("--no-shrink", action="store_true", help="report cases as they are found")
    made.add_argument("--replay", default="", metavar="CHOICES", help="the case of these choices")
    return made


def split(text: str) -> tuple[str, ...]:
    """The parts of a list."""
    return tuple(part for part in text.split(",") if part)


def run_one(chosen: argparse.Namespace, layer: str) -> Tally:
    """Check one layer, as the command line says."""
    checker = Checker(tuple(map(Way, split(chosen.way))) or tuple(Way))
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    targets = split(chosen.target) or TARGETS
    try:
        return run_layer_cases(
            checker, layer, seeds, targets, chosen.most, not chosen.no_shrink, chosen.sharing
        )
    finally:
        checker.close()


def replay(chosen: argparse.Namespace) -> int:
    """Check one case."""
    choices = tuple(map(int, split(chosen.replay)))
    layer, target = chosen.layer, (split(chosen.target) or TARGETS)[0]
    case = GENERATORS[layer].case(Draws(prefix=choices))
    checker = Checker(tuple(map(Way, split(chosen.way))) or tuple(Way))
    outcome = checker.outcome(case, target)
    checker.close()
    print(Failure(chosen.seed, target, choices, case, outcome).report())
    print(outcome.kind)
    return int(outcome.kind is Kind.WRONG)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check cases; 1 if some are wrong."""
    chosen = parser().parse_args(arguments)
    if chosen.replay:
        return replay(chosen)
    layers = split(chosen.layer) or tuple(sorted(GENERATORS))
    wrong = 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        tallies = pool.map(run_one, [chosen] * len(layers), layers)
        for tally in tallies:
            print(tally.line())
            for failure in tally.failures:
                print(failure.report())
            sys.stdout.flush()
            wrong += tally.counts[Kind.WRONG]
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
