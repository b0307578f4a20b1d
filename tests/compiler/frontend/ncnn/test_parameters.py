"""Values of parameters: what is taken for what."""

from __future__ import annotations

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.format.records import RecordValue
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.ncnn.parameters import converted, fill_parameters
from ncnnc.dialects.ncnn.layer import Param, ParamKind, ParamValue
from ncnnc.dialects.ncnn.layers.squeeze import SqueezeOp

from tests.helpers.importing import INPUT, text_of

BITS_OF_3, BITS_OF_HALF = 1077936128, 1056964608


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("int", 7, 7),
        ("int", 7.0, None),
        ("int", [7], None),
        ("float", 7, 7.0),
        ("float", "7", None),
        ("ints", [1, 2], [1, 2]),
        ("ints", [1, 2.0], None),
        ("ints", 1, None),
        ("floats", [1, 2.5], [1.0, 2.5]),
        ("floats", [BITS_OF_3], [float(BITS_OF_3)]),
        ("string", "0w,1", "0w,1"),
        ("string", 1, None),
    ],
)
def test_converted(kind: ParamKind, value: RecordValue, expected: ParamValue | None):
    assert converted(value, Param(0, "parameter", kind, 1)) == expected


def test_a_float_may_say_what_an_integer_is_anyway():
    """ncnn takes the default for a float."""
    found = converted(1.0, Param(0, "flag", "int", 1))
    assert found == 1
    assert isinstance(found, int)
    assert converted(0.0, Param(0, "flag", "int", 1)) is None


def test_integers_that_are_bits_of_floats():
    mask = Param(5, "mask", "floats", [], integers_are_bits=True)
    assert converted([BITS_OF_3, 2.0, 0, BITS_OF_HALF], mask) == [3.0, 2.0, 0.0, 0.5]
    assert converted(BITS_OF_3, mask) is None


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        (["Pooling x 1 1 data x 0=1 4=1"], 1),
        (["Pooling p 1 1 data p 0=1 4=1", "ReLU x 1 1 p x"], 1),
        (["ReLU x 1 1 data x 0=0.5"], BITS_OF_HALF),
    ],
    ids=["the layer before", "a layer without it between", "bits of a float"],
)
def test_an_array_leaves_the_number_of_an_earlier_layer(earlier: list[str], expected: int):
    record = read_model_record(text_of(INPUT, *earlier, "Squeeze s 1 1 x s -23300=2,2,3"))
    assert fill_parameters(SqueezeOp.LAYER, record.layers[-1], record)["squeeze_w"] == expected


def test_an_array_without_a_number_before_it_is_refused():
    record = read_model_record(text_of("Input data 0 1 data", "Squeeze s 1 1 data s -23300=2,2,3"))
    with pytest.raises(ModelError, match=r"parameter 0 \(squeeze_w\) is \[2, 3\], not an integer"):
        fill_parameters(SqueezeOp.LAYER, record.layers[-1], record)
