"""fold-channel-padding: shortcuts to blobs of more channels are not copied."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import check_layers

pytestmark = pytest.mark.isa

LAYERS = """
Convolution a 1 1 x a 0=19 1=1 5=1 6=133 9=1
Split s 1 3 a a0 a1 a2
ConvolutionDepthWise d 1 1 a0 d 0=19 1=3 4=1 5=1 6=171 7=19
Padding p 1 1 a1 p 7=0 8={after} 5={value}
Convolution c 1 1 d c 0={channels} 1=1 5=1 6={count}
BinaryOp e 2 1 c p e 0=0
ReLU y 1 1 e y
"""


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize(("after", "value", "left"), [(1, 0, 0), (1, 0.75, 0), (14, 0.5, 1)])
def test_shortcut(after: int, value: float, left: int, target: str):
    """Channels that fill new vectors, too, are still padded."""
    channels = 19 + after
    layers = LAYERS.format(after=after, value=value, channels=channels, count=19 * channels)
    shapes = {"x": (7, 9, 13)}
    compiled = check_layers(layers, shapes, target, packed=True, passes=["eliminate-split"])
    assert compiled.kernels.count("kernel.padding") == left
