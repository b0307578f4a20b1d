"""A model by what the user calls it: a `.param`, a network of the zoo, or a compiled model."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ...runtime.files.input_files import shown_path
from .. import zoo
from ..bundle.archive import ArchivedFile
from ..bundle.location import find_model, weights_beside
from ..diagnostics import ExtentsError, UsageError, unknown_name
from ..option_values import size
from ..options.compile_options import CompileOptions, require_runnable
from ..options.conversions import AUTO_MEMORY
from ..options.symbolic_inputs import largest_inputs
from .arguments import check_name, compile_options, given_options, option_of
from .output.console import progress
from .output.tables import print_table
from .output.times import ProcessTimes

if TYPE_CHECKING:
    from ...dialects.context import Remark
    from ...runtime.artifact import Contents
    from ...runtime.model.program import Program
    from ...runtime.sessions.compiled_model import CompiledModel
    from ..driver.compile import ShapesByName
    from ..image import Image
    from ..program.lowered import Lowered

ARTIFACT_SUFFIXES = (".ncnnc", ".so", ".dll", ".dylib", ".o")


def is_artifact(name: str) -> bool:
    """Return whether `name` is that of a compiled model."""
    return Path(name).suffix in ARTIFACT_SUFFIXES


def param_source(options: CompileOptions) -> str | bytes:
    """Return the path or the content of the `.param`; of a network of the zoo its content."""
    if isinstance(options.param, str) and zoo.is_zoo_name(options.param):
        return zoo.build(options.param).param_text.encode()
    return options.param


def names_in_files(options: CompileOptions) -> list[str]:
    """Return the names of the inputs that model files have. Raises: NcnncError."""
    from ..frontend.ncnn.cut import cut_model
    from ..frontend.ncnn.model_files import read_model_record

    record = read_model_record(param_source(options), options.name)
    record = cut_model(record, (), options.outputs)
    return [top for layer in record.layers if layer.type == "Input" for top in layer.tops]


def with_weights(options: CompileOptions) -> CompileOptions:
    """Return the options, with generated weights if there are none: they make no other code."""
    if options.random_weights is not None or options.format.has_weights(options.source):
        return options
    return replace(options, random_weights=0)


def generate_missing_weights(arguments: argparse.Namespace) -> bool:
    """Let a model whose `.bin` is not there have generated weights; return whether it is so."""
    if is_artifact(arguments.model):
        return False
    seed = arguments.random_weights
    options = CompileOptions(arguments.model, arguments.weights, random_weights=seed)
    if with_weights(options) is options:
        return False
    arguments.random_weights = 0
    return True


def say_what_is_generated(arguments: argparse.Namespace) -> None:
    """Say on standard error that weights are generated, if the model stores any."""
    from ..frontend.ncnn.cut import stores_arrays
    from ..frontend.ncnn.model_files import read_model_record

    options = CompileOptions(arguments.model)
    if stores_arrays(read_model_record(param_source(options), options.name)):
        absent = shown_path(weights_beside(options.name))
        print(f"{absent} does not exist: the weights are generated", file=sys.stderr)


def open_models(
    arguments: argparse.Namespace, sets: Sequence[ShapesByName], threads: int | Literal["auto"] = 0
) -> list[CompiledModel]:
    """Load or compile a model for each set of shapes. Raises: UsageError; NcnncError."""
    from ...runtime.sessions.compiled_model import CompiledModel

    check_name(arguments)
    if arguments.sha256 is not None and not is_artifact(arguments.model):
        raise UsageError("--sha256 is for a compiled model: .ncnnc, .so or .o")
    if not is_artifact(arguments.model):
        chosen = compile_options(arguments, inputs=sets[0])
        require_runnable(chosen)
        programs = dynamic_or_largest_programs(arguments, chosen, sets)
        return [CompiledModel(program, threads) for program in programs]
    for name in given_options(arguments):
        source = shown_path(arguments.model)
        raise UsageError(f"{source} is compiled already: {option_of(name)} comes too late")
    return models_of_compiled(arguments, sets, threads)


def dynamic_or_largest_programs(
    arguments: argparse.Namespace, options: CompileOptions, sets: Sequence[ShapesByName]
) -> Sequence[Program]:
    """
    Return the programs for sets of shapes; one for the largest extents if layers refuse dynamic
    ones, and the command line allows it. Raises: NcnncError.
    """
    try:
        return programs_to_run(options, sets)
    except ExtentsError as error:
        if arguments.fallback is None or options.states:
            raise
        reason = f"{error.layers} cannot be computed for extents known at run time"
        print(f"{reason}: compiled for the largest", file=sys.stderr)
    shapes = largest_inputs(options.inputs, options.dims)
    return programs_to_run(replace(options, inputs=shapes, dims={}), [shapes])


def compiled_programs(arguments: argparse.Namespace) -> tuple[Contents, str]:
    """Return what a compiled file has for this machine, and its name. Raises: NcnncError."""
    from ...runtime.loading import programs_of

    return programs_of(arguments.model, arguments.name or "", arguments.sha256 or "")


def models_of_compiled(
    arguments: argparse.Namespace, sets: Sequence[ShapesByName], threads: int | Literal["auto"] = 0
) -> list[CompiledModel]:
    """Load a compiled file's models for sets of shapes, or all. Raises: UsageError; NcnncError."""
    from ...runtime.sessions.compiled_model import CompiledModel

    contents, source = compiled_programs(arguments)
    if not contents.dynamic:
        model = CompiledModel(contents.programs[0], threads, source)
        for shapes in sets:
            check_inputs_of_compiled(model, shapes.items())
        return [model]
    found = [p for shapes in sets for p in programs_for(source, contents.programs, shapes)]
    return [CompiledModel(program, threads, source) for program in found]


