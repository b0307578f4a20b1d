"""Deconvolutions: convolutions of the same input, one for each phase of the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i64
from xdsl.ir import SSAValue

from ....dialects.kernel.base import integers
from ....dialects.kernel.convolution import InterleaveOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import Algorithm, AlgorithmAttr, LayoutAttr, pack_of
from ....dialects.ncnn.base import int_list, shape_of
from ....dialects.ncnn.convolution import ConvolutionBase, ConvolutionDepthWiseOp, ConvolutionOp
from ....dialects.ncnn.deconvolution import DeconvolutionBase
from ...support.constants import is_constant
from ...support.conv_schedule import cheapest_algorithm
from ...support.conv_shape import convolution_shape
from ...support.kernel_builder import KernelBuilder
from ...support.weight_operands import packed_weight
from . import conversions
from .convolution import convolution

ZERO_TAP = -1


@dataclass(frozen=True)
class Phase:
    """
    What one axis of a phase computes: a convolution of stride 1, `size` outputs long.

    `taps` are the deconvolution's taps in the order of the convolution's; ZERO_TAP stands for zero.
    """

    taps: tuple[int, ...]
    dilation: int
    before: int
    after: int
    size: int

    @classmethod
    def of(
        cls, phase: int, cut: int, kernel: int, stride: int, dilation: int, size: int, out_size: int
    ) -> Phase:
        """
        The convolution for the outputs n*stride + phase of one axis, after `cut` cells were cut
        off.

        Output o = n*stride + phase + cut of the full result gets x[i] * w[k] wherever
        i*stride + k*dilation = o, which is i = n - (k*dilation - phase - cut) / stride. So the taps
        are those k for which the division has no rest; they are stride/gcd apart and look at inputs
        dilation/gcd apart, from the last tap to the first.
        """
        shifts = {k: k * dilation - phase - cut for k in range(kernel)}
        taps = [k for k in reversed(range(kernel)) if shifts[k] % stride == 0]
        step = dilation // gcd(dilation, stride) if len(taps) > 1 else 1
        count = -(-(out_size - phase) // stride)
        before = shifts[taps[0]] // stride if taps else 0
        taps = taps or [ZERO_TAP]
        # count = size + before + after - step * (taps - 1)
        after = count - size - before + step * (len(taps) - 1)
        # A negative border is a positive one and taps of zero that look at what is too much.
        more_before, more_after = max(-(before // step), 0), max(-(after // step), 0)
        return cls(
            (*[ZERO_TAP] * more_before, *taps, *[ZERO_TAP] * more_after),
            step,
            before + more_before * step,
            after + more_after * step,
            count,
        )


@conversions.register(DeconvolutionBase)
def deconvolution(
    k: KernelBuilder, op: DeconvolutionBase, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    One convolution for each of stride x stride phases, and `kernel.interleave` of their outputs.

    Nothing is multiplied by the zeros that a stride inserts: a phase has only the taps that meet
    inputs. Bias and activation belong to the phases, hence come before the cut, which the phases
    leave out.
    """
    lanes = pack_of(op.output.type)
    physical = lanes if lanes > 1 else k.lanes
    outputs, height, width = shape_of(op.output)
    rows, columns = phases(op, 0), phases(op, 1)
    results = [phase_output(k, op, operands, r, c, physical) for r in rows for c in columns]
    result = results[0]
    if len(results) > 1:
        y = k.empty((-(-outputs // physical), height, width, physical))
        result = k.insert(InterleaveOp.make(results, [y], {"stride": op.stride}))
    if lanes > 1:
        return [result]
    return [k.insert(UnpackOp.make([result], [k.empty((outputs, height, width))]))]


def phases(op: DeconvolutionBase, axis: int) -> list[Phase]:
    """The phases along rows (axis 0) or columns (1); no more than the output is long."""
    stride, dilation = int_list(op.stride)[axis], int_list(op.dilation)[axis]
    kernel, cut = op.weight_dimensions()[2 + axis], op.resolved_cuts()[axis]
    size, out_size = shape_of(op.input)[1 + axis], shape_of(op.output)[1 + axis]
    return [
        Phase.of(phase, cut, kernel, stride, dilation, size, out_size)
        for phase in range(min(stride, out_size))
    ]


def phase_output(
    k: KernelBuilder,
    op: DeconvolutionBase,
    operands: Sequence[SSAValue],
    rows: Phase,
    columns: Phase,
    lanes: int,
) -> SSAValue:
    """The convolution that computes one phase."""
    outputs, channels = op.weight_dimensions()[:2]
    groups_of_transposed = op.groups if op.transposed_weight is not None else 0
    weight = packed_weight(
        k,
        "deconvolution",
        [operands[1]],
        [groups_of_transposed, len(rows.taps), *rows.taps, *columns.taps],
        (outputs, channels // op.groups, len(rows.taps), len(columns.taps)),
    )
    grouping = {"group": IntegerAttr(op.groups, i64)} if op.groups > 1 else {}
    kind = ConvolutionDepthWiseOp if op.groups > 1 else ConvolutionOp
    bias = [op.bias] if op.bias is not None else []
    conv = kind.build(
        operands=[op.input, weight, bias, [], [], [], []],
        properties={
            "dilation": integers(rows.dilation, columns.dilation),
            "pad": integers(rows.before, columns.before, rows.after, columns.after),
            "activation": op.activation,
            "activation_params": op.activation_params,
            **grouping,
        },
        regions=[[]],
        result_types=[TensorType(f32, (outputs, rows.size, columns.size), LayoutAttr(lanes))],
    )
    conv.location = op.location
    conv.algorithm = AlgorithmAttr(choose_algorithm(k, conv, lanes))
    (result,) = convolution(k, conv, [operands[0], weight, *operands[2 : 2 + len(bias)]])
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
