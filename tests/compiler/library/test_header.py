"""The header of a library for C."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.library.header import print_header
from ncnnc.runtime.model.program import Program
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
