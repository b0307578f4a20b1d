"""
Defects of ncnnoptimize, one test each: models that it changes, breaks or crashes on.

`defect` and `seeds` number them as the notes on ncnnoptimize and on its source do. Where the ncnn
wheel can run the model, it computes the same before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.dialects.ncnn.layers.binaryop import BinaryOperator

from tests.helpers.model_files import RAW_TAG, ModelFiles, needs_ncnn

INT8_TAG = np.array([0x000D4B38], np.uint32).view(np.int8)
CODES = {operator.value: code for code, operator in enumerate(BinaryOperator)}


def uniform(*shape: int) -> np.ndarray:
    """Random numbers that depend on the shape alone."""
    return np.random.default_rng(shape).uniform(-1, 1, shape).astype(np.float32)


@needs_ncnn
def test_defect_3_int8_scales_go_to_the_new_innerproduct(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=6
        InnerProduct fc 1 1 x a 0=8 1=0 2=48
        Convolution conv 1 1 a b 0=4 1=1 5=1 6=32 8=2
        Flatten flat 1 1 b y"""
    weights = np.random.default_rng(0).integers(-127, 127, 32).astype(np.int8)
    arrays: Sequence[np.ndarray] = (
        RAW_TAG, uniform(8, 6), INT8_TAG, weights, uniform(4), np.full(4, 60.0), np.full(1, 40.0),
    )  # fmt: skip
    model = ModelFiles(tmp_path, lines, *arrays)
    model.optimize()
    first, second = model.layers()
    assert (first.type, second.type) == ("InnerProduct", "InnerProduct")
    assert 8 not in first.params
    assert second.params[8] == 2
    assert model.numbers().tobytes() == b"".join(
        np.asarray(a, a.dtype if a.dtype == np.int8 else np.float32).tobytes() for a in arrays
    )
    model.assert_same_in_ncnn({"x": uniform(6)})


@needs_ncnn
def test_defect_3_int8_convolution_of_a_vector_that_is_an_output_keeps_its_dimensions(
    tmp_path: Path,
):
    lines = """
        Input data 0 1 x 0=2 1=2 2=8
        Pooling pool 1 1 x a 0=1 4=1
        Convolution conv 1 1 a y 0=4 1=1 6=32 8=2"""
    weights = np.random.default_rng(0).integers(-127, 127, 32).astype(np.int8)
    model = ModelFiles(tmp_path, lines, INT8_TAG, weights, np.full(4, 60.0), np.full(1, 40.0))
    model.optimize()
    assert model.types() == ["Pooling", "Convolution"]
    model.assert_same_in_ncnn({"x": uniform(8, 2, 2)})


