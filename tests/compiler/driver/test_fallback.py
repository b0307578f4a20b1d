"""Models with layers that no run can tell extents of are compiled for each shape, if allowed."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.compiler.diagnostics import ExtentsError

pytestmark = pytest.mark.isa

PYRAMID = """7767517
4 4
Input a 0 1 a
ReLU first 1 1 a b
SPP pyramid 1 1 b c 0=0 1=2
Sigmoid last 1 1 c y
"""
"""The windows of a pyramid are parts of the image."""
SHAPE = (8, 4, Dim("T", 4, 40))


@pytest.fixture
def param(tmp_path: Path) -> Path:
    path = tmp_path / "m.param"
    path.write_text(PYRAMID)
    return path


def test_a_dynamic_model_with_a_warning(param: Path):
    with pytest.warns(RuntimeWarning, match=r"'pyramid' \(Pooling\) cannot be computed for"):
        model = ncnnc.compile(param, inputs={"a": SHAPE}, fallback="dynamic", cache=False)
    assert isinstance(model, ncnnc.DynamicModel)
    for columns in (4, 17, 40):
        x = np.random.default_rng(columns).standard_normal((8, 4, columns), np.float32)
        expected = ncnnc.compile(param, inputs={"a": x.shape}, cache=False)(x)
        np.testing.assert_array_equal(model(x), expected)


def test_a_compiled_model_if_nothing_is_refused(param: Path):
    options = {"outputs": ["b"], "cache": False}
    model = ncnnc.compile(param, inputs={"a": SHAPE}, fallback="dynamic", **options)
    assert isinstance(model, ncnnc.CompiledModel)


def test_errors_tell_each_layer(param: Path):
    with pytest.raises(ExtentsError, match=r"hint: .*fallback='dynamic'.*ncnnc inspect") as caught:
        ncnnc.compile(param, inputs={"a": SHAPE}, cache=False)
    assert {error.layer for error in caught.value.refused} == {"pyramid"}
    assert all("depends on whether T < " in error.reason for error in caught.value.refused)


def test_states_do_not_fall_back(tmp_path: Path):
    param = tmp_path / "m.param"
    layers = ["Input s 0 1 s", "SPP pyramid 1 1 a b 0=0 1=1", "BinaryOp add 2 1 b s n 0=0"]
    param.write_text("\n".join(["7767517", "4 4", "Input a 0 1 a", *layers, ""]))
    with pytest.raises(ExtentsError):
        ncnnc.compile(
            param,
            inputs={"a": SHAPE, "s": (8,)},
            states={"s": "n"},
            fallback="dynamic",
            cache=False,
        )


def test_another_fallback(param: Path):
    with pytest.raises(ValueError, match="fallback must be None or 'dynamic', not 'none'"):
        ncnnc.compile(param, inputs={"a": SHAPE}, fallback="none", cache=False)  # pyright: ignore
