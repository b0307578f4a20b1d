"""The convolutions that compute the phases of a deconvolution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap

from ....dialects.constraints import int_array
from ....dialects.element_types import element_of
from ....dialects.ncnn.attributes import LayoutAttr
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ....dialects.ncnn.internal.weight_forms import DeconvolutionPhases
from ....dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ....dialects.ncnn.layers.convolution3d import Convolution3DOp, ConvolutionDepthWise3DOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import EXTENTS_ATTRIBUTE, extents_of
from .output_phases import DeconvolutionAxis, PhaseWindow

CONVOLUTIONS: dict[tuple[int, bool], type[ScheduledConvolution]] = {
    (2, False): ConvolutionOp,
    (2, True): ConvolutionDepthWiseOp,
    (3, False): Convolution3DOp,
    (3, True): ConvolutionDepthWise3DOp,
}
"""Number of axes, and whether there are groups -> class."""


def deconvolution_axes(op: DeconvolutionND) -> list[DeconvolutionAxis]:
    """Return the axes of an op whose shapes are known, outermost first."""
    _, _, *kernel = op.weight_dimensions()
    cuts = op.resolved_cuts()[: len(kernel)]
    stride, dilation = op.along_axes("stride"), op.along_axes("dilation")
    sizes, out_sizes = shape_of(op.input)[1:], shape_of(op.output)[1:]
    fields = zip(kernel, stride, dilation, cuts, sizes, out_sizes, strict=True)
    return [DeconvolutionAxis(*numbers) for numbers in fields]


def phase_windows(op: DeconvolutionND, schedule: Schedule) -> list[tuple[PhaseWindow, ...]]:
    """Return each convolution's windows: one for a whole period if scheduled, else one a phase."""
    axes = deconvolution_axes(op)
    if schedule.period:
        along = zip(axes, schedule.period, schedule.start, strict=True)
        return [tuple(axis.merged(period, start) for axis, period, start in along)]
    by_axis = [[axis.window((phase,), axis.stride) for phase in axis.phases()] for axis in axes]
    return list(product(*by_axis))


def phase_form(
    op: DeconvolutionND, windows: Sequence[PhaseWindow], channels: int
) -> DeconvolutionPhases:
    """Return the form of the weights of a convolution of phases, with `channels` channels each."""
    groups_of_transposed = op.groups if op.transposed_weight is not None else 0
    return DeconvolutionPhases(channels, [along.taps for along in windows], groups_of_transposed)


def phase_convolution(
    op: DeconvolutionND,
    windows: Sequence[PhaseWindow],
    channels: int,
    weight: SSAValue,
    bias: SSAValue | None,
    lanes: int,
) -> ScheduledConvolution:
    """Return a detached convolution for some phases, with `channels` each, packed by `lanes`."""
    outputs = prod(len(along.taps) for along in windows) * channels
    named: dict[str, SSAValue] = {"input": op.input, "weight": weight}
    if bias is not None:
        named["bias"] = bias
    kind = CONVOLUTIONS[len(windows), op.groups > 1]
    definition = kind.get_irdl_definition()
    shape = (outputs, *(along.size for along in windows))
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
        result_types=[TensorType(element_of(op.output.type), shape, LayoutAttr(lanes))],
    )
    conv.location = op.location
    dynamic = extents_of(op.input)
    if dynamic is not None:
        conv.attributes[EXTENTS_ATTRIBUTE] = ArrayAttr(
            [dynamic_extents(op, outputs, windows, dynamic)]
        )
    return conv


def dynamic_extents(
    op: DeconvolutionND, outputs: int, windows: Sequence[PhaseWindow], dynamic: AffineMap
) -> AffineMapAttr:
    """Return the extents of phases for an image of dynamic size, with a period of one stride."""
    along = zip(dynamic.results[1:], shape_of(op.input)[1:], windows, strict=True)
    sizes = [
        AffineExpr.constant(window.size)
        if isinstance(extent, AffineConstantExpr)
        else extent + (window.size - planned)
        for extent, planned, window in along
    ]
    channels = AffineExpr.constant(outputs)
    return AffineMapAttr(AffineMap(0, dynamic.num_symbols, (channels, *sizes)))
