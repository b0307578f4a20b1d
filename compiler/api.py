"""The public functions: compile a model for this machine, load a compiled one, rewrite files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast, overload

from ..runtime.files.replacing_files import check_outputs
from ..runtime.loading import load
from ..runtime.model.tensors import blobs_only
from ..runtime.sessions.compiled_model import CompiledModel
from ..runtime.sessions.dynamic_model import KEEP, KEEP_BYTES
from ..runtime.warning import warn
from .diagnostics import OptionValueError
from .library.library_options import SUFFIXES as LIBRARIES
from .library.library_options import LibraryOptions
from .option_values import FileOrBytes, flag, names, path
from .options.compile_options import CompileOptions, require_runnable
from .options.formats import WEB, check_format, default_target, targets_for
from .options.keywords import (
    BlockKeywords,
    CompileKeywords,
    GraphKeywords,
    LibraryKeywords,
    QuantizeKeywords,
)
from .options.record import OptionGroup, options_of
from .options.signature import check_keywords, with_keywords
from .pipeline.build import optimizer_steps
from .quantize.blocks.block_options import BlockOptions
from .quantize.quantize_options import QuantizeOptions

if TYPE_CHECKING:
    from ..dialects.context import Remark
    from ..runtime.model.symbols import Dim, DimExpression
    from ..runtime.sessions.dynamic_model import DynamicModel
    from .quantize.blocks.report import BlockReport
    from .quantize.report import QuantizationReport
    from .quantize.samples import Data

MAPPINGS = (
    *("inputs", "dims", "states", "conv", "schedule", "layer_precision"),
    *("preprocess", "input_types", "masks"),
)
"""Options for which None means an empty mapping."""
FALLBACK = "dynamic"
"""The only fallback for layers that do not support extents known at run time."""

__all__ = ["compile", "compile_library", "load", "optimize", "quantize", "quantize_blocks"]


@overload
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: Literal[False] = False,
    **options: Unpack[CompileKeywords],
) -> CompiledModel: ...


@overload
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: Literal[True],
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Unpack[CompileKeywords],
) -> DynamicModel: ...


@overload
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    fallback: Literal["dynamic"],
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Unpack[CompileKeywords],
) -> CompiledModel | DynamicModel: ...


@with_keywords(CompileKeywords, CompileOptions)
def compile(
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    dynamic: bool = False,
    fallback: str | None = None,
    keep: int = KEEP,
    keep_bytes: int = KEEP_BYTES,
    **options: Unpack[CompileKeywords],
) -> CompiledModel | DynamicModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it); bytes are the contents of such files. `options` are the fields of
    `CompileOptions`: `inputs` maps blob names to shapes such as `(c, h, w)`: of inputs without one
    in the file, or of intermediate blobs that become inputs; `outputs` lists the blobs to compute
    instead of the file's outputs; `preprocess` describes inputs given as images: see `Image`.
    `progress` is called with the name of each pass before it runs, and not at all on a cache hit.

    A `dynamic` model accepts any shapes that the graph allows, and compiles for new shapes when
    they first occur. It keeps the most recently used specialisations: at most `keep`, and
    `keep_bytes`; see `DynamicModel`. `inputs` are then defaults for `prepare`. With
    `fallback="dynamic"` a model is dynamic if it has layers that cannot be computed for extents
    known at run time; a warning names them.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    check_keywords(
        options, CompileKeywords, "progress", "dynamic", "fallback", "keep", "keep_bytes"
    )
    wanted = _options(param, weights, options)
    require_runnable(wanted)
    if dynamic and wanted.tune is not None:
        raise OptionValueError("tune needs fixed shapes, and a dynamic model has none")
    wanted = _with_measured_choices(wanted, progress)
    from .driver.sessions import compiled_model, dynamic_model, symbolic_or_dynamic_model

    if flag(dynamic, "dynamic"):
        if wanted.states:
            hint = "hint: name extents, such as P, in the shapes of inputs"
            raise OptionValueError(f"a dynamic model has no states; {hint}")
        return dynamic_model(wanted, progress, keep, keep_bytes, suggest_dims=not wanted.batch)
    if fallback is not None:
        if fallback != FALLBACK:
            raise OptionValueError(f"fallback must be None or '{FALLBACK}', not {fallback!r}")
        return symbolic_or_dynamic_model(wanted, progress, keep, keep_bytes)
    if (keep, keep_bytes) != (KEEP, KEEP_BYTES):
        raise OptionValueError("keep and keep_bytes are for a dynamic model; hint: dynamic=True")
    return compiled_model(wanted, progress)


@with_keywords(LibraryKeywords, CompileOptions, LibraryOptions)
def compile_library(
    param: FileOrBytes,
    weights: FileOrBytes | None,
    output: str | os.PathLike[str],
    *,
    targets: Sequence[str] = (),
    inputs: Mapping[str, Sequence[int | str | Dim | DimExpression]]
    | Sequence[Mapping[str, Sequence[int | str | Dim | DimExpression]]]
    | Literal["auto"]
    | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[LibraryKeywords],
) -> tuple[Path, ...]:
    """
    Compile a model into a library for C: `output` is a `.so`, `.a` or `.o`, its header beside it.

    The library has code for all `targets` (default: this machine), even those that this machine
    does not run, and chooses among them at run time. A `.wasm` is a module for JavaScript, for one
    target (docs/web.md). `inputs` are shapes by blob name, several such mappings, or `"auto"` for
    shapes that fit. Names in C begin with `name` (default: the stem of `output`). `weights_file` is
    a separate file for the weights. With `threads=1`, the default, the library needs no OpenMP. The
    other keywords are fields of `CompileOptions`. Returns the written files. See docs/deploy.md.

    Raises: NcnncError if the model or an option is invalid, or no linker for a `.so` is found;
    OSError if a file cannot be written.
    """
    check_keywords(options, LibraryKeywords, "targets", "inputs", "progress")
    path_of_library = Path(path(output, "output"))
    if isinstance(inputs, Sequence) and not isinstance(inputs, str):
        sets = list(inputs)
    else:
        sets = [inputs]
    if path_of_library.suffix not in (WEB, *LIBRARIES):
        known = ", ".join((*LIBRARIES, WEB))
        raise OptionValueError(f"the suffix of output must be one of {known}")
    wanted = names(targets or (default_target(path_of_library.name),), "targets")
    of_library, given = _split(options, LibraryOptions)
    wanted = targets_for(path_of_library.name, wanted, str(of_library.get("system", "")))
    given["target"] = wanted[0]
    shapes = [_options(param, weights, {**given, "inputs": one}) for one in sets]
    check_format(path_of_library, wanted)
    library = LibraryOptions(**of_library, threads=shapes[0].default_threads)
    check_outputs(path_of_library, library.weights_file or None)
    from .driver.compile import program_makers
    from .library.writing import write_library
    from .web.writing import write_web

    chosen = shapes[0]
    if len(wanted) == 1 and (len(shapes) == 1 or chosen.tune is None):
        chosen = _with_measured_choices(chosen, progress)
    makers = program_makers(chosen, [one.inputs for one in shapes], wanted)
    programs = [maker.assemble(maker.lower(progress)) for maker in makers]
    if path_of_library.suffix != WEB:
        return write_library(path_of_library, programs, library)
    return write_web(path_of_library, programs, library.weights_file)


@with_keywords(GraphKeywords, CompileOptions)
def optimize(
    param: FileOrBytes,
    weights: FileOrBytes | None,
    out_param: str | os.PathLike[str],
    out_weights: str | os.PathLike[str],
    *,
    fp16: bool = False,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    check: bool = False,
    **options: Unpack[GraphKeywords],
) -> tuple[Remark, ...]:
    """
    Rewrite the files of a model into smaller ones that ncnn loads, as `ncnnc optimize` does.

    `outputs` cuts the model: only the layers that these blobs need are written. An intermediate
    blob named in `inputs` becomes an Input, and layers that only feed it are dropped. `fp16` stores
    weights as float16; `only` and `skip` choose passes; with `check`, nothing is written if an
    output changes. Returns the rewrites, made and declined, with reasons.

    Raises: NcnncError if the model is wrong; OSError if a file cannot be written.
    """
    check_keywords(options, GraphKeywords, "fp16", "only", "skip", "check")
    wanted = _options(param, weights, options)
    optimizer_steps(only, skip)
    check_outputs(out_param, out_weights)
    from .export import WeightStorage
    from .optimizer import check_optimized, optimize_files, write_optimized

    storage = WeightStorage.FLOAT16 if fp16 else WeightStorage.FLOAT32
    optimized = optimize_files(wanted, only=only, skip=skip, storage=storage)
    if check:
        check_optimized(wanted, optimized)
    write_optimized(optimized, out_param, out_weights)
    return optimized.remarks


@with_keywords(QuantizeKeywords, CompileOptions, QuantizeOptions)
def quantize(
    param: FileOrBytes,
    weights: FileOrBytes | None,
    out_param: str | os.PathLike[str],
    out_weights: str | os.PathLike[str],
    data: Data | Mapping[str, Data] | None = None,
    *,
    write_table: str | os.PathLike[str] | None = None,
    **options: Unpack[QuantizeKeywords],
) -> QuantizationReport:
    """
    Write a float32 model as int8 files that ncnn loads, as `ncnnc quantize` does.

    `data` are samples of the input: an array whose first axis counts samples, several arrays, or
    the path of a folder of images or `.npy` files, of a list of files, or of one file; for several
    inputs, a mapping by name. `mean` and `norm` apply to images. Layers in `keep` stay float32, and
    so do the most sensitive layers until the error is at most `max_error` of an output's largest
    magnitude. `table` is a file of scales from ncnn2table, which needs no `data`; `small_winograd`
    is for layers that the report calls `overflowing`.

    Raises: NcnncError if the model, the data or the table are wrong; OSError if a file cannot be
    written.
    """
    check_keywords(options, QuantizeKeywords, "write_table")
    of_quantization, given = _split(options, QuantizeOptions)
    model, wanted = _options(param, weights, given), QuantizeOptions(**of_quantization)
    check_outputs(out_param, out_weights, write_table)
    from .quantize.quantizer import quantize_files, write_quantized

    quantized = quantize_files(model, wanted, data)
    write_quantized(quantized, out_param, out_weights, write_table)
    return quantized.report


@with_keywords(BlockKeywords, CompileOptions, BlockOptions)
def quantize_blocks(
    param: FileOrBytes,
    weights: FileOrBytes | None,
    out_param: str | os.PathLike[str],
    out_weights: str | os.PathLike[str],
    data: Data | Mapping[str, Data] | None = None,
    **options: Unpack[BlockKeywords],
) -> BlockReport:
    """
    Write a float32 model with matrices of Gemm and MultiHeadAttention as 4-, 6- or 8-bit integers,
    as `ncnnc quantize --blocks` does.

    `bits` is 4, 6 or 8, and `block` columns (32, 64, 128) share a scale. The methods `awq` and
    `gptq` need `data`, samples as in `quantize`. Layers in `keep` stay float32, and so do layers
    whose relative error exceeds `max_error`.

    Raises: NcnncError if the model or the data are wrong; OSError if a file cannot be written.
    """
    check_keywords(options, BlockKeywords)
    of_quantization, given = _split(options, BlockOptions)
    model, wanted = _options(param, weights, given), BlockOptions(**of_quantization)
    check_outputs(out_param, out_weights)
    from .quantize.blocks.quantizer import quantize_blocks_of_files, write_block_model

    quantized = quantize_blocks_of_files(model, wanted, data)
    write_block_model(quantized, out_param, out_weights)
    return quantized.report


def _with_measured_choices(
    options: CompileOptions, progress: Callable[[str], None] | None = None
) -> CompileOptions:
    """
    Return options without `max_error` and `tune`; a warning says if all stays float32 by the first.
    """

    def show(step: str) -> None:
        if progress is not None:
            progress(step)

    if options.max_error is not None:
        from .precision.choosing import with_measured_precision

        options = with_measured_precision(options, show)
        if options.precision_choice is not None and not options.precision_choice.lowered:
            warn(str(options.precision_choice))
    if options.tune is not None:
        from .tuning.search.tuned_options import with_tuned_schedules

        options, _ = with_tuned_schedules(options, show)
    return options


def _split(
    given: Mapping[str, Any], group: type[OptionGroup]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of a group, and the others."""
    names = options_of(group)
    own = {name: value for name, value in given.items() if name in names}
    return own, {name: value for name, value in given.items() if name not in names}


def _options(
    param: FileOrBytes, weights: FileOrBytes | None, given: Mapping[str, Any]
) -> CompileOptions:
    """Return the options of a call: without None, with inputs named by `=`. Raises: UsageError."""
    options: dict[str, Any] = {
        name: value for name, value in given.items() if value is not None or name not in MAPPINGS
    }
    if isinstance(inputs := options.get("inputs"), Mapping):
        options["inputs"] = blobs_only(cast("Mapping[Any, Any]", inputs))  # a caller's
    return CompileOptions(cast("str", param), cast("str | None", weights), **options)  # checked
