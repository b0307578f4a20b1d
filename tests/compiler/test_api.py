"""compile() and lower(): from files to programs; levels, names, weights, steps, errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler import api
from ncnnc.compiler.diagnostics import ModelError, NcnncError, UsageError
from ncnnc.compiler.driver import compile as compiling
from ncnnc.compiler.driver import lower as lowering
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.build import build_pipeline
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.compiler.program import assemble as assembling
from ncnnc.compiler.program import signature
from ncnnc.passes.graph import GRAPH_PASSES
from ncnnc.passes.kernels.bufferize import KEY_ATTRIBUTE
from xdsl.dialects import memref
from xdsl.dialects.builtin import StringAttr

pytestmark = pytest.mark.isa

PASSES = [step.name for step in build_pipeline(CompileOptions("m")).passes]
ATTACHED = PASSES.index("attach-target")
MODEL = """7767517
7 7
Input        data 0 1 data 0=6 1=5 2=3
Convolution  conv 1 1 data conv 0=20 1=3 4=1 5=1 6=540
ReLU         relu 1 1 conv relu
Convolution  grow 1 1 relu grow 0=20 1=3 4=1 6=3600
Pooling      pool 1 1 grow pool 0=1 4=1
InnerProduct fc   1 1 pool fc 0=4 1=1 2=80
Softmax      prob 1 1 fc prob
"""


@pytest.fixture
def param(tmp_path: Path) -> Path:
    path = tmp_path / "small.param"
    path.write_text(MODEL)
    return path


def options(param: Path, **more) -> CompileOptions:
    return CompileOptions(str(param), random_weights=1, **more)


@pytest.mark.parametrize(
    ("level", "there", "gone"),
    [
        ("import", "ncnn.relu", "activation relu"),
        ("graph", "activation relu", "ncnn.relu"),
        ("scheduled", "#ncnn.layout<pack = 16>", "ncnn.relu"),
        ("kernels", "func.call @convolution_", "ncnn.convolution"),
        ("loops", "simd.fma", "kernel.convolution"),
    ],
)
def test_levels(param: Path, level: str, there: str, gone: str):
    module = lowering.lower(options(param, target="x86-avx512"), level).module
    module.verify()
    assert there in str(module)
    assert gone not in str(module)


def test_every_level_is_tested():
    assert list(Level) == ["import", "graph", "scheduled", "kernels", "loops"]


def test_program(param: Path):
    program = compiling.compile_program(options(param, target="x86-avx2"))
    assert [(s.name, s.shape) for s in program.inputs] == [("data", (3, 5, 6))]
    assert [(s.name, s.shape) for s in program.outputs] == [("prob", (4,))]
    assert program.target == "x86-avx2"
    assert "avx2" in program.features
    assert "avx512f" not in program.features
    assert program.object_code.startswith(b"\x7fELF")
    first = program.steps[0]
    assert first.name == "conv"
    assert first.layers == ("conv", "relu")
    assert first.kernel == "convolution packed"
    # 24 channels in three vectors of 8, a multiply and an add for each of 27 weights.
    assert first.flops == 2 * 24 * 5 * 6 * 27
    names = [name for step in program.steps for name in step.layers]
    assert set(names) == {"conv", "relu", "grow", "pool", "fc", "prob"}


@pytest.mark.requirement("W17", "D21")
def test_compiling_twice_gives_the_same_bytes_whatever_the_threads(param: Path):
    given = (options(param, target="x86-avx2", threads=threads) for threads in (1, 3))
    first, second = map(compiling.compile_program, given)
    assert (first.threads, second.threads) == (1, 3)
    assert first.object_code == second.object_code
    assert bytes(first.weights) == bytes(second.weights)
    assert first.steps == second.steps


def test_weights_lie_apart_where_the_views_say(param: Path):
    lowered = lowering.lower(options(param, target="x86-avx2"))
    blob = bytes(assembling.assemble(lowered).weights)
    views = [
        op
        for op in signature.find_main(lowered.module).body.block.ops
        if isinstance(op, memref.ViewOp) and KEY_ATTRIBUTE in op.attributes
    ]
    ends = [0]
    for view in sorted(views, key=assembling.byte_shift):
        key = view.attributes[KEY_ATTRIBUTE]
        assert isinstance(key, StringAttr)
        array = np.asarray(lowered.ctx.weights.get(key.data), np.float32)
        start = assembling.byte_shift(view)
        assert start >= ends[-1]
        assert start % 64 == 0
        assert blob[start : start + array.nbytes] == array.tobytes()
        ends.append(start + array.nbytes)
    # Two convolutions and a product, and the biases of two.
    assert len(views) == 5
    assert ends[-1] <= len(blob)


def test_two_branches_and_two_outputs(tmp_path: Path):
    path = tmp_path / "branches.param"
    path.write_text(
        "7767517\n5 6\nInput x 0 1 x 0=4 1=4 2=5\nSplit s 1 2 x a b\n"
        "ReLU r 1 1 a r\nConcat c 2 1 r b c\nConvolution v 1 1 c v 0=3 1=1 6=30\n"
    )
    model = api.compile(path, random_weights=3)
    x = np.random.default_rng(0).uniform(-1, 1, (5, 4, 4)).astype(np.float32)
    assert model(x).shape == (3, 4, 4)


def test_input_shapes_override_the_file(param: Path):
    model = api.compile(param, random_weights=1, inputs={"data": (3, 9, 9)})
    assert model.inputs[0].shape == (3, 9, 9)
    assert model(np.zeros((3, 9, 9), np.float32)).shape == (4,)


@pytest.mark.requirement("L18")
def test_a_vector_goes_through_a_1x1_convolution(tmp_path: Path):
    path = tmp_path / "vector.param"
    path.write_text(
        "7767517\n3 3\nInput x 0 1 x 0=5\nConvolution v 1 1 x v 0=3 1=1 5=1 6=15 9=1\n"
        "Convolution u 1 1 v u 0=2 1=1 6=6\n"
    )
    model = api.compile(path, random_weights=3)
    assert model(np.ones(5, np.float32)).shape == (2,)


@pytest.mark.parametrize(
    ("more", "error", "reason"),
    [
        ({"target": "z80"}, UsageError, "unknown target 'z80'"),
        ({"conv": {"grow": "depthwise"}}, ModelError, "layer 'grow' .*one channel per group"),
        ({"inputs": {"data": (4, 5, 6)}}, ModelError, "layer 'conv' .*4 channels"),
        ({"print_ir_after": ("nothing",)}, UsageError, "pass 'nothing'"),
    ],
)
def test_errors_name_the_culprit(param: Path, more: dict, error: type, reason: str):
    with pytest.raises(error, match=reason) as caught:
        compiling.compile_program(options(param, **more))
    assert isinstance(caught.value, NcnncError)


def test_dump_and_times(param: Path, tmp_path: Path):
    folder = tmp_path / "dump"
    lowered = lowering.lower(options(param, target="x86-64", dump_dir=str(folder)))
    lowered.object_code()
    names = sorted(path.name for path in folder.iterdir())
    assert names[0] == "001_infer-shapes.mlir"
    assert names[-1] == "llvm.ll"
    stages = [name.split("_", 1) for name in names[:-1]]
    assert [int(number) for number, _ in stages] == list(range(1, len(stages) + 1))
    assert len(stages) == lowered.runner.count
    order = [PASSES.index(stage.removesuffix(".mlir")) for _, stage in stages]
    assert order == sorted(order)  # this model needs no second round
    graphs = [(folder / name).read_text() for name in names[: order.index(ATTACHED)]]
    assert len(graphs) == len(set(graphs)) < len(GRAPH_PASSES)
    assert set(lowered.runner.seconds) >= {"infer-shapes", "convert-kernel-to-loops"}


def test_print_ir_after(param: Path, capsys: pytest.CaptureFixture[str]):
    lowering.lower(options(param, target="x86-64", print_ir_after=("plan-memory",)))
    printed = capsys.readouterr().err
    assert printed.startswith("// IR after plan-memory\n")
    assert "%arena" in printed
    assert printed.count("// IR after") == 1


def test_progress_names_the_passes(param: Path):
    seen: list[str] = []
    lowering.lower(options(param), "graph", seen.append)
    assert seen[0] == "infer-shapes"
    assert seen[-1] == "dce"


@pytest.mark.parametrize(
    ("values", "error", "reason"),
    [
        ({"thread": 2}, TypeError, "unknown option 'thread'; did you mean 'threads'?"),
        ({"param": None}, TypeError, "param must be a path, not None"),
        ({"inputs": {"data": (1.5, 8, 8)}}, TypeError, "tuple (1.5, 8, 8); hint: a shape is"),
        ({"inputs": {"data": "1,8,8"}}, TypeError, "str '1,8,8'; hint: a shape is a tuple"),
        ({"inputs": [3, 8, 8]}, TypeError, "inputs must be a mapping by name"),
        ({"inputs": {"date": (3, 8, 8)}}, ncnnc.UsageError, "unknown input 'date'"),
        ({"inputs": {"data": (10**9,) * 3}}, ncnnc.ModelError, "more than 2^31 elements"),
        ({"threads": "2"}, TypeError, "threads must be an integer or 'auto', not str '2'"),
        ({"threads": 10**9}, ValueError, "threads must be at most 1024"),
        ({"target": 3}, TypeError, "target must be a string, not int 3"),
        ({"conv": 3}, TypeError, "conv must be a mapping by name, not int 3"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_door(
    values: dict[str, Any], error: type[Exception], reason: str, tmp_path: Path
):
    path = tmp_path / "m.param"
    path.write_text("7767517\n2 2\nInput data 0 1 data\nReLU r 1 1 data y\n")
    with pytest.raises(error) as caught:
        ncnnc.compile(**{"param": path, **values})
    assert isinstance(caught.value, ncnnc.NcnncError)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_shapes_may_be_lists_of_numpy_integers(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text("7767517\n2 2\nInput data 0 1 data\nReLU r 1 1 data y\n")
    shape: Any = [np.int64(3), 8, np.uint8(8)]
    threads: Any = np.int32(1)
    model = ncnnc.compile(path, inputs={"data": shape}, threads=threads)
    assert model.inputs[0].shape == (3, 8, 8)
    inputs: Any = "data=3,8,8"
    with pytest.raises(TypeError, match="inputs must be a mapping by name, not str"):
        ncnnc.optimize(path, None, tmp_path / "o.param", tmp_path / "o.bin", inputs=inputs)


@pytest.mark.requirement("W16")
@pytest.mark.parametrize("dynamic", [False, True])
def test_a_model_is_read_from_memory_as_from_files(tmp_path: Path, dynamic: bool):
    layers = "Input x 0 1 x 0=4", "InnerProduct y 1 1 x y 0=3 2=12"
    text = "\n".join(("7767517", "2 2", *layers, "")).encode()
    data = np.arange(13, dtype=np.float32).tobytes()
    (tmp_path / "m.param").write_bytes(text)
    (tmp_path / "m.bin").write_bytes(data)
    x = np.array([1, -2, 3, -4], np.float32)
    results = [
        ncnnc.compile(*source, target="x86-64", dynamic=dynamic)(x)
        for source in ((tmp_path / "m.param",), (text, data), (tmp_path / "m.param", data))
    ]
    np.testing.assert_array_equal(results, [[-10, -18, -26]] * 3)


@pytest.mark.requirement("W16")
def test_what_is_wrong_with_a_model_in_memory(param: Path):
    text = param.read_bytes()
    with pytest.raises(ncnnc.ModelError, match=r"<param>:4: error: .*no weights are given"):
        ncnnc.compile(text)
    with pytest.raises(ncnnc.ModelError, match=r"<bin>:0x0: error: .* needs 4 bytes"):
        ncnnc.compile(text, b"")


@pytest.mark.parametrize(
    "write",
    [
        lambda: ncnnc.compile_library("none.param", None, "missing/m.so"),
        lambda: ncnnc.optimize("none.param", None, "missing/o.param", "o.bin"),
        lambda: ncnnc.quantize("none.param", None, "o.param", "o.bin", write_table="missing/t"),
    ],
)
def test_folders_that_are_missing_are_found_before_the_model_is_read(write: Callable[[], object]):
    with pytest.raises(FileNotFoundError, match="the folder 'missing' does not exist"):
        write()
