"""The header of a library for C."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from ncnnc.compiler.library.header import print_header
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.model.symbols import ProgramSymbol
from ncnnc.runtime.model.tensors import TensorSpec

from tests.helpers.c_library import build

NAMES = ["data", "слой", 'a"b\\', "*/ int x; /*", "/*/", "??/", "%s", "a" * 200, "*", "/"]


@pytest.mark.parametrize("name", NAMES)
def test_a_blob_of_any_name_is_a_comment(name: str, tmp_path: Path):
    blob = TensorSpec(name, (3, 8, 8))
    program = Program(b"", b"", 0, 0, (blob,), (blob,), "x86-64", ())
    header = print_header("m", ["x86-64"], [program])
    (tmp_path / "m.h").write_text(header, encoding="utf-8")
    (tmp_path / "m.c").write_text('#include "m.h"\nint main(void) { return M_INPUTS - 1; }\n')
    build(tmp_path, "m.c", "m")


@pytest.mark.parametrize("symbol", ["T", "int", "this", "größe", "bytes"])
def test_an_extent_of_any_name_is_a_member(symbol: str, tmp_path: Path):
    blob = TensorSpec("*/", (4, 8), symbolic=(f"{symbol} // 2", "8"), planned=(32, 8))
    symbols = (ProgramSymbol(symbol, 2, 9),)
    program = Program(b"", b"", 0, 0, (blob,), (blob,), "x86-64", (), symbols=symbols)
    (tmp_path / "m.h").write_text(print_header("m", ["x86-64"], [program]), encoding="utf-8")
    main = "int main(void) {\n  m_extents extents = {9};\n"
    test = "m_output_0_extent_0(&extents) != 4 || m_input_0_bytes(&extents) != 4 * 8 * 4"
    for file in ("m.c", "m.cpp"):
        (tmp_path / file).write_text(f'#include "m.h"\n{main}  return {test};\n}}\n')
    build(tmp_path, "m.c", "m")
    build(tmp_path, "m.cpp", "m_cpp", "-std=c++11 -Wall -Wextra -Wpedantic -Werror", "c++")
    for built in ("m", "m_cpp"):
        assert subprocess.run([tmp_path / built], check=False).returncode == 0


@pytest.mark.parametrize(("threads", "flags"), [(1, " -lm"), (2, " -fopenmp -lm")])
def test_it_says_how_it_is_linked(threads: int, flags: str):
    blob = TensorSpec("x", (3, 8, 8))
    program = Program(b"", b"", 0, 0, (blob,), (blob,), "x86-64", (), threads=threads)
    head = " ".join(print_header("m", ["x86-64"], [program]).split("#ifndef")[0].split())
    assert f"For Linux on x86_64. Link: cc main.c FILE{flags}, where FILE" in head
    assert "lives as long as the model" in head
