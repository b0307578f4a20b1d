"""Arrays of other packages go in and out without copies, and without importing these."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc import CompiledModel
from ncnnc.runtime.model.foreign_arrays import apart, check_output, from_foreign

from tests.helpers.lowering import param_text

pytestmark = pytest.mark.isa
SHAPES = {"small": (2, 5), "large": (3, 200, 70)}
"""Small blobs are copied into memory of the run's own, large ones are read where they are."""


class Tensor:
    """An array that only DLPack reads."""

    def __init__(self, array: np.ndarray):
        self.array = array
        self.shape = array.shape

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Elsewhere(Tensor):
    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("it is on\nanother device")


class Convertible:
    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.full((2, 5), -3, np.float32)


@pytest.fixture(scope="module")
def models() -> dict[str, CompiledModel]:
    def model(shape: tuple[int, ...]) -> CompiledModel:
        param = param_text("AbsVal a 1 1 x y\nReLU b 1 1 y z", {"x": shape})
        return ncnnc.compile(param, b"", inputs={"x": shape}, cache=False)

    return {name: model(shape) for name, shape in SHAPES.items()}


def data(name: str) -> np.ndarray:
    return np.random.default_rng(3).standard_normal(SHAPES[name], np.float32)


@pytest.mark.parametrize("name", SHAPES)
def test_tensors_in(name: str, models: dict[str, CompiledModel]):
    x = data(name)
    np.testing.assert_array_equal(models[name](Tensor(x)), np.abs(x))
    np.testing.assert_array_equal(models[name].run({"x": Tensor(x)})["z"], np.abs(x))
    transposed = Tensor(np.ascontiguousarray(x.swapaxes(0, 1)).swapaxes(0, 1))
    np.testing.assert_array_equal(models[name](transposed), np.abs(x))


def test_what_numpy_converts(models: dict[str, CompiledModel]):
    np.testing.assert_array_equal(models["small"](Convertible()), np.full((2, 5), 3))


def test_no_copy_is_made():
    x = data("large")
    assert np.shares_memory(x, from_foreign(Tensor(x), "x needs"))
    assert from_foreign([1.0], "x needs") is None


@pytest.mark.parametrize("name", SHAPES)
def test_out(name: str, models: dict[str, CompiledModel]):
    x, model = data(name), models[name]
    for out in (np.empty_like(x), np.empty((*x.shape, 2), np.float32)[..., 1], x.copy()):
        assert model(x, out=out) is out
        np.testing.assert_array_equal(out, np.abs(x))
    out = np.empty_like(x)
    assert model.run({"x": x}, {"z": out})["z"] is out
    np.testing.assert_array_equal(out, np.abs(x))
    tensor = Tensor(np.empty_like(x))
    assert model(Tensor(x), out=(tensor,)) == (tensor,)
    np.testing.assert_array_equal(tensor.array, np.abs(x))
    assert model.run({"x": x}, {})["z"].shape == x.shape


@pytest.mark.parametrize("name", SHAPES)
def test_out_that_is_the_input(name: str, models: dict[str, CompiledModel]):
    x = data(name)
    wanted = np.abs(x)
    models[name](x, out=x)
    np.testing.assert_array_equal(x, wanted)


def test_overlapping_outputs_are_apart():
    whole = np.zeros(8, np.float32)
    first, *others = apart([whole[:4], whole[2:6], None, whole[6:]], [whole[7:]])
    assert first is not None
    assert others == [None, None, None]


def test_dynamic_extents():
    param = param_text("AbsVal a 1 1 x y", {"x": (4, 5)})
    model = ncnnc.compile(param, b"", inputs={"x": (ncnnc.Dim("T", 1, 9), 5)}, cache=False)
    x, out = np.full((3, 5), -2, np.float32), np.zeros((3, 5), np.float32)
    assert model(Tensor(x), out=out) is out
    assert (out == 2).all()
    with pytest.raises(ValueError, match=r"needs shape \(3, 5\), not \(4, 5\)"):
        model(x, out=np.zeros((4, 5), np.float32))


def test_mistakes(models: dict[str, CompiledModel]):
    x, model = data("small"), models["small"]
    for out, said in (
        (np.empty((2, 4), np.float32), r"'z' needs shape \(2, 5\), not \(2, 4\)"),
        (np.empty((2, 5)), "'z' needs float32, not float64"),
        (np.broadcast_to(np.float32(0), (2, 5)), "cannot be written to"),
        ([[0]], "'z' needs an array, not list"),
        ((x, x), "the model has 1 outputs, not 2"),
    ):
        with pytest.raises(ncnnc.NcnncError, match=said):
            model(x, out=out)
    with pytest.raises(ValueError, match="the model's outputs are z; given: y"):
        model.run({"x": x}, {"y": x})
    with pytest.raises(TypeError, match="Elsewhere says: it is on another device"):
        model(Elsewhere(x))
    assert check_output(x, "z", None) is x


def test_torch_is_not_imported():
    code = "import ncnnc.runtime.sessions.compiled_model, sys; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_tensors_of_pytorch(models: dict[str, CompiledModel]):
    torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
    x, out = torch.randn(3, 200, 70), torch.empty(3, 200, 70)
    assert models["large"](x, out=out) is out
    assert bool((out == x.abs()).all())
    with pytest.raises(TypeError, match=r"says: .*grad"):
        models["large"](x.requires_grad_())
