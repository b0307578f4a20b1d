"""A small model, and what the command line is to say if it fails."""

from __future__ import annotations

import pytest
from ncnnc.compiler.cli import main as cli

PARAM = """7767517
4 4
Input        data  0 1 data 0=8 1=8 2=3
Convolution  conv1 1 1 data conv1 0=4 1=3 4=1 5=1 6=108
ReLU         relu1 1 1 conv1 relu1
InnerProduct fc    1 1 relu1 prob 0=10 1=1 2=2560
"""
WEIGHTS = 108 + 4 + 2560 + 10
"""Number of floats in the `.bin`, without the two tags."""


def fails(words: list[str], status: int, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check the exit status, and that one line of standard error says why."""
    capsys.readouterr()
    assert cli.main(words) == status
    lines = [
        line for line in capsys.readouterr().err.splitlines() if not line.startswith("target:")
    ]
    assert len(lines) == 1
    assert reason in lines[0]
