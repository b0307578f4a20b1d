"""
Networks of the kinds that programs around ncnn ship, small, with random weights: a module each.

    from tests.generators.wild import NETWORKS

    network = NETWORKS["detector"]()

They are written after the published architectures, as pnnx would write them to a `.param`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..converted.builder import ConvertedNetwork, Size
from ..network import Network
from .codeformer import codeformer
from .depth_anything import depth_anything
from .detector import detector, detector_with_attention
from .esrgan import esrgan
from .hifi_gan import hifi_gan
from .ifnet import ifnet
from .ppocr import text_detector, text_recogniser, text_recogniser_with_attention
from .rvm import rvm
from .scrfd import scrfd
from .span import compact_upscaler, span
from .zipformer import zipformer

DESCRIPTIONS = (
    *(detector, detector_with_attention, esrgan, compact_upscaler, span, ifnet),
    *(text_detector, text_recogniser, text_recogniser_with_attention, scrfd, rvm),
    *(zipformer, hifi_gan, codeformer, depth_anything),
)


def _build(describe: Callable[[ConvertedNetwork], None], seed: int = 0) -> Network:
    net = ConvertedNetwork(Size(1, 1), seed)
    describe(net)
    return net.finish()


NETWORKS: Mapping[str, Callable[..., Network]] = {
    describe.__name__: partial(_build, describe) for describe in DESCRIPTIONS
}
"""By name what builds a network, of a seed."""
