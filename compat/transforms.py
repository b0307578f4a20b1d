"""ncnn's functions from Mat to Mat: borders, sizes, element types."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..dialects.bfloat16 import bits_of_bf16, floats_of_bf16
from ..runtime.warning import warn
from .mat import Mat
from .mat_data import FLOAT32
from .option import Option
from .values import NamedNumber

if TYPE_CHECKING:
    from ..dialects.ncnn.layers.interp import AxisSamples


class BorderType(NamedNumber):
    """The values of a border: one number, or the nearest element."""

    BORDER_CONSTANT = 0
    BORDER_REPLICATE = 1


REFLECT = 2
"""A mirrored border, which ncnn supports without a name."""
MODES: dict[int, Literal["edge", "reflect"]] = {1: "edge", REFLECT: "reflect"}
"""Border type -> numpy's name."""


def transform(function: Callable[..., Mat]) -> Callable[..., Any]:
    """
    Let a function of a Mat and other arguments accept ncnn's `opt`, and a `dst` after the Mat,
    which receives the result (None is returned). An empty Mat gives an empty one.
    """
    code = function.__code__
    takes_mats = int("scale_data" in code.co_varnames[: code.co_argcount])

    @wraps(function)
    def call(src: Mat, *args: Any, **named: Any) -> Mat | None:
        named.pop("opt", None)
        if args and isinstance(args[-1], Option):
            args = args[:-1]
        dst = named.pop("dst", None)
        mats = sum(isinstance(value, Mat) for value in (*args, *named.values()))
        if mats > takes_mats and args and isinstance(args[0], Mat):
            dst, args = args[0], args[1:]
        made = Mat() if src.empty() else function(src, *args, **named)
        if dst is None:
            return made
        if not made.empty():
            dst.become(made)
        return None

    return call


@transform
def copy_make_border(
    src: Mat, top: int, bottom: int, left: int, right: int, type: int, v: float
) -> Mat:
    """Return a Mat with rows and columns around it. Raises: ValueError for a negative number."""
    return bordered(src, ((top, bottom), (left, right)), type, v)


@transform
def copy_make_border_3d(
    src: Mat,
    top: int,
    bottom: int,
    left: int,
    right: int,
    front: int,
    behind: int,
    type: int,
    v: float,
) -> Mat:
    """Return a Mat with planes (channels, without depth), rows and columns around it."""
    return bordered(src, ((front, behind), (top, bottom), (left, right)), type, v)


def bordered(src: Mat, borders: tuple[tuple[int, int], ...], type: int, v: float) -> Mat:
    """Return a Mat with borders around its last axes. Raises: ValueError for invalid borders."""
    values, dims = src.elements(), src.dims
    if src.elempack != 1:
        raise ValueError(f"a border needs elempack 1, not {src.elempack}: use convert_packing")
    if min(map(min, borders)) < 0:
        raise ValueError(f"borders must not be negative: {borders}")
    around = [(0, 0)] * (values.ndim - len(borders)) + list(borders[-min(dims, len(borders)) :])
    if type == BorderType.BORDER_CONSTANT:
        return Mat.of(framed(values, around, v), src.n)
    if type not in MODES:
        raise ValueError(f"no type of borders has the number {int(type)}: see BorderType")
    if type == REFLECT and any(max(b) >= n for b, n in zip(around, values.shape, strict=True)):
        raise ValueError(f"borders {borders} are more than there is to mirror")
    return Mat.of(np.pad(values, around, MODES[type]), src.n)


def framed(values: np.ndarray, around: list[tuple[int, int]], v: float) -> np.ndarray:
    """Return values surrounded by a number; `np.pad` would write the inner values twice."""
    shape = [n + sum(ends) for n, ends in zip(values.shape, around, strict=True)]
    made = inner = np.empty(shape, values.dtype)
    for axis, (n, (before, _)) in enumerate(zip(values.shape, around, strict=True)):
        planes = inner.swapaxes(0, axis)
        planes[:before] = planes[before + n :] = v
        inner = planes[before : before + n].swapaxes(0, axis)
    inner[...] = values
    return made


@transform
def copy_cut_border(src: Mat, top: int, bottom: int, left: int, right: int) -> Mat:
    """Return a Mat without some rows and columns; it is empty, with a warning, if none is left."""
    if min(top, bottom, left, right) < 0 or left + right > src.w or top + bottom > src.h:
        warn(f"borders {top}, {bottom}, {left}, {right} are not in {src.w}x{src.h}")
        return Mat()
    inner = src.elements()[..., left : src.w - right]
    if src.dims > 1:
        inner = inner[..., top : src.h - bottom, :]
    return Mat.of(np.ascontiguousarray(inner), src.n)


@transform
def resize_nearest(src: Mat, w: int, h: int) -> Mat:
    """Return an image of another size; each sample is the element at the rounded-down position."""
    return resized(src, "nearest", w, h)


@transform
def resize_bilinear(src: Mat, w: int, h: int) -> Mat:
    """Return an image of another size, by bilinear interpolation."""
    return resized(src, "bilinear", w, h)


@transform
def resize_bicubic(src: Mat, w: int, h: int) -> Mat:
    """Return an image of another size, by bicubic interpolation."""
    return resized(src, "bicubic", w, h)


