"""One model compiled for many sets of shapes: read once, equal weights in one place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UsageError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.specialise import Specialiser
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.errors import ArrayShapeError
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.weights.weight_pool import PooledWeights

PARAM = """7767517
6 6
Input data 0 1 data 0=8 1=8 2=3
Convolution c1 1 1 data c1 0=20 1=3 4=1 5=1 6=540
BatchNorm bn 1 1 c1 bn 0=20
Interp up 1 1 bn up 0=2 3=12 4=10
Pooling pool 1 1 up pool 0=1 4=1
InnerProduct fc 1 1 pool fc 0=5 1=1 2=100
"""
SHAPES = ((3, 8, 8), (3, 16, 20))


@pytest.fixture
def param(tmp_path: Path) -> Path:
    path = tmp_path / "m.param"
    path.write_text(PARAM)
    return path


@pytest.fixture
def options(param: Path) -> CompileOptions:
    return CompileOptions(str(param), target="x86-avx2", random_weights=1)


def contents(program: Program) -> list[str]:
    """Return the contents of the weights of a program."""
    assert isinstance(program.weights, PooledWeights)
    return [place.content for place in program.weights.places]


def test_the_interface(options: CompileOptions):
    interface = Specialiser(options).interface
    (data,) = interface.inputs
    assert (data.name, data.shape, data.dtype) == ("data", (3, 8, 8), "float32")
    assert (interface.outputs, interface.threads) == (("fc",), 1)


def test_a_program_is_that_of_its_shapes_but_for_the_places_of_weights(options: CompileOptions):
    specialiser = Specialiser(options)
    for shape in SHAPES:
        program = specialiser([shape])
        fixed = compile_program(replace(options, inputs={"data": shape}))
        assert program.inputs == fixed.inputs
        assert program.outputs == fixed.outputs
        assert program.steps == fixed.steps
        assert program.arena_bytes == fixed.arena_bytes
        assert len(program.object_code) == pytest.approx(len(fixed.object_code), rel=0.1)


def test_the_first_program_has_its_weights_as_a_fixed_one(options: CompileOptions):
    program, fixed = Specialiser(options)([SHAPES[0]]), compile_program(options)
    assert bytes(program.weights) == bytes(fixed.weights)
    assert program.object_code == fixed.object_code


def test_arrays_that_passes_make_are_told_apart_by_what_is_in_them(options: CompileOptions):
    """The batch normalization is folded into the convolution anew for each set of shapes."""
    specialiser = Specialiser(options)
    first, second = (specialiser([shape]) for shape in SHAPES)
    common = set(contents(first)) & set(contents(second))
    made = [content for content in common if "stored" not in content]
    assert made, common
    tables = set(contents(second)) - common
    assert tables, "those of interp depend on the shape"


def test_the_files_are_read_once(options: CompileOptions, param: Path):
    specialiser = Specialiser(options)
    param.unlink()
    first, second = (specialiser([SHAPES[0]]) for _ in range(2))
    assert first.object_code == second.object_code
    assert contents(first) == contents(second)
    assert isinstance(first.weights, PooledWeights)
    assert first.weights.own_bytes == 0


def test_weights_are_made_once(options: CompileOptions):
    specialiser = Specialiser(options)
    first, second = (specialiser([shape]) for shape in SHAPES)
    for program in (first, second):
        assert isinstance(program.weights, PooledWeights)
        program.weights.in_memory()
        assert all(place.pieces is None for place in program.weights.places)
    alone = Specialiser(options)([SHAPES[1]])
    assert isinstance(alone.weights, PooledWeights)
    assert isinstance(second.weights, PooledWeights)
    memory = np.frombuffer(second.weights.in_memory(), np.uint8)
    other = np.frombuffer(alone.weights.in_memory(), np.uint8)
    for here, there in zip(second.weights.places, alone.weights.places, strict=True):
        np.testing.assert_array_equal(
            memory[here.offset :][: here.nbytes], other[there.offset :][: there.nbytes]
        )


def test_what_is_wrong_whatever_the_shapes(tmp_path: Path, options: CompileOptions):
    wrong = tmp_path / "wrong.param"
    wrong.write_text(PARAM.replace("0=20 1=3", "0=20 1=-3"))
    with pytest.raises(ModelError, match=r"wrong\.param:4: error: layer 'c1'"):
        Specialiser(CompileOptions(str(wrong), random_weights=1))
    with pytest.raises(ModelError, match="weights are missing"):
        Specialiser(CompileOptions(options.param))
    with pytest.raises(UsageError, match=r"unknown convolution 'c2' \(known: c1\)"):
        Specialiser(CompileOptions(options.param, random_weights=1, conv={"c2": "gemm"}))


def test_what_is_wrong_with_shapes(options: CompileOptions):
    specialiser = Specialiser(options)
    with pytest.raises(ArrayShapeError, match=r"'c1'.*4 channels.*'data' is 4x8x8"):
        specialiser([(4, 8, 8)])
    with pytest.raises(ArrayShapeError, match="needs 1 to 4 axes, not 0"):
        specialiser([()])
    assert specialiser([SHAPES[0]]).inputs[0].shape == SHAPES[0]
