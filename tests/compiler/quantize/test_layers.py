"""Find the layers that can compute with int8, and the scales of their weights."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UsageError
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.layers import check_kept

from .models import CHAIN, CHAIN_ARRAYS, layers_of, random_arrays

OPTIONS = CompileOptions(CHAIN.encode(), random_arrays(CHAIN_ARRAYS))


def single(layer: str, weights: int, input: str = "0=8 1=8 2=3") -> CompileOptions:
    """A model of one layer, named conv, without bias."""
    text = f"7767517\n2 2\nInput data 0 1 data {input}\n{layer}\n"
    return CompileOptions(text.encode(), random_arrays(((weights,),)))


def test_layers_are_found_with_the_blobs_that_they_read():
    _, _, layers, others = layers_of(OPTIONS)
    assert [(layer.name, layer.blob) for layer in layers] == [
        ("conv1", "data"),
        ("dw", "conv1"),
        ("left", "dw"),
        ("right", "dw"),
        ("fc", "pool"),
    ]
    assert not others
    assert [layer.scale_count for layer in layers] == [8, 8, 8, 8, 5]


def test_weight_scales_make_the_largest_weight_of_a_channel_127():
    for layer in layers_of(OPTIONS)[2]:
        scales = layer.weight_scales()
        largest = np.abs(layer.weight.reshape(len(scales), -1)).max(1)
        np.testing.assert_allclose(scales * largest, 127, rtol=1e-6)
        np.testing.assert_allclose(layer.weight_scales(31) * largest, 31, rtol=1e-6)


def test_a_channel_of_zeros_has_a_scale():
    weights = bytearray(random_arrays(((216,),)))
    weights[4 : 4 + 27 * 4] = bytes(27 * 4)
    options = single("Convolution conv 1 1 data out 0=8 1=3 6=216", 216)
    options = CompileOptions(options.param, bytes(weights))
    scales = layers_of(options)[2][0].weight_scales()
    assert scales[0] == 1
    assert np.isfinite(scales).all()


def test_weights_that_are_not_finite_are_refused():
    weights = np.frombuffer(random_arrays(((216,),)), "<f4").copy()
    weights[9] = np.nan
    options = single("Convolution conv 1 1 data out 0=8 1=3 6=216", 216)
    (layer,) = layers_of(CompileOptions(options.param, weights.tobytes()))[2]
    with pytest.raises(ModelError, match=r"layer 'conv' .*not all finite"):
        layer.weight_scales()


def test_winograd_is_for_plain_kernels_of_3x3():
    found = {layer.name: layer.may_be_winograd for layer in layers_of(OPTIONS)[2]}
    assert found == {"conv1": True, "dw": False, "left": False, "right": True, "fc": False}
    for more in ("3=2", "2=2"):
        options = single(f"Convolution conv 1 1 data out 0=8 1=3 6=216 {more}", 216)
        assert not layers_of(options)[2][0].may_be_winograd


@pytest.mark.parametrize(
    ("layer", "weights", "input", "reason"),
    [
        ("Convolution conv 1 1 data out 0=8 1=3 4=1 6=216 18=0.5", 216, "0=8 1=8 2=3", "pads with"),
        ("Convolution conv 1 1 data out 0=8 1=1 6=24", 24, "0=3", "is a vector"),
        (
            "ConvolutionDepthWise conv 1 1 data out 0=24 1=1 6=24 7=3",
            24,
            "0=8 1=8 2=3",
            "8 outputs",
        ),
        ("Convolution conv 1 1 data out 0=8 1=3 6=216 31=8", 216, "0=8 1=8 2=3", "feature mask"),
    ],
)
def test_layers_of_which_int8_changes_the_meaning(
    layer: str, weights: int, input: str, reason: str
):
    with pytest.raises(ModelError, match=rf"no layer can compute with int8: 'conv' \(.*{reason}"):
        layers_of(single(layer, weights, input))
    more = {
        "0=3": "InnerProduct more 1 1 b more 0=8 2=24",
        "0=8 1=8 2=3": "Convolution more 1 1 b more 0=8 1=1 6=24",
    }
    lines = ["7767517", "4 5", f"Input data 0 1 data {input}", "Split split 1 2 data a b"]
    text = "\n".join([*lines, layer.replace("data", "a"), more[input]])
    options = CompileOptions(text.encode(), random_arrays(((weights,), (24,))))
    _, _, layers, others = layers_of(options)
    assert [found.name for found in layers] == ["more"]
    assert [(other.name, reason in other.reason) for other in others] == [("conv", True)]


@pytest.mark.parametrize(("outputs", "groups"), [(3, 3), (6, 3), (30, 3), (9, 1)])
def test_groups_that_ncnn_computes_rightly(outputs: int, groups: int):
    weights = outputs * 3 // groups
    layer = f"ConvolutionDepthWise conv 1 1 data out 0={outputs} 1=1 6={weights} 7={groups}"
    _, _, (found,), _ = layers_of(single(layer, weights))
    assert found.scale_count == groups


def test_a_quantized_model_is_refused():
    options = single("Convolution conv 1 1 data out 0=8 1=3 6=216 8=2", 216)
    scales = np.ones(9, "<f4").tobytes()
    options = CompileOptions(options.param, bytes(options.weights or b"") + scales)
    with pytest.raises(ModelError, match=r"layer 'conv' .*is quantized already; hint: quantize"):
        layers_of(options)


def test_layers_are_kept_by_name():
    module, _, layers, _ = layers_of(OPTIONS)
    known = [layer.name for layer in layers]
    check_kept(known, ["dw", "fc"], module)
    with pytest.raises(UsageError, match="unknown layer 'conv2'; did you mean 'conv1'"):
        check_kept(known, ["conv2"], module)
    with pytest.raises(UsageError, match=r"layer 'pool' \(Pooling\) is float32 in any case"):
        check_kept(known, ["pool"], module)
