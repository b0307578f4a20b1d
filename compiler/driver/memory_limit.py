"""How much memory a program takes, and by how much its weights must be smaller for a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp

from ...dialects.element_types import aligned, buffer_bytes
from ...dialects.entry_points import ArgumentRole
from ...dialects.main_function import find_main
from ...passes.kernels.bufferize import KEY_ATTRIBUTE
from ...runtime.files import shown_path
from ..diagnostics import ModelError
from .assembling import argument_bytes

if TYPE_CHECKING:
    from .options import CompileOptions

MEBIBYTE = 1 << 20
EVERYTHING = 1 << 62
"""More bytes than any weights have."""


def program_bytes(module: ModuleOp, threads: int) -> int:
    """Bytes of weights, arena and the workspaces of so many threads, at level `kernels`."""
    main = find_main(module)
    views = [op for op in main.body.block.ops if isinstance(op, memref.ViewOp)]
    weights = [view for view in views if KEY_ATTRIBUTE in view.attributes]
    workspace = argument_bytes(main, ArgumentRole.WORKSPACE)
    memory = argument_bytes(main, ArgumentRole.ARENA) + threads * workspace
    return memory + sum(aligned(buffer_bytes(view.result.type)) for view in weights)


@dataclass
class WeightSaving:
    """
    How many bytes of weights to save, found by trial: other weights come with another arena.

    Starts with none.
    """

    options: CompileOptions
    bytes: int = 0
    step: int = 0
    """How many more than at the trial before."""
    last: int = EVERYTHING
    """What the program took that was tried last."""

    def fits(self, module: ModuleOp) -> bool:
        """
        Whether a program, at level `kernels`, is within the limit; if not, save more.

        Raises: ModelError if as much as can be has been saved.
        """
        taken = program_bytes(module, self.options.threads)
        limit = self.options.code.memory_limit
        if taken <= limit:
            return True
        if self.bytes >= EVERYTHING:
            self.refuse(taken, limit)
        # Weights shrink by a layer's at a time: what brought nothing was too little more.
        self.step = taken - limit if taken < self.last else 2 * self.step
        self.bytes += self.step
        if self.bytes > taken:
            self.bytes = EVERYTHING
        self.last = taken
        return False

    def refuse(self, least: int, limit: int) -> None:
        """Raises: ModelError that says what the model needs at least."""
        needed = -(-least * 10 // MEBIBYTE) / 10
        raise ModelError(
            f"needs at least {needed:.1f} MiB for weights, arena and workspace, "
            f"the limit is {limit / MEBIBYTE:.1f} MiB",
            file=shown_path(self.options.name),
            hint="give --memory-limit more",
        )
