"""A table from op classes to functions, filled by the modules of a package."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from xdsl.ir import Operation

from ...dialects.discovery import module_names, modules_named_after, names_of

F = TypeVar("F", bound=Callable[..., object])


class Registry(Generic[F]):
    """
    Functions by op class; a class without an entry uses that of its nearest base class.

    The modules of `package` register with `@registry.register(SomeOp, ...)`. Each is imported when
    an op that it may serve is first looked up: see `modules_for`.
    """

    def __init__(
        self,
        package: str,
        path: Iterable[str],
        elsewhere: Mapping[str, str] = MappingProxyType({}),
    ):
        """`elsewhere` lists modules that are not named after the ops that they serve."""
        self._package = package
        self._path = path
        self._elsewhere = elsewhere
        self._modules: list[str] | None = None
        self._functions: dict[type[Operation], F] = {}
        self._found: dict[type[Operation], F | None] = {}

    def register(self, *ops: type[Operation]) -> Callable[[F], F]:
        """Decorator: register a function for op classes and their subclasses."""

        def decorate(function: F) -> F:
            for op in ops:
                self._functions[op] = function
            return function

        return decorate

    def find(self, op: type[Operation]) -> F | None:
        """Return the function for an op class, or None."""
        if op not in self._found:
            self._import(self.modules_for(op))
            function = self._registered(op)
            if function is None:
                self._import(self._all_modules())
                function = self._registered(op)
            self._found[op] = function
        return self._found[op]

    def modules_for(self, op: type[Operation]) -> list[str]:
        """Return the modules, named or listed for an op class, that should contain its function."""
        listed = (self._elsewhere[name] for name in names_of(op) if name in self._elsewhere)
        return list(dict.fromkeys([*modules_named_after(op, self._all_modules()), *listed]))

    def _all_modules(self) -> list[str]:
        if self._modules is None:
            self._modules = module_names(self._path)
        return self._modules

    def _import(self, modules: Iterable[str]) -> None:
        for module in modules:
            importlib.import_module(f"{self._package}.{module}")

    def _registered(self, op: type[Operation]) -> F | None:
        return next((self._functions[b] for b in op.__mro__ if b in self._functions), None)
