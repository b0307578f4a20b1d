"""Layers are found without importing all of them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from ncnnc.dialects.ncnn import LAYER_OPS, layer_op, layer_spec
from ncnnc.dialects.ncnn.layer_modules import LAYER_MODULES, layer_module


def test_a_layer_is_in_its_module():
    elsewhere = [
        type
        for type, op in LAYER_OPS.items()
        if op.__module__.rsplit(".", 1)[-1] != layer_module(type)
        or layer_op(type) is not op
        or layer_spec(type) is not op.LAYER
    ]
    assert elsewhere == []


def test_only_layers_that_need_it_are_listed():
    assert [type for type, module in LAYER_MODULES.items() if module == type.lower()] == []
    assert LAYER_MODULES.keys() <= LAYER_OPS.keys()


@pytest.mark.parametrize("type", ["Input", "Nothing"])
def test_other_types_have_no_op(type: str):
    assert layer_op(type) is None
    assert layer_spec(type) is None


def test_one_layer_is_imported_alone():
    code = (
        "import sys; from ncnnc.dialects.ncnn import layer_op; layer_op('Concat');"
        "print([m for m in sys.modules if '.ncnn.layers.' in m])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.strip() == "['ncnnc.dialects.ncnn.layers.concat']", printed.stderr


def test_a_compilation_imports_few_layers_and_nothing_that_only_errors_need():
    code = r"""
import sys
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.frontend.ncnn.importer import recurrent_states_of
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions

layers = ["Input x 0 1 x 0=8 1=8 2=4", "Convolution y 1 1 x y 0=8 1=3 6=288", "ReLU z 1 1 y z"]
param = "\n".join(["7767517", "3 3", *layers, ""]).encode()
compile_program(CompileOptions(param, random_weights=0))
recurrent_states_of(read_model_record(param))
unused = ("contrib.dain", "layers.detection", "input_shapes.solver")
print([m for m in sys.modules if m.startswith("ncnnc.") and m.endswith(unused)])
"""
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.strip() == "[]", printed.stderr
