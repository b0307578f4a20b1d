"""The example of docs/preprocessing.md runs, at the command line too."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

pytestmark = pytest.mark.isa
PAGE = (Path(__file__).parents[2] / "docs" / "preprocessing.md").read_text(encoding="utf-8")
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


def test_the_example():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, np.ndarray] = {}
    exec(code, names)
    assert names["y"].shape == (4,)


def test_the_command_line():
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    pillow.fromarray(np.zeros((9, 7, 3), np.uint8)).save("cat.png")
    (block,) = re.findall(r"```\n(ncnnc compile.*?)```", PAGE, re.DOTALL)
    compile_it, run_it, _ = block.splitlines()
    for line in (compile_it, run_it):
        assert cli.main(line.split()[1:]) == 0
