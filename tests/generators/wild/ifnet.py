"""The flow network of RIFE."""

from __future__ import annotations

from ncnnc.dialects.ncnn.layer import LayerSpec

from ..converted.builder import Blob, ConvertedNetwork
from ..network import SPECS, Layer
from .blocks import deconvolution, enlarged, leaky, part

WARP = "rife.Warp"
SPECS.setdefault(WARP, LayerSpec(WARP))
EXTENT = 32


def warp(net: ConvertedNetwork, image: Blob, flow: Blob) -> Blob:
    """The layer that RIFE's program adds to ncnn."""
    name = f"warped_{len(net.layers)}"
    net.layers.append(Layer(WARP, name, (image.name, flow.name), (name,)))
    return Blob(name, image.shape)


def block(net: ConvertedNetwork, x: Blob, flow: Blob | None, scale: int) -> Blob:
    """
    Refine four channels of flow and one of a mask at a smaller scale.

    Shapes: `c,h,w` to `5,h,w`.
    """
    if scale > 1:
        x = enlarged(net, x, 1 / scale, 2)
    if flow is not None:
        if scale > 1:
            flow = enlarged(net, flow, 1 / scale, 2)
        x = net.concat(x, net.scaled(flow, 1 / scale))
    x = leaky(net, leaky(net, x, 8, 0.2, stride=2), 16, 0.2, stride=2)
    for _ in range(2):
        x = net.binary(0, leaky(net, x, 16, 0.2), x)
    return enlarged(net, deconvolution(net, x, 5, 4, 2, 1), 2.0 * scale, 2)


def ifnet(net: ConvertedNetwork) -> None:
    """
    Huang et al., "Real-Time Intermediate Flow Estimation", 2022, as in RIFE v4: two frames and the
    time between them, a map of one number.
    """
    first, second = (net.input(3, EXTENT, 2 * EXTENT) for _ in range(2))
    time = net.input(1, EXTENT, 2 * EXTENT)
    flow = mask = None
    warped = [first, second]
    for scale in (4, 2, 1):
        parts = [first, second, time] if flow is None or mask is None else [*warped, time, mask]
        found = block(net, net.concat(*parts), flow, scale)
        more = net.scaled(part(net, found, 0, 4), 2.0 * scale)
        flow = more if flow is None else net.binary(0, flow, more)
        change = part(net, found, 4, 5)
        mask = change if mask is None else net.binary(0, mask, change)
        sides = net.slices(flow, 2, 0)
        warped = [
            warp(net, image, side) for image, side in zip((first, second), sides, strict=True)
        ]
    assert mask is not None
    share = net.add("Sigmoid", mask)
    rest = net.add("BinaryOp", share, {0: 7, 1: 1, 2: 1.0}, "rsub")
    net.output(net.binary(0, net.binary(2, warped[0], share), net.binary(2, warped[1], rest)))
