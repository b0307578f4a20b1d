"""`ncnnc compile`: a model to machine code, or to a stage on the way there."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.files import shown_path
from ...diagnostics import UsageError, unknown_name
from ...driver.code_options import ConvPolicy
from ...driver.collector import collector_paused, count_all_as_old
from ...driver.options import CompileOptions, require_runnable
from ...driver.pipeline import build_pipeline
from ...driver.steps import Level
from ...driver.target import HOST
from ..arguments import (
    add_compile_arguments,
    add_model_arguments,
    add_outputs_argument,
    add_shape_argument,
    compile_options,
    count,
    only_shapes,
    shape_sets,
)
from ..imports import add_import_argument

if TYPE_CHECKING:
    from ..model_source import Shapes

SUFFIXES = {
    ".ncnnc": "compiled model, for ncnnc run and ncnnc.load",
    ".o": "object code",
    ".s": "assembly",
    ".ll": "LLVM IR",
    ".mlir": "IR of the level that --emit-level names",
}


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
    parser = verbs.add_parser(
        "compile",
        help="compile a model",
        description="Compile a model. What is written depends on the suffix of OUT. "
        + "; ".join(f"{suffix}: {what}" for suffix, what in SUFFIXES.items()),
    )
    add_model_arguments(parser)
    parser.add_argument("-o", "--output", metavar="OUT", help="default: MODEL.ncnnc")
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    parser.add_argument(
        "--threads",
        metavar="N",
        type=count,
        help=f"threads of the .ncnnc (default: {CompileOptions.threads})",
    )
    parser.add_argument(
        "--emit-level",
        metavar="LEVEL",
        default=Level.LOOPS.value,
        help=f"of .mlir: {', '.join(Level)} (default: %(default)s)",
    )
    parser.add_argument(
        "--print-debuginfo",
        action="store_true",
        help="write the layer of every op into the .mlir, as its location",
    )
    parser.add_argument(
        "--print-pipeline",
        action="store_true",
        help="print the passes up to the level, as `ncnnc-opt -p` takes them, and compile nothing",
    )
    add_compile_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """
    Compile, and write the file.

    Raises: UsageError for an unknown suffix or level; NcnncError if the model cannot be compiled;
    OSError if the file cannot be written.
    """
    # Threads of BLAS wait by spinning, and no product here is large enough for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    output = Path(arguments.output or Path(arguments.model).with_suffix(".ncnnc").name)
    if output.suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise UsageError(f"the suffix of '{shown_path(output)}' must say what to write: {known}")
    if arguments.emit_level not in list(Level):
        raise unknown_name("level", arguments.emit_level, list(Level))
    level = Level(arguments.emit_level)
    sets = shape_sets(arguments.input)
    if output.suffix != ".ncnnc":
        only_shapes(arguments.input, f"a {output.suffix} has the code of one, a .ncnnc of several")
    options = compile_options(arguments, inputs=sets[0], threads=arguments.threads)
    if arguments.print_pipeline:
        print(build_pipeline(options.code).until(level))
        return 0
    if options.code.conv_policy is ConvPolicy.MEASURE:
        require_runnable(options)
    if options.target == HOST:
        print(f"target: {options.code.target.name}", file=sys.stderr)
    with collector_paused():
        if output.suffix == ".ncnnc":
            write_model(options, sets, output)
        else:
            write_stage(options, output, level, arguments.print_debuginfo)
        count_all_as_old()
    return 0


def write_model(options: CompileOptions, sets: Sequence[Shapes], output: Path) -> None:
    """Write a compiled model for all sets of shapes, and say how large it is."""
    from ....runtime import artifact
    from ....runtime.shared_weights import SharedWeights
    from ....runtime.specialisation import described_shapes
    from ...driver.assembling import PACKING
    from ..console import describe_bytes, progress
    from ..model_source import programs_to_run
    from ..times import Times

    times = Times()
    # The file that is written is what is kept: the cache needs no second copy.
    programs = programs_to_run(options, sets, times, keep=False)
    weights = describe_bytes(SharedWeights(programs).size)
    several = len(programs) > 1
    started, packed = time.perf_counter(), times.seconds(PACKING)
    with progress(f"writing {output}"):
        artifact.write_contents(output, artifact.Contents(tuple(programs), several))
    if options.time_passes:
        packing = times.seconds(PACKING) - packed
        times.parts.append({"writing the file": time.perf_counter() - started - packing})
        times.show()
    for program in programs:
        name = described_shapes(program) if several else str(output)
        memory = program.arena_bytes + program.workspace_bytes
        shown = "" if several else f"weights {weights}, "
        print(
            f"{name}: {len(program.steps)} steps, "
            f"code {describe_bytes(len(program.object_code))}, "
            f"{shown}memory {describe_bytes(memory)}"
        )
    if several:
        print(f"{output}: {len(programs)} sets of shapes, weights of all {weights}")


def write_stage(options: CompileOptions, output: Path, level: Level, locations: bool) -> None:
    """Write what a stage of the compilation makes; the level and locations are those of IR."""
    from ....runtime.artifact import write_atomically
    from ...driver.lowering import lower
    from ...driver.pass_runner import module_text
    from ..console import progress
    from ..model_source import print_remarks
    from ..times import Times

    times = Times()
    times.end_start()
    with progress(f"compiling {options.param}") as show:
        lowered = lower(options, level if output.suffix == ".mlir" else Level.LOOPS, show)
        show(output.suffix)
        match output.suffix:
            case ".mlir":
                content = module_text(lowered.module, locations=locations).encode()
            case ".ll":
                content = lowered.llvm_ir().encode()
            case ".s":
                content = lowered.assembly().encode()
            case _:
                content = lowered.object_code()
    write_atomically(output, [content])
    if options.remarks:
        print_remarks(lowered.ctx.remarks)
    if options.time_passes:
        times.parts.append(lowered.runner.seconds)
        times.show()
