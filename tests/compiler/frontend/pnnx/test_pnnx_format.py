"""TorchScript and ONNX files are models, wherever a model is named."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim, ModelError
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.frontend.pnnx.onnx_file import read_onnx
from ncnnc.compiler.frontend.pnnx.process import executable

from tests.compiler.frontend.pnnx.test_torch_file import archive
from tests.helpers.fake_pnnx import GOOD, install
from tests.helpers.onnx_bytes import model_bytes, value

TORCHSCRIPT = ["net/data.pkl", "net/constants.pkl", "net/code/__torch__/m.py"]


@pytest.fixture
def onnx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install(monkeypatch, tmp_path, GOOD)
    path = tmp_path / "net.onnx"
    path.write_bytes(model_bytes([value("image", [1, 3, 4, 5])], [value("y", [1, 3, 4, 5])], {}))
    return path


@pytest.mark.isa
def test_an_onnx_model_has_its_names_and_shapes(onnx: Path):
    model = ncnnc.compile(onnx, cache=False)
    assert [(spec.name, spec.shape) for spec in model.inputs] == [("image", (3, 4, 5))]
    x = np.linspace(-1, 1, 60, dtype=np.float32).reshape(3, 4, 5)
    np.testing.assert_array_equal(model(x), np.maximum(x, 0))


def test_the_command_line(onnx: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert main(["compile", str(onnx), "--target", "x86-avx2"]) == 0
    assert (tmp_path / "net.ncnnc").exists()


@pytest.mark.isa
def test_told_extents_of_a_trace_are_told_to_pnnx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, tmp_path, GOOD.replace('"calls"', repr(str(tmp_path / "calls"))))
    path = archive(tmp_path / "net.pt", TORCHSCRIPT)
    model = ncnnc.compile(path, inputs={"in0": (3, Dim("H", 1, 9), 5)}, cache=False)
    assert model(np.zeros((3, 2, 5), np.float32)).shape == (3, 2, 5)
    first, second = (tmp_path / "calls").read_text().splitlines()
    assert "inputshape" not in first
    assert "inputshape=[1,3,4,5]f32 inputshape2=[1,3,8,5]f32" in second


def test_weights_that_are_elsewhere(onnx: Path):
    onnx.write_bytes(model_bytes([value("image", [1, 3, 4, 5])], [], {"w": "net.data"}))
    with pytest.raises(ModelError, match=r"weights are in 'net\.data', which is missing; hint: "):
        ncnnc.compile(onnx)


def test_weights_beside_are_where_pnnx_runs(
    onnx: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install(monkeypatch, tmp_path, f"{GOOD}assert open('parts/w.bin').read() == 'weights'")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/w.bin").write_text("weights")
    onnx.write_bytes(model_bytes([value("x", [1, 3, 4, 5])], [], {"w": "parts/w.bin"}))
    assert ncnnc.CompileOptions(onnx).param.endswith("net.ncnn.param")
    onnx.write_bytes(model_bytes([value("x", [1, 3, 4, 5])], [], {"wide": "../parts/w.bin"}))
    with pytest.raises(ModelError, match="not beside it"):
        ncnnc.CompileOptions(onnx)


def test_a_bin_is_too_much(onnx: Path):
    with pytest.raises(ModelError, match="has its weights in itself"):
        ncnnc.compile(onnx, onnx)


def test_garbage_from_pnnx(onnx: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, tmp_path, GOOD.replace("ReLU relu_0 1 1", "ReLU \\x00 x"))
    with pytest.raises(ModelError) as raised:
        ncnnc.compile(onnx, cache=False)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.isa
def test_a_real_model(tmp_path: Path):
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    if executable() is None or importlib.util.find_spec("onnxscript") is None:
        pytest.skip("needs pnnx and onnxscript")
    module = torch.nn.Sequential(torch.nn.Conv2d(3, 5, 3), torch.nn.ReLU(), torch.nn.Flatten())
    x, path = torch.rand(1, 3, 7, 9), tmp_path / "net.onnx"
    torch.onnx.export(module.eval(), (x,), path, input_names=["image"], dynamo=True)
    assert read_onnx(path).inputs[0].shape == (1, 3, 7, 9)
    model = ncnnc.compile(path, cache=False)
    wanted = module(x).detach().numpy()[0]
    np.testing.assert_allclose(model.run({"image": x[0].numpy()})["out0"], wanted, atol=1e-5)
