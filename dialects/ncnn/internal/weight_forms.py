"""
Weight forms: layouts of the weights of kernels.

`p` is the number of lanes of a vector of output channels, `NR` that of vectors in a panel.
"""

from __future__ import annotations

from abc import ABC
from math import prod

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, FloatAttr, IntAttr, bf16, f32, i8, i16, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.utils.exceptions import VerifyException

from ...constraints import F32
from ...kernel.depthwise import PAIR
from ..shapes import Shape
from .weight_form import (
    COUNT,
    NUMBER,
    TILE,
    Ints,
    WeightForm,
    axes_attribute,
    int_attribute,
    ints_attribute,
    padded,
)

KERNEL_RANKS = (4, 5)
"""Ranks of the weights of convolutions of images and of volumes."""


@irdl_attr_definition
class DirectWeights(WeightForm):
    """
    `[out][in][kh][kw]` as the panels of the direct and gemm kernels, flat.

    For each group of NR vectors of p output channels: `[kh][kw][in/k][NR][p][k]`, where k are the
    `steps` of the inner kernel; the last group has the remaining vectors. Channels past the last
    are zero. Kernels of volumes have `kd` before `kh`, here as in all forms.
    """

    name = "ncnn.direct_weights"
    RANKS = KERNEL_RANKS
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        outputs, channels, *kernel = source
        reduced = padded(channels, self.steps.data) * prod(kernel)
        return (padded(outputs, self.lanes.data) * reduced,)


@irdl_attr_definition
class TileWeights(WeightForm):
    """
    `[out][in][kh][kw]` as panels of matrices for tile registers, flat.

    The same as `DirectWeights`, but the k weights of the p channels of a vector are
    `[k/t][p][t]`, where t is `together`.
    """

    name = "ncnn.tile_weights"
    RANKS = KERNEL_RANKS
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)
    together: IntAttr = param_def(COUNT, converter=int_attribute)

    packed_shape = DirectWeights.packed_shape


