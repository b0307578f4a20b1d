"""Elements put at places that the trace knows: products with matrices of zeros and ones."""

from __future__ import annotations

from typing import Any

from ..tracing import import_torch
from .axes import movedim
from .choices import where
from .registry import Tensor, constant, fixed, substitute, untraced


def places_of(index: Tensor) -> list[int]:
    """Return the places along an axis. Raises: TypeError if the trace does not know them."""
    known = constant(index)
    if known is None:
        raise TypeError("writing to places that inputs tell is not converted")
    return [int(each) for each in known.flatten().tolist()]


def placed(x: Tensor, dim: int, places: list[int], source: Tensor) -> Tensor:
    """Return zeros of a shape, to which the parts of a source are added at places."""
    torch = import_torch()
    matrix = torch.zeros(len(places), x.shape[dim])
    for row, place in enumerate(places):
        matrix[row, place] = 1
    if dim % x.ndim == x.ndim - 2:
        return fixed(matrix.T.contiguous()) @ source
    rows = movedim(source, dim, -1) @ fixed(matrix)
    return movedim(rows, -1, dim)


def mask_of(x: Tensor, dim: int, places: list[int]) -> Tensor:
    """Return ones at places along an axis."""
    torch = import_torch()
    mask = torch.zeros(x.shape[dim])
    mask[places] = 1
    return fixed(mask.reshape([-1 if axis == dim % x.ndim else 1 for axis in range(x.ndim)]))


@substitute("index_fill")
def index_fill(x: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    return where(mask_of(x, dim, places_of(index)), value, x)


@substitute("index_add")
def index_add(x: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor:
    known = constant(x)
    return (x if known is None else fixed(known)) + placed(x, dim, places_of(index), source) * alpha


@substitute("index_copy")
def index_copy(x: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    places = places_of(index)
    with untraced():
        left = 1 - mask_of(x, dim, places)
    known = constant(x)
    rest = x * fixed(left) if known is None else fixed(known * left)
    return rest + placed(x, dim, places, source)


@substitute("scatter")
def scatter(x: Tensor, dim: int, index: Tensor, src: Any = None, **more: Any) -> Tensor:
    """Copy rows."""
    torch = import_torch()
    value = more.get("value", src)
    if "reduce" in more:
        raise TypeError("scatter with reduce is not converted")
    source = value if torch.is_tensor(value) else torch.full(index.shape, float(value))
    return index_copy(x, dim, *rows_of(x, dim, index, source))


@substitute("scatter_add")
def scatter_add(x: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add rows."""
    return index_add(x, dim, *rows_of(x, dim, index, src))


def rows_of(x: Tensor, dim: int, index: Tensor, source: Tensor) -> tuple[Tensor, Tensor]:
    """
    Return an index along an axis that is the same everywhere, and what goes there.

    Raises: TypeError for others.
    """
    dim %= x.ndim
    known = constant(index)
    others = [axis for axis in range(x.ndim) if axis != dim]
    if known is None or any(index.shape[axis] != x.shape[axis] for axis in others):
        raise TypeError("scatter to places that inputs tell, or to a part, is not converted")
    row = known
    for axis in others:
        row = row.narrow(axis, 0, 1)
    if not (row == known).all():
        raise TypeError("scatter to other places in each row is not converted")
    before = tuple(slice(0, n) for n in index.shape)
    return row.flatten(), source[before]
