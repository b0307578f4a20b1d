"""
eliminate-orphaned-memorydata: a test for each thing that is asked of it, numbered O1 to O10.

What the pass does to IR is in the FileCheck test of the same name, too.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.build import OPTIMIZER_PASSES
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes.graph import GRAPH_PASSES
from ncnnc.runtime.artifact import write

from tests.helpers.model_files import RAW_TAG, ModelFiles

NAME = "eliminate-orphaned-memorydata"

ORPHAN = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %k = ncnn.weight <"k.data"> memory_data dense<2.0> : tensor<1xf32>
      %m = ncnn.weight <"m.data"> memory_data dense<3.0> : tensor<1xf32>
      %y = ncnn.binaryop add %x, %m : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
      func.return %y : tensor<4xf32>
    }"""

CONV_ADD = """
    Input data 0 1 x 0=3 1=3 2=2
    Convolution conv 1 1 x a 0=4 1=1 6=8
    MemoryData big 0 1 m 0=4
    BinaryOp add 2 1 a m y 0=0"""
CONV_ADD_ARRAYS = (RAW_TAG, np.arange(8), [1.0, 2.0, 3.0, 4.0])


def keys(run) -> list[str]:
    """The constants that are left."""
    return [op.key.data for op in run.module.walk() if isinstance(op, WeightOp)]


@pytest.mark.requirement("O1")
def test_o1_constant_that_no_live_layer_reads_is_removed(run_passes):
    run = run_passes(ORPHAN, NAME, clean_up=False)
    assert keys(run) == ["m.data"]
    run.assert_identical()


@pytest.mark.requirement("O1", "D2")
def test_o1_number_that_an_addition_has_taken_is_an_orphan(tmp_path: Path):
    """A constant that is folded into a BinaryOp, and one more that nothing needs, both go."""
    lines = """
        Input data 0 1 x 0=4
        MemoryData m 0 1 m 0=1
        MemoryData k 0 1 k 0=2
        Noop sink 1 0 k
        BinaryOp add 2 1 x m y 0=0"""
    model = ModelFiles(tmp_path, lines, [3.0], [1.0, 2.0])
    model.optimize()
    assert [(layer.type, layer.params[2]) for layer in model.layers()] == [("BinaryOp", 3.0)]
    assert model.numbers().size == 0


@pytest.mark.requirement("O2", "D2")
def test_o2_what_was_folded_into_a_convolution_does_not_count(tmp_path: Path):
    model = ModelFiles(tmp_path, CONV_ADD, *CONV_ADD_ARRAYS)
    model.optimize("fuse-convolution-add", "fold-constants", NAME)
    assert model.types() == ["Convolution"]


@pytest.mark.requirement("O3")
@pytest.mark.parametrize(
    "lines",
    [
        "Input data 0 1 x 0=4\nBinaryOp add 2 1 x m y\nMemoryData k 0 1 m 0=1",
        "Input data 0 1 x 0=4\nBinaryOp add 2 1 x y y",
    ],
    ids=["consumer_before_producer", "self_cycle"],
)
def test_o3_layers_must_be_in_topological_order(tmp_path: Path, lines: str):
    model = ModelFiles(tmp_path, lines, [1.0])
    with pytest.raises(ModelError, match=r"in\.param:4"):
        model.optimize()


@pytest.mark.requirement("O4")
def test_o4_dead_chain_of_a_constant_is_removed_unless_it_is_an_output(run_passes):
    text = """
        func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
          %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32>
          %m = ncnn.weight <"m.data"> memory_data : tensor<4xf32>
          %a = ncnn.reshape %k shape [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
          %b = ncnn.relu %a : (tensor<2x2xf32>) -> tensor<2x2xf32>
          %c = ncnn.reshape %m shape [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
          func.return %x, %c : tensor<4xf32>, tensor<2x2xf32>
        }"""
    run = run_passes(text, NAME, clean_up=False)
    assert keys(run) == ["m.data"]
    assert run.layers == ["reshape"]
    run.assert_identical()


@pytest.mark.requirement("O5")
def test_o5_export_has_neither_the_layer_nor_its_bytes(tmp_path: Path):
    model = ModelFiles(tmp_path, CONV_ADD, *CONV_ADD_ARRAYS)
    model.optimize()
    head = (tmp_path / "out.param").read_text().splitlines()[1]
    assert head == "2 2"
    assert model.types() == ["Convolution"]
    assert model.numbers().size == 1 + 8 + 4
    assert model.optimize(source="out", target="again") == []


@pytest.mark.requirement("O6")
def test_o6_it_is_the_last_rewrite():
    assert GRAPH_PASSES[-1] == NAME
    assert OPTIMIZER_PASSES[: len(GRAPH_PASSES)] == GRAPH_PASSES


@pytest.mark.requirement("O7")
def test_o7_remark_names_the_constant(run_passes):
    run = run_passes(ORPHAN.replace("tensor<1xf32>\n", 'tensor<1xf32> loc("k")\n', 1), NAME)
    assert [str(remark) for remark in run.remarks] == [f"remark: {NAME}: k"]


@pytest.mark.requirement("O8")
def test_o8_constant_with_one_live_reader_stays(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData k 0 1 k 0=4
        Split s 1 2 k k0 k1
        BinaryOp max 2 1 x k0 y 0=4
        Noop sink 1 0 k1"""
    model = ModelFiles(tmp_path, lines, [1.0, 2.0, 3.0, 4.0])
    model.optimize()
    assert model.types() == ["MemoryData", "BinaryOp"]


@pytest.mark.requirement("O9")
def test_o9_compiled_model_has_no_dead_bytes(tmp_path: Path):
    lines = "Input data 0 1 x 0=4\nMemoryData m 0 1 m 0=1\nBinaryOp add 2 1 x m y 0=0"
    model = ModelFiles(tmp_path, lines, [1.0])
    program = compile_program(CompileOptions(model.path("in.param")))
    assert len(program.weights) < len(model.numbers("in").tobytes())


@pytest.mark.requirement("O9")
def test_o9_compiled_model_is_the_same_with_and_without_an_orphan(tmp_path: Path):
    orphan = "MemoryData big 0 1 k 0=5000\nNoop sink 1 0 k\n"
    lines = "Input data 0 1 x 0=4\n{}InnerProduct fc 1 1 x y 0=3 1=1 2=12"
    arrays = RAW_TAG, np.arange(12), np.arange(3)
    written: list[bytes] = []
    for name, extra, more in (("with", orphan, [np.ones(5000)]), ("without", "", [])):
        folder = tmp_path / name
        folder.mkdir()
        model = ModelFiles(folder, lines.format(extra), *more, *arrays)
        program = compile_program(CompileOptions(model.path("in.param"), target="x86-64"))
        write(model.path("m.ncnnc"), program)
        written.append((folder / "m.ncnnc").read_bytes())
    assert written[0] == written[1]
    assert len(written[0]) < 5000 * 4


@pytest.mark.requirement("O10")
def test_o10_constant_that_is_an_output_stays(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4
        MemoryData k 0 1 k 0=1
        MemoryData m 0 1 m 0=1
        Split s 1 2 m m0 m1
        BinaryOp add 2 1 x m0 y 0=0"""
    model = ModelFiles(tmp_path, lines, [1.0], [2.0])
    model.optimize()
    outputs = {top for layer in model.layers() for top in layer.tops}
    assert {"k", "m1", "y"} <= outputs
    assert model.numbers().tolist() == [1.0, 2.0]
