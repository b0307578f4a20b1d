"""Random calls of ncnn's functions on Mats, made of the wheel and of `ncnnc.compat`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

import numpy as np

Call = Callable[[Any, np.random.Generator], Any]
"""Calls a function of an interface (a module); the generator decides its arguments."""


def extents(rng: np.random.Generator, dims: int = 0, least: int = 1) -> list[int]:
    """Return extents in C order, of 1 to 4 axes unless they are given."""
    return rng.integers(least, 12, dims or int(rng.integers(1, 5))).tolist()


def floats(rng: np.random.Generator, shape: list[int]) -> np.ndarray:
    """Return numbers of several magnitudes."""
    return (rng.standard_normal(shape) * 10.0 ** rng.integers(-3, 3)).astype(np.float32)


def mat(ncnn: Any, rng: np.random.Generator, dims: int = 0, least: int = 1) -> Any:
    """Return a Mat of random numbers that owns them."""
    return owned(ncnn, floats(rng, extents(rng, dims, least)))


def owned(ncnn: Any, array: np.ndarray) -> Any:
    """Return a Mat with a copy of an array, which the wheel does not keep alive."""
    return ncnn.Mat(array).clone()


def borders(rng: np.random.Generator, count: int) -> list[int]:
    return rng.integers(0, 5, count).tolist()


def place(rng: np.random.Generator, extent: int) -> tuple[int, int]:
    """Return a first place of an axis, and how many from it."""
    first = int(rng.integers(0, extent))
    return first, int(rng.integers(1, extent - first + 1))


def bordered(ncnn: Any, rng: np.random.Generator) -> Any:
    kind = ncnn.BorderType(int(rng.integers(0, 2)))
    return ncnn.copy_make_border(mat(ncnn, rng), *borders(rng, 4), kind, 114.5)


def bordered_bytes(ncnn: Any, rng: np.random.Generator) -> Any:
    shape = extents(rng, int(rng.integers(1, 4)))
    source = owned(ncnn, rng.integers(-128, 128, shape).astype(np.int8))
    return ncnn.copy_make_border(source, *borders(rng, 4), 0, 3.0)


def bordered_planes(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, int(rng.integers(3, 5)))
    return ncnn.copy_make_border_3d(source, *borders(rng, 6), 0, -2.0)


def cut(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, int(rng.integers(2, 4)), 5)
    top, left = rng.integers(0, 3, 2).tolist()
    return ncnn.copy_cut_border(source, top, 2, left, 1)


def nearest(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, int(rng.integers(1, 4)))
    return ncnn.resize_nearest(source, *rng.integers(1, 20, 2).tolist())


def bilinear(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, int(rng.integers(1, 4)), 2)
    return ncnn.resize_bilinear(source, *rng.integers(1, 20, 2).tolist())


def bicubic(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, int(rng.integers(1, 4)), 4)
    return ncnn.resize_bicubic(source, *rng.integers(1, 20, 2).tolist())


def flattened(ncnn: Any, rng: np.random.Generator) -> Any:
    return ncnn.convert_packing(ncnn.flatten(mat(ncnn, rng)), 1)


def repacked(ncnn: Any, rng: np.random.Generator) -> Any:
    source = ncnn.convert_packing(mat(ncnn, rng), int(rng.choice([1, 4, 8])))
    facts = source.elempack, source.elemsize, source.w, source.h, source.c
    return facts, ncnn.convert_packing(source, 1)


def packed_casts(ncnn: Any, rng: np.random.Generator) -> Any:
    source = ncnn.convert_packing(normal(ncnn, rng), 4)
    half = ncnn.cast_float32_to_float16(source)
    return half.elemsize, ncnn.convert_packing(ncnn.cast_float16_to_float32(half), 1)


def normal(ncnn: Any, rng: np.random.Generator) -> Any:
    """Return a Mat of numbers that are normal in float16: the wheel makes some others zero."""
    numbers = floats(rng, extents(rng))
    return owned(ncnn, numbers + np.copysign(np.float32(1e-3), numbers))


def half(ncnn: Any, rng: np.random.Generator) -> Any:
    source = ncnn.cast_float32_to_float16(normal(ncnn, rng))
    return source.numpy(), ncnn.cast_float16_to_float32(source)


def brain_float(ncnn: Any, rng: np.random.Generator) -> Any:
    source = ncnn.cast_float32_to_bfloat16(mat(ncnn, rng))
    return source.numpy("H"), ncnn.cast_bfloat16_to_float32(source)


def bytes_as_floats(ncnn: Any, rng: np.random.Generator) -> Any:
    source = owned(ncnn, rng.integers(-128, 128, extents(rng)).astype(np.int8))
    return ncnn.cast_int8_to_float32(source)


def quantized(ncnn: Any, rng: np.random.Generator) -> Any:
    shape = [n + (n % 8 == 0) for n in extents(rng, int(rng.integers(1, 4)))]  # the wheel packs 8
    source = owned(ncnn, floats(rng, shape))
    first = source.c if source.dims == 3 else source.h if source.dims == 2 else source.w
    scales = floats(rng, [first if rng.integers(2) else 1]) * 10
    return ncnn.quantize_to_int8(source, owned(ncnn, scales))


def into_a_destination(ncnn: Any, rng: np.random.Generator) -> Any:
    source, result = owned(ncnn, floats(rng, [3, *extents(rng, 2, 4)])), ncnn.Mat()
    match int(rng.integers(0, 4)):
        case 0:
            ncnn.copy_make_border(source, result, *borders(rng, 4), 0, 7.0, ncnn.Option())
        case 1:
            ncnn.resize_nearest(source, result, 5, 6)
        case 2:
            ncnn.quantize_to_int8(source, result, owned(ncnn, floats(rng, [1])))
        case _:
            ncnn.copy_cut_border(source, dst=result, top=1, bottom=1, left=0, right=1)
    return result


def reshaped(ncnn: Any, rng: np.random.Generator) -> Any:
    shape = extents(rng)
    source = owned(ncnn, floats(rng, shape))
    new = rng.permutation([*shape, *[1] * (4 - len(shape))]).tolist()[: int(rng.integers(1, 5))]
    made = source.reshape(tuple(new)) if rng.integers(2) else source.reshape(*new)
    return None if made.empty() else made


def parts(ncnn: Any, rng: np.random.Generator) -> Any:
    source: Any = mat(ncnn, rng, 4)
    c, z, y = (int(rng.integers(0, int(n))) for n in (source.c, source.d, source.h))
    channel: Any = source.channel(c)
    found: list[Any] = [
        channel,
        channel.depth(z),
        bytes(channel.depth(z).row(y)),
        source.channel_range(*place(rng, source.c)),
        channel.depth_range(*place(rng, source.d)),
        channel.depth(z).row_range(*place(rng, source.h)),
        channel.depth(z).range(*place(rng, source.w)),
        channel[int(rng.integers(0, int(source.w)))],
    ]
    return plain(found)  # while the wheel's source lives


def created(ncnn: Any, rng: np.random.Generator) -> Any:
    given, size = extents(rng), int(rng.choice([1, 2, 4]))
    made = ncnn.Mat()
    match int(rng.integers(0, 3)):
        case 0:
            made.create(*given, elemsize=size)
        case 1:
            made = ncnn.Mat(tuple(given), elemsize=size)
        case _:
            made.create_like(ncnn.Mat(*given, elemsize=size))
    if size == 4:
        made.fill(float(rng.standard_normal()))
        return made
    return made.elembits(), made.numpy().dtype, made.shape().dims, made.w, made.h, made.d, made.c


def batches(ncnn: Any, rng: np.random.Generator) -> Any:
    array = floats(rng, extents(rng, int(rng.integers(2, 6))))
    axis = int(rng.integers(-array.ndim, array.ndim))
    source = ncnn.Mat(array, batch_index=axis)
    last = source.batch(source.n - 1)
    return plain([source.n, source.clone().numpy(batch_index=axis), last])


def typed(ncnn: Any, rng: np.random.Generator) -> Any:
    array = rng.integers(-100, 100, extents(rng)).astype(
        str(rng.choice(["i4", "f4", "i1", "u1", "f2"]))
    )
    format = {1: "B", 2: "H", 4: "i"}[array.itemsize]
    source = ncnn.Mat(array)
    return source.numpy(format).copy(), np.array(source), source.elemsize


def normalized(ncnn: Any, rng: np.random.Generator) -> Any:
    source = mat(ncnn, rng, 3)
    mean, norm = rng.standard_normal((2, source.c)).tolist()
    which = int(rng.integers(0, 4))
    source.substract_mean_normalize(mean if which & 1 else [], norm if which & 2 else [])
    return source


def smaller(ncnn: Any, rng: np.random.Generator) -> Any:
    shape = extents(rng)
    source = owned(ncnn, floats(rng, shape))
    axes = ("w", "wh", "whc", "whdc")[len(shape) - 1]
    for name, extent in zip(axes, reversed(shape), strict=True):
        setattr(source, name, int(rng.integers(1, extent + 1)))
    return np.array(source), source.w, source.h, source.d, source.c


def printed(ncnn: Any, rng: np.random.Generator) -> Any:
    array = floats(rng, extents(rng, int(rng.integers(1, 4))))
    kind = rng.choice(["f4", "i1", "f2"])
    return re.sub(r"data=\S+", "", repr(owned(ncnn, (array % 100).astype(str(kind)))))


EXACT: tuple[Call, ...] = (
    *(bordered, bordered_bytes, bordered_planes, cut, nearest, flattened, repacked),
    *(packed_casts, half, brain_float, bytes_as_floats, quantized, into_a_destination),
    *(reshaped, parts, created, batches, typed, normalized, printed, smaller),
)
"""Calls whose results have the wheel's bits."""
ROUNDED: tuple[Call, ...] = (bilinear, bicubic)
"""Calls whose results may differ in the last bits: sums are rounded in another order."""


def plain(value: Any) -> Any:
    """Return a result with arrays in place of Mats, and the facts of these."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in cast("list[Any]", value)]
    if hasattr(value, "elempack"):
        facts = value.dims, value.w, value.h, value.d, value.c, value.n, value.elemsize
        counts = value.cstep, value.total()
        return [facts, counts, np.array(value) if not value.empty() else None]
    return value
