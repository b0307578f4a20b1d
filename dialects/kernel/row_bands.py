"""A convolution and the depthwise one that reads its result, a band of rows at a time."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, f32
from xdsl.ir import Block, Region, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, region_def, traits_def
from xdsl.traits import NoTerminator
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_attr, int_list
from .base import Float32KernelOp
from .convolution import ConvolutionKernelOp
from .depthwise import DepthwiseOp


@irdl_op_definition
class RowBandsOp(Float32KernelOp):
    """
    Compute the two kernels of the body in turns, for `rows` output rows of the second at a time.
    Its workspace keeps the rows that these read of the first's result, over those before them.

    ins are those of the first, then those of the second behind its x; outs are those of the second.
    The body has an argument for each, and between them one for the result of the first.
    """

    name = "kernel.row_bands"
    rows = prop_def(I64)
    body = region_def("single_block")
    traits = traits_def(NoTerminator())
    assembly_format: ClassVar[str] = (
        "`ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)` "
        "(`workspace` `(` $workspace^ `:` type($workspace) `)`)? attr-dict `bands` $body "
        "(`epilogue` $epilogue^)? (`->` type($results_)^)?"
    )

    @classmethod
    def of(cls, first: ConvolutionKernelOp, second: DepthwiseOp, rows: int) -> RowBandsOp:
        """Build the op from copies of two kernels on memrefs."""
        inputs = [*first.inputs, *second.inputs[1:]]
        values = [*inputs, first.outputs[0], *second.outputs]
        body = Block(arg_types=[value.type for value in values])
        inner = dict[SSAValue, SSAValue](zip(values, body.args, strict=True))
        inner[second.inputs[0]] = inner[first.outputs[0]]
        body.add_ops([kernel.clone(inner) for kernel in (first, second)])
        return cls.build(
            operands=[inputs, list(second.outputs), []],
            properties={"rows": int_attr(rows)},
            regions=[Region(body), []],
            result_types=[[]],
        )

    @property
    def kernels(self) -> tuple[ConvolutionKernelOp, DepthwiseOp]:
        """Return the two kernels."""
        first, second = self.body.block.ops
        assert isinstance(first, ConvolutionKernelOp)
        assert isinstance(second, DepthwiseOp)
        return first, second

    def kept_rows(self) -> int:
        """Return the rows of the first's result that the rows of a band read."""
        return rows_read(self.kernels[1], self.rows.value.data)

    def workspace_type(self) -> MemRefType:
        """Return room for these rows of the channels that the first computes together."""
        first, _ = self.kernels
        kept = first.extents(first.outputs[0])
        return MemRefType(f32, [blocks_together(first), self.kept_rows(), kept.width, kept.lanes])

    def verify_(self) -> None:
        super().verify_()
        if any(not isinstance(value.type, MemRefType) for value in self.operands):
            raise VerifyException("computes on memory")
        if [type(op) for op in self.body.block.ops] != [ConvolutionKernelOp, DepthwiseOp]:
            raise VerifyException("the body is a convolution and a depthwise one")
        first, second = self.kernels
        values = [*first.inputs, *second.inputs[1:], *first.outputs, *second.outputs]
        if values != list(self.body.block.args) or second.inputs[0] != first.outputs[0]:
            raise VerifyException("the second kernel reads the result of the first")
        between = [*self.inputs, *first.outputs, *self.outputs]
        if [value.type for value in values] != [value.type for value in between]:
            raise VerifyException("the arguments of the body have the types of the operands")
        if len(second.window()[0]) != 2 or any(k.bounds is not None for k in self.kernels):
            raise VerifyException("bands are of rows of images of a fixed size")
        if self.rows.value.data < 1:
            raise VerifyException("a band has at least one row")

    def flops(self) -> int:
        return sum(kernel.flops() for kernel in self.kernels)


def rows_read(second: DepthwiseOp, rows: int) -> int:
    """Return the number of input rows that neighbouring output rows read."""
    (kernel, _), (stride, _), (dilation, _), _ = second.window()
    return (rows - 1) * stride + (kernel - 1) * dilation + 1


def blocks_together(first: ConvolutionKernelOp) -> int:
    """Return the blocks of channels that a register tile computes."""
    vectors, lanes = int_list(first.register)[1], first.extents(first.outputs[0]).lanes
    outputs = lanes if first.partial_sums is None else int_list(first.partial_sums)[0]
    return -(-min(vectors, first.sum_vectors) * outputs // lanes)
