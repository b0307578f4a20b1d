"""Show the memory of a compiled model over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeGuard

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialects.context import NcnncContext
from ...dialects.element_types import buffer_bytes
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel import KernelOp
from ...dialects.kernel.structure import ViewOp
from ...dialects.main_function import find_main
from ...passes.common.errors import place_of
from ...passes.kernels.bufferize import KEY_ATTRIBUTE
from ...passes.kernels.memory.liveness import live_buffers, live_bytes
from ...passes.kernels.outline_kernels import kernel_name, workspace_bytes
from ..driver.lower import lower
from ..options.compile_options import CompileOptions
from ..pipeline.steps import Level
from ..program.assemble import argument_bytes


@dataclass(frozen=True)
class KernelMemory:
    """The memory of a kernel, in execution order. Units: bytes."""

    layer: str
    kernel: str
    live: int
    """Live intermediate blobs while it runs."""
    weights: int
    """Weights that it reads."""
    workspace: int
    """Of each thread."""


@dataclass(frozen=True)
class MemoryUse:
    """The memory that all kernels need, and the plan for it. Units: bytes."""

    kernels: tuple[KernelMemory, ...]
    arena: int
    workspace: int
    """Of each thread."""
    weights: int

    @property
    def lower_bound(self) -> int:
        """Return the largest total of live buffers: no arena can be smaller."""
        return max((kernel.live for kernel in self.kernels), default=0)


@dataclass
class MemoryWatcher:
    """Observes the buffers of a module before they are placed."""

    kernels: list[KernelMemory] = field(default_factory=list[KernelMemory])

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Record the live buffers before `plan-memory` runs."""
        if a_pass.name != "plan-memory":
            return
        block = find_main(module).body.block
        live = live_bytes(live_buffers(block))
        for position, op in enumerate(block.ops):
            if runs_kernel(op):
                self.kernels.append(
                    KernelMemory(
                        layer=place_of(op).layer or "",
                        kernel=kernel_name(op),
                        live=live[position] if position < len(live) else 0,
                        weights=weight_bytes(op),
                        workspace=workspace_bytes(op),
                    )
                )

    def use_in(self, module: ModuleOp) -> MemoryUse:
        """Return the memory use of a module whose buffers are placed."""
        main = find_main(module)
        return MemoryUse(
            tuple(self.kernels),
            arena=argument_bytes(main, ArgumentRole.ARENA),
            workspace=max((kernel.workspace for kernel in self.kernels), default=0),
            weights=argument_bytes(main, ArgumentRole.WEIGHTS),
        )

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Nothing is seen there."""

    def at_level(self, level: Level, module: ModuleOp) -> None:
        """Nothing is seen there."""


def runs_kernel(op: Operation) -> TypeGuard[KernelOp | GenericOp]:
    """Return whether an op of a graph of buffers becomes a step of a run."""
    return isinstance(op, KernelOp | GenericOp)


def weight_bytes(kernel: Operation) -> int:
    sizes = {v: buffer_bytes(v.type) for v in kernel.operands if is_view_of_weights(v.owner)}
    return sum(sizes.values())


def is_view_of_weights(owner: object) -> bool:
    while isinstance(owner, ViewOp):
        owner = owner.source.owner
    return isinstance(owner, memref.ViewOp) and KEY_ATTRIBUTE in owner.attributes


def memory_use(options: CompileOptions, progress: Callable[[str], None] | None = None) -> MemoryUse:
    """Return the memory use of a compiled model. Raises: NcnncError if it cannot be compiled."""
    watcher = MemoryWatcher()
    return watcher.use_in(lower(options, Level.KERNELS, progress, watcher=watcher).module)
