"""The modules of all systems have the same functions and constants, which no other module asks."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from ncnnc.runtime.system import linux, macos, windows

ROOT = Path(__file__).parents[3]
OF_SYSTEMS = (
    *("import fcntl", "import resource", "sched_getaffinity", "memfd_create"),
    *("register_at_fork", "os.sysconf", "statvfs", '"/proc/', '"/sys/', "MAP_PRIVATE |"),
)


def interface(module: ModuleType) -> dict[str, object]:
    """Return what a module has of the interface: what functions need, the types of others."""
    return {
        name: needed(value) if callable(value) else type(value)
        for name in linux.__all__
        if (value := getattr(module, name, None)) is not None
    }


def needed(function: Callable[..., object]) -> list[str]:
    """Return the parameters without defaults, which only tests give."""
    parameters = inspect.signature(function).parameters.values()
    return [each.name for each in parameters if each.default is inspect.Parameter.empty]


@pytest.mark.parametrize("module", [macos, windows])
def test_modules_are_alike(module: ModuleType):
    assert interface(module) == interface(linux)
    assert getattr(module, "__all__", linux.__all__) == linux.__all__


def test_nothing_else_asks_a_system():
    folders = ("compat", "compiler", "dialects", "passes", "runtime")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    asks = {
        str(path.relative_to(ROOT)): found
        for path in files
        if path.parent != ROOT / "runtime/system"
        if (found := [word for word in OF_SYSTEMS if word in path.read_text()])
    }
    assert asks == {}
