"""Compile a module of PyTorch: trace it, convert it by pnnx, compile it, and compare results."""

from __future__ import annotations

import shutil
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, TypeVar, Unpack, cast

import numpy as np

from ...runtime.errors import NcnncError
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.dynamic_model import DynamicModel
from ..api import compile
from ..diagnostics import ModelError, OptionValueError
from ..frontend.pnnx.pnnx_format import other_extent, temporary_folder
from ..frontend.pnnx.process import NcnnFiles, TracedInput, run_pnnx
from ..frontend.pnnx.renaming import name_inputs
from ..options.choices import Precision
from ..options.compile_options import CompileOptions
from ..options.keywords import CompileKeywords
from ..options.signature import check_keywords, with_keywords
from .blob_shapes import AnyShape, DynamicAxes, ShapePlan, plans, shape_of_rank, symbolic_shapes
from .checking import OutputDifference, check_differences, differences
from .inlining import inlined, states_kept
from .other_extents import results_of_others
from .substitutes import substituted
from .tracing import (
    array_of,
    can_be_marked,
    copied,
    evaluating,
    input_names,
    tensors_in,
    traceable,
    write_trace,
)

Model = CompiledModel | DynamicModel
T = TypeVar("T")
TYPES = {np.int64: "i64", np.int32: "i32", np.int8: "i8", np.uint8: "u8"}
"""Types in pnnx's notation; others are `f32`."""


@dataclass(frozen=True)
class Converted:
    """A module as ncnn's files, and its results for the examples."""

    files: NcnnFiles
    name: str
    wanted: Sequence[np.ndarray]

    def remove(self) -> None:
        shutil.rmtree(self.files.param.parent, ignore_errors=True)


@with_keywords(CompileKeywords, CompileOptions)
def from_torch(
    module: Any,
    *examples: Any,
    dynamic: Mapping[str, DynamicAxes] | None = None,
    check: bool = True,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[CompileKeywords],
) -> Model:
    """
    Compile a module of PyTorch for this machine, through pnnx.

    `examples` are tensors that the module takes, in order. Inputs are named as the parameters of
    its `forward`, and have ncnn's shapes: without a batch of 1; another one is the first axis, as
    with `batch=`. `dynamic` says which axes of the examples vary, by input: `{"x": {2: Dim("H", 32,
    512)}}` are extents known at run time, and `{"x": {2: None}}` makes a `DynamicModel`, which
    compiles for each new shape. With `check` the model is run on the examples, and on others where
    extents vary; the largest difference from the module is shown, and an error if it is more than
    rounding. The other keywords are options of `ncnnc.compile`. The module is traced as in
    inference and stays as it is. See docs/from-pytorch.md.

    Raises: NcnncError; its text is one line.
    """
    check_keywords(options, CompileKeywords, "dynamic", "check", "progress")
    if "inputs" in options:
        raise OptionValueError("the examples tell the inputs; hint: dynamic={'x': {2: Dim(...)}}")
    model, worst = compile_module(module, examples, dynamic or {}, check, progress, options)
    if worst is not None:
        print(f"{name_of(module)}: differs from PyTorch by {worst}", file=sys.stderr)
    return model


def compile_module(
    module: Any,
    examples: Sequence[Any],
    dynamic: Mapping[str, DynamicAxes],
    check: bool,
    progress: Callable[[str], None] | None,
    options: Mapping[str, Any],
) -> tuple[Model, OutputDifference | None]:
    """Return the model, and how far its results are from the module's. Raises: NcnncError."""
    module = traceable(module, examples)
    given = [array_of(example) for example in tensors_in(examples)]
    names = input_names(module, len(given))
    shapes = symbolic_shapes([array.shape for array in given], names, dynamic)
    others = results_of_others(module, examples, shapes) if check and dynamic else None

    def build(converted: Converted, plan: ShapePlan) -> tuple[Model, OutputDifference | None]:
        model = compiled(converted, names, plan, progress, options)
        check_sizes(model, converted)
        if not check:
            return model, None
        precision = options.get("precision", Precision.FP32.value)
        pairs = [(given, converted.wanted), *([others] if others else [])]
        found = [
            each
            for arrays, wanted in pairs
            for each in differences(wanted, results(model, arrays, names))
        ]
        return model, check_differences(found, converted.name, precision)

    converted, (model, worst) = first_conversion(
        module, examples, shapes, options.get("batch", 0), build
    )
    if isinstance(model, DynamicModel):
        weakref.finalize(model, converted.remove)  # The model reads the files for each new shape.
    else:
        converted.remove()
    return model, worst


def is_convertible(module: Any, examples: Sequence[Any]) -> bool:
    """Return whether a module can be traced, converted and imported."""
    from ..driver.import_model import import_model

    def build(converted: Converted, plan: ShapePlan) -> None:
        known = {
            blob: plan.shapes[i] for blob, i in inputs_of(converted.files.param, names).items()
        }
        import_model(CompileOptions(*map(str, converted.files), inputs=cast("Any", known)))

    shapes = [tuple(example.shape) for example in tensors_in(examples)]
    names = input_names(module, len(shapes))
    try:
        converted, _ = first_conversion(module, examples, shapes, 0, build)
    except NcnncError:
        return False
    converted.remove()
    return True


