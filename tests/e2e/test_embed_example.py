"""The programs of examples/embed, built by hand and by CMake, say what the process does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.c_library import build

pytestmark = pytest.mark.isa
EXAMPLES = Path(__file__).parents[2] / "examples"
STRICT = "-Wall -Wextra -Wpedantic -Werror"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, with the library of the network."""
    folder = tmp_path_factory.mktemp("example")
    for name in ("embed", "digits"):
        shutil.copytree(EXAMPLES / name, folder / name)
    ncnnc.compile_library(
        EXAMPLES / "digits/digits.param",
        None,
        folder / "embed/digits.o",
        targets=["x86-64", "x86-avx2", "x86-avx512"],
    )
    return folder / "embed"


def output_of(folder: Path, *command: str) -> str:
    """Return the output of a program."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_in_c(folder: Path):
    build(folder, "classify.c digits.o", "classify", f"-std=c11 {STRICT}")
    assert output_of(folder, "./classify", "seven.pgm") == "7 (1.000)\n"
    grey = np.frombuffer((folder / "seven.pgm").read_bytes()[-1024:], np.uint8)
    color = np.repeat(grey.reshape(32, 32, 1), 3, 2)
    (folder / "color.ppm").write_bytes(b"P6\n# a comment\n32 32\n255\n" + color.tobytes())
    assert output_of(folder, "./classify", "color.ppm") == "7 (1.000)\n"
    (folder / "cut.pgm").write_bytes((folder / "seven.pgm").read_bytes()[:-1])
    for wrong in ("cut.pgm", "none.pgm", "classify.c"):
        done = subprocess.run(["./classify", wrong], cwd=folder, capture_output=True, check=False)
        assert done.returncode == 1
        assert done.stderr.decode() == f"{wrong}: error: no binary PGM or PPM of 8 bits\n"


def test_in_cpp(folder: Path):
    build(folder, "classify.cpp digits.o", "classify_all", f"-std=c++17 {STRICT} -pthread", "c++")
    lines = output_of(folder, "./classify_all", *["seven.pgm"] * 8).splitlines()
    assert lines == ["seven.pgm: 7"] * 8


def test_with_cmake(folder: Path, tmp_path: Path):
    if shutil.which("cmake") is None:
        pytest.skip("no cmake")
    if shutil.which("cc") is None or shutil.which("c++") is None:
        pytest.skip("no compiler for C and C++")
    program = tmp_path / "ncnnc"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ncnnc "$@"\n')
    program.chmod(0o755)
    output_of(folder, "cmake", "-B", "build", f"-DNCNNC={program}")
    output_of(folder, "cmake", "--build", "build")
    assert output_of(folder, "build/classify", "seven.pgm") == "7 (1.000)\n"
    assert output_of(folder, "build/classify_all", "seven.pgm") == "seven.pgm: 7\n"
