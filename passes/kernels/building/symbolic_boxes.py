"""Extract boxes from tensors and insert them, with dynamic begins or ends."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ....dialects.element_types import tensor_type_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.symbols import extents_of
from ...common.strides import row_major_strides
from .common_axes import ZERO, BoxCopy, Place
from .kernel_builder import KernelBuilder
from .symbolic_extents import Extents, is_number


def physical_extents(value: SSAValue) -> Extents:
    """
    Return the extents in memory of a value of the graph. Raises: ValueError for unknown channels.
    """
    dynamic, planned = extents_of(value), physical_shape(tensor_type_of(value))
    numbers = tuple(map(AffineExpr.constant, planned))
    if dynamic is None or pack_of(value.type) == 1:
        return numbers if dynamic is None else dynamic.results
    if not is_number(dynamic.results[0]):
        raise ValueError("has a dynamic number of packed channels")
    return numbers[0], *dynamic.results[1:], numbers[-1]


def is_symbolic_box(
    k: KernelBuilder, x: SSAValue, begin: Sequence[AffineExpr], extents: Sequence[AffineExpr]
) -> bool:
    """Return whether a box of x has a dynamic begin or end along an axis."""
    return any(
        not (before == after or (is_number(before) and is_number(after))) or not is_number(first)
        for before, after, first in zip(k.extents.of(x), extents, begin, strict=True)
    )


def symbolic_box(
    k: KernelBuilder,
    x: SSAValue,
    begin: Sequence[AffineExpr],
    planned: Sequence[int],
    extents: Sequence[AffineExpr],
) -> SSAValue:
    """Return the box of x that begins at an index: a view if it is contiguous, else a copy."""
    strides = row_major_strides(buffer_shape(x))
    offset = linear(begin, strides)
    first = next((d for d, size in enumerate(planned) if size > 1), len(planned) - 1)
    is_whole = tuple(planned[first + 1 :]) == buffer_shape(x)[first + 1 :]
    if isinstance(offset, AffineConstantExpr) and is_whole:
        return k.part(x, planned, offset.value, extents)
    source = Place(offset, list(map(AffineExpr.constant, strides)))
    to = Place(ZERO, list(map(AffineExpr.constant, row_major_strides(planned))))
    box = BoxCopy(planned, extents, source, to)
    return k.strided_copy(x, k.empty(planned, x.type), box, extents)


def put_box(
    k: KernelBuilder,
    x: SSAValue,
    to: SSAValue,
    begin: Sequence[AffineExpr],
    result: Sequence[AffineExpr],
) -> SSAValue:
    """
    Copy x to the box that begins at an index; return the whole, with dynamic extents `result`.
    """
    from_x, to_y = (row_major_strides(buffer_shape(v)) for v in (x, to))
    source = Place(ZERO, list(map(AffineExpr.constant, from_x)))
    destination = Place(linear(begin, to_y), list(map(AffineExpr.constant, to_y)))
    box = BoxCopy(buffer_shape(x), k.extents.of(x), source, destination)
    return k.strided_copy(x, to, box, result)


def linear(index: Sequence[AffineExpr], strides: Sequence[int]) -> AffineExpr:
    """Return the linear offset of an index."""
    total = ZERO
    for i, stride in zip(index, strides, strict=True):
        total = total + i * stride
    return total
