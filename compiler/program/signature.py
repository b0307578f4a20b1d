"""Describe the inputs and outputs of the graph's function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseArrayBase,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument
from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ...dialects.constraints import int_list
from ...dialects.element_types import dtype_of, element_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.role import argument_roles
from ...dialects.main_function import (
    PANELS_ATTRIBUTE,
    SCALES_ATTRIBUTE,
    argument_attributes,
    blob_name,
    find_main,
    input_names,
    input_scales,
    next_value,
    output_names,
    result_attributes,
    states_of,
)
from ...dialects.ncnn.internal.from_pixels import FromPixelsResizeOp, PixelsOp
from ...dialects.ncnn.rules.found_rows import has_found_rows
from ...dialects.ncnn.rules.integer_operands import integer_sources
from ...dialects.symbols import EXTENTS_ATTRIBUTE, dynamic_symbols, is_static, symbols_of, text_of
from ...runtime.model.symbols import ExtentExpression, ProgramSymbol
from ...runtime.model.tensors import TensorSpec

BYTE_BOUNDS = (0, 255)
INT8_BOUNDS = (-127, 127)
"""Range of the results of int8 layers, without -128."""


def signature(
    module: ModuleOp, batch: int = 0
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Return inputs and outputs, batches as a whole; numbers of detected rows are then unknown."""
    inputs, outputs = signature_of_item(module)
    if not batch:
        return inputs, outputs
    return _of_batch(inputs, batch), _of_batch(outputs, batch)


def of_given_types(specs: Iterable[TensorSpec], module: ModuleOp) -> tuple[TensorSpec, ...]:
    """Return the inputs of a graph, with the types that lowering has given them."""
    scales = input_scales(find_main(module))
    return tuple(
        replace(spec, dtype="int8", bounds=INT8_BOUNDS, scale=scales[spec.name])
        if spec.name in scales
        else spec
        for spec in specs
    )


