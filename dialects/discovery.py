"""Finds the op classes that the modules of a dialect's package define."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation


def module_names(path: Iterable[str]) -> list[str]:
    """The names of the modules and packages in a package's folders, sorted."""
    return sorted(info.name for info in pkgutil.iter_modules(path))


def ops_in_package(package: str, path: Iterable[str]) -> list[type[Operation]]:
    """Op classes of every module of the package, by module name and then order of definition."""
    modules = (importlib.import_module(f"{package}.{name}") for name in module_names(path))
    return [op for module in modules for op in ops_in_module(module)]


def ops_in_module(module: ModuleType) -> list[type[Operation]]:
    """The op classes that a module defines, in order of definition."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and "name" in vars(value)
        and issubclass(value, IRDLOperation)
    ]
