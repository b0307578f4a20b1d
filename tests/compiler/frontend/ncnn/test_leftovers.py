"""Constants that pnnx leaves: those that only say a type go, others are errors with their lines."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.param_reader import read_param_text
from ncnnc.compiler.frontend.ncnn.leftovers import without_leftovers

from tests.helpers.own_layers import registered, same_shape

MODEL = """7767517
8 8
Input               in0  0 1 x 0=5 1=3
pnnx.Expression     e0   0 1 dtype
pnnx.Expression     e1   0 1 flag
prim::ListConstruct list 2 1 dtype flag both
aten::to            to   4 1 x dtype flag both y
ReLU                relu 1 1 y z
aten::contiguous    c    2 1 z flag out0
Noop                n    1 1 x out1
"""


def layers_of(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return types and inputs of the layers that are left."""
    record = without_leftovers(read_param_text(text.encode(), "m.param"))
    return [(layer.type, layer.bottoms) for layer in record.layers]


@pytest.mark.isa
def test_arguments_of_identities_go(tmp_path: Path):
    assert layers_of(MODEL) == [
        ("Input", ()),
        ("aten::to", ("x",)),
        ("ReLU", ("y",)),
        ("aten::contiguous", ("z",)),
        ("Noop", ("x",)),
    ]
    param = tmp_path / "m.param"
    param.write_text(MODEL)
    (tmp_path / "m.bin").write_bytes(b"")
    x = np.linspace(-1, 1, 15, dtype=np.float32).reshape(3, 5)
    model = ncnnc.compile(str(param), cache=False)
    results = model.run({"x": x})
    np.testing.assert_array_equal(results["out0"], np.maximum(x, 0))
    np.testing.assert_array_equal(results["out1"], x)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ReLU                relu 1 1 y z", "BinaryOp            relu 2 1 y flag z"),
        ("aten::contiguous    c    2 1 z flag", "aten::contiguous    c    2 1 flag z"),
    ],
)
def test_constants_that_are_computed_with_stay(old: str, new: str, tmp_path: Path):
    text = MODEL.replace(old, new)
    assert ("pnnx.Expression", ()) in layers_of(text)
    param = tmp_path / "m.param"
    param.write_text(text)
    (tmp_path / "m.bin").write_bytes(b"")
    with pytest.raises(ncnnc.UnsupportedError, match=r"pnnx\.Expression \(line 5\)"):
        ncnnc.compile(str(param))


def test_an_output_stays():
    text = MODEL.replace("8 8", "9 9") + "pnnx.Expression     e2   0 1 out2\n"
    assert layers_of(text).count(("pnnx.Expression", ())) == 1


def test_a_model_without_them_is_left_alone():
    record = read_param_text(b"7767517\n2 2\nInput a 0 1 x\nTensor.to b 1 1 x y\n", "m.param")
    assert without_leftovers(record) is record


def test_registered_operators_are_left_alone():
    with registered("aten::to", shape=same_shape, reference=lambda params, x, *others: x):
        assert ("aten::to", ("x", "dtype", "flag", "both")) in layers_of(MODEL)
    with registered("pnnx.Expression", shape=lambda params: (1,), reference=lambda params: 0):
        assert layers_of(MODEL).count(("pnnx.Expression", ())) == 2


@pytest.mark.parametrize(
    ("type", "inputs", "outputs"),
    [
        ("aten::index_put_", 3, 1),
        ("aten::max_unpool2d", 2, 1),
        ("nn.MaxPool2d", 1, 2),
        ("prim::TupleUnpack", 1, 2),
        ("Tensor.expand", 1, 1),
        ("torch.eq", 1, 1),
    ],
)
def test_what_means_nothing_without_parameters_is_an_error(
    type: str, inputs: int, outputs: int, tmp_path: Path
):
    blobs = " ".join(["x"] * inputs + ["y", "z"][:outputs])
    param = tmp_path / "m.param"
    layer = f"{type} left {inputs} {outputs} {blobs}"
    param.write_text(f"7767517\n2 3\nInput in 0 1 x 0=4 1=4 2=3\n{layer}\n")
    reason = rf"{type} \(line 4\); hint: pnnx has left '{type}' unconverted, without its parameters"
    with pytest.raises(ncnnc.UnsupportedError, match=reason):
        ncnnc.compile(str(param))
