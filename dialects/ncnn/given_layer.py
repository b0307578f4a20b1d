"""A layer of a file or a program, before it becomes an op."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import SSAValue

from .layer import Params


@dataclass(frozen=True)
class GivenLayer:
    """Parameters, inputs and arrays of a layer, and the number of its outputs."""

    params: Params
    """Every parameter of the spec, by name."""
    inputs: Sequence[SSAValue]
    """The bottom blobs, in order."""
    weights: Mapping[str, SSAValue] = field(default_factory=dict[str, SSAValue])
    """The arrays that the layer stores, by operand name."""
    outputs: int = 1

    @property
    def counts(self) -> str:
        """Say how many inputs and outputs there are."""
        return f"has {len(self.inputs)} inputs and {self.outputs} outputs"
