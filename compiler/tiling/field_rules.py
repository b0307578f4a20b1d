"""
The operand elements that each element of a layer's result reads, layer by layer.

A layer without a rule reads everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from xdsl.ir import Operation

from ...dialects.ncnn.errors import RuntimeShapeError
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ...dialects.ncnn.families.pooling_nd import PoolingND
from ...dialects.ncnn.families.pooling_windows import PadMode, PoolingKind
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.crop import CropOp
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.layers.interp import InterpMode, InterpOp
from ...dialects.ncnn.layers.layernorm import RowNormalizationOp
from ...dialects.ncnn.layers.misc import NoopOp
from ...dialects.ncnn.layers.padding import PaddingOp
from ...dialects.ncnn.layers.permute import PermuteOp
from ...dialects.ncnn.layers.reduction import ReductionOp
from ...dialects.ncnn.layers.reshape import ReshapingOp
from ...dialects.ncnn.layers.shuffle import PixelShuffleOp, ReorgOp, ShuffleChannelOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.layers.softmax import SoftmaxOp
from ...dialects.ncnn.layers.split import SplitOp
from ...dialects.ncnn.rules.window import dilated_extent
from ...dialects.ncnn.shapes import Shape, shape_of
from .reach import AxisReaches, Number, Reach


class Unbounded(Exception):
    """The layer reads whole images, or elements whose places no rule tells."""


Rule: TypeAlias = Callable[[Any, Sequence[AxisReaches]], list[AxisReaches]]
"""The axes of the results of an op, from those of its operands. Raises: Unbounded."""


def result_axes(op: Operation, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """The axes of an op's results; empty ones are constants. Raises: Unbounded for whole images."""
    for kind, rule in RULES.items():
        if isinstance(op, kind):
            return rule(op, operands)
    raise Unbounded


def moved(axis: Reach | None, stride: Number, first: Number, last: Number) -> Reach | None:
    """`Reach.through` of an axis that may be none of an image."""
    return None if axis is None else axis.through(stride, first, last)


def require_no_image_axis(axes: Iterable[Reach | None]) -> None:
    """Raises: Unbounded if one of the axes runs along an image."""
    if any(axis is not None for axis in axes):
        raise Unbounded


def joined(several: Sequence[AxisReaches]) -> AxisReaches:
    """Return the axes of a reader of blobs of one rank. Raises: Unbounded if they do not fit."""
    result = list(several[0])
    for axes in several[1:]:
        for place, axis in enumerate(axes):
            before = result[place]
            both = axis if before is None else before if axis is None else before.joined(axis)
            if both is None and axis is not None:
                raise Unbounded
            result[place] = both
    return tuple(result)


def input_axes(operands: Sequence[AxisReaches]) -> AxisReaches:
    """The axes of the first operand. Raises: Unbounded if it has none, or others have some, too."""
    first, *others = operands
    for axes in others:
        require_no_image_axis(axes)
    if not first:
        raise Unbounded
    return first


