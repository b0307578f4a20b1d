"""Replace weights by arrays of 16-bit floats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ....dialects.element_types import element_of
from ....dialects.ncnn.internal.weight import WeightOp


def exact_key(weight: SSAValue) -> str | None:
    """Return the key of a weight that is a float32 array in the weight store; else None."""
    op = weight.owner
    if not isinstance(op, WeightOp) or op.value is not None or element_of(weight.type) != f32:
        return None
    return op.key.data


@dataclass(frozen=True)
class NarrowWeights:
    """
    Narrow copies of weights, each made once; `add` stores the copy for a key, and returns its key.
    """

    element: Attribute
    add: Callable[[str], str]
    keys: dict[str, str] = field(default_factory=dict)
    """Key of the exact array -> key of the narrow one."""

    def give(self, layer: Operation, weight: SSAValue) -> None:
        """Replace a weight of a layer, which has an `exact_key`, by the narrow array."""
        wide, key = weight.owner, exact_key(weight)
        assert isinstance(wide, WeightOp)  # it has a key
        assert key is not None
        if key not in self.keys:
            self.keys[key] = self.add(key)
        narrow = WeightOp(self.keys[key], TensorType(self.element, wide.output.type.get_shape()))
        narrow.location = wide.location
        narrow.output.name_hint = weight.name_hint
        block = layer.parent_block()
        assert block is not None
        block.insert_op_before(narrow, layer)
        layer.operands[layer.operands.index(weight)] = narrow.output
        if weight.first_use is None:
            Rewriter.erase_op(wide)
