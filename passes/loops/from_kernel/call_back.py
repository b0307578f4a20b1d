"""Lower custom functions to one call, by one thread."""

from __future__ import annotations

from xdsl.ir import Attribute

from ....dialects.kernel.call_back import CallBackKernelOp
from ....dialects.simd.call_back import CallBackOp
from ....dialects.target.records import Target
from ..emit.building.builder import LoopBuilder
from . import loops


@loops.register(CallBackKernelOp)
def call_back(b: LoopBuilder, op: CallBackKernelOp, target: Target) -> None:
    """Append the call without a parallel loop, so that `parallelize` assigns it to thread 0."""
    named = ("number", "layer_type", "layer", "params")
    properties: dict[str, Attribute | None] = {name: op.properties[name] for name in named}
    properties["bounds"] = op.bounds
    b.append(CallBackOp.build(operands=[op.inputs, op.outputs], properties=properties))
