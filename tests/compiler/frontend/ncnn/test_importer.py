"""Models to IR: what each kind of layer becomes, and how what cannot be imported is reported."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UnsupportedError, UsageError
from ncnnc.compiler.frontend.locations import model_error_from_pass
from ncnnc.compiler.frontend.ncnn.blob_names import in_order_of_numbers, value_name
from ncnnc.compiler.frontend.survey.support_check import check_runnable
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.dialects.ncnn.layers.activation import ReLUOp
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.dialects.ncnn.shapes import UNRANKED, shape_of
from ncnnc.passes.common.errors import OperationError, place_of
from xdsl.dialects.builtin import Builtin, FusedLoc, NoneAttr, StringAttr
from xdsl.dialects.func import Func, ReturnOp

from tests.helpers.importing import (
    CONVOLUTION,
    INPUT,
    error_of,
    floats,
    infer,
    load,
    load_model_files,
    main_of,
    names,
    signature,
    text_of,
)


def test_a_function_with_named_arguments_and_results():
    main = main_of(load(INPUT, "Sigmoid s 1 1 data out"))
    assert main.sym_name.data == "main"
    assert signature(main) == "tensor<3x8x8xf32> -> tensor<*xf32>"
    assert main.arg_attrs is not None
    assert main.res_attrs is not None
    assert names(main.arg_attrs) == ["data"]
    assert names(main.res_attrs) == ["out"]
    assert [op.name for op in main.body.block.ops] == ["ncnn.sigmoid", "func.return"]


@pytest.mark.requirement("W2", "W15")
def test_weights_are_read_in_file_order_and_stored_by_layer():
    context = NcnncContext()
    second = "Convolution conv2 1 1 conv1 conv2 0=2 1=1 6=8"
    data = (
        struct.pack("<I", 0) + floats(108) + floats(4, 500) + struct.pack("<I", 0) + floats(8, 900)
    )
    module = load(INPUT, CONVOLUTION, second, weights=data, context=context)
    weights = [op for op in module.walk() if isinstance(op, WeightOp)]
    assert [op.key.data for op in weights] == ["conv1.weight", "conv1.bias", "conv2.weight"]
    assert context.weights.get("conv1.weight").shape == (4, 3, 3, 3)
    assert context.weights.get("conv1.weight")[3, 2, 2, 2] == 107
    np.testing.assert_array_equal(context.weights.get("conv1.bias"), [500, 501, 502, 503])
    np.testing.assert_array_equal(context.weights.get("conv2.weight").ravel(), np.arange(900, 908))
    assert str(main_of(infer(module)).function_type.outputs.data[0]) == "tensor<2x6x6xf32>"


@pytest.mark.requirement("W1")
def test_dynamic_weights_leave_the_cursor_where_it_is():
    context = NcnncContext()
    module = load(
        INPUT,
        "Input w 0 1 w 0=3 1=3 11=3 2=4",
        "Convolution dynamic 2 1 data w a 0=4 1=3 19=1",
        "Convolution fixed 1 1 a b 0=2 1=1 6=8",
        weights=struct.pack("<I", 0) + floats(8),
        context=context,
    )
    np.testing.assert_array_equal(context.weights.get("fixed.weight").ravel(), np.arange(8))
    assert str(main_of(infer(module)).function_type.outputs.data[0]) == "tensor<2x6x6xf32>"


def test_layers_of_one_name_keep_their_weights_apart():
    context = NcnncContext()
    layers = [f"Convolution c 1 1 {a} {b} 0=3 1=1 6=9" for a, b in (("data", "x"), ("x", "y"))]
    data = struct.pack("<I", 0) + floats(9) + struct.pack("<I", 0) + floats(9, 100)
    load(INPUT, *layers, weights=data, context=context)
    assert context.weights.get("c.weight")[0, 0] == 0
    assert context.weights.get("c.weight#2")[0, 0] == 100


@pytest.mark.requirement("W3", "W7")
def test_int8_weights_stay_int8():
    context = NcnncContext()
    layer = "Convolution conv1 1 1 data conv1 0=4 1=3 5=1 6=108 8=2"
    data = (
        struct.pack("<I", 0x000D4B38) + bytes(range(108)) + floats(4) + floats(4, 1) + floats(1, 1)
    )
    module = infer(load(INPUT, layer, "ReLU r 1 1 conv1 r", weights=data, context=context))
    assert context.weights.get("conv1.weight").dtype == np.int8
    assert "tensor<4x3x3x3xi8>" in str(module)
    check_runnable(module)


def test_int8_of_weights_that_are_computed_is_refused():
    inputs = "Input data 0 1 data 0=9 1=3 2=3", "Input w 0 1 w 0=3 1=3 11=3 2=4"
    layer = "Convolution c 2 1 data w c 0=4 1=3 6=108 8=2 19=1"
    with pytest.raises(UnsupportedError, match=r"int8.*'c'"):
        check_runnable(infer(load(*inputs, layer)))


def test_key_value_caches_without_a_shape_are_empty():
    layer = "SDPA a 5 3 data data data k v x y z 7=1"
    inputs = (INPUT, "Input k 0 1 k", "Input v 0 1 v")
    module = infer(load(*inputs, layer, weights=None, seed=0))
    check_runnable(module)
    _, k, v = main_of(module).body.block.args
    assert shape_of(k) == shape_of(v) == (0, 0, 0)
    with pytest.raises(ModelError, match="input 'k' has no shape"):
        load(*inputs[:2], "BinaryOp a 2 1 data k a", weights=None, seed=0)


def test_float_models_are_runnable():
    check_runnable(infer(load(INPUT, CONVOLUTION, weights=None, seed=0)))


def test_unread_branches_of_a_split_are_outputs():
    module = load(INPUT, "Split s 1 3 data a b c", "BinaryOp x 2 1 a b x 0=0")
    main = main_of(module)
    (split, binary, end) = main.body.block.ops
    assert list(split.operands) == [main.body.block.args[0]]
    assert list(binary.operands) == list(split.results[:2])
    assert isinstance(end, ReturnOp)
    assert list(end.operands) == [split.results[2], binary.results[0]]
    assert main.res_attrs is not None
    assert names(main.res_attrs) == ["c", "x"]


def test_input_may_be_of_unknown_shape():
    layers = text_of("Input data 0 1 data", "ReLU r 1 1 data r")
    with pytest.raises(ModelError, match="input 'data' has no shape"):
        load_model_files(NcnncContext(), layers, b"")
    module = infer(load_model_files(NcnncContext(), layers, b"", allow_unknown_shapes=True))
    assert main_of(module).function_type.outputs.data == (UNRANKED,)


def test_a_blob_may_have_several_consumers():
    module = infer(
        load(INPUT, "ReLU r 1 1 data r", "Sigmoid s 1 1 data s", "Eltwise e 2 1 r s e 0=1")
    )
    assert len(list(main_of(module).body.block.ops)) == 4


@pytest.mark.parametrize(
    ("params", "shape", "tagged"),
    [
        ("0=5", (5,), False),
        ("0=5 1=2", (2, 5), False),
        ("0=5 1=2 2=3", (3, 2, 5), False),
        ("0=5 1=2 11=4 2=3", (3, 4, 2, 5), False),
        ("0=5 21=0", (5,), True),
        ("0=5 21=1", (5,), False),
    ],
)
def test_memory_data_is_a_weight(params: str, shape: tuple[int, ...], tagged: bool):
    context = NcnncContext()
    count = int(np.prod(shape))
    data = struct.pack("<I", 0) * tagged + floats(count)
    module = load(f"MemoryData m 0 1 m {params}", weights=data, context=context)
    array = context.weights.get("m.data")
    assert array.shape == shape
    np.testing.assert_array_equal(array.ravel(), np.arange(count))
    weight, _ = main_of(module).body.block.ops
    assert isinstance(weight, WeightOp)
    assert weight.memory_data is not None


def test_parameters_are_typed_and_have_defaults():
    module = str(load(INPUT, "ReLU a 1 1 data a 0=2", "ReLU b 1 1 a b 7=9 30=4,3,8,8,3"))
    assert "ncnn.relu %data slope 2.000000e+00" in module
    assert "ncnn.relu %a {" in module
    assert 'ncnn.params = {"7" = 9 : i64}' in module


def test_every_layer_keeps_its_feature_mask():
    module = str(
        load(INPUT, f"{CONVOLUTION} 31=64", "ReLU r 1 1 conv1 r 31=64", weights=None, seed=0)
    )
    assert module.count("ncnn.feature_mask = 64") == 2


def test_locations_name_layer_file_and_line():
    module = load(INPUT, CONVOLUTION, weights=None, seed=0)
    (convolution,) = (op for op in module.walk() if isinstance(op, ConvolutionOp))
    place = place_of(convolution)
    assert (place.layer, place.file, place.line, place.offset) == ("conv1", "<param>", 4, None)
    convolution.location = FusedLoc([convolution.location], NoneAttr())
    assert place_of(convolution).line == 4


@pytest.mark.parametrize(
    ("blob", "name"),
    [("conv1", "conv1"), ("a/b:x", "a_b_x"), ("conv1_2", "conv1.2"), ("12", "blob12"), ("ä", "_")],
)
def test_values_are_named_after_blobs(blob: str, name: str):
    assert value_name(blob) == name
    module = load(INPUT, f"ReLU r 1 1 data {blob}")
    assert f"%{name} = ncnn.relu" in str(module)


@pytest.mark.parametrize(
    "convolution", [CONVOLUTION, CONVOLUTION.replace("conv1 1 1", "свёртка 1 1")]
)
def test_modules_print_and_parse(convolution: str):
    layers = convolution, "Split s 1 2 conv1 1 2", "ReLU r 1 1 1 出力"
    module = infer(load(INPUT, *layers, weights=None, seed=0))
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    again = IRParser(context, str(module)).parse_module()
    again.verify()
    assert str(again) == str(module)


# Inputs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "given", "shape"),
    [
        ("0=8 1=8 2=3", None, (3, 8, 8)),
        ("0=8 1=9 11=2 2=3", None, (3, 2, 9, 8)),
        ("0=8", None, (8,)),
        ("0=8 1=8 2=3", (3, 4, 5), (3, 4, 5)),
        ("", (7,), (7,)),
        ("0=-1 1=-1 2=3", (3, 2, 2), (3, 2, 2)),
    ],
)
def test_input_shapes(params: str, given: tuple[int, ...] | None, shape: tuple[int, ...]):
    shapes = None if given is None else {"data": given}
    module = load(f"Input data 0 1 data {params}", "ReLU r 1 1 data r", shapes=shapes)
    expected = "x".join(map(str, shape))
    assert signature(main_of(infer(module))) == f"tensor<{expected}xf32> -> tensor<{expected}xf32>"


def test_an_input_layer_may_have_several_outputs():
    shapes = {"a": (4,), "b": (2, 4)}
    main = main_of(infer(load("Input i 0 2 a b", "BinaryOp x 2 1 a b x", shapes=shapes)))
    assert signature(main) == "tensor<4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>"


@pytest.mark.parametrize("params", ["", "0=-1 1=-1 2=3", "0=8 2=3", "1=8"])
def test_an_input_without_shape_says_how_to_give_it(params: str):
    message = error_of(f"Input data 0 1 data {params}", "ReLU r 1 1 data r")
    reason = f"has the sizes {params}, which are no shape" if params else "has no shape"
    assert message.startswith(f"<param>:3: error: layer 'data' (Input): input 'data' {reason}; ")
    assert "--input data=3,224,224" in message


def test_a_shape_for_no_input_is_a_usage_error():
    with pytest.raises(UsageError, match=r"unknown input 'image' \(known: data\)"):
        load(INPUT, "ReLU r 1 1 data r", shapes={"image": (3, 8, 8)})


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layers", "line", "part"),
    [
        (["ReLU r 1 1 dada r"], 4, "no layer makes input blob 'dada'; hint: did you mean 'data'?"),
        (["ReLU r 1 1 r r"], 4, "is the layer's own output"),
        (["ReLU r 1 1 s r", "ReLU s 1 1 data s"], 4, "made only later, by layer 's' (line 5)"),
        (["ReLU r 1 1 data data"], 4, "exists already, from layer 'data' (line 3)"),
        (["Split s 1 2 data a a"], 4, "exists already, from layer 's' (line 4)"),
        (["Split s 1 0 data"], 4, "has 0 outputs, must have at least 1"),
        (["Split s 2 1 data data a"], 4, "takes 1 inputs, 2 given"),
        (["Input i 1 1 data i 0=4"], 4, "has 1 inputs, must have 0"),
        (["Input i 0 0"], 4, "has 0 outputs"),
        (["MemoryData m 0 2 a b 0=4"], 4, "has 2 outputs, must have 1"),
        (["MemoryData m 0 1 a"], 4, "its parameters 0=0 1=0 11=0 2=0 are no shape"),
        (["MemoryData m 0 1 a 0=4 1=-1"], 4, "are no shape"),
        (["MemoryData m 0 1 a 0=4 21=2"], 4, "load_type (21) is 2"),
        (["MemoryData m 0 1 a 0=65536 1=65536"], 4, "more than 2^31 elements"),
        (["ReLU r 1 2 data a b"], 4, "has 1 outputs, 2 given"),
        (["ReLU r 1 0 data"], 4, "has 1 outputs, 0 given"),
        (["ReLU r 0 1 a"], 4, "needs more inputs"),
        (["ReLU r 2 1 data data a"], 4, "takes 1 inputs, 2 given"),
        (["ReLU r 1 1 data a 0=x"], 4, "parameter 0 (slope) is 'x', not a number"),
        (["ReLU r 1 1 data a 0=nan"], 4, "parameter 0 (slope) is 'nan', not a number"),
        (["ReLU r 1 1 data a 0=1,2"], 4, "parameter 0 (slope) is [1, 2], not a number"),
        (["ReLU r 1 1 data a -23330=1,3"], 4, "shape hint has 1 values"),
        (["ReLU r 1 1 data a -23330=4,1.0,1,1,1"], 4, "must be an array of integers"),
        (["ReLU r 1 1 data a 31=0.5"], 4, "(feature mask) must be an integer"),
        (["Convolution c 1 1 data a 0=4.5"], 4, "(num_output) is 4.5, not an integer"),
        (["Convolution c 1 1 data a 0=4 1=3 6=107"], 4, "weight_data_size 107 is not a multiple"),
        (["Convolution c 1 1 data a 0=4 1=3 6=108 9=2"], 4, "leaky_relu takes 1 parameters"),
        (["Convolution c 1 1 data a 9=2 10=0.1"], 4, "written 10=0.1,"),
        (["Concat c 1 1 data a 0=7"], 4, "axis 7 is outside of 3 dimensions"),
        (["Convolution c 1 1 data a 0=4 1=3 4=1000000000 6=108"], 4, "must be at most 1048576"),
        (
            ["Convolution c 1 1 data a 0=4 1=3 6=180"],
            4,
            "input has 3 channels, the weights are for 5",
        ),
    ],
)
def test_wrong_layers(layers: list[str], line: int, part: str):
    message = error_of(INPUT, *layers, weights=None, seed=0)
    assert message.startswith(f"<param>:{line}: error: layer '")
    assert part in message
    assert len(message) < 300


def test_a_model_without_output_is_refused():
    message = error_of(INPUT, "Noop n 1 0 data")
    assert "no output: every blob is consumed" in message


def test_all_unsupported_types_are_named_at_once():
    layers = ["Poolinj a 1 1 data a", "Warp b 1 1 a b", "Warp c 1 1 b c", "nn.Conv2d d 1 1 c d"]
    message = error_of(INPUT, *layers)
    assert message == (
        "<param>:4: error: 3 layer types are not supported: "
        "Poolinj (line 4); Warp (lines 5, 6); nn.Conv2d (line 7); "
        "hint: did you mean 'Pooling'? ncnnc.register_layer adds your own"
    )
    many = [f"Warp w{i} 1 1 {'data' if i == 0 else i - 1} {i}" for i in range(12)]
    assert "4, 5, 6, 7, 8, 9, 10, 11 and 4 more" in error_of(INPUT, *many)
    for layers in (["pnnx.Input a 0 1 a"], ["pnnx.Input a 0 1 a", "nn.Conv2d b 1 1 a b"]):
        assert "hint: this is a pnnx graph" in error_of(*layers)
    leftover = error_of(INPUT, "torch.nonsense f 1 1 data f")
    assert "hint: pnnx has left 'torch.nonsense' unconverted, without its parameters" in leftover
    assert "ncnn has no layer type 'Zzz'" in error_of("Zzz a 0 1 a")


def test_truncated_and_surplus_weights():
    message = error_of(INPUT, CONVOLUTION, weights=struct.pack("<I", 0) + floats(100))
    assert message.startswith("<bin>:0x0: error: layer 'conv1' (Convolution): array 'weight'")
    assert "32 bytes short" in message
    data = struct.pack("<I", 0) + floats(113)
    message = error_of(INPUT, CONVOLUTION, weights=data)
    assert message.startswith("<bin>:0x1c4: error: 4 bytes are left over")


@pytest.mark.slow
def test_growth_without_end_is_refused():
    layers = [f"Concat c{i} 2 1 {b} {b} {i}" for i, b in enumerate(["data", *range(39)])]
    assert "more than 2^31 elements" in error_of(INPUT, *layers)


def test_errors_of_passes_that_know_no_place():
    assert (
        str(
            model_error_from_pass(
                OperationError(
                    ReLUOp.build(
                        operands=[main_of(load(INPUT, "ReLU r 1 1 data r")).body.block.args[0]],
                        properties={"slope": None},
                        result_types=[StringAttr("x")],
                    ),
                    "reason",
                )
            )
        )
        == "error: reason"
    )


def test_numbered_outputs_come_by_number_and_before_others():
    names = ["out10", "z", "out2", "a", "out0", "out01", "xout1", "out9"]
    ordered = ["out0", "out2", "out9", "out10", "z", "a", "out01", "xout1"]
    assert in_order_of_numbers(names) == ordered
    assert in_order_of_numbers(["b", "a"]) == ["b", "a"]
