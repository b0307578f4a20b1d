"""
The passes of ncnnc, by the level of IR that they work on.

A pass is one file: `fold_x.py` in `graph`, `decompose`, `schedule`, `kernels` or `loops` holds the
pass `fold-x` in a class `FoldXPass`. They are found, not listed, and imported on first use. Folders
inside these hold what the passes of the level are made of, `common` what several levels need.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.passes import ModulePass
    from xdsl.utils.arg_spec import ArgSpec

PACKAGES = ("graph", "decompose", "schedule", "kernels", "loops")


@cache
def _load(module: str, name: str) -> type[ModulePass]:
    from xdsl.passes import ModulePass

    for value in vars(importlib.import_module(module, __name__)).values():
        if isinstance(value, type) and vars(value).get("name") == name:
            if issubclass(value, ModulePass):
                return value
    raise ImportError(f"{module} defines no pass named '{name}'")


@cache
def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass by name, as a function that imports it."""
    passes: dict[str, Callable[[], type[ModulePass]]] = {}
    for package in PACKAGES:
        path = [f"{root}/{package}" for root in __path__]
        for info in sorted(pkgutil.iter_modules(path), key=lambda m: m.name):
            if not info.name.startswith("_") and not info.ispkg:
                name = info.name.replace("_", "-")
                passes[name] = partial(_load, f".{package}.{info.name}", name)
    return passes


def find_pass(name: str) -> type[ModulePass]:
    """Import a pass of ours or xDSL's. Raises: ValueError for unknown ones."""
    from xdsl.transforms import get_all_passes as get_xdsl_passes

    load = get_all_passes().get(name) or get_xdsl_passes().get(name)
    if load is None:
        raise ValueError(f"unknown pass '{name}'")
    return load()


def make_pass(spec: ArgSpec) -> ModulePass:
    """Make a pass of ours or xDSL's. Raises: ValueError for unknown ones, or options."""
    return find_pass(spec.name).from_spec(spec)
