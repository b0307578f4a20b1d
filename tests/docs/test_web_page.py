"""The example of docs/web.md runs in Node."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.snippets import blocks, commands
from tests.helpers.web_module import needs_node, node

PARAM = """7767517
3 3
Input data 0 1 data 0=227 1=227 2=3
Pooling pool 1 1 data mean 0=1 4=1
Softmax softmax 1 1 mean prob
"""


@needs_node
def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(PARAM)
    shell, script = blocks("docs/web.md")
    _, (_, *words) = commands(shell)
    assert main(words) == 0
    assert node(tmp_path, f"{script.text}\nconsole.log(prob.length, prob[0])").startswith(
        "3 0.3333"
    )
