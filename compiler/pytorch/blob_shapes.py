"""Map shapes of PyTorch's tensors to ncnn's blobs: find the batch axis and variable extents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from ...runtime.model.symbols import Dim, DimExpression
from ..diagnostics import OptionTypeError, OptionValueError, unknown_name

AnyExtent: TypeAlias = int | Dim | DimExpression | None
"""An extent of a blob; None if it may differ in each run."""
AnyShape: TypeAlias = tuple[AnyExtent, ...]
DynamicAxes: TypeAlias = Mapping[int, Dim | DimExpression | None]

IMAGE_AXES = 4
"""Ranks of tensors whose first axis is always a batch: of images, and of volumes."""


class ShapePlan(NamedTuple):
    """Shapes to try, and the items of a batch; 0 without an axis for them."""

    shapes: tuple[AnyShape, ...]
    batch: int


def symbolic_shapes(
    shapes: Sequence[tuple[int, ...]],
    names: Sequence[str],
    dynamic: Mapping[str, DynamicAxes],
) -> list[AnyShape]:
    """Return the shapes of the examples, with what varies. Raises: UsageError."""
    found: list[list[AnyExtent]] = [list(shape) for shape in shapes]
    for name, axes in dynamic.items():
        if name not in names:
            raise unknown_name("input", name, names)
        shape = found[names.index(name)]
        if not isinstance(cast("object", axes), Mapping):
            raise OptionTypeError("dynamic takes axes by number: {'x': {2: Dim('H', 1, 512)}}")
        for axis, extent in axes.items():
            if not 0 <= axis < len(shape):
                raise OptionValueError(f"input '{name}' has axes 0 to {len(shape) - 1}, not {axis}")
            if axis == 0 and len(shape) >= IMAGE_AXES:
                hint = "batch=8 compiles for batches of 8"
                raise OptionValueError(f"axis 0 of '{name}' is the batch; hint: {hint}")
            shape[axis] = extent
    return [tuple(shape) for shape in found]


def plans(shapes: Sequence[AnyShape], batch: int) -> list[ShapePlan]:
    """
    Return possible shapes in ncnn, the likeliest first.

    pnnx removes the batch axis, and does not report which axis it chose.

        (1, 3, 8, 8) -> (3, 8, 8)    (4, 3, 8, 8) -> (3, 8, 8), a batch of 4    (4, 10) -> (4, 10)
    """
    first = {shape[0] for shape in shapes if shape}
    items = first.pop() if len(first) == 1 else 0
    whole = ShapePlan(tuple(shapes), batch)
    found = [ShapePlan(tuple(s[1:] if s[:1] == (1,) and len(s) > 1 else s for s in shapes), batch)]
    if isinstance(items, int) and items > 1 and all(len(shape) > 1 for shape in shapes):
        in_batch = ShapePlan(tuple(shape[1:] for shape in shapes), items)
        is_sure = all(len(shape) >= IMAGE_AXES for shape in shapes)
        found = [in_batch, whole] if is_sure else [whole, in_batch]
    found += [ShapePlan(tuple(map(without_first_one, shapes)), batch), whole]
    return list(dict.fromkeys(found))


def without_first_one(shape: AnyShape) -> AnyShape:
    """Return a shape without its first extent of 1, wherever it is."""
    place = shape.index(1) if 1 in shape and len(shape) > 1 else len(shape)
    return shape[:place] + shape[place + 1 :]


def shape_of_rank(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """Return a tensor's shape as a blob of `rank` axes, without extents of 1."""
    while len(shape) > rank and 1 in shape:
        shape = cast("tuple[int, ...]", without_first_one(shape))
    return shape
