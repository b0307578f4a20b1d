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
