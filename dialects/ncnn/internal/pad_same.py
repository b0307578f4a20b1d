"""Padding that keeps `ceil(in / stride)` windows of an image with dynamic extents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import TensorType, UnitAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def
from xdsl.rewriter import Rewriter

from ...constraints import F32, I64Array, int_list
from ...element_types import element_of
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..rules.window import SAME_LOWER, SAME_UPPER, resolve_pads
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class PadSameOp(NcnnOp):
    """
    `ncnn.pad_same %x kernel [3, 3] stride [2, 2] lower value 0.0`: a border of a constant.

    Each of the innermost axes is padded to the cells that windows of `kernel` cells, `stride`
    apart, need to cover the input; an odd cell goes after it, or before it (`lower`).
    Source: ncnn, convolution.cpp, `make_padding`.
    """

    name = "ncnn.pad_same"
    input = operand_def(AnyTensor)
    kernel = prop_def(I64Array)
    stride = prop_def(I64Array)
    lower = opt_prop_def(UnitAttr)
    value = prop_def(F32)
    output = result_def(AnyTensor)
    assembly_format = (
        "$input `kernel` $kernel `stride` $stride (`lower` $lower^)? `value` $value attr-dict "
        "`:` type($input) `->` type($output)"
    )
    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    FAMILY: ClassVar = LayerFamily.SHAPE
    RANK: ClassVar = "input"

    def pads(self) -> tuple[Sequence[int], Sequence[int]]:
        """Cells before and after each axis. Raises: ShapeError."""
        kernel, stride, shape = int_list(self.kernel), int_list(self.stride), shape_of(self.input)
        axes = len(kernel)
        if len(stride) != axes or not 0 < axes < len(shape):
            raise ShapeError(f"{axes} axes of windows, {len(stride)} strides, {len(shape)} axes")
        code = SAME_UPPER if self.lower is None else SAME_LOWER
        found = resolve_pads([code] * (2 * axes), shape[-axes:], kernel, stride)
        others = [0] * (len(shape) - axes)
        return [*others, *found[:axes]], [*others, *found[axes:]]

    def first_cell(self) -> Shape:
        return tuple(-before for before in self.pads()[0])

    def infer_shapes(self) -> list[Shape]:
        pads = zip(shape_of(self.input), *self.pads(), strict=True)
        return [tuple(n + before + after for n, before, after in pads)]

    @classmethod
    def of(cls, x: SSAValue, properties: Mapping[str, Attribute | None]) -> PadSameOp:
        """Build the op; the type of its result follows."""
        op = cls.build(operands=[x], properties=dict(properties), result_types=[x.type])
        Rewriter.replace_value_with_new_type(
            op.output, TensorType(element_of(x.type), op.infer_shapes()[0])
        )
        return op

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) >= 3
