"""Find the op classes that the modules of a dialect's package define."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Container, Iterable, Iterator
from types import ModuleType

from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation


def module_names(path: Iterable[str]) -> list[str]:
    """Return the names of the modules and packages in a package's folders, sorted."""
    return sorted(info.name for info in pkgutil.iter_modules(path))


def modules_named_after(op: type[Operation], modules: Container[str]) -> list[str]:
    """Return the modules named after an op class, a base, or its defining module."""
    return list(dict.fromkeys(name for name in names_of(op) if name in modules))


def names_of(op: type[Operation]) -> Iterator[str]:
    """Return the names without dialect, and the modules, of an op class and its bases."""
    for base in op.__mro__:
        for name in (str(vars(base).get("name", "")), base.__module__):
            yield name.rsplit(".", 1)[-1]


def ops_in_package(package: str, path: Iterable[str]) -> list[type[Operation]]:
    """Return the op classes of a package, by module name, then order of definition."""
    modules = (importlib.import_module(f"{package}.{name}") for name in module_names(path))
    return [op for module in modules for op in ops_in_module(module)]


def ops_in_module(module: ModuleType) -> list[type[Operation]]:
    """Return the op classes that a module defines, in order of definition."""
    return [value for value in _named_in(module) if issubclass(value, IRDLOperation)]


def attributes_in_module(module: ModuleType) -> list[type[Attribute]]:
    """Return the attribute classes with a name that a module defines, in order of definition."""
    return [value for value in _named_in(module) if issubclass(value, Attribute)]


def _named_in(module: ModuleType) -> Iterator[type]:
    for value in vars(module).values():
        if isinstance(value, type) and value.__module__ == module.__name__:
            if "name" in vars(value):
                yield value
