"""Models whose code loads or stores beside its buffers, for what is to find that."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.lowered import Lowered
from ncnnc.dialects.simd.memory import BroadcastLoadOp, LoadOp, StoreOp, address_of
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

NETWORK = """7767517
3 3
Input        data  0 1 data  0=8 1=8 2=3
Convolution  conv1 1 1 data  conv1 0=4 1=3 4=1 5=1 6=108
InnerProduct fc    1 1 conv1 prob  0=10 1=1 2=2560
"""
LAST = -1
"""The number of the store of its result."""
IMAGE = np.linspace(-1, 1, 192, dtype=np.float32).reshape(3, 8, 8)


def right_code(target: str = "x86-64") -> Lowered:
    """The loops of NETWORK, with random weights, as they should be."""
    return lower(CompileOptions(NETWORK.encode(), random_weights=0, target=target))


def wrong_code(number: int, shift: int, target: str = "x86-64") -> Lowered:
    """The same with one access, the first to a buffer, so many elements from where it should be."""
    lowered = right_code(target)
    op = accesses(lowered.module)[number][0]
    offset = op.properties["offset"]
    assert isinstance(offset, IntegerAttr)
    op.properties["offset"] = IntegerAttr(offset.value.data + shift, i64)
    return lowered


def accesses(module: ModuleOp) -> list[list[Operation]]:
    """The loads and the stores of kernels, by kernel and buffer."""
    found: dict[object, list[Operation]] = {}
    for function in module.ops:
        assert isinstance(function, FuncOp)
        for op in function.walk():
            if isinstance(op, LoadOp | BroadcastLoadOp | StoreOp):
                key = function, address_of(op)[0], isinstance(op, StoreOp)
                found.setdefault(key, []).append(op)
    return list(found.values())
