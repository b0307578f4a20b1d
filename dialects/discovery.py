"""Finds the op classes that the modules of a dialect's package define."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation


def ops_in_package(package: str, path: Iterable[str]) -> list[type[Operation]]:
    """Op classes of every module of the package, by module name and then order of definition."""
    ops: list[type[Operation]] = []
    for info in sorted(pkgutil.iter_modules(path), key=lambda m: m.name):
        module = importlib.import_module(f"{package}.{info.name}")
        ops += [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and value.__module__ == module.__name__
            and "name" in vars(value)
            and issubclass(value, IRDLOperation)
        ]
    return ops
