"""The examples of docs/tiling.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.lowering import param_text

pytestmark = pytest.mark.isa

PAGE = (Path(__file__).parents[2] / "docs" / "tiling.md").read_text(encoding="utf-8")
LAYERS = "Convolution c 1 1 in0 c 0=12 1=3 4=1 5=1 6=324\nPixelShuffle p 1 1 c out0 0=2"


def test_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    Path("x2.param").write_bytes(param_text(LAYERS, {"in0": (3, 1, 1)}))
    Path("x2.bin").write_bytes(bytes(4 * (1 + 324 + 12)))
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(code, names)
    assert capsys.readouterr().out.splitlines() == [
        *(f"{done} of 6" for done in range(1, 7)),
        "(3, 200, 300)",
        "6 tiles of (64, 64) with halos of 2",
        "(3, 200, 300)",
    ]
