"""The example of docs/dynamic-shapes.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.dynamic import KEEP, KEEP_BYTES, DynamicModel

pytestmark = pytest.mark.isa

PAGE = (Path(__file__).parents[2] / "docs" / "dynamic-shapes.md").read_text(encoding="utf-8")
PARAM = """7767517
3 3
Input       data  0 1 data
Convolution conv1 1 1 data conv1 0=4 1=3 3=2 4=1 5=1 6=108
Pooling     pool  1 1 conv1 prob 0=1 4=1
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of the example."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    (tmp_path / "m.bin").write_bytes(bytes(4 * 113))


def test_the_example(capsys: pytest.CaptureFixture[str]):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    shown = capsys.readouterr().out.splitlines()
    shapes = ("(3, 224, 224)", "(3, 320, 320)", "(3, 320, 448)")
    assert [shape in line for shape, line in zip(shapes, shown, strict=True)] == [True] * 3
    model = ncnnc.load("m.ncnnc")
    assert isinstance(model, DynamicModel)
    assert len(model.specialisations) == 3


def test_what_is_kept():
    assert f"({KEEP})" in PAGE
    assert f"({KEEP_BYTES >> 30} GiB)" in PAGE


def test_the_error():
    (wanted,) = re.findall(r"^    (m\.param:.*)$", PAGE, re.MULTILINE)
    with pytest.raises(ValueError) as caught:
        ncnnc.compile("m.param", dynamic=True)(np.zeros((4, 224, 224), np.float32))
    assert str(caught.value) == wanted
