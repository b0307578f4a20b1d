"""Inputs that are images become part of the graph; what fits none is one line."""

from __future__ import annotations

import ncnnc
import pytest
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.options.compile_options import CompileOptions

PARAM = b"""7767517
3 3
Input a 0 1 a 0=4 1=3 2=3
Input b 0 1 b
BinaryOp add 2 1 a b y 0=0
"""
Image = ncnnc.Image


def graph(images: dict[str, ncnnc.Image], **options: object) -> str:
    """The imported graph."""
    ctx = make_context()
    options = {"inputs": {"b": (1, 1, 3)}, **options}
    return str(import_graph(CompileOptions(PARAM, b"", preprocess=images, **options), ctx))  # pyright: ignore[reportArgumentType]


def test_the_size_of_an_image_is_an_input_behind_it():
    text = graph({"a": Image(resize=(3, 4), most=(9, 8), order="gray2bgr")})
    assert '%0: tensor<9x8x1xui8> {ncnn.name = "a"}, %1: tensor<3xi32>' in text
    assert '{ncnn.name = "a.extents"}' in text
    assert '%a = ncnn.from_pixels_resize %0, %1 "gray2bgr" to [3, 4]' in text
    assert '%b: tensor<1x1x3xf32> {ncnn.name = "b"}' in text


def test_an_image_of_the_size_of_the_blob():
    text = graph({"a": Image(order="rgba2rgb", mean=(2.0,))})
    assert 'tensor<3x4x4xui8> {ncnn.name = "a"}' in text
    assert "extents" not in text
    assert "mean [2.000000e+00, 2.000000e+00, 2.000000e+00]" in text


def test_a_size_stands_for_a_shape():
    """Also where the file gives another one, as the shape of an input does."""
    text = graph({"a": Image(resize=(5, 7)), "b": Image(resize=(3, 4))}, inputs={})
    assert "-> tensor<3x3x4xf32>" in text
    assert "-> tensor<3x5x7xf32>" in text


@pytest.mark.parametrize(
    ("images", "message"),
    [
        ({"c": Image()}, r"unknown input 'c' \(known: a, b\)"),
        ({"a": Image(order="gray")}, "input 'a' is 3x3x4, an image 'gray' makes a blob of 1 ch"),
        ({"b": Image(resize=(3, 4))}, "input 'b' is 1x1x3, preprocessing makes 3x3x4"),
    ],
)
def test_images_that_do_not_fit(images: dict[str, ncnnc.Image], message: str):
    with pytest.raises(ncnnc.NcnncError, match=message) as error:
        graph(images)
    assert "\n" not in str(error.value)


def test_images_decide_the_code():
    keys = [
        CompileOptions(PARAM, b"", preprocess=images).code_key
        for images in ({}, {"a": Image()}, {"a": Image(mean=(1.0,))}, {"a": Image(mean=(1.0,))})
    ]
    assert len(set(keys)) == 3
    assert keys[2] == keys[3]
