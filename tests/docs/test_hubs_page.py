"""The commands of docs/hubs.md run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.bundles import PARAM, write_bundle, write_head, zipped
from tests.helpers.heads import Known, columns_head

pytestmark = pytest.mark.isa
PAGE = (Path(__file__).parents[2] / "docs" / "hubs.md").read_text(encoding="utf-8")
METADATA = "task: detect\nimgsz: 32\nnames: [cat]\n"


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    monkeypatch.chdir(tmp_path)
    pillow.fromarray(np.zeros((24, 32, 3), np.uint8)).save("cat.jpg")
    head = columns_head([Known((4, 8, 16, 20), 0.9, 0)], 1)
    write_head(tmp_path / "best_ncnn_model", METADATA, out0=head)
    zipped(tmp_path / "best_ncnn_model", tmp_path / "best.zip")
    shaped = {"flownet__param": PARAM.replace("0 1 in0", "0 1 in0 0=8 1=8 2=3")}
    write_bundle(tmp_path / "rife-v4.6", "flownet", **shaped)
    zipped(tmp_path / "rife-v4.6", tmp_path / "models.zip", "rife/")
    assert cli.main(["compile", "best_ncnn_model", "-o", "best.ncnnc"]) == 0
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.partition("#")[0].split() for block in blocks for line in block.splitlines()]
    assert len(lines) == 8
    for words in lines:
        assert words[0] == "ncnnc"
        assert cli.main(words[1:]) == 0, words
    names: dict[str, np.ndarray] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(code, names)
    assert names["head"].shape == head.shape
    np.testing.assert_allclose(names["centers"][3], [10, 14 - 80])
    assert names["found"].shape == (1, 6)
    np.testing.assert_allclose(names["corners"], [[[4, 8 - 80], [16, 20 - 80]]])
    for name in ("best_ncnn_model.ncnnc", "o.param", "out.png", "out.json"):
        assert Path(name).exists()
