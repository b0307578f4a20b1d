"""
The `ncnn` dialect: one op per ncnn layer, on tensors, speaking ncnn's language.

Ops are found, not listed: every module of this package and of `layers` contributes the op classes
that it defines, and every attribute class too; `properties` has those that kernels share.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from xdsl.ir import Attribute, Dialect

from .. import properties
from ..discovery import ops_in_package
from . import layers
from .base import NcnnOp
from .layer import LayerSpec
from .opaque_layers import OPAQUE_LAYERS


def _attributes_in(module: ModuleType) -> list[type[Attribute]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and str(getattr(value, "name", "")).startswith("ncnn.")
        and issubclass(value, Attribute)
    ]


def _attributes(package: str, path: Iterable[str]) -> list[type[Attribute]]:
    attributes: list[type[Attribute]] = []
    for info in sorted(pkgutil.iter_modules(path), key=lambda m: m.name):
        attributes += _attributes_in(importlib.import_module(f"{package}.{info.name}"))
    return attributes


_PACKAGES = ((__name__, __path__), (layers.__name__, layers.__path__))

Ncnn = Dialect(
    "ncnn",
    [op for package in _PACKAGES for op in ops_in_package(*package)],
    [
        *_attributes_in(properties),
        *(attribute for package in _PACKAGES for attribute in _attributes(*package)),
    ],
)

LAYER_OPS: dict[str, type[NcnnOp]] = {
    op.LAYER.type: op for op in Ncnn.operations if issubclass(op, NcnnOp) and op.LAYER is not None
}
"""ncnn layer type -> op class, for every layer that has an op."""


def layer_spec(type: str) -> LayerSpec | None:
    """What a file says of a layer of ncnn, with an op or without; None for any other type."""
    op = LAYER_OPS.get(type)
    return OPAQUE_LAYERS.get(type) if op is None else op.LAYER
