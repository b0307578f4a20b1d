"""
fuse-memorydata-binaryop: a test for each thing that is asked of it, numbered F1 to F21.

What a single pass does to IR is in the FileCheck test of the same name, too.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.reference import evaluate
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.dialects.ncnn.layers.binaryop import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ncnnc.dialects.ncnn.rules.broadcast import broadcast_shapes
from ncnnc.dialects.ncnn.shapes import tensor_type
from xdsl.dialects.scf import ForOp
from xdsl.utils.test_value import create_ssa_value

from tests.helpers.importing import load_model_files
from tests.helpers.model_files import ModelFiles, needs_ncnn

NAME = "fuse-memorydata-binaryop"
OPERATORS = [operator.value for operator in BinaryOperator]
COMPAT_OPERATORS = ("add", "sub", "mul", "div", "max", "min")
X = np.array([1, 2, -3, 0.5], np.float32)


def network(operator: str, lhs: str, rhs: str, value: str = "0.75") -> str:
    """An operation of `%x` and the constant `%k`, in this order or the other."""
    types = {"%x": "tensor<4xf32>", "%k": "tensor<1xf32>"}
    return f"""
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          %k = ncnn.weight <"k"> dense<{value}> : tensor<1xf32>
          %y = ncnn.binaryop {operator} {lhs}, {rhs} : ({types[lhs]}, {types[rhs]}) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""


def scalar_of(run) -> BinaryScalarOp:
    """The one scalar operation that is left."""
    assert run.layers == ["binaryop_scalar"]
    (op,) = (op for op in run.module.walk() if isinstance(op, BinaryScalarOp))
    return op


def branches(*operations: tuple[int, bool]) -> str:
    """
    Lines of a model: a constant, its Split, and BinaryOps in a chain that read a branch each.

    An operation is its code, and whether the constant is its first operand. A single one reads the
    constant itself.
    """
    names = [f"m{i}" for i in range(len(operations))]
    lines = ["Input data 0 1 x0 0=4"]
    if len(names) == 1:
        lines.append("MemoryData m 0 1 m0 0=1")
    else:
        lines.append("MemoryData m 0 1 m 0=1")
        lines.append(f"Split split 1 {len(names)} m {' '.join(names)}")
    for i, (code, first) in enumerate(operations):
        operands = (f"m{i}", f"x{i}") if first else (f"x{i}", f"m{i}")
        lines.append(f"BinaryOp op{i} 2 1 {' '.join(operands)} x{i + 1} 0={code}")
    return "\n".join(lines)


CODES = {name: code for code, name in enumerate(OPERATORS)}


@pytest.mark.requirement("F1")
def test_f1_one_element_memorydata_becomes_the_scalar_parameter(tmp_path: Path):
    model = ModelFiles(tmp_path, branches((CODES["mul"], False)), [2.5])
    model.optimize(NAME)
    (op,) = model.layers()
    assert (op.type, op.name, op.bottoms) == ("BinaryOp", "op0", ("x0",))
    assert (op.params[0], op.params[1], op.params[2]) == (CODES["mul"], 1, 2.5)


@needs_ncnn
@pytest.mark.requirement("F1", "F11")
def test_f1_feature_map_times_a_half(tmp_path: Path):
    lines = "Input x 0 1 x 0=5 1=4 2=3\nMemoryData half 0 1 m 0=1\nBinaryOp mul 2 1 x m y 0=2"
    model = ModelFiles(tmp_path, lines, [0.5])
    model.optimize(NAME)
    (op,) = model.layers()
    assert (op.type, [op.params[id] for id in (0, 1, 2)]) == ("BinaryOp", [2, 1, 0.5])
    assert model.numbers().size == 0
    x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    np.testing.assert_array_equal(model.run("out", {"x": x})["y"], x / 2)


@pytest.mark.requirement("F2")
@pytest.mark.parametrize("extents", ["0=1 1=1", "0=1 1=1 2=1", "0=1 1=1 11=1 2=1"])
@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_f2_only_a_vector_of_one_element_is_a_scalar(tmp_path: Path, extents: str, rank: int):
    shape = dict(zip((0, 1, 2) if rank < 4 else (0, 1, 11, 2), (3, 4, 5, 6)[:rank], strict=False))
    text = " ".join(f"{id}={n}" for id, n in shape.items())
    lines = f"Input data 0 1 x {text}\nMemoryData m 0 1 m {extents}\nBinaryOp add 2 1 x m y"
    model = ModelFiles(tmp_path, lines, [2.0])
    assert model.optimize(NAME) == []
    assert model.types() == ["MemoryData", "BinaryOp"]