def programs_for(source: str, programs: Sequence[Program], shapes: ShapesByName) -> list[Program]:
    """Return the programs for these shapes. Raises: UsageError if there are none."""
    from ...runtime.model.specialisation import described_programs, described_shape

    known = [spec.name for spec in programs[0].inputs]
    for name in shapes:
        if name not in known:
            raise unknown_name("input", name, known)
    fitting = [
        program
        for program in programs
        if all(shapes.get(spec.name, spec.shape) == spec.shape for spec in program.inputs)
    ]
    if not fitting:
        wanted = " ".join(described_shape(name, shape) for name, shape in shapes.items())
        known_shapes = described_programs(programs)
        raise UsageError(f"{source} is compiled already, for {known_shapes}, not for {wanted}")
    return fitting


def check_inputs_of_compiled(model: CompiledModel, given: Iterable[tuple[str, object]]) -> None:
    """Check inputs, shapes or files, against a compiled model. Raises: UsageError."""
    specs = {spec.name: spec for spec in model.inputs}
    for name, value in given:
        if name not in specs:
            raise unknown_name("input", name, list(specs))
        spec = specs[name]
        if isinstance(value, tuple) and value != spec.shape:
            extents, hint = "x".join(map(str, spec.symbolic or spec.shape)), ""
            if spec.symbolic:
                hint = f"; hint: an array tells its extents, --input {name}=@x.npy"
            fixed = f"its shapes are fixed: input '{name}' is {extents}"
            raise UsageError(f"{model.source} is compiled already, {fixed}{hint}")


def with_measured_choices(
    options: CompileOptions, sets: Sequence[ShapesByName] = ()
) -> CompileOptions:
    """
    Return options without `max_error` and `tune`, and say what they choose. Raises: UsageError if
    several sets of shapes are to be tuned; NcnncError.
    """
    if options.max_error is not None:
        from ..precision.choosing import with_measured_precision

        with progress(f"choosing precisions of {options.name}") as show:
            options = with_measured_precision(options, show)
        print(f"precision: {options.precision_choice}", file=sys.stderr)
    if options.tune is not None:
        from ..driver.lower import NOT_TUNED
        from ..tuning.search.tuned_options import with_tuned_schedules
        from ..tuning.search.tuning_report import COLUMNS, NUMERIC

        if len(sets) > 1:
            raise UsageError(NOT_TUNED)
        with progress(f"tuning {options.name}") as show:
            options, report = with_tuned_schedules(options, show)
        print_table(COLUMNS, report.rows, numeric=NUMERIC, file=sys.stderr)
        print(f"tuned: {report}", file=sys.stderr)
    return options


