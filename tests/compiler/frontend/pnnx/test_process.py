"""pnnx as a process: whatever becomes of it, the error is one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.pnnx.process import VARIABLE, TracedInput, run_pnnx

from tests.helpers.fake_pnnx import GOOD, RELU, install

STEPS = "print('###### pass_level1'); print('###### pass_level2'); print('---')"

FAILURES = {
    f"{STEPS}; print('unsupported aten::unfold here'); sys.stdout.flush(); os.abort()": (
        'pnnx crashed (SIGABRT) in pass_level2, at aten::unfold: "unsupported aten::unfold here"'
    ),
    "os.kill(os.getpid(), 11)": "pnnx crashed (SIGSEGV)",
    f"{STEPS}; print('RuntimeError: no Å', file=sys.stderr); sys.exit(3)": (
        'pnnx failed (exit status 3) in pass_level2: "RuntimeError: no Å"'
    ),
    "pass": "pnnx wrote no .param",
    "sys.stdout.buffer.write(bytes(range(256)) * 9); sys.exit(1)": "pnnx failed (exit status 1)",
    "print('word ' * 999); sys.exit(1)": 'exit status 1): "word word ',
}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "net.pt"
    path.write_bytes(b"")
    return path


@pytest.mark.parametrize(("code", "said"), FAILURES.items())
def test_failures(
    code: str, said: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install(monkeypatch, tmp_path, code)
    with pytest.raises(ModelError) as raised:
        run_pnnx(model, tmp_path, "net.pt")
    text = str(raised.value)
    assert text.startswith("net.pt: error: ")
    assert said in text
    assert len(text.splitlines()) == 1
    assert len(text) < 400


def test_no_pnnx(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "absent"))
    with pytest.raises(ModelError, match=r"converting this model needs pnnx.*hint: pip install"):
        run_pnnx(model, tmp_path, "net.pt")


def test_a_program_that_is_none(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, tmp_path, "")
    (tmp_path / "fake-pnnx").write_bytes(b"\x00\x01garbage")
    with pytest.raises(ModelError, match="pnnx cannot be run"):
        run_pnnx(model, tmp_path, "net.pt")


def test_it_is_told_shapes_and_leaves_two_files(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    more = 'open(given["pnnxbin"], "w").close(); open(given["pnnxonnx"], "w").close()'
    install(monkeypatch, tmp_path, GOOD + more)
    shapes = [TracedInput((1, 3, 4, 5)), TracedInput((1, 7), "i64")]
    files = run_pnnx(model, tmp_path, "net.pt", shapes, [TracedInput((1, 3, 8, 5))])
    assert files.param.read_text() == RELU
    assert {path.name for path in tmp_path.iterdir()} == {
        *("net.pt", "fake-pnnx", "calls", "net.ncnn.param", "net.ncnn.bin", "net.pnnx.param")
    }
    words = (tmp_path / "calls").read_text().split()
    assert "fp16=0" in words
    assert "inputshape=[1,3,4,5]f32,[1,7]i64" in words
    assert "inputshape2=[1,3,8,5]f32" in words


def test_a_conversion_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    code = f"{STEPS}; sys.stdout.flush(); import time; time.sleep(60)"
    install(monkeypatch, tmp_path, code)
    monkeypatch.setattr("ncnnc.compiler.frontend.pnnx.process.MOST_SECONDS", 1)
    with pytest.raises(ModelError, match=r"pnnx did not end within 1 s in pass_level2"):
        run_pnnx(tmp_path / "net.pt", tmp_path, "net.pt")
