"""Deconvolutions: convolutions of the same input, for the phases of the output."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue

from ....dialects.constraints import int_array
from ....dialects.element_types import element_of
from ....dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interleave import DepthToSpaceOp, InterleaveOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import LayoutAttr, pack_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ....dialects.ncnn.internal.weight_forms import DeconvolutionPhases, RepeatedVector
from ....dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ....dialects.ncnn.layers.convolution3d import Convolution3DOp, ConvolutionDepthWise3DOp
from ....dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ....dialects.ncnn.layers.deconvolution3d import Deconvolution3DBase
from ....dialects.ncnn.schedule import ScheduleAttr
from ....dialects.target.elements import product_types
from ...common.constants import is_constant
from ...schedule.cost.conv_cost import cheapest_algorithm, cheapest_cycles, direct_cycles
from ...schedule.cost.conv_shape import ConvolutionShape, convolution_shape
from ...schedule.schedule_convolutions import schedule_of
from ..building.deconvolution_schedule import DeconvolutionShape, Merging, choose_merging
from ..building.kernel_builder import KernelBuilder
from ..building.output_phases import DeconvolutionAxis, PhaseWindow
from ..building.weight_operands import converted_result, packed_weight, plain_operand
from . import conversions
from .convolution import convolution

CONVOLUTIONS: dict[tuple[int, bool], type[ScheduledConvolution]] = {
    (2, False): ConvolutionOp,
    (2, True): ConvolutionDepthWiseOp,
    (3, False): Convolution3DOp,
    (3, True): ConvolutionDepthWise3DOp,
}
"""By the number of axes, and whether there are groups."""


@conversions.register(DeconvolutionBase, Deconvolution3DBase)
def deconvolution(
    k: KernelBuilder, op: DeconvolutionND, operands: Sequence[SSAValue]
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
    axes = deconvolution_axes(op)
    merging = None
    if op.groups == 1 and len(axes) == 2:
        deconv_shape = deconvolution_shape(op)
        merging = choose_merging(
            deconv_shape, physical, lanes > 1, lambda s: cycles(k, op, s, physical)
        )
    if merging is not None and merging.channels % physical:
        return [spread_channels(k, op, operands, merging, physical)]
    if merging is not None:
        phases = merged_phases(k, op, operands, merging, physical)
    else:
        phases = separate_phases(k, op, operands, physical)
    result = phases[0]
    outputs, *size = shape_of(op.output)
    if len(phases) > 1:
        y = k.empty((-(-outputs // physical), *size, physical), op.output.type)
        start = int_array(merging.start if merging is not None else [0] * len(axes))
        stride = int_array([axis.stride for axis in axes])
        result = k.insert(InterleaveOp.make(phases, [y], {"stride": stride, "start": start}))
    if lanes > 1:
        return [result]
    return [k.insert(UnpackOp.make([result], [k.empty((outputs, *size), op.output.type)]))]


def deconvolution_axes(op: DeconvolutionND) -> list[DeconvolutionAxis]:
    """The axes of an op whose shapes are known, outermost first."""
    _, _, *kernel = op.weight_dimensions()
    cuts = op.resolved_cuts()[: len(kernel)]
    stride, dilation = op.along_axes("stride"), op.along_axes("dilation")
    sizes, out_sizes = shape_of(op.input)[1:], shape_of(op.output)[1:]
    fields = zip(kernel, stride, dilation, cuts, sizes, out_sizes, strict=True)
    return [DeconvolutionAxis(*numbers) for numbers in fields]


def deconvolution_shape(op: DeconvolutionND) -> DeconvolutionShape:
    """The `DeconvolutionShape` of an op on images; of one group if it has several."""
    outputs, channels, *_ = op.weight_dimensions()
    rows, columns = deconvolution_axes(op)
    types = product_types(element_of(op.input.type), element_of(op.weight.type))
    return DeconvolutionShape(channels, outputs, rows, columns, types)


def cycles(
    k: KernelBuilder, op: DeconvolutionND, conv_shape: ConvolutionShape, lanes: int
) -> float:
    """Estimated cycles of a convolution with the weights of the op."""
    estimate = cheapest_cycles if is_constant(op.weight) else direct_cycles
    return estimate(conv_shape, lanes, k.target)


def separate_phases(
    k: KernelBuilder, op: DeconvolutionND, operands: Sequence[SSAValue], lanes: int
) -> list[SSAValue]:
    """Each phase by a convolution of its own, row by row."""
    by_axis = [
        [axis.window((phase,), axis.stride) for phase in axis.phases()]
        for axis in deconvolution_axes(op)
    ]
    channels = shape_of(op.output)[0]
    return [
        convolution_of_phases(k, op, operands, windows, channels, lanes)
        for windows in product(*by_axis)
    ]


def merged_phases(
    k: KernelBuilder,
    op: DeconvolutionND,
    operands: Sequence[SSAValue],
    merging: Merging,
    lanes: int,
) -> list[SSAValue]:
    """
    The phases as parts of one convolution's output, whole vectors of channels each; those that have
    no place in a short result are left out.
    """
    shape = deconvolution_shape(op)
    windows = shape.merged(merging)
    y = convolution_of_phases(k, op, operands, windows, merging.channels, lanes)
    _, height, width, _ = buffer_shape(y)
    size = merging.channels * height * width
    part = (merging.channels // lanes, height, width, lanes)
    rows, columns = (
        range(min(period, start + axis.out_size))
        for period, start, axis in zip(
            merging.period, merging.start, (shape.rows, shape.columns), strict=True
        )
    )
    of_row = merging.period[1]
    return [k.view(y, part, (r * of_row + c) * size) for r, c in product(rows, columns)]


def spread_channels(
    k: KernelBuilder,
    op: DeconvolutionND,
    operands: Sequence[SSAValue],
    merging: Merging,
    lanes: int,
) -> SSAValue:
    """The result, from channels of one convolution that are phases of few channels."""
    windows = deconvolution_shape(op).merged(merging)
    y = convolution_of_phases(k, op, operands, windows, merging.channels, lanes)
    places = {"block": int_array(merging.period), "start": int_array(merging.start)}
    plain = k.insert(
        DepthToSpaceOp.make([y], [k.empty(shape_of(op.output), op.output.type)], places)
    )
    return converted_result(k, op.output, plain)


def convolution_of_phases(
    k: KernelBuilder,
    op: DeconvolutionND,
    operands: Sequence[SSAValue],
    windows: Sequence[PhaseWindow],
    channels: int,
    lanes: int,
) -> SSAValue:
    """The convolution that computes some phases, each of so many channels."""
    count = prod(len(along.taps) for along in windows)
    outputs = count * channels
    groups_of_transposed = op.groups if op.transposed_weight is not None else 0
    form = DeconvolutionPhases(channels, [along.taps for along in windows], groups_of_transposed)
    weight = packed_weight(k, form, operands[1])
    named = {"input": op.input, "weight": weight}
    physical = [operands[0], weight]
    if op.bias is not None and shape_of(op.bias) == (outputs,):
        named["bias"] = op.bias
        physical.append(operands[2])
    elif op.bias is not None:
        plain = plain_operand(k, op.bias, operands[2])
        named["bias"] = packed_weight(k, RepeatedVector(count, channels), plain)
        physical.append(named["bias"])
    kind = CONVOLUTIONS[len(windows), op.groups > 1]
    definition = kind.get_irdl_definition()
    type = TensorType(
        element_of(op.output.type), (outputs, *(w.size for w in windows)), LayoutAttr(lanes)
    )
    conv = kind.build(
        operands=[named.get(name, []) for name, _ in definition.operands],
        properties={
            "stride": int_array([along.stride for along in windows]),
            "dilation": int_array([along.dilation for along in windows]),
            "pad": int_array([*(w.before for w in windows), *(w.after for w in windows)]),
            "activation": op.activation,
            "activation_params": op.activation_params,
            **({"group": IntegerAttr(op.groups, i64)} if op.groups > 1 else {}),
        },
        regions=[[]],
        result_types=[type],
    )
    conv.location = op.location
    conv.algorithm = AlgorithmAttr(choose_algorithm(k, conv, lanes))
    conv.schedule = ScheduleAttr(schedule_of(conv, k.target))
    (result,) = convolution(k, conv, physical)
    # It was never part of the program: let go of its operands.
    conv.erase()
    return result


def choose_algorithm(k: KernelBuilder, conv: ScheduledConvolution, lanes: int) -> Algorithm:
    """How the convolution of a phase is computed."""
    if conv.is_depthwise:
        return Algorithm.DEPTHWISE
    if conv.groups > 1 or not is_constant(conv.weight):
        return Algorithm.PACKED
    return cheapest_algorithm(convolution_shape(conv), lanes, k.target)