def of_states(
    inputs: Iterable[TensorSpec], outputs: Iterable[TensorSpec], module: ModuleOp
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Return inputs and outputs of a graph without those that lowering turned into states."""
    main = find_main(module)
    names = states_of(main)
    if not names:
        return tuple(inputs), tuple(outputs)
    returned = output_names(main) or names_of_role(main, ArgumentRole.OUTPUT)
    by_name = {spec.name: spec for spec in outputs}
    entries = zip(main.body.block.args, argument_attributes(main), strict=True)
    kept: list[TensorSpec] = []
    for spec, (argument, entry) in zip(inputs, entries, strict=False):
        if (name := names.get(argument)) is not None:
            spec = replace(spec, state=name)
            if name not in returned:
                spec = grown(spec, by_name[name], entry, main)
                spec = replace(spec, dtype=dtype_of(element_of(argument.type)).__name__)
        kept.append(spec)
    known = {spec.name: spec for spec in kept}
    for argument, entry in zip(main.body.block.args, argument_attributes(main), strict=True):
        owner = entry.data.get(SCALES_ATTRIBUTE)
        if isinstance(owner, StringAttr):
            scales = scales_spec(known[owner.data], entry)
            kept.append(replace(scales, planned=buffer_shape(argument)))
    return tuple(kept), tuple(by_name[name] for name in returned)


def scales_spec(state: TensorSpec, entry: DictionaryAttr) -> TensorSpec:
    """Return the spec of the scales of a state's rows, without planned extents."""
    return TensorSpec(
        blob_name(entry) or "",
        state.shape[:2],
        state=next_value(entry) or "",
        symbolic=state.symbolic[:2],
        extents_after=state.extents_after[:2],
        scales_of=state.name,
    )


def panels_of(entry: DictionaryAttr) -> tuple[int, ...]:
    """Return lanes, vectors and axis of a state stored in panels; nothing for other states."""
    found = entry.data.get(PANELS_ATTRIBUTE)
    return tuple(int_list(found)) if isinstance(found, DenseArrayBase) else ()


def grown(before: TensorSpec, after: TensorSpec, entry: DictionaryAttr, main: FuncOp) -> TensorSpec:
    """Return the spec of a state that grows from `before` to `after`."""
    extents = entry.data[EXTENTS_ATTRIBUTE]
    assert isinstance(extents, AffineMapAttr)  # of a state that grows
    # Of static extents, a pass may have changed some: nobody else sees a state.
    planned = tuple(
        extent.value if isinstance(extent, AffineConstantExpr) else known
        for extent, known in zip(extents.data.results, after.planned, strict=True)
    )
    (spec,) = with_extents([replace(after, shape=planned)], [entry], main)
    symbolic = tuple(
        extent if old == new else old
        for extent, old, new in zip(spec.symbolic, before.symbolic, after.symbolic, strict=True)
    )
    return replace(
        spec,
        name=before.name,
        state=after.name,
        symbolic=symbolic,
        extents_after=spec.symbolic,
        panels=panels_of(entry),
    )


def names_of_role(main: FuncOp, role: ArgumentRole) -> list[str]:
    """Return the names of the buffers with a role."""
    named = zip(input_names(main), argument_roles(main), strict=True)
    return [name for name, found in named if found == role]


def _of_batch(specs: Iterable[TensorSpec], size: int) -> tuple[TensorSpec, ...]:
    """Return specs of a batch of `size` items; its images of any size all have the same size."""
    given = list(specs)
    extent_inputs = {spec.extents for spec in given}
    return tuple(
        spec
        if spec.name in extent_inputs
        else replace(spec, shape=(size, *spec.shape), has_found_rows=False, is_batch=True)
        for spec in given
    )


def signature_of_item(
    module: ModuleOp,
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Return inputs and outputs of the imported graph, of one item."""
    main = find_main(module)
    bounds = integer_sources(main)
    types, returned = main.function_type, main.get_return_op()
    outputs = _specs(types.outputs, output_names(main))
    outputs = with_extents(outputs, result_attributes(main), main)
    if returned is not None:
        found = map(has_found_rows, returned.operands)
        specs = zip(outputs, found, strict=True)
        outputs = tuple(replace(spec, has_found_rows=flag) for spec, flag in specs)
    names = dict(zip(main.body.block.args, input_names(main), strict=True))
    inputs = _specs(types.inputs, list(names.values()))
    inputs = with_extents(inputs, argument_attributes(main), main)
    specs = (
        _of_image(_of_integers(spec, bounds.get(argument)), argument, names)
        for spec, argument in zip(inputs, names, strict=True)
    )
    return tuple(specs), outputs


def _of_image(
    spec: TensorSpec, argument: BlockArgument, names: Mapping[BlockArgument, str]
) -> TensorSpec:
    """Return the spec of an image input; other specs unchanged."""
    for use in argument.uses:
        op = use.operation
        if not isinstance(op, PixelsOp) or argument is not op.pixels:
            continue
        spec = replace(spec, bounds=BYTE_BOUNDS, pixels=op.pixel_type.data.partition("2")[0])
        if isinstance(op, FromPixelsResizeOp):
            spec = replace(spec, extents=names[cast(BlockArgument, op.extents)])  # of an image
    return spec


def _of_integers(spec: TensorSpec, bounds: tuple[int, int] | None) -> TensorSpec:
    """Return the spec of an input that is read as int32 within bounds; other specs unchanged."""
    return spec if bounds is None else replace(spec, dtype="int32", bounds=bounds)


def _specs(types: Iterable[Attribute], names: Sequence[str]) -> tuple[TensorSpec, ...]:
    specs: list[TensorSpec] = []
    for type, name in zip(types, names, strict=True):
        assert isinstance(type, TensorType)  # shapes are known
        specs.append(TensorSpec(name, type.get_shape(), dtype_of(type.element_type).__name__))
    return tuple(specs)


def with_extents(
    specs: Sequence[TensorSpec], entries: Sequence[DictionaryAttr], main: FuncOp
) -> tuple[TensorSpec, ...]:
    """Add extents known at run time to specs, by symbol name; shapes then are the largest."""
    symbols = symbols_of(main)
    names, most = [s.name for s in symbols], [s.most for s in symbols]
    found: list[TensorSpec] = []
    for spec, entry in zip(specs, entries, strict=True):
        map = entry.data.get(EXTENTS_ATTRIBUTE)
        if isinstance(map, AffineMapAttr) and not is_static(map.data):
            texts = tuple(extent_text(extent, names) for extent in map.data.results)
            largest = tuple(extent.eval((), most) for extent in map.data.results)
            spec = replace(spec, shape=largest, planned=spec.shape, symbolic=texts)
        found.append(spec)
    return tuple(found)


def extent_text(extent: AffineExpr, names: Sequence[str]) -> str:
    """Print an extent such as `s0 floordiv 2` as `T // 2`."""
    return ExtentExpression.parse(text_of(extent, names).replace("floordiv", "//")).text


def program_symbols(module: ModuleOp) -> tuple[ProgramSymbol, ...]:
    """Return the symbols, in the order in which code reads them."""
    found = dynamic_symbols(find_main(module))
    return tuple(ProgramSymbol(s.name, s.least, s.most) for s in found)
