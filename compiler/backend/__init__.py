"""The back end: `simd`-level IR to LLVM IR text, and LLVM to machine code."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.utils.target import Target


def get_all_targets() -> dict[str, Callable[[], type[Target]]]:
    """Return our output targets by name; each is imported on first use."""

    def llvm_ir() -> type[Target]:
        from .llvm.module_printer import LLVMIRTarget

        return LLVMIRTarget

    return {"llvm-ir": llvm_ir}
