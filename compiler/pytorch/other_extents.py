"""Examples of other extents, where some vary: a trace may have kept those of the first ones."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...runtime.errors import NcnncError
from ...runtime.model.symbols import Dim, DimExpression, ExtentExpression, solve_extents
from ..frontend.pnnx.pnnx_format import other_extent
from .blob_shapes import AnyExtent, AnyShape
from .tracing import array_of, evaluating, tensors_in


def results_of_others(
    module: Any, examples: Sequence[Any], shapes: Sequence[AnyShape]
) -> tuple[list[np.ndarray], list[np.ndarray]] | None:
    """
    Return examples whose extents differ where shapes vary, and what the module computes of them;
    None if nothing varies, or the module takes no others.
    """
    given = tensors_in(examples)
    others = other_shapes([tuple(tensor.shape) for tensor in given], shapes)
    if others is None:
        return None
    tensors = [repeated(*each) for each in zip(given, others, strict=True)]
    try:
        with evaluating(module):
            wanted = [array_of(t) for t in tensors_in(module(*in_place_of(examples, tensors)))]
    except Exception:
        return None
    return [array_of(tensor) for tensor in tensors], wanted


def other_shapes(
    given: Sequence[tuple[int, ...]], shapes: Sequence[AnyShape]
) -> list[tuple[int, ...]] | None:
    """Return shapes with the next larger extents in range, or smaller ones; None without any."""
    expressions = [
        tuple(map(expression_of, shape, own)) for shape, own in zip(shapes, given, strict=True)
    ]
    dims = {dim.name: dim for shape in shapes for extent in shape for dim in dims_of(extent)}
    equations = [("", *each) for each in zip(expressions, given, strict=True)]
    try:
        found = solve_extents((), equations, {})
    except NcnncError:
        return None  # Which the model itself refuses.
    numbers = {name: found[name] for name in dims if name in found}
    if len(numbers) < len(dims):
        return None
    for name, dim in dims.items():
        number = numbers[name]
        numbers[name] = number + 1 if number < dim.most else max(number - 1, dim.least)
    others = [
        tuple(
            other_extent(own) if extent is None else expression.value(numbers)
            for extent, expression, own in zip(*each, strict=True)
        )
        for each in zip(shapes, expressions, given, strict=True)
    ]
    return others if others != list(given) else None


def dims_of(extent: AnyExtent) -> tuple[Dim, ...]:
    """Return the named extents in an extent's expression."""
    return () if extent is None else DimExpression.of(extent).dims


def expression_of(extent: AnyExtent, own: int) -> ExtentExpression:
    """Return an extent as an expression; where each run may have another, the example's own."""
    return DimExpression.of(own if extent is None else extent).expression


def repeated(tensor: Any, shape: tuple[int, ...]) -> Any:
    """Return a tensor of a shape whose numbers are those of another, again and again."""
    torch = importlib.import_module("torch")
    array = np.resize(array_of(tensor), shape)
    return torch.from_numpy(array).to(tensor.dtype)


def in_place_of(examples: Sequence[Any], tensors: Sequence[Any]) -> Sequence[Any]:
    """Return examples, which may hold tensors at any depth, with others in their place."""
    torch, tree = (importlib.import_module(name) for name in ("torch", "torch.utils._pytree"))
    left = iter(tensors)

    def other(leaf: Any) -> Any:
        return next(left) if isinstance(leaf, torch.Tensor) else leaf

    return tree.tree_map(other, list(examples))
