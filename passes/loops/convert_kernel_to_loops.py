"""Lower kernels to loops over vectors."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, bf16
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import element_of
from ...dialects.kernel import KernelOp
from ...dialects.target.records import Target
from ..common.target import target_of
from .emit.building.appending import appended_in_place_of
from .emit.building.builder import LoopBuilder
from .emit.building.widening import WideningBuilder
from .from_kernel import loops


class ConvertKernelToLoopsPass(ModulePass):
    """
    Replace each `kernel` op by its loops.

        kernel.pack ins(%x : memref<24x4x4xf32>) outs(%y : memref<2x4x4x16xf32>)
        -> scf.parallel (%i) = (%c0) to (%c2) step (%c1) { ... simd.load ... simd.store ... }

    Raises: PassFailedException for a kernel without a lowering.
    """

    name = "convert-kernel-to-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for kernel in [o for o in function.body.block.ops if isinstance(o, KernelOp)]:
                lower_kernel(kernel, target)


def lower_kernel(kernel: KernelOp, target: Target) -> None:
    """Replace a kernel by its loops. Raises: PassFailedException if it has no lowering."""
    build = loops.find(type(kernel))
    if build is None:
        raise PassFailedException(f"no lowering for {kernel.name}")
    with appended_in_place_of(kernel, target, builder_for(kernel)) as b:
        build(b, kernel, target)


def builder_for(kernel: KernelOp) -> type[LoopBuilder]:
    """Return the builder of the kernel: float32 kernels may have buffers of narrower floats."""
    elements = {element_of(value.type) for value in (*kernel.inputs, *kernel.outputs)}
    if kernel.COMPUTES_ON is None:
        return LoopBuilder if len(elements) == 1 else WideningBuilder
    return WideningBuilder if bf16 in elements else LoopBuilder
