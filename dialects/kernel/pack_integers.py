"""Quantize matrices to int8, and pack them as products of integers read them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from ..element_types import element_of
from .base import KernelOp, buffer_shape
from .block_words import BYTE_WORDS
from .matmul import panel_elements

WORDS = BYTE_WORDS[8]


@irdl_op_definition
class PackIntegersOp(KernelOp):
    """
    Quantize matrices w `[rows][columns]` to int8, and pack each for products with its rows.

    ins: w, whose element `(b, n, k)` is at its dot product with `strides`, one of the last two of
    which is 1; and the largest magnitude of each matrix, which becomes 127, or one for all. Halves
    round away from zero. `extents` are [batch, rows, columns].

    outs: for each matrix the panels of `#ncnn.block_bytes` of 8 bits, groups of `vectors` vectors
    of rows, with this `offset` added to integers, 0 or 128; and those of `#ncnn.block_factors`, of
    one block a row: all have the matrix' factor.
    """

    name = "kernel.pack_integers"
    extents = prop_def(I64Array)
    strides = prop_def(I64Array)
    lanes = prop_def(I64)
    vectors = prop_def(I64)
    offset = prop_def(I64)

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(int_list(self.extents))

    def _verify_types(self) -> None:
        expected: Sequence[Attribute] = [f32, f32, i32, f32]
        if [element_of(v.type) for v in (*self.inputs, *self.outputs)] != expected:
            raise VerifyException("makes i32 and f32 of two buffers of f32")

    def verify_(self) -> None:
        super().verify_()
        if len(int_list(self.extents)) != 3 or len(int_list(self.strides)) != 3:
            raise VerifyException("needs 3 extents and 3 strides")
        if self.offset.value.data not in (0, WORDS.offset):
            raise VerifyException("the offset of integers is 0 or 128")
        if 1 not in int_list(self.strides)[1:]:
            raise VerifyException("rows or columns must be contiguous")
        batch, rows, columns = int_list(self.extents)
        if buffer_shape(self.inputs[1]) not in ((1,), (batch,)):
            raise VerifyException("there is a largest magnitude for all matrices, or for each")
        sizes = (WORDS.count(columns), 1)
        expected = [(batch * panel_elements(rows, n, self.lanes.value.data),) for n in sizes]
        if [buffer_shape(y) for y in self.outputs] != expected:
            raise VerifyException(f"the outputs must have the shapes {list(map(list, expected))}")
