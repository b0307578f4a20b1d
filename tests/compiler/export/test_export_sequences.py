"""Layers on sequences come back from the graph as they were written."""

from __future__ import annotations

import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import export_model, param_text

from tests.helpers.importing import load_model_files


@pytest.mark.parametrize(
    "layer",
    [
        "Convolution1D l 1 1 x y 0=6 1=3 2=2 3=2 4=1 5=1 6=72 15=2 18=0.5 9=2 -23310=1,0.1",
        "ConvolutionDepthWise1D l 1 1 x y 0=4 1=3 4=-233 6=12 7=4 9=1",
        "ConvolutionDepthWise1D l 1 1 x y 0=4 1=3 6=36 7=4",
        "Deconvolution1D l 1 1 x y 0=6 1=3 3=2 4=-234 5=1 6=72 20=14 9=1",
        "DeconvolutionDepthWise1D l 1 1 x y 0=4 1=3 4=1 6=12 7=4 15=0 18=1",
        "Pooling1D l 1 1 x y 0=1 1=3 2=2 3=1 5=1 6=1 14=0",
        "Pooling1D l 1 1 x y 4=1",
        "Pooling1D l 1 1 x y 7=1 8=4",
    ],
)
def test_parameters_come_back(layer: str):
    ctx = make_context()
    text = f"7767517\n2 2\nInput x 0 1 x 0=8 1=4\n{layer}\n"
    module = load_model_files(ctx, text.encode(), seed=0)
    written = param_text(export_model(module, ctx).param).decode().splitlines()[-1]
    assert sorted(written.split()) == sorted(layer.split())


def test_weights_that_are_inputs_stay_inputs():
    ctx = make_context()
    text = """7767517
5 5
Input           x 0 1 x 0=8 1=4
Input           w 0 1 w 0=3 1=2 2=4
Input           v 0 1 v 0=3 1=2 2=4
Deconvolution1D d 2 1 x w d 28=1
Convolution1D   y 2 1 d v y 19=1
"""
    module = load_model_files(ctx, text.encode(), seed=0)
    lines = param_text(export_model(module, ctx).param).decode().splitlines()
    assert {"28=1", "d", "x", "w"} <= set(lines[-2].split())
    assert {"19=1", "y", "d", "v"} <= set(lines[-1].split())
