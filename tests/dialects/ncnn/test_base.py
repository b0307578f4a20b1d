"""The names that ops give in class variables."""

from __future__ import annotations

from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.base import NcnnOp


def test_operands_that_are_named_exist():
    wrong = []
    for op in Ncnn.operations:
        if issubclass(op, NcnnOp):
            operands = {name for name, _ in op.get_irdl_definition().operands}
            rank = {op.RANK} if isinstance(op.RANK, str) else set()
            if unknown := (op.SHAPE_OPERANDS | op.INTEGER_OPERANDS | rank) - operands:
                wrong.append((op.name, unknown))
    assert wrong == []
