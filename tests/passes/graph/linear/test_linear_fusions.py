"""
When each pass that folds an op into a linear layer does so, and the reason that it gives if not.

The FileCheck tests of the passes show the rewrites. Their guards are the same, so they are tried
here, with every layer and every op.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from tests.helpers.linear_consumers import LINEAR_LAYERS
from tests.helpers.pipelines import pipeline
from tests.passes.conftest import parse_network

TYPES = {
    "convolution": "Convolution",
    "convolution_depthwise": "ConvolutionDepthWise",
    "deconvolution": "Deconvolution",
    "deconvolution_depthwise": "DeconvolutionDepthWise",
    "innerproduct": "InnerProduct",
}


class Consumer(NamedTuple):
    """An op after a linear layer, and another in its place that is not for the pass."""

    type: str
    text: str
    other: str


CONSUMERS = {
    "add": Consumer(
        "BinaryOp",
        "%y = ncnn.binaryop add %k, %a : (KIND, OUT) -> OUT",
        "%y = ncnn.binaryop sub %k, %a : (KIND, OUT) -> OUT",
    ),
    "mul": Consumer(
        "BinaryOp",
        "%y = ncnn.binaryop mul %a, %k : (OUT, KIND) -> OUT",
        "%y = ncnn.binaryop div %a, %k : (OUT, KIND) -> OUT",
    ),
    "batchnorm": Consumer(
        "BatchNorm",
        "%y = ncnn.batchnorm %a, %k, %k, %k, %k : (OUT, KIND, KIND, KIND, KIND) -> OUT",
        "%y = ncnn.scale %a, %k : (OUT, KIND) -> OUT",
    ),
    "activation": Consumer(
        "ReLU", "%y = ncnn.relu %a : (OUT) -> OUT", "%y = ncnn.swish %a : (OUT) -> OUT"
    ),
}
FOLDED, IGNORED = "folded", "ignored"


@dataclass
class Fusion:
    """A linear layer and an op that a pass makes part of it."""

    layer: str
    name: str

    def __post_init__(self):
        self.base = self.layer.removesuffix("1d").removesuffix("3d")
        self.type = TYPES[self.base] + self.layer.removeprefix(self.base).upper()
        self.consumer = CONSUMERS[self.name]
        self.source, self.weight, self.result, self.properties = LINEAR_LAYERS[self.layer]

    def text(
        self,
        first: str = "",
        last: str = "",
        constant: str = "4",
        consumer: str = "",
        arguments: tuple[str, ...] = (),
        results: tuple[str, ...] = ("%y",),
        shapes: bool = True,
    ) -> str:
        """IR of the two. The layer has properties before and after its own."""
        source = f"tensor<{self.source}xf32>" if shapes else "tensor<*xf32>"
        out = f"tensor<{self.result}xf32>" if shapes else "tensor<*xf32>"
        types = {"w": f"tensor<{self.weight}xf32>", "k": f"tensor<{constant}xf32>"}
        types |= {"s": "tensor<4xf32>", "i": "tensor<1xf32>"}
        constants = [
            f'%{name} = ncnn.weight <"{name}"> : {type}'
            for name, type in types.items()
            if name not in arguments
        ]
        inputs = "".join(f", %{name} : {types[name]}" for name in arguments)
        outputs = ", ".join([out] * len(results))
        body = (consumer or self.consumer.text).replace("OUT", out).replace("KIND", types["k"])
        return f"""
            func.func @main(%x : {source}{inputs}) -> ({outputs}) {{
              {" ".join(constants)}
              %a = ncnn.{self.layer} %x, %w {first} {self.properties} {last}
                : {source}, {types["w"]} -> {out}
              {body}
              func.return {", ".join(results)} : {outputs}
            }}"""

    def outcome(self, text: str, layer: str = "") -> str:
        """Return `FOLDED`, `IGNORED`, or the reason for which the pass declines to rewrite IR."""
        name = f"fuse-{(layer or self.base).replace('_', '')}-{self.name}"
        module, context = parse_network(text)
        before = str(module)
        pipeline(name).apply(context, module)
        module.verify()
        is_kept = str(module) == before
        if not context.remarks:
            assert is_kept
            return IGNORED
        (remark,) = context.remarks
        assert (remark.pass_name, remark.layers) == (name, (self.type, self.consumer.type))
        assert is_kept == (remark.reason is not None)
        return remark.reason or FOLDED


def cases(fusion: Fusion) -> dict[str, tuple[str, str]]:
    """By what is special: IR, and what becomes of it."""
    text, layer, base = fusion.text, fusion.type, fusion.base
    found = {
        "plain": (text(), FOLDED),
        "activation": (text(last="activation sigmoid"), f"{layer} has an activation"),
        "two users": (text(results=("%a", "%y")), f"the result of {layer} has other users"),
        "another op": (text(consumer=fusion.consumer.other), IGNORED),
    }
    if layer == "Convolution":
        found["scheduled"] = (text(last="algorithm gemm"), f"{layer} is scheduled already")
    if fusion.name == "activation":
        found["computed weights"] = (text(arguments=("w",)), FOLDED)
        found["no shapes"] = (text(shapes=False), FOLDED)
        return found | int8_cases(fusion, FOLDED, f"{layer} emits int8")
    reason = f"the network computes the weights of {layer}"
    found["computed weights"] = (text(arguments=("w",)), reason)
    blind = FOLDED
    if base == "innerproduct":
        blind = f"the shape of the result of {layer} is unknown"
    if layer == "ConvolutionDepthWise1D":
        blind = f"which weights of {layer} count is unknown, or not all do"
    found["no shapes"] = (text(shapes=False), blind)
    if fusion.name == "batchnorm":
        reason = f"BatchNorm is for 3 channels, {layer} has 4"
        if layer == "ConvolutionDepthWise1D":
            reason = blind
        found["channels"] = (text(constant="3", shapes=False), reason)
        reason = "the network computes the parameters of BatchNorm"
        found["computed parameters"] = (text(arguments=("k",)), reason)
    else:
        found["no constant"] = (text(arguments=("k",)), IGNORED)
    if fusion.name in ("add", "mul") and base != "innerproduct":
        ones = "1x" * fusion.result.count("x")
        width = ones + fusion.result.rsplit("x", 1)[-1]
        reason = f"a constant of shape {width} is not one for each channel of {layer}"
        found["width"] = (text(constant=width), reason)
        found["planes"] = (text(constant=f"4x{ones}"[:-1], shapes=False), blind)
    return found | int8_cases(fusion, *[f"{layer} has int8 weights"] * 2)


def int8_cases(fusion: Fusion, inner: str, result: str) -> dict[str, tuple[str, str]]:
    """A layer that emits float32, and one that emits int8, if there are such layers."""
    if fusion.type not in ("Convolution", "ConvolutionDepthWise", "InnerProduct"):
        return {}
    scales = "weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32>"
    return {
        "int8": (fusion.text(scales, "int8_scale_term 2"), inner),
        "int8 result": (fusion.text(scales, "int8_scale_term 102"), result),
    }


@pytest.mark.slow
@pytest.mark.parametrize("layer", LINEAR_LAYERS)
@pytest.mark.parametrize("name", CONSUMERS)
def test_outcomes(name: str, layer: str):
    fusion = Fusion(layer, name)
    expected = {case: outcome for case, (_, outcome) in cases(fusion).items()}
    others = [other for other in TYPES if other != fusion.base]
    found = {case: fusion.outcome(text) for case, (text, _) in cases(fusion).items()}
    assert found == expected
    assert [fusion.outcome(fusion.text(), other) for other in others] == [IGNORED] * 4
