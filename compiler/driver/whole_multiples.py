"""Propose image sizes that are multiples of a stride where arbitrary sizes do not fit a model."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from ...passes.common.errors import OperationError
from ...runtime.errors import NcnncError
from ...runtime.model.symbols import ExtentExpression, PlannedExtent
from ..diagnostics import ExtentsError, ModelError
from ..frontend.locations import model_error_from_pass
from ..options.compile_options import CompileOptions
from ..options.symbolic_inputs import names_of
from ..pipeline.build import build_pipeline
from ..pipeline.runner import PassRunner
from ..pipeline.steps import Level
from .import_model import import_model
from .symbols import planned_shapes

STRIDES = (32, 64)
"""Usual factors by which networks reduce their images."""


@contextmanager
def multiples_proposed(options: CompileOptions) -> Generator[None]:
    """
    Propose multiples of a stride if only these fit, else the only size that fits.

    Raises: ExtentsError for the former; ModelError.
    """
    try:
        yield
    except ModelError as error:
        if type(error) not in (ModelError, ExtentsError):
            raise
        hint = fitting_multiples(options)
        if hint is None:
            error.hint = error.hint or fitting_size(options)
            raise
        reason, _, _ = error.reason.partition("; hint: ")
        place = {"file": error.file, "layer": error.layer, "layer_type": error.layer_type}
        found = ExtentsError(reason, line=error.line, offset=error.offset, hint=hint, **place)
        found.refused = (error,)
        raise found from error


def fitting_multiples(options: CompileOptions) -> str | None:
    """Return a hint with multiples of a stride that fit model and ranges; None if none does."""
    names = sides_of_images(options.inputs)
    for stride in STRIDES if names else ():
        tried = with_multiples(options, names, stride)
        if tried is None:
            continue
        try:
            module, ctx = import_model(tried)
            PassRunner(ctx).run(module, build_pipeline(tried).until(Level.IMPORT))
        except (NcnncError, OperationError):
            continue
        return hint_of(tried)
    return None


def fitting_size(options: CompileOptions) -> str | None:
    """Return a hint with the shape that the network was exported for, if it is known."""
    if not options.dims or options.states:
        return None
    tried = replace(options, inputs=planned_shapes(options.inputs), dims={})
    try:
        module, ctx = import_model(tried)
        PassRunner(ctx).run(module, build_pipeline(tried).until(Level.IMPORT))
    except OperationError as error:
        return model_error_from_pass(error).hint
    except NcnncError:
        pass
    return None


def sides_of_images(inputs: Mapping[str, Sequence[int]]) -> set[str]:
    """Return the extents that are used only as widths or heights."""
    sides, others = set[str](), set[str]()
    for shape in inputs.values():
        for axis, extent in enumerate(shape, -len(shape)):
            is_side = len(shape) > 2 and axis >= -2 and str(extent) in names_of(extent)
            (sides if is_side else others).update(names_of(extent))
    return sides - others


def with_multiples(options: CompileOptions, names: set[str], stride: int) -> CompileOptions | None:
    """
    Return options whose extents are replaced by multiples of `stride` in their ranges; None if a
    range has none.
    """
    inputs = {
        name: tuple(
            ExtentExpression.parse(f"{stride}*{e}") if names.intersection(names_of(e)) else e
            for e in shape
        )
        for name, shape in options.inputs.items()
    }
    dims = dict(options.dims)
    for name in names:
        low, high = dims[name]
        dims[name] = low, high = max(-(-low // stride), 1), high // stride
        if low > high:
            return None
    return replace(options, inputs=inputs, dims=dims)


def hint_of(options: CompileOptions) -> str:
    """Return the command-line arguments for these inputs."""
    inputs = [
        f"--input {name}={','.join(str(e).replace(' ', '') for e in shape)}"
        for name, shape in options.inputs.items()
        if any(isinstance(e, PlannedExtent) for e in shape)
    ]
    dims = [f"--dim {name}={low}..{high}" for name, (low, high) in options.dims.items()]
    return f"whole multiples fit: {' '.join([*inputs, *dims])}"