@pytest.mark.requirement("F3")
@pytest.mark.parametrize("value", [2.0**-149, -0.0, 0.1, 0.123456789, 16777217.0, -1e38])
def test_f3_scalar_has_the_bits_of_the_constant(tmp_path: Path, run_passes, value: float):
    run = run_passes(network("sub", "%x", "%k", f"{value:.20e}"), NAME)
    bits = np.float32(value).tobytes()
    assert np.float32(scalar_of(run).scalar.value.data).tobytes() == bits
    run.assert_identical()
    model = ModelFiles(tmp_path, branches((CODES["sub"], False)), [value])
    model.optimize(NAME)
    assert np.float32(model.layers()[0].params[2]).tobytes() == bits


@pytest.mark.requirement("F3")
@pytest.mark.parametrize("bits", [0x7FC00000, 0x7F800000, 0xFF800000])
def test_f3_what_the_text_cannot_say_keeps_its_bits_in_the_bin(tmp_path: Path, bits: int):
    value = np.array([bits], np.uint32).view(np.float32)
    model = ModelFiles(tmp_path, branches((CODES["max"], False)), value)
    assert model.optimize(NAME) == []
    assert model.types() == ["MemoryData", "BinaryOp"]
    assert model.numbers().tobytes() == value.tobytes()


@pytest.mark.requirement("F4")
def test_f4_operation_with_a_scalar_is_left_alone(run_passes):
    text = """
        func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
          %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
          %a = ncnn.binaryop_scalar sub %k, 3.0 : (tensor<1xf32>) -> tensor<1xf32>
          %y = ncnn.binaryop add %x, %a : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
          func.return %y : tensor<1xf32>
        }"""
    run = run_passes(text, NAME, clean_up=False)
    assert run.layers == ["binaryop_scalar", "binaryop"]


@pytest.mark.requirement("F5")
@pytest.mark.parametrize(("lhs", "rhs", "folded"), [("%x", "%k", "sub"), ("%k", "%x", "rsub")])
def test_f5_constant_may_be_either_operand(run_passes, lhs: str, rhs: str, folded: str):
    run = run_passes(network("sub", lhs, rhs), NAME)
    assert scalar_of(run).operator.data.value == folded
    run.assert_identical()


@pytest.mark.requirement("F6")
@pytest.mark.parametrize("compat", ["", "{compat=true}"])
@pytest.mark.parametrize("operator", OPERATORS)
def test_f6_constant_as_second_operand_folds_for_every_operator(run_passes, operator, compat):
    assert len(OPERATORS) == 19
    run = run_passes(network(operator, "%x", "%k"), NAME + compat)
    assert scalar_of(run).operator.data.value == operator
    run.assert_identical()


@pytest.mark.requirement("F7")
@pytest.mark.parametrize("compat", ["", "{compat=true}"])
@pytest.mark.parametrize("operator", ["add", "mul", "max", "min"])
def test_f7_constant_before_a_commutative_operator_keeps_it(run_passes, operator, compat):
    run = run_passes(network(operator, "%k", "%x"), NAME + compat)
    assert scalar_of(run).operator.data.value == operator
    run.assert_identical()


@pytest.mark.requirement("F8")
def test_f8_constant_minus_blob_is_rsub(run_passes):
    run = run_passes(network("sub", "%k", "%x", "10.0"), NAME, {"arg0": X})
    assert scalar_of(run).operator.data.value == "rsub"
    np.testing.assert_array_equal(run.after[0], [9, 8, 13, 9.5])


@pytest.mark.requirement("F9")
def test_f9_constant_over_blob_is_rdiv(run_passes):
    run = run_passes(network("div", "%k", "%x", "10.0"), NAME, {"arg0": X})
    assert scalar_of(run).operator.data.value == "rdiv"
    np.testing.assert_allclose(run.after[0], [10, 5, -10 / 3, 20], rtol=1e-6)


@pytest.mark.requirement("F10")
@pytest.mark.parametrize("operator", [o for o in OPERATORS if o not in COMPAT_OPERATORS])
def test_f10_constant_before_any_other_operator(run_passes, operator):
    run = run_passes(network(operator, "%k", "%x"), NAME)
    assert scalar_of(run).operator.data is BinaryOperator(operator).swapped
    run.assert_identical()
    compat = run_passes(network(operator, "%k", "%x"), f"{NAME}{{compat=true}}")
    assert compat.layers == ["binaryop"]
    (remark,) = compat.remarks
    assert remark.reason == f"ncnnoptimize keeps {operator} with the constant as first operand"


