"""Matrices of few bits, or of indices into a codebook, which kernels read as stored and widen."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ...constraints import I64
from ...element_types import element_of, u8
from ...kernel.block_words import CODEBOOK_ENTRIES
from ..families.block_quantization import BlockQuantization
from ..shapes import shape_of, tensor_type


@irdl_op_definition
class DequantizeBlocksOp(IRDLOperation):
    """
    Dequantize a stored matrix of few bits: integer / scale, 0 for a scale of 0.

        %w = ncnn.dequantize_blocks %q, %s bits 4 size 32
               : tensor<64x48xi8>, tensor<64x3xf32> -> tensor<64x96xf32>

    Shapes: rows of packed integers `rows,bytes`, a scale for each `size` columns of a row, to
    `rows,columns`. See `BlockQuantization`; of 8 bits a block
    may be a whole row. `fold-constants` leaves it: kernels widen the integers.
    """

    name = "ncnn.dequantize_blocks"

    integers = operand_def(TensorType)
    scales = operand_def(TensorType)
    bits = prop_def(I64)
    size = prop_def(I64)
    output = result_def(TensorType)

    traits = traits_def(Pure())
    assembly_format = (
        "$integers `,` $scales `bits` $bits `size` $size attr-dict "
        "`:` type($integers) `,` type($scales) `->` type($output)"
    )

    def __init__(
        self, integers: SSAValue, scales: SSAValue, blocks: BlockQuantization, columns: int
    ):
        bits, size = (IntegerAttr(n, i64) for n in (blocks.bits, blocks.block_size))
        super().__init__(
            operands=[integers, scales],
            properties={"bits": bits, "size": size},
            result_types=[tensor_type((shape_of(scales)[0], columns))],
        )

    @property
    def blocks(self) -> BlockQuantization:
        """Return the form in which the integers are stored."""
        return BlockQuantization(self.bits.value.data, self.size.value.data)

    def verify_(self) -> None:
        rows, columns = shape_of(self.output)
        if not BlockQuantization.is_form(self.bits.value.data, self.size.value.data, columns):
            raise VerifyException("bits are 4, 6 or 8, blocks of 32, 64 or 128, or of 8 bits whole")
        stored = (rows, self.blocks.row_bytes(columns))
        if shape_of(self.integers) != stored:
            raise VerifyException(f"the integers must have the shape {list(stored)}")
        expected = (rows, self.blocks.block_count(columns))
        if shape_of(self.scales) != expected:
            raise VerifyException(f"the scales must have the shape {list(expected)}")


@irdl_op_definition
class LookupOp(IRDLOperation):
    """
    Look up numbers of a codebook by index.

        %w = ncnn.lookup %places, %codebook
               : tensor<64x96xui8>, tensor<256xf32> -> tensor<64x96xf32>

    `fold-constants` leaves it: kernels look the numbers up.
    """

    name = "ncnn.lookup"

    places = operand_def(TensorType)
    codebook = operand_def(TensorType)
    output = result_def(TensorType)

    traits = traits_def(Pure())
    assembly_format = (
        "$places `,` $codebook attr-dict `:` type($places) `,` type($codebook) `->` type($output)"
    )

    def __init__(self, places: SSAValue, codebook: SSAValue):
        super().__init__(operands=[places, codebook], result_types=[tensor_type(shape_of(places))])

    def verify_(self) -> None:
        elements = [element_of(v.type) for v in (self.places, self.codebook, self.output)]
        if elements != [u8, f32, f32]:
            raise VerifyException("places are of ui8, numbers of f32")
        if shape_of(self.codebook) != (CODEBOOK_ENTRIES,):
            raise VerifyException(f"a codebook has {CODEBOOK_ENTRIES} numbers")
        if shape_of(self.output) != shape_of(self.places):
            raise VerifyException("each place has a number")