@irdl_attr_definition
class ColumnPairWeights(WeightForm):
    """
    `[out][in][kh][kw]` as panels for an image whose pixels are pairs of columns, flat.

    The columns of a pair are channels, `[in][2]`, and `steps` of the inner kernel. `first` columns
    of the first pair, and those after the last one of the kernel, have zero weights.
    """

    name = "ncnn.column_pair_weights"
    RANKS = (4,)
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    first: IntAttr = param_def(NUMBER, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        outputs, channels, rows, columns = source
        taps = rows * padded(columns + self.first.data, PAIR)
        return (padded(outputs, self.lanes.data) * channels * taps,)


@irdl_attr_definition
class GroupedWeights(WeightForm):
    """
    `[out][in/groups][kh][kw]` of a grouped convolution as panels of the direct kernel, flat.

    Output vectors that span several groups sum over `span` channels, all of these groups, with zero
    weights where channel and group do not meet. `starts` has the first input channel of every group
    of NR output vectors.
    """

    name = "ncnn.grouped_weights"
    RANKS = KERNEL_RANKS
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    groups: IntAttr = param_def(COUNT, converter=int_attribute)
    span: IntAttr = param_def(COUNT, converter=int_attribute)
    starts: Ints = param_def(converter=ints_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        outputs, _, *kernel = source
        reduced = padded(self.span.data, self.steps.data) * prod(kernel)
        return (padded(outputs, self.lanes.data) * reduced,)


@irdl_attr_definition
class GatheredWeights(WeightForm):
    """
    `[out][in][kh][kw]` as panels for an input gathered by im2col, flat.

    Its channels are `(tap, block, lane)`, taps row by row; lanes past the last channel of the
    `pack` of a block get zero weights.
    """

    name = "ncnn.gathered_weights"
    RANKS = KERNEL_RANKS
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    pack: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        outputs, channels, *kernel = source
        gathered = padded(channels, self.pack.data) * prod(kernel)
        return (padded(outputs, self.lanes.data) * padded(gathered, self.steps.data),)


def taps_by_channel(source: Shape, lanes: int) -> Shape:
    """Return the shape of taps, each of which has a vector of channels."""
    channels, _, *kernel = source
    return (-(-channels // lanes), *kernel, lanes)


@irdl_attr_definition
class DepthwiseWeights(WeightForm):
    """`[c][1][kh][kw]` as `[ceil(c/p)][kh][kw][p]`, zero padded."""

    name = "ncnn.depthwise_weights"
    RANKS = KERNEL_RANKS
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        return taps_by_channel(source, self.lanes.data)


@irdl_attr_definition
class DepthwiseFloatWeights(WeightForm):
    """`[c][1][kh][kw]` of any type as `[ceil(c/p)][kh][kw][p]` of float32, zero padded."""

    name = "ncnn.depthwise_float_weights"
    RANKS = (4,)
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        return taps_by_channel(source, self.lanes.data)

    def packed_element(self, source: Attribute) -> Attribute:
        return f32


@irdl_attr_definition
class DepthwisePairWeights(WeightForm):
    """
    `[c][1][kh][kw]` as `[ceil(c/p)][kh][ceil((kw+1)/k)][2][p][k]`, zero padded.

    For each of two neighbouring outputs, the weights of kw + 1 columns of the input, in groups of
    k; those of the second output begin with the second column. k is the `steps` of the instruction;
    pairs are i16.
    """

    name = "ncnn.depthwise_pair_weights"
    RANKS = (4,)
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        channels, _, height, width = source
        lanes, k = self.lanes.data, self.steps.data
        return (-(-channels // lanes), height, -(-(width + 1) // k), 2, lanes, k)

    def packed_element(self, source: Attribute) -> Attribute:
        return i16 if self.steps.data == PAIR else source


@irdl_attr_definition
class WinogradWeights(WeightForm):
    """
    `[out][in][3][3]`, transformed for F(`tile`, 3), as the panels of its products, flat.

    For each group of NR vectors of p output channels: `[(tile + 2)^2][in/k][NR][p][k]`; the last
    group has the vectors that are left. Of `[out][in][kd][3][3]`: `[(tile + 2)^2][kd][in/k]...`.
    The k are the `steps` of the inner kernel; channels past the last are zero. Of several steps
    filters of floats become bf16, and those of i8 whole numbers of i16.
    """

    name = "ncnn.winograd_weights"
    RANKS = KERNEL_RANKS
    REARRANGES = False
    tile: IntAttr = param_def(TILE, converter=int_attribute)
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_element(self, source: Attribute) -> Attribute:
        if source == i8:
            return i16
        return bf16 if self.steps.data > 1 else source

    def packed_shape(self, source: Shape) -> Shape:
        outputs, channels, *depth, _, _ = source
        summed = padded(channels, self.steps.data) * prod(depth)
        return ((self.tile.data + 2) ** 2 * summed * padded(outputs, self.lanes.data),)


@irdl_attr_definition
class MatvecWeights(WeightForm):
    """
    `[out][in]` as `[out/p/NR][in/k][NR][p][k]`, flat; the last group has the vectors that are left.

    The k are the `steps` of the inner kernel; inputs past the last have zeros. If the input is a
    packed image `c/q,pixels,q`, then `pack` is q; else both are 1.
    """

    name = "ncnn.matvec_weights"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    pack: IntAttr = param_def(COUNT, converter=int_attribute)
    pixels: IntAttr = param_def(COUNT, converter=int_attribute)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        return (padded(source[0], self.lanes.data) * padded(prod(source[1:]), self.steps.data),)


@irdl_attr_definition
class MatrixPanels(WeightForm):
    """
    The panels of `kernel.pack_panels`, of a matrix `[rows][columns]`, or `[columns][rows]`
    transposed, in any shape; of several steps as `[rows/NR/p][columns/s][NR][p][s]`.
    """

    name = "ncnn.matrix_panels"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    vectors: IntAttr = param_def(COUNT, converter=int_attribute)
    columns: IntAttr = param_def(COUNT, converter=int_attribute)
    transposed: BoolAttr = param_def(converter=BoolAttr.from_bool)
    steps: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        columns = self.columns.data
        return (padded(prod(source) // columns, self.lanes.data) * columns,)


@irdl_attr_definition
class PackedBlob(WeightForm):
    """`[c][h][w]` as `[ceil(c/p)][h][w][p]`, zero padded; any rank."""

    name = "ncnn.packed_blob"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        channels, *rest = source
        return (-(-channels // self.lanes.data), *rest, self.lanes.data)


@irdl_attr_definition
class FlippedSumStarts(WeightForm):
    """
    Initial sums of outputs if i8 inputs are multiplied as unsigned numbers, offset by 128: `-128 *
    sum(w)`, of `[out]...` as `[ceil(out/p)][p]` of i32, zero padded.
    """

    name = "ncnn.flipped_sum_starts"
    REARRANGES = False
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_element(self, source: Attribute) -> Attribute:
        return i32

    def packed_shape(self, source: Shape) -> Shape:
        return (-(-source[0] // self.lanes.data), self.lanes.data)


class BatchNormForm(WeightForm, ABC):
    """Slope, mean, variance and bias of a BatchNorm as one vector; packed if p is more than 1."""

    INPUTS = 4
    RANKS = (1,)
    REARRANGES = False
    lanes: IntAttr
    eps: FloatAttr

    def packed_shape(self, source: Shape) -> Shape:
        lanes = self.lanes.data
        return (-(-source[0] // lanes), lanes) if lanes > 1 else source


@irdl_attr_definition
class BatchNormScale(BatchNormForm):
    """The factor of a BatchNorm by channel."""

    name = "ncnn.batchnorm_scale"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    eps: FloatAttr = param_def(F32)


@irdl_attr_definition
class BatchNormShift(BatchNormForm):
    """The term of a BatchNorm by channel."""

    name = "ncnn.batchnorm_shift"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    eps: FloatAttr = param_def(F32)


@irdl_attr_definition
class DeconvolutionPhases(WeightForm):
    """
    The taps of a deconvolution that some phases of its output see, as weights of a convolution.

    `[out][in/groups][kh][kw]` as `[phase row][phase column][channel][in/groups][row][column]`;
    channels past the last are zero. `axes` has for each axis, outermost first, and each phase along
    it the taps of the kernel that it sees, -1 for zeros. If `transposed_groups` is not 0, the array
    is `[in][out/groups][kh][kw]` with that number of groups.
    """

    name = "ncnn.deconvolution_phases"
    RANKS = KERNEL_RANKS
    channels: IntAttr = param_def(COUNT, converter=int_attribute)
    axes: ArrayAttr[ArrayAttr[Ints]] = param_def(converter=axes_attribute)
    transposed_groups: IntAttr = param_def(NUMBER, converter=int_attribute)

    def verify(self) -> None:
        for axis in self.axes:
            if len({len(taps) for taps in axis}) != 1:
                raise VerifyException("all phases must see the same number of taps of an axis")

    def packed_shape(self, source: Shape) -> Shape:
        groups = self.transposed_groups.data
        inputs = source[0] // groups if groups else source[1]
        phases = prod(map(len, self.axes))
        kernel = (len(axis.data[0]) for axis in self.axes)
        return (phases * self.channels.data, inputs, *kernel)


@irdl_attr_definition
class RepeatedVector(WeightForm):
    """A vector repeated `count` times, each padded with zeros to `size`."""

    name = "ncnn.repeated_vector"
    RANKS = (1,)
    count: IntAttr = param_def(COUNT, converter=int_attribute)
    size: IntAttr = param_def(COUNT, converter=int_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        return (self.count.data * self.size.data,)


@irdl_attr_definition
class GateRows(WeightForm):
    """
    `[direction][gate][hidden][columns]` as `[direction][ceil(hidden/p)][gate][p][columns]`.

    Rows past the last are zero. Of the `gates` vectors of rows the `chosen` ones, in that order.
    """

    name = "ncnn.gate_rows"
    lanes: IntAttr = param_def(COUNT, converter=int_attribute)
    columns: IntAttr = param_def(COUNT, converter=int_attribute)
    gates: IntAttr = param_def(COUNT, converter=int_attribute)
    chosen: Ints = param_def(converter=ints_attribute)

    def packed_shape(self, source: Shape) -> Shape:
        hidden = prod(source[1:]) // (self.gates.data * self.columns.data)
        rows = padded(hidden, self.lanes.data) * len(self.chosen)
        return (source[0] * rows, self.columns.data)