@pytest.mark.requirement("F11")
def test_f11_operation_loses_the_operand_and_the_constant_is_gone(run_passes):
    run = run_passes(network("sub", "%k", "%x"), NAME, clean_up=False)
    assert len(scalar_of(run).operands) == 1
    assert not any(isinstance(op, WeightOp) for op in run.module.walk())


@pytest.mark.requirement("F12")
def test_f12_remark_names_both_layers(tmp_path: Path):
    model = ModelFiles(tmp_path, branches((CODES["add"], False), (CODES["pow"], True)), [2.0])
    first, second = (r for r in model.optimize() if r.pass_name == NAME)
    assert str(first) == f"{model.path('in.param')}:4: remark: {NAME}: m, op0"
    assert second.layers == ("m", "op1")


@pytest.mark.requirement("F13")
def test_f13_every_use_of_a_constant_is_folded(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        BinaryOp early 1 1 x a 0=2 1=1 2=3.0
        MemoryData m 0 1 m 0=1
        BinaryOp b 2 1 a m b 0=0
        BinaryOp c 2 1 m b c 0=1
        BinaryOp d 2 1 m c d 0=6"""
    model = ModelFiles(tmp_path, lines, [2.0])
    assert len(model.optimize(NAME)) == 3
    assert model.types() == ["BinaryOp"] * 4
    assert model.numbers().size == 0


@pytest.mark.requirement("F14")
@pytest.mark.parametrize("passes", [(NAME,), ("eliminate-split", NAME)], ids=["kept", "gone"])
@pytest.mark.parametrize("count", [2, 3])
def test_f14_split_and_constant_go_when_no_branch_is_left(tmp_path: Path, count: int, passes):
    model = ModelFiles(tmp_path, branches(*[(CODES["mul"], False)] * count), [2.0])
    model.optimize(*passes)
    assert model.types() == ["BinaryOp"] * count
    assert all(layer.params[1] == 1 for layer in model.layers())


@pytest.mark.requirement("F14")
def test_f14_constant_stays_for_a_reader_that_is_no_binaryop(tmp_path: Path):
    lines = branches((CODES["mul"], False), (CODES["add"], True)).replace(
        "Split split 1 2 m m0 m1", "Split split 1 3 m m0 m1 m2"
    )
    model = ModelFiles(tmp_path, f"{lines}\nReLU relu 1 1 m2 kept", [2.0])
    model.optimize("eliminate-split", NAME)
    assert model.types() == ["MemoryData", "BinaryOp", "BinaryOp", "ReLU"]
    assert [layer.bottoms for layer in model.layers()][1:] == [("x0",), ("x1",), ("m",)]


@pytest.mark.requirement("F15")
@pytest.mark.parametrize("passes", [(NAME,), ("eliminate-split", NAME)], ids=["kept", "gone"])
def test_f15_five_branches_fold_in_one_run(tmp_path: Path, passes):
    operations = [(CODES[name], i % 2 == 0) for i, name in enumerate(OPERATORS[:5])]
    model = ModelFiles(tmp_path, branches(*operations), [2.0])
    made = [remark for remark in model.optimize(*passes) if remark.pass_name == NAME]
    assert len(made) == 5
    assert model.types() == ["BinaryOp"] * 5


@pytest.mark.requirement("F16")
def test_f16_scalar_form_has_one_load_an_iteration_and_no_index_arithmetic(tmp_path: Path):
    lines = branches((CODES["sub"], True)).replace("0=4", "0=64")
    model = ModelFiles(tmp_path, lines, [10.0])
    module = lower(CompileOptions(model.path("in.param"), target="x86-avx2"), "loops").module
    (loop,) = (op for op in module.walk() if isinstance(op, ForOp))
    body = Counter(op.name for op in loop.body.block.ops)
    assert body == {"simd.load": 4, "arith.subf": 4, "simd.store": 4, "scf.yield": 1}
    subtractions = [op for op in loop.body.block.ops if op.name == "arith.subf"]
    (splat,) = {op.operands[0] for op in subtractions}
    assert splat.owner.name == "arith.constant"
    assert splat.owner.parent is not loop.body.block


@pytest.mark.requirement("F17")
def test_f17_scalar_in_the_file_is_the_scalar_form():
    lines = "7767517\n2 2\nInput data 0 1 x 0=4\nBinaryOp op 1 1 x y 0=7 1=1 2=1.5\n"
    module = load_model_files(make_context(), lines.encode())
    (op,) = (op for op in module.walk() if isinstance(op, BinaryScalarOp))
    assert (op.operator.data, op.scalar.value.data) == (BinaryOperator.RSUB, 1.5)


@pytest.mark.requirement("F18")
@needs_ncnn
@pytest.mark.parametrize(("rank", "other"), list(itertools.product(range(1, 5), repeat=2)))
def test_f18_two_tensors_broadcast_as_in_ncnn(tmp_path: Path, rank: int, other: int):
    lines = "Input a 0 1 a\nInput b 0 1 b\nBinaryOp op 2 1 a b y 0=1"
    model = ModelFiles(tmp_path, lines)
    random = np.random.default_rng(rank * 5 + other)
    a, b = (random.random((3, 2, 4, 5)[:r], np.float32) for r in (rank, other))
    op = BinaryOpOp.build(
        operands=[create_ssa_value(tensor_type(x.shape)) for x in (a, b)],
        properties={"operator": BinaryOperatorAttr(BinaryOperator.SUB)},
        result_types=[tensor_type(broadcast_shapes(a.shape, b.shape))],
    )
    (result,) = evaluate(op, [a, b])
    np.testing.assert_array_equal(model.run("in", {"a": a, "b": b})["y"], result)


@pytest.mark.requirement("F19")
@pytest.mark.parametrize("passes", [(NAME,), ("eliminate-split", NAME)], ids=["kept", "gone"])
def test_f19_split_is_there_for_more_than_one_use(tmp_path: Path, passes):
    lines = branches((CODES["mul"], False), (CODES["add"], True)).replace(
        "Split split 1 2 m m0 m1", "Split split 1 4 m m0 m1 m2 m3"
    )
    lines += "\nReLU r 1 1 m2 r\nSigmoid s 1 1 m3 s"
    model = ModelFiles(tmp_path, lines, [2.0])
    model.optimize(*passes)
    (split,) = (layer for layer in model.layers() if layer.type == "Split")
    assert split.bottoms == ("m",)
    assert len(split.tops) == 2


@pytest.mark.requirement("F20")
def test_f20_operations_of_constants_alone_are_computed(run_passes):
    text = """
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %k = ncnn.weight <"k"> dense<[1.0, 4.0]> : tensor<2xf32>
          %m = ncnn.weight <"m"> dense<3.0> : tensor<1xf32>
          %a = ncnn.unaryop sqrt %k : (tensor<2xf32>) -> tensor<2xf32>
          %b = ncnn.reduction sum %a : tensor<2xf32> -> tensor<1xf32>
          %c = ncnn.binaryop mul %b, %m : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
          %y = ncnn.binaryop add %c, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }"""
    run = run_passes(text, f"fold-constants,{NAME}")
    assert scalar_of(run).scalar.value.data == 9.0
    run.assert_identical()


@pytest.mark.requirement("F21")
def test_f21_every_use_is_decided_alone(tmp_path: Path):
    operations = [("pow", True), ("add", False), ("max", True), ("atan2", True)]
    codes = [(CODES[name], first) for name, first in operations]
    model = ModelFiles(tmp_path, branches(*codes), [2.0])
    model.optimize("eliminate-split", NAME)
    found = [OPERATORS[layer.params.get(0, 0)] for layer in model.layers()]
    assert found == ["rpow", "add", "max", "ratan2"]


@pytest.mark.requirement("F2")
def test_zero_extents_are_an_error(tmp_path: Path):
    model = ModelFiles(tmp_path, branches((0, False)).replace("m0 0=1", "m0 0=0"), [2.0])
    with pytest.raises(ModelError, match=re.escape("0=0 1=0 11=0 2=0 are no shape")):
        model.optimize(NAME)


@pytest.mark.parametrize("rank", ["1x1x1", "1x1"])
def test_constant_of_higher_rank_folds_where_the_rank_stays(run_passes, rank: str):
    text = f"""
        func.func @main(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {{
          %k = ncnn.weight <"k"> dense<0.75> : tensor<{rank}xf32>
          %y = ncnn.binaryop sub %k, %x
            : (tensor<{rank}xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
          func.return %y : tensor<3x4x5xf32>
        }}"""
    assert run_passes(text, NAME).layers == ["binaryop"]
    run = run_passes(text, "fuse-unit-constant-binaryop")
    assert run.layers == ["binaryop_scalar"]
    run.assert_identical()
