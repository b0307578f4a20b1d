"""fuse-convolution-activation computes the same with one layer less."""

from __future__ import annotations

from tests.helpers.linear_consumers import ACTIVATIONS, each, layers


@each(ACTIVATIONS)
@layers("convolution", "convolution1d", "convolution3d")
def test_activation_becomes_part_of_the_layer(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-convolution-activation")
    assert run.layers == [layer]
    run.assert_close()


@layers("convolution", "convolution1d", "convolution3d")
def test_second_run_changes_nothing(run_passes, linear, layer):
    activations = "%b = ncnn.relu %a : (OUT) -> OUT\n%y = ncnn.sigmoid %b : (OUT) -> OUT"
    run = run_passes(linear(activations), "fuse-convolution-activation,fuse-convolution-activation")
    assert run.layers == [layer, "sigmoid"]
    run.assert_close()
