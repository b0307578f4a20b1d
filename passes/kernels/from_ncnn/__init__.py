"""
Convert graph ops to kernels: one module per theme, with functions registered by
`@conversions.register(SomeNcnnOp)`.

A function receives a `KernelBuilder`, the op and its operands as physical tensors (a packed blob
`c,h,w` is a `tensor<ceil(c/p) x h x w x p>`), appends kernels, `linalg` ops and views, and returns
the physical results. Layouts of operands and results are those of the op's own types (`pack_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ...common.registry import Registry

conversions: Registry[Callable[..., Sequence[SSAValue]]] = Registry(
    __name__,
    __path__,
    {
        "concat": "channels",
        "convolution3d": "convolution",
        "deconvolution3d": "deconvolution",
        "diag": "copyto",
        "flip": "tile",
        "misc": "elementwise",
        "pixelshuffle": "permute",
        "pooling3d": "pooling",
        "reorg": "permute",
        "shufflechannel": "channels",
        "slice": "channels",
    },
)
