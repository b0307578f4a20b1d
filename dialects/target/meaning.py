"""
Semantics of instructions in numpy; target records refer to these functions.

The arithmetic of a product instruction is `arithmetic(inputs, weights, sums)`, where the last axis
of inputs and weights are the k numbers whose products are added to one sum. Arrays of bf16 hold
its bits as uint16, since numpy has no such type. Functions import numpy on first use, which saves
70 ms when only a target's name is checked, as by `ncnnc --help`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np

VectorArray: TypeAlias = "np.ndarray"
Arithmetic: TypeAlias = "Callable[[VectorArray, VectorArray, VectorArray], VectorArray]"

PART_BYTES = 16
"""x86 packs within parts of vectors of this size."""


def add_integer_products(
    inputs: VectorArray, weights: VectorArray, sums: VectorArray
) -> VectorArray:
    """Add exact products; sums wrap around at 32 bits."""
    import numpy as np

    products = inputs.astype(np.int64) * weights.astype(np.int64)
    return (sums.astype(np.int64) + products.sum(axis=-1)).astype(np.int32)


def add_saturated_products(
    inputs: VectorArray, weights: VectorArray, sums: VectorArray
) -> VectorArray:
    """Add sums of products saturated to 16 bits; the addition wraps around at 16 bits."""
    import numpy as np

    products = inputs.astype(np.int64) * weights.astype(np.int64)
    limited = products.sum(axis=-1).clip(-(1 << 15), (1 << 15) - 1)
    return (sums.astype(np.int64) + limited).astype(np.int16)


def add_fused_products(inputs: VectorArray, weights: VectorArray, sums: VectorArray) -> VectorArray:
    """Add float32 products one after the other, each sum rounded once."""
    for k in range(inputs.shape[-1]):
        sums = fused_multiply_add(inputs[..., k], weights[..., k], sums)
    return sums


def add_rounded_products(
    inputs: VectorArray, weights: VectorArray, sums: VectorArray
) -> VectorArray:
    """Add float32 products one after the other, products and sums rounded."""
    import numpy as np

    with np.errstate(all="ignore"):
        for k in range(inputs.shape[-1]):
            sums = inputs[..., k] * weights[..., k] + sums
    return sums


def add_bfloat_pairs(inputs: VectorArray, weights: VectorArray, sums: VectorArray) -> VectorArray:
    """Add products of bf16 pairs, the second first, rounded each; denormals are zeros."""
    from ..bfloat16 import floats_of_bf16

    x, w = (flushed(floats_of_bf16(operand)) for operand in (inputs, weights))
    sums = flushed(sums)
    for k in reversed(range(x.shape[-1])):
        sums = flushed(fused_multiply_add(x[..., k], w[..., k], sums))
    return sums


def add_bfloat_sums(inputs: VectorArray, weights: VectorArray, sums: VectorArray) -> VectorArray:
    """Add sums of products of bf16 pairs, all rounded to odd; denormals are zeros."""
    import numpy as np

    from ..bfloat16 import floats_of_bf16

    x, w = (flushed(floats_of_bf16(operand)).astype(np.float64) for operand in (inputs, weights))
    sums = flushed(sums)
    with np.errstate(all="ignore"):
        for k in range(0, x.shape[-1], 2):
            first, second = (float32_to_odd(x[..., i] * w[..., i]) for i in (k, k + 1))
            pair = float32_to_odd(sum_to_odd(first.astype(np.float64), second.astype(np.float64)))
            sums = float32_to_odd(sum_to_odd(pair.astype(np.float64), sums.astype(np.float64)))
    return sums


def add_bfloat_rows(inputs: VectorArray, weights: VectorArray, sums: VectorArray) -> VectorArray:
    """
    Add the sum of all products of bf16: even ones and odd ones are summed apart, each product and
    sum rounded once; denormals are zeros.
    """
    from ..bfloat16 import floats_of_bf16

    x, w = (flushed(floats_of_bf16(operand)) for operand in (inputs, weights))
    even = odd = sums * 0
    for k in range(0, x.shape[-1], 2):
        even = flushed(fused_multiply_add(x[..., k], w[..., k], even))
        odd = flushed(fused_multiply_add(x[..., k + 1], w[..., k + 1], odd))
    return flushed(flushed(sums) + flushed(even + odd))


def fused_multiply_add(a: VectorArray, b: VectorArray, c: VectorArray) -> VectorArray:
    """
    Return a * b + c of float32, rounded once.

    The product is exact in float64. The sum there is rounded to odd, so that rounding it again to
    float32 gives the nearest number.
    """
    import numpy as np

    with np.errstate(all="ignore"):
        return sum_to_odd(a.astype(np.float64) * b.astype(np.float64), c).astype(np.float32)


def sum_to_odd(a: VectorArray, b: VectorArray) -> VectorArray:
    """Return a + b of float64, rounded to odd: the odd neighbour of an inexact sum."""
    import numpy as np

    total = a + b
    added = total - a
    error = (a - (total - added)) + (b - added)
    is_even = (total.view(np.int64) & 1) == 0
    is_inexact = np.isfinite(total) & np.isfinite(error) & (error != 0)
    toward_error = np.nextafter(total, np.copysign(np.inf, error))
    return np.where(is_even & is_inexact, toward_error, total)


def float32_to_odd(values: VectorArray) -> VectorArray:
    """Round float64 to float32, to the odd one of two neighbours; denormals become zeros."""
    import numpy as np

    nearest = values.astype(np.float32)
    is_above = np.abs(nearest) > np.abs(values)
    is_too_large = np.abs(values) >= 2.0**128
    lower = np.where(is_above & ~is_too_large, np.nextafter(nearest, np.float32(0)), nearest)
    is_inexact = np.isfinite(lower) & (lower != values)
    odd = (lower.view(np.int32) | is_inexact).view(np.float32)
    return flushed(odd)


def flushed(values: VectorArray) -> VectorArray:
    """Return float32 with denormal numbers as zeros of their sign."""
    import numpy as np

    return np.where(
        np.abs(values) < np.finfo(np.float32).tiny, np.copysign(np.float32(0), values), values
    )


def rounded_bf16(values: VectorArray) -> VectorArray:
    """Round float32 to bf16, to nearest with ties to even; denormal numbers become zeros."""
    from ..bfloat16 import bits_of_bf16

    return bits_of_bf16(flushed(values))


def nearest_bf16(values: VectorArray) -> VectorArray:
    """Round float32 to bf16, to nearest with ties to even."""
    from ..bfloat16 import bits_of_bf16

    return bits_of_bf16(values)


def widened_f16(values: VectorArray) -> VectorArray:
    """Return the float32 values of float16."""
    import numpy as np

    return values.astype(np.float32)


def rounded_f16(values: VectorArray) -> VectorArray:
    """Round float32 to float16, to nearest with ties to even; large numbers become infinite."""
    import numpy as np

    with np.errstate(over="ignore"):
        return values.astype(np.float16)


def truncated(values: VectorArray) -> VectorArray:
    """Truncate float32 to int32; NaN and numbers out of range become the least int32."""
    import numpy as np

    least = np.iinfo(np.int32).min
    with np.errstate(invalid="ignore"):
        fits = (values >= least) & (values < -float(least))
    return np.where(fits, values, least).astype(np.int32)


def rounded_away(values: VectorArray) -> VectorArray:
    """Round float32 to int32, halves away from zero; numbers out of range saturate, NaN gives 0."""
    import numpy as np

    bounds = np.iinfo(np.int32)
    wide = values.astype(np.float64)
    nearest = np.copysign(np.floor(np.abs(wide) + 0.5), wide).clip(bounds.min, bounds.max)
    return np.where(np.isnan(wide), 0, nearest).astype(np.int32)


def looked_up(places: VectorArray, table: VectorArray) -> VectorArray:
    """Return the table entries at indices, of which only the lowest bits count."""
    return table[places & (len(table) - 1)]


def packed_by_part(first: VectorArray, second: VectorArray) -> VectorArray:
    """Narrow integers to half of their bits, saturated; parts of both vectors alternate."""
    import numpy as np

    narrow = np.dtype(f"i{first.itemsize // 2}")
    bounds = np.iinfo(narrow)
    per_part = PART_BYTES // first.itemsize
    parts = np.stack([v.reshape(-1, per_part) for v in (first, second)], axis=1)
    return parts.reshape(-1).clip(bounds.min, bounds.max).astype(narrow)
