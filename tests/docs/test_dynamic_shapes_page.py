"""The code of docs/dynamic-shapes.md runs."""

from __future__ import annotations

import re

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.sessions.dynamic_model import KEEP, KEEP_BYTES, DynamicModel

from tests.helpers.snippets import ROOT, run_page

pytestmark = [pytest.mark.isa, pytest.mark.usefixtures("model_of_the_page")]

NAME = "docs/dynamic-shapes.md"
PAGE = (ROOT / NAME).read_text(encoding="utf-8")


def test_the_code(capsys: pytest.CaptureFixture[str]):
    names: dict[str, object] = {}
    run_page(NAME, names)
    shown = capsys.readouterr().out.splitlines()
    shapes = ("(3, 224, 224)", "(3, 320, 320)", "(3, 320, 448)")
    assert [shape in line for shape, line in zip(shapes, shown, strict=False)] == [True] * 3
    assert isinstance(names["model"], ncnnc.CompiledModel)
    model = ncnnc.load("m.ncnnc")
    assert isinstance(model, DynamicModel)
    assert [one.shapes["data"] for one in model.specialisations] == [(3, 224, 224), (3, 320, 320)]


def test_what_is_kept():
    assert f"({KEEP})" in PAGE
    assert f"({KEEP_BYTES >> 30} GiB)" in PAGE


def test_the_error():
    (wanted,) = re.findall(r"^    (m\.param:.*)$", PAGE, re.MULTILINE)
    with pytest.raises(ValueError) as caught:
        ncnnc.compile("m.param", dynamic=True)(np.zeros((4, 224, 224), np.float32))
    assert str(caught.value) == wanted
