"""Names in C."""

from __future__ import annotations

import pytest
from ncnnc.compiler.diagnostics import OptionValueError
from ncnnc.compiler.library.names import c_name, name_of_file


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("digits", "digits"),
        ("libdigits", "digits"),
        ("yolo-fastest", "yolo_fastest"),
        ("yolov4-tiny ", "yolov4_tiny"),
        ("7zip", "model_7zip"),
        ("_x", "x"),
        ("lib", "model"),
        ("größe", "gr__e"),
        ("double", "model_double"),
        ("x" * 100, "x" * 64),
    ],
)
def test_name_of_a_file(stem: str, name: str):
    assert name_of_file(stem) == c_name(name) == name


@pytest.mark.parametrize("name", ["", "a-b", "1a", "_a", "a b", "é", "x" * 65, "a\n"])
def test_names_that_c_cannot_have(name: str):
    with pytest.raises(OptionValueError, match="name must be letters, digits and '_'"):
        c_name(name)
