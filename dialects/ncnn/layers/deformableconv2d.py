"""DeformableConv2D: a convolution with an offset for each tap."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def

from ...constraints import I64Array
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..families.linear import ACTIVATION_FORMAT, EPILOGUE_FORMAT, EpilogueOp
from ..families.linear_spatial import LinearSpatialOp, linear_spatial_layer
from ..families.spatial import ones, zeros
from ..given_layer import GivenLayer
from ..layer import ParamValue
from ..rules.window import check_steps, dilated_extent
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of


class OffsetOp(NcnnOp):
    """An op that reads its input at given places."""

    offset = operand_def(AnyTensor)
    mask = opt_operand_def(AnyTensor)


@irdl_op_definition
class DeformableConv2DOp(LinearSpatialOp, OffsetOp, EpilogueOp, ScheduledOp):
    """
    `ncnn.deformable_conv2d %x, %w bias %b at %offset mask %mask pad [1, 1, 1, 1]`.

    Every output is a sum over taps. `offset` moves the place of each tap by rows and columns:
    values between cells are interpolated, outside the input they are zero. `mask` multiplies them.

    Shapes: `c,h,w` in, weights `[out][in][kh][kw]`, `out,oh,ow` out; offsets `2*kh*kw,oh,ow`, the
    row offset of each tap before its column offset; masks `kh*kw,oh,ow`. Pads are numbers of cells:
    negative ones crop. Source: ncnn, deformableconv2d.cpp.
    """

    name = "ncnn.deformable_conv2d"
    SPATIAL_AXES: ClassVar = 2
    DRIVES_LAYOUT: ClassVar[bool] = True
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset({"offset", "mask"})

    stride = prop_def(I64Array, default_value=ones(2))
    dilation = prop_def(I64Array, default_value=ones(2))
    pad = prop_def(I64Array, default_value=zeros(4))

    assembly_format = (
        "$input `,` $weight (`bias` $bias^ `:` type($bias))? `at` $offset `:` type($offset) "
        "(`mask` $mask^ `:` type($mask))? (`stride` $stride^)? (`dilation` $dilation^)? "
        f"(`pad` $pad^)? {ACTIVATION_FORMAT}{SCHEDULE_FORMAT}{EPILOGUE_FORMAT}"
        "attr-dict `:` type($input) `,` type($weight) `->` type($output)"
    )

    LAYER: ClassVar = linear_spatial_layer("DeformableConv2D", 2, ())
    SUPPORTS_PACKING: ClassVar = True

    @property
    def kernel_shape(self) -> Shape:
        """Return the extents of the kernel, in taps."""
        return self.check_weight_rank()[2:]

    def resolved_pads(self) -> tuple[int, ...]:
        """Return `[top, left, bottom, right]`, without codes."""
        return tuple(self.along_axes("pad"))

    def infer_shapes(self) -> list[Shape]:
        channels, *size = self.check_input_rank(self.input)
        outputs, inputs, *kernel = self.check_weight_rank()
        if channels != inputs:
            raise ShapeError(f"input has {channels} channels, the weights are for {inputs}")
        self.check_bias(outputs)
        counts = self._window_counts(size, kernel)
        taps = prod(kernel)
        self._check_places("offset", self.offset, (2 * taps, *counts))
        if self.mask is not None:
            self._check_places("mask", self.mask, (taps, *counts))
        return [(outputs, *counts)]

    def _window_counts(self, size: Sequence[int], kernel: Sequence[int]) -> list[int]:
        """Return the outputs along axes: `(size + pads - extent) / stride + 1`, truncated."""
        stride, dilation, pads = (self.along_axes(n) for n in ("stride", "dilation", "pad"))
        check_steps(kernel=kernel, stride=stride, dilation=dilation)
        counts: list[int] = []
        for i, cells in enumerate(size):
            extent, padded = dilated_extent(kernel[i], dilation[i]), cells + pads[i] + pads[i + 2]
            if padded - extent <= -stride[i]:
                raise ShapeError(f"kernel extent {extent} exceeds the padded input of {padded}")
            counts.append(max(padded - extent, 0) // stride[i] + 1)
        return counts

    def _check_places(self, name: str, value: SSAValue, expected: Shape) -> None:
        if shape_of(value) != expected:
            raise ShapeError(
                f"{name} must have shape {list(expected)}, not {list(shape_of(value))}"
            )

    def weight_params(self) -> dict[str, ParamValue]:
        params = super().weight_params()
        if params.pop("dynamic_weight"):
            raise ShapeError("weights and bias must be stored with the layer")
        return params

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        inputs, weights = layer.inputs, layer.weights
        if len(inputs) < 2 or layer.outputs != 1:
            raise InvalidLayerError(layer.counts)
        if len(inputs) > 3:
            raise ShapeError(f"takes 2 or 3 inputs, {len(inputs)} given")
        bias = [weights["bias"]] if "bias" in weights else []
        return cls.build(
            operands=[inputs[0], weights["weight"], bias, inputs[1], inputs[2:], []],
            properties=cls.layer_properties(layer.params),
            regions=[[]],
            result_types=[UNRANKED],
        )
