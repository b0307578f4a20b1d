"""fuse-deconvolution-activation computes the same with one layer less."""

from __future__ import annotations

from tests.helpers.linear_consumers import ACTIVATIONS, each, layers


@each(ACTIVATIONS)
@layers("deconvolution", "deconvolution1d", "deconvolution3d")
def test_activation_becomes_part_of_the_layer(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-deconvolution-activation")
    assert run.layers == [layer]
    run.assert_close()


@layers("deconvolution", "deconvolution1d", "deconvolution3d")
def test_second_run_changes_nothing(run_passes, linear, layer):
    activations = "%b = ncnn.relu %a : (OUT) -> OUT\n%y = ncnn.sigmoid %b : (OUT) -> OUT"
    run = run_passes(
        linear(activations), "fuse-deconvolution-activation,fuse-deconvolution-activation"
    )
    assert run.layers == [layer, "sigmoid"]
    run.assert_close()
