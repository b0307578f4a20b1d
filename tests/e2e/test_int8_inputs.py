"""Inputs that are given as int8: the same bits as of float32 that is quantized to these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.model.tensors import TensorSpec
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.c_library import CLibrary

pytestmark = pytest.mark.isa

FIRST = "Convolution c 1 1 {} c 0=12 1=3 4=1 5=1 6=324 8=2 9=1\n"
SCALES = [0.02] * 12 + [0.7]
"""Of its weights, by output, and of its input."""
NETWORKS = {
    "convolution": f"Input x 0 1 x 0=9 1=8 2=3\n{FIRST.format('x')}",
    "concatenation": "Input x 0 1 x 0=9 1=8 2=1\nInput y 0 1 y 0=9 1=8 2=2\n"
    f"Concat k 2 1 x y k 0=0\n{FIRST.format('k')}",
    "explicit": f"Input x 0 1 x 0=9 1=8 2=3\nQuantize q 1 1 x q 0=1\n{FIRST.format('q')}",
}
"""Int8 layers, and what may be before them."""
OPTIONS = [{"batch": 3}, {"target": "x86-64"}, {"precision": "bf16"}]
INT8 = {"x": "int8"}
INT8_TAG = (0x000D4B38).to_bytes(4, "little")


def network(name: str) -> bytes:
    """The text of a network."""
    text = NETWORKS[name]
    layers = text.count("\n")
    return f"7767517\n{layers} {layers}\n{text}".encode()


def weights(name: str) -> bytes:
    """Return the file of weights: those of a Quantize, then those of the layer."""
    array = np.random.default_rng(1).integers(-127, 128, 324, np.int8)
    bias, scales = np.linspace(-9, 9, 12, dtype="<f4"), np.array(SCALES, "<f4")
    first = np.array([0.7] if name == "explicit" else [], "<f4")
    return b"".join([first.tobytes(), INT8_TAG, array.tobytes(), bias.tobytes(), scales.tobytes()])


def integers(specs: tuple[TensorSpec, ...]) -> dict[str, np.ndarray]:
    """All numbers that int8 layers make."""
    generator = np.random.default_rng(4)
    return {s.name: generator.integers(-127, 128, s.shape, np.int8) for s in specs}


def as_floats(model: CompiledModel, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Numbers that become these."""
    scales = {spec.name: np.float32(spec.scale) for spec in model.inputs}
    return {name: a.astype(np.float32) / scales[name] for name, a in arrays.items()}


@pytest.mark.parametrize("name", NETWORKS)
def test_the_same_bits(name: str):
    compare(name, {})


@pytest.mark.parametrize("options", OPTIONS)
def test_the_same_bits_by_other_code(options: dict[str, object]):
    compare("concatenation", options)


def compare(name: str, options: Mapping[str, object]) -> None:
    """Compile a network for integers and for floats, and run both."""
    files = network(name), weights(name)
    floats = ncnnc.compile(*files, **options)
    types = dict.fromkeys((spec.name for spec in floats.inputs), "int8")
    model = ncnnc.compile(*files, input_types=types, **options)
    arrays = integers(model.inputs)
    scales = {(spec.dtype, spec.scale) for spec in model.inputs}
    assert scales == {("int8", float(np.float32(0.7)))}
    assert [spec.shape for spec in model.inputs] == [spec.shape for spec in floats.inputs]
    expected = floats.run(as_floats(model, arrays))
    for blob, result in model.run(arrays).items():
        np.testing.assert_array_equal(result, expected[blob])
        assert result.min() == 0 < result.max()


FILES = network("convolution"), weights("convolution")


def test_saved_and_for_several_shapes(tmp_path: Path):
    fixed = ncnnc.compile(*FILES, input_types=INT8)
    fixed.save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc")
    assert isinstance(loaded, CompiledModel)
    assert loaded.inputs == fixed.inputs
    assert str(loaded.inputs[0]).startswith("x: int8[3, 8, 9] of scale ")
    array = integers(fixed.inputs)["x"]
    np.testing.assert_array_equal(loaded(array), fixed(array))
    many = ncnnc.compile(*FILES, input_types=INT8, dynamic=True)
    np.testing.assert_array_equal(many(array), fixed(array))
    many(array[:, :5])
    many.save(tmp_path / "many.ncnnc")
    again = ncnnc.load(tmp_path / "many.ncnnc")
    np.testing.assert_array_equal(again(array), fixed(array))
    assert [s.inputs[0].dtype for s in many.specialisations] == ["int8", "int8"]


def test_a_library(tmp_path: Path):
    ncnnc.compile_library(*FILES, tmp_path / "m.so", targets=["x86-64"], input_types=INT8)
    model = ncnnc.compile(*FILES, target="x86-64", input_types=INT8)
    library = CLibrary(tmp_path / "m.so", "m")
    assert library.create() == 0
    (tensor,) = library.tensors("input")
    assert tensor.described()[:3] == ("x", "int8", (3, 8, 9))
    assert tensor.scale == np.float32(model.inputs[0].scale) != 0
    assert library.tensors("output")[0].scale == 0
    scale = np.float32(model.inputs[0].scale)
    assert f"#define M_INPUT_0_SCALE {scale}f\n" in (tmp_path / "m.h").read_text()
    arrays = integers(model.inputs)
    (result,) = library.run(list(arrays.values()))
    np.testing.assert_array_equal(result, model(arrays["x"]))
    loaded = ncnnc.load(tmp_path / "m.so")
    np.testing.assert_array_equal(loaded(arrays["x"]), model(arrays["x"]))


def test_other_arrays_are_refused():
    model = ncnnc.compile(*FILES, input_types=INT8)
    with pytest.raises(TypeError, match=r"'x' needs int8, not float32; hint: np\.rint\(x \* "):
        model(np.zeros((3, 8, 9), np.float32))
    with pytest.raises(TypeError, match="int8, which 200 does not fit; hint: use numbers from"):
        model(np.full((3, 8, 9), 200, np.uint8))


@pytest.mark.parametrize(
    ("last", "options", "reason"),
    [
        (
            "ReLU r 1 1 x r 0=0.1",
            {},
            r":5: error: layer 'r' \(ReLU\): input 'x' cannot be int8, not being quantized by one "
            "scale for r$",
        ),
        (
            "Pooling p 1 1 x p 0=0 1=2 2=2\nSigmoid s 1 1 x s",
            {},
            "cannot be int8, not being quantized by one scale for p, s$",
        ),
        ("ReLU r 1 1 c r", {"outputs": ["x", "r"]}, "by one scale for an output$"),
        (
            "Convolution d 1 1 x d 0=4 1=1 6=12 8=2",
            {},
            r"layer 'c' \(.*: input 'x' cannot be int8, being quantized for c by [\d.]+, d by ",
        ),
    ],
)
def test_inputs_that_cannot_be(tmp_path: Path, last: str, options: dict[str, object], reason: str):
    text = f"{NETWORKS['convolution']}{last}\n"
    layers = text.count("\n")
    path = tmp_path / "m.param"
    path.write_text(f"7767517\n{layers} {layers}\n{text}")
    with pytest.raises(ncnnc.NcnncError, match=reason) as error:
        ncnnc.compile(path, random_weights=1, input_types=INT8, **options)
    assert "\n" not in str(error.value)
