"""Programs that behave as pnnx does, well or badly, on machines that have none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from ncnnc.compiler.frontend.pnnx.process import VARIABLE

RELU = """7767517
2 2
Input in0 0 1 in0
ReLU relu_0 1 1 in0 out0
"""
"""Written by a good one."""
GRAPH = """7767517
3 2
pnnx.Input pnnx_input_0 0 1 0 #0=(1,3,4,5)f32
F.relu F.relu_0 1 1 0 1 #0=(1,3,4,5)f32 #1=(1,3,4,5)f32
pnnx.Output pnnx_output_0 1 0 1 #1=(1,3,4,5)f32
"""
GOOD = f"""
given = dict(word.split("=", 1) for word in sys.argv[2:])
open(given["pnnxparam"], "w").write({GRAPH!r})
open(given["ncnnparam"], "w").write({RELU!r})
open(given["ncnnbin"], "w").close()
open("calls", "a").write(" ".join(sys.argv[2:]) + chr(10))
"""


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, code: str) -> None:
    """Let a Python program be pnnx."""
    if sys.platform == "win32":
        pytest.skip("a script is no program here")
    path = folder / "fake-pnnx"
    path.write_text(f"#!{sys.executable}\nimport os, sys\n{code}")
    path.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(path))
