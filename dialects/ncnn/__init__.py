"""
The `ncnn` dialect: one op per ncnn layer, on tensors, speaking ncnn's language.

Ops are found, not listed: every module of this package contributes the op classes that it defines.
"""

from __future__ import annotations

import importlib
import pkgutil

from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation

from .attributes import ActivationAttr, AlgorithmAttr, LayoutAttr, TargetAttr
from .base import NcnnOp


def _defined_ops() -> list[type[Operation]]:
    ops: list[type[Operation]] = []
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        module = importlib.import_module(f".{info.name}", __name__)
        ops += [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, IRDLOperation)
            and value.__module__ == module.__name__
            and "name" in vars(value)
        ]
    return ops


Ncnn = Dialect("ncnn", _defined_ops(), [ActivationAttr, AlgorithmAttr, LayoutAttr, TargetAttr])

LAYER_OPS: dict[str, type[NcnnOp]] = {
    op.LAYER.type: op
    for op in Ncnn.operations
    if issubclass(op, NcnnOp) and op.LAYER is not None
}
"""ncnn layer type -> op class, for every layer that has an op."""
