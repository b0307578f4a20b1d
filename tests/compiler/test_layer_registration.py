"""Layers of users' own: registering them, what is said of mistakes, checking them."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UnsupportedError
from ncnnc.compiler.export import param_text
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.dialects.contrib import find_layer
from ncnnc.runtime.errors import ArgumentError, ArgumentTypeError

from tests.helpers.own_layers import network, registered, same_shape, swish

SHAPES = {"x": (3, 4, 5)}


def test_the_same_again_is_fine_and_something_else_is_not():
    layer = ncnnc.register_layer("TestOp", shape=same_shape, reference=swish)
    try:
        assert ncnnc.register_layer("TestOp", shape=same_shape, reference=swish) == layer
        with pytest.raises(ArgumentError, match=r"hint: ncnnc.unregister_layer\('TestOp'\) first"):
            ncnnc.register_layer("TestOp", shape=same_shape, reference=same_shape)
        assert find_layer("TestOp") is layer
    finally:
        ncnnc.unregister_layer("TestOp")
    assert find_layer("TestOp") is None
    with pytest.raises(ArgumentError, match="layer type 'TestOp' is not registered"):
        ncnnc.unregister_layer("TestOp")


def test_a_decorator_registers():
    @ncnnc.register_layer("TestOp", shape=same_shape)
    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        return x

    layer = find_layer("TestOp")
    ncnnc.unregister_layer("TestOp")
    assert layer is not None
    assert layer.reference is reference


@pytest.mark.parametrize(
    ("changes", "kind", "reason"),
    [
        ({"type": "ReLU"}, ArgumentError, "layer type 'ReLU' is ncnn's"),
        ({"type": "Input"}, ArgumentError, "layer type 'Input' is ncnn's"),
        ({"type": "ArgMax"}, ArgumentError, "layer type 'ArgMax' is ncnn's"),
        ({"type": "My Op"}, ArgumentError, "'My Op' cannot be the name of a layer type"),
        ({"type": ""}, ArgumentError, "'' cannot be the name of a layer type"),
        ({"type": "7"}, ArgumentError, "'7' cannot be the name"),
        ({"type": "a" * 300}, ArgumentError, "cannot be the name"),
        ({"type": 7}, ArgumentTypeError, "a layer type is a str, not int"),
        ({"shape": (3,)}, ArgumentTypeError, "shape must be a function, not tuple"),
        ({"reference": "f"}, ArgumentTypeError, "reference must be a function, not str"),
        ({"lowering": 1}, ArgumentTypeError, "lowering must be a function, not int"),
        ({"weights": ["w"]}, ArgumentTypeError, "weights must be of ncnnc.LayerWeight, not str"),
        ({"weights": 3}, ArgumentTypeError, "weights must be of ncnnc.LayerWeight, not int"),
        (
            {"weights": [ncnnc.LayerWeight("w", same_shape)] * 2},
            ArgumentError,
            "two of the weights have one name: w, w",
        ),
    ],
)
def test_what_cannot_be_registered(changes: dict[str, Any], kind: type[Exception], reason: str):
    said = {"type": "TestOp", "shape": same_shape, "reference": swish, **changes}
    with pytest.raises(kind, match=reason):
        ncnnc.register_layer(said.pop("type"), **said)
    assert find_layer("TestOp") is None


def error_of(folder: Path, layers: str, **said: Any) -> str:
    """Return the error of a network of a layer TestOp; lines are counted from 1."""
    path = network(folder, layers, SHAPES)
    with (
        registered("TestOp", **{"shape": same_shape, "reference": swish, **said}),
        pytest.raises(ModelError) as caught,
    ):
        ncnnc.compile(path, random_weights=0)
    return str(caught.value).removeprefix(f"{folder}/")


def fails(params: Any, *shapes: Any) -> Any:
    raise KeyError("no parameter 7")


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        (fails, "its shape function raised KeyError: 'no parameter 7'"),
        (lambda params, x: None, "its shape function gives NoneType, not a shape or a list of"),
        (lambda params, x: "abc", "its shape function gives str, not a shape or a list of shapes"),
        (lambda params, x: [x, x], "its shape function gives 2 shapes, the layer has 1 outputs"),
        (lambda params, x: (3, 0), "its shape function gives the impossible shape (3, 0)"),
        (lambda params, x: (3, -1), "its shape function gives the impossible shape (3, -1)"),
        (lambda params, x: (1,) * 5, "gives (1, 1, 1, 1, 1), not a shape of 1 to 4 extents"),
        (lambda params, x: (), "its shape function gives (), not a shape of 1 to 4 extents"),
        (lambda params, x: [(1.5,)], "its shape function gives (1.5,), not a shape"),
        (lambda params, x: (1 << 16, 1 << 16), "would have more than 2^31 elements"),
    ],
)
def test_wrong_shapes_are_said_of_the_layer(shape: Any, reason: str, tmp_path: Path):
    text = error_of(tmp_path, "ReLU r 1 1 x r\nTestOp y 1 1 r y", shape=shape)
    assert text.startswith("own.param:5: error: layer 'y' (TestOp): ")
    assert reason in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        (fails, "the shape function of array 'w' raised KeyError: 'no parameter 7'"),
        (lambda params: "abc", "the shape function of array 'w' gives 'abc', not a shape"),
        (lambda params: (0,), "the shape function of array 'w' gives the impossible shape (0,)"),
        (lambda params: (1 << 32,), "array 'w' of shape 4294967296 has more than 2^31 elements"),
    ],
)
def test_wrong_arrays_are_said_of_the_layer(shape: Any, reason: str, tmp_path: Path):
    text = error_of(tmp_path, "TestOp y 1 1 x y", weights=[ncnnc.LayerWeight("w", shape)])
    assert text.startswith("own.param:4: error: layer 'y' (TestOp): ")
    assert "array 'w'" in text
    assert reason in text


def test_an_unknown_type_is_told_how_to_become_known(tmp_path: Path):
    path = network(tmp_path, "TestOp y 1 1 x y", SHAPES)
    with pytest.raises(UnsupportedError, match=r"hint: .*ncnnc\.register_layer adds your own"):
        ncnnc.compile(path)


def doubled(params: Any, x: np.ndarray) -> np.ndarray:
    """Something else than any built-in layer."""
    return x * np.float32(2)


@pytest.mark.isa
@pytest.mark.parametrize("type", ["TestOp", "aten::neg"])
def test_a_dynamic_model_keeps_the_layers_of_its_compilation(type: str, tmp_path: Path):
    (tmp_path / "m.param").write_text(f"7767517\n2 2\nInput x 0 1 x\n{type} y 1 1 x y\n")
    (tmp_path / "m.bin").touch()
    with registered(type, shape=same_shape, reference=doubled):
        model = ncnnc.compile(tmp_path / "m.param", dynamic=True)
        np.testing.assert_array_equal(model(np.ones(3, np.float32)), np.full(3, 2))
    for size, kept in ((4, model), (5, copy(model))):
        np.testing.assert_array_equal(kept(np.ones(size, np.float32)), np.full(size, 2))


@pytest.mark.isa
def test_a_layer_that_is_registered_later_changes_no_model(tmp_path: Path):
    (tmp_path / "m.param").write_text("7767517\n2 2\nInput x 0 1 x\naten::neg y 1 1 x y\n")
    (tmp_path / "m.bin").touch()
    model = ncnnc.compile(tmp_path / "m.param", dynamic=True)
    with registered("aten::neg", shape=same_shape, reference=doubled):
        np.testing.assert_array_equal(model(np.ones(3, np.float32)), np.full(3, -1))


MODEL = """
    MemoryData m 0 1 m 0=4 1=4 2=3
    TestOp a 1 1 m a 0=2 1=0.5 2="a b" -23303=2,1,2.5 31=3
    TestOp b 1 1 x b 0=3
    TestOp c 1 1 x c 0=3
    Dropout d 1 1 b d
    BinaryOp e 2 1 c d e 0=2
    Noop f 1 1 a f
    TestOp unread 1 1 x unread
