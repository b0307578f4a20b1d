"""Cut models to the layers that some blobs need, and skip the arrays of others in the `.bin`."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UnsupportedError, UsageError
from ncnnc.compiler.format.records import SHAPE_HINT
from ncnnc.compiler.format.weights_reader import HalfArray
from ncnnc.compiler.frontend.ncnn.cut import cut_model
from ncnnc.compiler.frontend.ncnn.model_files import open_weights, read_model_record
from ncnnc.compiler.frontend.survey.model_survey import Survey, survey_model
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.main_function import find_main, input_names, output_names
from ncnnc.dialects.ncnn.base import NcnnOp
from ncnnc.passes.common.errors import place_of
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.importing import load_model_files

HEAD = "Input data 0 1 data 0=4"
TAIL = "Scale last 1 1 a y 0=4 1=0"
"""A layer behind those that are left out, whose array is the last of the file."""


def text_of(layers: Sequence[str]) -> bytes:
    return "\n".join(["7767517", f"{len(layers)} 99", *layers, ""]).encode()


def load(
    *layers: str,
    outputs: Sequence[str] = (),
    weights: bytes = b"",
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    context: NcnncContext | None = None,
) -> ModuleOp:
    ctx = context or NcnncContext()
    return load_model_files(ctx, text_of(layers), weights, shapes, outputs=outputs)


def names(module: ModuleOp) -> tuple[list[str], list[str], list[str]]:
    """Inputs, layers that have an op, and outputs."""
    main = find_main(module)
    layers = [place_of(op).layer or "" for op in main.body.block.ops if isinstance(op, NcnnOp)]
    return input_names(main), layers, output_names(main)


def floats(*values: float) -> bytes:
    return np.array(values, "<f4").tobytes()


# Which layers are left ----------------------------------------------------------------------------

TWO_BRANCHES = (
    HEAD,
    "Input other 0 1 other 0=4",
    "Split s 1 2 data a b",
    "ReLU r 1 1 a r",
    "Sigmoid g 1 1 b g",
    "BinaryOp x 2 1 g other x",
)


@pytest.mark.requirement("L25")
@pytest.mark.parametrize(
    ("outputs", "inputs", "layers"),
    [
        (["r"], ["data"], ["s", "r"]),
        (["x", "r"], ["data", "other"], ["s", "r", "g", "x"]),
        (["b"], ["data"], ["s"]),
        (["a", "b", "data"], ["data"], ["s"]),
        (["g", "b"], ["data"], ["s", "g"]),
        (["other"], ["other"], []),
    ],
)
def test_only_what_outputs_need_is_left(outputs: list[str], inputs: list[str], layers: list[str]):
    assert names(load(*TWO_BRANCHES, outputs=outputs)) == (inputs, layers, outputs)


def test_without_outputs_all_is_there():
    assert names(load(*TWO_BRANCHES, outputs=())) == (
        ["data", "other"],
        ["s", "r", "g", "x"],
        ["r", "x"],
    )


def test_constants_may_be_asked_for():
    layers = (HEAD, "MemoryData m 0 1 m 0=2", "MemoryData n 0 1 n 0=1", "BinaryOp b 2 1 data n b")
    context = NcnncContext()
    module = load(*layers, outputs=["m"], weights=floats(1, 2, 3), context=context)
    assert names(module) == ([], [], ["m"])
    np.testing.assert_array_equal(context.weights.get("m.data"), [1, 2])
    assert len(context.weights) == 1


def test_an_input_layer_keeps_the_blobs_that_are_needed():
    layers = (f"Input i 0 2 a b 0=4 -233{SHAPE_HINT}=8,1,4,1,1,1,5,1,1", "ReLU r 1 1 b r")
    (layer, _) = cut_model(read_model_record(text_of(layers)), outputs=["r"]).layers
    assert layer.tops == ("b",)
    assert layer.params[SHAPE_HINT] == [1, 5, 1, 1]
    assert names(load(*layers, outputs=["r"])) == (["b"], ["r"], ["r"])


def test_what_is_left_out_needs_no_shape_and_no_support():
    layers = (HEAD, "Input x 0 1 x", "Foo f 1 1 x f", "ArgMax m 1 1 f m", "ReLU r 1 1 data r")
    with pytest.raises(UnsupportedError):
        load(*layers, outputs=["r", "m"])
    assert names(load(*layers, outputs=["r"])) == (["data"], ["r"], ["r"])


def test_a_shape_for_an_input_that_is_left_out_is_no_error():
    shapes = {"other": (9,), "data": (2, 4)}
    module = load(*TWO_BRANCHES, outputs=["r"], shapes=shapes)
    assert "tensor<2x4xf32>" in str(find_main(module).function_type)
    with pytest.raises(UsageError, match="unknown input 'othr'; did you mean 'other'"):
        load(*TWO_BRANCHES, outputs=["r"], shapes={"othr": (9,)})


def test_a_name_that_is_no_blob():
    with pytest.raises(UsageError, match=r"unknown blob 'othr'; did you mean 'other'\? \(known: "):
        load(*TWO_BRANCHES, outputs=["r", "othr"])


def test_blobs_are_made_before_they_are_read_also_in_what_is_left_out():
    with pytest.raises(ModelError, match="no layer makes input blob 'q'"):
        load(HEAD, "ReLU r 1 1 data r", "ReLU s 1 1 q s", outputs=["r"])


# Inner blobs as inputs ----------------------------------------------------------------------------

TWO_STAGES = (
    HEAD,
    "Input info 0 1 info 0=2",
    "ReLU features 1 1 data features",
    "Split s 1 2 features f0 f1",
    "Sigmoid regions 1 1 f0 regions",
    "BinaryOp pooled 2 1 f1 regions pooled",
    "TanH scores 1 1 pooled scores",
    "ReLU sizes 1 1 info sizes",
)


@pytest.mark.parametrize(
    ("inner", "outputs", "inputs", "layers"),
    [
        (["pooled"], ["scores"], ["pooled"], ["scores"]),
        (["features"], ["scores"], ["features"], ["s", "regions", "pooled", "scores"]),
        (["regions"], ["scores"], ["data", "regions"], ["features", "s", "pooled", "scores"]),
        (["features", "regions"], ["scores"], ["features", "regions"], ["s", "pooled", "scores"]),
        (["features", "f1"], ["pooled"], ["features", "f1"], ["s", "regions", "pooled"]),
        (["f0", "f1"], ["regions"], ["f0"], ["regions"]),
        (["pooled", "data"], ["scores", "pooled"], ["pooled"], ["scores"]),
        (["pooled"], ["features"], ["data"], ["features"]),
        (["pooled"], [], ["info", "pooled"], ["scores", "sizes"]),
        (["scores"], [], ["info", "scores"], ["sizes"]),
    ],
)
def test_what_only_feeds_an_inner_input_is_left_out(
    inner: list[str], outputs: list[str], inputs: list[str], layers: list[str]
):
    module = load(*TWO_STAGES, outputs=outputs, shapes=dict.fromkeys(inner, (4,)))
    assert names(module) == (inputs, layers, outputs or ["scores", "sizes"])


def test_an_inner_input_has_the_shape_given():
    module = load(*TWO_STAGES, outputs=["scores"], shapes={"pooled": (2, 9)})
    assert "(tensor<2x9xf32>) -> " in str(find_main(module).function_type)


def test_layers_before_an_inner_input_need_neither_support_nor_a_shape():
    layers = ("Input x 0 1 x", "Foo f 1 1 x f", "ReLU r 1 1 f r")
    assert names(load(*layers, shapes={"f": (4,)})) == (["f"], ["r"], ["r"])


def test_a_constant_may_be_given():
    layers = (HEAD, "MemoryData m 0 1 m 0=4", "BinaryOp b 2 1 data m b", TAIL.replace("a y", "b y"))
    context = NcnncContext()
    module = load(*layers, weights=floats(*range(8)), shapes={"m": (4,)}, context=context)
    assert names(module) == (["data", "m"], ["b", "last"], ["y"])
    np.testing.assert_array_equal(context.weights.get("last.scale"), [4, 5, 6, 7])


def test_arrays_are_found_behind_layers_that_lose_a_result():
    """The arrays of a layer are read that has one of its results given, and those behind them."""
    lstm = "LSTM l 1 3 a r h c 0=1 1=16 2=0"
    weights = floats(*[0.5] * (4 * 4)), floats(*[0] * 4), floats(*[0.25] * 4)
    stored = b"".join(bytes(4) + array for array in weights)
    last = "BinaryOp sum 2 1 r h sum", TAIL.replace("a y", "sum y")
    layers = ("Input a 0 1 a 0=4 1=3", lstm, *last)
    context = NcnncContext()
    module = load(
        *layers,
        outputs=["y", "h"],
        weights=stored + floats(*range(4)),
        shapes={"h": (3, 1)},
        context=context,
    )
    assert names(module) == (["a", "h"], ["l", "sum", "last"], ["y", "h"])
    np.testing.assert_array_equal(context.weights.get("last.scale"), range(4))


def test_an_unknown_input_is_told_the_inputs_or_the_blob_that_is_like_it():
    with pytest.raises(UsageError, match=r"did you mean 'pooled'\?"):
        load(*TWO_STAGES, shapes={"poled": (4,)})
    with pytest.raises(UsageError, match=r"unknown input 'qqq' \(known: data, info\)"):
        load(*TWO_STAGES, shapes={"qqq": (4,)})


# Arrays of what is left out -----------------------------------------------------------------------

LEFT_OUT = {
    "plain": ("Scale x 1 1 b x 0=3 1=1", floats(*range(6))),
    "float16": ("InnerProduct x 1 1 b x 0=1 2=3", struct.pack("<I3eH", 0x01306B47, 1, 2, 3, 0)),
    "int8": (
        "InnerProduct x 1 1 b x 0=1 2=4 8=1",
        struct.pack("<I4b2f", 0xD4B38, 1, 2, 3, 4, 1, 2),
    ),
    "codebook": ("InnerProduct x 1 1 b x 0=1 2=4", struct.pack("<I256f4B", 1, *[0] * 260)),
    "blocks": (
        "Gemm x 1 1 b x 4=0 5=1 6=1 7=0 8=2 9=34 10=-1 3=1 18=400",
        bytes(2 * 17 + 2) + bytes(2 * 2 * 4),
    ),
    "constant": ("MemoryData x 0 1 x 0=3", floats(1, 2, 3)),
    "tagged constant": ("MemoryData x 0 1 x 0=3 21=0", bytes(4) + floats(1, 2, 3)),
    "nothing": ("ReLU x 1 1 b x", b""),
    "contrib": ("YoloV5Focus x 1 1 b x", b""),
    "contrib with an array": ("SimpleUpsample x 1 1 b x 0=2 1=4", bytes(4) + floats(*range(8))),
}


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_arrays_that_are_left_out_are_passed_over(kind: str):
    layer, stored = LEFT_OUT[kind]
    context = NcnncContext()
    layers = (HEAD, "Split s 1 2 data a b", layer, TAIL)
    load(*layers, outputs=["y"], weights=stored + floats(5, 6, 7, 8), context=context)
    np.testing.assert_array_equal(context.weights.get("last.scale"), [5, 6, 7, 8])
    with pytest.raises(ModelError, match="4 bytes are left over"):
        load(*layers, outputs=["y"], weights=stored + floats(5, 6, 7, 8, 9))
    with pytest.raises(ModelError, match=r"layer 'last'.* 4 bytes short"):
        load(*layers, outputs=["y"], weights=stored + floats(5, 6, 7))


def test_arrays_behind_the_last_one_that_is_needed_are_counted():
    layers = (HEAD, "Split s 1 2 data a b", TAIL, "Scale x 1 1 b x 0=4 1=0")
    load(*layers, outputs=["y"], weights=floats(*range(8)))
    for count, reason in ((7, "layer 'x'.* 4 bytes short"), (9, "4 bytes are left over")):
        with pytest.raises(ModelError, match=reason):
            load(*layers, outputs=["y"], weights=floats(*range(count)))


def test_nothing_is_decoded_that_is_left_out(monkeypatch: pytest.MonkeyPatch):
    layer, stored = LEFT_OUT["float16"]
    decoded: list[int] = []
    monkeypatch.setattr(HalfArray, "elements", lambda *_: decoded.append(1))
    layers = (HEAD, "Split s 1 2 data a b", layer, TAIL)
    context = NcnncContext()
    load(*layers, outputs=["y"], weights=stored + floats(5, 6, 7, 8), context=context)
    context.weights.get("last.scale")
    assert decoded == []


@pytest.mark.parametrize(
    "layer", ["Foo x 1 1 b x", "InnerProduct x 1 1 b x 0=3 2=-7", "Scale x 1 1 b x 0=0.5"]
)
def test_an_array_behind_one_of_unknown_size_cannot_be_found(layer: str):
    layers = (HEAD, "Split s 1 2 data a b", layer, TAIL, "ReLU r 1 1 y r")
    type = layer.split()[0]
    reason = (
        "<param>:6: error: layer 'last' (Scale): where its array 'scale' begins in the .bin is "
        f"unknown, for layer 'x' (line 5) of type {type} comes before it"
    )
    with pytest.raises(ModelError, match=re.escape(reason)):
        load(*layers, outputs=["r"], weights=floats(1, 2, 3, 4))
    # What needs no array behind it does not mind, nor does what is generated.
    load(*layers[:3], "ReLU q 1 1 a q", outputs=["q"], weights=floats(1, 2, 3, 4))
    text = text_of(layers)
    load_model_files(NcnncContext(), text, None, None, 0, outputs=["r"])


def test_a_part_without_arrays_needs_no_weights():
    layers = text_of((HEAD, "Split s 1 2 data a b", "Scale x 1 1 b x 0=4 1=0", "ReLU r 1 1 a r"))
    load_model_files(NcnncContext(), layers, None, outputs=["r"])
    with pytest.raises(ModelError, match=r"layer 'x' .*no weights are given"):
        load_model_files(NcnncContext(), layers, None, outputs=["x"])


# Looked at ----------------------------------------------------------------------------------------


def survey(*layers: str, outputs: Sequence[str], weights: bytes) -> Survey:
    record = cut_model(read_model_record(text_of(layers)), outputs=outputs)
    return survey_model(record, open_weights(weights), {})


def test_a_survey_of_a_part():
    layers = (HEAD, "Split s 1 2 data a b", "Foo f 1 1 b f", "Scale x 1 1 a x 0=4 1=0")
    assert survey(*layers, outputs=["a"], weights=bytes(99)).problems == []
    (problem,) = survey(*layers, outputs=["x"], weights=bytes(99)).problems
    assert "of type Foo comes before it" in str(problem)
    whole = survey(*layers, outputs=(), weights=bytes(16)).problems
    assert any("Foo" in str(problem) for problem in whole)
