"""`docs/custom-layers.md`: its example runs, and what it says of others is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from ncnnc.dialects.entry_points import CALL_BACK
from ncnnc.passes.decompose.building.custom_layer_builder import CustomLayerBuilder

TEXT = (Path(__file__).parents[2] / "docs" / "custom-layers.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.mark.isa
def test_the_example_runs(tmp_path: Path):
    (model,) = blocks("text")
    (tmp_path / "gated.param").write_text(model)
    (tmp_path / "example.py").write_text("\n".join(blocks("python")))
    done = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_declaration_is_that_of_the_programs():
    (declaration,) = blocks("c")
    assert declaration == f"{CALL_BACK.c_type.format(CALL_BACK.name)};\n"


def test_the_builder_has_the_methods_that_are_listed():
    (table,) = re.findall(r"^\| `builder\.` \|.*?\n\n", TEXT, re.DOTALL | re.MULTILINE)
    cells = [line.split("|")[1] for line in table.splitlines()[2:] if line]
    named = re.findall(r"`(\w+)\(", " ".join(cells))
    methods = [name for name in dir(CustomLayerBuilder) if not name.startswith("_")]
    assert set(named) <= set(methods)
    unlisted = {"layers", "insert", "inferred", "stand_for", "constant", "quantize"}
    assert set(methods) - set(named) == unlisted
