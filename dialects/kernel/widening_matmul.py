"""Products with a matrix that is stored in few bits, and widened to float32 for the product."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType, f32
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..element_types import element_of
from ..target.attributes import ProductAttr
from ..target.products import INT16
from .base import buffer_shape
from .block_words import CODEBOOK_ENTRIES, INDICES, WORDS, BlockWords
from .matmul import MatrixProductOp, panel_elements

TERMS = 2
"""Number of terms of a sum for each block of a row of x, in the workspace."""


def rows_in_registers(tile_rows: int) -> int:
    """
    Return the number of rows of a register tile that widens numbers in registers.

    A tile with a panel of floats has more: widening needs registers, too.
    """
    return -(-2 * tile_rows // 3)


def most_few_rows(tile_rows: int, *, is_codebook: bool = False) -> int:
    """
    Return the largest number of rows for which widening in registers is better: two such tiles, or
    one if numbers are looked up in a codebook.
    """
    return (1 if is_codebook else 2) * rows_in_registers(tile_rows)


@irdl_op_definition
class WideningMatmulOp(MatrixProductOp):
    """
    `y[m, n] = sum over k of x[m, k] * w[n, k]`, then the epilogue, for a stored matrix w.

    ins: x, stored panels, a parameter, epilogue operands. With `bits` and `size`, the panels have
    integers of `bits` bits, and the parameter is panels of factors: `w[n, k] = integer[n, k] *
    factor[n, k / size]`; see `#ncnn.block_integers` and `#ncnn.block_factors`. Without them, the
    panels are of ui8, indices into the parameter, a codebook of 256 floats. The batch is 1, and x
    is not in panels.

    With `block`, the panel of a group of vectors is widened into the workspace, once for `block`
    register tiles; without it, in registers, for each tile. With `block`, too, at most
    `most_few_rows` rows at run time are multiplied by widening in registers, with tiles of
    `rows_in_registers`. The `product` multiplies pairs of i16: it unpacks even columns of 4 and 6
    bits; without it, shifts do.
    """

    name = "kernel.widening_matmul"
    bits = opt_prop_def(I64)
    size = opt_prop_def(I64)
    block = opt_prop_def(I64)
    product = opt_prop_def(ProductAttr)

    @property
    def epilogue_start(self) -> int:
        return 3

    @property
    def is_codebook(self) -> bool:
        """Return whether numbers are looked up in a codebook."""
        return self.bits is None

    @property
    def words(self) -> BlockWords:
        """Return the format of the words in panels."""
        return INDICES if self.bits is None else WORDS[self.bits.value.data]

    @property
    def block_size(self) -> int:
        """Return the number of columns per factor; all columns without factors."""
        return int_list(self.extents)[3] if self.size is None else self.size.value.data

    def workspace_type(self) -> MemRefType | None:
        """Return the type of a panel of floats or, but for bytes, rows of x and terms of blocks."""
        _, rows, _, columns = int_list(self.extents)
        tile, vectors = int_list(self.register)
        size = self.block_size
        panel = columns * vectors * self.lanes.value.data
        row = -(-columns // size) * (size + TERMS) if self.words.offset else 0
        if self.block is None:
            elements = rows * row
        else:
            few = most_few_rows(tile) * row if self.is_bounded(1) else 0
            elements = max(panel, few)
        return MemRefType(f32, [elements]) if elements else None

    def _verify_types(self) -> None:
        if (self.bits is None) != (self.size is None):
            raise VerifyException("blocks have bits and a size")
        if self.bits is not None and self.bits.value.data not in WORDS:
            raise VerifyException("bits are 4, 6 or 8")
        element = self.words.element
        if element_of(self.inputs[1].type) != element:
            stored = f"integers of {self.words.bits} bits lie" if self.bits else "places lie"
            raise VerifyException(f"{stored} in {element}")
        if self.product is not None:
            if self.product.product.types != INT16 or not self.words.offset:
                raise VerifyException("integers of 4 and 6 bits may have a product of i16")
        others = (self.inputs[0], *self.inputs[2:], *self.outputs)
        if any(element_of(v.type) != f32 for v in others):
            raise VerifyException("computes on f32 only")

    def verify_(self) -> None:
        if len(self.inputs) < self.epilogue_start:
            raise VerifyException("needs x, stored panels and their factors or codebook")
        super().verify_()
        if int_list(self.extents)[0] != 1 or self.x_strides is None:
            raise VerifyException("multiplies one matrix, not in panels")

    def _verify_panels(self) -> None:
        *_, n, k = int_list(self.extents)
        lanes = self.lanes.value.data
        blocks = panel_elements(n, -(-k // self.block_size), lanes)
        stored = panel_elements(n, self.words.count(k), lanes)
        sizes = [stored, CODEBOOK_ENTRIES if self.is_codebook else blocks]
        if [buffer_shape(value) for value in self.inputs[1:3]] != [(size,) for size in sizes]:
            what = "{}, the codebook {}" if self.is_codebook else "{} words, factors {}"
            raise VerifyException(f"the panels must have {what}".format(*sizes))
