"""Options of the output and the checks of a compilation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ShowOptions:
    """Options that do not change the code; by default nothing is shown."""

    print_ir_after: tuple[str, ...] = ()
    """Names of passes after which the IR is printed on stderr; `all` stands for every pass."""
    dump_dir: str | None = None
    """Folder that receives the IR after every pass that changed it, and the LLVM IR."""
    time_passes: bool = False
    remarks: bool = False
    """True if rewrites of the graph, applied and declined, are printed on stderr."""
    verify_each: bool = False
    """True if kernels and loops are verified after every pass; the graph always is."""
