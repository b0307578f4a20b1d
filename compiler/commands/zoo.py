"""`ncnnc zoo`: lists the networks that need no download, or writes one as `.param` and `.bin`."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(subparsers: Any) -> None:
    """Add the `zoo` verb to the command line."""
    parser = subparsers.add_parser(
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
    """
    Do what the command line asks for.

    Raises: UsageError if there is no such network; OSError if a file cannot be written.
    """
    if arguments.name is None:
        print_networks()
        return 0
    from .. import zoo

    for path in zoo.write(arguments.name, arguments.output, arguments.seed):
        print(path)
    return 0


def print_networks() -> None:
    """A table of all networks. Units: millions of parameters and of multiply-adds."""
    from rich.console import Console
    from rich.table import Table

    from .. import zoo

    table = Table(box=None, header_style="bold")
    table.add_column("network")
    for title in ("input", "layers", "parameters (M)", "MACs (M)"):
        table.add_column(title, justify="right")
    for name in zoo.NAMES:
        model = zoo.build(name)
        table.add_row(
            name,
            ",".join(map(str, model.input_shape)),
            str(model.layers),
            f"{model.parameters / 1e6:.2f}",
            f"{model.macs / 1e6:,.0f}",
        )
    Console().print(table)
