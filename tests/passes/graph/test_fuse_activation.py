"""fuse-activation computes the same with one layer less."""

from __future__ import annotations

import pytest

ACTIVATIONS = {
    "relu": "%y = ncnn.relu %a : (OUT) -> OUT",
    "leaky_relu": "%y = ncnn.relu %a slope 0.125 : (OUT) -> OUT",
    "clip": "%y = ncnn.clip %a min -0.5 max 0.25 : (OUT) -> OUT",
    "sigmoid": "%y = ncnn.sigmoid %a : (OUT) -> OUT",
    "mish": "%y = ncnn.mish %a : (OUT) -> OUT",
    "hardswish": "%y = ncnn.hardswish %a alpha 0.25 beta 0.5 : (OUT) -> OUT",
}


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_activation_becomes_part_of_the_layer(run_passes, linear, layer, activation):
    run = run_passes(linear(activation), "fuse-activation")
    assert run.layers == [layer]
    run.assert_close()


def test_second_run_changes_nothing(run_passes, linear, layer):
    run = run_passes(
        linear("%b = ncnn.relu %a : (OUT) -> OUT\n%y = ncnn.sigmoid %b : (OUT) -> OUT"),
        "fuse-activation,fuse-activation",
    )
    assert run.layers == [layer, "sigmoid"]
    run.assert_close()
