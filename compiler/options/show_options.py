"""What is shown, and checked, while a model is compiled."""

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
    """Whether the rewrites of the graph, and those declined, are printed on stderr."""
    verify_each: bool = False
    """Whether kernels and loops are verified after every pass too, as the graph is anyway."""
