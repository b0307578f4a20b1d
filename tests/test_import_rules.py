"""
Which folder may import which: the levels of IR stay apart, and dependencies point one way.

Imports are read from the syntax trees of all modules, those inside functions too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("compiler", "dialects", "passes", "runtime")

LEVELS = ("graph", "decompose", "schedule", "kernels", "loops")
"""The folders of passes, each a level of IR."""

SHARED_BY_DIALECTS = tuple(
    f"dialects/{name}"
    for name in (
        *("alignment", "discovery", "element_types", "entry_points"),
        *("main_function", "op_creation", "pixel_types", "properties"),
    )
)

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "runtime": ("runtime", "dialects/entry_points", "dialects/custom_layers"),
    "dialects": ("dialects",),
    "dialects/entry_points": (),
    "dialects/custom_layers": (),
    "dialects/properties": (),
    "dialects/op_creation": (),
    "dialects/pixel_types": (),
    "dialects/alignment": (),
    "dialects/element_types": ("dialects/alignment",),
    "dialects/main_function": ("dialects/properties",),
    "dialects/target": (*SHARED_BY_DIALECTS, "dialects/target"),
    "dialects/simd": (*SHARED_BY_DIALECTS, "dialects/simd"),
    "dialects/kernel": (*SHARED_BY_DIALECTS, "dialects/target", "dialects/simd", "dialects/kernel"),
    "passes/common": ("dialects", "passes/common"),
    "passes/graph/fixed_point": ("dialects", "passes/common", "passes/graph", "passes/make_pass"),
    **{f"passes/{level}": ("dialects", "passes/common", f"passes/{level}") for level in LEVELS},
    "passes": ("dialects", "passes"),
    "compiler/diagnostics": ("runtime",),
    "compiler/option_values": ("compiler/diagnostics", "runtime"),
    "compiler/image": (
        *("dialects/pixel_types", "compiler/diagnostics", "compiler/option_values", "runtime"),
    ),
    "compiler/reference": (
        *("dialects", "runtime", "compiler/diagnostics", "compiler/image", "compiler/reference"),
    ),
    "compiler/_root": ("compiler", "dialects/custom_layers", "dialects/target", "runtime"),
}
"""Folder or module -> what it may import of this project; the longest entry counts."""

COMPILER_ORDER = (
    "diagnostics",
    "option_values",
    "image",
    "options",
    "forks",
    "format",
    "bundle",
    "cache",
    "custom_layers",
    "reference",
    "zoo",
    "backend",
    "library",
    "input_shapes",
    "frontend",
    "export",
    "driver",
    "compiling",
    "tiling",
    "analysis",
    "postprocess",
    "optimizer",
    "quantize",
    "api",
    "cli",
)
"""Each part of the compiler imports only itself and those before it."""


def modules() -> list[Path]:
    """Every module of the project, relative to it."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return sorted(path.relative_to(ROOT) for path in found)


def imports(module: Path) -> Iterator[tuple[str, int]]:
    """What a module imports of this project, as paths without suffix, and the lines."""
    folder = module.parent.parts
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names, base = [alias.name for alias in node.names], ()
            names = [name.removeprefix("ncnnc.") for name in names if name.startswith("ncnnc.")]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = folder[: len(folder) - node.level + 1]
            names = [node.module] if node.module else [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ncnnc."):
            base, names = (), [(node.module or "").removeprefix("ncnnc.")]
        else:
            continue
        for name in names:
            yield "/".join((*base, *name.split("."))), node.lineno


def is_inside(path: str, folder: str) -> bool:
    """Whether a module is a folder's, or is it."""
    return path == folder or path.startswith(f"{folder}/")


def allowed(module: Path) -> tuple[str, ...]:
    """What a module may import."""
    path = module.with_suffix("").as_posix()
    rules = [folder for folder in MAY_IMPORT if is_inside(path, folder)]
    if rules:
        return MAY_IMPORT[max(rules, key=len)]
    part = path.split("/")[1]
    order = COMPILER_ORDER[: COMPILER_ORDER.index(part) + 1]
    return ("dialects", "passes", "runtime", *(f"compiler/{name}" for name in order))


@pytest.mark.parametrize(
    "module", [m for m in modules() if m != Path("compiler/__init__.py")], ids=str
)
def test_module_imports_what_its_folder_may(module: Path) -> None:
    wrong = [
        f"{module}:{line} imports {path}"
        for path, line in imports(module)
        if not any(is_inside(path, folder) for folder in allowed(module))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "folder", ["runtime", "dialects/entry_points.py", "dialects/custom_layers.py"]
)
def test_what_runs_models_does_without_xdsl(folder: str) -> None:
    files = [path for path in modules() if is_inside(path.as_posix(), folder)]
    assert files
    for file in files:
        assert "xdsl" not in (ROOT / file).read_text(encoding="utf-8"), file


def test_only_the_facade_stands_outside_of_the_order() -> None:
    parts = {
        module.with_suffix("").parts[1] for module in modules() if module.parts[0] == "compiler"
    }
    assert parts - {"__init__", "_root"} == set(COMPILER_ORDER)


def test_a_wrong_import_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("passes/graph/wrong.py")
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(
        "def f():\n    from ..loops.emit import builder\n    return builder\n"
    )
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert list(imports(file)) == [("passes/loops/emit", 2)]
    with pytest.raises(AssertionError, match=r"wrong\.py:2 imports passes/loops/emit"):
        test_module_imports_what_its_folder_may(file)
