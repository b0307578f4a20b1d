"""`ncnnc compile`: a model to machine code, or to a stage on the way there."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.files.input_files import shown_path
from ....runtime.files.replacing_files import check_outputs, write_atomically
from ...diagnostics import UsageError, unknown_name
from ...driver.collector import collector_paused
from ...frontend.pnnx.pnnx_format import PnnxFormat
from ...frontend.registry import format_of
from ...library.library_options import SUFFIXES as LIBRARIES
from ...library.library_options import LibraryOptions
from ...library.names import c_name
from ...options.choices import ConvPolicy
from ...options.compile_options import CompileOptions, require_runnable
from ...options.formats import (
    COMPILED,
    WEB,
    check_format,
    default_suffix,
    default_target,
    targets_for,
)
from ...options.target import HOST, parse_target
from ...pipeline.build import build_pipeline
from ...pipeline.steps import Level
from ..arguments import (
    add_compile_arguments,
    add_model_arguments,
    add_options,
    add_outputs_argument,
    add_shape_argument,
    compile_options,
    given_of,
    only_shapes,
    option_of,
    shape_sets,
)
from ..imports import add_import_argument
from ..model_source import with_measured_choices
from ..parser import Verbs
from ..values import threads

if TYPE_CHECKING:
    from ....runtime.model.program import Program
    from ..model_source import ShapesByName

SUFFIXES = {
    COMPILED: "compiled model, for ncnnc run and ncnnc.load",
    **LIBRARIES,
    WEB: "WebAssembly module, with JavaScript that loads it, and its types, beside it",
    ".s": "assembly",
    ".ll": "LLVM IR",
    ".mlir": "IR of the level that --emit-level names",
}


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
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
        type=threads,
        help="threads of a compiled model where nothing else is said, `auto` for as many as its "
        "first runs find best; a library for 1 does without OpenMP "
        f"(default: {CompileOptions.threads})",
    )
    add_options(parser, LibraryOptions)
    parser.add_argument(
        "--emit-level",
        metavar="LEVEL",
        default=Level.LOOPS.value,
        help=f"of .mlir: {', '.join(Level)} (default: %(default)s)",
    )
    parser.add_argument(
        "--no-check",
        action="store_true",
        help="do not compare what is made of a .onnx or .pt with what ONNX Runtime or PyTorch "
        "computes (default: compare, where they are installed)",
    )
    parser.add_argument(
        "--print-debuginfo",
        action="store_true",
        help="write the layer of every op into the .mlir, as its location",
    )
    parser.add_argument(
        "--print-pipeline",
        action="store_true",
        help="print the passes up to the level, as `ncnnc-opt MODEL.param -p` takes them, and "
        "compile nothing",
    )
    add_compile_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compile, and write the file. Raises: NcnncError for a bad option or model; OSError."""
    # Threads of BLAS wait by spinning, and no product here is large enough for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    targets = target_names(arguments)
    output = Path(arguments.output or default_output(arguments.model, targets))
    if output.suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise UsageError(f"the suffix of '{shown_path(output)}' must say what to write: {known}")
    if arguments.emit_level not in list(Level):
        raise unknown_name("level", arguments.emit_level, list(Level))
    level = Level(arguments.emit_level)
    sets = shape_sets(arguments.input)
    is_model = output.suffix in (COMPILED, WEB, *LIBRARIES)
    if not is_model:
        only_shapes(arguments.input, f"a {output.suffix} has the code of one, a .ncnnc of several")
    check_library_arguments(arguments, output)
    options = compile_options(
        arguments, inputs=sets[0], threads=arguments.threads, target=targets[0]
    )
    if len(targets) > 1 and (not is_model or arguments.print_pipeline):
        raise UsageError(f"one target is needed here, not {len(targets)}")
    check_format(output, targets)
    if len(targets) == 1:
        options = with_measured_choices(with_log(options, output), sets)
    if arguments.print_pipeline:
        print(build_pipeline(options).until(level))
        return 0
    check_outputs(output, arguments.weights_file)
    if options.conv_policy == ConvPolicy.MEASURE:
        require_runnable(options)
    if HOST in targets:
        print(
            f"target: {parse_target(HOST, measured=options.measured_costs).name}", file=sys.stderr
        )
    with collector_paused():
        if is_model:
            is_converted = format_of(arguments.model).name == PnnxFormat.name
            checked = arguments.model if is_converted and not arguments.no_check else None
            library = library_options(arguments, options)
            write_model(options, sets, targets, output, library, checked)
        else:
            write_stage(options, output, level, arguments.print_debuginfo)
        # The process is about to end: make all objects old, so that the collector does not look
        # through them (0.17 s of ResNet-50's, Zen 3).
        gc.freeze()
        gc.unfreeze()
    return 0


def with_log(options: CompileOptions, output: Path) -> CompileOptions:
    """Return options whose log of `tune` has a name: by default that of the output."""
    if options.tune is None or options.tune_log is not None:
        return options
    return replace(options, tune_log=str(output.with_suffix(".tune.json")))