def programs_to_run(
    options: CompileOptions, sets: Sequence[ShapesByName], times: ProcessTimes | None = None
) -> Sequence[Program]:
    """The programs for sets of shapes, cached. Raises: NcnncError if not compilable."""
    from ..driver.cached_programs import cached_programs

    options = with_measured_choices(options, sets)
    given = [sorted(shapes.items()) for shapes in sets] if len(sets) > 1 else None
    compiled = partial(compile_to_programs, options, sets, times)
    return cached_programs(options, given, compiled)


def compile_to_programs(
    options: CompileOptions,
    sets: Sequence[ShapesByName],
    times: ProcessTimes | None = None,
    targets: Sequence[str] = (),
) -> list[Program]:
    """Compile for all targets and sets of shapes, with shared weights. Raises: NcnncError."""
    from ..driver.compile import program_makers

    makers = program_makers(options, sets, targets)
    return [program_of(options, maker.lower, maker.assemble, times) for maker in makers]


def compile_to_program(options: CompileOptions, times: ProcessTimes | None = None) -> Program:
    """Compile with a progress line, without making weights yet. Raises: NcnncError."""
    from ..driver.lower import lower
    from ..program.assemble import assemble

    return program_of(options, lambda show: lower(options, progress=show), assemble, times)


def program_of(
    options: CompileOptions,
    lower: Callable[[Callable[[str], None]], Lowered],
    assemble: Callable[[Lowered], Program],
    times: ProcessTimes | None = None,
) -> Program:
    """The program that two steps make, with what the options want to be shown."""
    taken = times or ProcessTimes()
    taken.end_start()
    with progress(f"compiling {options.name}") as show:
        lowered = lower(show)
        show("machine code")
        program = assemble(lowered)
    taken.parts.append(lowered.runner.seconds)
    if options.remarks:
        print_remarks(lowered.ctx.remarks)
    if options.time_passes and times is None:
        taken.show()
    return program


def item_shapes(program: Program, images: Mapping[str, Image]) -> dict[str, tuple[int, ...]]:
    """Shapes of the blobs of one item, of images once prepared; empty ones left out."""
    from ...runtime.model.tensors import given_inputs

    first = int(program.batch > 0)
    shapes: dict[str, tuple[int, ...]] = {}
    for spec in given_inputs(program.inputs):
        if image := images.get(spec.name):
            shapes[spec.name] = image.blob_shape or (image.channels, *spec.shape[-3:-1])
        elif not spec.is_empty:
            shapes[spec.name] = spec.shape[first:]
    return shapes


def print_remarks(remarks: Iterable[Remark]) -> None:
    """Print the remarks of passes, one per line, on standard error."""
    for remark in remarks:
        print(remark, file=sys.stderr)


def ncnn_files(
    model: str,
    weights: str | None,
    random_weights: int | None,
    folder: str,
    max_memory: str | None,
) -> tuple[str, str]:
    """
    Return `.param` and `.bin`, written into `folder` if missing; generated ones of as many bytes as
    `max_memory` says, or memory is there for. Raises: UsageError; ModelError.
    """
    from ..frontend.ncnn.random_weights_file import write_random_weights

    if is_artifact(model):
        raise UsageError("ncnn cannot read a compiled model; comparing needs the .param")
    if zoo.is_zoo_name(model):
        param, written = zoo.write(model, folder, random_weights or 0)
        return str(param), str(written)
    param, found = (written_file(each, folder) for each in find_model(model, weights))
    assert param is not None
    if random_weights is not None:
        path = f"{folder}/random.bin"
        known = max_memory not in (None, AUTO_MEMORY)
        most = size(max_memory, "max_memory") if known else None
        write_random_weights(param, random_weights, {}, path, most)
        return param, path
    return param, found or str(weights_beside(param))


def written_file(source: str | bytes | None, folder: str) -> str | None:
    """Return the path of a file; one of an archive is written into a folder before."""
    if not isinstance(source, ArchivedFile):
        assert not isinstance(source, bytes)
        return source
    path = Path(folder, Path(source.member).name)
    path.write_bytes(source)
    return str(path)
