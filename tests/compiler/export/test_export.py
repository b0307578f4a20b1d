"""IR back to model files: layers, parameters, names, arrays, and what a file cannot express."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import InternalError, ModelError
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import ExportedModel, WeightStorage, export_model, param_text
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.passes.graph.eliminate_split import EliminateSplitPass
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, FusedLoc, ModuleOp, NoneAttr
from xdsl.dialects.func import Func
from xdsl.dialects.linalg import Linalg
from xdsl.ir import Operation
from xdsl.parser import Parser

from tests.helpers.importing import load_model_files

INPUT = "Input data 0 1 data 0=8 1=8 2=3"
CONVOLUTION = "Convolution conv1 1 1 data conv1 0=4 1=3 5=1 6=108 9=1"
INT8_TAG = 0x000D4B38
F16_TAG = 0x01306B47


def text_of(*layers: str) -> bytes:
    return "\n".join(["7767517", f"{len(layers)} {4 * len(layers)}", *layers, ""]).encode()


def floats(*values: float) -> bytes:
    return np.array(values, np.float32).tobytes()


def tagged(*values: float, tag: int = 0) -> bytes:
    return struct.pack("<I", tag) + floats(*values)


def load(*layers: str, weights: bytes = b"", **options) -> tuple[ModuleOp, NcnncContext]:
    context = make_context()
    return load_model_files(context, text_of(*layers), weights, **options), context


def round_trip(*layers: str, weights: bytes = b"", shapes: bool = True, **options) -> ExportedModel:
    """Import, infer shapes (or not), let splits vanish, and export."""
    module, context = load(*layers, weights=weights, **options)
    if shapes:
        InferShapesPass().apply(context, module)
    EliminateSplitPass().apply(context, module)
    return export_model(module, context)


def parse(text: str, context: NcnncContext | None = None) -> tuple[ModuleOp, NcnncContext]:
    """A module and a context with the weights and names of the given one."""
    given = context or NcnncContext()
    context = NcnncContext(weights=given.weights, blob_names=given.blob_names)
    for dialect in (Arith, Builtin, Func, Linalg, Ncnn):
        context.load_dialect(dialect)
    return Parser(context, text).parse_module(), context


def export_ir(text: str, context: NcnncContext | None = None) -> ExportedModel:
    return export_model(*parse(text, context))


def stored(model: ExportedModel) -> bytes:
    return b"".join(bytes(chunk) for chunk in model.bin)


def lines(model: ExportedModel) -> list[str]:
    """The layers as text, in one space."""
    return [" ".join(line.split()) for line in param_text(model.param).decode().splitlines()[2:]]


def layer(model: ExportedModel, name: str) -> LayerRecord:
    (found,) = (layer for layer in model.param.layers if layer.name == name)
    return found


# Parameters ---------------------------------------------------------------------------------------


def test_parameters_at_their_default_are_left_out():
    model = round_trip(
        INPUT,
        "Convolution c 1 1 data c 0=4 1=3 11=3 2=1 12=1 3=2 13=2 4=1 14=1 15=1 16=1 5=0 6=108 9=0",
        weights=tagged(*range(108)),
    )
    assert layer(model, "c").params == {30: [3, 4, 4, 4], 0: 4, 1: 3, 3: 2, 4: 1, 6: 108}


@pytest.mark.parametrize(
    "params",
    [
        "0=4 1=3 4=-233 6=108 9=2 -23310=1,0.1",
        "0=4 1=3 11=1 2=2 12=1 3=1 13=2 4=1 15=2 14=3 16=0 6=36",
        "0=4 1=1 11=3 18=0.5 4=1 14=2 6=36 9=3 -23310=2,-1.0,6.0",
    ],
)
def test_parameters_come_back(params: str):
    text = f"Convolution c 1 1 data c {params}"
    size = int(text.split(" 6=")[1].split()[0])
    model = round_trip(INPUT, text, weights=tagged(*range(size)))
    again = round_trip(*lines(model), weights=stored(model))
    assert param_text(again.param) == param_text(model.param)
    original = {token for token in params.split() if not token.startswith("16=0")}
    assert original <= {*lines(model)[1].split(), "2=2", "12=1"} | {"13=2", "3=1", "2=1"}


def test_unknown_parameters_and_feature_masks_survive():
    model = round_trip(INPUT, 'ReLU r 1 1 data r 0=0.5 7=9 8=1.5 -23309=2,1,2 12="a b" 31=64')
    assert lines(model)[1] == (
        'ReLU r 1 1 data r -23330=4,3,8,8,3 0=0.5 7=9 8=1.5 -23309=2,1,2 12="a b" 31=64'
    )


def test_attributes_survive_the_text_of_the_ir():
    module, context = load(
        INPUT,
        "MemoryData m 0 1 m 0=1 1=1 2=3 21=0 31=2",
        "BinaryOp b 2 1 data m b 7=9 31=64",
        weights=tagged(1, 2, 3),
    )
    copy = export_model(*parse(str(module), context)).param.layers
    original = export_model(module, context).param.layers
    assert [layer.params for layer in copy] == [layer.params for layer in original]
    assert [layer.tops for layer in copy] == [layer.tops for layer in original]


def test_a_scalar_operand_and_reduced_axes():
    model = round_trip(
        INPUT,
        "BinaryOp b 1 1 data b 0=7 1=1 2=0.123456789",
        "Reduction r 1 1 b r 0=3 1=0 -23303=2,1,2 4=1 5=1",
    )
    assert layer(model, "b").params == {
        30: [3, 8, 8, 3],
        0: 7,
        1: 1,
        2: float(np.float32(0.123456789)),
    }
    assert layer(model, "r").params == {30: [3, 1, 1, 3], 0: 3, 1: 0, 3: [1, 2], 4: 1, 5: 1}


# Shape hints --------------------------------------------------------------------------------------


def test_hints_have_four_numbers_and_five_for_volumes():
    model = round_trip(
        "Input a 0 1 a 0=5",
        "Input b 0 1 b 0=5 1=6",
        "Input c 0 1 c 0=5 1=6 2=7",
        "Input d 0 1 d 0=5 1=6 11=7 2=8",
        "Slice s 1 2 c s0 s1 -23300=2,3,-233",
    )
    hints = {layer.name: layer.params[30] for layer in model.param.layers}
    assert hints == {
        "a": [1, 5, 1, 1],
        "b": [2, 5, 6, 1],
        "c": [3, 5, 6, 7],
        "d": [4, 5, 6, 7, 8],
        "s": [3, 5, 6, 3, 3, 5, 6, 4],
    }


def test_a_hint_of_a_layer_of_unknown_shape_survives():
    model = round_trip(
        "Input data 0 2 x y -23330=8,1,5,1,1,1,6,1,1",
        "ReLU r 1 1 x r -23330=4,1,5,1,1",
        "ReLU s 1 1 y s",
        shapes=False,
        allow_unknown_shapes=True,
    )
    assert [layer.params for layer in model.param.layers] == [
        {30: [1, 5, 1, 1]},
        {30: [1, 6, 1, 1]},
        {30: [1, 5, 1, 1]},
        {},
    ]


# Names and splits ---------------------------------------------------------------------------------


def test_layers_blobs_and_order_stay():
    source = (
        "Input in 0 1 data -23330=4,1,4,1,1 0=4",
        "Split splitncnn_0 1 2 data data_splitncnn_0 data_splitncnn_1 -23330=8,1,4,1,1,1,4,1,1",
        "ReLU a/relu 1 1 data_splitncnn_0 x/1 -23330=4,1,4,1,1",
        "Sigmoid b 1 1 data_splitncnn_1 x:1 -23330=4,1,4,1,1",
        "BinaryOp add 2 1 x/1 x:1 y_1 -23330=4,1,4,1,1",
        "TanH t 1 1 y_1 out -23330=4,1,4,1,1",
    )
    assert lines(round_trip(*source)) == list(source)


@pytest.mark.parametrize("blob", ["_1", "1_2", "-", "é", "a.", "$1", "a_1_2", "%0", "x" * 250])
def test_odd_blob_names_stay(blob: str):
    model = round_trip("Input i 0 1 i 0=4", f"ReLU r 1 1 i {blob}", f"ReLU s 1 1 {blob} o")
    assert layer(model, "r").tops == (blob,)


def test_names_without_the_models_table_are_those_of_the_values():
    model = export_ir(
        """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
             %a = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
             %0 = ncnn.relu %a : (tensor<4xf32>) -> tensor<4xf32>
             %1 = ncnn.binaryop add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
             func.return %1 : tensor<4xf32>
           }"""
    )
    blobs = [line.split(" -23330")[0] for line in lines(model)]
    assert blobs == [
        "Input arg0 0 1 arg0",
        "ReLU a 1 1 arg0 a",
        "ReLU relu 1 1 a relu",
        "Split splitncnn_0 1 2 relu relu_splitncnn_0 relu_splitncnn_1",
        "BinaryOp binaryop 2 1 relu_splitncnn_0 relu_splitncnn_1 result0",
    ]


def test_of_values_with_one_name_the_last_is_the_blob():
    module, context = load(INPUT, "ReLU a 1 1 data a", "ReLU b 1 1 a b_1", "ReLU c 1 1 b_1 c")
    a, b, _ = list(module.walk())[2:5]
    a.results[0].name_hint = b.results[0].name_hint
    tops = [layer.tops[0] for layer in export_model(module, context).param.layers]
    assert tops == ["data", "b_1_2", "b_1", "c"]


def test_outputs_keep_their_names_whatever_reads_them():
    model = export_ir(
        """func.func @main(%x: tensor<4xf32> {ncnn.name = "in"})
             -> (tensor<4xf32> {ncnn.name = "a"}, tensor<4xf32> {ncnn.name = "b"},
                 tensor<4xf32> {ncnn.name = "c"}, tensor<4xf32> {ncnn.name = "d"}) {
             %r = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
             %s = ncnn.relu %r : (tensor<4xf32>) -> tensor<4xf32>
             func.return %r, %x, %r, %s
               : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
           }"""
    )
    consumed = {blob for layer in model.param.layers for blob in layer.bottoms}
    tops = {blob for layer in model.param.layers for blob in layer.tops}
    assert tops - consumed == {"a", "b", "c", "d"}
    assert model.param.layers[0].tops == ("in",)
    assert len(tops) == model.param.blob_count
    round_trip(*lines(model))


def test_an_input_that_is_an_output_keeps_both_names():
    same = """func.func @main(%x: tensor<4xf32> {ncnn.name = "x"})
                -> (tensor<4xf32> {ncnn.name = "NAME"}) {
                func.return %x : tensor<4xf32>
              }"""
    assert [layer.type for layer in export_ir(same.replace("NAME", "x")).param.layers] == ["Input"]
    renamed = export_ir(same.replace("NAME", "y")).param.layers
    assert [(layer.type, layer.bottoms, layer.tops) for layer in renamed] == [
        ("Input", (), ("x",)),
        ("Split", ("x",), ("y",)),
    ]


def test_layers_made_of_one_have_different_names():
    module, context = load(INPUT, "ReLU r 1 1 data a", "ReLU s 1 1 a b")
    first, second = list(module.body.block.walk())[1:3]
    second.location = FusedLoc([first.location, second.location], NoneAttr())
    assert [layer.name for layer in export_model(module, context).param.layers] == [
        "data",
        "r",
        "s",
    ]
    second.location = first.location
    names = [layer.name for layer in export_model(module, context).param.layers]
    assert names == ["data", "r", "b"]


def test_an_input_with_the_name_of_another_blob_that_is_an_output():
    text = """func.func @main(%x: tensor<4xf32> {ncnn.name = "x"})
                -> (tensor<4xf32> {ncnn.name = "x"}) {
                %r = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
                func.return %r : tensor<4xf32>
              }"""
    with pytest.raises(ModelError, match="output 'x' has the name of another input or output"):
        export_ir(text)


# Arrays -------------------------------------------------------------------------------------------


def test_weights_come_back_bit_for_bit():
    values = [*np.random.default_rng(0).standard_normal(104), 1e-45, -0.0, np.inf, np.nan]
    bias = floats(1, 2, 3, 4)
    model = round_trip(INPUT, CONVOLUTION, weights=tagged(*values) + bias)
    assert stored(model) == tagged(*values) + bias


def test_int8_arrays_and_scales():
    layer = "Convolution conv1 1 1 data conv1 0=1 1=1 5=1 6=3 8=101"
    weights = struct.pack("<I3bx", INT8_TAG, 1, -2, 3) + floats(0.5, 0.25, 0.125, 8)
    model = round_trip(INPUT, layer, weights=weights)
    assert stored(model) == weights
    assert "8=101" in lines(model)[1]


def test_float16_where_asked_and_possible():
    layers = ("Convolution a 1 1 data a 0=1 1=1 5=1 6=3", "Convolution b 1 1 a b 0=1 1=1 6=1")
    weights = tagged(0.1, 1, 65504) + floats(0.1) + tagged(1e6)
    module, context = load(INPUT, *layers, weights=weights)
    model = export_model(module, context, WeightStorage.FLOAT16)
    halves = np.array([0.1, 1, 65504], np.float16).tobytes() + bytes(2)
    assert stored(model) == struct.pack("<I", F16_TAG) + halves + floats(0.1) + tagged(1e6)


def test_memory_data_is_stored_as_it_was():
    weights = floats(1, 2) + tagged(3, 4, 5) + struct.pack("<I3bx", INT8_TAG, 6, 7, 8)
    source = (
        "MemoryData raw 0 1 raw -23330=4,1,2,1,1 0=2",
        "MemoryData tag 0 1 tag -23330=4,3,1,1,3 0=1 1=1 2=3 21=0",
        "MemoryData int 0 1 int -23330=4,1,3,1,1 0=3 21=0",
    )
    model = round_trip(*source, weights=weights)
    assert lines(model) == list(source)
    assert stored(model) == weights


def test_a_constant_shared_by_layers_is_stored_for_each():
    context = make_context()
    context.weights.add("w", np.array([2.0], np.float32))
    model = export_ir(
        """func.func @main(%x: tensor<1x4x4xf32>) -> tensor<1x4x4xf32> {
             %w = ncnn.weight <"w"> : tensor<1x1x1x1xf32>
             %a = ncnn.convolution %x, %w : TYPE
             %b = ncnn.convolution %a, %w : TYPE
             func.return %b : tensor<1x4x4xf32>
           }""".replace("TYPE", CONV_TYPE),
        context,
    )
    assert stored(model) == 2 * tagged(2)
    assert [layer.type for layer in model.param.layers] == ["Input", "Convolution", "Convolution"]


def test_a_constant_that_is_a_blob_has_a_layer_of_its_own():
    model = export_ir(
        """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
             %c = ncnn.weight <"c"> dense<[1.0, 2.0]> : tensor<2xf32>
             %a = ncnn.binaryop add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
             %b = ncnn.binaryop mul %c, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
             func.return %b : tensor<2xf32>
           }"""
    )
    types = [layer.type for layer in model.param.layers]
    assert types == ["Input", "MemoryData", "Split", "BinaryOp", "BinaryOp"]
    assert stored(model) == floats(1, 2)


def test_constant_weights_of_a_dynamic_convolution_are_stored_with_it():
    model = round_trip(
        INPUT,
        "MemoryData w 0 1 w 0=1 1=1 11=3 2=2",
        "Convolution c 2 1 data w c 0=2 1=1 19=1",
        weights=floats(*range(6)),
    )
    assert lines(model)[1:] == ["Convolution c 1 1 data c -23330=4,3,8,8,2 0=2 1=1 6=6"]
    assert stored(model) == tagged(*range(6))


def test_computed_weights_stay_inputs():
    source = (
        "Input data 0 1 data -23330=4,3,8,8,3 0=8 1=8 2=3",
        "Input w 0 1 w -23330=5,4,1,1,3,2 0=1 1=1 2=2 11=3",
        "Input b 0 1 b -23330=4,1,2,1,1 0=2",
        "Convolution c 3 1 data w b c -23330=4,3,8,8,2 0=2 1=1 5=1 19=1",
    )
    assert lines(round_trip(*source)) == list(source)


# What a file cannot have --------------------------------------------------------------------------


def first(module: ModuleOp, kind: type[Operation]) -> Operation:
    return next(op for op in module.walk() if isinstance(op, kind))


CONV_IR = """
func.func @main(%x: tensor<1x4x4xf32>, %v: tensor<1x1x1x1xf32>) -> tensor<1x4x4xf32> {
  %w = ncnn.weight <"w"> dense<2.0> : tensor<1x1x1x1xf32>
  %u = ncnn.relu %w : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %b = ncnn.weight <"b"> dense<1.0> : tensor<1xf32>
  %y = OP : TYPE
  func.return %y : tensor<1x4x4xf32>
}
"""
CONV_TYPE = "tensor<1x4x4xf32>, tensor<1x1x1x1xf32> -> tensor<1x4x4xf32>"


@pytest.mark.parametrize(
    ("op", "reason"),
    [
        ("ncnn.convolution %x, %w algorithm gemm", "ncnn.convolution has a chosen algorithm"),
        (
            "ncnn.convolution %x, %w epilogue {\n^bb0(%a: f32):\n  linalg.yield %a : f32\n}",
            "ncnn.convolution has an epilogue",
        ),
        (
            "ncnn.convolution %x, %v weight_scale %b : tensor<1xf32>",
            "int8 scales do not go with weights that are computed",
        ),
        (
            "ncnn.deconvolution %x, %v",
            "weights that are computed must be `transposed_weight`",
        ),
    ],
)
def test_what_later_levels_add_has_no_layer(op: str, reason: str):
    with pytest.raises(ModelError, match=reason):
        export_ir(CONV_IR.replace("OP", op).replace("TYPE", CONV_TYPE))


def test_packed_layouts_have_no_layer():
    text = """func.func @main(%x: tensor<16x4x4xf32>) -> tensor<16x4x4xf32> {
      %p = ncnn.convert_layout %x : tensor<16x4x4xf32> -> PACKED
      %y = ncnn.convert_layout %p : PACKED -> tensor<16x4x4xf32>
      func.return %y : tensor<16x4x4xf32>
    }""".replace("PACKED", "tensor<16x4x4xf32, #ncnn.layout<pack = 16>>")
    with pytest.raises(ModelError, match=r"cannot express ncnn\.convert_layout"):
        export_ir(text)
    unpacked = "tensor<16x4x4xf32> -> tensor<16x4x4xf32, #ncnn.layout<pack = 16>>"
    packed = unpacked.replace("tensor<16x4x4xf32> ->", "(tensor<16x4x4xf32>) ->")
    relu = text.replace("ncnn.convert_layout %x", "ncnn.relu %x").replace(unpacked, packed)
    with pytest.raises(ModelError, match=r"ncnn\.relu has a packed layout"):
        export_ir(relu)


def test_arrays_that_are_left_to_compute():
    text = CONV_IR.replace("OP", "ncnn.convolution %x, %u").replace("TYPE", CONV_TYPE)
    with pytest.raises(InternalError, match=r"array 'weight' of layer 'ncnn\.convolution' is left"):
        export_ir(text)


@pytest.mark.parametrize(
    "step", ["BinaryOp m 1 1 w v 0=2 1=1 2=3.0", "Split s 1 2 w v out"], ids=["binaryop", "split"]
)
def test_arrays_that_layers_compute_are_stored(step: str):
    constant, conv = (
        "MemoryData k 0 1 w 0=1 1=1 11=1 2=1",
        "Convolution c 2 1 data v y 0=1 1=1 19=1",
    )
    model = round_trip("Input data 0 1 data 0=2 1=2 2=1", constant, step, conv, weights=floats(2))
    factor = 3 if step.startswith("BinaryOp") else 1
    assert stored(model).endswith(tagged(2 * factor))
    (line,) = (line for line in lines(model) if line.startswith("Convolution"))
    assert "6=1" in line
    assert "19=" not in line


def test_errors_name_layer_and_line():
    module, context = load(INPUT, CONVOLUTION, weights=tagged(*range(108)) + floats(1, 2, 3, 4))
    convolution = first(module, ConvolutionOp)
    assert isinstance(convolution, ConvolutionOp)
    context.weights.discard("conv1.weight")
    with pytest.raises(InternalError, match=r"weight 'conv1\.weight' is not at hand"):
        export_model(module, context)


def test_export_leaves_the_module_and_is_deterministic():
    module, context = load(INPUT, "ReLU a 1 1 data a", "BinaryOp b 2 1 a a b", "ReLU c 1 1 a c")
    before = str(module)
    texts = {param_text(export_model(module, context).param) for _ in range(3)}
    assert len(texts) == 1
    assert str(module) == before
