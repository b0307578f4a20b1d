"""`ncnnc optimize`: rewrite a model file into a smaller one, as ncnnoptimize does."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ...pipeline.build import OPTIMIZER_PASSES, optimizer_steps
from ..arguments import (
    add_outputs_argument,
    add_rewriting_arguments,
    add_shape_argument,
    check_rewritten_files,
    rewriting_options,
)
from ..imports import add_import_argument
from ..parser import Verbs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....dialects.context import Remark
    from ...optimizer import ModelSize
    from ...options.compile_options import CompileOptions

FLAGS = {"0": "float32", "1": "float16", "65536": "float16"}
"""ncnnoptimize's flag -> how weights are stored."""
REMARKS = ("all", "made", "missed", "none")


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "optimize",
        help="rewrite a .param/.bin into a smaller one that ncnn loads",
        description="Do all graph rewrites that ncnn's file format can express, and write the "
        "result as .param and .bin. Takes the arguments of ncnnoptimize. Inputs and outputs keep "
        "their names. Every rewrite is a line on standard error.",
    )
    add_rewriting_arguments(parser)
    parser.add_argument(
        "flag",
        nargs="?",
        choices=list(FLAGS),
        default="0",
        help="store weights as float32 (0, default) or float16 (1 or 65536)",
    )
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="run the model before and after on a smooth input, show the error of every output, "
        "and write nothing if one is too large",
    )
    parser.add_argument(
        "--passes", metavar="A,B", type=names, default=(), help="do only these rewrites"
    )
    parser.add_argument(
        "--skip", metavar="A,B", type=names, default=(), help="do all rewrites but these"
    )
    parser.add_argument("--list-passes", action=ListPasses, help="name all rewrites, in order")
    parser.add_argument(
        "--remarks",
        choices=REMARKS,
        default="all",
        help="which lines to print: rewrites made, those declined with the reason, all (default)",
    )
    parser.set_defaults(run=run)


class ListPasses(argparse.Action):
    """Print the names of the optimizer's passes, and exit."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None):
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print("\n".join(OPTIMIZER_PASSES))
        parser.exit()


def names(text: str) -> tuple[str, ...]:
    """`a,b` as names; underscores, as in ncnnoptimize's own names, are taken for dashes."""
    return tuple(word.replace("_", "-") for word in text.split(",") if word)


def run(arguments: argparse.Namespace) -> int:
    """Optimize, and write both files or none. Raises: NcnncError if results differ; OSError."""
    check_rewritten_files(arguments)
    optimizer_steps(arguments.passes, arguments.skip)
    rewrite(arguments, rewriting_options(arguments))
    return 0


def rewrite(arguments: argparse.Namespace, options: CompileOptions) -> None:
    """Optimize, show what was done, and write; the arguments are checked."""
    from ...export import WeightStorage
    from ...optimizer import check_optimized, optimize_files, write_optimized
    from ..model_source import print_remarks
    from ..output.console import progress

    with progress(f"optimizing {arguments.model}") as show:
        optimized = optimize_files(
            options,
            only=arguments.passes,
            skip=arguments.skip,
            storage=WeightStorage(FLAGS[arguments.flag]),
            after=show,
        )
    for wrong in optimized.wrong_inputs:
        print(wrong, file=sys.stderr)
    print_remarks(selected(optimized.remarks, arguments.remarks))
    print_sizes(optimized.before, optimized.after)
    if arguments.check:
        print_errors(check_optimized(options, optimized))
    write_optimized(optimized, arguments.out_param, arguments.out_weights)


def selected(remarks: Sequence[Remark], wanted: str) -> list[Remark]:
    """The remarks that the user wants to see: those of one kind, all or none."""
    kinds = ["missed" if remark.reason else "made" for remark in remarks]
    return [r for r, kind in zip(remarks, kinds, strict=True) if wanted in ("all", kind)]


def print_sizes(before: ModelSize, after: ModelSize) -> None:
    from ..output.tables import print_table

    def count(value: int | None) -> str:
        return "?" if value is None else f"{value:,}"

    rows = [
        (name, count(old), count(new))
        for name, old, new in (
            ("layers", before.layers, after.layers),
            ("multiply-adds", before.multiply_adds, after.multiply_adds),
            ("weight bytes", before.weight_bytes, after.weight_bytes),
        )
    ]
    print_table(("", "before", "after"), rows, numeric=("before", "after"))


def print_errors(errors: Mapping[str, float]) -> None:
    """Print the error of each output relative to the original model."""
    for name, error in errors.items():
        print(f"output '{name}'  {error:.1e}")
