"""Convert Concat, Slice and ShuffleChannel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_attr
from ....dialects.element_types import element_of, tensor_type_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.copy import CopyColumnsOp
from ....dialects.kernel.structure import ConcatBuffersOp, GatherChannelsOp
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.layers.concat import ConcatOp
from ....dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ....dialects.ncnn.layers.slice import SliceOp
from ....dialects.ncnn.shapes import shape_of
from ...common.geometry.gathering import GATHERING
from ..building.channel_origins import SourceChannel
from ..building.common_axes import ZERO
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.symbolic_boxes import physical_extents, put_box, symbolic_box
from ..building.symbolic_extents import is_number
from ..building.weight_operands import packed_operand, plain_operand
from . import conversions


@conversions.register(ConcatOp)
def concat(k: KernelBuilder, op: ConcatOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Join outermost whole vectors without a copy, gather others by lane, copy inner axes by columns.
    """
    lanes = pack_of(op.output.type)
    inputs = [in_layout(k, v, x, lanes) for v, x in zip(op.inputs, operands, strict=True)]
    axis = op.resolved_axis()
    out = result_shape(op.output)
    if any(has_dynamic_rows(k, x, axis) for x in inputs):
        return [concat_rows(k, inputs, out, axis)]
    if axis > 0:
        return [concat_columns(k, inputs, out, axis)]
    counts = [shape_of(v)[0] for v in op.inputs]
    if lanes > 1 and any(c % lanes for c in counts[:-1]):
        sources = [(x, c) for x, n in zip(inputs, counts, strict=True) for c in range(n)]
        return [gather_channels(k, sources, out)]
    type = TensorType(element_of(op.output.type), out)
    return [k.insert(ConcatBuffersOp.build(operands=[inputs], result_types=[type]))]


