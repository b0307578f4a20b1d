"""`ncnnc zoo`: lists the networks that need no download, or writes one as `.param` and `.bin`."""

from __future__ import annotations

import argparse

from ..parser import Verbs


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "zoo",
        help="list the built-in networks, or write one as .param and .bin",
        description="Without a name, lists the networks that ncnnc can build itself, with seeded "
        "weights. With one, writes its .param and .bin.",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="the network to write")
    parser.add_argument(
        "-o", "--output", metavar="DIR", default=".", help="folder to write to (default: this one)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the weights (default: 0)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a table of networks, or write one. Raises: UsageError for an unknown one; OSError."""
    from ... import zoo
    from ..output.console import progress

    if arguments.name is None:
        print_networks()
        return 0
    with progress(f"writing {arguments.name}"):
        written = zoo.write(arguments.name, arguments.output, arguments.seed)
    print(*written, sep="\n")
    return 0


def print_networks() -> None:
    """A table of all networks. Units: millions of parameters and of multiply-adds."""
    from ... import zoo
    from ..output.tables import print_table

    rows = [
        (
            model.name,
            ",".join(map(str, model.input_shape)),
            str(model.layers),
            f"{model.parameters / 1e6:.2f}",
            f"{model.macs / 1e6:,.0f}",
        )
        for model in map(zoo.build, zoo.NAMES)
    ]
    numeric = ("layers", "parameters (M)", "MACs (M)")
    print_table(("network", "input", *numeric), rows, numeric=numeric)
