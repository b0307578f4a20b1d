"""Source pixels of an output pixel, and their weights, along each axis."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import f32, f64, i32
from xdsl.ir import SSAValue

from .....dialects.element_types import lanes_of, vector_type
from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, convert, index_as

WEIGHT_ONE = 2048.0
"""The weight 1."""


@dataclass(frozen=True)
class ImageAxis:
    """Along an axis: the pixels of the image, and where it is in the output."""

    size: Index
    first: Index
    count: Index


@dataclass(frozen=True)
class Taps:
    """The nearer of two neighbouring pixels along an axis, and the weights of both, in i32."""

    first: SSAValue
    weights: tuple[SSAValue, SSAValue]


def stretched_spans(
    image: tuple[Index, Index], output: tuple[int, int]
) -> tuple[ImageAxis, ImageAxis]:
    """Along the rows and the columns of an image that fills the output; sizes are `h,w`."""
    rows, columns = (ImageAxis(size, 0, count) for size, count in zip(image, output, strict=True))
    return rows, columns


def letterbox_spans(
    b: LoopBuilder, image: tuple[Index, Index], output: tuple[int, int]
) -> tuple[ImageAxis, ImageAxis]:
    """Those of an image that keeps its proportions, in the middle of the output."""
    (height, width), (most_rows, most_columns) = image, output
    is_wide = b.compare("sgt", b.mul(width, most_rows), b.mul(height, most_columns))
    rows = b.select_index(is_wide, scaled(b, height, most_columns, width), most_rows)
    columns = b.select_index(is_wide, most_columns, scaled(b, width, most_rows, height))
    across = ImageAxis(width, b.div(b.sub(most_columns, columns), 2), columns)
    return ImageAxis(height, b.div(b.sub(most_rows, rows), 2), rows), across


def scaled(b: LoopBuilder, size: Index, count: int, other: Index) -> Index:
    """Return the size of an axis once the other one has `count` pixels; in float32, at least 1."""
    size_, other_ = (convert(b, "sitofp", index_as(b, v, i32), f32) for v in (size, other))
    value = b.mulf(size_, b.divf(b.constant(float(count), f32), other_))
    return b.max(as_index(b, convert(b, "fptosi", value, i32)), 1)


def taps(b: LoopBuilder, place: SSAValue, span: ImageAxis) -> Taps:
    """Those of output pixels at places of the span, a scalar or a vector of i32."""
    lanes = lanes_of(place.type)
    wide, narrow = vector_type(f64, lanes), vector_type(f32, lanes)
    integers = vector_type(i32, lanes)

    def number(value: float) -> SSAValue:
        return b.constant(value, narrow)

    size, count = (convert(b, "sitofp", index_as(b, v, i32), f64) for v in (span.size, span.count))
    half = b.constant(0.5, wide)
    middle = b.addf(convert(b, "sitofp", place, wide), half)
    exact = b.subf(b.mulf(middle, b.splat(b.divf(size, count), lanes)), half)
    rounded = b.maxf(convert(b, "truncf", exact, narrow), number(0.0))
    first = convert(b, "fptosi", rounded, integers)
    after = b.subf(rounded, convert(b, "sitofp", first, narrow))
    last = b.splat(index_as(b, b.max(b.sub(span.size, 2), 0), i32), lanes)
    end = b.splat(index_as(b, b.sub(span.size, 1), i32), lanes)
    at_end = b.compare_lanes("sge", first, end)
    after = b.select(at_end, number(1.0), after)
    parts = (b.subf(number(1.0), after), after)

    def weight(part: SSAValue) -> SSAValue:
        scaled = b.addf(b.mulf(part, number(WEIGHT_ONE)), number(0.5))
        return convert(b, "fptosi", scaled, integers)

    return Taps(b.select(at_end, last, first), (weight(parts[0]), weight(parts[1])))
