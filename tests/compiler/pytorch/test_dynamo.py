"""The backend of torch.compile: what converts runs compiled, the rest as before."""

from __future__ import annotations

import logging
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ncnnc.compiler.frontend.pnnx.process import VARIABLE, executable

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
from ncnnc.compiler.pytorch.dynamo import backend  # noqa: E402

pytestmark = [
    pytest.mark.isa,
    pytest.mark.skipif(executable() is None, reason="needs pnnx"),
    pytest.mark.filterwarnings("ignore"),
]
NETWORKS = (
    *("resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_large", "efficientnet_b0"),
    *("squeezenet1_1", "shufflenet_v2_x1_0", "densenet121", "regnet_y_400mf", "vit_b_16"),
)


class Broken(torch.nn.Module):
    """Two graphs: between them is Python that no graph has, and the second does not convert."""

    def __init__(self):
        torch.nn.Module.__init__(self)
        self.convolution = torch.nn.Conv2d(3, 5, 3)

    def forward(self, x: Any):
        y = torch.relu(self.convolution(x))
        torch._dynamo.graph_break()
        return torch.nan_to_num(y)


class Divided(torch.nn.Module):
    """A residual block on each side of an operator that does not convert."""

    def __init__(self):
        torch.nn.Module.__init__(self)
        self.first, self.second = (torch.nn.Conv2d(5, 5, 3, padding=1) for _ in range(2))

    def forward(self, x: Any):
        y = torch.relu(self.first(x)) + x
        z = torch.nan_to_num(y)
        return torch.relu(self.second(z)) + y, z


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Any:
    torch.compiler.reset()
    caplog.set_level(logging.INFO, logger="ncnnc.torch")

    def messages() -> list[str]:
        found = [one.getMessage() for one in caplog.records if one.name == "ncnnc.torch"]
        caplog.clear()
        return found

    return messages


def test_graphs_that_convert_and_others(said: Any):
    module = Broken().eval()
    compiled = torch.compile(module, backend=backend)
    with torch.no_grad():
        for size in (8, 9):
            x = torch.rand(1, 3, size, 7)
            torch.testing.assert_close(compiled(x), module(x), atol=1e-5, rtol=1e-4)
            first, second = said()
            assert f"for 1x3x{size}x7 runs compiled: differs from PyTorch by" in first
            assert f"for 1x5x{size - 2}x5 stays PyTorch's: " in second
        compiled(x)
        assert said() == []


def test_an_operator_in_the_middle_leaves_both_halves_compiled(said: Any):
    module = Divided().eval()
    compiled = torch.compile(module, backend=backend, dynamic=False)
    with torch.no_grad():
        for size in (8, 9):
            x = torch.rand(1, 5, size, 7)
            torch.testing.assert_close(compiled(x), module(x), atol=1e-5, rtol=1e-4)
            whole, *parts = said()
            assert "is divided, PyTorch's stay nan_to_num: " in whole
            assert len(parts) == 2
            assert all(f"x5x{size}x7" in part and "runs compiled" in part for part in parts)
        torch.testing.assert_close(compiled(x), module(x), atol=1e-5, rtol=1e-4)
        assert said() == []
        module.second.weight.mul_(2)
        torch.testing.assert_close(compiled(x), module(x), atol=1e-5, rtol=1e-4)
        assert len(said()) == 1


def test_modules_that_share_a_graph_have_weights_of_their_own():
    """PyTorch compiles a function once for two modules of a class."""
    first, second = (torch.nn.Linear(5, 4).eval() for _ in range(2))

    def call(module: Any, x: Any) -> Any:
        return module(x)

    compiled, x = torch.compile(call, backend=backend), torch.rand(1, 5)
    with torch.no_grad():
        for module in (first, second, first):
            torch.testing.assert_close(compiled(module, x), module(x))
        first.weight.data = torch.rand(4, 5)
        torch.testing.assert_close(compiled(first, x), first(x))


def test_weights_that_change_and_gradients(said: Any):
    module, x = torch.nn.Linear(5, 4).eval(), torch.rand(1, 5)
    compiled = torch.compile(module, backend=backend)
    with torch.no_grad():
        compiled(x)
        assert "runs compiled" in said()[0]
        module.weight.mul_(2)
        torch.testing.assert_close(compiled(x), module(x))
        assert "its weights have changed" in said()[0]
    result = compiled(x)
    assert "gradients are wanted" in said()[0]
    result.sum().backward()
    assert module.weight.grad is not None


def test_without_pnnx(said: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "absent")
    module, x = torch.nn.Linear(5, 4).eval(), torch.rand(1, 5)
    with torch.no_grad():
        torch.testing.assert_close(torch.compile(module, backend=backend)(x), module(x))
    assert "converting this model needs pnnx" in said()[0]


def test_it_is_registered():
    project = tomllib.loads(Path(__file__).parents[3].joinpath("pyproject.toml").read_text())
    entry = project["project"]["entry-points"]["torch_dynamo_backends"]["ncnnc"]
    assert entry == f"{backend.__module__}:{backend.__name__}"


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_networks_of_torchvision(name: str, said: Any):
    models = pytest.importorskip("torchvision", reason="needs torchvision").models
    torch.manual_seed(0)
    module = getattr(models, name)(weights=None).eval()
    for parameter in module.parameters():
        if parameter.ndim > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.02)  # a head of zeros would compare nothing
    x = torch.rand(1, 3, 224, 224)
    with torch.no_grad():
        wanted = module(x)
        difference = (torch.compile(module, backend=backend)(x) - wanted).abs().max()
    assert float(difference / wanted.abs().max()) < 1e-4
    assert all("runs compiled" in text for text in said())
