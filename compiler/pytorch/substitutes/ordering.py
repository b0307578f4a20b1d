"""Orders, and places of the largest: the largest elements along an axis."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..tracing import import_torch
from .registry import Tensor, substitute


class ValuesAndIndices(NamedTuple):
    """A pair as PyTorch returns it."""

    values: Tensor
    indices: Tensor


@substitute("sort")
def sort(
    x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> ValuesAndIndices:
    return ValuesAndIndices(*x.topk(x.shape[dim], dim, descending))


@substitute("argsort")
def argsort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    return sort(x, dim, descending).indices


@substitute("msort")
def msort(x: Tensor) -> Tensor:
    return sort(x, 0).values


@substitute("kthvalue")
def kthvalue(x: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> ValuesAndIndices:
    """Take the last of the k smallest."""
    found = x.topk(k, dim, False)
    before = (slice(None),) * (dim % x.ndim)
    parts = [each[(*before, slice(k - 1, k))] for each in found]
    return ValuesAndIndices(*(each if keepdim else each.squeeze(dim) for each in parts))


@substitute("median")
def median(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    if dim is None:
        return kthvalue(x.flatten(), (x.numel() + 1) // 2).values
    return kthvalue(x, (x.shape[dim] + 1) // 2, dim, keepdim)


@substitute("argmax")
def argmax(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    return best(x, dim, keepdim, True)


@substitute("argmin")
def argmin(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    return best(x, dim, keepdim, False)


@substitute("take_along_dim")
def take_along_dim(x: Tensor, indices: Tensor, dim: int) -> Tensor:
    return x.gather(dim, indices)


def best(x: Tensor, dim: int | None, keepdim: bool, is_largest: bool) -> Tensor:
    """Return the place of the largest or the smallest element."""
    if dim is None:
        return best(x.flatten(), 0, False, is_largest)
    found = x.topk(1, dim, is_largest)[1]
    return found if keepdim else found.squeeze(dim)


@substitute("max")
def largest(x: Tensor, *args: Any, **more: Any) -> Any:
    return value_and_place(x, "max", *args, **more)


@substitute("min")
def smallest(x: Tensor, *args: Any, **more: Any) -> Any:
    return value_and_place(x, "min", *args, **more)


def value_and_place(
    x: Tensor, name: str, dim: Any = None, keepdim: bool = False, **more: Any
) -> Any:
    """Return the largest or smallest element, and where it is, which nobody may use."""
    torch = import_torch()
    if dim is None and not more:
        return getattr(torch, name)(x)
    if torch.is_tensor(dim) or more:
        return getattr(torch, name)(x, *([] if dim is None else [dim]), **more)
    values = getattr(torch, f"a{name}")(x, dim, keepdim)
    return ValuesAndIndices(values, best(x, dim, keepdim, name == "max"))
