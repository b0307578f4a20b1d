"""ONNX models, converted by pnnx, compute what another engine does."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc import ModelError, NcnncError
from ncnnc.compiler.frontend.pnnx.process import executable

from tests.helpers.fake_pnnx import GOOD, install
from tests.helpers.onnx_bytes import model_bytes, value


class Engine:
    """Compute a file as ONNX Runtime and the evaluator of `onnx` do."""

    def __init__(self, file: str, providers: object = None):
        self.file = file

    def run(self, names: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        assert given["x"].shape == (1, 3, 4, 5)
        return [np.maximum(given["x"] - SHIFT, 0)]


SHIFT = np.float32(0)


@pytest.fixture
def relu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a file that a fake pnnx converts to a ReLU."""
    install(monkeypatch, tmp_path, GOOD)
    path = tmp_path / "net.onnx"
    path.write_bytes(model_bytes([value("x", ["batch", 3, 4, 5])], [], {}))
    return str(path)


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes packages the only ones that compute ONNX."""

    def only(**packages: Any) -> None:
        for name in ("onnxruntime", "onnx.reference"):
            monkeypatch.setitem(sys.modules, name, packages.get(name))

    return only


@pytest.mark.isa
@pytest.mark.parametrize(
    ("package", "name"),
    [("onnxruntime", "InferenceSession"), ("onnx.reference", "ReferenceEvaluator")],
)
def test_it_is_compared_with_the_engine_that_is_here(
    relu: str,
    package: str,
    name: str,
    engines: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    engines(**{package: type("Package", (), {name: Engine})})
    inputs = {"x": (3, 4, 5)}
    ncnnc.from_onnx(relu, inputs=inputs, cache=False)
    assert "differs from ONNX by 0.0e+00 of 1.0e+00 (output 0)" in capsys.readouterr().err
    monkeypatch.setattr("tests.compiler.pytorch.test_from_onnx.SHIFT", np.float32(0.1))
    with pytest.raises(ModelError, match=r"differs from the module by 1\.0e-01"):
        ncnnc.from_onnx(relu, inputs=inputs, cache=False)


@pytest.mark.isa
def test_without_an_engine(relu: str, engines: Any):
    engines()
    with pytest.raises(NcnncError, match=r"nothing here computes .*hint: pip install onnxruntime"):
        ncnnc.from_onnx(relu, inputs={"x": (3, 4, 5)}, cache=False)
    model = ncnnc.from_onnx(relu, inputs={"x": (3, 4, 5)}, cache=False, check=False)
    assert model.inputs[0].shape == (3, 4, 5)


@pytest.mark.isa
@pytest.mark.slow
@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("name", ["squeezenet1_1", "mobilenet_v3_small", "shufflenet_v2_x0_5"])
def test_networks_of_torchvision(name: str, is_new: bool, tmp_path: Path):
    for package in ("torch", "torchvision", "onnxscript", "onnxruntime"):
        pytest.importorskip(package, reason=f"needs {package}")
    if executable() is None:
        pytest.skip("needs pnnx")
    torch, models = (importlib.import_module(each) for each in ("torch", "torchvision.models"))
    network, x = models.get_model(name, weights=None).eval(), torch.rand(1, 3, 64, 64)
    path = tmp_path / "net.onnx"
    torch.onnx.export(network, (x,), path, dynamo=is_new, verbose=False)
    ncnnc.from_onnx(path)