def of_convolution(op: ConvolutionND, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output i reads `i * stride - pad` to `i * stride - pad + dilation * (kernel - 1)`."""
    channels, *spatial = input_axes(operands)
    require_no_image_axis([channels])
    pads, strides = op.resolved_pads(), op.along_axes("stride")
    dilations = op.along_axes("dilation")
    result: list[Reach | None] = [None]
    for i, axis in enumerate(spatial):
        last = dilated_extent(op.kernel_shape[i], dilations[i]) - 1
        result.append(moved(axis, strides[i], -pads[i], last - pads[i]))
    return [tuple(result)]


def of_deconvolution(op: DeconvolutionND, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output `i` reads those `j` with `i + cut = j * stride + tap * dilation`."""
    channels, *spatial = input_axes(operands)
    require_no_image_axis([channels])
    cuts, kernel = op.resolved_cuts(), op.weight_dimensions()[2:]
    dilations = op.along_axes("dilation")
    result: list[Reach | None] = [None]
    for i, (axis, stride) in enumerate(zip(spatial, op.along_axes("stride"), strict=True)):
        last = dilated_extent(kernel[i], dilations[i]) - 1
        first = Fraction(cuts[i] - last, stride)
        result.append(moved(axis, Fraction(1, stride), first, Fraction(cuts[i], stride)))
    return [tuple(result)]


def of_pooling(op: PoolingND, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Windows as those of a convolution; adaptive ones cover the whole image."""
    axes = input_axes(operands)
    if op.is_global is not None:
        raise Unbounded
    channels, *spatial = axes
    if op.is_adaptive:
        kept = [n == 1 for windows in op.windows() for n in {max(windows.counts)}]
        require_no_image_axis(a for a, keeps in zip(spatial, kept, strict=True) if not keeps)
        return [axes]
    if leaves_out_cells(op):
        raise Unbounded
    kernel, strides, pads = op.along_axes("kernel"), op.along_axes("stride"), op.pads_before()
    result = [
        moved(axis, strides[i], -pads[i], kernel[i] - 1 - pads[i]) for i, axis in enumerate(spatial)
    ]
    return [(channels, *result)]


def leaves_out_cells(op: PoolingND) -> bool:
    """Return true if means leave out cells within the pads of another mode of a border."""
    is_mean = op.kind.data is PoolingKind.AVG and op.count_include_pad is None
    is_same = op.pad_mode.data in (PadMode.SAME_UPPER, PadMode.SAME_LOWER)
    return is_mean and is_same and any(op.along_axes("pad"))


def of_interp(op: InterpOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """The elements around the positions of `InterpOp.source_coordinates`."""
    axes, given, made = input_axes(operands), shape_of(op.input), shape_of(op.output)
    if len(given) != len(made):
        raise Unbounded
    changed = [before != after for before, after in zip(given, made, strict=True)]
    result = list(axes)
    for place, step in zip((-2, -1), op.steps(), strict=True):
        if not changed[place] or axes[place] is None:
            continue
        if op.align_corner is not None and op.mode.data is not InterpMode.NEAREST:
            raise Unbounded
        result[place] = moved(axes[place], step, *_taps(op.mode.data, step))
    return [tuple(result)]


def _taps(mode: InterpMode, step: Fraction) -> tuple[Number, Number]:
    """
    The first and the last element that output 0 may read, and output i as much further as the step
    says: nearest ones round down, others lie around `(i + 1/2) * step - 1/2`.
    """
    if mode is InterpMode.NEAREST:
        return Fraction(1, step.denominator) - 1, 0
    centre = (step - 1) / 2
    beside = 1 if mode is InterpMode.BILINEAR else 2
    return centre - beside, centre + beside


def of_pixel_shuffle(op: PixelShuffleOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output i reads `floor(i / factor)`."""
    channels, *spatial = input_axes(operands)
    require_no_image_axis([channels])
    step = Fraction(1, op.factor.value.data)
    return [(None, *(moved(axis, step, step - 1, 0) for axis in spatial))]


def of_reorg(op: ReorgOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output i reads `i * stride` to `i * stride + stride - 1`."""
    channels, *spatial = input_axes(operands)
    if len(spatial) != 2:
        raise Unbounded
    require_no_image_axis([channels])
    stride = op.stride.value.data
    return [(None, *(moved(axis, stride, 0, stride - 1) for axis in spatial))]


def of_padding(op: PaddingOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output i reads `i - before`; what is padded is at the borders of images alone."""
    pads = zip(input_axes(operands), op.axis_pads(), strict=True)
    return [tuple(moved(axis, 1, -before, -before) for axis, (before, _) in pads)]


def of_crop(op: CropOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Output i reads `i + offset`. Raises: Unbounded if the offset is computed."""
    try:
        offsets, _ = op.offsets_and_sizes()
    except RuntimeShapeError:
        raise Unbounded from None
    pairs = zip(input_axes(operands), offsets, strict=True)
    return [tuple(moved(axis, 1, offset, offset) for axis, offset in pairs)]


def of_slice(op: SliceOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Each part reads as far on as it starts."""
    axes, along = input_axes(operands), op.resolved_axis()
    return [
        (*axes[:along], moved(axes[along], 1, start, start), *axes[along + 1 :])
        for start, _ in op.ranges()
    ]


def of_concat(op: ConcatOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Side by side, but not along an axis of the image."""
    along = op.resolved_axis()
    from_images = [axes for axes in operands if axes]
    if not from_images:
        raise Unbounded
    require_no_image_axis(axes[along] for axes in from_images)
    for operand, axes in zip(op.operands, operands, strict=True):
        if not axes:
            _require_the_same_everywhere(shape_of(operand), from_images[0])
    return [joined(from_images)]


def of_elementwise(op: ElementwiseOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """One element of each operand, at the place of the result's."""
    if len(op.results) > 1:
        raise Unbounded
    rank = len(shape_of(op.results[0]))
    followed: list[AxisReaches] = []
    for axes, to in zip(operands, op.operand_axes(), strict=True):
        result: list[Reach | None] = [None] * rank
        for axis, place in zip(axes, to, strict=False):
            if place is not None:
                result[place] = axis
            else:
                require_no_image_axis([axis])
        followed.append(tuple(result))
    result_axes = joined(followed)
    for operand, axes, to in zip(op.operands, operands, op.operand_axes(), strict=True):
        if not axes:
            along = [None if place is None else result_axes[place] for place in to]
            _require_the_same_everywhere(shape_of(operand), along)
    return [result_axes]


def _require_the_same_everywhere(shape: Shape, axes: Sequence[Reach | None]) -> None:
    """Raises: Unbounded for a constant that differs from place to place of an image."""
    require_no_image_axis(axis for axis, extent in zip(axes, shape, strict=True) if extent > 1)


def of_permute(op: PermuteOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """The axes in another order."""
    axes = input_axes(operands)
    return [tuple(axes[axis] for axis in op.permutation())]


def of_reshape(op: ReshapingOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """
    An axis stays what it is if it has the same extent, and as many elements are before and behind
    it. Raises: Unbounded if another axis is one of an image.
    """
    axes = input_axes(operands)
    given, made = shape_of(op.operands[0]), shape_of(op.results[0])
    result: list[Reach | None] = [None] * len(made)
    for place, axis in enumerate(axes):
        if axis is None:
            continue
        before = prod(given[:place])
        to = [i for i, n in enumerate(made) if (prod(made[:i]), n) == (before, given[place])]
        if not to:
            raise Unbounded
        result[to[0]] = axis
    return [tuple(result)]


def of_softmax(op: SoftmaxOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Along an axis that is none of the image."""
    axes = input_axes(operands)
    require_no_image_axis([axes[op.resolved_axis()]])
    return [axes]


def of_row_normalization(
    op: RowNormalizationOp, operands: Sequence[AxisReaches]
) -> list[AxisReaches]:
    """Over innermost axes that are none of the image."""
    axes, shape, length = input_axes(operands), shape_of(op.operands[0]), op.run_length()
    require_no_image_axis(a for i, a in enumerate(axes) if prod(shape[i:]) <= length)
    return [axes]


def of_reduction(op: ReductionOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Over axes that are none of the image."""
    axes, reduced = input_axes(operands), op.resolved_axes()
    require_no_image_axis(axes[axis] for axis in reduced)
    if op.keepdims is not None:
        return [axes]
    return [tuple(a for i, a in enumerate(axes) if i not in reduced) or (None,)]


def unchanged(op: Operation, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Copies, and other orders of channels."""
    return [input_axes(operands)] * len(op.results)


def of_noop(op: NoopOp, operands: Sequence[AxisReaches]) -> list[AxisReaches]:
    """Each input by itself."""
    return list(operands[: len(op.results)])


RULES: dict[type[Operation], Rule] = {
    ConvolutionND: of_convolution,
    DeconvolutionND: of_deconvolution,
    PoolingND: of_pooling,
    InterpOp: of_interp,
    PixelShuffleOp: of_pixel_shuffle,
    ReorgOp: of_reorg,
    PaddingOp: of_padding,
    CropOp: of_crop,
    SliceOp: of_slice,
    ConcatOp: of_concat,
    ElementwiseOp: of_elementwise,
    PermuteOp: of_permute,
    ReshapingOp: of_reshape,
    SoftmaxOp: of_softmax,
    RowNormalizationOp: of_row_normalization,
    ReductionOp: of_reduction,
    NoopOp: of_noop,
    SplitOp: unchanged,
    ShuffleChannelOp: unchanged,
}
