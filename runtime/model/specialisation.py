"""The compiled form of a dynamic model for one set of shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..weights.weight_pool import PooledWeights
from .program import Program
from .tensors import TensorSpec, given_inputs

MOST_SHOWN = 8
"""Number of sets of shapes named in a message."""


@dataclass(frozen=True)
class Specialisation:
    """A program for some shapes of the inputs; it takes `bytes`, see `bytes_of`."""

    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    bytes: int

    @classmethod
    def of(cls, program: Program) -> Specialisation:
        return cls(given_inputs(program.inputs), program.given_outputs, bytes_of(program))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the inputs by name."""
        return {spec.name: spec.shape for spec in self.inputs}


def bytes_of(program: Program) -> int:
    """Return the bytes freed by dropping a program: code, run memory, and unshared weights."""
    memory = program.arena_bytes + program.workspace_bytes * max(program.threads, 1)
    weights = program.weights
    own = weights.own_bytes if isinstance(weights, PooledWeights) else 0
    return len(program.object_code) + memory + own


def shapes_of(program: Program) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of the inputs in order; for images of any size the largest."""
    return tuple(spec.shape for spec in given_inputs(program.inputs))


def described_shapes(program: Program) -> str:
    """Return `data=3x224x224`, or `in0=Tx64` with extents known at run time, for a message."""
    specs = given_inputs(program.inputs)
    return " ".join(described_shape(spec.name, spec.symbolic or spec.shape) for spec in specs)


def described_programs(programs: Iterable[Program]) -> str:
    """Return the shapes of programs for a message: `data=3x224x224 or data=3x320x320`."""
    shapes = list(map(described_shapes, programs))
    rest = len(shapes) - MOST_SHOWN
    return " or ".join(shapes[:MOST_SHOWN] + [f"{rest} others"] * (rest > 0))


def described_shape(name: str, shape: Sequence[int | str]) -> str:
    """Return `data=3x224x224`, with sums of names in parentheses."""
    extents = [f"({extent})" if " " in str(extent) else str(extent) for extent in shape]
    return f"{name}={'x'.join(extents) or 'scalar'}"
