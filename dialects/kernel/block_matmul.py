"""Block-wise integer products: of rows rounded to int8 with a matrix of few bits."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import MemRefType, f32, i8, i16, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..element_types import element_of
from ..target.attributes import ProductAttr
from ..target.products import INT8, INT16, UINT8_INT8, UINT8_INT8_NARROW
from .base import buffer_shape
from .block_words import BYTE_WORDS, BYTES, BlockWords, byte_words
from .matmul import MatrixProductOp, panel_elements
from .quantize_blocks import pitch_of

INTEGERS = {UINT8_INT8: i8, UINT8_INT8_NARROW: i8, INT8: i8, INT16: i16}
"""Types of a product instruction, of unsigned words or of signed ones -> type of the rows."""

NARROW_COLUMNS = 32
"""Number of 4-bit columns whose products with int8 have exact sums in two i16."""


@irdl_op_definition
class BlockMatmulOp(MatrixProductOp):
    """
    `y[m, n] = sum over blocks of (factor[m] * sum(x * w)) * factor[n]`, then the epilogue. The
    integer sums of a block are exact.

    ins: the three outputs of `kernel.quantize_blocks`, panels of words (`#ncnn.block_bytes`),
    panels of factors (`#ncnn.block_factors`), epilogue operands. The `product` multiplies bytes,
    two or four for each sum, or pairs of i16 to which words are widened. Products of 4-bit integers
    may be summed in i16; these sums are added to i32 sums every `NARROW_COLUMNS` columns.

    Of several matrices x and y have the rows one after the other; w has a matrix for each, or one
    for all. Bounds limit the rows.

    With `digits`, each row of x is the sum of that many neighbouring rows of integers.

    With `block`, the words of a group of vectors are unpacked into the workspace, once for all
    register tiles if there is more than one.
    """

    name = "kernel.block_matmul"
    bits = prop_def(I64)
    size = prop_def(I64)
    product = prop_def(ProductAttr)
    block = opt_prop_def(I64)
    digits = opt_prop_def(I64)

    @property
    def digit_count(self) -> int:
        """Return the number of integer rows per row of y."""
        return 1 if self.digits is None else self.digits.value.data

    @property
    def is_int8(self) -> bool:
        return False

    @property
    def epilogue_start(self) -> int:
        return 5

    @property
    def words(self) -> BlockWords:
        """Return the format of the words in panels."""
        return byte_words(self.bits.value.data, self.product.product.types)

    @property
    def together(self) -> int:
        """Return the number of columns that an instruction adds to an i32."""
        product = self.product.product
        return product.steps * BYTES // product.types.accumulator.bytes

    @property
    def operand_words(self) -> int:
        """Return the number of i32 that a vector of an instruction's integers fills."""
        bytes = self.together * self.product.product.types.input.bytes
        return self.lanes.value.data * bytes // BYTES

    @property
    def is_narrow(self) -> bool:
        """Return whether products are first summed in i16."""
        return self.product.product.types == UINT8_INT8_NARROW

    @property
    def block_count(self) -> int:
        """Return the number of blocks per row."""
        return -(-int_list(self.extents)[3] // self.size.value.data)

    def workspace_type(self) -> MemRefType | None:
        """Return the type of an unpacked panel of bytes or pairs, as i32."""
        if self.block is None:
            return None
        vectors = int_list(self.register)[1] * self.operand_words
        return MemRefType(i32, [pitch_of(int_list(self.extents)[3]) // self.together * vectors])

    def _verify_types(self) -> None:
        types = self.product.product.types
        if types not in INTEGERS:
            raise VerifyException("the product multiplies bytes, or s16")
        if self.is_narrow and self.words.bits > 4:
            raise VerifyException("only sums of 4 bits are exact in i16")
        expected: Sequence[Attribute] = [INTEGERS[types], f32, i32, i32, f32]
        if [element_of(v.type) for v in self.inputs[: self.epilogue_start]] != expected:
            raise VerifyException(f"multiplies {', '.join(map(str, expected))}")
        others = (*self.inputs[self.epilogue_start :], *self.outputs)
        if any(element_of(v.type) != f32 for v in others):
            raise VerifyException("stores f32 only")

    def verify_(self) -> None:
        if self.bits.value.data not in BYTE_WORDS:
            raise VerifyException("bits are 4, 6 or 8")
        if len(self.inputs) < self.epilogue_start:
            raise VerifyException("needs integers, factors and starts of x, words and factors of w")
        if self.size.value.data % self.words.columns:
            raise VerifyException(f"blocks have whole {self.words.columns} columns")
        super().verify_()

    def _verify_panels(self) -> None:
        batch, m, n, k = int_list(self.extents)
        m *= self.digit_count
        pitch, blocks, lanes = pitch_of(k), self.block_count, self.lanes.value.data
        strides = [m * pitch if batch > 1 else 0, pitch, 1]
        if self.x_strides is None or int_list(self.x_strides) != strides:
            raise VerifyException(f"multiplies matrices with rows {pitch} apart")
        words = panel_elements(n, self.words.count(k), lanes)
        factors, rows = panel_elements(n, blocks, lanes), batch * m
        shapes = [buffer_shape(v) for v in self.inputs[: self.epilogue_start]]
        expected = [(rows, pitch), (rows, blocks), (rows, blocks), (words,), (factors,)]
        of_each = [*expected[:3], (batch * words,), (batch * factors,)]
        if shapes not in (expected, of_each):
            raise VerifyException(f"x and the panels must have {list(map(list, expected))}")
