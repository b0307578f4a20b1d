"""The programs of one model for several sets of shapes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np

from ..errors import ArgumentTypeError, ArrayShapeError
from ..weights.base import empty_weights
from ..weights.known_weights import KnownWeights, PartOfWeights, WeightsRange
from ..weights.shared_weights import SharedWeights
from .named_arrays import wrong_inputs
from .program import Program
from .specialisation import described_shape
from .tensors import DynamicInput, given_inputs

Shape: TypeAlias = tuple[int, ...]
Shapes: TypeAlias = tuple[Shape, ...]
"""Shapes of the inputs, in order."""


@dataclass(frozen=True)
class Interface:
    """The common interface of the programs of one model."""

    inputs: tuple[DynamicInput, ...]
    outputs: tuple[str, ...]
    threads: int = 1
    """Default number of threads; 0: the first runs choose."""

    @classmethod
    def of(cls, programs: Sequence[Program]) -> Interface:
        """Return the interface of one or more programs."""
        first = programs[0]
        empty = {spec.name: spec.shape for p in programs for spec in p.inputs if spec.is_empty}
        inputs = tuple(
            DynamicInput(spec.name, spec.shape, spec.dtype, spec, spec.pixels)
            if spec.extents
            else DynamicInput(spec.name, empty.get(spec.name), spec.dtype, pixels=spec.pixels)
            for spec in given_inputs(first.inputs)
        )
        return cls(inputs, tuple(spec.name for spec in first.outputs), first.threads)

    def absent(self) -> dict[str, np.ndarray]:
        """Return the inputs that may be left out: the empty caches of a first run."""
        empty = ((b.name, b.shape, b.dtype) for b in self.inputs if b.shape and 0 in b.shape)
        return {name: np.empty(shape, dtype) for name, shape, dtype in empty}

    def complete(self, given: object) -> tuple[Shape, ...]:
        """
        Return the shapes of all inputs in order, given some of them by name. A resized image may
        have any shape.

        Raises: ArgumentTypeError if `given` is no mapping of shapes, ArrayShapeError for an unknown
        name or a missing shape.
        """
        if not isinstance(given, Mapping):
            kind = type(given).__name__
            raise ArgumentTypeError(f"shapes are given by the inputs' names in a dict, not {kind}")
        shapes = cast("Mapping[str, object]", given)  # a caller's
        names = [blob.name for blob in self.inputs]
        for name in shapes:
            if name not in names:
                raise wrong_inputs(names, [name])
        found: list[Shape] = []
        for blob in self.inputs:
            shape = _shape(shapes[blob.name], blob.name) if blob.name in shapes else blob.shape
            if blob.image is not None:
                shape = blob.image.shape
            if shape is None:
                raise ArrayShapeError(f"input '{blob.name}' has no shape, here or in the file")
            found.append(shape)
        return tuple(found)

    def described(self, shapes: Sequence[Shape]) -> str:
        """Return `data=3x224x224`, for a message."""
        pairs = zip(self.inputs, shapes, strict=True)
        return " ".join(described_shape(blob.name, shape) for blob, shape in pairs)


@dataclass(frozen=True)
class ProgramSet:
    """Programs of one model; a pickle holds their shared weights once."""

    interface: Interface
    programs: tuple[Program, ...] = ()

    def __reduce__(self) -> tuple[Callable[..., ProgramSet], Any]:
        whole, ranges = weights_of_all(self.programs)
        names = [field.name for field in fields(Program) if field.name != "weights"]
        others = [{name: getattr(p, name) for name in names} for p in self.programs]
        return unpickled, (self.interface, others, ranges, whole)


def weights_of_all(programs: Sequence[Program]) -> tuple[KnownWeights, tuple[WeightsRange, ...]]:
    """Return the weights of all programs in one piece, and the range of each program."""
    parts = [p.weights for p in programs if isinstance(p.weights, PartOfWeights)]
    if parts and len(parts) == len(programs) and len({id(part.whole) for part in parts}) == 1:
        return parts[0].whole, tuple(part.range for part in parts)
    shared = SharedWeights(programs)
    memory = empty_weights(shared.size)
    at = 0
    for piece in shared.pieces():
        memory[at : at + len(piece)] = piece
        at += len(piece)
    return KnownWeights(memory.data.toreadonly()), shared.ranges


def unpickled(
    interface: Interface,
    others: Sequence[Mapping[str, Any]],
    ranges: Sequence[WeightsRange],
    whole: KnownWeights,
) -> ProgramSet:
    """Return programs, given their other fields and the weights of all."""
    parts = {place: PartOfWeights(whole, place) for place in ranges}
    programs = (
        Program(weights=parts[place], **fields)
        for fields, place in zip(others, ranges, strict=True)
    )
    return ProgramSet(interface, tuple(programs))


def _shape(value: object, name: str) -> Shape:
    """Check a caller's shape. Raises: ArgumentTypeError."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        extents = [extent for extent in value if isinstance(extent, SupportsIndex)]
        if len(extents) == len(value):
            return tuple(map(operator.index, extents))
    raise ArgumentTypeError(
        f"the shape of input '{name}' is no tuple of integers; hint: {{'{name}': (3, 224, 224)}}"
    )
