"""
The `ncnn` dialect: one op per ncnn layer, on tensors, speaking ncnn's language.

Op and attribute classes are discovered, not listed: every module of this package, of `layers`,
`families` and `internal` contributes those that it defines. All are imported on the first access to
`Ncnn` or `LAYER_OPS`; a compilation uses `layer_op`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from xdsl.ir import Attribute, Dialect, Operation

from ..discovery import attributes_in_module, module_names, ops_in_module, ops_in_package
from . import families, internal, layers
from .base import NcnnOp
from .layer import LayerSpec
from .layer_modules import layer_module
from .opaque_layers import OPAQUE_LAYERS

if TYPE_CHECKING:
    Ncnn: Dialect
    LAYER_OPS: dict[str, type[NcnnOp]]
    """ncnn layer type -> op class, for every layer that has an op."""


def _attributes(package: str, path: Iterable[str]) -> list[type[Attribute]]:
    attributes: list[type[Attribute]] = []
    for name in module_names(path):
        attributes += attributes_in_module(importlib.import_module(f"{package}.{name}"))
    return attributes


_PACKAGES = (
    (__name__, __path__),
    *((package.__name__, package.__path__) for package in (families, internal, layers)),
)


@cache
def _dialect() -> Dialect:
    return Dialect(
        "ncnn",
        [op for package in _PACKAGES for op in ops_in_package(*package)],
        [attribute for package in _PACKAGES for attribute in _attributes(*package)],
    )


def _layer_ops(ops: Iterable[type[Operation]]) -> dict[str, type[NcnnOp]]:
    return {op.LAYER.type: op for op in ops if issubclass(op, NcnnOp) and op.LAYER is not None}


def __getattr__(name: str) -> Any:
    if name == "Ncnn":
        value = _dialect()
    elif name == "LAYER_OPS":
        value = _layer_ops(_dialect().operations)
    else:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = value
    return value


@cache
def layer_op(type: str) -> type[NcnnOp] | None:
    """Return the op class of a layer type of ncnn; None if it has none."""
    module = layer_module(type)
    if module in module_names(layers.__path__):
        ops = ops_in_module(importlib.import_module(f"{layers.__name__}.{module}"))
        if op := _layer_ops(ops).get(type):
            return op
    return _layer_ops(_dialect().operations).get(type)


def layer_spec(type: str) -> LayerSpec | None:
    """Return the spec of a layer of ncnn, with an op or without; None for any other type."""
    op = layer_op(type)
    return OPAQUE_LAYERS.get(type) if op is None else op.LAYER
