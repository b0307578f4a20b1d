"""Programs in C and C++ with libraries in them, built as people would."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import DISABLED, hidden_features, missing_features
from ncnnc.runtime.code.cpuid import BITS

from tests.compiler.library.conftest import SHAPES, write_two
from tests.helpers.c_library import build

pytestmark = pytest.mark.isa
DIGITS = Path(__file__).parents[3] / "examples/digits/digits.param"
TARGETS = ["x86-avx2", "x86-64", "x86-avx512"]


@pytest.fixture(scope="module")
def program(runtime: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `programs`, which has two libraries in it."""
    folder = tmp_path_factory.mktemp("programs")
    write_two(folder)
    options = {"targets": TARGETS, "threads": 2}
    ncnnc.compile_library(DIGITS, None, folder / "libdigits.a", **options)
    beside = folder / "two.weights"
    ncnnc.compile_library(
        folder / "two.param", None, folder / "two.o", weights_file=beside, targets=TARGETS
    )
    source = Path(__file__).with_name("programs.c")
    build(folder, f"-I. {source} two.o libdigits.a -lgomp -pthread", "programs")
    return folder


def run(folder: Path, hidden: str) -> subprocess.CompletedProcess[str]:
    """Run the program as on a CPU that lacks something."""
    names = " ".join([os.environ.get(DISABLED, ""), hidden])
    return subprocess.run(
        ["./programs", "two.weights"],
        cwd=folder,
        env={**os.environ, DISABLED: names},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("hidden", ["", "avx512vl", "avx2,fma", "sse3"])
def test_two_libraries_in_one_program(program: Path, hidden: str):
    done = run(program, hidden)
    assert done.stdout.count("\n") == 1, done.stdout
    assert done.returncode == 0, done.stdout
    target = done.stdout.strip()
    lacking = {*hidden_features(hidden, BITS), *missing_features(BITS)}
    fitting = [isa.name for isa in ISAS.values() if not lacking & {*isa.features}]
    assert target == [name for name in fitting if name in TARGETS][-1]
    image = np.arange(64, dtype=np.float32).reshape(1, 8, 8) * 7 % 17
    i = np.arange(16 * 12 * 12)
    a, s = (i % 13 - 6).astype(np.float32), (i % 7 / 4).astype(np.float32)
    digits = ncnnc.compile(DIGITS, target=target)
    two = ncnnc.compile(program / "two.param", target=target)
    expected = [digits(image), *two(a.reshape(SHAPES["a"]), s.reshape(SHAPES["s"]))]
    found = np.fromfile(program / "outputs", np.float32)
    np.testing.assert_array_equal(found, np.concatenate([e.reshape(-1) for e in expected]))


def test_no_target_is_an_error_with_a_text(program: Path):
    done = run(program, "sse2")
    assert done.returncode == 2
    assert done.stdout == (
        f"this CPU cannot run the code: x86-avx512 needs {', '.join(ISAS['x86-avx512'].features)}; "
        f"x86-avx2 needs {', '.join(ISAS['x86-avx2'].features)}; x86-64 needs sse2\n"
    )


def test_the_header_is_for_cpp_too(folder: Path):
    ncnnc.compile_library("two.param", None, "two.o", targets=["x86-64"])
    (folder / "user.cpp").write_text(
        '#include "two.h"\n#include "two.h"\n'
        "int main() {\n"
        "  two_model *model = nullptr;\n"
        "  int status = two_create(&model);\n"
        "  two_destroy(model);\n"
        "  return status;\n"
        "}\n"
    )
    build(folder, "user.cpp two.o", "user", "-std=c++11 -Wall -Wextra -Wpedantic -Werror", "c++")
    assert subprocess.run(["./user"], cwd=folder, check=False).returncode == 0
