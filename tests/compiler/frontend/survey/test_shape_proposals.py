"""Propose shapes for inputs that have none, or wrong ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.frontend.survey.model_survey import survey_model
from ncnnc.compiler.frontend.survey.shape_proposals import shape_text
from ncnnc.compiler.input_shapes.implied import proposed_shapes
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.main_function import find_main, input_names
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.importing import load_model_files

EXPORTED = Path(__file__).parents[5] / "shared" / "exported"
"""Networks as pnnx writes them, which has no shapes of inputs."""


def text_of(*layers: str) -> bytes:
    return "\n".join(["7767517", f"{len(layers)} 99", *layers, ""]).encode()


def graph(text: bytes) -> ModuleOp:
    """The graph without shapes; weights are random."""
    return load_model_files(
        NcnncContext(),
        text,
        seed=0,
        allow_unknown_shapes=True,
        keep_unsupported=True,
    )


def proposals(*layers: str, inputs: str = "x") -> str:
    """Return the proposals for inputs without shapes."""
    heads = [f"Input {name} 0 1 {name}" for name in inputs.split()]
    main = find_main(graph(text_of(*heads, *layers)))
    shapes = proposed_shapes(main, {})
    arguments = zip(input_names(main), main.body.block.args, strict=True)
    return " ".join(f"{name}={shape_text(shapes.of(value))}" for name, value in arguments)


CONVOLUTION = "Convolution c 1 1 {} c 0=8 1=3 6=216"

LAYERS = {
    "Convolution": ("3,?,?", "Convolution c 1 1 x y 0=8 1=3 6=216"),
    "Convolution, kernel 3x1": ("3,?,?", "Convolution c 1 1 x y 0=8 1=3 11=1 6=72"),
    "ConvolutionDepthWise": ("8,?,?", "ConvolutionDepthWise c 1 1 x y 0=8 1=3 6=72 7=8"),
    "ConvolutionDepthWise, 2 groups": ("6,?,?", "ConvolutionDepthWise c 1 1 x y 0=8 1=3 6=216 7=2"),
    "Convolution1D": ("5,?", "Convolution1D c 1 1 x y 0=8 1=3 6=120"),
    "Convolution3D": ("2,?,?,?", "Convolution3D c 1 1 x y 0=4 1=3 6=216"),
    "Deconvolution": ("3,?,?", "Deconvolution c 1 1 x y 0=8 1=2 6=96"),
    "DeconvolutionDepthWise": ("4,?,?", "DeconvolutionDepthWise c 1 1 x y 0=8 1=2 6=64 7=2"),
    "InnerProduct": ("20", "InnerProduct p 1 1 x y 0=4 2=80"),
    "Gemm": ("?,12", "Gemm g 1 1 x y 3=1 5=1 6=1 8=4 9=12 10=-1"),
    "Gemm, A transposed": ("12,?", "Gemm g 1 1 x y 2=1 3=1 5=1 6=1 8=4 9=12 10=-1"),
    "Gemm, A constant": ("12,?", "Gemm g 1 1 x y 4=1 6=1 7=3 9=12 10=-1"),
    "Embed": ("?", "Embed e 1 1 x y 0=8 1=100 3=800"),
    "LSTM": ("?,16", "LSTM l 1 1 x y 0=4 1=256"),
    "MultiHeadAttention": ("?,8", "MultiHeadAttention m 1 1 x y 0=8 1=2 2=64"),
    "LayerNorm": ("?,16", "LayerNorm n 1 1 x y 0=16"),
    "Pooling": ("?,?,?", "Pooling p 1 1 x y 1=2"),
    "ReLU alone": ("...", "ReLU r 1 1 x y"),
}


@pytest.mark.parametrize("kind", LAYERS)
def test_what_a_layer_takes(kind: str):
    extents, layer = LAYERS[kind]
    assert proposals(layer) == f"x={extents}"


BEFORE = {
    "ReLU": "ReLU r 1 1 x a",
    "Padding": "Padding r 1 1 x a 0=1 1=1 2=1 3=1",
    "Interp": "Interp r 1 1 x a 0=1 1=2 2=2",
    "Pooling": "Pooling r 1 1 x a 1=2",
    "BatchNorm": "BatchNorm r 1 1 x a 0=3",
    "PReLU": "PReLU r 1 1 x a 0=3",
    "GroupNorm": "GroupNorm r 1 1 x a 0=1 1=3",
    "InstanceNorm": "InstanceNorm r 1 1 x a 0=3",
    "Split": "Split r 1 2 x a b",
    "BinaryOp": "BinaryOp r 1 1 x a 0=2 1=1 2=0.5",
    "Softmax": "Softmax r 1 1 x a",
}


@pytest.mark.parametrize("kind", BEFORE)
def test_channels_go_back_through_layers_that_keep_them(kind: str):
    assert proposals(BEFORE[kind], CONVOLUTION.format("a")) == "x=3,?,?"


@pytest.mark.parametrize(
    ("expected", "layers"),
    [
        ("x=24", ["Flatten f 1 1 x a", "InnerProduct p 1 1 a y 0=4 2=96"]),
        (
            "x=3,8",
            [
                "Split s 1 2 x a b",
                "Convolution1D c 1 1 a y 0=4 1=1 6=12",
                "Flatten f 1 1 b d",
                "InnerProduct p 1 1 d z 0=4 2=96",
            ],
        ),
        ("x=2,3,4", ["Reshape r 1 1 x y 0=4 1=3 2=2"]),
        ("x=?,8", ["Permute p 1 1 x a 0=1", "Convolution1D c 1 1 a y 0=4 1=1 6=32"]),
        ("x=1,?,?", ["Padding p 1 1 x a 7=1 8=1", CONVOLUTION.format("a")]),
        ("x=3,?,?", ["Crop k 1 1 x a -23309=1,1 -23310=1,9 -23311=1,-1", CONVOLUTION.format("a")]),
        ("x=?,?,?", ["Crop k 1 1 x a -23309=1,0 -23310=1,3 -23311=1,0", CONVOLUTION.format("a")]),
        ("x=?,?,?,?", ["Crop k 1 1 x y -23309=1,0 -23310=1,3 -23311=1,3"]),
    ],
)
def test_what_follows_from_several_layers(expected: str, layers: list[str]):
    assert proposals(*layers) == expected


def test_operands_of_a_binary_op_are_alike():
    constant = "MemoryData m 0 1 m 0=6 1=5"
    assert proposals(constant, "BinaryOp b 2 1 x m y") == "x=5,6"
    broadcast = "MemoryData m 0 1 m 0=6 1=1 2=4"
    assert proposals(broadcast, "BinaryOp b 2 1 x m y") == "x=4,?,6"
    reshaped = ("Reshape r 1 1 z m 0=6 1=5", "BinaryOp b 2 1 x m y")
    assert proposals(*reshaped, inputs="x z") == "x=5,6 z=5,6"


def test_operands_of_an_eltwise_are_alike():
    convolution = CONVOLUTION.format("x")
    assert proposals(convolution, "Eltwise e 2 1 c z y 0=1", inputs="x z") == "x=3,?,? z=8,?,?"


def test_parts_add_up_to_the_whole():
    slices = ("Slice s 1 2 x a b -23300=2,-233,-233", CONVOLUTION.format("a"))
    assert proposals(*slices, "Convolution d 1 1 b d 0=1 1=1 6=2") == "x=5,?,?"
    parts = ("Concat s 2 1 x z a 0=-1", CONVOLUTION.format("a"))
    assert proposals(*parts, inputs="x z") == "x=3,?,? z=3,?,?"


# What users see -----------------------------------------------------------------------------------


def error_of(*layers: str, shapes: dict[str, tuple[int, ...]] | None = None) -> str:
    ctx = NcnncContext()
    with pytest.raises(ModelError) as caught:
        infer_shapes(load_model_files(ctx, text_of(*layers), None, shapes, 0), ctx)
    return str(caught.value)


TWO_INPUTS = (
    "Input in0 0 1 in0",
    "Input in1 0 1 in1",
    CONVOLUTION.format("in0"),
    "Embed e 1 1 in1 e 0=8 1=100 3=800",
)


def test_parts_of_other_axes_say_nothing():
    parts = ("MemoryData m 0 1 m 0=5", "MemoryData n 0 1 n 0=4 1=3", "Concat c 3 1 x m n y 0=1")
    for order in (parts, (parts[1], parts[0], parts[2])):
        assert proposals(*order) == "x=3,?"


def test_all_inputs_without_a_shape_are_named_at_once():
    assert error_of(*TWO_INPUTS) == (
        "<param>:3: error: 2 inputs need a shape: 'in0' has no shape, 'in1' has no shape; "
        "hint: give them, outermost extent first: "
        "--input in0=3,224,224 --input in1=16 (integers) fit; or --input auto"
    )


def test_inputs_whose_shapes_are_given_are_not_named():
    assert error_of(*TWO_INPUTS, shapes={"in1": (4,)}) == (
        "<param>:3: error: layer 'in0' (Input): input 'in0' has no shape; "
        "hint: give it, outermost extent first: --input in0=3,224,224 fits; or --input auto"
    )


def test_shapes_that_are_given_imply_others():
    layers = ("Input a 0 1 a", "Input b 0 1 b", "BinaryOp x 2 1 a b y")
    assert "--input b=5,224,6 fits" in error_of(*layers, shapes={"a": (5, 1, 6)})
    assert "--input a=3,224,224 --input b=3,224,224 fit" in error_of(*layers)


@pytest.mark.slow
def test_without_a_shape_that_fits_it_is_said_what_is_implied():
    layers = ("Input a 0 1 a", CONVOLUTION.format("a"), "InnerProduct p 1 1 a y 0=4 2=28")
    error = error_of(*layers)
    assert "hint: give it, outermost extent first: --input a=3,?,?; none was found" in error
    assert error.endswith("that layer 'p' takes: input has 150528 cells, the weights are for 7")


def test_a_layer_that_no_shape_fits_is_named():
    convolution = "Convolution c 1 1 r y 0=4 1=3 6=36"
    error = error_of("Input a 0 1 a", "Reshape r 1 1 a r 0=4 1=-1", convolution)
    assert "none was found that layer 'c' takes: input must have 3 dimensions" in error


def test_inspecting_proposes_the_same():
    (problem,) = survey_model(read_model_record(text_of(*TWO_INPUTS)), None, {}).problems
    assert str(problem) == error_of(*TWO_INPUTS)


@pytest.mark.parametrize(
    ("layers", "shape", "hint"),
    [
        (
            ["ReLU r 1 1 x a", CONVOLUTION.format("a")],
            (4, 9, 9),
            "x' is 4x9x9, the layers need 3,?,?",
        ),
        (["Convolution1D c 1 1 x y 0=8 1=3 6=120"], (5, 4, 4), "x' is 5x4x4, the layers need 5,?"),
        (["LSTM l 1 1 x y 0=4 1=256"], (7, 15), "x' is 7x15, the layers need ?,16"),
        (["Gemm g 1 1 x y 3=1 5=1 6=1 8=4 9=12 10=-1"], (2, 8), "x' is 2x8, the layers need ?,12"),
    ],
)
def test_wrong_shapes_are_refused_with_those_that_would_do(
    layers: list[str], shape: tuple[int, ...], hint: str
):
    assert f"hint: input '{hint}" in error_of("Input x 0 1 x", *layers, shapes={"x": shape})


def test_what_is_wrong_with_a_layer_is_not_blamed_on_inputs():
    text = error_of("Input x 0 1 x", "Permute p 1 1 x y 0=9", shapes={"x": (3, 4, 5)})
    assert "hint" not in text


@pytest.mark.slow
@pytest.mark.skipif(not EXPORTED.is_dir(), reason="the networks of pnnx are not beside the project")
def test_proposals_for_networks_of_pnnx_are_right():
    shapes = json.loads((EXPORTED / "shapes.json").read_text())
    right, count = 0, 0
    for path in sorted((EXPORTED / "params").glob("*.param")):
        main = find_main(graph(path.read_bytes()))
        found = proposed_shapes(main, {})
        for name, value in zip(input_names(main), main.body.block.args, strict=True):
            shape = ",".join(map(str, shapes[path.stem]["inputs"][name][0]))
            pattern = re.escape(shape_text(found.of(value))).replace(r"\?", r"\d+")
            right += re.fullmatch(pattern, shape) is not None
            count += 1
    assert right >= 0.9 * count > 0
