"""
The passes of a compilation and of the optimizer by name, in order.

Nothing heavy is imported here, so that a name can be refused before anything is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...passes.graph import COMPILE_GRAPH_PASSES, GRAPH_PASSES
from ..diagnostics import unknown_name

COMMON_SUBEXPRESSIONS = "cse"
DEAD_CODE = "dce"
"""xDSL's own passes."""

SCHEDULE_PASSES = (
    "select-conv-algorithm",
    "assign-layout",
    "fold-layout",
    "fuse-epilogue",
)
KERNEL_PASSES = (
    "convert-ncnn-to-kernel",
    "fuse-elementwise",
    "pack-weights",
    "bufferize",
    "plan-memory",
    "outline-kernels",
)
LOOP_PASSES = ("vectorize-linalg", "convert-kernel-to-loops", "parallelize")

PIPELINE_PASSES = (
    "infer-shapes",
    *GRAPH_PASSES,
    "convert-1d-to-2d",
    "expand-pad-value",
    "expand-prior-box",
    "expand-int8-gemm",
    "attach-target",
    *COMPILE_GRAPH_PASSES,
    "split-grouped-convolution",
    "fold-constants",
    COMMON_SUBEXPRESSIONS,
    DEAD_CODE,
    *SCHEDULE_PASSES,
    *KERNEL_PASSES,
    *LOOP_PASSES,
)
"""Every pass from the imported module to loops."""

OPTIMIZER_PASSES = (*GRAPH_PASSES, "fold-constants", DEAD_CODE)
"""The rewrites of one round of the optimizer."""

LEVELS: dict[str, str] = {
    "import": "infer-shapes",
    "graph": DEAD_CODE,
    "scheduled": "fuse-epilogue",
    "kernels": "outline-kernels",
    "loops": "parallelize",
}
"""Level of IR -> the pass after which the module is at it."""

ALL_PASSES = "all"
"""Stands for every pass where one is to be shown."""


def check_shown_passes(names: Sequence[str]) -> None:
    """Raises: UsageError for a name that is none of a pass of the compilation, nor `all`."""
    known = [ALL_PASSES, *dict.fromkeys(PIPELINE_PASSES)]
    for name in names:
        if name not in known:
            raise unknown_name("pass", name, known)


def select_passes(only: Sequence[str] = (), skip: Sequence[str] = ()) -> tuple[str, ...]:
    """
    The names of the optimizer's passes, in order: all, or `only` some, without those to `skip`.

    Raises: UsageError for a name that is none of them.
    """
    for name in (*only, *skip):
        if name not in OPTIMIZER_PASSES:
            raise unknown_name("pass", name, OPTIMIZER_PASSES)
    wanted = only or OPTIMIZER_PASSES
    return tuple(name for name in OPTIMIZER_PASSES if name in wanted and name not in skip)