def first_conversion(
    module: Any,
    examples: Sequence[Any],
    shapes: Sequence[AnyShape],
    batch: int,
    build: Callable[[Converted, ShapePlan], T],
) -> tuple[Converted, T]:
    """
    Return the first conversion from which `build` succeeds, and its result. Try traces with and
    without a mark of the batch, and the possible shapes in ncnn. Raises: NcnncError.
    """
    refused: NcnncError | None = None
    for is_marked in (True, False) if can_be_marked(examples) else (False,):
        try:
            converted = convert(module, examples, shapes, is_marked)
        except ModelError as error:
            refused = refused or error
            continue
        try:
            for plan in plans(shapes, batch):
                try:
                    return converted, build(converted, plan)
                except ModelError as error:
                    refused = refused or error
        except BaseException:
            converted.remove()
            raise
        converted.remove()
    assert refused is not None
    raise refused


def name_of(module: Any) -> str:
    """Return the name of a function, or of the class of a module."""
    name = getattr(module, "original_name", type(module).__name__)  # `original_name` of scripts
    return getattr(module, "__name__", name)


def convert(
    module: Any, examples: Sequence[Any], shapes: Sequence[AnyShape], is_marked: bool
) -> Converted:
    """Trace a module, and let pnnx convert it in a new folder. Raises: ModelError."""
    name, folder = name_of(module), temporary_folder()
    given = [array_of(example) for example in tensors_in(examples)]
    trace = folder / f"{name}.pt"
    try:
        with evaluating(module):
            with (
                inlined(module, copied(examples)),
                states_kept(module) as states,
                substituted(),
            ):
                write_trace(module, copied(examples), trace, is_marked, states)
            wanted = [array_of(tensor) for tensor in tensors_in(module(*copied(examples)))]
        traced = [TracedInput(a.shape, TYPES.get(a.dtype.type, "f32")) for a in given]
        others = [other_input(*each) for each in zip(traced, shapes, strict=True)]
        varies = traced != others
        files = run_pnnx(trace, folder, name, traced if varies else (), others if varies else ())
        name_inputs(files.param, input_names(module, len(given)))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    trace.unlink()
    return Converted(files, name, wanted)


def other_input(traced: TracedInput, shape: AnyShape) -> TracedInput:
    """Return an input with other extents where a shape varies."""
    extents = zip(traced.shape, shape, strict=True)
    return TracedInput([n if n == e else other_extent(n) for n, e in extents], traced.dtype)


def compiled(
    converted: Converted,
    names: Sequence[str],
    plan: ShapePlan,
    progress: Callable[[str], None] | None,
    options: Mapping[str, Any],
) -> Model:
    """Compile ncnn's files for some shapes. Raises: NcnncError."""
    blobs = inputs_of(converted.files.param, names)
    shapes: dict[str, Any] = {blob: plan.shapes[place] for blob, place in blobs.items()}
    known = {name: shape for name, shape in shapes.items() if None not in shape}
    given: dict[str, Any] = {"outputs": outputs_of(converted), **options}
    given |= {"inputs": known, "batch": plan.batch}
    if len(known) < len(shapes):
        given["dynamic"] = True
    model: Model = compile(*map(str, converted.files), progress=progress, **given)
    return model


def inputs_of(param: Path, names: Sequence[str]) -> dict[str, int]:
    """Return the inputs of a `.param` written by pnnx, with the indices of their examples."""
    words = [line.split() for line in param.read_text(encoding="utf-8").splitlines()]
    blobs = [line[4] for line in words if line[:1] == ["Input"]]
    return {blob: place_of(blob, names) for blob in blobs}


def outputs_of(converted: Converted) -> list[str]:
    """Return the outputs of a `.param` written by pnnx, without other unused blobs."""
    return [f"out{place}" for place in range(len(converted.wanted))]


def place_of(blob: str, names: Sequence[str]) -> int:
    """Return the index of an input's example, by the input's name or pnnx's number."""
    return names.index(blob) if blob in names else int(blob.removeprefix("in"))


def check_sizes(model: Model, converted: Converted) -> None:
    """
    Check outputs. Raises: ModelError if known sizes differ from those of the module's outputs.
    """
    if isinstance(model, DynamicModel):
        return
    if any(spec.symbolic or spec.has_found_rows for spec in model.outputs):
        return
    if [prod(spec.shape) for spec in model.outputs] != [array.size for array in converted.wanted]:
        sizes = ", ".join(str(array.shape) for array in converted.wanted)
        reason = f"no shapes of inputs give the module's results {sizes}"
        raise ModelError(reason, file=converted.name)


def results(model: Model, examples: Sequence[np.ndarray], names: Sequence[str]) -> list[np.ndarray]:
    """Return the outputs of a model for tensors of the module's shapes. Raises: NcnncError."""
    blobs: dict[str, np.ndarray] = {}
    for spec in model.inputs:
        name = spec if isinstance(spec, str) else spec.name
        array = examples[place_of(name, names)]
        if isinstance(spec, str):
            blobs[name] = array[0] if array.shape[:1] == (1,) and array.ndim > 1 else array
        elif spec.symbolic:
            blobs[name] = array.reshape(shape_of_rank(array.shape, len(spec.shape)))
        else:
            blobs[name] = array.reshape(spec.shape)
    return list(model.run(blobs).values())
