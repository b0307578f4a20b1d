"""The options of a compilation refuse what makes no sense."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.frontend import model_format
from ncnnc.compiler.image import Image
from ncnnc.compiler.options.choices import CONV_ALGORITHMS, ConvPolicy
from ncnnc.compiler.options.code_options import CodeOptions
from ncnnc.compiler.options.compile_options import (
    CompileOptions,
    require_runnable,
)
from ncnnc.compiler.options.show_options import ShowOptions
from ncnnc.compiler.pipeline.build import build_pipeline
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.sessions.arguments import MOST_THREADS


def test_defaults():
    options = CompileOptions("m.param")
    assert (options.target, options.threads, options.random_weights) == ("host", 1, None)
    assert options == CompileOptions("m.param", inputs={}, conv={})


def test_code_options_are_compared_by_value():
    shapes, conv = {"b": (3, 4), "a": (5,)}, {"y": "gemm", "x": "packed"}
    options = CompileOptions("m", target="x86-avx2", inputs=shapes, conv=conv, threads=2)
    others = CompileOptions(
        "elsewhere/n.param",
        weights="n.bin",
        target="x86-avx2",
        inputs=dict(reversed(shapes.items())),
        conv=dict(reversed(conv.items())),
        dump_dir="dump",
        remarks=True,
    )
    assert options.code_key == others.code_key
    assert options.conv_policy == ConvPolicy.COST


@pytest.mark.parametrize(
    "change",
    [
        {"target": "x86-avx2+l2=512K"},
        {"inputs": {"a": (5, 1)}},
        {"conv_policy": "measure"},
        {"conv": {"x": "gemm"}},
        {"input_types": {"a": "int8"}},
        {"masks": {"a": "causal"}},
        {"debug_bounds": True},
    ],
)
def test_another_key_for_other_code(change: dict[str, Any]):
    given: dict[str, Any] = {"target": "x86-avx2", "inputs": {"a": (5,)}, "conv": {"x": "packed"}}
    other = CompileOptions("m", **{**given, **change})
    assert CompileOptions("m", **given).code_key != other.code_key


def test_the_key_is_the_same_in_every_process():
    options = CompileOptions("m", target="x86-avx2", inputs={"a": (5,)})
    values = (
        '{"activations": "fp32", "batch": 0, "conv": {}, "conv_policy": "cost", '
        '"debug_bounds": false, "dims": {}, "input_types": {}, "inputs": {"a": ["5"]}, '
        '"layer_precision": {}, "masks": {}, "max_error": null, "max_memory": "auto", '
        '"memory_limit": 0, "outputs": [], '
        '"postprocess": {}, "precision": "fp32", "preprocess": {}, "schedule": {}, '
        '"state_type": "fp32", "states": {}, "target": "x86-avx2", "tuned": null}'
    )
    assert options.code_key == hashlib.sha256(values.encode()).hexdigest()


def test_every_default_stands_once():
    options = CompileOptions("m", target="x86-avx2")
    assert options.code_key == CodeOptions(target="x86-avx2").code_key
    assert options.show == ShowOptions()
    shown: dict[str, Any] = {"dump_dir": "d", "verify_each": True, "print_ir_after": ("dce",)}
    assert CompileOptions("m", **shown).show == ShowOptions(**shown)


def test_good_values():
    CompileOptions("m", inputs={"a": (3,), "b": (1, 2, 3, 4)}, conv={"c": "gemm"}, threads=8)


def test_values_are_converted():
    options = CompileOptions(
        Path("m.param"),  # pyright: ignore[reportArgumentType]
        weights=Path("m.bin"),  # pyright: ignore[reportArgumentType]
        threads=np.int64(2),  # pyright: ignore[reportArgumentType]
        inputs={"a": [np.int32(3), 4]},  # pyright: ignore[reportArgumentType]
        print_ir_after=["dce"],  # pyright: ignore[reportArgumentType]
    )
    assert options == CompileOptions(
        "m.param", "m.bin", threads=2, inputs={"a": (3, 4)}, print_ir_after=("dce",)
    )
    assert [type(extent) for extent in options.inputs["a"]] == [int, int]
    assert type(options.threads) is int


@pytest.mark.requirement("T1")
def test_an_algorithm_may_have_a_tile():
    assert CompileOptions("m", conv={"c1": "tiled:24"}).conv == {"c1": "tiled:24"}


def test_names_are_those_of_the_dialect_and_the_pipeline():
    assert list(CONV_ALGORITHMS) == [algorithm.value for algorithm in Algorithm]
    names = [step.name for step in build_pipeline(CompileOptions("m")).passes]
    CompileOptions("m", print_ir_after=("all", *names))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"conv_policy": "cast"}, "unknown convolution policy 'cast'; did you mean 'cost'"),
        ({"conv": {"c1": "gem"}}, "algorithm of layer 'c1' 'gem'; did you mean 'gemm'"),
        ({"conv": {"c1": "tiled:0"}}, "algorithm of layer 'c1' 'tiled:0'; did you mean 'tiled'"),
        ({"conv": {"c1": "gemm:24"}}, "algorithm of layer 'c1' 'gemm:24'; did you mean 'gemm'"),
        (
            {"inputs": {"x": (3, 0)}},
            r"input 'x' needs 1 to 4 extents of at least 1 \(below 2\^31\), not 3x0",
        ),
        ({"inputs": {"x": ()}}, "not none"),
        ({"inputs": {"x": (1,) * 5}}, "not 1x1x1x1x1; hint: leave out the batch"),
        ({"inputs": {"x": (10**400, 8)}}, "below 2\\^31.*, not 10000"),
        (
            {"inputs": {"x": (3, -1, -1)}},
            "not 3x-1x-1; hint: for inputs of any shape compile with dynamic=True",
        ),
        ({"inputs": {"x": (3, None, None)}}, "hint: for inputs of any shape .* dynamic=True"),
        (
            {"precision": "int8"},
            "unknown precision 'int8'.*; hint: `ncnnc quantize` makes an int8 model",
        ),
        ({"precision": "fp16"}, "hint: bf16 is the 16-bit type that there is"),
        ({"threads": -1}, "threads must be at least 1, not -1"),
        ({"threads": 10**9}, "threads must be at most 1024, not 1000000000"),
        ({"random_weights": -3}, "random_weights must be at least 0, not -3"),
        ({"target": "nosuch"}, "unknown target 'nosuch'"),
        ({"target": "x" * 5000}, "unknown target 'x{40}...' "),
        ({"print_ir_after": ("nosuch",)}, "unknown pass 'nosuch'"),
        ({"masks": {"x": "casual"}}, "unknown mask 'x' 'casual'; did you mean 'causal'"),
        ({"input_types": {"x": "i8"}}, "unknown type of input 'x' 'i8'; did you mean 'int8'"),
        (
            {"input_types": {"x": "int8"}, "preprocess": {"x": Image()}},
            "input 'x' is an image, or int8, not both",
        ),
    ],
)
def test_bad_values(values: dict[str, Any], reason: str):
    with pytest.raises(UsageError, match=reason) as caught:
        CompileOptions("m.param", **values)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"param": None}, "param must be a path, not None"),
        ({"param": [b"7767517"]}, r"param must be a path, not list \[b'7767517'\]"),
        ({"weights": 3}, "weights must be a path, not int 3"),
        ({"target": 3}, "target must be a string, not int 3"),
        ({"threads": "2"}, "threads must be an integer or 'auto', not str '2'"),
        ({"threads": 2.0}, "threads must be an integer, not float 2.0"),
        ({"threads": True}, "threads must be an integer, not bool True"),
        ({"inputs": {"x": (1.5, 8, 8)}}, r"input 'x' is tuple \(1.5, 8, 8\); hint: a shape is a"),
        ({"inputs": {"x": "1,8,8"}}, r"input 'x' is str '1,8,8'; hint: .* such as \(3, 224, 224\)"),
        ({"inputs": {"x": 8}}, "input 'x' is int 8"),
        ({"inputs": {3: (8,)}}, "inputs must have strings as keys, not int 3"),
        ({"inputs": [("x", (8,))]}, "inputs must be a mapping by name, not list"),
        ({"inputs": None}, "inputs must be a mapping by name, not None"),
        ({"conv": "c1=gemm"}, "conv must be a mapping by name, not str 'c1=gemm'"),
        ({"conv": {"c1": 3}}, "the algorithm of layer 'c1' must be a string, not int 3"),
        ({"print_ir_after": "dce"}, "print_ir_after must be a list of names, not str 'dce'"),
        ({"dump_dir": 3}, "dump_dir must be a path, not int 3"),
        ({"remarks": "yes"}, "remarks must be True or False, not str 'yes'"),
        ({"input_types": "int8"}, "input_types must be a mapping by name, not str 'int8'"),
        ({"input_types": {"x": 8}}, "the type of input 'x' must be a string, not int 8"),
        ({"random_weights": "7"}, "random_weights must be an integer, not str '7'"),
    ],
)
def test_bad_types(values: dict[str, Any], reason: str):
    with pytest.raises(TypeError, match=reason) as caught:
        CompileOptions(**{"param": "m.param", **values})
    assert isinstance(caught.value, UsageError)
    assert "\n" not in str(caught.value)


def test_values_outside_their_range_are_value_errors():
    with pytest.raises(ValueError, match="at most 1024"):
        CompileOptions("m", threads=1025)
    assert CompileOptions("m", threads=MOST_THREADS).threads == 1024


def test_code_that_this_machine_cannot_run(monkeypatch: pytest.MonkeyPatch):
    present = frozenset(ISAS["x86-avx2"].features)
    monkeypatch.setattr("ncnnc.runtime.code.cpu.host_features", lambda: present)
    require_runnable(CompileOptions("m", target="x86-avx2"))
    require_runnable(CompileOptions("m"))
    with pytest.raises(UsageError, match=r"run code for x86-avx512, it lacks avx512f, .*; hint: "):
        require_runnable(CompileOptions("m", target="x86-avx512"))


@pytest.mark.parametrize("jobs", [-1, 1025])
def test_jobs_are_a_number_of_processes(jobs: int):
    with pytest.raises(ValueError, match="jobs must be at"):
        CompileOptions("m", jobs=jobs)


def test_how_many_processes_compile_does_not_decide_the_code():
    assert CompileOptions("m", jobs=3).code_key == CompileOptions("m", jobs=1).code_key


@pytest.mark.parametrize(("available", "most"), [(0, 4), (4, 4), (20, 16)])
def test_generated_weights_may_take_the_memory_that_is_there(
    available: int, most: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(model_format.here, "available_bytes", lambda: available << 30)
    options = CompileOptions("m", random_weights=1)
    assert options.allowed_bytes == most << 30
    assert options.for_generated(1 << 30).allowed_bytes == 4 << 30
    assert options.for_generated(8 << 30).allowed_bytes == 10 << 30
    limited = CompileOptions("m", random_weights=1, max_memory="1G")
    assert limited.for_generated(8 << 30) is limited
    assert CompileOptions("m").for_generated(8 << 30).allowed_bytes == 4 << 30


def test_a_large_file_of_weights_may_take_its_memory(tmp_path: Path):
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    param.write_text("7767517\n")
    with weights.open("wb") as file:
        file.truncate(8 << 30)
    assert CompileOptions(param).most_bytes == 10 << 30
    assert CompileOptions(param, max_memory="1G").most_bytes == 1 << 30
    assert CompileOptions(param, max_memory="1G", memory_limit="2G").most_bytes == 2 << 30
