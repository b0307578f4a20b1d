"""Attention: softmax of products, times values, a block of rows at a time."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64, I64Array, int_list
from ..element_types import arithmetic_element
from .base import Float32KernelOp, buffer_shape
from .matmul import panel_elements

LINE_ELEMENTS = 16
"""Float32 of a cache line."""


@irdl_op_definition
class AttentionKernelOp(Float32KernelOp):
    """
    `y = softmax(scale * q k^T + mask) v` for each matrix of a batch.

    ins: q, panels of k, panels of the transposed v, and perhaps the mask. `extents` are [batch,
    rows, keys, size, values]. Element `(b, m, i)` of q lies at the dot product of that and
    `q_strides`, `(b, m, n)` of y at `b * y_strides[0] + m * y_strides[1] + n`; the mask is
    `rows,keys` for all or `batch,rows,keys`. Panels are those of `kernel.pack_panels`; `score_tile`
    and `value_tile` are the register tiles [rows, vectors] of both products.

    The scores of `block` rows lie in the workspace at a time, and never elsewhere: a row is a
    softmax by itself, whose sum divides the products with the values. `keys_ahead` and
    `values_ahead` are the `weights_ahead` of schedules, by page.
    """

    name = "kernel.attention"
    extents = prop_def(I64Array)
    q_strides = prop_def(I64Array)
    y_strides = prop_def(I64Array)
    lanes = prop_def(I64)
    score_tile = prop_def(I64Array)
    value_tile = prop_def(I64Array)
    block = prop_def(I64)
    keys_ahead = opt_prop_def(I64Array)
    values_ahead = opt_prop_def(I64Array)
    scale = prop_def(F32)

    @property
    def padded_keys(self) -> int:
        """Keys in whole vectors."""
        lanes = self.lanes.value.data
        return -(-int_list(self.extents)[2] // lanes) * lanes

    @property
    def pitch(self) -> int:
        """From one row of scores to the next: an odd number of lines, which meets all sets."""
        return (-(-self.padded_keys // LINE_ELEMENTS) | 1) * LINE_ELEMENTS

    def workspace_type(self) -> MemRefType:
        """The scores of a block, and the factor of each row."""
        block = self.block.value.data
        return MemRefType(arithmetic_element(self.inputs[0].type), [block * (self.pitch + 1)])

    def flops(self) -> int:
        batch, rows, keys, size, values = int_list(self.extents)
        return 2 * batch * rows * keys * (size + values)

    def verify_(self) -> None:
        super().verify_()
        lists = (self.extents, self.q_strides, self.y_strides, self.score_tile, self.value_tile)
        if [len(int_list(values)) for values in lists] != [5, 3, 2, 2, 2]:
            raise VerifyException("needs 5 extents, 3 strides of q, 2 of y and two register tiles")
        if min(*(n for values in lists for n in int_list(values)), self.block.value.data) < 0:
            raise VerifyException("extents, strides and tiles must not be negative")
        batch, rows, keys, size, values = int_list(self.extents)
        lanes = self.lanes.value.data
        for panels, shape in zip(self.inputs[1:], ((keys, size), (values, keys)), strict=False):
            one = panel_elements(*shape, lanes)
            if buffer_shape(panels) not in ((one,), (batch * one,)):
                raise VerifyException(f"panels must have {one} elements, or that for each matrix")
        masks = ((rows, keys), (batch, rows, keys))
        if any(buffer_shape(mask) not in masks for mask in self.inputs[3:]):
            raise VerifyException(f"the mask must be {rows}x{keys}, for all or for each matrix")
