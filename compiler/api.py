"""The public verbs: compile a model for this machine, load a compiled one, rewrite files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ..runtime.dynamic import KEEP, KEEP_BYTES, DynamicModel
from ..runtime.loading import load
from ..runtime.model import CompiledModel
from ..runtime.program_set import ProgramSet
from ..runtime.tensors import blobs_only
from .diagnostics import OptionValueError
from .driver.cached_programs import CachedSpecialiser, cached_program
from .driver.option_values import flag, names, path, text
from .driver.options import CompileOptions, check_option_names, require_runnable
from .driver.pipeline import optimizer_steps
from .driver.target import parse_target
from .image import Image
from .library.names import c_name
from .library.options import SUFFIXES as LIBRARIES
from .library.options import LibraryOptions
from .quantize.options import QuantizeOptions

if TYPE_CHECKING:
    from ..dialects.context import Remark
    from ..runtime.program import Program
    from .quantize.report import QuantizationReport
    from .quantize.samples import Data

__all__ = ["compile", "compile_library", "load", "optimize", "quantize"]

Source: TypeAlias = str | os.PathLike[str] | bytes
"""A file by name, or its content."""


@overload
def compile(
    param: Source,
    weights: Source | None = None,
    *,
    dynamic: Literal[False] = False,
    **options: Any,
) -> CompiledModel: ...


@overload
def compile(
    param: Source,
    weights: Source | None = None,
    *,
    dynamic: Literal[True],
    **options: Any,
) -> DynamicModel: ...


def compile(
    param: Source,
    weights: Source | None = None,
    *,
    target: str = CompileOptions.target,
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Sequence[str] = CompileOptions.outputs,
    threads: int = CompileOptions.threads,
    random_weights: int | None = CompileOptions.random_weights,
    conv_policy: str = CompileOptions.conv_policy,
    conv: Mapping[str, str] | None = None,
    preprocess: Mapping[str, Image] | None = None,
    progress: Callable[[str], None] | None = None,
    dynamic: bool = False,
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **more: Any,
) -> CompiledModel | DynamicModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it); bytes are the contents of such files. `inputs` gives shapes by
    blob name, `(c, h, w)` and so on, where the file does not, `outputs` the blobs to compute if not
    those of the file, `preprocess` the inputs that are given as images: see `Image`. `progress` is
    called with the name of every pass that is about to run. Further keywords are fields of
    `CompileOptions`. Nothing of the compiler is imported before the options are checked, nor if the
    cache has the model: then there are no passes to tell of.

    A `dynamic` model takes inputs of any shapes that the graph allows, and compiles for them when
    they are first given; it keeps what it used last, as many as `keep` of at most `keep_bytes`: see
    `DynamicModel`. `inputs` are then the shapes of what `prepare` is not told of.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    check_option_names(more)
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "target": target,
        "inputs": shapes_by_blob(inputs),
        "outputs": outputs,
        "threads": threads,
        "random_weights": random_weights,
        "conv_policy": conv_policy,
        "conv": {} if conv is None else conv,
        "preprocess": {} if preprocess is None else preprocess,
    }
    options = CompileOptions(**{**given, **more})
    require_runnable(options)
    if flag(dynamic, "dynamic"):
        return dynamic_model(options, progress, keep, keep_bytes)
    if (keep, keep_bytes) != (KEEP, KEEP_BYTES):
        raise OptionValueError("keep and keep_bytes are for a dynamic model; hint: dynamic=True")
    from .driver.freed_memory import give_back_freed_memory

    def compiled() -> Program:
        from .driver.lowering import compile_program

        return compile_program(options, progress)

    model = CompiledModel(cached_program(options, compiled))
    give_back_freed_memory()
    return model


def dynamic_model(
    options: CompileOptions, progress: Callable[[str], None] | None, keep: int, keep_bytes: int
) -> DynamicModel:
    """A model that is compiled when it is used."""
    specialiser = CachedSpecialiser(options, progress)
    programs = ProgramSet(specialiser.interface, specialiser.programs)
    return DynamicModel(
        programs, specialiser, keep=keep, keep_bytes=keep_bytes, source=options.name
    )


def compile_library(
    param: Source,
    weights: Source | None,
    output: str | os.PathLike[str],
    *,
    targets: Sequence[str] = (CompileOptions.target,),
    inputs: Mapping[str, tuple[int, ...]] | Sequence[Mapping[str, tuple[int, ...]]] | None = None,
    name: str = LibraryOptions.name,
    weights_file: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Any,
) -> tuple[Path, ...]:
    """
    Compile a model into a library for C: `output` is a `.so`, `.a` or `.o`, its header beside it.

    It has code for all `targets`, whether this machine can run them or not, and chooses among them
    where it is used. `inputs` are the shapes by blob name, or several such sets. Names in C begin
    with `name` (default: the stem of `output`); `weights_file` takes the weights if they are not to
    be in the library. With `threads=1`, the default, it does without OpenMP. Further keywords are
    fields of `CompileOptions`. Returns the files that are written. See docs/deploy.md.

    Raises: NcnncError if the model or an option is wrong, or nothing here links a `.so`; OSError if
    a file cannot be written.
    """
    check_option_names(options)
    path_of_library = Path(path(output, "output"))
    sets = list(inputs) if isinstance(inputs, Sequence) else [inputs]
    if path_of_library.suffix not in LIBRARIES:
        raise OptionValueError(f"the suffix of output must be one of {', '.join(LIBRARIES)}")
    wanted = names(targets, "targets") or (CompileOptions.target,)
    given: dict[str, Any] = {"param": param, "weights": weights, "target": wanted[0], **options}
    shapes = [CompileOptions(**{**given, "inputs": shapes_by_blob(one)}) for one in sets]
    for target in wanted:
        parse_target(target)
    library = LibraryOptions(
        c_name(text(name, "name")) if name else "",
        "" if weights_file is None else path(weights_file, "weights_file"),
        shapes[0].threads,
    )
    from .driver.program_makers import program_makers
    from .library.writing import write_library

    makers = program_makers(shapes[0], [one.inputs for one in shapes], wanted)
    programs = [maker.assemble(maker.lower(progress)) for maker in makers]
    return write_library(path_of_library, programs, library)


def optimize(
    param: Source,
    weights: Source | None,
    out_param: str | os.PathLike[str],
    out_weights: str | os.PathLike[str],
    *,
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Sequence[str] = CompileOptions.outputs,
    fp16: bool = False,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    check: bool = False,
) -> tuple[Remark, ...]:
    """
    Rewrite the files of a model into smaller ones that ncnn loads, as `ncnnc optimize` does.

    `outputs` cuts the model: only what these blobs need is written. `fp16` stores weights as
    float16; `only` and `skip` choose passes; with `check` nothing is
    written if an output changes. Returns what was rewritten, and what not, with the reason.

    Raises: NcnncError if the model is wrong; OSError if a file cannot be written.
    """
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "inputs": shapes_by_blob(inputs),
        "outputs": outputs,
    }
    options = CompileOptions(**given)
    optimizer_steps(only, skip)
    from .export import WeightStorage
    from .optimizer import check_optimized, optimize_files, write_optimized

    storage = WeightStorage.FLOAT16 if fp16 else WeightStorage.FLOAT32
    optimized = optimize_files(options, only=only, skip=skip, storage=storage)
    if check:
        check_optimized(options, optimized)
    write_optimized(optimized, out_param, out_weights)
    return optimized.remarks


def quantize(
    param: Source,
    weights: Source | None,
    out_param: str | os.PathLike[str],
    out_weights: str | os.PathLike[str],
    data: Data | Mapping[str, Data] | None = None,
    *,
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Sequence[str] = CompileOptions.outputs,
    method: str = QuantizeOptions.method,
    keep: Sequence[str] = (),
    max_error: float | None = None,
    table: str | os.PathLike[str] | None = None,
    write_table: str | os.PathLike[str] | None = None,
    optimize: bool = False,
    small_winograd: bool = False,
    mean: Sequence[float] = Image.mean,
    norm: Sequence[float] = Image.norm,
    target: str = CompileOptions.target,
    threads: int = CompileOptions.threads,
    random_weights: int | None = CompileOptions.random_weights,
) -> QuantizationReport:
    """
    Write a float32 model as int8 files that ncnn loads, as `ncnnc quantize` does.

    `data` are samples of the input: an array with one more axis than the input, the first, several
    arrays, or the name of a folder of images or `.npy` files, of a list of files or of one file;
    for several inputs a mapping from their names. `mean` and `norm` are for images. Layers of
    `keep` stay float32, and those that hurt most until the error is at most `max_error` of the
    largest magnitude of an output. `table` has scales of ncnn2table, which need no `data`;
    `small_winograd` is for layers that the report calls `overflowing`.

    Raises: NcnncError if the model, the data or the table are wrong; OSError if a file cannot be
    written.
    """
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "inputs": shapes_by_blob(inputs),
        "outputs": outputs,
        "target": target,
        "threads": threads,
        "random_weights": random_weights,
    }
    options = CompileOptions(**given)
    wanted = QuantizeOptions(
        method=method,
        keep=names(keep, "keep"),
        table=None if table is None else path(table, "table"),
        max_error=max_error,
        optimize=flag(optimize, "optimize"),
        small_winograd=flag(small_winograd, "small_winograd"),
        images=Image(mean=tuple(mean), norm=tuple(norm)),
    )
    from .quantize.quantizer import quantize_files, write_quantized

    quantized = quantize_files(options, wanted, data)
    write_quantized(quantized, out_param, out_weights, write_table)
    return quantized.report


def shapes_by_blob(inputs: object) -> object:
    """The shapes of inputs that are given; what is no mapping stays, to be refused as it is."""
    return blobs_only(inputs) if isinstance(inputs, Mapping) else inputs or {}
