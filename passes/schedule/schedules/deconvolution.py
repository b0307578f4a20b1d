"""The schedules of deconvolutions: which convolutions compute their phases, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from xdsl.ir import Operation

from ....dialects.element_types import element_of
from ....dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ....dialects.ncnn.internal.pack_weights import PackWeightsOp
from ....dialects.ncnn.internal.weight_forms import RepeatedVector
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.elements import product_types
from ....dialects.target.records import Target
from ...common.constants import is_constant
from ...common.geometry.deconvolution_phases import (
    deconvolution_axes,
    phase_convolution,
    phase_form,
    phase_windows,
)
from ...common.geometry.output_phases import DeconvolutionAxis, PhaseWindow
from ..cost.conv_cost import cheapest_algorithm, cheapest_cycles, direct_cycles, inner_algorithm
from ..cost.conv_shape import ConvolutionShape, convolution_shape
from ..cost.deconvolution_cost import DeconvolutionShape, Merging, choose_merging
from ..cost.usual_extents import usual_shape
from .convolution import convolution_schedule

ALL_PHASES = "phases"
"""The part of a schedule that is the convolution of all phases; else they are numbered."""


def deconvolution_schedule(op: DeconvolutionND, target: Target) -> Schedule:
    """Return the schedules of the convolutions of all phases, or of one for all."""
    pack = pack_of(op.output.type)
    lanes = pack if pack > 1 else target.lanes
    merging, channels = cheapest_merging(op, lanes, target), shape_of(op.output)[0]
    schedule = Schedule()
    if merging is not None:
        channels = merging.channels
        schedule = Schedule(period=merging.period, start=merging.start, channels=channels)
    parts = {
        ALL_PHASES if merging is not None else f"phase{number}": phase_schedule(
            op, windows, channels, lanes, target
        )
        for number, windows in enumerate(phase_windows(op, schedule))
    }
    return replace(schedule, parts=parts)


def cheapest_merging(op: DeconvolutionND, lanes: int, target: Target) -> Merging | None:
    """Return the cheapest way to merge the phases of images; None if they stay apart."""
    axes = usual_axes(op)
    if op.groups > 1 or len(axes) != 2:
        return None
    outputs, channels, *_ = op.weight_dimensions()
    types = product_types(element_of(op.input.type), element_of(op.weight.type))
    rows, columns = axes
    is_dynamic = extents_of(op.output) is not None
    shape = DeconvolutionShape(channels, outputs, rows, columns, types, is_dynamic)
    cycles = cheapest_cycles if is_constant(op.weight) else direct_cycles

    def estimate(convolution: ConvolutionShape) -> float:
        return cycles(convolution, lanes, target)

    is_packed = pack_of(op.output.type) > 1
    return choose_merging(shape, lanes, is_packed, estimate, target.costs)


def usual_axes(op: DeconvolutionND) -> list[DeconvolutionAxis]:
    """Return the axes of an op, those known at run time as long as usual."""
    sizes, out_sizes = usual_shape(op.input)[1:], usual_shape(op.output)[1:]
    along = zip(deconvolution_axes(op), sizes, out_sizes, strict=True)
    return [replace(axis, size=size, out_size=out_size) for axis, size, out_size in along]


def phase_schedule(
    op: DeconvolutionND,
    windows: Sequence[PhaseWindow],
    channels: int,
    lanes: int,
    target: Target,
) -> Schedule:
    """Return the algorithm and the schedule of the convolution of some phases."""
    weight = PackWeightsOp(phase_form(op, windows, channels), [op.weight])
    made: list[Operation] = [weight]
    bias = op.bias
    if bias is not None:
        count = prod(len(along.taps) for along in windows)
        repeated = PackWeightsOp(RepeatedVector(count, channels), [bias])
        made.append(repeated)
        bias = repeated.output
    conv = phase_convolution(op, windows, channels, weight.output, bias, lanes)
    algorithm, inner = cheapest_algorithms(conv, lanes, target)
    conv.algorithm = AlgorithmAttr(algorithm)
    conv.inner = None if inner is None else AlgorithmAttr(inner)
    schedule = replace(convolution_schedule(conv, target), algorithm=algorithm, inner=inner)
    for op_made in (conv, *reversed(made)):
        op_made.erase()
    return schedule


def cheapest_algorithms(
    conv: ScheduledConvolution, lanes: int, target: Target
) -> tuple[Algorithm, Algorithm | None]:
    """Return the algorithm that computes some phases, and that of its sub-images if it has such."""
    shape = convolution_shape(conv)
    if conv.is_depthwise:
        return Algorithm.DEPTHWISE, None
    if conv.groups > 1 or not is_constant(conv.weight):
        return Algorithm.TILED if shape.is_int8 else Algorithm.PACKED, None
    algorithm = cheapest_algorithm(shape, lanes, target)
    is_dilated = algorithm is Algorithm.DILATED
    return algorithm, inner_algorithm(shape, lanes, target) if is_dilated else None
