"""
Networks as converters write them: built from code, with the layers, names and detours that pnnx
leaves in a `.param`, and random weights.

    from tests.generators.converted import NETWORKS

    network = NETWORKS["swin"](SMALL)

The architectures are the published ones, cut down to a few blocks; `Size` says how far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..network import Network
from .builder import ConvertedNetwork, Size
from .convolutional import convnext, cyclegan, deformable_detector, resnet3d, unet
from .sequences import conv_tasnet, crnn
from .transformers import bert, gpt, mobilevit, swin, vit

SMALL = Size(0.25, 1)
"""Widths and blocks for numerical tests."""
FULL = Size(1.0, 2)
"""For measuring speed."""

_DESCRIPTIONS = (
    *(convnext, swin, vit, mobilevit, bert, gpt, unet, crnn, cyclegan, resnet3d, conv_tasnet),
    deformable_detector,
)


def _build(describe: Callable[[ConvertedNetwork], None], size: Size, seed: int = 0) -> Network:
    net = ConvertedNetwork(size, seed)
    describe(net)
    return net.finish()


NETWORKS: Mapping[str, Callable[..., Network]] = {
    describe.__name__: partial(_build, describe) for describe in _DESCRIPTIONS
}
"""By name what builds a network of a size."""
