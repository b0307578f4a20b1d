"""Arithmetic, and what is made of sums."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ..tracing import import_torch
from .registry import Tensor, fixed, substitute


@substitute("var")
def var(
    x: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, **more: Any
) -> Tensor:
    axes = list(range(x.ndim)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    count = prod(x.shape[axis] for axis in axes)
    far = x - x.mean(axes, keepdim=True)
    return (far * far).mean(axes, keepdim) * (
        count / (count - int(more.get("correction", unbiased)))
    )


@substitute("std")
def std(*arguments: Any, **more: Any) -> Tensor:
    return var(*arguments, **more).sqrt()


@substitute("log2")
def log2(x: Tensor) -> Tensor:
    return x.log() * (1 / float(np.log(2)))


@substitute("clamp_max")
def clamp_max(x: Tensor, most: Any) -> Tensor:
    return x.clamp(max=most)


@substitute("clamp_min")
def clamp_min(x: Tensor, least: Any) -> Tensor:
    return x.clamp(min=least)


@substitute("baddbmm")
def baddbmm(bias: Tensor, x: Tensor, y: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    return bias * beta + (x @ y) * alpha


@substitute("cosine_similarity")
def cosine_similarity(x: Tensor, y: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    lengths = [(each * each).sum(dim).sqrt().clamp(min=eps) for each in (x, y)]
    return (x * y).sum(dim) / (lengths[0] * lengths[1])


@substitute("normalize")
def normalize(x: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, **more: Any) -> Tensor:
    if p != 2:
        return import_torch().nn.functional.normalize(x, p, dim, eps)
    squares = x * x
    if x.ndim == 2 and dim in (1, -1):  # whose first axis pnnx may take for a batch
        squares = squares @ fixed(np.ones((x.shape[1], 1)))
    else:
        squares = squares.sum(dim, keepdim=True)
    return x / squares.sqrt().clamp(min=eps)


@substitute("remainder", "__mod__")
def remainder(x: Tensor, other: Any) -> Tensor:
    return x - (x / other).floor() * other


@substitute("floor_divide", "__floordiv__")
def floor_divide(x: Tensor, other: Any) -> Tensor:
    return (x / other).floor()


@substitute("fmod")
def fmod(x: Tensor, other: Any) -> Tensor:
    quotient = x / other
    return x - quotient.sign() * quotient.abs().floor() * other


@substitute("arange")
def arange(*limits: Any, **more: Any) -> Tensor:
    """Count to extents, which a trace knows."""
    return import_torch().arange(*[int(each) for each in limits], **more)
