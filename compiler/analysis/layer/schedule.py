"""How the ops of a layer are to be computed: algorithms and layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.convert_layout import ConvertLayoutOp
from ....dialects.ncnn.weight import WeightOp
from ....dialects.properties import AlgorithmAttr
from .blobs import described_value


@dataclass(frozen=True)
class ScheduledOp:
    """An op with the choices that were made for it."""

    name: str
    algorithm: str | None
    """Of a convolution."""
    reads: tuple[str, ...]
    """The blobs with their layouts: `%data 3x227x227 plain`, `%conv1 64x113x113 pack 16`."""
    makes: tuple[str, ...]


def scheduled_ops(ops: Sequence[Operation]) -> list[ScheduledOp]:
    """The ops of a layer at level `scheduled`, without its weights."""
    found = [op for op in ops if isinstance(op, NcnnOp) and not isinstance(op, WeightOp)]
    return [scheduled_op(op) for op in found]


def scheduled_op(op: NcnnOp) -> ScheduledOp:
    """What was chosen for an op."""
    algorithm = op.properties.get("algorithm")
    blobs = [value for value in op.operands if not isinstance(value.owner, WeightOp)]
    return ScheduledOp(
        op.name,
        algorithm.data.value if isinstance(algorithm, AlgorithmAttr) else None,
        tuple(map(described_layout, blobs)),
        tuple(map(described_layout, op.results)),
    )


def described_layout(value: SSAValue) -> str:
    """A blob, its shape and its layout; of one that was converted, also what it was before."""
    layout = layout_name(pack_of(value.type))
    owner = value.owner
    if not isinstance(owner, ConvertLayoutOp):
        return f"{described_value(value)} {layout}"
    before = layout_name(pack_of(owner.input.type))
    return f"{described_value(owner.input)} {layout} (converted from {before})"


def layout_name(pack: int) -> str:
    """`plain`, or `pack 16`."""
    return f"pack {pack}" if pack > 1 else "plain"
