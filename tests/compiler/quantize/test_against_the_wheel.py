"""Every int8 layer of a calibrated network, fed with the wheel's blobs, computes the wheel's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord

from tests.generators.wheel import PLAIN
from tests.helpers.conformance import needs_ncnn
from tests.helpers.int8_layers import compare, difference, quantize

from .models import samples, write_chain

MOST_STEPS = 1.001
MOST_DIFFERING = 0.01
"""Share of a layer's numbers that lie nearly in the middle of two integers."""


@needs_ncnn
@pytest.mark.oracle
@pytest.mark.isa
def test_layers_are_within_a_step(tmp_path: Path):
    """Two layers that hand on int8, one depthwise, two that are summed, an inner product."""
    inputs = [{"data": sample} for sample in samples(4)]
    scales = quantize(write_chain(tmp_path), inputs, tmp_path)
    for switched_off in (PLAIN, ()):
        layers = compare(tmp_path, scales, inputs, switched_off)
        assert [layer.is_int8 for layer in layers] == [True, True, False, False, False]
        for layer in layers:
            assert layer.steps <= MOST_STEPS, layer
            assert layer.differing <= MOST_DIFFERING, layer


@pytest.mark.parametrize(("term", "steps"), [(2, 127 / 4), (102, 1)])
def test_steps_are_those_of_the_result(term: int, steps: float):
    layer = LayerRecord("Convolution", "c", ("x",), ("y",), {8: term}, None)
    theirs = np.array([-4, 1, 2, 3], np.float32)
    found = difference(layer, [(theirs, theirs), (theirs + np.eye(4)[0], theirs)])
    assert found.steps == steps
    assert found.differing == 1 / 8
