"""`ncnnc inspect --dim` lists the layers that cannot be computed for extents known at run time."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli

from tests.compiler.driver.test_fallback import PYRAMID

DYNAMIC = ["--input", "a=8,4,T", "--dim", "T=4..40"]


@pytest.fixture
def param(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PYRAMID)
    return "m.param"


def test_refused_layers(param: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", param, *DYNAMIC]) == 1
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("5 ")]
    assert rows
    assert all("pyramid" in row and "depends on whether T < " in row for row in rows)
    assert lines[-1].startswith(f"refused layers: {len(rows)}, of T=4..40")


def test_no_refused_layers(param: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", param, *DYNAMIC, "--outputs", "b"]) == 0
    assert capsys.readouterr().out == "all layers can be computed for T=4..40\n"


@pytest.mark.isa
def test_a_run_of_the_largest_extents(param: str, capsys: pytest.CaptureFixture[str]):
    words = ["run", param, *DYNAMIC, "--no-cache"]
    assert cli.main(words) == 1
    capsys.readouterr()
    assert cli.main([*words, "--fallback", "dynamic"]) == 0
    printed = capsys.readouterr()
    assert "'pyramid' (Pooling) cannot be computed" in printed.err
    assert "y" in printed.out
