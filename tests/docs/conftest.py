"""The model that pages speak of."""

from __future__ import annotations

from pathlib import Path

import pytest

PARAM = """7767517
3 3
Input       data  0 1 data
Convolution conv1 1 1 data conv1 0=4 1=3 3=2 4=1 5=1 6=108
Pooling     pool  1 1 conv1 prob 0=1 4=1
"""


@pytest.fixture
def model_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`m.param` and `m.bin` in the current folder: an image of any size in, four numbers out."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    (tmp_path / "m.bin").write_bytes(bytes(4 * 113))
