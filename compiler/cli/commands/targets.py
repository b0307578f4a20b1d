"""`ncnnc targets`: what can be compiled for, and what this machine is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..parser import Verbs

if TYPE_CHECKING:
    from ....dialects.target.products import Product
    from ....dialects.target.records import Target

BUSY = 1.5
"""Factor of a median time over the fastest that says that other programs run."""


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser("targets", help="list the targets, and which one this machine is")
    parser.add_argument(
        "--measure",
        action="store_true",
        help="measure costs of the cost model here, for `--measured-costs`; takes some seconds",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the records of the targets, or measure the costs of this machine."""
    if arguments.measure:
        return measure()
    from ....dialects.target.records import all_targets
    from ...options.target import HOST, parse_target

    host, targets = parse_target(HOST), all_targets()
    print_machines(targets, host)
    print()
    print_products(targets)
    print()
    print_features(targets)
    print(f"\nhost: {host.name}")
    return 0


def measure() -> int:
    """Measure costs, print them beside the record's, and remember them. Raises: NcnncError."""
    from ....dialects.target.costs import cost_text
    from ....runtime.system import here
    from ...cache.measured_costs import COMMAND, store_costs
    from ...options.target import HOST, parse_target
    from ...tuning.measure_costs import measure_costs
    from ..output.console import progress
    from ..output.tables import print_table

    target = parse_target(HOST)
    with progress("measuring"):
        found = measure_costs(target)
    shipped = vars(target.costs)
    rows = [
        (
            *(cost.name, cost_text(cost.value), cost_text(shipped[cost.name])),
            f"{100 * (cost.spread - 1):.0f} %",
        )
        for cost in found
    ]
    print(f"{target.name}, {here.cpu_name() or 'unknown CPU'}")
    columns = ("cost", "measured", "shipped", "spread")
    print_table(columns, rows, numeric=("measured", "shipped", "spread"))
    if max(cost.spread for cost in found) > BUSY:
        print(f"hint: {COMMAND} again on an idle machine, the times differ much", file=sys.stderr)
    path = store_costs(target.isa, {cost.name: cost.value for cost in found})
    print(f"\nkept in {path}; --measured-costs uses them")
    return 0


def print_machines(targets: Sequence[Target], host: Target) -> None:
    """Vectors, registers and caches, and which target this machine can run."""
    from ....dialects.target.products import F32, S8, S16, S32
    from ....dialects.target.records import size_text
    from ....runtime.code.cpu import missing_features
    from ..output.tables import print_table

    def runs(target: Target) -> str:
        if target.isa is host.isa and set(target.extensions) <= set(host.extensions):
            return "host"
        return "no" if missing_features(target.features) else "yes"

    lanes = {"f32 lanes": F32, "s32": S32, "s16": S16, "s8": S8}
    columns = ("target", "runs here", "vector", *lanes, "registers", "L2")
    rows = [
        (
            target.name,
            runs(target),
            f"{target.isa.vector_bytes * 8} bit",
            *(str(target.lanes_of(element)) for element in lanes.values()),
            str(target.registers),
            size_text(target.l2_bytes),
        )
        for target in targets
    ]
    print_table(columns, rows, numeric=("vector", *lanes, "registers", "L2"))


def print_products(targets: Sequence[Target]) -> None:
    """The instructions that multiply and sum; of an extension those that it adds."""
    from ..output.tables import print_table

    def added(target: Target) -> tuple[Product, ...]:
        last = target.extensions[-1:]
        return last[0].products if last else target.isa.products

    rows = [
        (
            *(target.name, str(product.types), str(product.steps), product.instruction),
            "/".join(str(bits) for bits, _ in product.intrinsics),
            product.form.value,
        )
        for target in targets
        for product in added(target)
    ]
    columns = ("target", "products", "k", "instructions", "bits", "other inputs")
    print_table(columns, rows, numeric=("k",))


def print_features(targets: Sequence[Target]) -> None:
    """Print the CPU features that each target adds to those before it."""
    from ....runtime.code.cpu import missing_features
    from ..output.tables import print_table

    rows: list[tuple[str, ...]] = []
    known = set[str]()
    for target in targets:
        new = [feature for feature in target.features if feature not in known]
        known.update(target.features)
        rows.append((target.name, " ".join(new), " ".join(missing_features(new))))
    lacking = any(missing for *_, missing in rows)
    columns = ("target", "adds", "lacking here") if lacking else ("target", "adds")
    print_table(columns, [row[: len(columns)] for row in rows])
