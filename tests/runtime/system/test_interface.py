"""The modules of all systems have the same functions and constants, which no other module asks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from ncnnc.runtime.system import linux, macos, windows

ROOT = Path(__file__).parents[3]
OF_SYSTEMS = (
    *("import fcntl", "import resource", "sched_getaffinity", "memfd_create"),
    *("register_at_fork", "os.sysconf", "statvfs", '"/proc/', '"/sys/', "MAP_PRIVATE |"),
)


FOLDERS = ("compat", "compiler", "dialects", "passes", "runtime")
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]


@cache
def asked() -> list[str]:
    """Return the names that others use of the module of this system."""
    texts = (path.read_text() for path in FILES)
    texts = (
        text for text in texts if re.search(r"system import here|^from \. import here", text, re.M)
    )
    return sorted({name for text in texts for name in re.findall(r"\bhere\.(\w+)", text)})


def interface(module: ModuleType) -> dict[str, object]:
    """Return what a module has of the interface: what functions need, the types of others."""
    values = {name: getattr(module, name) for name in asked()}
    return {n: needed(value) if callable(value) else type(value) for n, value in values.items()}


def needed(function: Callable[..., object]) -> list[str]:
    """Return the parameters without defaults, which only tests give."""
    parameters = inspect.signature(function).parameters.values()
    return [each.name for each in parameters if each.default is inspect.Parameter.empty]


@pytest.mark.parametrize("module", [macos, windows])
def test_modules_are_alike(module: ModuleType):
    assert len(asked()) > 25
    assert interface(module) == interface(linux)


def test_nothing_else_asks_a_system():
    asks = {
        str(path.relative_to(ROOT)): found
        for path in FILES
        if path.parent != ROOT / "runtime/system"
        if (found := [word for word in OF_SYSTEMS if word in path.read_text()])
    }
    assert asks == {}
