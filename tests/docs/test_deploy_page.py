"""The steps of docs/deploy.md work as they are written, and its tables are complete."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ncnnc.compiler.library.interface import FUNCTIONS
from ncnnc.compiler.library.sequence_interface import (
    DYNAMIC_FUNCTIONS,
    SESSION_FUNCTIONS,
    SHAPE_FUNCTIONS,
    public_name,
)

from tests.helpers.c_library import build

pytestmark = pytest.mark.isa
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples in it, where `ncnnc` is a command."""
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    program = tmp_path / "bin/ncnnc"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ncnnc "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("exported", [False, True])
def test_the_steps(folder: Path, exported: bool):
    """From PyTorch where that and pnnx are installed, and from the files that stand for it."""
    (export,) = [block for block in blocks("python") if "pnnx" in block]
    copy, *steps = blocks("sh")[1:]
    first = ["sh", "-e", "-c", copy]
    if exported:
        for name in ("torch", "pnnx"):
            if importlib.util.find_spec(name) is None:
                pytest.skip(f"the export needs {name}: pip install torch pnnx numpy")
        first = [sys.executable, "-c", export]
    printed = ""
    for step in (first, *(["sh", "-e", "-c", step] for step in steps)):
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{step[-1]}{done.stderr}"
        printed = done.stdout
    (promised,) = re.findall(r"^prints `(.*)`\.", PAGE, re.MULTILINE)
    assert len(steps) == 5
    assert printed == f"{promised}\n"


def test_a_library(folder: Path):
    (folder / "m.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4\nReLU y 1 1 x y\n")
    (folder / "m.bin").write_bytes(b"")
    for step in (["sh", "-e", "-c", blocks("sh")[0]], [sys.executable, "-c", blocks("python")[0]]):
        subprocess.run(step, check=True)
        Path("m.so").unlink()
        Path("m.h").unlink()


def test_the_calls_in_c(folder: Path):
    run, shapes, _, _, pool = blocks("c")
    shapes = shapes.replace("{3, height, width}", "{4}").replace("{3}", "{1}")
    (folder / "m.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4\nReLU y 1 1 x y\n")
    subprocess.run(["ncnnc", "compile", "m.param", "--random-weights", "-o", "m.o"], check=True)
    declared = "float image[4], scores[4]; void *my_pool = 0;"
    (folder / "main.c").write_text(
        '#include <stdio.h>\n#include "m.h"\n'
        "static void my_parallel(void *pool, m_task task, void *data, int threads) {\n"
        "  (void)pool; (void)task; (void)data; (void)threads;\n}\n"
        f"int main(void) {{\n{declared}\n{run.replace('m_destroy', pool + 'm_destroy')}"
        f"{shapes}m_destroy(model);\n"
        "return status;\n}\n"
    )
    build(folder, "main.c m.o", "main", "-std=c99 -Wall -Wextra -Werror")
    assert subprocess.run(["./main"], check=False).returncode == 0


def test_a_run_that_tells_extents(folder: Path):
    code = blocks("c")[2]
    shapes = {"in0": "2,4", "mask": "T,P+T"}
    (folder / "m.param").write_text(
        "7767517\n4 4\nInput in0 0 1 in0\nInput mask 0 1 mask\n"
        "ReLU a 1 1 in0 y\nReLU b 1 1 mask z\n"
    )
    inputs = [word for name, shape in shapes.items() for word in ("--input", f"{name}={shape}")]
    dims = ["--dim", "T=1..8", "--dim", "P=0..9"]
    command = ["ncnnc", "compile", "m.param", "--random-weights", *inputs, *dims, "-o", "m.o"]
    subprocess.run(command, check=True)
    (folder / "main.c").write_text(
        '#include <stdlib.h>\n#include "m.h"\n'
        "int main(void) {\n  static float in0[8], y[8], z[3 * 8];\n"
        "  const void *inputs[] = {in0, NULL};\n  void *outputs[] = {y, z};\n"
        "  m_model *model;\n  int status = m_create(&model);\n"
        f"{code.replace('status = m_run', 'inputs[1] = mask; status = m_run')}"
        "  return status || m_input_1_extent_1(&extents) != 8;\n}\n"
    )
    build(folder, "main.c m.o", "main", "-std=c99 -Wall -Wextra -Werror")
    assert subprocess.run(["./main"], check=False).returncode == 0


def test_sessions(folder: Path):
    sessions = blocks("c")[3]
    given = ["--input", "x=T,8", "--input", "c=P,8", "--dim", "T=1..8", "--dim", "P=0..9"]
    (folder / "m.param").write_text(
        "7767517\n5 6\nInput x 0 1 x\nInput c 0 1 c\nConcat k 2 1 c x y 0=0\n"
        "Split s 1 2 y d e\nReLU r 1 1 e z\n"
    )
    command = ["ncnnc", "compile", "m.param", "--random-weights", *given, "--state", "c=d"]
    subprocess.run([*command, "-o", "m.o"], check=True)
    (folder / "main.c").write_text(
        '#include "m.h"\n'
        "int main(void) {\n  static float x[24], z[24];\n"
        "  const void *inputs[] = {x};\n  void *outputs[] = {z};\n"
        f"  m_model *model;\n  int status = m_create(&model);\n{sessions}"
        "  return status || m_session_length(fork) != 3;\n}\n"
    )
    build(folder, "main.c m.o", "main", "-std=c99 -Wall -Wextra -Werror")
    assert subprocess.run(["./main"], check=False).returncode == 0


def test_all_functions_are_named():
    for function in (*FUNCTIONS, *DYNAMIC_FUNCTIONS, *SHAPE_FUNCTIONS, *SESSION_FUNCTIONS):
        name = public_name(function).replace("ncnnc_", "NAME_")
        short = name.removesuffix("_count")
        assert name in PAGE or (short != name and f"`{short}`" in PAGE), name
