"""Deconvolutions: convolutions of the same input, for the phases of the output."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import DepthToSpaceOp, InterleaveOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import Algorithm, AlgorithmAttr, LayoutAttr, pack_of
from ....dialects.ncnn.base import int_list, shape_of
from ....dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ....dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ....dialects.ncnn.weight_forms import DeconvolutionPhases, RepeatedVector
from ....dialects.properties import int_array
from ....dialects.target.elements import product_types
from ...common.constants import is_constant
from ...common.cost.conv_schedule import (
    ConvolutionShape,
    cheapest_algorithm,
    cheapest_cycles,
    direct_cycles,
)
from ...common.cost.conv_shape import convolution_shape
from ..building.deconvolution_schedule import DeconvolutionShape, Merging, choose_merging
from ..building.kernel_builder import KernelBuilder
from ..building.output_phases import DeconvolutionAxis, PhaseWindow
from ..building.weight_operands import converted_result, packed_weight, plain_operand
from . import conversions
from .convolution import convolution


@conversions.register(DeconvolutionBase)
def deconvolution(
    k: KernelBuilder, op: DeconvolutionBase, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    A convolution for each phase of the output, or one for all whose channels are the phases; then
    their outputs are put together.

    Nothing is multiplied by the zeros that a stride inserts: a phase has only the taps that meet
    inputs. Bias and activation belong to the phases, hence come before the cut, which the phases
    leave out.
    """
    lanes = pack_of(op.output.type)
    physical = lanes if lanes > 1 else k.lanes
    deconv_shape = deconvolution_shape(op)
    merging = None
    if op.groups == 1:
        merging = choose_merging(
            deconv_shape, physical, lanes > 1, lambda s: cycles(k, op, s, physical)
        )
    if merging is not None and merging.channels % physical:
        return [spread_channels(k, op, operands, deconv_shape, merging, physical)]
    if merging is not None:
        phases = merged_phases(k, op, operands, deconv_shape, merging, physical)
    else:
        phases = separate_phases(k, op, operands, deconv_shape, physical)
    result = phases[0]
    outputs, height, width = shape_of(op.output)
    if len(phases) > 1:
        y = k.empty((-(-outputs // physical), height, width, physical), op.output.type)
        start = int_array(merging.start if merging is not None else (0, 0))
        result = k.insert(InterleaveOp.make(phases, [y], {"stride": op.stride, "start": start}))
    if lanes > 1:
        return [result]
    return [k.insert(UnpackOp.make([result], [k.empty((outputs, height, width), op.output.type)]))]


def deconvolution_shape(op: DeconvolutionBase) -> DeconvolutionShape:
    """The `DeconvolutionShape` of an op whose shapes are known; of one group if it has several."""
    outputs, channels, *kernel = op.weight_dimensions()
    stride, dilation, cuts = int_list(op.stride), int_list(op.dilation), op.resolved_cuts()
    sizes, out_sizes = shape_of(op.input)[1:], shape_of(op.output)[1:]
    rows, columns = (
        DeconvolutionAxis(kernel[a], stride[a], dilation[a], cuts[a], sizes[a], out_sizes[a])
        for a in (0, 1)
    )
    types = product_types(element_of(op.input.type), element_of(op.weight.type))
    return DeconvolutionShape(channels, outputs, rows, columns, types)


def cycles(
    k: KernelBuilder, op: DeconvolutionBase, conv_shape: ConvolutionShape, lanes: int
) -> float:
    """Estimated cycles of a convolution with the weights of the op."""
    estimate = cheapest_cycles if is_constant(op.weight) else direct_cycles
    return estimate(conv_shape, lanes, k.target)


def separate_phases(
    k: KernelBuilder,
    op: DeconvolutionBase,
    operands: Sequence[SSAValue],
    deconv_shape: DeconvolutionShape,
    lanes: int,
) -> list[SSAValue]:
    """Each phase by a convolution of its own, row by row."""
    rows, columns = deconv_shape.rows, deconv_shape.columns
    return [
        convolution_of_phases(
            k,
            op,
            operands,
            (rows.window((y,), rows.stride), columns.window((x,), columns.stride)),
            deconv_shape.outputs,
            lanes,
        )
        for y in rows.phases()
        for x in columns.phases()
    ]


def merged_phases(
    k: KernelBuilder,
    op: DeconvolutionBase,
    operands: Sequence[SSAValue],
    deconv_shape: DeconvolutionShape,
    merging: Merging,
    lanes: int,
) -> list[SSAValue]:
    """The phases as parts of one convolution's output, whole vectors of channels each."""
    windows = deconv_shape.merged(merging)
    y = convolution_of_phases(k, op, operands, windows, merging.channels, lanes)
    _, height, width, _ = buffer_shape(y)
    size = merging.channels * height * width
    part = (merging.channels // lanes, height, width, lanes)
    rows, columns = merging.period
    return [k.view(y, part, phase * size) for phase in range(rows * columns)]


def spread_channels(
    k: KernelBuilder,
    op: DeconvolutionBase,
    operands: Sequence[SSAValue],
    deconv_shape: DeconvolutionShape,
    merging: Merging,
    lanes: int,
) -> SSAValue:
    """The result, from channels of one convolution that are phases of few channels."""
    windows = deconv_shape.merged(merging)
    y = convolution_of_phases(k, op, operands, windows, merging.channels, lanes)
    places = {"block": int_array(merging.period), "start": int_array(merging.start)}
    plain = k.insert(
        DepthToSpaceOp.make([y], [k.empty(shape_of(op.output), op.output.type)], places)
    )
    return converted_result(k, op.output, plain)


def convolution_of_phases(
    k: KernelBuilder,
    op: DeconvolutionBase,
    operands: Sequence[SSAValue],
    windows: tuple[PhaseWindow, PhaseWindow],
    channels: int,
    lanes: int,
) -> SSAValue:
    """The convolution that computes some phases, each of so many channels."""
    rows, columns = windows
    count = len(rows.taps) * len(columns.taps)
    outputs = count * channels
    groups_of_transposed = op.groups if op.transposed_weight is not None else 0
    form = DeconvolutionPhases(channels, rows.taps, columns.taps, groups_of_transposed)
    weight = packed_weight(k, form, operands[1])
    bias = [op.bias] if op.bias is not None else []
    physical_bias = operands[2 : 2 + len(bias)]
    if op.bias is not None and shape_of(op.bias) != (outputs,):
        plain = plain_operand(k, op.bias, operands[2])
        bias = [packed_weight(k, RepeatedVector(count, channels), plain)]
        physical_bias = bias
    grouping = {"group": IntegerAttr(op.groups, i64)} if op.groups > 1 else {}
    kind = ConvolutionDepthWiseOp if op.groups > 1 else ConvolutionOp
    extents = (outputs, rows.size, columns.size)
    type = TensorType(element_of(op.output.type), extents, LayoutAttr(lanes))
    conv = kind.build(
        operands=[op.input, weight, bias, [], [], [], []],
        properties={
            "stride": int_array([rows.stride, columns.stride]),
            "dilation": int_array([rows.dilation, columns.dilation]),
            "pad": int_array([rows.before, columns.before, rows.after, columns.after]),
            "activation": op.activation,
            "activation_params": op.activation_params,
            **grouping,
        },
        regions=[[]],
        result_types=[type],
    )
    conv.location = op.location
    conv.algorithm = AlgorithmAttr(choose_algorithm(k, conv, lanes))
    (result,) = convolution(k, conv, [operands[0], weight, *physical_bias])
    # It was never part of the program: let go of its operands.
    conv.erase()
    return result


def choose_algorithm(k: KernelBuilder, conv: ConvolutionBase, lanes: int) -> Algorithm:
    """How the convolution of a phase is computed."""
    if isinstance(conv, ConvolutionDepthWiseOp) and conv.is_depthwise:
        return Algorithm.DEPTHWISE
    if conv.groups > 1 or not is_constant(conv.weight):
        return Algorithm.PACKED
    return cheapest_algorithm(convolution_shape(conv), lanes, k.target)