def resized(src: Mat, mode: str, w: int, h: int) -> Mat:
    """
    Return each plane in another size; with 2 axes only the width changes, values of one axis become
    planes. Raises: ValueError for a size below 1 or 4 axes, TypeError unless elements are float32.
    """
    from .native.images import resized_planes

    values = floats(src, "a resize")
    if min(w, h) < 1 or src.dims == 4:
        raise ValueError(f"a Mat of {src.dims} axes is not resized to {w}x{h}")
    if src.dims == 1:
        return Mat.of(np.repeat(values, w * h).reshape(*values.shape, h, w), src.n)
    down, across = samples(mode, src.h, src.h if src.dims == 2 else h), samples(mode, src.w, w)
    return Mat.of(resized_planes(values, down, across), src.n)


@lru_cache(maxsize=16)
def samples(mode: str, size: int, outputs: int) -> AxisSamples:
    """Return the source elements and weights of each element along an axis."""
    from ..dialects.ncnn.layers.interp import InterpMode, axis_samples, identity_samples

    if size == outputs:
        return identity_samples(size)
    return axis_samples(InterpMode(mode), size, outputs)


@transform
def flatten(src: Mat) -> Mat:
    """Return the values along one axis."""
    plain = packed(src, 1)
    return plain.reshape(plain.w * plain.h * plain.d * plain.c)


@transform
def convert_packing(src: Mat, elempack: int) -> Mat:
    """
    Pack `elempack` values of the first axis into an element; return the Mat itself if impossible.
    """
    return packed(src, elempack)


def packed(src: Mat, elempack: int) -> Mat:
    """Return a Mat with `elempack` values in an element, if its first axis is divisible."""
    values, pack, batch = src.elements(), src.elempack, src.array
    assert batch is not None  # it is not empty
    axis = int(src.n != 1)
    count = batch.shape[axis] * pack
    if elempack == pack or elempack < 1 or count % elempack:
        return src
    one_by_one = values.reshape(*batch.shape, pack)
    before, after = batch.shape[:axis], batch.shape[axis + 1 :]
    plain = np.moveaxis(one_by_one, -1, axis + 1).reshape(*before, count, *after)
    if elempack == 1:
        return Mat.of(np.ascontiguousarray(plain), src.n)
    shape = (*before, count // elempack, elempack, *after)
    joined = np.ascontiguousarray(np.moveaxis(plain.reshape(shape), axis + 1, -1))
    elements = joined.view(f"V{elempack * values.itemsize}")[..., 0]
    return Mat.of(elements, src.n, elempack)


@transform
def cast_float32_to_float16(src: Mat) -> Mat:
    """Return the nearest float16 numbers; too large ones become infinite."""
    with np.errstate(over="ignore"):
        return like(src, of_size(src, 4, "float32").astype(np.float16))


@transform
def cast_float16_to_float32(src: Mat) -> Mat:
    """Return the numbers as float32."""
    return like(src, of_size(src, 2, "float16").astype(np.float32))


@transform
def cast_int8_to_float32(src: Mat) -> Mat:
    """Return the numbers as float32."""
    return like(src, of_size(src, 1, "int8").astype(np.float32))


@transform
def cast_float32_to_bfloat16(src: Mat) -> Mat:
    """Return the bits of the nearest bfloat16 numbers, as elements of 2 bytes."""
    return like(src, bits_of_bf16(of_size(src, 4, "float32")))


@transform
def cast_bfloat16_to_float32(src: Mat) -> Mat:
    """Return float32 numbers, given elements of 2 bytes with bfloat16 bits."""
    return like(src, floats_of_bf16(of_size(src, 2, "bfloat16").view(np.uint16)))


@transform
def quantize_to_int8(src: Mat, scale_data: Mat) -> Mat:
    """
    Return values times a scale, or the scale of their channel, rounded to int8. With one axis the
    first scale is used, as in ncnn.

    Raises: ValueError unless there is one scale, or one for each channel.
    """
    from ..compiler.reference.int8 import to_int8

    values, scales = floats(src, "quantization"), floats(scale_data, "quantization").reshape(-1)
    first = values.shape[int(src.n != 1)]
    if scales.size not in (1, first):
        raise ValueError(f"{scales.size} scales are neither 1 nor one for each of {first} channels")
    along = scales[:1] if src.dims == 1 else scales.reshape(-1, *[1] * (src.dims - 1))
    return Mat.of(to_int8(values * along).astype(np.int8), src.n)


def like(src: Mat, values: np.ndarray) -> Mat:
    """Return other values, packed like the elements of a Mat."""
    if src.elempack == 1:
        return Mat.of(values, src.n)
    return Mat.of(values.view(f"V{values.itemsize * src.elempack}"), src.n, src.elempack)


def of_size(src: Mat, size: int, name: str) -> np.ndarray:
    """Return the values of a Mat. Raises: TypeError unless values have `size` bytes."""
    values = src.elements()
    if values.itemsize != size:
        raise TypeError(f"this casts {name}, not values of {values.itemsize} bytes")
    return values


def floats(src: Mat, purpose: str) -> np.ndarray:
    """Return the values of a Mat as float32. Raises: TypeError if they have another type."""
    values = src.elements()
    if src.elempack != 1 or values.dtype.kind != "f":
        kind = f"{values.dtype} of elempack {src.elempack}"
        raise TypeError(f"{purpose} takes float32 of elempack 1, not {kind}")
    return values.astype(FLOAT32, copy=False)
