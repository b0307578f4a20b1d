"""Functions of an element, and others that are a line of simpler ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from ..tracing import import_torch
from .choices import equal, greater, negated, unequal, where
from .parts import narrow
from .registry import SUBSTITUTES, Tensor, fixed, substitute

OF_ONE: dict[str, Callable[[Any], Any]] = {
    "erfc": lambda x: 1 - x.erf(),
    "frac": lambda x: x - x.trunc(),
    "vstack": lambda tensors: import_torch().cat([x[None] if x.ndim < 2 else x for x in tensors]),
    "hstack": lambda tensors: import_torch().cat(list(tensors), min(tensors[0].ndim - 1, 1)),
}
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "hypot": lambda x, y: (x * x + y * y).sqrt(),
    "xlogy": lambda x, y: x * where(equal(x, 0), 1.0, y).log(),
    "heaviside": lambda x, values: greater(x, 0) + equal(x, 0) * values,
    "logcumsumexp": lambda x, dim: x.exp().cumsum(dim).log(),
    "outer": lambda x, y: x[:, None] * y[None],
}
"""Functions of one argument and of two, by their names in PyTorch."""
SUBSTITUTES.update({**OF_ONE, **OF_TWO})


@substitute("view_as", "reshape_as")
def view_as(x: Tensor, other: Tensor) -> Tensor:
    return x.reshape(other.shape)


@substitute("lerp")
def lerp(x: Tensor, y: Tensor, weight: Any) -> Tensor:
    return x + (y - x) * weight


@substitute("addcmul")
def addcmul(x: Tensor, y: Tensor, z: Tensor, *, value: float = 1) -> Tensor:
    return x + y * z * value


@substitute("addcdiv")
def addcdiv(x: Tensor, y: Tensor, z: Tensor, *, value: float = 1) -> Tensor:
    return x + y / z * value


@substitute("tile")
def tile(x: Tensor, *sizes: Any) -> Tensor:
    counts = listed(sizes)
    return x.repeat(*(1,) * (x.ndim - len(counts)), *counts)


@substitute("logical_xor", "bitwise_xor", "__xor__")
def logical_xor(x: Tensor, y: Tensor) -> Tensor:
    return unequal(x.float(), y.float())


def listed(sizes: Sequence[Any]) -> Sequence[int]:
    """Return sizes that are arguments, or one that is their list."""
    is_list = len(sizes) == 1 and isinstance(sizes[0], Sequence)
    return cast("Sequence[int]", sizes[0] if is_list else sizes)


@substitute("sinc")
def sinc(x: Tensor) -> Tensor:
    angle = where(equal(x, 0), 1e-9, x) * np.pi
    return angle.sin() / angle


@substitute("logit")
def logit(x: Tensor, eps: float | None = None) -> Tensor:
    x = x if eps is None else x.clamp(eps, 1 - eps)
    return (x / (1 - x)).log()


@substitute("any")
def any_of(x: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
    values = unequal(x.float(), 0).float()
    return values.amax() if dim is None else values.amax(dim, keepdim)


@substitute("all")
def all_of(x: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
    values = unequal(x.float(), 0).float()
    return values.amin() if dim is None else values.amin(dim, keepdim)


@substitute("clamp", "clip")
def clamp(x: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Limit by numbers, or by tensors."""
    torch = import_torch()
    if not any(torch.is_tensor(limit) for limit in (min, max)):
        return x.clamp(min, max)
    if min is not None:
        x = torch.maximum(x, min) if torch.is_tensor(min) else x.clamp(min=min)
    if max is not None:
        x = torch.minimum(x, max) if torch.is_tensor(max) else x.clamp(max=max)
    return x


@substitute("softplus")
def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    function = import_torch().nn.functional.softplus
    return function(x) if beta == 1 else function(x * beta) * (1 / beta)


