"""
Pack weights into weight forms, as numpy functions.

A function takes the form and the arrays of `ncnn.pack_weights`, and returns the elements of the
result in order, in any shape; forms that only rearrange keep the element type. Functions are pure
and deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import prod
from typing import TypeVar

import numpy as np

from ....dialects.bfloat16 import bits_of_bf16
from ....dialects.constraints import int_list
from ....dialects.element_types import CACHE_LINE_BYTES
from ....dialects.kernel.block_words import BYTE_WORDS, WORDS
from ....dialects.kernel.depthwise import PAIR
from ....dialects.ncnn.internal.block_forms import BlockBytes, BlockFactors, BlockIntegers
from ....dialects.ncnn.internal.weight_form import WeightForm, padded
from ....dialects.ncnn.internal.weight_forms import (
    BatchNormForm,
    BatchNormScale,
    BatchNormShift,
    ColumnPairWeights,
    DeconvolutionPhases,
    DepthwiseFloatWeights,
    DepthwisePairWeights,
    DepthwiseWeights,
    DirectWeights,
    FlippedSumStarts,
    GateRows,
    GatheredWeights,
    GroupedWeights,
    MatrixPanels,
    MatvecWeights,
    PackedBlob,
    RepeatedVector,
    TileWeights,
    WinogradWeights,
)
from ...common.batchnorm import batchnorm_map
from ...common.geometry.winograd_matrices import filter_matrix, integer_filter_matrix
from .block_words import halves_apart, words_of_rows

PanelForm = (
    DirectWeights
    | ColumnPairWeights
    | TileWeights
    | GatheredWeights
    | WinogradWeights
    | MatvecWeights
    | MatrixPanels
    | BlockIntegers
    | BlockBytes
    | BlockFactors
)
FormT = TypeVar("FormT", bound=WeightForm)
Packing = Callable[..., np.ndarray]
"""`packing(form, *arrays)`."""

PACKINGS: dict[type[WeightForm], Packing] = {}

GROUP_ROWS: dict[type[WeightForm], Callable[..., int]] = {}
"""
Forms of one array that pack groups of its outermost rows independently and concatenate the results
-> function that returns the number of rows per group.
"""

PIECE_BYTES = 1 << 20
"""Size of weights that are packed at a time, at least one group: fits in the L2 cache."""

WAYS = 16
"""Number of rows that exceeds the ways of the L1 cache."""
CONFLICTING_STRIDE = 1024
"""Rows at multiples of this distance share a quarter of the sets or fewer. Units: bytes."""
BUFFER_COLUMNS = 512
"""Number of columns that are interleaved at a time: a panel's rows then stay in the L2 cache."""

SERIAL_PRODUCT = 1 << 18
"""Multiply-adds up to which BLAS uses one thread; starting its threads costs more than the product.
"""


