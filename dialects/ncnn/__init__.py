"""
The `ncnn` dialect: one op per ncnn layer, on tensors, speaking ncnn's language.

Ops and attributes are found, not listed: every module of this package contributes those it defines.
"""

from __future__ import annotations

import importlib
import pkgutil

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import IRDLOperation

from .base import NcnnOp


def _defined_classes() -> list[type]:
    """Classes with a name of their own (ops, attributes), in order of module and definition."""
    classes: list[type] = []
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        module = importlib.import_module(f".{info.name}", __name__)
        classes += [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and value.__module__ == module.__name__
            and isinstance(vars(value).get("name"), str)
        ]
    return classes


def _make_dialect() -> Dialect:
    ops: list[type[Operation]] = []
    attributes: list[type[Attribute]] = []
    for defined in _defined_classes():
        if issubclass(defined, IRDLOperation):
            ops.append(defined)
        elif issubclass(defined, Attribute):
            attributes.append(defined)
    return Dialect("ncnn", ops, attributes)


Ncnn = _make_dialect()

LAYER_OPS: dict[str, type[NcnnOp]] = {
    op.LAYER.type: op for op in Ncnn.operations if issubclass(op, NcnnOp) and op.LAYER is not None
}
"""ncnn layer type -> op class, for every layer that has an op."""
