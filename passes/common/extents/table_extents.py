"""Extend tables that are cropped to a length known at run time, such as those of positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.ir.affine import AffineExpr
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialects.constraints import int_array, int_list
from ....dialects.element_types import element_of
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.crop import CropOp
from ....dialects.ncnn.rules.extent_products import ExtentProducts
from ....dialects.symbols import SymbolicExtent
from ....dialects.weight_store import WeightStore
from ..constants import stored_array
from ..errors import OperationError

TABLE_ATTRIBUTE = "ncnn.table"
"""On a crop of a table with appended zeros: the extents of the table in the file."""


def lengthen_table(op: CropOp, symbols: Sequence[SymbolicExtent], weights: WeightStore) -> None:
    """
    Append zeros to the constant that an op crops if the planned box exceeds it.

    Memory is planned for more rows than the range has. No run reads the zeros, as `check_table`
    verifies. A box whose begin or end depends on the extents of the constant is left alone.
    """
    table = stored_array(op.input, weights)
    if table is None or not isinstance(op.input.owner, WeightOp):
        return
    most = 2 * max(symbol.planned for symbol in symbols)
    rest = [(0, 0)] * table.ndim
    for axis, end in enumerate(op.ends_by_references()):
        if table.shape[axis] < end <= most:  # More is no length, but means all.
            rest[axis] = (0, end + 1 - table.shape[axis])  # One more: the box is never the whole.
    if not np.any(rest):
        return
    longer = np.pad(table, rest)
    key = weights.add(f"{op.input.owner.key.data}.longer", longer)
    weight = WeightOp(key, TensorType(element_of(op.input.type), longer.shape))
    weight.location = op.input.owner.location
    Rewriter.insert_op(weight, InsertPoint.before(op))
    op.operands[0] = weight.output
    op.attributes[TABLE_ATTRIBUTE] = int_array(table.shape)


def check_table(
    op: Operation,
    products: ExtentProducts,
    first: Sequence[AffineExpr],
    size: Sequence[AffineExpr],
) -> None:
    """Raises: OperationError if a box within the ranges includes appended zeros."""
    found = op.attributes.get(TABLE_ATTRIBUTE)
    if found is None:
        return
    extents = int_list(found)
    symbols = [symbol for symbol in products.symbols if not symbol.factors]
    for values in product(*((s.least, s.most) for s in symbols)):
        numbers = products.numbers(values)
        boxes = zip(first, size, extents, strict=True)
        if any(b.eval((), numbers) + n.eval((), numbers) > extent for b, n, extent in boxes):
            dynamic = ", ".join(f"{s.name}={n}" for s, n in zip(symbols, values, strict=True))
            raise OperationError(op, f"cuts more than the table {extents} has, with {dynamic}")
