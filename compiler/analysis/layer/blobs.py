"""Describe the blobs that a layer reads and computes, its weights and its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ....dialects.element_types import buffer_bytes
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.rules.found_rows import has_found_rows
from ....dialects.ncnn.shapes import has_shape, shape_of


@dataclass(frozen=True)
class Blobs:
    """The blobs of a layer, shapes outermost extent first; of a batch, those of every item."""

    reads: tuple[str, ...] = ()
    """Blobs such as `%data 3x227x227`."""
    makes: tuple[str, ...] = ()
    weights: tuple[str, ...] = ()
    """Weights such as `%conv1.weight 64x3x3x3`."""
    weight_bytes: int = 0
    multiply_adds: int = 0


def blobs_of_layer(ops: Sequence[Operation], inputs: Sequence[SSAValue] = ()) -> Blobs:
    """Return the blobs that a layer's ops read and produce, with inferred shapes."""
    computing = [op for op in ops if isinstance(op, NcnnOp) and not isinstance(op, WeightOp)]
    if not computing:
        made = [value for op in ops for value in op.results]
        return Blobs(makes=tuple(map(described_value, (*inputs, *made))))
    operands = dict.fromkeys(value for op in computing for value in op.operands)
    own = [v for v in operands if isinstance(v.owner, WeightOp) and v.owner in ops]
    made = [value for op in computing for value in op.results]
    known = all(map(has_shape, (*operands, *made)))
    given = [v for v in made if any(use.operation not in computing for use in v.uses)]
    return Blobs(
        tuple(described_value(v) for v in operands if v not in own and v not in made),
        tuple(map(described_value, given or made)),
        tuple(map(described_value, own)),
        sum(buffer_bytes(v.type) for v in own),
        sum(op.multiply_adds() for op in computing) if known else 0,
    )


def described_value(value: SSAValue) -> str:
    """Print name and shape, `%conv1 64x113x113`; `<=100x6` for detections, `?` if unknown."""
    extents = "x".join(map(str, shape_of(value))) if has_shape(value) else "?"
    bounded = f"<={extents}" if has_found_rows(value) else extents
    return f"%{value.name_hint} {bounded}" if value.name_hint else bounded
