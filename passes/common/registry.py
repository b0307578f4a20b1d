"""A table from op classes to functions, filled by the modules of a package."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from xdsl.ir import Operation

F = TypeVar("F", bound=Callable[..., object])


class Registry(Generic[F]):
    """
    Functions by op class; a class without an entry of its own uses its nearest base class's.

    The modules of `package` register with `@registry.register(SomeOp, ...)`; they are imported on
    the first look-up.
    """

    def __init__(self, package: str, path: Iterable[str]):
        self._package = package
        self._path = path
        self._functions: dict[type[Operation], F] = {}
        self._loaded = False

    def register(self, *ops: type[Operation]) -> Callable[[F], F]:
        """Decorator: the function serves these op classes and their subclasses."""

        def decorate(function: F) -> F:
            for op in ops:
                self._functions[op] = function
            return function

        return decorate

    def find(self, op: type[Operation]) -> F | None:
        """The function for an op class, or None."""
        if not self._loaded:
            for info in sorted(pkgutil.iter_modules(self._path), key=lambda m: m.name):
                importlib.import_module(f"{self._package}.{info.name}")
            self._loaded = True
        for base in op.__mro__:
            if base in self._functions:
                return self._functions[base]
        return None
