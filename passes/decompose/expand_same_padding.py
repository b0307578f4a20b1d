"""Expand SAME padding into a layer if its size is known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.pooling_nd import PoolingND
from ...dialects.ncnn.families.pooling_windows import PadMode, PadModeAttr, PoolingKind
from ...dialects.ncnn.families.spatial import zeros
from ...dialects.ncnn.internal.pad_same import PadSameOp
from ...dialects.ncnn.rules.extent_products import ExtentProducts, added
from ...dialects.ncnn.rules.window import SAME_LOWER, SAME_UPPER, dilated_extent
from ...dialects.symbols import extents_of, symbols_of
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass


class PadBeforeWindows(RewritePattern):
    """Pad the input of a convolution or pooling explicitly."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, ConvolutionND | PoolingND):
            return
        mode, kernel = same_mode(op), window_extents(op)
        stride = op.along_axes("stride")
        if mode is None or not is_dynamic(op, kernel, stride):
            return
        axes, without = len(kernel), dict[str, Attribute]()
        if isinstance(op, PoolingND):
            value = -inf if op.kind.data is PoolingKind.MAX else 0.0
            without["pad_mode"] = PadModeAttr(PadMode.VALID)
        else:
            value = op.pad_value.value.data
            without |= {"pad": zeros(2 * axes), "pad_value": FloatAttr(0.0, f32)}
        properties = {
            "kernel": int_array(kernel),
            "stride": int_array(stride),
            "lower": UnitAttr() if mode is PadMode.SAME_LOWER else None,
            "value": FloatAttr(value, f32),
        }
        padded = PadSameOp.of(op.input, properties)
        padded.location = op.location
        copy = rebuild(op, operands={"input": padded.output}, properties=without)
        rewriter.replace(op, [padded, copy])


def same_mode(op: ConvolutionND | PoolingND) -> PadMode | None:
    """Return the side where SAME padding has its odd cell; None for other padding."""
    pads = set(op.along_axes("pad"))
    if isinstance(op, ConvolutionND):
        modes = {SAME_UPPER: PadMode.SAME_UPPER, SAME_LOWER: PadMode.SAME_LOWER}
        return modes.get(pads.pop()) if len(pads) == 1 else None
    mode = op.pad_mode.data
    if op.is_global is not None or op.is_adaptive or pads != {0}:
        return None
    return mode if mode in (PadMode.SAME_UPPER, PadMode.SAME_LOWER) else None


def window_extents(op: ConvolutionND | PoolingND) -> Sequence[int]:
    """Return the number of cells that a window spans along each axis."""
    if isinstance(op, PoolingND):
        return op.along_axes("kernel")
    dilations = op.along_axes("dilation")
    return [dilated_extent(k, d) for k, d in zip(op.kernel_shape, dilations, strict=True)]


def is_dynamic(op: ConvolutionND | PoolingND, kernel: Sequence[int], stride: Sequence[int]) -> bool:
    """Return whether the size of the padding is known at run time."""
    dynamic, function = extents_of(op.input), op.parent_op()
    if dynamic is None or not isinstance(function, FuncOp) or len(dynamic.results) <= len(kernel):
        return False
    products = ExtentProducts(symbols_of(function))
    for size, extent, step in zip(dynamic.results[-len(kernel) :], kernel, stride, strict=True):
        windows = (size + (step - 1)) // step
        cells = added(products.polynomial(windows * step), products.polynomial(size), -1)
        if extent > 1 and cells.keys() - {()}:
            return True
    return False


class ExpandSamePaddingPass(RewritePass):
    """
    Insert a layer for SAME padding that depends on dynamic extents: kernels pad by constants.

        %y = ncnn.convolution %x, %w stride [2, 2] pad [-233, -233, -233, -233] ...
        -> %p = ncnn.pad_same %x kernel [3, 3] stride [2, 2] value 0.0 ...
           %y = ncnn.convolution %p, %w stride [2, 2] ...

    Padding stays if its size is the same for all possible extents.
    """

    name = "expand-same-padding"
    PATTERNS = (PadBeforeWindows,)