"""


def test_optimizing_keeps_every_layer_as_it_is(tmp_path: Path):
    """Its neighbours are rewritten; parameters, arrays and names stay, a second time everything."""
    weights = [
        ncnnc.LayerWeight("table", lambda params: (params.get(0, 1), 2), tagged=True),
        ncnnc.LayerWeight("bias", lambda params: (5,)),
    ]
    said: dict[str, Any] = {"shape": same_shape, "reference": lambda p, x, *_: x + 0}
    with registered("TestOp", **said, weights=weights):
        path = network(tmp_path, MODEL, SHAPES)
        options = ncnnc.CompileOptions(path, random_weights=3)
        optimized = optimize_files(options)
        text = param_text(optimized.exported.param).decode()
        param, binary = tmp_path / "o.param", tmp_path / "o.bin"
        param.write_text(text)
        binary.write_bytes(b"".join(map(bytes, optimized.exported.bin)))
        again, other = str(tmp_path / "p.param"), str(tmp_path / "p.bin")
        ncnnc.optimize(param, binary, again, other, check=True)
    layers = {words[1]: words for line in text.splitlines() if (words := line.split())[2:]}
    assert [name for name, words in layers.items() if words[0] == "TestOp"] == [
        "a",
        "b",
        "c",
        "unread",
    ]
    assert not {"d", "f"} & set(layers)
    params = ["0=2", "1=0.5", '2="a', 'b"', "-23303=2,1.0,2.5", "31=3"]
    assert layers["a"] == ["TestOp", "a", "1", "1", "m", "f", "-23330=4,3,4,4,3", *params]
    memory = 4 * 4 * 3
    tags, tables, biases = 4, (2 + 3 + 3 + 1) * 2, 4 * 5
    assert binary.stat().st_size == 4 * (memory + tags + tables + biases)
    assert Path(again).read_text() == text
    assert Path(other).read_bytes() == binary.read_bytes()


def sigmoid_gate(builder: Any, params: Any, inputs: Any, weights: Any) -> Any:
    """Two inputs, one output; another parameter makes it wrong."""
    x, y = inputs
    return builder.binary("mul", x, builder.layer("Sigmoid", [y]))


def gate(params: Any, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return x / (1 + np.exp(-y)) + np.float32(params.get(0, 0))


def block(builder: Any, params: Any, inputs: Any, weights: Any) -> Any:
    """Convolution, BinaryOp, Reduction."""
    (x,) = inputs
    channels, kernel = params[0], weights["kernel"]
    number = {0: channels, 1: 3, 4: 1, 5: 1, 6: channels * builder.shape(x)[0] * 9}
    y = builder.layer("Convolution", [x], number, {"weight": kernel, "bias": weights["bias"]})
    shifted = builder.binary("sub", y, builder.array(np.arange(channels)[:, None, None]))
    assert builder.values(kernel).shape == (channels, builder.shape(x)[0], 3, 3)
    return shifted, builder.reshape(builder.reduce("max", shifted, [1, 2]), (channels,))


def block_reference(params: Any, x: Any, kernel: Any, bias: Any) -> Any:
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    y = np.einsum("chwij,ocij->ohw", windows, kernel) + bias[:, None, None]
    y = (y - np.arange(params[0])[:, None, None]).astype(np.float32)
    return y, y.max((1, 2))


BLOCK = {
    "shape": lambda params, x: [(params[0], *x[1:]), (params[0],)],
    "reference": block_reference,
    "lowering": block,
    "weights": [
        ncnnc.LayerWeight("kernel", lambda params: (params[0], params[1], 3, 3), tagged=True),
        ncnnc.LayerWeight("bias", lambda params: (params[0],)),
    ],
}


@pytest.mark.isa
@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_check_layer_compares_lowering_and_reference(target: str):
    with registered("TestGate", shape=same_shape, reference=gate, lowering=sigmoid_gate):
        assert ncnnc.check_layer("TestGate", {}, [(7, 5, 3)] * 2, target=target) < 1e-6
        reason = r"layer 'layer' \(TestGate\): its lowering differs from its reference by 1\..e-01"
        with pytest.raises(ModelError, match=reason):
            ncnnc.check_layer("TestGate", {0: 0.1}, [(7, 5, 3)] * 2, target=target)
        assert ncnnc.check_layer("TestGate", {0: 0.1}, [(7,)] * 2, tolerance=1) > 0.05
    with registered("TestBlock", **BLOCK):
        assert ncnnc.check_layer("TestBlock", {0: 6, 1: 3}, [(3, 9, 8)], outputs=2) < 1e-5


@pytest.mark.isa
def test_check_layer_runs_a_layer_without_a_lowering():
    with registered("TestSwish", shape=same_shape, reference=swish):
        assert ncnnc.check_layer("TestSwish", {0: 2.5}, [(3, 4)]) == 0
    with registered("TestOdd", shape=same_shape, reference=lambda params, x: x[:1]):
        with pytest.raises(ValueError, match=r"returned shape \(1, 4\), its shape rule gives"):
            ncnnc.check_layer("TestOdd", {}, [(3, 4)])
    with pytest.raises(ArgumentError, match="layer type 'TestOdd' is not registered"):
        ncnnc.check_layer("TestOdd", {}, [(3, 4)])


@pytest.mark.isa
def test_a_layer_with_a_lowering_is_native_and_needs_nothing_where_it_runs(tmp_path: Path):
    path = network(tmp_path, "TestGate y 2 1 x x y", SHAPES)
    with registered("TestGate", shape=same_shape, reference=gate, lowering=sigmoid_gate):
        model = ncnnc.compile(path)
        model.save(tmp_path / "m.ncnnc")
    assert model.program.call_backs == ()
    x = np.ones(SHAPES["x"], np.float32)
    np.testing.assert_array_equal(ncnnc.load(tmp_path / "m.ncnnc")(x), model(x))
    np.testing.assert_allclose(model(x), gate({}, x, x), rtol=1e-6)


@pytest.mark.parametrize(
    ("lowering", "reason"),
    [
        (lambda b, *_: b.layer("Nosuch", []), "ValueError: unknown layer type 'Nosuch'"),
        (lambda b, p, i, w: b.layer("ReLU", i, {7: 1}), "ReLU has no parameter 7, but [0]"),
        (
            lambda b, p, i, w: b.layer("PReLU", i, {0: 3}),
            "PReLU stores ['slope'], given: []",
        ),
        (
            lambda b, p, i, w: b.layer("PReLU", i, {0: 3}, {"slope": np.ones(4)}),
            "array 'slope' of PReLU has shape (3,), given: (4,)",
        ),
        (lambda b, p, i, w: b.binary("nosuch", i[0], i[0]), "is not a valid BinaryOperator"),
        (lambda b, p, i, w: b.values(i[0]), "only arrays that are stored have values"),
    ],
)
def test_mistakes_in_a_lowering_are_said_of_the_layer(lowering: Any, reason: str, tmp_path: Path):
    text = error_of(tmp_path, "TestOp y 1 1 x y", lowering=lowering)
    assert text.startswith("own.param:4: error: layer 'y' (TestOp): its lowering raised ")
    assert reason in text


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        ("abc", "returned 3 values, the layer has 1 outputs"),
        ([], "returned 0 values, the layer has 1 outputs"),
        (7, "returned int, not a value of the builder's"),
    ],
)
def test_what_a_lowering_returns_is_checked(returned: object, reason: str, tmp_path: Path):
    text = error_of(tmp_path, "TestOp y 1 1 x y", lowering=lambda *_: returned)
    assert text == f"own.param:4: error: layer 'y' (TestOp): its lowering {reason}"


@pytest.mark.isa
def test_arrays_are_read_from_a_file_with_and_without_tags(tmp_path: Path):
    """A tagged one may be float16, and inputs of an optimized file need no shapes."""
    said: dict[str, Any] = {"shape": same_shape, "reference": lambda p, x, a, b: x * a + b}
    names = {"a": True, "b": False}
    weights = [ncnnc.LayerWeight(name, lambda _: (5,), tagged=tag) for name, tag in names.items()]
    a, b = np.linspace(1, 2, 5, dtype=np.float16), np.linspace(0, 1, 5, dtype=np.float32)
    tag = np.uint32(0x01306B47).tobytes()
    path, binary = tmp_path / "m.param", tmp_path / "m.bin"
    path.write_text("7767517\n3 3\nInput x 0 1 x\nDropout d 1 1 x d\nTestTwo y 1 1 d y\n")
    binary.write_bytes(tag + a.tobytes() + bytes(2) + b.tobytes())
    x = np.ones((3, 4, 5), np.float32)
    with registered("TestTwo", **said, weights=weights):
        optimized = [tmp_path / "o.param", tmp_path / "o.bin"]
        ncnnc.optimize(path, binary, *optimized, fp16=True)
        for files in ((path, binary), optimized):
            model = ncnnc.compile(*files, inputs={"x": x.shape})
            np.testing.assert_array_equal(model(x), x * a.astype(np.float32) + b)
    assert "Dropout" not in optimized[0].read_text()
    assert optimized[1].read_bytes() == binary.read_bytes()