def default_output(model: str, targets: Sequence[str]) -> str:
    """Return the name of a compiled model: of a folder all of its name, of a file the stem."""
    suffix = default_suffix(targets[0])
    if os.path.isdir(model):
        return f"{os.path.basename(os.path.abspath(model))}{suffix}"
    return Path(model).with_suffix(suffix).name


def target_names(arguments: argparse.Namespace) -> list[str]:
    """The targets that a command line names, each once; by default what runs the output here."""
    given = (arguments.target or default_target(arguments.output)).split(",")
    return targets_for(arguments.output or "", list(dict.fromkeys(given)), arguments.system or "")


def check_library_arguments(arguments: argparse.Namespace, output: Path) -> None:
    """Raises: UsageError for an option of libraries where none is written, or a bad name."""
    if output.suffix == WEB and not arguments.name:
        return
    if output.suffix in LIBRARIES:
        if arguments.name:
            c_name(arguments.name)
        if arguments.weights_file and Path(arguments.weights_file) == output:
            raise UsageError(f"library and weights are both named '{shown_path(output)}'")
        return
    for option in given_of(arguments, LibraryOptions):
        if option == "system":
            continue
        raise UsageError(f"{option_of(option)} is for libraries: {', '.join(LIBRARIES)}")


def library_options(arguments: argparse.Namespace, options: CompileOptions) -> LibraryOptions:
    return LibraryOptions(**given_of(arguments, LibraryOptions), threads=options.default_threads)


def write_model(
    options: CompileOptions,
    sets: Sequence[ShapesByName],
    targets: Sequence[str],
    output: Path,
    library: LibraryOptions,
    checked: str | None,
) -> None:
    """
    Write a compiled model, or a `library`, for all shapes and targets, and print its size. It is
    compared with the file `checked` before.
    """
    from ....runtime import artifact
    from ....runtime.model.specialisation import described_shapes
    from ....runtime.weights.shared_weights import SharedWeights
    from ...library.writing import best_first, write_library
    from ...program.assemble import PACKING
    from ...web.writing import write_web
    from ..model_source import compile_to_programs, programs_to_run
    from ..output.console import describe_bytes, progress
    from ..output.times import ProcessTimes

    times = ProcessTimes()
    if len(targets) == 1:
        programs = list(programs_to_run(options, sets, times))
    else:
        programs = best_first(compile_to_programs(options, sets, times, targets))
    if checked is not None:
        say_difference(checked, options, programs)
    weights = describe_bytes(SharedWeights(programs).size)
    several = len(programs) > 1
    started, packed = time.perf_counter(), times.seconds(PACKING)
    with progress(f"writing {output}"):
        if output.suffix in LIBRARIES:
            written = write_library(output, programs, library)
        elif output.suffix == WEB:
            written = write_web(output, programs, library.weights_file)
        else:
            artifact.write_contents(output, artifact.contents_of_programs(programs))
            written = (output,)
    if options.time_passes:
        packing = times.seconds(PACKING) - packed
        times.parts.append({"writing the file": time.perf_counter() - started - packing})
        times.show()
    for program in programs:
        shapes = described_shapes(program) if len(sets) > 1 else ""
        target = program.target if len(targets) > 1 else ""
        name = " for ".join(filter(None, [shapes, target])) or str(output)
        memory = program.arena_bytes + program.workspace_bytes
        shown = "" if several else f"weights {weights}, "
        print(
            f"{name}: {len(program.steps)} steps, "
            f"code {describe_bytes(len(program.object_code))}, "
            f"{shown}memory {describe_bytes(memory)}"
        )
    if len(sets) > 1:
        print(f"{output}: {len(sets)} sets of shapes, weights of all {weights}")
    elif several:
        print(f"{output}: {len(programs)} targets, weights of all {weights}")
    if len(written) > 1:
        print(f"written: {', '.join(map(str, written))}")


def say_difference(file: str, options: CompileOptions, programs: Sequence[Program]) -> None:
    """Say how far results are from those of a file of another kind. Raises: ModelError."""
    from ...pytorch.comparing_files import comparison
    from ..output.console import progress

    with progress(f"comparing with {file}"):
        line = comparison(file, options, programs)
    print(line, file=sys.stderr)


def write_stage(options: CompileOptions, output: Path, level: Level, locations: bool) -> None:
    """Write what a stage of the compilation makes; the level and locations are those of IR."""
    from ...driver.lower import lower
    from ...pipeline.runner import module_text
    from ..model_source import print_remarks
    from ..output.console import progress
    from ..output.times import ProcessTimes

    times = ProcessTimes()
    times.end_start()
    with progress(f"compiling {options.name}") as show:
        lowered = lower(options, level if output.suffix == ".mlir" else Level.LOOPS, show)
        show(output.suffix)
        match output.suffix:
            case ".mlir":
                content = module_text(lowered.module, locations=locations).encode()
            case ".ll":
                content = lowered.llvm_ir().encode()
            case _:
                content = lowered.assembly().encode()
    write_atomically(output, [content])
    if options.remarks:
        print_remarks(lowered.ctx.remarks)
    if options.time_passes:
        times.parts.append(lowered.runner.seconds)
        times.show()
