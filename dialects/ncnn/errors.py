"""Errors of mismatched operands, parameters and shapes."""

from __future__ import annotations


class ShapeError(ValueError):
    """The operands of an op do not fit its parameters; the text is the reason alone."""


class InvalidLayerError(ShapeError):
    """The layer is one that ncnn cannot run either."""


class UnknownShapeError(ShapeError):
    """The operands of an op fit its parameters, but do not say which shapes its results have."""


class RuntimeShapeError(UnknownShapeError):
    """The shapes of an op's results are known only when it runs."""


class BatchedResultError(UnknownShapeError):
    """The result of an op is a batch of several items, which no tensor is: see `expand-batches`."""
