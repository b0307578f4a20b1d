"""Extents of inputs known at run time, as options."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc import Dim
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.words import named_range
from ncnnc.runtime.errors import NcnncError

T, P = Dim("T", 1, 512), Dim("P", 0, 4096)


def options(**given: Any) -> CompileOptions:
    return CompileOptions("m", target="x86-avx2", **given)


def test_python_and_texts_say_the_same():
    python = options(inputs={"a": (T, 64), "b": (T, P + T)})
    texts = options(
        inputs={"a": ("T", 64), "b": ("T", "P+T")}, dims={"T": (1, 512), "P": (0, 4096)}
    )
    assert python.dims == texts.dims == {"T": (1, 512), "P": (0, 4096)}
    assert python.code_key == texts.code_key
    assert [str(extent) for extent in python.inputs["b"]] == ["T", "P + T"]


def test_planned_extents_are_multiples_of_16_and_of_no_other_extent():
    planned = options(inputs={"a": (T, 64), "b": (T, P + T)}).inputs
    rows, both = planned["b"]
    assert rows >= 512
    assert both >= 4096 + 512
    assert rows % 16 == both % 16 == 0
    same = options(inputs={"a": (Dim("A", 1, 10), Dim("B", 1, 10))}).inputs["a"]
    assert len({int(extent) for extent in same}) == 2


def test_ranges_and_expressions_are_part_of_the_key():
    keys = {
        options(inputs={"a": shape}).code_key
        for shape in [(T, 64), (Dim("T", 1, 500), 64), (2 * T, 64), (592, 64)]
    }
    assert len(keys) == 4


def test_options_are_taken_again():
    once = options(inputs={"a": (T, 64)})
    again = options(inputs=once.inputs, dims=once.dims)
    assert again.inputs == once.inputs
    assert again.code_key == once.code_key


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"inputs": {"a": ("T", 64)}}, "extent 'T' without a range; hint: --dim T=1..512"),
        ({"inputs": {"a": (T, 64)}, "dims": {"T": (1, 3)}}, "extent 'T' has two ranges"),
        ({"inputs": {"a": (3, 64)}, "dims": {"T": (1, 3)}}, "no input has the extent 'T'"),
        ({"inputs": {"a": ("T", 64)}, "dims": {"T": (3, 1)}}, "'T' has an empty range, 3 to 1"),
        ({"inputs": {"a": ("T", 64)}, "dims": {"T": (1,)}}, "must be two integers"),
        (
            {"inputs": {"a": ("T", 64)}, "dims": dict([named_range("T=1..99999999999")])},
            "extent 'T' must be at most 2147483647",
        ),
        ({"inputs": {"a": ("T/2", 64)}, "dims": {"T": (1, 2)}}, "'T/2' is no extent"),
        ({"inputs": {"a": ("T-9", 64)}, "dims": {"T": (1, 2)}}, None),
        ({"inputs": {"a": (T, 0)}}, "needs 1 to 4 extents of at least 1"),
        ({"inputs": {"a": (T, 64)}, "batch": 2}, "batches do not go together"),
    ],
)
def test_mistakes(given: dict[str, Any], message: str | None):
    if message is None:
        assert options(**given).inputs["a"][0] > 0
        return
    with pytest.raises(NcnncError, match=message):
        options(**given)
