"""Products with a matrix of few bits, whose integers are widened on the way."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType, f32
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..element_types import element_of
from ..target.attributes import ProductAttr
from ..target.products import INT16
from .base import buffer_shape
from .block_words import WORDS
from .matmul import MatrixProductOp, panel_elements

TERMS = 2
"""Terms of a sum for each block of a row of x, in the workspace."""


def rows_in_registers(tile_rows: int) -> int:
    """
    Return the rows of a register tile for which integers are widened in registers.

    A tile with a panel of floats has more: here integers on the way need registers, too.
    """
    return -(-2 * tile_rows // 3)


def most_few_rows(tile_rows: int) -> int:
    """Return the most rows for which integers are rather widened in registers: two such tiles."""
    return 2 * rows_in_registers(tile_rows)


@irdl_op_definition
class BlockMatmulOp(MatrixProductOp):
    """
    `y[m, n] = sum over k of x[m, k] * integer[n, k] * factor[n, k / size]`, then the epilogue.

    ins: x, integers of `bits` bits in panels, factors in panels, epilogue operands; see
    `#ncnn.block_integers` and `#ncnn.block_factors`. The batch is one matrix, x not in panels.

    With `block` the panel of a group of vectors is widened into the workspace, once for that many
    register tiles; without it, in registers, for each tile. So it is with `block`, too, if a run
    tells that there are `most_few_rows`: by tiles of `rows_in_registers`. The `product` multiplies
    pairs of i16, of which it makes floats of even columns of 4 and 6 bits; shifts do without it.
    """

    name = "kernel.block_matmul"
    bits = prop_def(I64)
    size = prop_def(I64)
    block = opt_prop_def(I64)
    product = opt_prop_def(ProductAttr)

    @property
    def epilogue_start(self) -> int:
        return 3

    def workspace_type(self) -> MemRefType | None:
        """A panel of floats, or rows of x with terms of each block; 8 bits need no such rows."""
        _, rows, _, columns = int_list(self.extents)
        tile, vectors = int_list(self.register)
        size = self.size.value.data
        panel = columns * vectors * self.lanes.value.data
        row = -(-columns // size) * (size + TERMS) if WORDS[self.bits.value.data].offset else 0
        if self.block is None:
            elements = rows * row
        else:
            few = most_few_rows(tile) * row if self.is_bounded(1) else 0
            elements = max(panel, few)
        return MemRefType(f32, [elements]) if elements else None

    def _verify_types(self) -> None:
        words = WORDS.get(self.bits.value.data)
        if words is None:
            raise VerifyException("bits are 4, 6 or 8")
        if element_of(self.inputs[1].type) != words.element:
            raise VerifyException(f"integers of {words.bits} bits lie in {words.element}")
        if self.product is not None and (self.product.product.types != INT16 or not words.offset):
            raise VerifyException("integers of 4 and 6 bits may have a product of i16")
        others = (self.inputs[0], *self.inputs[2:], *self.outputs)
        if any(element_of(v.type) != f32 for v in others):
            raise VerifyException("computes on f32 only")

    def verify_(self) -> None:
        if len(self.inputs) < self.epilogue_start:
            raise VerifyException("needs x, integers and factors")
        super().verify_()
        if int_list(self.extents)[0] != 1 or self.x_strides is None:
            raise VerifyException("multiplies one matrix, which is not in panels")

    def _verify_panels(self) -> None:
        *_, n, k = int_list(self.extents)
        words = WORDS[self.bits.value.data].count(k)
        columns = (words, -(-k // self.size.value.data))
        sizes = [panel_elements(n, count, self.lanes.value.data) for count in columns]
        if [buffer_shape(panels) for panels in self.inputs[1:3]] != [(size,) for size in sizes]:
            raise VerifyException("integers must have {} words, factors {}".format(*sizes))
