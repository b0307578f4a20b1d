"""Models with layers that cannot be compiled: read if asked, kept by all passes, written back."""

from __future__ import annotations

import struct
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UnsupportedError
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.export import export_model, param_binary, param_text
from ncnnc.compiler.format.layer_types import LAYER_TYPES
from ncnnc.compiler.frontend.survey import support_check
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.dialects.ncnn.layer import LayerSpec
from ncnnc.dialects.ncnn.opaque import OpaqueOp
from ncnnc.dialects.ncnn.opaque_layers import OPAQUE_LAYERS
from ncnnc.passes import get_all_passes
from ncnnc.passes.graph import GRAPH_PASSES
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import PassPipeline
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.transforms.dead_code_elimination import DeadCodeElimination

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    load_oracle,
    needs_cases,
    needs_ncnn,
)
from tests.helpers.importing import load_model_files


@pytest.fixture(autouse=True)
def layer_without_op(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ncnn have a layer of which nothing is known: all that it really has, have an op."""
    monkeypatch.setitem(OPAQUE_LAYERS, "Oracle", LayerSpec("Oracle"))
    monkeypatch.setattr(support_check, "LAYER_TYPES", (*LAYER_TYPES, "Oracle"))


MODEL = """7767517
5 6
Input    x 0 1 x 0=5 1=7
DeformableConv2D q 4 1 x x x x q 0=2 1=1 5=1 6=2 31=8
GRU      g 3 2 x x x g h 0=4 1=60 2=1 -23330=8,2,4,7,1,2,4,1,1
Oracle   r 2 1 q g r 4=0.1 9="0w,1" -23310=2,1,2.5 -23311=0
ReLU     y 1 1 r y 0=0.1
"""
"""Two layers with more inputs than their ops take, and one of a type that has none."""
BIAS = np.array([0.1, 3e-42], np.float32).tobytes()
HALVES = np.arange(60, dtype=np.float16)
WEIGHTS = b"".join(
    (
        struct.pack("<I", 0) + np.arange(2, dtype=np.float32).tobytes() + BIAS,
        struct.pack("<I", 0x01306B47) + HALVES.tobytes(),
        struct.pack("<I", 0) + np.arange(16, dtype=np.float32).tobytes(),
        struct.pack("<I", 0x000D4B38) + np.arange(48, dtype=np.int8).tobytes(),
    )
)


def load(param: str | bytes, weights: bytes = b"") -> tuple[ModuleOp, NcnncContext]:
    """Import with the flag that keeps what cannot be compiled."""
    ctx = make_context()
    data = param.encode() if isinstance(param, str) else param
    module = load_model_files(ctx, data, weights, allow_unknown_shapes=True, keep_unsupported=True)
    module.verify()
    return module, ctx


def opaque_ops(module: ModuleOp) -> list[OpaqueOp]:
    return [op for op in module.walk() if isinstance(op, OpaqueOp)]


def arrays_of(op: OpaqueOp, ctx: NcnncContext) -> list[np.ndarray]:
    """The arrays that a layer stores."""
    weights = [value.owner for value in op.weights]
    return [ctx.weights.get(w.key.data) for w in weights if isinstance(w, WeightOp)]


def written(module: ModuleOp, ctx: NcnncContext) -> tuple[str, bytes]:
    """The files of a model."""
    model = export_model(module, ctx)
    return param_text(model.param).decode(), b"".join(map(bytes, model.bin))


def optimize(module: ModuleOp, ctx: NcnncContext) -> None:
    """All rewrites of the graph."""
    names = ("infer-shapes", *GRAPH_PASSES, "fold-constants")
    ours = [get_all_passes()[name]()() for name in names]
    cleanup = (CommonSubexpressionElimination(), DeadCodeElimination())
    PassPipeline((*ours, *cleanup)).apply(ctx, module)
    module.verify()


def test_arrays_are_kept_bit_for_bit():
    module, ctx = load(MODEL, WEIGHTS)
    deformable, gru, _ = opaque_ops(module)
    assert [a.tobytes() for a in arrays_of(deformable, ctx)][1:] == [BIAS]
    matrix, bias, hidden = arrays_of(gru, ctx)
    assert matrix.shape == (1, 12, 5)
    np.testing.assert_array_equal(matrix.ravel(), HALVES.astype(np.float32))
    np.testing.assert_array_equal(bias.ravel(), np.arange(16))
    assert hidden.dtype == np.int8


def test_files_come_back():
    text, weights = written(*load(MODEL, WEIGHTS))
    layers = {line.split()[1]: line.split()[4:] for line in text.splitlines()[2:]}
    assert {"0=2", "31=8"} <= set(layers["q"])
    assert {"0=4", "1=60", "2=1", "-23330=8,2,4,7,1,2,4,1,1"} <= set(layers["g"])
    assert {"4=0.1", '9="0w,1"', "-23310=2,1.0,2.5", "-23311=0"} <= set(layers["r"])
    again, ctx = load(text, weights)
    before, after = (
        [dict(op.layer_params()) for op in opaque_ops(m)] for m in (load(MODEL, WEIGHTS)[0], again)
    )
    assert before == after
    assert written(again, ctx) == (text, weights)


def test_binary_form_knows_floats():
    """A layer with an input too many, which is kept as it is, too."""
    (line,) = (line for line in MODEL.splitlines() if line.startswith("Oracle"))
    module, ctx = load(MODEL.replace(line, "Proposal r 4 1 q g q g r 4=0.1 -23311=0"), WEIGHTS)
    model = export_model(module, ctx)
    again, _ = load(param_binary(model.param), WEIGHTS)
    (proposal,) = (op for op in opaque_ops(again) if op.layer_type.data == "Proposal")
    assert proposal.layer_params()["nms_threshold"] == np.float32(0.1)


def test_compiling_still_names_all_of_them():
    with pytest.raises(UnsupportedError) as caught:
        load_model_files(make_context(), MODEL.encode(), WEIGHTS)
    message = str(caught.value)
    assert "1 layer type is not supported: Oracle (line 6); " in message
    assert "2 layers have parameters or inputs that are not supported: " in message
    assert "DeformableConv2D: takes 2 or 3 inputs, 4 given (line 4)" in message
    assert "GRU: has 3 inputs and 2 outputs (line 5)" in message


def test_layers_that_ncnn_does_not_have_are_errors():
    with pytest.raises(UnsupportedError) as caught:
        load(MODEL.replace("Oracle   r", "Hologram r"), WEIGHTS)
    assert str(caught.value) == (
        "<param>:6: error: 1 layer type is not ncnn's, so that what it stores is unknown: "
        "Hologram (line 6); "
        "hint: ncnn has no layer type 'Hologram'; ncnnc.register_layer adds your own"
    )


@pytest.mark.parametrize(
    ("layer", "reason"),
    [
        ("GRU g 1 1 x y 0=4 1=17", "layer 'g' (GRU): weight_data_size 17 is not a multiple of 12"),
        ("GRU g 1 1 x y 0=0.5", "parameter 0 (num_output) is 0.5, not an integer"),
        ("GroupNorm n 1 1 x y", "array 'gamma' has the impossible shape 0"),
        ("Normalize q 1 1 x y 3=3", "array 'scale' (float32) needs 12 bytes"),
    ],
)
def test_wrong_layers(layer: str, reason: str):
    with pytest.raises(ModelError) as caught:
        load(f"7767517\n2 2\nInput x 0 1 x\n{layer}\n")
    assert reason in str(caught.value)


def test_nothing_is_known_behind_them():
    module, ctx = load(MODEL, WEIGHTS)
    optimize(module, ctx)
    assert len(opaque_ops(module)) == 3
    text, weights = written(module, ctx)
    assert text.splitlines()[-1].split()[0] == "ReLU"
    assert len(opaque_ops(load(text, weights)[0])) == 3


def test_constants_are_not_folded_through_them():
    model = """7767517
4 4
Input       x 0 1 x 0=4 1=5 2=3
MemoryData  m 0 1 m 0=1
Oracle      t 1 1 m t 0=0 1=3
BinaryOp    y 2 1 x t y 0=2
"""
    module, ctx = load(model, np.ones(1, np.float32).tobytes())
    optimize(module, ctx)
    types = [line.split()[0] for line in written(module, ctx)[0].splitlines()[2:]]
    assert sorted(types) == ["BinaryOp", "Input", "MemoryData", "Oracle"]


def test_models_with_them_are_optimized(tmp_path: Path):
    model = """7767517
4 4
Input       x 0 1 x
Convolution c 1 1 x c 0=4 1=1 6=12
ReLU        r 1 1 c r
Oracle      y 1 1 r y 0=1
"""
    names = ("in.param", "in.bin", "out.param", "out.bin")
    given, weights, param, data = (tmp_path / name for name in names)
    given.write_text(model)
    weights.write_bytes(bytes(4 + 12 * 4))
    ncnnc.optimize(given, weights, param, data)
    lines = [line.split() for line in param.read_text().splitlines()[2:]]
    assert [line[0] for line in lines] == ["Input", "Convolution", "Oracle"]
    assert "9=1" in lines[1]
    with pytest.raises(UnsupportedError, match="1 layer type is not supported: Oracle"):
        ncnnc.optimize(given, weights, param, data, inputs={"x": (3, 8, 8)}, check=True)


SURPLUS = 4
"""Inputs that no layer takes beside its own."""
KEPT_WITH_MORE = {"DeformableConv2D", "GRU", "LSTM", "MultiHeadAttention", "RNN"}
"""Layers that store arrays, and that ncnn runs if there are more inputs than they read."""


def corpus(count: int | None) -> list[Case]:
    """Conformance cases of such layers: some of each, or all."""
    cases = cases_by_layer()
    return [
        case for layer in sorted(KEPT_WITH_MORE & cases.keys()) for case in cases[layer][:count]
    ]


def with_more_inputs(param: str) -> str:
    """The same model, its last layer having inputs that it does not read."""
    *lines, last = param.splitlines()
    words = last.split()
    words[4:4] = words[4:5] * SURPLUS
    words[2] = str(int(words[2]) + SURPLUS)
    return "\n".join([*lines, " ".join(words), ""])


def check_case(case: Case) -> None:
    """A case is read to the last byte, has every array, and comes back."""
    oracle = load_oracle()
    param, weights, _, _ = oracle.materialise(case, 0)
    module, ctx = load(with_more_inputs(param), weights)
    (op,) = opaque_ops(module)
    exact = [array.get("store", "f32") == "f32" for array in case["weights"]]
    assert len(op.weights) == len(exact), case["id"]
    text, data = written(module, ctx)
    again, ctx_again = load(text, data)
    (copy,) = opaque_ops(again)
    assert copy.layer_params() == op.layer_params(), case["id"]
    for before, after in zip(arrays_of(op, ctx), arrays_of(copy, ctx_again), strict=True):
        assert before.tobytes() == after.tobytes(), case["id"]
    if all(exact):
        assert data == weights, case["id"]


@needs_cases
@pytest.mark.oracle
def test_some_cases_of_every_layer_are_kept():
    for case in corpus(3):
        check_case(case)


@pytest.mark.slow
@needs_cases
@pytest.mark.oracle
def test_all_cases_are_kept():
    cases = corpus(None)
    assert cases
    for case in cases:
        check_case(case)


UNKNOWN_TYPE = "Oracle"
"""A layer without an op, which this ncnn has not either: for it a Noop stands there."""


def with_opaque_input(case: Case) -> Case:
    """A case of a graph that reads its first input through a layer of which nothing is known."""
    graph = [
        [type, name, ["hidden" if b == "in0" else b for b in bottoms], tops, params]
        for type, name, bottoms, tops, params in case["graph"]
    ]
    return {**case, "graph": [[UNKNOWN_TYPE, "hide", ["in0"], ["hidden"], {}], *graph]}


@needs_cases
@needs_ncnn
@pytest.mark.oracle
def test_graphs_behind_them_compute_the_same_after_all_passes(tmp_path: Path):
    oracle = load_oracle()
    graphs = [case for case in cases_by_layer()["Graph"] if "in0" not in case["outputs"]]
    for case in map(with_opaque_input, graphs[::20]):
        param, weights, inputs, outputs = oracle.materialise(case, 0)
        module, ctx = load(param, weights)
        optimize(module, ctx)
        text, data = written(module, ctx)
        results = []
        for model, stored in ((param, weights), (text, data)):
            (tmp_path / "m.param").write_text(model.replace(UNKNOWN_TYPE, "Noop"))
            (tmp_path / "m.bin").write_bytes(stored)
            paths = str(tmp_path / "m.param"), str(tmp_path / "m.bin")
            results.append(oracle.run_ncnn(*paths, inputs, outputs=outputs))
        expected, got = results
        assert oracle.compare(expected, got, case["eps"]) is None, case["id"]


def test_layers_with_an_op_stay_that_op():
    module, _ = load("7767517\n2 2\nInput x 0 1 x 0=4\nReLU r 1 1 x y\n")
    assert not opaque_ops(module)
    assert "ReLU" in LAYER_OPS


SCALE_AND_BIAS = """7767517
4 4
Input x 0 1 x
Input s 0 1 s
Scale m 2 1 x s m 0=-233 1=1
ReLU  y 1 1 m y
"""

THREE_INPUTS = """7767517
5 5
Input       x 0 1 x 0=8 1=8 2=3
Convolution c 1 1 x c 0=4 1=1 6=12
Input       z 0 1 z 0=8 1=8 2=4
BinaryOp    y 3 1 c z c y 0=2 9=2 31=3
ReLU        r 1 1 y r
"""
"""ncnn leaves the third input of a layer alone that takes two."""

CONVOLUTION = struct.pack("<I", 0) + np.arange(12, dtype=np.float32).tobytes()


@pytest.mark.parametrize(
    ("model", "weights", "layer", "kept"),
    [
        (SCALE_AND_BIAS, b"", "Scale", {"0=-233", "1=1"}),
        (THREE_INPUTS, CONVOLUTION, "BinaryOp", {"0=2", "9=2", "31=3"}),
    ],
)
def test_what_an_op_cannot_express_is_kept_whole(
    model: str, weights: bytes, layer: str, kept: set[str]
):
    module, ctx = load(model, weights)
    (op,) = opaque_ops(module)
    assert op.layer_type.data == layer
    (remark,) = ctx.remarks
    assert f"missed: import: {remark.layers[0]}: {layer} is kept as it is: " in str(remark)
    optimize(module, ctx)
    text, data = written(module, ctx)
    (line,) = (words.split() for words in text.splitlines() if words.split()[0] == layer)
    assert kept <= set(line)
    assert data == weights
    assert written(*load(text, data)) == (text, data)


@needs_cases
@needs_ncnn
@pytest.mark.oracle
def test_what_is_kept_computes_the_same(tmp_path: Path):
    given, weights = tmp_path / "in.param", tmp_path / "in.bin"
    param, data = tmp_path / "out.param", tmp_path / "out.bin"
    given.write_text(THREE_INPUTS)
    weights.write_bytes(CONVOLUTION)
    remarks = ncnnc.optimize(given, weights, param, data)
    assert any("kept as it is" in str(remark) for remark in remarks)
    x = np.random.default_rng(1).uniform(-1, 1, (3, 8, 8)).astype(np.float32)
    inputs = {"x": x, "z": np.full((4, 8, 8), 2, np.float32)}
    oracle = load_oracle()
    expected, got = (
        oracle.run_ncnn(str(p), str(b), inputs, outputs=["r"])
        for p, b in ((given, weights), (param, data))
    )
    np.testing.assert_array_equal(got["r"], expected["r"])


@pytest.mark.parametrize(
    ("layer", "reason"),
    [
        ("BinaryOp y 1 1 x y 0=99", "needs more inputs than the 1 given"),
        ("BinaryOp y 1 1 x y 0=99 1=1", "operator 99 is unknown"),
        ("Reduction y 1 1 x y 0=3 1=0 3=1,", "axes need 5=1 (fixbug0)"),
        ("Softmax y 1 1 x y 0=1", "needs 1=1 (fixbug0)"),
        ("ReLU y 2 1 x x y", "takes 1 inputs, 2 given"),
        ("Convolution y 2 1 x x y 0=4 1=1 6=12", "has 2 inputs and 1 outputs"),
        ("ReLU y 1 2 x y z", "has 1 outputs, 2 given"),
        ("Gemm y 1 1 x y", "has 1 inputs and 1 outputs"),
        ("Interp y 1 1 x y 0=9", "resize_type 9 is unknown"),
        ("Squeeze y 1 1 x y 3=0,-5", "axis -5 is outside of 4 dimensions"),
        ("Reshape y 1 1 x y 0=0.5", "parameter 0 (w) is 0.5, not an integer"),
    ],
)
def test_what_ncnn_cannot_run_either_is_refused(layer: str, reason: str):
    with pytest.raises(ModelError) as caught:
        load(f"7767517\n2 3\nInput x 0 1 x 0=4 1=4 2=3\n{layer}\n", CONVOLUTION)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("<param>:4: error: layer 'y' (")


MANY = """7767517
9 11
Input       x 0 1 x 0=4 1=4 2=3
Oracle      g 1 1 x g 0=1
BinaryOp    a 3 1 g g g a
Hologram    f 1 1 a f 3=2.5
BinaryOp    b 3 1 f f f b
Scale       m 2 1 b b m 0=-233 1=1
Convolution q 1 1 m q 0=4 1=1 6=12 8=2
SDPA        s 5 3 q q q q q s k v 7=1
ReLU        y 1 1 s y
"""


def test_everything_that_is_not_supported_is_said_at_once():
    with pytest.raises(UnsupportedError) as caught:
        load_model_files(make_context(), MANY.encode(), b"")
    assert str(caught.value) == (
        "<param>:4: error: 2 layer types are not supported: Oracle (line 4); Hologram (line 6); "
        "3 layers have parameters or inputs that are not supported: "
        "BinaryOp: takes 2 inputs, 3 given (lines 5, 7); "
        "Scale: has a bias, which does not go with a scale from an input (line 8); "
        "hint: ncnn has no layer type 'Hologram'; ncnnc.register_layer adds your own"
    )


def test_one_layer_that_is_not_supported_is_named():
    with pytest.raises(UnsupportedError) as caught:
        load_model_files(make_context(), THREE_INPUTS.encode(), CONVOLUTION)
    assert str(caught.value) == ("<param>:6: error: layer 'y' (BinaryOp): takes 2 inputs, 3 given")


def test_parameters_of_ops_are_said_at_once():
    text = "\n".join(
        line for line in MANY.splitlines() if line.split()[0] not in ("Oracle", "Hologram")
    )
    for old, new in (("9 11", "7 9"), ("g g g", "x x x"), ("f f f", "a a a")):
        text = text.replace(old, new)
    weights = CONVOLUTION + bytes(5 * 4)
    with pytest.raises(UnsupportedError) as caught:
        load_model_files(make_context(), text.encode(), weights)
    assert "3 layers have parameters" in str(caught.value)


def test_shapes_that_data_gives_are_kept_and_not_compiled(tmp_path: Path):
    model = """7767517
4 4
Input x 0 1 x 0=9 1=7 2=4
Input v 0 1 v 0=6
Crop  c 2 1 x v c 0=-233
ReLU  y 1 1 c y
"""
    module, ctx = load(model)
    optimize(module, ctx)
    assert not opaque_ops(module)
    assert "Crop" in written(module, ctx)[0]
    path = tmp_path / "m.param"
    path.write_text(model)
    with pytest.raises(UnsupportedError, match=r"computed while the network runs.*\(1\): 'c'"):
        lower(CompileOptions(str(path)), "graph")
