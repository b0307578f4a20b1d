"""Windows, grids and poolings that pnnx leaves unconverted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..tracing import import_torch
from .axes import movedim
from .registry import Tensor, constant, fixed, substitute, untraced


@substitute("unfold")
def unfold(x: Tensor, *sizes: Any, **more: Any) -> Tensor:
    """Stack the elements of windows along an axis; windows of images are converted."""
    torch = import_torch()
    if "dilation" in more or not isinstance(sizes[0] if sizes else 0, int) or len(sizes) == 1:
        return torch.nn.functional.unfold(x, *sizes, **more)
    dim, size, step = (int(each) for each in (*sizes, *more.values()))
    dim %= x.ndim
    count = (x.shape[dim] - size) // step + 1
    before = (slice(None),) * dim
    if size == step:
        whole = x[(*before, slice(0, count * size))]
        whole = whole.reshape(*x.shape[:dim], count, size, *x.shape[dim + 1 :])
        return movedim(whole, dim + 1, -1)
    windows = [x[(*before, slice(i * step, i * step + size))] for i in range(count)]
    return torch.stack([movedim(each, dim, -1) for each in windows], dim)


@substitute("affine_grid")
def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """Multiply the places of an unmoved grid."""
    torch = import_torch()
    height, width = (int(each) for each in size[-2:])
    if len(size) != 4:
        raise TypeError("affine_grid of volumes is not converted")
    with untraced():
        unmoved = torch.eye(2, 3)[None]
        function = torch.nn.functional.affine_grid
        places = function(unmoved, [1, 1, height, width], bool(align_corners))
        places = torch.cat([places, torch.ones(1, height, width, 1)], -1).reshape(1, -1, 3)
    return (places @ theta.transpose(1, 2)).reshape(-1, height, width, 2)


@substitute("interpolate")
def interpolate(x: Tensor, size: Any = None, scale_factor: Any = None, **more: Any) -> Tensor:
    """Resize without aliases by a matrix for rows and one for columns: resized unit images."""
    torch = import_torch()
    function = torch.nn.functional.interpolate
    if not more.get("antialias"):
        return function(x, size, scale_factor, **more)
    with untraced():
        like = function(torch.zeros(x.shape), size, scale_factor, **more).shape[-2:]
        rows, columns = (
            function(torch.eye(own)[None, None], (other, own), **more)[0, 0]
            for own, other in zip(x.shape[-2:], like, strict=True)
        )
        columns = columns.T.contiguous()
    return rows @ x @ columns


@substitute("lp_pool1d", "lp_pool2d")
def lp_pool(x: Tensor, norm_type: float, kernel_size: Any, *more: Any, **named: Any) -> Tensor:
    """Return the root of a mean of powers."""
    pools = import_torch().nn.functional
    pool = pools.avg_pool1d if x.ndim == 3 else pools.avg_pool2d
    sizes = [kernel_size] * (x.ndim - 2) if isinstance(kernel_size, int) else kernel_size
    count = 1
    for size in sizes:
        count *= size
    mean = pool(x**norm_type, kernel_size, *more, **named)
    return mean.sign() * (mean.abs() * count) ** (1 / norm_type)


@substitute("pad")
def pad(x: Tensor, pad: Sequence[int], mode: str = "constant", value: Any = None) -> Tensor:
    """Put the other ends before and behind, where an image goes round."""
    torch = import_torch()
    if mode != "circular":
        return torch.nn.functional.pad(x, pad, mode, value)
    for count in range(len(pad) // 2):
        axis = x.ndim - 1 - count
        first, last = (int(each) for each in pad[2 * count : 2 * count + 2])
        before, size = (slice(None),) * axis, x.shape[axis]
        parts = [x[(*before, slice(size - first, size))], x, x[(*before, slice(0, last))]]
        x = torch.cat([each for each in parts if each.shape[axis]], axis)
    return x


@substitute("max_unpool2d")
def max_unpool2d(
    x: Tensor, indices: Tensor, kernel_size: Any, stride: Any = None, *more: Any, **named: Any
) -> Tensor:
    """Return the tensor in which a place is where it was."""
    torch = import_torch()
    with untraced():
        like = torch.nn.functional.max_unpool2d(x, indices, kernel_size, stride, *more, **named)
    return torch._C._nn.max_unpool2d(x, indices, [int(each) for each in like.shape[-2:]])


@substitute("bilinear")
def bilinear(x: Tensor, y: Tensor, weight: Tensor, bias: Any = None) -> Tensor:
    """Multiply by each matrix, then the rows that come out."""
    outputs, own, other = weight.shape
    rows = weight.permute(1, 0, 2).reshape(own, outputs * other)
    known = constant(rows)
    products = (x @ (rows if known is None else fixed(known))).reshape(
        *x.shape[:-1], outputs, other
    )
    result = (products * y.unsqueeze(-2)).sum(-1)
    return result if bias is None else result + bias


@substitute("cdist")
def cdist(x: Tensor, y: Tensor, p: float = 2.0, **more: Any) -> Tensor:
    """Return norms of all differences."""
    if p not in (1, 2):
        raise TypeError(f"cdist of norm {p} is not converted")
    far = x.unsqueeze(-2) - y.unsqueeze(-3)
    return far.abs().sum(-1) if p == 1 else (far * far).sum(-1).sqrt()
