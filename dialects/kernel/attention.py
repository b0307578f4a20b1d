"""Attention: softmax of query-key products, times values, computed a block of rows at a time."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr, bf16, f32, i8
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64, I64Array, int_list
from ..element_types import NARROW_FLOATS, arithmetic_element, element_of
from .base import Float32KernelOp, buffer_shape
from .matmul import panel_elements

LINE_ELEMENTS = 16
"""Number of float32 elements in a cache line."""


@irdl_op_definition
class AttentionKernelOp(Float32KernelOp):
    """
    `y = softmax(scale * q k^T + mask) v` for each matrix of a batch.

    ins: q, panels of k, panels of the transposed v, optionally the mask. `extents` are [batch,
    rows, keys, size, values]. The offset of element `(b, m, i)` of q is its dot product with
    `q_strides`, that of `(b, m, n)` of y is `b * y_strides[0] + m * y_strides[1] + n`. The mask is
    `rows,keys` for all matrices or `batch,rows,keys`. Panels are those of `kernel.pack_panels`;
    `score_tile` and `value_tile` are the register tiles [rows, vectors] of the two products.

    The workspace holds the scores of `block` rows at a time; they are stored nowhere else. Each row
    has its own softmax, whose sum divides the products with the values. `keys_ahead` and
    `values_ahead` are the `weights_ahead` of schedules, by page.

    With `queries_per_key`, each of the `batch` matrices of keys and values serves that many
    consecutive matrices of q, of y and, unless the mask is shared, of the mask; a block has rows of
    all of them. Bounds limit the rows and the keys. If `causal`, row t attends to the first
    `keys - rows + t + 1` keys.

    Panels may be of bf16, f16 or i8, which are widened in registers. With i8 panels the inputs
    include scales `batch,keys` of keys and of values, before the mask: scores are multiplied by the
    scales of the keys, exponentials by the scales of the values.
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
    queries_per_key = opt_prop_def(I64)
    causal = opt_prop_def(UnitAttr)

    BOUNDED: ClassVar[bool] = True

    @property
    def sharing(self) -> int:
        """Return the number of query matrices per key matrix."""
        return 1 if self.queries_per_key is None else self.queries_per_key.value.data

    @property
    def scales(self) -> tuple[SSAValue | None, SSAValue | None]:
        """Return the scales of keys and of values; None for panels of floats."""
        left = iter(self.inputs[3:])
        keys, values = (
            next(left, None) if element_of(v.type) == i8 else None for v in self.inputs[1:3]
        )
        return keys, values

    @property
    def mask(self) -> SSAValue | None:
        """Return the mask, which is added to the scores."""
        masks = self.inputs[3 + sum(s is not None for s in self.scales) :]
        return masks[0] if masks else None

    @property
    def ends_early(self) -> bool:
        """Return true if rows of scores may end before the last key."""
        return self.is_bounded(2) or self.causal is not None

    @property
    def padded_keys(self) -> int:
        """Return the number of keys, rounded up to whole vectors."""
        lanes = self.lanes.value.data
        return -(-int_list(self.extents)[2] // lanes) * lanes

    @property
    def pitch(self) -> int:
        """Return the stride of score rows: an odd number of cache lines, to use all cache sets."""
        # The store at the end of a row is a whole vector, at any position.
        length = self.padded_keys + (self.lanes.value.data if self.ends_early else 0)
        return (-(-length // LINE_ELEMENTS) | 1) * LINE_ELEMENTS

    @property
    def queries_at(self) -> int:
        """Return the place in the workspace of the queries that a block copies."""
        return self.block.value.data * (self.pitch + 1)

    def workspace_type(self) -> MemRefType:
        """Return the type of a buffer for a block's scores, factors of rows, and copied queries."""
        size = self.block.value.data * int_list(self.extents)[3] if self.sharing > 1 else 0
        return MemRefType(arithmetic_element(self.inputs[0].type), [self.queries_at + size])

    def flops(self) -> int:
        batch, rows, keys, size, values = int_list(self.extents)
        return 2 * batch * self.sharing * rows * keys * (size + values)

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(int_list(self.extents))

    def _verify_types(self) -> None:
        panels = self.inputs[1:3]
        if any(element_of(v.type) not in (f32, *NARROW_FLOATS, i8) for v in panels):
            raise VerifyException("panels are of f32, bf16, f16 or i8")
        others = (v for v in (*self.inputs, *self.outputs) if v not in panels)
        if any(element_of(v.type) not in (f32, bf16) for v in others):
            raise VerifyException("computes on f32 only")

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if any(map(self.is_bounded, (0, 3, 4))):
            raise VerifyException("only rows and keys may end at bounds")

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
        if self.sharing < 1 or self.block.value.data % self.sharing:
            raise VerifyException("a block needs rows of all matrices that share keys")
        has_too_few = self.bounds is None and keys < rows
        if self.causal is not None and (self.mask is not None or has_too_few):
            raise VerifyException(
                "causal attention takes no mask, and at least as many keys as rows"
            )
        masks = ((rows, keys), (batch * self.sharing, rows, keys))
        scales = [s for s in self.scales if s is not None]
        if any(buffer_shape(s) != (batch, keys) for s in scales) or (scales and keys % lanes):
            raise VerifyException(f"scales must be {batch}x{keys}, of whole vectors of keys")
        if self.mask is not None and buffer_shape(self.mask) not in masks:
            raise VerifyException(f"the mask must be {rows}x{keys}, for all or for each matrix")
