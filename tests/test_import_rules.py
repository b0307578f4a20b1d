"""
Imports between folders: the levels of IR stay apart, and dependencies point one way.

Imports are read from the syntax trees of all modules, those inside functions too.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.import_graph import LEVELS, ROOT, imports, modules

SHARED_BY_DIALECTS = tuple(
    f"dialects/{name}"
    for name in (
        *("alignment", "bfloat16", "constraints", "detections", "discovery", "element_types"),
        *("entry_points", "int8_rounding", "main_function", "op_creation", "pixel_types"),
    )
)

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "runtime": ("runtime", "dialects/entry_points", "dialects/custom_layers"),
    "dialects": ("dialects",),
    "dialects/bfloat16": (),
    "dialects/entry_points": (),
    "dialects/custom_layers": (),
    "dialects/constraints": (),
    "dialects/detections": (),
    "dialects/int8_rounding": (),
    "dialects/op_creation": (),
    "dialects/pixel_types": (),
    "dialects/alignment": (),
    "dialects/element_types": ("dialects/alignment",),
    "dialects/main_function": ("dialects/constraints",),
    "dialects/target": (*SHARED_BY_DIALECTS, "dialects/target"),
    "dialects/simd": (*SHARED_BY_DIALECTS, "dialects/target", "dialects/simd"),
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
    "compiler/pixels": ("dialects/pixel_types",),
    "compiler/reference": (
        *("dialects", "runtime", "compiler/diagnostics", "compiler/image", "compiler/pixels"),
        "compiler/reference",
    ),
    "compat": ("compat", "compiler", "dialects", "runtime"),
    "compiler/_root": ("compiler", "dialects/custom_layers", "dialects/target", "runtime"),
}
"""Folder or module -> what it may import of this project; the longest entry counts."""

COMPILER_ORDER = (
    "diagnostics",
    "option_values",
    "image",
    "yolo_boxes",
    "postprocessing",
    "pixels",
    "options/record",
    "options/choices",
    "options/words",
    "options/channel_options",
    "options/keywords",
    "options/signature",
    "forks",
    "format",
    "bundle",
    "cache",
    "layer_registration",
    "reference",
    "zoo",
    "backend",
    "library",
    "web",
    "input_shapes",
    "frontend",
    "export",
    "options/target",
    "options/symbolic_inputs",
    "options/conversions",
    "options/tuned_schedules",
    "options/code_options",
    "options/driver_options",
    "options/show_options",
    "pipeline",
    "options",
    "program",
    "tuning",
    "driver",
    "tiling",
    "analysis",
    "report",
    "postprocess",
    "optimizer",
    "quantize",
    "precision",
    "tuning/search",
    "api",
    "pytorch",
    "cli",
)
"""Each part of the compiler imports only itself and those before it."""


DECIDED_BY = frozenset({"l2_bytes", "caches", "costs", "registers", "inner_kernel"})
"""Facts of a target by which level 2 chooses; the levels below translate what it has chosen."""
TRANSLATED_BY = frozenset({"lanes", "loops", "isa", "overwrites_operand", "converts", "truncation"})
"""Facts of a target that code is made of: its vectors, its instructions, the sizes of its loops."""


def is_inside(path: str, folder: str) -> bool:
    """Return whether a module is in a folder, or is it."""
    return path == folder or path.startswith(f"{folder}/")


def allowed(module: Path) -> tuple[str, ...]:
    """Return the folders that a module may import."""
    path = module.with_suffix("").as_posix()
    rules = [folder for folder in MAY_IMPORT if is_inside(path, folder)]
    if rules:
        return MAY_IMPORT[max(rules, key=len)]
    part = max((p for p in COMPILER_ORDER if is_inside(path, f"compiler/{p}")), key=len)
    order = COMPILER_ORDER[: COMPILER_ORDER.index(part) + 1]
    return ("dialects", "passes", "runtime", *(f"compiler/{name}" for name in order))


def wrong_imports(module: Path, root: Path = ROOT) -> list[str]:
    """The imports of a module that its folder may not have."""
    may = allowed(module)
    return [
        f"{module}:{found.line} imports {found.module}"
        for found in imports(module, root)
        if not any(is_inside(found.module, folder) for folder in may)
    ]


def test_modules_import_what_their_folders_may() -> None:
    checked = [module for module in modules() if module != Path("compiler/__init__.py")]
    wrong = [text for module in checked for text in wrong_imports(module)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "folder", ["runtime", "dialects/entry_points.py", "dialects/custom_layers.py"]
)
def test_what_runs_models_does_without_xdsl(folder: str) -> None:
    files = [path for path in modules() if is_inside(path.as_posix(), folder)]
    assert files
    for file in files:
        assert "xdsl" not in (ROOT / file).read_text(encoding="utf-8"), file


class Use(NamedTuple):
    """A name, or the last of a dotted one, in a module."""

    module: Path
    line: int
    name: str
    is_attribute: bool


@cache
def uses_below_the_schedule() -> list[Use]:
    """Return the names in the modules of levels 3 and 4."""
    found: list[Use] = []
    for module in modules("passes/kernels", "passes/loops"):
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                found.append(Use(module, node.lineno, node.attr, True))
            elif isinstance(node, ast.Name):
                found.append(Use(module, node.lineno, node.id, False))
    return found


def test_levels_below_the_schedule_read_no_caches_costs_or_registers() -> None:
    found = [
        f"{use.module}:{use.line} reads {use.name}"
        for use in uses_below_the_schedule()
        if use.is_attribute and use.name in DECIDED_BY
    ]
    assert not found, "\n".join(found)


def test_levels_below_the_schedule_name_no_costs() -> None:
    uses = uses_below_the_schedule()
    assert uses
    found = [
        f"{use.module}:{use.line} names {use.name}"
        for use in uses
        if not use.is_attribute and {"cycles", "cost", "costs"} & set(use.name.lower().split("_"))
    ]
    assert not found, "\n".join(found)


def test_only_the_facade_stands_outside_of_the_order() -> None:
    parts = {
        module.with_suffix("").parts[1] for module in modules() if module.parts[0] == "compiler"
    }
    assert parts - {"__init__", "_root"} == {part.split("/")[0] for part in COMPILER_ORDER}


def test_a_wrong_import_is_found(tmp_path: Path) -> None:
    file = Path("passes/graph/wrong.py")
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(
        "def f():\n    from ..loops.emit import builder\n    return builder\n"
    )
    expected = ["passes/graph/wrong.py:2 imports passes/loops/emit"]
    assert wrong_imports(file, tmp_path) == expected
