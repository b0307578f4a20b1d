"""The layer types of ncnn, by the number that the binary form gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable

LAYER_TYPES: tuple[str, ...] = tuple(
    """
    AbsVal ArgMax BatchNorm Bias BNLL Concat Convolution Crop Deconvolution Dropout
    Eltwise ELU Embed Exp Flatten InnerProduct Input Log LRN MemoryData
    MVN Pooling Power PReLU Proposal Reduction ReLU Reshape ROIPooling Scale
    Sigmoid Slice Softmax Split SPP TanH Threshold Tile RNN LSTM
    BinaryOp UnaryOp ConvolutionDepthWise Padding Squeeze
    ExpandDims Normalize Permute PriorBox DetectionOutput
    Interp DeconvolutionDepthWise ShuffleChannel InstanceNorm Clip
    Reorg YoloDetectionOutput Quantize Dequantize Yolov3DetectionOutput
    PSROIPooling ROIAlign Packing Requantize Cast HardSigmoid SELU HardSwish Noop PixelShuffle
    DeepCopy Mish StatisticsPooling Swish Gemm GroupNorm LayerNorm Softplus GRU MultiHeadAttention
    GELU Convolution1D Pooling1D ConvolutionDepthWise1D Convolution3D
    ConvolutionDepthWise3D Pooling3D MatMul Deconvolution1D DeconvolutionDepthWise1D
    Deconvolution3D DeconvolutionDepthWise3D Einsum DeformableConv2D GLU
    Fold Unfold GridSample CumulativeSum CopyTo
    Erf Diag CELU Shrink RMSNorm Spectrogram InverseSpectrogram Flip SDPA RotaryEmbed
    """.split()
)
"""`LAYER_TYPES[index]` is the type that a `.param.bin` writes as `index`."""

CUSTOM_LAYER_BIT = 1 << 8
"""Bit in the type index of layers registered by an application."""
MAX_TYPE_INDEX = 2 * CUSTOM_LAYER_BIT - 1

_TYPE_INDEX = {type: index for index, type in enumerate(LAYER_TYPES)}
_CUSTOM_TYPE = re.compile(r"custom(0|[1-9][0-9]{0,2})")
PNNX_GRAPH = "this is a pnnx graph; give the .ncnn.param that pnnx writes beside it"
"""The hint for files that are often mistaken for ncnn's."""
_PNNX_TYPE = re.compile(r"(pnnx|nn|F|aten|prim|torch|torchvision|Tensor)(\.|::)")


def type_of_index(index: int) -> str | None:
    """
    Return the type with this index in a `.param.bin`; `custom<N>` for a registered type.
    """
    if index & CUSTOM_LAYER_BIT:
        return f"custom{index - CUSTOM_LAYER_BIT}"
    return LAYER_TYPES[index] if index < len(LAYER_TYPES) else None


def index_of_type(type: str) -> int | None:
    """Return the index of a type in a `.param.bin`; None if it has none."""
    match = _CUSTOM_TYPE.fullmatch(type)
    if match is None:
        return _TYPE_INDEX.get(type)
    number = int(match[1])
    return CUSTOM_LAYER_BIT | number if number < CUSTOM_LAYER_BIT else None


def is_pnnx_graph(types: Iterable[str]) -> bool:
    """Return whether types are those of pnnx's own graph; ncnn's files have `Input` layers."""
    return not {"pnnx.Input", "pnnx.Output"}.isdisjoint(types)


def is_pnnx_type(type: str) -> bool:
    """Return whether a type is that of an op of pnnx, PyTorch or TorchScript."""
    return _PNNX_TYPE.match(type) is not None


def unconverted(type: str) -> str:
    """Return the hint for an op that pnnx left in an ncnn file."""
    left = f"pnnx has left '{type}' unconverted, without its parameters"
    return f"{left}; ncnnc.register_layer adds your own"
