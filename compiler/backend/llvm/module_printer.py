"""
Print a module at level `loops` as LLVM IR text, without making decisions.

One walk over structured IR. A `simd` op becomes one or two lines; `scf.for` becomes a rotated loop
with phis. Index constants never become instructions, and an address `base[i + c]` is one GEP for
`base[i]`, shared in its block and those inside, plus a constant GEP, which x86 addressing absorbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException
from xdsl.utils.target import Target

from ....dialects.target.attributes import machine_of

# The modules that register how ops are printed.
from . import print_arithmetic as print_arithmetic
from . import print_bounds as print_bounds
from . import print_call_back as print_call_back
from . import print_control as print_control
from . import print_int8 as print_int8
from . import print_memory as print_memory
from . import print_products as print_products
from .function_printer import FunctionPrinter


def print_llvm_ir(module: ModuleOp, attributes: str = "") -> str:
    """Print LLVM IR. Raises: PassFailedException for an op of another level."""
    lines: list[str] = []
    declarations: set[str] = set()
    target = machine_of(module)
    for op in module.ops:
        if not isinstance(op, func.FuncOp):
            raise PassFailedException(f"expected functions only, found {op.name}")
        if not op.is_declaration:
            FunctionPrinter(lines, declarations, target).function(op)
    return module_text(lines, declarations, attributes)


def module_text(lines: list[str], declarations: set[str], attributes: str) -> str:
    """Return the text of functions, the declarations of their callees, and common attributes."""
    group = " ".join(["attributes #0 = { nounwind", *attributes.split(), "}"])
    return "\n".join([*lines, *sorted(declarations), group]) + "\n"


@dataclass(frozen=True)
class LLVMIRTarget(Target):
    """Output target `llvm-ir`: `ncnnc-opt -t llvm-ir`."""

    name = "llvm-ir"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(print_llvm_ir(module))
