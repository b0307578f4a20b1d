"""
Weight forms: how kernels want their weights, as numpy functions by name.

A form takes the arrays and integer parameters of `ncnn.pack_weights` and returns a float32 array of
the result's shape. Forms are pure and deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

import numpy as np

from ...common.float_bits import bits_float
from ...common.scalar_bodies import ZERO_DEVIATION
from ...loops.emit.winograd_transforms import filter_matrix

Form = Callable[[Sequence[np.ndarray], Sequence[int]], np.ndarray]

FORMS: dict[str, Form] = {}

GROUP_ROWS: dict[str, Callable[[Sequence[int]], int]] = {}
"""
Forms of one array that treat groups of its outermost rows alone, and put the results in a row ->
the rows of a group, by the form's parameters.
"""

PIECE_BYTES = 4 << 20
"""Weights that are brought into a form at a time, or one group if that is more."""

SERIAL_PRODUCT = 1 << 18
"""Multiply-adds up to which BLAS stays on one thread; its teams cost more than such products."""


def form(
    name: str, group_rows: Callable[[Sequence[int]], int] | None = None
) -> Callable[[Form], Form]:
    """Decorator: register a form, and the rows of a group if it goes group by group."""

    def decorate(function: Form) -> Form:
        FORMS[name] = function
        if group_rows is not None:
            GROUP_ROWS[name] = group_rows
        return function

    return decorate


def row_ranges(name: str, shape: Sequence[int], params: Sequence[int]) -> Iterator[slice]:
    """
    Ranges of the outermost rows of a float32 source of this shape, in order.

    The forms of the ranges, flat and one after the other, are the form of the whole.
    """
    if name not in GROUP_ROWS:
        yield slice(None)
        return
    group = GROUP_ROWS[name](params)
    rows = max(PIECE_BYTES // max(group * 4 * prod(shape[1:]), 1), 1) * group
    for start in range(0, shape[0], rows):
        yield slice(start, start + rows)


def pad_outermost(array: np.ndarray, multiple: int) -> np.ndarray:
    """Zeros appended along the outermost axis up to a multiple."""
    missing = -array.shape[0] % multiple
    if not missing:
        return array
    return np.concatenate([array, np.zeros((missing, *array.shape[1:]), array.dtype)])


@form("direct", group_rows=lambda params: params[0] * params[1])
def direct(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    `[out][in][kh][kw]` to the panels of the direct and gemm kernels, flat.

    For each group of NR vectors of p output channels: `[kh][kw][in][NR][p]`; the last group has the
    vectors that are left. Parameters: p, NR.
    """
    lanes, vectors = params
    weights = pad_outermost(arrays[0], lanes)
    blocks = weights.shape[0] // lanes
    taps = weights.shape[1] * weights.shape[2] * weights.shape[3]
    split = weights.reshape(blocks, lanes, *weights.shape[1:])
    full = blocks // vectors * vectors
    parts = []
    for start, count, width in ((0, full // vectors, vectors), (full, 1, blocks - full)):
        if count and width:
            part = split[start : start + count * width].reshape(
                count, width, lanes, *weights.shape[1:]
            )
            # [group][NR][p][in][kh][kw] -> [group][kh][kw][in][NR][p]
            panel = part.transpose(0, 4, 5, 3, 1, 2).reshape(count * taps * width * lanes)
            parts.append(np.ascontiguousarray(panel, np.float32))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


@form("grouped")
def grouped(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    As `direct`, for `[out][in/groups][kh][kw]` of a grouped convolution.

    Output vectors that span several groups sum over all channels of these groups, with zero weights
    where channel and group do not meet. Parameters: p, NR, groups, channels summed over, then the
    first input channel of every group of NR output vectors.
    """
    lanes, vectors, groups, span, *starts = params
    weights = arrays[0]
    outputs, per_group = weights.shape[:2]
    out_per_group = outputs // groups
    width = lanes * vectors
    wide = np.zeros((outputs, span, *weights.shape[2:]), np.float32)
    for o in range(outputs):
        first = o // out_per_group * per_group - starts[o // width]
        wide[o, first : first + per_group] = weights[o]
    return direct([wide], [lanes, vectors])


@form("gathered", group_rows=lambda params: params[0] * params[1])
def gathered(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    As `direct`, for an input gathered by im2col: channels `(tap, block, lane)`, taps row by row.

    Lanes past the last channel get zero weights. Parameters: p, NR, pack of the gathered input.
    """
    lanes, vectors, pack = params
    outputs, channels, kh, kw = arrays[0].shape
    blocked = np.zeros((outputs, kh, kw, -(-channels // pack) * pack), np.float32)
    blocked[..., :channels] = arrays[0].transpose(0, 2, 3, 1)
    return direct([blocked.reshape(outputs, -1, 1, 1)], [lanes, vectors])


@form("depthwise", group_rows=lambda params: params[0])
def depthwise(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """`[c][1][kh][kw]` to `[ceil(c/p)][kh][kw][p]`, zero padded. Parameters: p."""
    (lanes,) = params
    weights = pad_outermost(arrays[0].reshape(len(arrays[0]), *arrays[0].shape[-2:]), lanes)
    split = weights.reshape(-1, lanes, *weights.shape[1:])
    return np.ascontiguousarray(split.transpose(0, 2, 3, 1), np.float32)


@form("winograd", group_rows=lambda params: params[1] * params[2])
def winograd(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    `[out][in][3][3]` to the panels of Winograd's products, flat.

    For each group of NR vectors of p output channels: `[xi][in][NR][p]`; the last group has the
    vectors that are left. Parameters: m of F(m, 3), NR, p.
    """
    m, vectors, lanes = params
    weights = pad_outermost(np.asarray(arrays[0], np.float32), lanes)
    outputs, channels = weights.shape[:2]
    transform = filter_matrix(m).astype(np.float32)
    result = np.empty(len(transform) * outputs * channels, np.float32)
    width = vectors * lanes
    columns = SERIAL_PRODUCT // transform.size
    # A group at a time, so that what is transposed and multiplied stays in the cache.
    for start in range(0, outputs, width):
        group = weights[start : start + width].reshape(-1, channels, 9)
        taps = np.ascontiguousarray(group.transpose(2, 1, 0)).reshape(9, -1)
        size = len(transform) * taps.shape[1]
        at = start * channels * len(transform)
        panel = result[at : at + size].reshape(len(transform), -1)
        for column in range(0, taps.shape[1], columns):
            part = slice(column, column + columns)
            np.matmul(transform, taps[:, part], out=panel[:, part])
    return result


@form("blob", group_rows=lambda params: params[0])
def blob(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """`[c][h][w]` to `[ceil(c/p)][h][w][p]`, zero padded; any rank. Parameters: p."""
    (lanes,) = params
    padded = pad_outermost(arrays[0], lanes)
    return np.moveaxis(padded.reshape(-1, lanes, *padded.shape[1:]), 1, -1)


def batchnorm_map(arrays: Sequence[np.ndarray], eps: float) -> tuple[np.ndarray, np.ndarray]:
    """scale and shift such that the layer is `scale * x + shift`. Source: ncnn, batchnorm.cpp."""
    slope, mean, variance, bias = (np.asarray(a, np.float64) for a in arrays)
    deviation = np.sqrt(variance + eps)
    scale = slope / np.where(deviation == 0, ZERO_DEVIATION, deviation)
    return scale, bias - scale * mean


@form("batchnorm_scale")
def batchnorm_scale(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """The factor of a BatchNorm by channel vector. Parameters: p, eps as bits."""
    lanes, eps = params
    return blob([batchnorm_map(arrays, bits_float(eps))[0]], [lanes])


@form("batchnorm_shift")
def batchnorm_shift(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """The term of a BatchNorm by channel vector. Parameters: p, eps as bits."""
    lanes, eps = params
    return blob([batchnorm_map(arrays, bits_float(eps))[1]], [lanes])


@form("deconvolution")
def deconvolution(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    The taps of a deconvolution that some phases of its output see, as weights of a convolution.

    `[out][in/groups][kh][kw]`, or `[in][out/groups][kh][kw]`, to
    `[phase row][phase column][channel][in/groups][row][column]`; channels past the last are zero.
    Parameters: groups of the second form (0 for the first), channels of a phase, how many rows of
    phases, rows and columns of the result; then for each of these rows, phase by phase, which one
    of the kernel it is, and the same for the columns; -1 for zeros.
    """
    groups, channels, phase_rows, row_count, column_count, *taps = params
    rows = np.reshape(taps[: phase_rows * row_count], (phase_rows, row_count))
    columns = np.reshape(taps[phase_rows * row_count :], (-1, column_count))
    weights = np.asarray(arrays[0], np.float32)
    if groups:
        inputs, per_group, *kernel = weights.shape
        grouped_weights = weights.reshape(groups, inputs // groups, per_group, *kernel)
        weights = grouped_weights.swapaxes(1, 2).reshape(groups * per_group, -1, *kernel)
    # Tap -1 is a row (column) of zeros after the last.
    padded = np.pad(weights, ((0, channels - len(weights)), (0, 0), (0, 1), (0, 1)))
    phases = padded[:, :, rows][..., columns].transpose(2, 4, 0, 1, 3, 5)
    return np.ascontiguousarray(phases).reshape(-1, weights.shape[1], row_count, column_count)


@form("repeat")
def repeat(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """`[out]` several times, with zeros up to a size each. Parameters: how often, the size."""
    count, size = params
    return np.tile(np.pad(arrays[0], (0, size - len(arrays[0]))), count)


@form("matvec", group_rows=lambda params: params[0] * params[1])
def matvec(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    `[out][in]` to `[out/p/NR][in][NR][p]`, flat; the last group has the vectors that are left.

    Parameters: p, NR; then, if the input is a packed image `c/q,pixels,q`, q and pixels.
    """
    lanes, vectors, *order = params
    weights = arrays[0]
    if order:
        pack, pixels = order
        image = weights.reshape(weights.shape[0], -1, pack, pixels)
        weights = image.transpose(0, 1, 3, 2)
    return direct([weights.reshape(weights.shape[0], -1, 1, 1)], [lanes, vectors])


@form("panels")
def panels(arrays: Sequence[np.ndarray], params: Sequence[int]) -> np.ndarray:
    """
    The panels of `kernel.pack_panels`, of a matrix `[n][k]`, or `[k][n]` if transposed.

    Parameters: p, NR, n, whether it is transposed.
    """
    lanes, vectors, rows, is_transposed = params
    matrix = arrays[0].reshape(-1, rows).T if is_transposed else arrays[0].reshape(rows, -1)
    return matvec([matrix], [lanes, vectors])