def pack_arrays(form: WeightForm, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return arrays in a form: its elements in order, in any shape."""
    return PACKINGS[type(form)](form, *arrays)


def row_ranges(form: WeightForm, shape: Sequence[int], size: int) -> Iterator[slice]:
    """
    Yield ranges of outermost source rows whose packed forms, concatenated, are the whole form.
    """
    if type(form) not in GROUP_ROWS or (
        isinstance(form, MatrixPanels) and not is_matrix(form, shape)
    ):
        yield slice(None)
        return
    group = GROUP_ROWS[type(form)](form)
    rows = max(PIECE_BYTES // max(group * size * prod(shape[1:]), 1), 1) * group
    for start in range(0, shape[0], rows):
        yield slice(start, start + rows)


def is_matrix(form: MatrixPanels, shape: Sequence[int]) -> bool:
    """Return whether the outermost rows of an array are those of the matrix."""
    return prod(shape[1:]) == form.columns.data and not form.transposed.value.data


def packs(
    kind: type[FormT], group_rows: Callable[[FormT], int] | None = None
) -> Callable[[Packing], Packing]:
    """
    Register the function of a form, and its number of rows per group if groups are independent.
    """

    def decorate(function: Packing) -> Packing:
        PACKINGS[kind] = function
        if group_rows is not None:
            GROUP_ROWS[kind] = group_rows
        return function

    return decorate


def group_of_vectors(form: PanelForm) -> int:
    """Return the number of output channels of NR vectors."""
    return form.lanes.data * form.vectors.data


def pad_outermost(array: np.ndarray, multiple: int) -> np.ndarray:
    """Append zeros along the outermost axis up to a multiple."""
    missing = -array.shape[0] % multiple
    if not missing:
        return array
    return np.concatenate([array, np.zeros((missing, *array.shape[1:]), array.dtype)])


def panels(array: np.ndarray, lanes: int, vectors: int, steps: int = 1) -> np.ndarray:
    """
    Return `[out][in][kernel]` as `[out/p/NR][kernel][in/k][NR][p][k]`, flat; see `DirectWeights`.
    """
    weights = pad_outermost(array, lanes)
    if weights.shape[1] % steps:
        weights = pad_outermost(weights.swapaxes(0, 1), steps).swapaxes(0, 1)
    blocks = weights.shape[0] // lanes
    taps = prod(weights.shape[2:])
    shape = (lanes, weights.shape[1] // steps, steps, taps)
    split = weights.reshape(blocks, *shape)
    full = blocks // vectors * vectors
    parts: list[np.ndarray] = []
    for start, count, width in ((0, full // vectors, vectors), (full, 1, blocks - full)):
        if count and width:
            part = split[start : start + count * width].reshape(count, width, *shape)
            # [group][NR][p][in/k][k][tap] -> [group][tap][in/k][NR][p][k]
            size = count * weights.shape[1] * taps * width * lanes
            rows = part.reshape(count, width * lanes, -1)
            if steps == taps == 1 and share_sets(rows):
                parts.append(interleaved(rows).reshape(size))
                continue
            panel = part.transpose(0, 5, 3, 1, 2, 4).reshape(size)
            parts.append(np.ascontiguousarray(panel))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def share_sets(rows: np.ndarray) -> bool:
    """Return whether the row starts of `[group][row][column]` map to few sets of L1."""
    return rows.shape[1] >= WAYS and rows.strides[1] % CONFLICTING_STRIDE == 0 < rows.strides[1]


def interleaved(rows: np.ndarray) -> np.ndarray:
    """Return `[group][row][column]` as `[group][column][row]`, avoiding cache conflicts."""
    groups, count, columns = rows.shape
    result = np.empty((groups, columns, count), rows.dtype)
    buffer = np.empty((count, BUFFER_COLUMNS + CACHE_LINE_BYTES // rows.itemsize), rows.dtype)
    for group in range(groups):
        for start in range(0, columns, BUFFER_COLUMNS):
            part = rows[group, :, start : start + BUFFER_COLUMNS]
            apart = buffer[:, : part.shape[1]]
            apart[:] = part
            result[group, start : start + BUFFER_COLUMNS] = apart.T
    return result


def panels_of_matrix(matrix: np.ndarray, lanes: int, vectors: int, steps: int = 1) -> np.ndarray:
    """Return `[out][in]` as `[out/p/NR][in/k][NR][p][k]`, flat."""
    return panels(matrix, lanes, vectors, steps)


def vectors_of_channels(array: np.ndarray, lanes: int) -> np.ndarray:
    """Return `[c][h][w]` as `[ceil(c/p)][h][w][p]`, zero padded; any rank."""
    padded = pad_outermost(array, lanes)
    return np.moveaxis(padded.reshape(-1, lanes, *padded.shape[1:]), 1, -1)


@packs(DirectWeights, group_of_vectors)
def direct(form: DirectWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the weights into panels."""
    return panels(weights, form.lanes.data, form.vectors.data, form.steps.data)


@packs(TileWeights, group_of_vectors)
def of_tiles(form: TileWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the weights into panels of matrices."""
    lanes, steps, together = form.lanes.data, form.steps.data, form.together.data
    flat = panels(weights, lanes, form.vectors.data, steps)
    return flat.reshape(-1, lanes, steps // together, together).swapaxes(1, 2)


@packs(ColumnPairWeights, group_of_vectors)
def column_pairs(form: ColumnPairWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the weights into panels, with the columns of a pair as channels."""
    outputs, channels, rows, columns = weights.shape
    first = form.first.data
    wide = np.zeros((outputs, channels, rows, padded(first + columns, PAIR)), weights.dtype)
    wide[..., first : first + columns] = weights
    split = wide.reshape(outputs, channels, rows, -1, PAIR).transpose(0, 1, 4, 2, 3)
    by_channel = split.reshape(outputs, channels * PAIR, rows, -1)
    return panels(by_channel, form.lanes.data, form.vectors.data, PAIR)


@packs(GroupedWeights)
def grouped(form: GroupedWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the weights into panels as those of a dense convolution of `span` channels."""
    lanes, vectors, starts = form.lanes.data, form.vectors.data, int_list(form.starts)
    outputs, per_group = weights.shape[:2]
    out_per_group = outputs // form.groups.data
    width = lanes * vectors
    wide = np.zeros((outputs, form.span.data, *weights.shape[2:]), weights.dtype)
    for o in range(outputs):
        first = o // out_per_group * per_group - starts[o // width]
        wide[o, first : first + per_group] = weights[o]
    return panels(wide, lanes, vectors, form.steps.data)


@packs(GatheredWeights, group_of_vectors)
def gathered(form: GatheredWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the weights of the 1x1 convolution after im2col into panels."""
    pack = form.pack.data
    outputs, channels, *kernel = weights.shape
    blocked = np.zeros((outputs, *kernel, -(-channels // pack) * pack), weights.dtype)
    blocked[..., :channels] = np.moveaxis(weights, 1, -1)
    matrix = blocked.reshape(outputs, -1)
    return panels_of_matrix(matrix, form.lanes.data, form.vectors.data, form.steps.data)


@packs(DepthwiseFloatWeights, lambda form: form.lanes.data)
@packs(DepthwiseWeights, lambda form: form.lanes.data)
def depthwise(form: DepthwiseFloatWeights | DepthwiseWeights, weights: np.ndarray) -> np.ndarray:
    """Pack channels into vectors, tap by tap."""
    taps = weights.reshape(len(weights), *weights.shape[2:])
    if isinstance(form, DepthwiseFloatWeights):
        taps = taps.astype(np.float32)
    return np.ascontiguousarray(vectors_of_channels(taps, form.lanes.data))


@packs(DepthwisePairWeights, lambda form: form.lanes.data)
def depthwise_pairs(form: DepthwisePairWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the factors of two neighbouring outputs for each row of some input columns."""
    channels, _, height, width = weights.shape
    blocks, rows, groups, pair, lanes, k = form.packed_shape(weights.shape)
    dtype = np.int16 if k == pair else weights.dtype
    columns = np.zeros((pair, blocks * lanes, height, groups * k), dtype)
    for first in range(pair):
        columns[first, :channels, :, first : first + width] = weights[:, 0]
    split = columns.reshape(pair, blocks, lanes, rows, groups, k)
    return np.ascontiguousarray(split.transpose(1, 3, 4, 0, 2, 5))


@packs(WinogradWeights, group_of_vectors)
def winograd(form: WinogradWeights, array: np.ndarray) -> np.ndarray:
    """Pack the transformed taps into panels by position: float32, or bf16 for pairs."""
    if array.dtype == np.int8:
        return integer_winograd(form, array)
    lanes, width, steps = form.lanes.data, group_of_vectors(form), form.steps.data
    weights = pad_outermost(np.asarray(array, np.float32), lanes)
    outputs, channels = weights.shape[:2]
    depth = prod(weights.shape[2:-2])
    transform = filter_matrix(form.tile.data).astype(np.float32)
    result = np.empty(len(transform) * outputs * depth * channels, np.float32)
    columns = SERIAL_PRODUCT // transform.size
    # Process a group at a time, so that the data of transposition and product stays in the cache.
    for start in range(0, outputs, width):
        group = weights[start : start + width].reshape(-1, channels // steps, steps, depth, 9)
        taps = np.ascontiguousarray(group.transpose(4, 3, 1, 0, 2)).reshape(9, -1)
        size = len(transform) * taps.shape[1]
        at = start * depth * channels * len(transform)
        panel = result[at : at + size].reshape(len(transform), -1)
        for column in range(0, taps.shape[1], columns):
            part = slice(column, column + columns)
            np.matmul(transform, taps[:, part], out=panel[:, part])
    return result if steps == 1 else bits_of_bf16(result)


def integer_winograd(form: WinogradWeights, array: np.ndarray) -> np.ndarray:
    """Pack transformed int8 taps in the same way, as 16-bit integers."""
    transform = integer_filter_matrix(form.tile.data).astype(np.float32)
    outputs, channels, *depth = array.shape[:-2]
    # Floats represent integers this small exactly, and multiply fast.
    taps = array.reshape(-1, 9).astype(np.float32) @ transform.T
    places = taps.astype(np.int16).reshape(outputs, channels, prod(depth), len(transform))
    by_place = places.transpose(0, 1, 3, 2)
    return panels(by_place, form.lanes.data, form.vectors.data, form.steps.data)


@packs(MatvecWeights, group_of_vectors)
def matvec(form: MatvecWeights, weights: np.ndarray) -> np.ndarray:
    """Pack the matrix into panels, with columns in the memory order of the input's elements."""
    image = weights.reshape(len(weights), -1, form.pack.data, form.pixels.data)
    matrix = image.transpose(0, 1, 3, 2).reshape(len(weights), -1)
    return panels_of_matrix(matrix, form.lanes.data, form.vectors.data, form.steps.data)


@packs(FlippedSumStarts, lambda form: form.lanes.data)
def flipped_sum_starts(form: FlippedSumStarts, weights: np.ndarray) -> np.ndarray:
    """Return the negated sum that an offset of 128 of all inputs adds."""
    sums = weights.reshape(len(weights), -1).sum(axis=1, dtype=np.int32)
    return vectors_of_channels(-128 * sums, form.lanes.data)


@packs(MatrixPanels, group_of_vectors)
def matrix_panels(form: MatrixPanels, array: np.ndarray) -> np.ndarray:
    """Pack a matrix into panels, or some of its rows if `is_matrix`."""
    columns = form.columns.data
    if form.transposed.value.data:
        matrix = array.reshape(columns, -1).T
    else:
        matrix = array.reshape(-1, columns)
    return panels_of_matrix(matrix, form.lanes.data, form.vectors.data, form.steps.data)


@packs(BlockIntegers, group_of_vectors)
def block_integers(form: BlockIntegers, stored: np.ndarray) -> np.ndarray:
    """Pack the words of rows into panels, and separate the halves of each four words."""
    if form.bits.data == 8:
        return panels_of_matrix(stored, form.lanes.data, form.vectors.data)
    words = words_of_rows(stored, WORDS[form.bits.data], form.columns.data)
    return halves_apart(panels_of_matrix(words, form.lanes.data, form.vectors.data))


@packs(BlockBytes, group_of_vectors)
def block_bytes(form: BlockBytes, stored: np.ndarray) -> np.ndarray:
    """Pack the words of rows into panels."""
    kind = replace(BYTE_WORDS[form.bits.data], offset=form.offset.data)
    words = words_of_rows(stored, kind, form.columns.data)
    return panels_of_matrix(words, form.lanes.data, form.vectors.data)


@packs(BlockFactors, group_of_vectors)
def block_factors(form: BlockFactors, scales: np.ndarray) -> np.ndarray:
    """Pack the reciprocals of scales into panels."""
    factors = np.divide(1, scales, out=np.zeros_like(scales), where=scales != 0)
    return panels_of_matrix(factors, form.lanes.data, form.vectors.data)


@packs(PackedBlob, lambda form: form.lanes.data)
def packed_blob(form: PackedBlob, array: np.ndarray) -> np.ndarray:
    """Pack channels into vectors."""
    return vectors_of_channels(array, form.lanes.data)


@packs(BatchNormScale)
def batchnorm_scale(form: BatchNormForm, *arrays: np.ndarray) -> np.ndarray:
    """Return the factor of each channel."""
    scale, _ = batchnorm_map(arrays, form.eps.value.data)
    return vectors_of_channels(scale, form.lanes.data)


@packs(BatchNormShift)
def batchnorm_shift(form: BatchNormForm, *arrays: np.ndarray) -> np.ndarray:
    """Return the term of each channel."""
    _, shift = batchnorm_map(arrays, form.eps.value.data)
    return vectors_of_channels(shift, form.lanes.data)


@packs(DeconvolutionPhases)
def deconvolution_phases(form: DeconvolutionPhases, array: np.ndarray) -> np.ndarray:
    """Return the kernels of all phases, one after the other."""
    weights, groups = array, form.transposed_groups.data
    if groups:
        inputs, per_group, *kernel = weights.shape
        by_group = weights.reshape(groups, inputs // groups, per_group, *kernel)
        weights = by_group.swapaxes(1, 2).reshape(groups * per_group, -1, *kernel)
    missing, spatial = form.channels.data - len(weights), len(form.axes)
    # Tap -1 is a zero after the last tap.
    seen = np.pad(weights, ((0, missing), (0, 0), *[(0, 1)] * spatial))
    for axis, taps in enumerate(form.axes):
        # [channel][in][phase][tap]...: each earlier axis has become two axes
        seen = seen.take([int_list(row) for row in taps], 2 + 2 * axis)
    phases, kernel = range(2, 2 + 2 * spatial, 2), range(3, 3 + 2 * spatial, 2)
    return np.ascontiguousarray(seen.transpose(*phases, 0, 1, *kernel))


@packs(RepeatedVector)
def repeated_vector(form: RepeatedVector, array: np.ndarray) -> np.ndarray:
    """Repeat the vector, padded with zeros."""
    return np.tile(np.pad(array, (0, form.size.data - len(array))), form.count.data)


@packs(GateRows)
def gate_rows(form: GateRows, array: np.ndarray) -> np.ndarray:
    """Reorder gates so that those of a vector of hidden elements are adjacent."""
    lanes, chosen = form.lanes.data, int_list(form.chosen)
    gates = array.reshape(len(array), form.gates.data, -1, form.columns.data)[:, chosen]
    padded = np.pad(gates, ((0, 0), (0, 0), (0, -gates.shape[2] % lanes), (0, 0)))
    blocks = padded.reshape(*padded.shape[:2], -1, lanes, padded.shape[3])
    return np.ascontiguousarray(blocks.swapaxes(1, 2))
