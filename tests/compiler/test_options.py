"""The options of a compilation refuse what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.options import CompileOptions


def test_defaults():
    options = CompileOptions("m.param")
    assert (options.target, options.threads, options.random_weights) == ("host", 1, None)
    assert options == CompileOptions("m.param", inputs={}, conv={})


def test_good_values():
    CompileOptions("m", inputs={"a": (3,), "b": (1, 2, 3, 4)}, conv={"c": "gemm"}, threads=8)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"conv_policy": "cast"}, "unknown convolution policy 'cast'; did you mean 'cost'"),
        ({"conv": {"c1": "gem"}}, "algorithm of layer 'c1' 'gem'; did you mean 'gemm'"),
        ({"inputs": {"x": (3, 0)}}, "input 'x' needs 1 to 4 extents of at least 1, not 3x0"),
        ({"inputs": {"x": ()}}, "not none"),
        ({"inputs": {"x": (1,) * 5}}, "not 1x1x1x1x1"),
    ],
)
def test_bad_values(values: dict[str, Any], reason: str):
    with pytest.raises(UsageError, match=reason):
        CompileOptions("m.param", **values)
