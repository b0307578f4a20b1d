"""
The ops without which a pass finds nothing to do, so that a compilation need not even import it.

A pass needs one op of each of its groups. One that is not listed may rewrite any module.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TypeAlias

Group: TypeAlias = tuple[str, ...]
"""Names of ops, of which one is enough."""

CONVOLUTION: Group = ("ncnn.convolution", "ncnn.convolution1d", "ncnn.convolution3d")
CONVOLUTION_DEPTHWISE: Group = (
    "ncnn.convolution_depthwise",
    "ncnn.convolution_depthwise1d",
    "ncnn.convolution_depthwise3d",
)
DECONVOLUTION: Group = ("ncnn.deconvolution", "ncnn.deconvolution1d", "ncnn.deconvolution3d")
DECONVOLUTION_DEPTHWISE: Group = (
    "ncnn.deconvolution_depthwise",
    "ncnn.deconvolution_depthwise1d",
    "ncnn.deconvolution_depthwise3d",
)
INNERPRODUCT: Group = ("ncnn.innerproduct",)
LINEAR: dict[str, Group] = {
    "convolution": CONVOLUTION,
    "convolutiondepthwise": CONVOLUTION_DEPTHWISE,
    "deconvolution": DECONVOLUTION,
    "deconvolutiondepthwise": DECONVOLUTION_DEPTHWISE,
    "innerproduct": INNERPRODUCT,
}
"""The layers of `fuse-<key>-*`."""

ACTIVATION: Group = ("ncnn.relu", "ncnn.clip", "ncnn.hardswish", "ncnn.sigmoid", "ncnn.mish")
BATCHNORM: Group = ("ncnn.batchnorm",)
BINARYOP: Group = ("ncnn.binaryop",)
CONCAT: Group = ("ncnn.concat",)
DROPOUT: Group = ("ncnn.dropout",)
FLATTEN: Group = ("ncnn.flatten",)
IMAGE_OF_ONE_ROW: Group = (
    "ncnn.convolution1d",
    "ncnn.convolution_depthwise1d",
    "ncnn.deconvolution1d",
    "ncnn.deconvolution_depthwise1d",
    "ncnn.pooling1d",
)
NORMALIZATION: Group = ("ncnn.groupnorm", "ncnn.instancenorm")
PADDING: Group = ("ncnn.padding",)
PERMUTE: Group = ("ncnn.permute",)
POOLING: Group = ("ncnn.pooling",)
QUANTIZE: Group = ("ncnn.quantize",)
RESHAPING: Group = ("ncnn.reshape", "ncnn.flatten", "ncnn.squeeze", "ncnn.expanddims")
SCALE: Group = ("ncnn.scale",)
SHUFFLE: Group = ("ncnn.shufflechannel",)

NEEDED_OPS: dict[str, tuple[Group, ...]] = {
    # graph
    "eliminate-split": (("ncnn.split",),),
    "fuse-batchnorm-scale": (BATCHNORM, SCALE),
    **{f"fuse-{key}-batchnorm": (group, BATCHNORM) for key, group in LINEAR.items()},
    **{f"fuse-{key}-mul": (group, BINARYOP) for key, group in LINEAR.items()},
    **{f"fuse-{key}-add": (group, BINARYOP) for key, group in LINEAR.items()},
    **{f"fuse-{key}-activation": (group, ACTIVATION) for key, group in LINEAR.items()},
    "fuse-innerproduct-dropout": (INNERPRODUCT, DROPOUT),
    "fuse-scale": ((*SCALE, "ncnn.bias"),),
    "replace-reduction-with-global-pooling": (("ncnn.reduction",),),
    "eliminate-reduction": (("ncnn.reduction",),),
    "replace-prelu-with-leaky-relu": (("ncnn.prelu",),),
    "fuse-memorydata-binaryop": (BINARYOP,),
    "fuse-unit-constant-binaryop": (BINARYOP,),
    "fuse-binaryop-eltwise": (BINARYOP,),
    "eliminate-dropout": (DROPOUT,),
    "eliminate-pooling1x1": (POOLING,),
    "eliminate-noop": (("ncnn.noop", "ncnn.deepcopy"),),
    "eliminate-flatten-after-global-pooling": (FLATTEN,),
    "eliminate-reshape-after-global-pooling": (("ncnn.reshape",),),
    "eliminate-reshape-before-binaryop": (BINARYOP, RESHAPING),
    "eliminate-flatten-after-innerproduct": (FLATTEN,),
    "eliminate-flatten": (FLATTEN,),
    "eliminate-reshape": (RESHAPING,),
    "eliminate-permute": (PERMUTE,),
    "eliminate-reshape-chain": (RESHAPING,),
    "eliminate-slice-concat": (CONCAT,),
    "eliminate-crop": (("ncnn.crop",),),
    "eliminate-interp": (("ncnn.interp",),),
    "eliminate-padding": (PADDING,),
    "replace-convolution-with-innerproduct-after-global-pooling": (CONVOLUTION, POOLING),
    "replace-convolution-with-innerproduct-after-innerproduct": (CONVOLUTION, INNERPRODUCT),
    "replace-product-with-activation": ((*BINARYOP, "ncnn.eltwise"),),
    "fuse-concat-activation": (CONCAT, ACTIVATION),
    "fuse-padding-into-convolution": (PADDING,),
    "replace-binaryop-with-scale": (BINARYOP,),
    "fold-channel-shuffle": (SHUFFLE,),
    "fuse-affine-into-normalization": (NORMALIZATION,),
    # decompose
    "expand-batches": (("ncnn.reshape",),),
    "convert-1d-to-2d": (IMAGE_OF_ONE_ROW,),
    "expand-custom-layers": (("ncnn.custom",),),
    "expand-einsum": (("ncnn.einsum",),),
    "expand-spectrogram": (("ncnn.spectrogram", "ncnn.inversespectrogram"),),
    "expand-unfold-pads": (("ncnn.unfold",),),
    "expand-statistics-pooling": (("ncnn.statisticspooling",),),
    "expand-spp": (("ncnn.spp",),),
    "expand-argmax": (("ncnn.argmax",),),
    "expand-prior-box": (("ncnn.prior_box",),),
    "crop-gemm-operands": (("ncnn.gemm",),),
    "expand-int8-gemm": (("ncnn.gemm",),),
    "fuse-permute-into-layernorm": (PERMUTE,),
    "move-quantize-up": (QUANTIZE,),
    "fuse-requantize": (QUANTIZE, ("ncnn.dequantize",)),
    "expand-int8-embed": (("ncnn.embed",),),
    "expand-group-norm": (NORMALIZATION,),
    "expand-mvn": (("ncnn.mvn",),),
    "expand-normalize": (("ncnn.normalize",),),
    "expand-multiheadattention": (("ncnn.multiheadattention",),),
    "expand-sdpa": (("ncnn.sdpa",),),
    # schedule
    "split-grouped-convolution": (CONVOLUTION_DEPTHWISE,),
}


def may_rewrite(name: str, ops: Container[str]) -> bool:
    """Whether a pass may find something to do among ops of such names."""
    groups = NEEDED_OPS.get(name, ())
    return all(any(op in ops for op in group) for group in groups)
