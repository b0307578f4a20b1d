"""Convert deconvolutions to convolutions of the same input, by phases of the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_array
from ....dialects.kernel.attributes import AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interleave import DepthToSpaceOp, InterleaveOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ....dialects.ncnn.internal.weight_forms import RepeatedVector
from ....dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ....dialects.ncnn.layers.deconvolution3d import Deconvolution3DBase
from ....dialects.ncnn.schedule import Schedule, ScheduleAttr
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.geometry.deconvolution_phases import phase_convolution, phase_form, phase_windows
from ...common.geometry.output_phases import PhaseWindow
from ..building.convolution_properties import output_bounds
from ..building.kernel_builder import KernelBuilder
from ..building.scheduled import schedule_of
from ..building.weight_operands import converted_result, packed_weight, plain_operand
from . import conversions
from .convolution import convolution


@conversions.register(DeconvolutionBase, Deconvolution3DBase)
def deconvolution(
    k: KernelBuilder, op: DeconvolutionND, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    Append a convolution for each phase of the output, or one for all phases, which are then its
    channels; interleave the outputs.

    No input is multiplied by the zeros that a stride inserts: a phase has only the taps that meet
    inputs. Bias and activation are applied to the phases, hence before the output is cropped;
    phases compute cropped cells only. Raises: ValueError for volumes of extents known at run time.
    """
    if op.SPATIAL_AXES != 2 and extents_of(op.output) is not None:
        raise ValueError("takes no extents known at run time of volumes")
    lanes, schedule = pack_of(op.output.type), schedule_of(op)
    physical = lanes if lanes > 1 else k.lanes
    channels = schedule.channels or shape_of(op.output)[0]
    parts = zip(phase_windows(op, schedule), schedule.parts.values(), strict=True)
    phases = [
        convolution_of_phases(k, op, operands, windows, channels, part, physical)
        for windows, part in parts
    ]
    if channels % physical and schedule.period:
        return [spread_channels(k, op, phases[0], schedule)]
    if schedule.period:
        phases = split_phases(k, op, phases[0], schedule, physical)
    result = phases[0]
    outputs, *size = shape_of(op.output)
    if len(phases) > 1:
        stride = op.along_axes("stride")
        y = k.empty((-(-outputs // physical), *size, physical), op.output.type)
        start = int_array(schedule.start or [0] * len(stride))
        properties = {"stride": int_array(stride), "start": start}
        bounds = output_bounds(op, physical)
        result = k.insert_bounded(InterleaveOp.make(phases, [y], properties), bounds)
    if lanes > 1:
        return [result]
    return [k.insert(UnpackOp.make([result], [k.empty((outputs, *size), op.output.type)]))]


def split_phases(
    k: KernelBuilder, op: DeconvolutionND, y: SSAValue, schedule: Schedule, lanes: int
) -> list[SSAValue]:
    """
    Return the phases as views of whole vectors of channels, without those a short result lacks.
    """
    _, height, width, _ = buffer_shape(y)
    size = schedule.channels * height * width
    part = (schedule.channels // lanes, height, width, lanes)
    along = zip(schedule.period, schedule.start, shape_of(op.output)[1:], strict=True)
    rows, columns = (range(min(period, start + size)) for period, start, size in along)
    of_row = schedule.period[1]
    return [k.view(y, part, (r * of_row + c) * size) for r, c in product(rows, columns)]


def spread_channels(
    k: KernelBuilder, op: DeconvolutionND, y: SSAValue, schedule: Schedule
) -> SSAValue:
    """
    Move phases from the channels of one convolution to their pixels, for few channels per phase.
    """
    places = {"block": int_array(schedule.period), "start": int_array(schedule.start)}
    empty = k.empty(shape_of(op.output), op.output.type)
    dynamic = extents_of(op.output)
    kernel = DepthToSpaceOp.make([y], [empty], places)
    plain = k.insert_bounded(kernel, None if dynamic is None else dynamic.results)
    return converted_result(k, op.output, plain)


def convolution_of_phases(
    k: KernelBuilder,
    op: DeconvolutionND,
    operands: Sequence[SSAValue],
    windows: Sequence[PhaseWindow],
    channels: int,
    schedule: Schedule,
    lanes: int,
) -> SSAValue:
    """Append the convolution that computes some phases, of `channels` channels each."""
    weight = packed_weight(k, phase_form(op, windows, channels), operands[1])
    physical, bias = [operands[0], weight], op.bias
    count = prod(len(along.taps) for along in windows)
    if bias is not None and shape_of(bias) == (count * channels,):
        physical.append(operands[2])
    elif bias is not None:
        plain = plain_operand(k, bias, operands[2])
        bias = packed_weight(k, RepeatedVector(count, channels), plain)
        physical.append(bias)
    conv = phase_convolution(op, windows, channels, weight, bias, lanes)
    assert schedule.algorithm is not None, "the convolution of a phase has an algorithm"
    conv.algorithm = AlgorithmAttr(schedule.algorithm)
    conv.inner = None if schedule.inner is None else AlgorithmAttr(schedule.inner)
    conv.schedule = ScheduleAttr(replace(schedule, algorithm=None, inner=None))
    (result,) = convolution(k, conv, physical)
    # The convolution was never inserted: drop its operands.
    conv.erase()
    return result
