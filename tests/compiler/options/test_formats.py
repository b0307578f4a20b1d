"""Refuse files that cannot have the code of a target."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import OptionValueError
from ncnnc.compiler.options.formats import check_format


@pytest.mark.parametrize(
    ("output", "targets", "reason"),
    [
        (
            "m.ncnnc",
            ["x86-64+windows"],
            "a .ncnnc has no code for x86-64+windows; hint: -o m.o, a library for C",
        ),
        (
            "m.a",
            ["x86-64", "aarch64"],
            "a .a has code for machines of one family, not x86-64, aarch64",
        ),
        ("m.so", ["wasm"], "a .so has no code for wasm; hint: -o m.wasm"),
        ("m.wasm", ["aarch64"], "a .wasm has code for wasm, not for aarch64"),
    ],
)
def test_what_a_file_cannot_have(output: str, targets: list[str], reason: str):
    with pytest.raises(OptionValueError) as error:
        check_format(Path(output), targets)
    assert str(error.value).endswith(reason)


@pytest.mark.parametrize("output", ["m.s", "m.ll", "m.mlir", "m.o", "m.a", "m.so", "m.ncnnc"])
def test_what_is_read_may_be_for_any(output: str):
    check_format(Path(output), ["aarch64+dotprod"])
