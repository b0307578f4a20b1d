"""
The dialects of ncnnc: `ncnn` (graph), `kernel` (kernels), `simd` (vectors, addresses), and `target`
(machines), by which a module of any level says what it is compiled for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.ir import Dialect


def get_all_dialects() -> dict[str, Callable[[], Dialect]]:
    """Our dialects by name, each imported on first use."""

    def ncnn() -> Dialect:
        from .ncnn import Ncnn

        return Ncnn

    def kernel() -> Dialect:
        from .kernel import Kernel

        return Kernel

    def simd() -> Dialect:
        from .simd import Simd

        return Simd

    def target() -> Dialect:
        from .target.attributes import Machines

        return Machines

    return {"ncnn": ncnn, "kernel": kernel, "simd": simd, "target": target}
