"""Fixtures of the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.command_line import PARAM, WEIGHTS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a small model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    weights = np.random.default_rng(3).uniform(-0.3, 0.3, WEIGHTS).astype("<f4").tobytes()
    conv = (108 + 4) * 4
    tag = b"\0\0\0\0"
    (tmp_path / "m.bin").write_bytes(tag + weights[:conv] + tag + weights[conv:])
    return tmp_path
