"""Errors of mismatched operands, parameters and shapes."""

from __future__ import annotations


class ShapeError(ValueError):
    """The operands of an op do not fit its parameters; the text is only the reason."""


class InvalidLayerError(ShapeError):
    """ncnn cannot run the layer either."""


class UnknownShapeError(ShapeError):
    """The operands of an op fit its parameters, but do not determine the shapes of its results."""


class RuntimeShapeError(UnknownShapeError):
    """The shapes of an op's results are known only when it runs."""


class BatchedResultError(UnknownShapeError):
    """The result of an op is a batch of several items, not a tensor: see `expand-batches`."""
