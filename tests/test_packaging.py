"""The package as it is installed: what it contains, and what importing it costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import ncnnc
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("compat", "compiler", "dialects", "passes", "runtime")
DIGITS = "examples/digits"
"""The example that is installed, too: `ncnnc demo` shows it."""


def packages_on_disk() -> dict[str, str]:
    """Package name -> folder, of every folder with Python files."""
    found = {}
    for file in sorted(path for top in FOLDERS for path in (ROOT / top).rglob("*.py")):
        folder = file.parent.relative_to(ROOT)
        name = "ncnnc" if folder == Path("compiler/_root") else ".".join(("ncnnc", *folder.parts))
        found[name] = folder.as_posix()
    return found | {"ncnnc.digits": DIGITS}


def test_setuptools_finds_the_packages_on_disk():
    code = (
        "from setuptools.command.build_py import build_py; from distutils.core import run_setup;"
        "build = build_py(run_setup('setup.py', stop_after='commandline'));"
        "build.finalize_options();"
        "print({name: build.get_package_dir(name) for name in build.packages})"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT)
    assert ast.literal_eval(printed) == packages_on_disk()


def test_every_package_has_an_init_file():
    for folder in packages_on_disk().values():
        assert (ROOT / folder / "__init__.py").exists(), folder


def modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has imported after running `code`."""
    report = "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    output = subprocess.check_output([sys.executable, "-c", code + report], text=True)
    return set(output.splitlines()[-1].split())


def test_the_runtime_stands_alone():
    modules = modules_after("import ncnnc; ncnnc.load, ncnnc.TensorSpec, ncnnc.NcnncError")
    assert "numpy" in modules
    assert not modules & {"xdsl", "rich"}


@pytest.mark.isa
def test_running_a_file_needs_no_llvm(tmp_path: Path):
    """LLVM takes more memory than many models."""
    (tmp_path / "m.param").write_text("7767517\n2 2\nInput in 0 1 in\nReLU r 1 1 in out\n")
    file = str(tmp_path / "m.ncnnc")
    ncnnc.compile(str(tmp_path / "m.param"), inputs={"in": (3, 4)}).save(file)
    run = f"import numpy as np, ncnnc; ncnnc.load({file!r})(np.ones((3, 4), np.float32))"
    assert not modules_after(run) & {"xdsl", "llvmlite", "rich"}


def test_importing_costs_nothing():
    assert not modules_after("import ncnnc") & {"xdsl", "numpy", "llvmlite", "rich"}


@pytest.mark.parametrize(
    "call",
    [
        "compile('m.param', threads=0)",
        "compile('m.param', target='nosuch')",
        "compile('m.param', print_ir_after=['nosuch'])",
        "optimize('m.param', None, 'o.param', 'o.bin', only=['nosuch'])",
        "compile_library('m.param', None, 'm.so', targets=['nosuch'])",
        "compile_library('m.param', None, 'm.exe')",
    ],
)
def test_the_api_checks_options_before_it_imports_the_compiler(call: str):
    refused = f"try: ncnnc.{call}\nexcept ncnnc.UsageError: pass\nelse: raise SystemExit"
    lines = f"import ncnnc\n{refused}"
    assert not modules_after(f"exec({lines!r})") & {"xdsl", "rich"}


def test_every_public_name_exists():
    import ncnnc

    for name in ncnnc.__all__:
        assert getattr(ncnnc, name) is not None
    assert set(ncnnc.__all__) <= set(dir(ncnnc))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(ncnnc, "nonsense")
