"""The example of docs/web.md runs in Node."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import pytest
from ncnnc import Dim
from ncnnc.compiler.cli.main import main

from tests.helpers.snippets import blocks, commands
from tests.helpers.stateful import GROWING
from tests.helpers.web_module import needs_node, node

PARAM = """7767517
3 3
Input data 0 1 data 0=227 1=227 2=3
Pooling pool 1 1 data mean 0=1 4=1
Softmax softmax 1 1 mean prob
"""


@needs_node
def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(PARAM)
    shell, script, image, sessions, files = blocks("docs/web.md")
    _, (_, *words) = commands(shell)
    assert main(words) == 0
    assert node(tmp_path, f"{script.text}\nconsole.log(prob.length, prob[0])").startswith(
        "3 0.3333"
    )
    opening = script.text.partition("const {")[0]
    assert main([*words, "--preprocess", "data=resize=227,227:order=rgba2rgb"]) == 0
    canvas = """
        const [width, height] = [20, 30];
        const data = new Uint8ClampedArray(4 * width * height);
        const context = { getImageData: () => ({ data, width, height }) };
    """
    shown = "console.log(prob.length, prob[0])"
    assert node(tmp_path, "\n".join([opening, canvas, image.text, shown])).startswith("3 0.3333")
    shapes = {"in0": (Dim("T", 1, 16), 12), "c0": (Dim("P", 0, 1024), 12)}
    Path("m.param").write_text(GROWING.format(axis=0))
    ncnnc.compile_library("m.param", None, "m.wasm", inputs=shapes, states={"c0": "out1"})
    prompt = "const rows = 3, prompt = new Float32Array(36);"
    shown = "console.log(out0.data.length, session.length, other.length, later.length)"
    text = "\n".join([opening, prompt, sessions.text, files.text, shown])
    assert node(tmp_path, text) == "36 3 3 3\n"
