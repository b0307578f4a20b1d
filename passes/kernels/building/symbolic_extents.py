"""Extents known at run time of the values that conversions create."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

from ....dialects.kernel import KernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.bounds import set_bounds
from ....dialects.kernel.structure import ConcatBuffersOp, ViewOp
from ....dialects.ncnn.rules.extent_products import ExtentProducts
from ....dialects.symbols import SymbolicExtent
from ...common.geometry.matrices import Matrices

Extents = tuple[AffineExpr, ...]


@dataclass(frozen=True)
class Factor:
    """Matrices stored in a value."""

    value: SSAValue
    at: Matrices
    panels: Extents | None = None
    """The extents of matrices stored in panels, as in states; None for strided matrices."""


def is_number(extent: AffineExpr) -> bool:
    return isinstance(extent, AffineConstantExpr)


def no_extents(op: KernelOp) -> str:
    """Return the message that a kernel supports static extents only."""
    return f"its kernel {op.name.removeprefix('kernel.')} takes no extents known at run time"


def quotient(extent: AffineExpr, divisor: int) -> AffineExpr | None:
    """Return an extent divided by a number; None if it is not known to be divisible."""
    if divisor == 1:
        return extent
    if isinstance(extent, AffineConstantExpr):
        return None if extent.value % divisor else AffineExpr.constant(extent.value // divisor)
    if not isinstance(extent, AffineBinaryOpExpr):
        return extent if divisor == 1 else None
    if extent.kind is AffineBinaryOpKind.Add:
        parts = quotient(extent.lhs, divisor), quotient(extent.rhs, divisor)
        return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]
    if extent.kind is AffineBinaryOpKind.Mul:
        factor = quotient(extent.rhs, divisor)
        return None if factor is None else extent.lhs * factor
    return extent if divisor == 1 else None


def merged_axis(
    planned: Sequence[int], shape: Sequence[int], d: int, dynamic: Sequence[int]
) -> int | None:
    """
    Return the axis that axis d becomes when the same memory is viewed under another shape: an axis
    of equal extent and stride; or one that begins where d does, without dynamic axes inside; an
    outermost axis becomes the outermost. None if there is no such axis.
    """
    whole, behind = prod(planned[d:]), prod(planned[d + 1 :])
    inner = max((prod(planned[e:]) for e in dynamic if e > d), default=1)
    axes = [e for e, n in enumerate(shape) if n > 1]
    for e in axes:
        rest = prod(shape[e + 1 :])
        if (shape[e] * rest, rest) == (whole, behind):
            return e
        if shape[e] * rest == whole and rest % inner == 0:
            return e
    is_outermost = len(dynamic) == 1 and prod(planned[:d]) == 1
    return next(iter(axes), 0) if is_outermost else None


class SymbolicExtents:
    """
    The extents of physical values of a graph with symbols. Extents of kernels' results follow from
    their inputs. Buffers have the planned extents.
    """

    def __init__(self, symbols: Sequence[SymbolicExtent] = ()):
        self.products = ExtentProducts(symbols)
        self._known: dict[SSAValue, Extents] = {}

    @property
    def has_symbols(self) -> bool:
        """Return whether any extent is dynamic."""
        return bool(self.products.symbols)

    def of(self, value: SSAValue) -> Extents:
        """Return the extents of a value: constants where they are static."""
        known = self._known.get(value)
        if known is None:
            return tuple(map(AffineExpr.constant, buffer_shape(value)))
        return known

    def is_symbolic(self, value: SSAValue) -> bool:
        """Return whether an extent of a value is dynamic."""
        return value in self._known

    def set(self, value: SSAValue, extents: Sequence[AffineExpr]) -> None:
        """Set the extents of a value, in canonical form: static if they are always the planned."""
        planned = buffer_shape(value)
        found = [
            AffineExpr.constant(n) if self.products.are_equal(e, AffineExpr.constant(n)) else e
            for e, n in zip(extents, planned, strict=True)
        ]
        if not all(map(is_number, found)):
            self._known[value] = tuple(map(self.products.canonical, found))

    def map(self, extents: Sequence[AffineExpr]) -> AffineMap:
        """Return extents as a map from the symbols."""
        return AffineMap(0, len(self.products.symbols), tuple(extents))

    def add(self, op: Operation) -> None:
        """Set the bounds of an op and the extents of its results. Raises: ValueError."""
        if not any(self.is_symbolic(v) for v in op.operands):
            return
        match op:
            case ViewOp():
                offset = op.offset.value.data
                self.set(op.result, self.of_view(op.source, buffer_shape(op.result), offset))
            case ConcatBuffersOp():
                self.set(op.result, self.of_concat(op))
            case GenericOp():
                self.add_generic(op)
            case KernelOp():
                self.add_kernel(op)
            case _:
                raise ValueError(f"{op.name} takes no extents known at run time")

    def add_kernel(self, op: KernelOp) -> None:
        """Set the bounds of a kernel, unless it has bounds. Raises: ValueError."""
        if op.bounds is not None:
            return
        if not op.BOUNDED:
            raise ValueError(no_extents(op))
        try:
            bounds = op.inferred_bounds([self.of(v) for v in op.inputs])
        except ValueError as error:
            raise ValueError(f"its kernel {op.name.removeprefix('kernel.')} {error}") from None
        self.set_bounds(op, bounds)

    def set_bounds(self, op: KernelOp, bounds: Sequence[AffineExpr]) -> None:
        """Set the bounds of a kernel, and the resulting extents of its results."""
        op.properties["bounds"] = AffineMapAttr(self.map(bounds))
        for result, extents in zip(op.results, op.result_extents(bounds), strict=True):
            self.set(result, extents)

    def add_generic(self, op: GenericOp) -> None:
        """Set the bounds of a loop nest: the extents of axes that are indexed by one loop alone."""
        maps = [attribute.data for attribute in op.indexing_maps]
        loops: dict[int, AffineExpr] = {}
        for value, map in zip(op.operands, maps, strict=True):
            for extent, index in zip(self.of(value), map.results, strict=True):
                if is_number(extent):
                    continue
                if not isinstance(index, AffineDimExpr):
                    raise ValueError("is indexed along a dynamic extent")
                if loops.setdefault(index.position, extent) != extent:
                    raise ValueError(f"takes extents {loops[index.position]} and {extent} as one")
        shape = {
            index.position: extent
            for value, map in zip(op.operands, maps, strict=True)
            for extent, index in zip(buffer_shape(value), map.results, strict=True)
            if isinstance(index, AffineDimExpr)
        }
        bounds = [
            loops.get(d, AffineExpr.constant(shape.get(d, 1))) for d in range(maps[0].num_dims)
        ]
        set_bounds(op, self.map(bounds))
        for result, map in zip(op.results, maps[len(op.inputs) :], strict=True):
            extents = [
                bounds[index.position] if isinstance(index, AffineDimExpr) else index
                for index in map.results
            ]
            self.set(result, extents)

    def of_concat(self, op: ConcatBuffersOp) -> Extents:
        """Return the extents of a concatenation. Raises: ValueError for parts of dynamic length."""
        parts = [self.of(part) for part in op.inputs]
        if not all(is_number(first) for first, *_ in parts) or len({p[1:] for p in parts}) > 1:
            raise ValueError("concatenates along dynamic extents")
        return (AffineExpr.constant(buffer_shape(op.result)[0]), *parts[0][1:])

    def is_view(self, source: SSAValue, shape: Sequence[int], offset: int) -> bool:
        """
        Return whether a view under another shape has the elements where dynamic extents put them.
        """
        try:
            self.of_view(source, shape, offset)
        except ValueError:
            return offset > 0 or prod(shape) != prod(buffer_shape(source))  # `insert` says why
        return True

    def of_view(self, source: SSAValue, shape: Sequence[int], offset: int) -> Extents:
        """
        Return the extents of the same memory under another shape. A dynamic axis is kept, or merged
        with static ones inside of it.

        Raises: ValueError if the elements would be in other places.
        """
        dynamic = [d for d, extent in enumerate(self.of(source)) if not is_number(extent)]
        planned, extents = buffer_shape(source), list(map(AffineExpr.constant, shape))
        if dynamic and any(n % prod(planned[dynamic[0] :]) for n in (offset, prod(shape))):
            raise ValueError("is a part along a dynamic extent")
        for d in dynamic:
            behind, extent = prod(planned[d + 1 :]), self.of(source)[d]
            place = merged_axis(planned, shape, d, dynamic)
            merged = None
            if place is not None:
                merged = quotient(extent * behind, prod(shape[place + 1 :]))
            if place is None or merged is None:
                raise ValueError("merges axes of dynamic extents")
            extents[place] = merged
        return tuple(extents)

    def of_matrices(self, value: SSAValue, at: Matrices) -> tuple[AffineExpr, ...]:
        """Return the numbers of matrices, rows and columns in a value. Raises: ValueError."""
        found = [AffineExpr.constant(n) for n in (at.batch, at.rows, at.columns)]
        planned = buffer_shape(value)
        for d, extent in enumerate(self.of(value)):
            if is_number(extent):
                continue
            stride, numbers = prod(planned[d + 1 :]), (at.batch, at.rows, at.columns)
            places = [i for i in range(3) if at.strides[i] == stride and numbers[i] == planned[d]]
            if places:
                found[places[0]] = extent
                continue
            times, rest = divmod(stride, at.strides[1])
            if rest or at.rows != planned[d] * times:
                raise ValueError("has matrices of ambiguous dynamic sizes")
            found[1] = extent * times
        return tuple(found)

    def of_product(self, x: Factor, w: Factor) -> Extents | None:
        """
        Return the numbers of matrices, rows, columns and terms of `x w^T`; None if all are static.

        Raises: ValueError.
        """
        if not self.is_symbolic(x.value) and not self.is_symbolic(w.value):
            return None
        batch, rows, terms = self.of_matrices(x.value, x.at)
        batches, columns, _ = self.of_matrices(w.value, w.at)
        return batch if w.at.batch == 1 else batches, rows, columns, terms

    def of_attention(self, query: Factor, key: Factor, value: Factor) -> Extents | None:
        """
        Return the numbers of matrices, queries, keys, columns of keys and of values; None if all
        are static. Raises: ValueError.
        """
        factors = (query, key, value)
        if not any(factor.panels or self.is_symbolic(factor.value) for factor in factors):
            return None
        (batch, rows, size), (_, keys, _), (_, _, columns) = (
            factor.panels or self.of_matrices(factor.value, factor.at) for factor in factors
        )
        if not all(map(is_number, (batch, size, columns))):
            raise ValueError("needs static numbers of heads and columns")
        return batch, rows, keys, size, columns

    def placed(self, value: SSAValue, at: Matrices, rows: AffineExpr) -> Extents:
        """Return the extents of a value whose matrices have `rows` rows. Raises: ValueError."""
        planned, extents = buffer_shape(value), list(self.of(value))
        for d, extent in enumerate(planned):
            if prod(planned[d + 1 :]) == at.strides[1] and extent == at.rows:
                extents[d] = rows
                return tuple(extents)
        raise ValueError("has rows elsewhere")
