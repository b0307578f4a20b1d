"""`ncnnc targets`: what can be compiled for, and what this machine is."""

from __future__ import annotations

import argparse


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
    parser = verbs.add_parser("targets", help="list the targets, and which one this machine is")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a table of targets."""
    from ....dialects.target.records import DEFAULT_L2_BYTES
    from ....runtime.cpu import missing_features
    from ...driver.target import BASE_FEATURES, SUFFIX_FEATURES, Target, size_text
    from ..console import print_table

    host = Target.parse("host")
    names = [*BASE_FEATURES, *(f"{base}+{word}" for word, (base, _) in SUFFIX_FEATURES.items())]
    rows, known = [], set[str]()
    for target in map(Target.parse, names):
        missing = missing_features(target.features)
        here = f"no: {' '.join(missing)}" if missing else "yes"
        rows.append(
            (
                target.name,
                str(target.lanes),
                str(target.registers),
                "host" if target.name == host.base else here,
                " ".join(name for name in target.features if name not in known),
            )
        )
        known.update(target.features)
    columns = ("target", "lanes", "registers", "runs here", "adds")
    print_table(columns, rows, numeric=("lanes", "registers"))
    cache, other = size_text(host.l2_bytes), size_text(DEFAULT_L2_BYTES)
    print(f"host: {host.name}; it counts on {cache} of L2 cache, the others on {other}")
    return 0
