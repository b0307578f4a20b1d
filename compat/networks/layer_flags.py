"""Flags of ncnn's layers by type, equal to those of the x86 wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layer import Layer

LETTERS = {
    "o": "one_blob_only",
    "i": "support_inplace",
    "p": "support_packing",
    "b": "support_bf16_storage",
    "f": "support_fp16_storage",
    "a": "support_any_packing",
}
BY_FLAGS = {
    "b": "RotaryEmbed SDPA",
    "i": "YoloDetectionOutput",
    "ipb": "Noop",
    "o": """Convolution3D ConvolutionDepthWise1D ConvolutionDepthWise3D Deconvolution1D
        Deconvolution3D DeconvolutionDepthWise1D DeconvolutionDepthWise3D Diag Embed ExpandDims Flip
        Fold GLU InverseSpectrogram MVN PixelShuffle Pooling1D Pooling3D Reduction Reorg Spectrogram
        Squeeze StatisticsPooling Tile Unfold""",
    "oi": "Bias CELU CumulativeSum Exp LRN Log Power Shrink Softplus Threshold",
    "oib": "InstanceNorm",
    "oip": "Normalize",
    "oipb": """BNLL BatchNorm Dropout ELU Erf GELU GroupNorm HardSwish Input LayerNorm Mish PReLU
        RMSNorm ReLU SELU Scale Sigmoid Softmax Swish TanH UnaryOp""",
    "oipba": "Clip HardSigmoid",
    "oipbf": "AbsVal",
    "op": "Cast ConvolutionDepthWise DeconvolutionDepthWise DeepCopy Requantize ShuffleChannel",
    "opb": """Convolution Convolution1D Deconvolution Dequantize InnerProduct Interp Pooling
        Quantize""",
    "opbf": "Crop Flatten Packing Padding Reshape",
    "opbfa": "Permute",
    "p": "DeformableConv2D GridSample",
    "pb": "BinaryOp Eltwise Gemm MultiHeadAttention Split",
    "pbf": "Concat Slice",
}
FLAGS = {type: flags for flags, types in BY_FLAGS.items() for type in types.split()}
SCALAR_OR_WEIGHT = {"BinaryOp": (1,), "Gemm": (4, 5)}
"""Parameters that declare an input to be a number or a weight."""
ONE_INPUT = {"BinaryOp": "oi", "Gemm": "o"}
"""Flags added in this case."""


def set_flags(layer: Layer, type: str, inputs: int | None = None) -> None:
    """Set the flags of a layer of ncnn; some depend on its number of inputs in the network."""
    flags = FLAGS.get(type, "")
    if inputs == 1:
        flags += ONE_INPUT.get(type, "")
    elif inputs is not None and inputs > 1:
        flags = flags.replace("o", "")
    for letter in flags:
        setattr(layer, LETTERS[letter], True)
