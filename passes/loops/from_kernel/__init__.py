"""
Lower kernels to loops: one module per kernel, registered with `@loops.register(KernelOp)`.

A function receives a `LoopBuilder`, the kernel op (on memrefs) and the target, and appends the
loops that compute the kernel. The outermost loop is a `LoopBuilder.parallel`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...common.registry import Registry

loops: Registry[Callable[..., None]] = Registry(__name__, __path__, {"unpack": "pack"})
