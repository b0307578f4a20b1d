"""The example of docs/preprocessing.md runs, at the command line too."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

pytestmark = [pytest.mark.isa, pytest.mark.usefixtures("model_of_the_page")]
PAGE = (Path(__file__).parents[2] / "docs" / "preprocessing.md").read_text(encoding="utf-8")


def test_the_examples():
    compiled, placed = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, np.ndarray] = {}
    exec(compiled, names)
    assert names["y"].shape == (4,)
    exec(placed, names)
    np.testing.assert_array_equal(names["corners"], [[0, 0], [640, 480]])


def test_the_command_line():
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    pillow.fromarray(np.zeros((9, 7, 3), np.uint8)).save("cat.png")
    (block,) = re.findall(r"```\n(ncnnc compile.*?)```", PAGE, re.DOTALL)
    compile_it, run_it, _ = block.splitlines()
    for line in (compile_it, run_it):
        assert cli.main(line.split()[1:]) == 0