@substitute("threshold", "_threshold")
def threshold(x: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    return where(greater(x, threshold), x, value)


@substitute("rrelu")
def rrelu(
    x: Tensor, lower: float = 1 / 8, upper: float = 1 / 3, *more: Any, **named: Any
) -> Tensor:
    return import_torch().nn.functional.leaky_relu(x, (lower + upper) / 2)


@substitute("pairwise_distance")
def pairwise_distance(
    x: Tensor, y: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    return norm(x - y + eps, p, -1, keepdim)


@substitute("norm", "frobenius_norm")
def norm(
    x: Tensor, p: Any = 2, dim: Any = None, keepdim: bool = False, *more: Any, **named: Any
) -> Tensor:
    """Return the root of a sum of powers."""
    axes = list(range(x.ndim)) if dim is None else dim
    size = x.abs()
    if p in (np.inf, "inf"):
        return size.amax(axes, keepdim)
    if p == 1:
        return size.sum(axes, keepdim)
    if p in (2, "fro", None):
        return (x * x).sum(axes, keepdim).sqrt()
    return (size**p).sum(axes, keepdim) ** (1 / p)


@substitute("linalg_norm", "linalg_vector_norm")
def linalg_norm(
    x: Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False, **more: Any
) -> Tensor:
    """Return the norm of vectors, or of all elements."""
    is_vector = isinstance(dim, int) or (dim is not None and len(dim) == 1) or ord in (None, 2)
    if not is_vector or (dim is None and ord is not None):
        raise TypeError("norms of matrices are not converted")
    return norm(x, 2 if ord is None else ord, dim, keepdim)


@substitute("cross", "linalg_cross")
def cross(x: Tensor, y: Tensor, dim: int = -1, **more: Any) -> Tensor:
    """Return vectors that are perpendicular to two others."""
    (a, b, c), (d, e, f) = ([narrow(each, dim, place, 1) for place in range(3)] for each in (x, y))
    return import_torch().cat([b * f - c * e, c * d - a * f, a * e - b * d], dim)


@substitute("tensordot")
def tensordot(x: Tensor, y: Tensor, dims: Any = 2, out: Any = None) -> Tensor:
    """Multiply matrices: of the axes that stay, and those that are summed."""
    first, second = dims if not isinstance(dims, int) else (range(-dims, 0), range(dims))
    own, other = ([axis % t.ndim for axis in axes] for t, axes in ((x, first), (y, second)))
    kept = [axis for axis in range(x.ndim) if axis not in own]
    rest = [axis for axis in range(y.ndim) if axis not in other]
    shape = [x.shape[axis] for axis in kept] + [y.shape[axis] for axis in rest]
    count = int(np.prod([x.shape[axis] for axis in own]))
    rows = x.permute(kept + own).reshape(-1, count)
    return (rows @ y.permute(other + rest).reshape(count, -1)).reshape(shape)


@substitute("bucketize")
def bucketize(x: Tensor, boundaries: Tensor, *, right: bool = False, **more: Any) -> Tensor:
    """Count the boundaries below."""
    far = x.unsqueeze(-1)
    below = negated(greater(boundaries, far)) if right else greater(far, boundaries)
    return below.float().sum(-1)


@substitute("one_hot")
def one_hot(x: Tensor, num_classes: int = -1) -> Tensor:
    if num_classes < 0:
        raise TypeError("one_hot without a number of classes is not converted")
    return equal(x.unsqueeze(-1).float(), fixed(np.arange(num_classes)))


@substitute("instance_norm")
def instance_norm(
    x: Tensor,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize a sequence as an image of one row."""
    functions = import_torch().nn.functional
    if not use_input_stats:
        return functions.batch_norm(x, running_mean, running_var, weight, bias, False, 0.0, eps)
    if x.ndim != 3:
        return functions.instance_norm(x, None, None, weight, bias, True, momentum, eps)
    far = x - x.mean(-1, keepdim=True)
    result = far / ((far * far).mean(-1, keepdim=True) + eps).sqrt()
    return result if weight is None else result * weight[:, None] + bias[:, None]


@substitute("embedding_bag")
def embedding_bag(
    input: Tensor, weight: Tensor, offsets: Any = None, *more: Any, mode: str = "mean", **named: Any
) -> Tensor:
    """Sum up rows of a table."""
    if input.ndim != 2 or named.get("per_sample_weights") is not None:
        raise TypeError("bags of several lengths, or with weights, are not converted")
    rows = import_torch().nn.functional.embedding(input, weight)
    return rows.amax(1) if mode == "max" else getattr(rows, mode)(1)


# Cells of recurrent layers ----------------------------------------------------------------------


@substitute("lstm_cell")
def lstm_cell(
    x: Tensor, states: Sequence[Tensor], weight: Tensor, own: Tensor, *biases: Any
) -> tuple[Tensor, Tensor]:
    """Return the next states."""
    linear = import_torch().nn.functional.linear
    hidden, cell = states
    bias, own_bias = biases or (None, None)
    gates = linear(x, weight, bias) + linear(hidden, own, own_bias)
    enter, forget, new, leave = gates.chunk(4, 1)
    cell = forget.sigmoid() * cell + enter.sigmoid() * new.tanh()
    return leave.sigmoid() * cell.tanh(), cell


@substitute("gru_cell")
def gru_cell(x: Tensor, hidden: Tensor, weight: Tensor, own: Tensor, *biases: Any) -> Tensor:
    """Return the next state."""
    linear = import_torch().nn.functional.linear
    bias, own_bias = biases or (None, None)
    given, kept = linear(x, weight, bias).chunk(3, 1), linear(hidden, own, own_bias).chunk(3, 1)
    reset, update = ((given[i] + kept[i]).sigmoid() for i in range(2))
    new = (given[2] + reset * kept[2]).tanh()
    return new + update * (hidden - new)
