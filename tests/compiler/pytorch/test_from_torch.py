"""Modules of PyTorch, converted by pnnx, compute what they do in PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ncnnc
import numpy as np
import pytest
from ncnnc import CompiledModel, Dim, DynamicModel, ModelError, NcnncError, UsageError
from ncnnc.compiler.frontend.pnnx.process import executable
from ncnnc.compiler.pytorch.other_extents import other_shapes

from tests.helpers.fake_pnnx import GOOD, install

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
pytestmark = [
    pytest.mark.isa,
    pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning"),
]
if TYPE_CHECKING:
    Tensor = Any
else:
    Tensor = torch.Tensor
needs_pnnx = pytest.mark.skipif(executable() is None, reason="needs pnnx")
H, W = Dim("H", 4, 40), Dim("W", 4, 40)


class Network(torch.nn.Module):
    def __init__(self):
        torch.nn.Module.__init__(self)
        self.convolution = torch.nn.Conv2d(3, 7, 3, padding=1)
        self.dropout = torch.nn.Dropout(0.9)

    def forward(self, image: Any):
        x = self.dropout(self.convolution(image))
        return x.mean((2, 3)), torch.softmax(x.flatten(2).transpose(1, 2), -1)


@needs_pnnx
@pytest.mark.parametrize("items", [1, 2])
def test_a_network(items: int, capsys: pytest.CaptureFixture[str]):
    module, x = Network().train(), torch.rand(items, 3, 8, 5)
    model = ncnnc.from_torch(module, x)
    assert "Network: differs from PyTorch by " in capsys.readouterr().err
    assert module.dropout.training
    results = model.run({"image": x.numpy() if items > 1 else x[0].numpy()})
    wanted = module.eval()(x)
    for ours, theirs in zip(results.values(), wanted, strict=True):
        theirs = theirs.detach().numpy()
        np.testing.assert_allclose(ours.reshape(theirs.shape), theirs, atol=1e-5)


@needs_pnnx
@pytest.mark.parametrize("axes", [{2: H, 3: W}, {2: None, 3: None}])
def test_extents_that_vary(axes: dict[int, Any]):
    module = Network().eval()
    model = ncnnc.from_torch(module, torch.rand(1, 3, 8, 6), dynamic={"image": axes})
    assert isinstance(model, DynamicModel) == (None in axes.values())
    x = torch.rand(1, 3, 11, 5)
    for ours, theirs in zip(model(x[0].numpy()), module(x), strict=True):
        np.testing.assert_allclose(ours, theirs.detach().numpy()[0], atol=1e-5)


class KeepsItsHeight(torch.nn.Module):
    def forward(self, x: Any):
        return x * float(x.shape[2])


@needs_pnnx
def test_extents_that_a_trace_keeps():
    image = torch.rand(1, 3, 8, 6)
    for height in (H, None):
        with pytest.raises(ModelError, match="differs from the module by"):
            ncnnc.from_torch(KeepsItsHeight(), image, dynamic={"x": {2: height}})
    ncnnc.from_torch(KeepsItsHeight(), image)


@pytest.mark.parametrize(
    ("shapes", "others"),
    [
        ([(1, 3, H, W)], [(1, 3, 9, 7)]),
        ([(1, 3, 2 * H, 6)], [(1, 3, 10, 6)]),
        ([(1, 3, None, 6)], [(1, 3, 16, 6)]),
        ([(1, 3, Dim("H", 4, 8), 6)], [(1, 3, 7, 6)]),
        ([(1, 3, Dim("H", 8, 8), 6)], None),
        ([(1, 3, 8, 6)], None),
        ([(1, 3, 3 * H, 6)], None),
    ],
)
def test_other_extents(shapes: list[Any], others: list[Any] | None):
    assert other_shapes([(1, 3, 8, 6)], shapes) == others


@needs_pnnx
@pytest.mark.parametrize(
    ("module", "example"),
    [
        (torch.nn.Linear(10, 7), torch.rand(4, 10)),
        (torch.nn.Linear(10, 7), torch.rand(1, 10)),
        (torch.nn.LSTM(5, 6, batch_first=True), torch.rand(1, 7, 5)),
        (torch.nn.Embedding(9, 4), torch.tensor([[3, 8, 0]])),
        (torch.nn.Conv1d(3, 4, 3), torch.rand(2, 3, 11)),
        (torch.relu, torch.rand(3, 5)),
    ],
    ids=["rows", "row", "lstm", "tokens", "batch", "function"],
)
def test_shapes_that_pnnx_does_not_tell(module: Any, example: Any):
    ncnnc.from_torch(module, example)  # compares the results


class Branching(torch.nn.Module):
    def __init__(self):
        torch.nn.Module.__init__(self)
        self.convolution = torch.nn.Conv2d(3, 4, 3)
        self.norm = torch.nn.BatchNorm2d(4)

    def forward(self, image: Tensor, doubled: bool = True):
        x = self.norm(self.convolution(image))
        if doubled:
            x = x * 2
        for i in range(2):
            x = torch.relu(x) + i
        return x


@needs_pnnx
def test_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    module, x = Branching(), torch.rand(1, 3, 8, 5)
    torch.jit.script(module).save(str(tmp_path / "net.pt"))
    model = ncnnc.from_torch(torch.jit.load(str(tmp_path / "net.pt")), x)
    assert "Branching: differs from PyTorch by " in capsys.readouterr().err
    found = model.run({"image": x[0].numpy()})["out0"]
    np.testing.assert_allclose(found, module.eval()(x).detach().numpy()[0], atol=1e-5)
    with pytest.raises(ModelError, match=r"pnnx crashed .*hint: of torch\.jit\.script\? Then "):
        ncnnc.compile(tmp_path / "net.pt")


def test_a_wrong_conversion_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, tmp_path, GOOD)
    with pytest.raises(ModelError, match=r"sigmoid: error: differs from the module by .*hint: "):
        ncnnc.from_torch(torch.sigmoid, torch.rand(1, 3, 4, 5), cache=False)
    model = ncnnc.from_torch(torch.sigmoid, torch.rand(1, 3, 4, 5), cache=False, check=False)
    assert isinstance(model, CompiledModel)
    assert model.inputs[0].shape == (3, 4, 5)


def test_mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(UsageError, match="takes a module, not int"):
        ncnnc.from_torch(3)
    with pytest.raises(ModelError, match="Network: error: cannot be traced: "):
        ncnnc.from_torch(Network(), torch.rand(1, 5, 4, 4))
    with pytest.raises(UsageError, match="the examples tell the inputs"):
        ncnnc.from_torch(Network(), torch.rand(1, 3, 4, 4), inputs={})
    install(monkeypatch, tmp_path, "print('###### pass_level1', flush=True); os.abort()")
    with pytest.raises(NcnncError, match=r"Network: error: pnnx crashed .* in pass_level1"):
        ncnnc.from_torch(Network(), torch.rand(1, 3, 4, 4))
