"""`ncnnc quantize`: a float32 model to files of int8, or with matrices of few bits, for ncnn."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from ....runtime.files.replacing_files import check_outputs
from ...diagnostics import UsageError
from ...options import words
from ...options.record import options_of
from ...quantize.blocks.block_options import BlockOptions
from ...quantize.quantize_options import QuantizeOptions
from ..arguments import (
    add_options,
    add_outputs_argument,
    add_rewriting_arguments,
    add_shape_argument,
    check_rewritten_files,
    data_by_input,
    given_of,
    option_of,
    rewriting_options,
)
from ..imports import add_import_argument
from ..output.shape_notes import say_shapes_beside
from ..parser import Verbs
from ..values import count, parsed

if TYPE_CHECKING:
    from ...options.compile_options import CompileOptions
    from ...quantize.blocks.report import BlockReport
    from ...quantize.report import LayerReport, QuantizationReport

OVERFLOW_HINT = "--small-winograd, and --keep for those that are still named then"
WORST = 5
"""Number of layers named as the worst."""


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "quantize",
        help="make int8 files of a float32 model, or files with matrices of 4, 6 or 8 bits",
        description="Let convolutions and inner products compute with int8, and write the model as "
        "ncnn loads it. Inputs are scaled by what samples show (--data), or by a table that "
        "ncnn2table wrote (--table). Shows the noise of every layer, and how much the outputs of "
        "the model change. With --blocks, the matrices of Gemm and MultiHeadAttention become "
        "integers of few bits, and all else stays.",
    )
    add_rewriting_arguments(parser)
    add_data_arguments(parser)
    add_options(parser, BlockOptions, QuantizeOptions)
    parser.add_argument("--write-table", metavar="FILE", help="also write the scales")
    parser.add_argument(
        "--json", metavar="FILE", help="also write the errors by layer, for `ncnnc report --errors`"
    )
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    parser.add_argument("--target", metavar="NAME", help="machine to calibrate on (default: this)")
    parser.add_argument("--threads", metavar="N", type=count, default=1, help="to calibrate with")
    parser.set_defaults(run=run)


def add_data_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="PATH",
        type=parsed(words.named_data),
        action="append",
        default=[],
        help="samples: a folder of images or .npy files, a .txt file that lists some, or a .npy of "
        "one or of many; NAME=@PATH for each input of a model with several",
    )


def run(arguments: argparse.Namespace) -> int:
    """Quantize, print the errors, and write all files or none. Raises: NcnncError; OSError."""
    from ...quantize.quantizer import quantize_files, write_quantized
    from ..output.console import progress

    check_rewritten_files(arguments)
    check_outputs(arguments.json)
    if arguments.bits is not None:
        return run_blocks(arguments)
    if arguments.block is not None:
        raise UsageError("--block is for --blocks BITS")
    check_outputs(arguments.write_table)
    data = data_by_input(arguments.data)
    wanted = QuantizeOptions(**given_of(arguments, QuantizeOptions))
    options = model_options(arguments)
    with progress(f"quantizing {arguments.model}") as show:
        quantized = quantize_files(options, wanted, data, show)
    files = arguments.out_param, arguments.out_weights
    write_quantized(quantized, *files, arguments.write_table)
    print_report(quantized.report)
    write_errors(arguments.json, quantized.report)
    return 0


def model_options(arguments: argparse.Namespace) -> CompileOptions:
    """The model, its shapes, and the machine to run it on."""
    target = {} if arguments.target is None else {"target": arguments.target}
    options = rewriting_options(arguments, threads=arguments.threads, **target)
    say_shapes_beside(arguments, options)
    return options


def run_blocks(arguments: argparse.Namespace) -> int:
    """The same with matrices of few bits. Raises: NcnncError; OSError."""
    from ...quantize.blocks.quantizer import quantize_blocks_of_files, write_block_model
    from ..output.console import progress

    int8_alone = options_of(QuantizeOptions).keys() - options_of(BlockOptions).keys()
    for name in (*sorted(int8_alone), "write_table"):
        if getattr(arguments, name):
            raise UsageError(f"{option_of(name)} is for int8, not for --blocks")
    wanted = BlockOptions(**given_of(arguments, BlockOptions))
    data = data_by_input(arguments.data)
    options = model_options(arguments)
    with progress(f"quantizing {arguments.model}") as show:
        quantized = quantize_blocks_of_files(options, wanted, data, show)
    write_block_model(quantized, arguments.out_param, arguments.out_weights)
    print_block_report(quantized.report)
    write_errors(arguments.json, quantized.report)
    return 0


def write_errors(path: str | None, report: QuantizationReport | BlockReport) -> None:
    """Write a report for machines, if a file is named. Raises: OSError."""
    from dataclasses import asdict

    from ...report.errors import finite
    from ..output.console import write_json

    if path is not None:
        layers = [finite(asdict(layer)) for layer in report.layers]
        write_json(path, {**finite(asdict(report)), "layers": layers})


def print_block_report(report: BlockReport) -> None:
    """A table of the layers, and what the model has become."""
    from ..output.console import describe_bytes
    from ..output.tables import print_table

    columns = ("layer", "type", "precision", "weight error", "output error", "")
    rows = [
        (
            layer.name,
            layer.type,
            f"{report.bits} bits" if layer.is_quantized else "float32",
            error_text(layer.weight_error),
            error_text(layer.output_error),
            layer.reason,
        )
        for layer in report.layers
    ]
    print_table(columns, rows, numeric=columns[3:5])
    sizes = " -> ".join(map(describe_bytes, (report.bytes_before, report.bytes_after)))
    counts = f"{len(report.quantized_layers)} of {len(report.layers)} layers"
    print(f"\n{report.bits} bits, blocks of {report.block}: {counts}; weights {sizes}")


def error_text(error: float | None) -> str:
    """A relative error; empty if it was not measured."""
    return "" if error is None else f"{error:.1e}"


def print_report(report: QuantizationReport) -> None:
    """Print a table of layers, the largest errors, and a summary of the model."""
    from ..output.console import describe_bytes
    from ..output.tables import print_table

    columns = ("layer", "type", "precision", "input scale", "SNR dB", "error alone", "")
    print_table(columns, [row_of(layer) for layer in report.layers], numeric=columns[3:6])
    worst = [layer for layer in report.layers if layer.error_alone]
    worst.sort(key=lambda layer: -(layer.error_alone or 0))
    if worst:
        named = ", ".join(f"{layer.name} ({layer.error_alone:.1e})" for layer in worst[:WORST])
        print(f"\nthese hurt most: {named}")
    total = len(report.layers)
    sizes = " -> ".join(map(describe_bytes, (report.bytes_before, report.bytes_after)))
    print(f"int8: {len(report.int8_layers)} of {total} layers; weights {sizes}")
    if report.error is not None:
        count = f"{report.samples_measured} of {report.samples} samples"
        print(f"error: {report.error:.1e} of the largest magnitude, on {count}")
    if report.overflowing:
        named = ", ".join(report.overflowing[:WORST])
        more = f" and {len(report.overflowing) - WORST} more" * (len(report.overflowing) > WORST)
        print(f"warning: sums of {named}{more} overflow in ncnn's Winograd; hint: {OVERFLOW_HINT}")
    if report.float_batchnorms:
        layers = f"{report.float_batchnorms} BatchNorm or Scale layers behind convolutions"
        print(f"hint: {layers} stay float32; --optimize merges them")


def row_of(layer: LayerReport) -> tuple[str, ...]:
    """A line of the table."""
    return (
        layer.name,
        layer.type,
        "int8" if layer.is_int8 else "float32",
        "" if layer.input_scale is None else f"{layer.input_scale:.6g}",
        "" if layer.decibels is None else decibel_text(layer.decibels),
        error_text(layer.error_alone),
        layer.reason,
    )


def decibel_text(value: float) -> str:
    """A ratio; exact results have none."""
    return f"{value:.1f}" if math.isfinite(value) else "exact"
