"""The example of docs/dynamic-shapes.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.sessions.dynamic_model import KEEP, KEEP_BYTES, DynamicModel

pytestmark = [pytest.mark.isa, pytest.mark.usefixtures("model_of_the_page")]

PAGE = (Path(__file__).parents[2] / "docs" / "dynamic-shapes.md").read_text(encoding="utf-8")

CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_example(capsys: pytest.CaptureFixture[str]):
    exec(CODE[0], {})
    shown = capsys.readouterr().out.splitlines()
    shapes = ("(3, 224, 224)", "(3, 320, 320)", "(3, 320, 448)")
    assert [shape in line for shape, line in zip(shapes, shown, strict=True)] == [True] * 3
    model = ncnnc.load("m.ncnnc")
    assert isinstance(model, DynamicModel)
    assert len(model.specialisations) == 3


def test_the_fallback():
    names = {"ncnnc": ncnnc, "Dim": ncnnc.Dim}
    exec(CODE[1], names)
    assert isinstance(names["model"], ncnnc.CompiledModel)
    assert len(CODE) == 2


def test_what_is_kept():
    assert f"({KEEP})" in PAGE
    assert f"({KEEP_BYTES >> 30} GiB)" in PAGE


def test_the_error():
    (wanted,) = re.findall(r"^    (m\.param:.*)$", PAGE, re.MULTILINE)
    with pytest.raises(ValueError) as caught:
        ncnnc.compile("m.param", dynamic=True)(np.zeros((4, 224, 224), np.float32))
    assert str(caught.value) == wanted
