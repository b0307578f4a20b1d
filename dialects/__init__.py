"""
The dialects of ncnnc: `ncnn` (graph), `kernel` (kernels), `simd` (vectors, addresses), and `target`
(machines), whose attributes name the target of a module at any level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.ir import Dialect


def get_all_dialects() -> dict[str, Callable[[], Dialect]]:
    """Return our dialects by name, each imported on first use."""

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
