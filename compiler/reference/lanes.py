"""`simd` ops on vectors: the last axis of an array has the lanes."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import IntegerType

from ...dialects.constraints import int_list
from ...dialects.element_types import element_of, lanes_of
from ...dialects.simd.arithmetic import CompareOp, DotOp, SelectOp
from ...dialects.simd.int8 import NarrowOp, RoundOp, ToInt8Op, TruncateOp
from ...dialects.simd.vectors import (
    AppendLanesOp,
    FromElementsOp,
    ReduceOp,
    ShuffleOp,
    SplatOp,
    TableLookupOp,
)
from ...dialects.target.narrowing import Lookup, Rounding, Truncation
from .int8 import to_int8
from .integers import RELATIONS
from .scalar import COMPARISONS, maximum, minimum
from .support import typed_function


@typed_function(NarrowOp)
def narrowed(op: NarrowOp, *vectors: np.ndarray) -> np.ndarray:
    """Return vectors of i32 as one of i8."""
    clamped = np.stack(vectors, -2).clip(-128, 127).astype(np.int8)
    *shape, count, lanes = clamped.shape
    return clamped.reshape(*shape, count * lanes)


@typed_function(ReduceOp)
def reduced(op: ReduceOp, x: np.ndarray) -> np.ndarray:
    """Combine all lanes; of floats the larger or smaller half first, as `simd.reduce` says."""
    is_integer = isinstance(element_of(op.value.type), IntegerType)
    if op.kind.data in ("add", "mul"):
        combine = np.add if op.kind.data == "add" else np.multiply
        return combine.reduce(x, -1, dtype=x.dtype)
    if is_integer:
        return x.max(-1) if op.kind.data == "max" else x.min(-1)
    combine = maximum if op.kind.data == "max" else minimum
    while x.shape[-1] > 1:
        x = combine(*np.split(x, 2, -1))
    return x[..., 0]


@typed_function(ShuffleOp)
def shuffled(op: ShuffleOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return lanes of both vectors; an undefined one is whatever the last lane is."""
    return np.concatenate([a, b], -1)[..., int_list(op.mask)]


@typed_function(AppendLanesOp)
def appended(_: AppendLanesOp, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return a vector, and behind it the lanes whose bytes an integer holds, lowest first."""
    return np.concatenate([low, high[..., None].astype("<i8").view(low.dtype)], -1)


@typed_function(CompareOp)
def compared(op: CompareOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the mask of a predicate."""
    is_integer = isinstance(element_of(op.a.type), IntegerType)
    return (RELATIONS if is_integer else COMPARISONS)[op.predicate.data](a, b)


@typed_function(FromElementsOp)
def stacked(_: FromElementsOp, *elements: np.ndarray) -> np.ndarray:
    """Return a vector of scalars."""
    return np.stack(elements, -1)


typed_function(TableLookupOp)(
    lambda op, x: Lookup.compute(x, np.array(int_list(op.table), np.int32))
)
typed_function(DotOp)(lambda op, a, b, sum: op.product.product.compute(a, b, sum))
typed_function(RoundOp)(lambda _, x: Rounding.compute(x))
typed_function(SelectOp)(lambda _, mask, a, b: np.where(mask, a, b))
typed_function(SplatOp)(lambda op, x: np.repeat(x[..., None], lanes_of(op.result.type), -1))
typed_function(ToInt8Op)(
    lambda op, x: to_int8(x).clip(-127 if op.non_negative is None else 0).astype(np.int8)
)
typed_function(TruncateOp)(lambda _, x: Truncation.compute(x))