@conversions.register(SliceOp)
def slice_(k: KernelBuilder, op: SliceOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Return views for parts of the outermost axis that begin at a vector, and copies for others.
    """
    lanes = max(pack_of(v.type) for v in op.outputs)
    x = in_layout(k, op.input, operands[0], lanes)
    axis = op.resolved_axis()
    if has_dynamic_rows(k, x, axis):
        return symbolic_parts(k, op, x, axis)
    kept = is_read_whole(op.input)
    results: list[SSAValue] = []
    for result, (start, end) in zip(op.outputs, op.ranges(), strict=True):
        out = result_shape(result)
        if axis > 0:
            results.append(slice_columns(k, x, out, axis, start))
        else:
            results.append(channel_range(k, x, lanes, range(start, end), out, is_kept=kept))
    return results


def is_read_whole(value: SSAValue) -> bool:
    """Return whether an op reads a value that takes no channels out of it, so that it is stored."""
    return any(not isinstance(use.operation, GATHERING) for use in value.uses)


def has_dynamic_rows(k: KernelBuilder, x: SSAValue, axis: int) -> bool:
    """Return whether an axis has dynamic extent, or, for an inner axis, an axis inside of it."""
    extents = k.extents.of(x)[axis:]
    return not all(map(is_number, extents if axis else extents[:1]))


def symbolic_parts(k: KernelBuilder, op: SliceOp, x: SSAValue, axis: int) -> list[SSAValue]:
    """Split an axis of dynamic extent: each part begins where the previous one ends."""
    begin, results = [ZERO] * len(buffer_shape(x)), list[SSAValue]()
    for result in op.outputs:
        extents = physical_extents(result)
        results.append(symbolic_box(k, x, begin, result_shape(result), extents))
        begin[axis] = begin[axis] + extents[axis]
    return results


@conversions.register(ShuffleChannelOp)
def shuffle_channel(
    k: KernelBuilder, op: ShuffleChannelOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Gather packed blobs by lane; transpose `group, c/group` whole channels of plain ones."""
    lanes = pack_of(op.output.type)
    x = in_layout(k, op.input, operands[0], lanes)
    order = op.channel_order()
    if lanes > 1:
        return [gather_channels(k, [(x, c) for c in order], result_shape(op.output))]
    full = shape_of(op.input)
    # Channels that are adjacent in the output are `per_group` channels apart in the input.
    per_group = order[1] if len(order) > 1 and order[1] else len(order)
    groups = len(order) // per_group
    cells = k.inner_axes(x, 1)
    view = k.view(x, (groups, per_group, *cells))
    y = k.empty((per_group, groups, *cells), x.type)
    i, j, *rest = (AffineExpr.dimension(d) for d in range(2 + len(cells)))
    maps = [AffineMap(2 + len(cells), 0, (*pair, *rest)) for pair in ((j, i), (i, j))]
    result = k.generic([view], y, maps, [PARALLEL] * (2 + len(cells)), first_argument)
    return [k.view(result, full)]


def result_shape(value: SSAValue) -> tuple[int, ...]:
    """Return the physical extents of a graph-level value."""
    return physical_shape(tensor_type_of(value))


def in_layout(k: KernelBuilder, logical: SSAValue, physical: SSAValue, lanes: int) -> SSAValue:
    """Return an operand in the layout of the result."""
    if lanes > 1:
        return packed_operand(k, logical, physical, lanes)
    return plain_operand(k, logical, physical)


def first_argument(block: Block) -> SSAValue:
    """Return the first argument; the scalar body of a copy."""
    return block.args[0]


def channel_range(
    k: KernelBuilder,
    x: SSAValue,
    lanes: int,
    channels: range,
    out: tuple[int, ...],
    *,
    is_kept: bool = False,
) -> SSAValue:
    """
    Return consecutive channels: a view if they begin at a vector and x is no gather, or one that is
    kept; else a gather.
    """
    is_gather = isinstance(x.owner, GatherChannelsOp) and not is_kept
    if lanes > 1 and (channels.start % lanes or is_gather):
        return gather_channels(k, [(x, channel) for channel in channels], out)
    return k.view(x, out, channels.start // lanes * prod(buffer_shape(x)[1:]))


def gather_channels(
    k: KernelBuilder, sources: Sequence[SourceChannel], out: tuple[int, ...]
) -> SSAValue:
    """Gather channels into packed vectors; `fold-channel-gather` merges chains of gathers."""
    return k.insert(GatherChannelsOp.of(sources, k.empty(out, sources[0][0].type)))


def columns(k: KernelBuilder, x: SSAValue, extents: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """
    Return `rows,elements`: the rows before an axis, and the elements of a row from the axis on;
    `outer,rows,elements` if x has a dynamic axis inside the outermost one.
    """
    dynamic = [d for d, extent in enumerate(k.extents.of(x)) if not is_number(extent)]
    if not dynamic or dynamic[0] == 0:
        return prod(extents[:axis]), prod(extents[axis:])
    return prod(extents[: dynamic[0]]), prod(extents[dynamic[0] : axis]), prod(extents[axis:])


def copy_columns(
    k: KernelBuilder, x: SSAValue, y: SSAValue, source: int, destination: int, count: int
) -> SSAValue:
    """Copy columns of x to y; return y."""
    properties = {
        "source": int_attr(source),
        "destination": int_attr(destination),
        "count": int_attr(count),
    }
    copied = k.insert(CopyColumnsOp.make([x], [y], properties))
    if k.extents.is_symbolic(copied):
        whole = AffineExpr.constant(buffer_shape(y)[-1])
        k.extents.set(copied, (*k.extents.of(copied)[:-1], whole))
    return copied


def concat_columns(
    k: KernelBuilder, inputs: Sequence[SSAValue], out: tuple[int, ...], axis: int
) -> SSAValue:
    """Concatenate along an inner axis, by columns."""
    y = k.empty(columns(k, inputs[0], out, axis), inputs[0].type)
    at = 0
    for x in inputs:
        part = columns(k, x, buffer_shape(x), axis)
        y = copy_columns(k, k.view(x, part), y, 0, at, part[-1])
        at += part[-1]
    return k.view(y, out)


def concat_rows(
    k: KernelBuilder, inputs: Sequence[SSAValue], out: tuple[int, ...], axis: int
) -> SSAValue:
    """Concatenate along an axis of dynamic extent: each part begins where the previous one ends."""
    others = (e for x in inputs for d, e in enumerate(k.extents.of(x)) if d != axis)
    if not all(map(is_number, others)):
        return concat_boxes(k, inputs, out, axis)
    outer, row = prod(out[:axis]), prod(out[axis + 1 :])
    y, begin = k.empty((outer, out[axis], row), inputs[0].type), AffineExpr.constant(0)
    for x in inputs:
        extent = k.extents.of(x)[axis]
        rows = k.view(x, (outer, buffer_shape(x)[axis], row))
        y = k.copy_rows(rows, y, begin)
        begin = begin + extent
    k.extents.set(y, (AffineExpr.constant(outer), begin, AffineExpr.constant(row)))
    return k.view(y, out)


def concat_boxes(
    k: KernelBuilder, inputs: Sequence[SSAValue], out: tuple[int, ...], axis: int
) -> SSAValue:
    """Concatenate along an axis of dynamic extent, with other dynamic axes."""
    y, begin = k.empty(out, inputs[0].type), [ZERO] * len(out)
    for x in inputs:
        extents = list(k.extents.of(x))
        end = extents[axis] = begin[axis] + extents[axis]
        y = put_box(k, x, y, begin, extents)
        begin[axis] = end
    return y


def slice_columns(
    k: KernelBuilder, x: SSAValue, out: tuple[int, ...], axis: int, start: int
) -> SSAValue:
    """Copy a range of an inner axis."""
    part = columns(k, x, out, axis)
    source = k.view(x, columns(k, x, buffer_shape(x), axis))
    at = start * prod(out[axis + 1 :])
    return k.view(copy_columns(k, source, k.empty(part, x.type), at, 0, part[-1]), out)
