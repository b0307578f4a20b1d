"""Depthwise convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects import arith
from xdsl.dialects.builtin import MemRefType, UnitAttr, bf16, f32, i8, i16
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..element_types import element_of
from .base import buffer_shape
from .products import LateEpilogueOp, SteppedKernelOp
from .window import WindowKernelOp

PAIR, FOUR = 2, 4
"""Number of neighbouring outputs; number of input columns whose products one instruction adds."""

INT8_PRODUCT, EXACT_FLOATS = 1 << 14, 1 << 24
"""The largest product of two i8; the largest number up to which float32 holds every integer."""
WEIGHTS_OF_PAIRS = 6
"""Number of axes of weights that compute pairs of outputs."""


@irdl_op_definition
class DepthwiseOp(WindowKernelOp, SteppedKernelOp, LateEpilogueOp):
    """
    Depthwise convolution: ins x `c/p,h,w,p`, weights `c/p,kh,kw,p`, epilogue operands; for volumes
    x `c/p,d,h,w,p` and weights `c/p,kd,kh,kw,p`.

    `register` is the number of output pixels of a row that are computed together. The epilogue runs
    when `epilogue_rows` rows of a block of channels are stored, or all rows of the thread's share
    if that is fewer. Threads share blocks of channels; with `shares_rows`, rows. In int8, x and the
    weights are i8. A product with k = 2 adds neighbouring taps of a row; without a product
    instruction, products are of i32. `reads_ahead` the inputs of the next row are prefetched, with
    `writes_ahead` the outputs of the next tile. If the kernel before it can compute the input row
    by row, both are computed by bands, which read rows of at most `band_bytes`.

    A second float32 output `c/p,h,p` gets the sums of the rows of an image, which do not depend on
    the number of threads; epilogues then run after each tile or row.

    With weights `c/p,kh,columns/k,2,p,k`, of i16 if k is 2, pairs of neighbouring outputs of two
    rows are computed together: an instruction adds the products of k columns of the input. Strides
    and dilations are then 1, and epilogue operands have one value per channel. `non_negative` says
    that no number of the input is negative, for instructions that multiply unsigned numbers.

    `in_floats`, with weights of f32, products of i8 are summed in float32, which holds these sums
    exactly. The workspace keeps the input rows that an output row reads, each converted once, over
    those before them.
    """

    NEEDS_PRODUCT: ClassVar[bool] = False

    name = "kernel.depthwise"
    BOUNDED: ClassVar[bool] = True
    register = prop_def(I64)
    epilogue_rows = opt_prop_def(I64)
    shares_rows = opt_prop_def(UnitAttr)
    reads_ahead = opt_prop_def(UnitAttr)
    writes_ahead = opt_prop_def(UnitAttr)
    non_negative = opt_prop_def(UnitAttr)
    band_bytes = opt_prop_def(I64)
    in_floats = opt_prop_def(UnitAttr)

    @property
    def computes_pairs(self) -> bool:
        """Return whether the weights compute pairs of neighbouring outputs."""
        return len(buffer_shape(self.inputs[1])) == WEIGHTS_OF_PAIRS

    @property
    def accumulator(self) -> Attribute:
        return super().accumulator if self.in_floats is None else f32

    @property
    def weight_element(self) -> Attribute:
        if self.in_floats is not None:
            return f32
        return i16 if self.computes_pairs and self.k == PAIR else i8

    @property
    def kept_rows(self) -> int:
        """Return a power of two, at least the number of input rows that an output row reads."""
        (kernel, *_), _, (dilation, *_), _ = self.window()
        return 1 << ((kernel - 1) * dilation).bit_length()

    def workspace_type(self) -> MemRefType | None:
        if self.in_floats is None:
            return None
        source = self.extents(self.inputs[0])
        return MemRefType(f32, [self.kept_rows, source.width, source.lanes])

    @property
    def flips_signs(self) -> bool:
        return super().flips_signs and self.computes_pairs and self.non_negative is None

    @property
    def finishes_blocks(self) -> bool:
        """Return whether the epilogue runs over all of a thread's rows of a block of channels."""
        rows, output = self.epilogue_rows, self.extents(self.outputs[0])
        return rows is not None and rows.value.data >= output.depth * output.height

    @property
    def row_sums(self) -> SSAValue | None:
        """Return the output for sums of rows; None if it has none."""
        return self.outputs[1] if len(self.outputs) > 1 else None

    def verify_(self) -> None:
        super().verify_()
        if self.row_sums is not None:
            self._verify_row_sums(self.row_sums)
        if self.in_floats is not None:
            self._verify_float_sums()
        if self.record is None:
            return
        if not self.is_int8:
            raise VerifyException("a product is for int8")
        if self.non_negative is not None and not super().flips_signs:
            raise VerifyException("only products of unsigned numbers need inputs without a sign")
        if not self.computes_pairs:
            if self.k != PAIR:
                raise VerifyException("instructions add two taps, or columns of pairs of outputs")
            return
        kernel, stride, dilation, _ = self.window()
        if len(kernel) != 2 or {*stride, *dilation} != {1}:
            raise VerifyException("pairs are of images without strides and dilations")
        operands = self.inputs[self.epilogue_start :]
        if self.extents(self.outputs[0]).height < PAIR:
            raise VerifyException("of pairs the output has at least two rows")
        if any(len(buffer_shape(value)) != 2 for value in operands):
            raise VerifyException("of pairs the epilogue reads numbers given by channel")

    def _verify_row_sums(self, sums: SSAValue) -> None:
        y = self.outputs[0]
        blocks, *size, lanes = buffer_shape(y)
        if len(size) != 2 or element_of(y.type) not in (f32, bf16):
            raise VerifyException("rows are summed of images of floats")
        if buffer_shape(sums) != (blocks, size[0], lanes) or element_of(sums.type) != f32:
            raise VerifyException("there is one sum of float32 for each row")
        if self.finishes_blocks or self.computes_pairs or self.bounds is not None:
            raise VerifyException("rows are summed one by one, and are static")

    def _verify_float_sums(self) -> None:
        if not self.is_int8 or len(self.window()[0]) != 2:
            raise VerifyException("only images of int8 become floats")
        if not has_exact_float_sums(int_list(self.kernel)):
            raise VerifyException("so many products have no exact sum of float32")
        if self.epilogue is None or not reads_floats(self.epilogue.block):
            raise VerifyException("the epilogue converts a sum to float32 first")

    def flops(self) -> int:
        return 2 * prod(buffer_shape(self.outputs[0])) * prod(int_list(self.kernel))


def has_exact_float_sums(kernel: Sequence[int]) -> bool:
    """Return whether float32 holds every sum of the products of two i8 for each tap."""
    return prod(kernel) * INT8_PRODUCT <= EXACT_FLOATS


def reads_floats(epilogue: Block) -> bool:
    """Return whether an epilogue of a sum of i32 only converts it to float32."""
    return all(isinstance(use.operation, arith.SIToFPOp) for use in epilogue.args[0].uses)
