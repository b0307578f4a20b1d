"""Which blobs are read packed in the end, whatever layout they are made in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from ....dialects.ncnn.base import NcnnOp
from .choice import reads_as_it_comes


def packed_demand(ops: Sequence[Operation]) -> set[SSAValue]:
    """The values that an op which asks for packed blobs reads, or one that follows its inputs."""
    demand = set[SSAValue]()
    for op in reversed(ops):
        if not isinstance(op, NcnnOp) or not op.supports_packing():
            continue
        if op.DRIVES_LAYOUT:
            value = op.operands[0]
            if not reads_as_it_comes(op, cast(TensorType, value.type)):
                demand.add(value)
        elif any(result in demand for result in op.results):
            demand.update(op.operands)
    return demand