@needs_ncnn
def test_defect_4_split_with_a_branch_that_is_an_output_keeps_it(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        Split split 1 2 x kept branch
        ReLU relu 1 1 branch y"""
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    outputs = [top for layer in model.layers() for top in layer.tops]
    assert {"kept", "y"} <= set(outputs)
    model.assert_same_in_ncnn({"x": uniform(4)})


def test_defect_4_split_without_a_reader_keeps_both_outputs(tmp_path: Path):
    lines = "Input data 0 1 x 0=4\nReLU relu 1 1 x a\nSplit split 1 2 a kept branch"
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    assert {"kept", "branch"} <= {top for layer in model.layers() for top in layer.tops}


@needs_ncnn
def test_defect_5_flatten_after_an_innerproduct_of_rows_stays(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=6 1=3
        InnerProduct fc 1 1 x a 0=4 1=0 2=24
        Flatten flat 1 1 a y"""
    model = ModelFiles(tmp_path, lines, RAW_TAG, uniform(4, 6))
    model.optimize()
    assert model.types() == ["InnerProduct", "Flatten"]
    model.assert_same_in_ncnn({"x": uniform(3, 6)})


@needs_ncnn
def test_defect_6_broadcasting_addition_is_no_eltwise(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=2
        Input other 0 1 z 0=4 1=3 2=2
        BinaryOp scale 1 1 x a 0=2 1=1 2=0.5
        BinaryOp add 2 1 a z y 0=0"""
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    assert model.types() == ["BinaryOp", "BinaryOp"]
    model.assert_same_in_ncnn({"x": uniform(2), "z": uniform(2, 3, 4)})


@needs_ncnn
def test_defect_8_reshape_that_decides_how_a_vector_broadcasts_stays(tmp_path: Path):
    lines = """
        Input data 0 1 v 0=8
        Input image 0 1 x 0=8 1=4 2=1
        Reshape reshape 1 1 v a 0=1 1=1 2=-1
        BinaryOp mul 2 1 x a y 0=2"""
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    assert model.types() == ["Reshape", "BinaryOp"]
    model.assert_same_in_ncnn({"v": uniform(8), "x": uniform(1, 4, 8)})


@pytest.mark.parametrize("kernel", ["1=3 4=1", "1=2"])
def test_defect_8_convolution_with_a_larger_kernel_is_no_innerproduct(tmp_path: Path, kernel: str):
    taps = 9 if "1=3" in kernel else 4
    lines = f"""
        Input data 0 1 x
        Pooling pool 1 1 x a 0=1 4=1
        Convolution conv 1 1 a y 0=4 {kernel} 5=0 6={4 * taps}"""
    model = ModelFiles(tmp_path, lines, RAW_TAG, uniform(4 * taps))
    model.optimize()
    assert model.types() == ["Pooling", "Convolution"]


def test_defect_8_convolution_of_what_may_be_rows_is_no_innerproduct(tmp_path: Path):
    lines = """
        Input data 0 1 x
        InnerProduct fc 1 1 x a 0=8 1=0 2=48
        Convolution conv 1 1 a y 0=4 1=1 6=32"""
    model = ModelFiles(tmp_path, lines, RAW_TAG, uniform(8, 6), RAW_TAG, uniform(32))
    model.optimize()
    assert model.types() == ["InnerProduct", "Convolution"]


@needs_ncnn
@pytest.mark.parametrize(
    "layer", ["Dropout drop 1 1 x a", "Pooling pool 1 1 x a 0=0 1=1", "Noop noop 1 1 x a"]
)
def test_defect_9_input_before_a_removed_layer_keeps_its_name(tmp_path: Path, layer: str):
    lines = f"Input data 0 1 x 0=5 1=4 2=3\n{layer}\nReLU relu 1 1 a y"
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    (relu,) = model.layers()
    assert (relu.type, relu.bottoms, relu.tops) == ("ReLU", ("x",), ("y",))
    model.assert_same_in_ncnn({"x": uniform(3, 4, 5)})


@pytest.mark.parametrize("layer", ["Dropout", "Noop"])
def test_defect_9_removed_layer_between_input_and_output_keeps_both_names(
    tmp_path: Path, layer: str
):
    model = ModelFiles(tmp_path, f"Input data 0 1 x 0=4\n{layer} only 1 1 x y")
    model.optimize()
    (copy,) = model.layers()
    assert (copy.bottoms, copy.tops) == (("x",), ("y",))


@needs_ncnn
def test_defect_10_constant_with_other_users_stays(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        BinaryOp add 2 1 x m a 0=0
        ReLU relu 1 1 m kept
        BinaryOp mul 2 1 a m y 0=2"""
    model = ModelFiles(tmp_path, lines, [2.0])
    model.optimize("fuse-memorydata-binaryop")
    scalars = [layer for layer in model.layers() if layer.type == "BinaryOp"]
    assert [layer.bottoms for layer in scalars] == [("x",), ("a",)]
    got = model.run("out", {"x": uniform(4)})
    np.testing.assert_allclose(got["y"], (uniform(4) + 2) * 2, rtol=1e-6)
    np.testing.assert_array_equal(got["kept"], [2.0])


@pytest.mark.requirement("F8", "F9", "D1")
@needs_ncnn
@pytest.mark.parametrize(
    ("operator", "expected"), [("sub", [9, 8, 13, 9.5]), ("div", [10, 5, -10 / 3, 20])]
)
def test_seeds_d1_reversed_operators_keep_the_constant_first(
    tmp_path: Path, operator: str, expected: list[float]
):
    lines = f"""
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        BinaryOp op 2 1 m x y 0={CODES[operator]}"""
    model = ModelFiles(tmp_path, lines, [10.0])
    model.optimize()
    assert model.types() == ["BinaryOp"]
    got = model.run("out", {"x": np.array([1, 2, -3, 0.5], np.float32)})
    np.testing.assert_allclose(got["y"], expected, rtol=1e-6)


@pytest.mark.requirement("O5", "D3")
def test_seeds_d3_counts_are_recomputed_and_denormals_stay(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=2
        Dropout drop 1 1 x a
        MemoryData m 0 1 m 0=2 21=0
        BinaryOp max 2 1 a m y 0=4"""
    model = ModelFiles(tmp_path, lines, RAW_TAG, [1e-40, -(2.0**-149)])
    model.optimize()
    assert (tmp_path / "out.param").read_text().splitlines()[1] == "3 3"
    (memory, _) = model.layers()
    assert memory.params[21] == 0
    assert model.numbers().tobytes() == np.array([0, 1e-40, -(2.0**-149)], np.float32).tobytes()


@pytest.mark.requirement("F15", "D4")
def test_seeds_d4_constant_is_looked_at_until_no_branch_folds(tmp_path: Path):
    branches = [f"BinaryOp b{i} 2 1 x{i} m{i} x{i + 1} 0={i}" for i in range(5)]
    split = "Split split 1 5 m m0 m1 m2 m3 m4"
    lines = "\n".join(["MemoryData m 0 1 m 0=1", split, "Input data 0 1 x0 0=4", *branches])
    model = ModelFiles(tmp_path, lines, [2.0])
    model.optimize("eliminate-split", "fuse-memorydata-binaryop")
    assert model.types() == ["BinaryOp"] * 5
    assert all(layer.params[1] == 1 for layer in model.layers())


@pytest.mark.requirement("F5", "F10", "D5")
@needs_ncnn
@pytest.mark.parametrize("operator", CODES)
def test_seeds_d5_every_operator_is_swapped(tmp_path: Path, operator: str):
    lines = f"""
        Input data 0 1 x 0=5
        MemoryData m 0 1 m 0=1
        BinaryOp op 2 1 m x y 0={CODES[operator]}"""
    model = ModelFiles(tmp_path, lines, [1.75])
    model.optimize()
    (layer,) = model.layers()
    assert layer.params.get(0, 0) == CODES[BinaryOperator(operator).swapped.value]
    model.assert_same_in_ncnn({"x": np.array([0.3, 2.5, 1.0, 7.25, 0.9], np.float32)})


@pytest.mark.requirement("F21", "D6")
def test_seeds_d6_power_in_front_does_not_stop_the_addition_behind_it(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        Split split 1 2 m m0 m1
        BinaryOp pow 2 1 m0 x a 0=6
        BinaryOp add 2 1 a m1 y 0=0"""
    model = ModelFiles(tmp_path, lines, [2.0])
    model.optimize()
    assert [(layer.name, layer.params[1]) for layer in model.layers()] == [("pow", 1), ("add", 1)]


@pytest.mark.requirement("O10", "D7")
def test_seeds_d7a_constant_that_is_an_output_is_no_orphan(tmp_path: Path):
    lines = "Input data 0 1 x 0=4\nReLU relu 1 1 x y\nMemoryData m 0 1 m 0=3"
    model = ModelFiles(tmp_path, lines, [1.0, 2.0, 3.0])
    model.optimize()
    assert model.types() == ["ReLU", "MemoryData"]
    assert model.numbers().tolist() == [1.0, 2.0, 3.0]


@pytest.mark.requirement("F19", "D7")
@needs_ncnn
def test_seeds_d7b_split_of_a_reader_and_an_output_renames_nothing(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        Sigmoid sigmoid 1 1 x a
        Split split 1 2 a out inner
        ReLU relu 1 1 inner y"""
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    model.assert_same_in_ncnn({"x": uniform(4)})


@pytest.mark.requirement("F19", "D7")
def test_seeds_d7c_split_without_a_reader_is_no_crash(tmp_path: Path):
    lines = "Input data 0 1 x 0=4\nSigmoid s 1 1 x a\nSplit split 1 1 a b\nSplit last 1 2 b c d"
    model = ModelFiles(tmp_path, lines)
    model.optimize()
    assert {"c", "d"} <= {top for layer in model.layers() for top in layer.tops}


@pytest.mark.requirement("F13", "D7")
@needs_ncnn
@pytest.mark.parametrize("operator", ["add", "pow", "sub"])
def test_seeds_d7d_constant_as_both_operands_leaves_nothing_dangling(tmp_path: Path, operator: str):
    lines = f"""
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        BinaryOp both 2 1 m m c 0={CODES[operator]}
        BinaryOp mul 2 1 x c y 0=2"""
    model = ModelFiles(tmp_path, lines, [3.0])
    model.optimize()
    value = {"add": 6.0, "pow": 27.0, "sub": 0.0}[operator]
    got = model.run("out", {"x": uniform(4)})
    np.testing.assert_allclose(got["y"], uniform(4) * value, rtol=1e-6)


@pytest.mark.requirement("F3", "D8")
def test_seeds_d8_scalar_is_written_with_all_its_digits(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        BinaryOp add 2 1 x m y 0=0"""
    model = ModelFiles(tmp_path, lines, [0.123456789])
    model.optimize()
    text = (tmp_path / "out.param").read_text()
    assert np.float32(text.split("2=")[1].split()[0]) == np.float32(0.123456789)
    assert "1.234568e-01" not in text


@pytest.mark.requirement("F7", "D9")
@pytest.mark.parametrize("operator", ["max", "min"])
@pytest.mark.parametrize("value", ["0.0", "-0.0", "1.0"])
def test_seeds_d9_swapped_maximum_is_exact_for_nan_and_zeros(run_passes, operator, value):
    text = f"""
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          %k = ncnn.weight <"k"> dense<{value}> : tensor<1xf32>
          %y = ncnn.binaryop {operator} %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    x = np.array([np.nan, 0.0, -0.0, np.inf], np.float32)
    run = run_passes(text, "fuse-memorydata-binaryop", {"arg0": x})
    assert run.layers == ["binaryop_scalar"]
    assert np.isnan(run.after[0][0])
    np.testing.assert_array_equal(run.after[0], run.before[0])


@pytest.mark.requirement("F2", "D10")
def test_seeds_d10_depth_counts_as_rank_and_storage_tags_are_honoured(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData deep 0 1 m 0=1 1=1 11=1 2=1
        BinaryOp add 2 1 x m a 0=0
        MemoryData tagged 0 1 n 0=1 21=0
        BinaryOp mul 2 1 a n y 0=2"""
    model = ModelFiles(tmp_path, lines, [2.0], RAW_TAG, [3.0])
    model.optimize("fuse-memorydata-binaryop")
    assert model.types() == ["MemoryData", "BinaryOp", "BinaryOp"]
    assert model.layers()[2].params[2] == 3.0


@pytest.mark.requirement("F2", "D10")
def test_seeds_d10_memorydata_without_extents_is_an_error(tmp_path: Path):
    lines = "Input data 0 1 x 0=4\nMemoryData m 0 1 m\nBinaryOp add 2 1 x m y 0=0"
    with pytest.raises(ModelError, match="are no shape"):
        ModelFiles(tmp_path, lines, [2.0]).optimize()


@pytest.mark.requirement("O6", "D22")
def test_seeds_d22_number_after_a_convolution_of_one_channel_goes_into_its_bias(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4 1=3 2=2
        Convolution conv 1 1 x a 0=1 1=1 6=2
        MemoryData m 0 1 m 0=1
        BinaryOp add 2 1 a m y 0=0"""
    model = ModelFiles(tmp_path, lines, RAW_TAG, [0.5, -2.0], [10.0])
    model.optimize()
    assert [(layer.type, layer.params.get(5)) for layer in model.layers()] == [("Convolution", 1)]
    assert model.numbers().tolist() == [0.0, 0.5, -2.0, 10.0]
