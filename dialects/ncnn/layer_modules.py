"""
Map layers to modules, so that a model imports only the ops of its own layers.

A layer named like its module (`Conv1D` in `layers/conv1d.py`) is not listed; an unlisted layer
without such a module is searched for in all modules.
"""

from __future__ import annotations

_TYPES: dict[str, str] = {
    "activation": "AbsVal BNLL CELU Clip ELU Erf GELU HardSigmoid HardSwish Mish PReLU ReLU SELU "
    "Shrink Sigmoid Softplus Swish TanH Threshold",
    "cast": "Packing",
    "convolution": "ConvolutionDepthWise",
    "convolution1d": "ConvolutionDepthWise1D",
    "convolution3d": "ConvolutionDepthWise3D",
    "deconvolution": "DeconvolutionDepthWise",
    "deconvolution1d": "DeconvolutionDepthWise1D",
    "deconvolution3d": "DeconvolutionDepthWise3D",
    "detection": "DetectionOutput YoloDetectionOutput Yolov3DetectionOutput",
    "groupnorm": "InstanceNorm",
    "layernorm": "RMSNorm",
    "misc": "Noop DeepCopy Dropout",
    "normalization": "BatchNorm Bias Scale LRN",
    "power": "Exp Log",
    "prior_box": "PriorBox",
    "quantize": "Dequantize Requantize",
    "reshape": "Flatten",
    "roi": "ROIAlign ROIPooling PSROIPooling",
    "shuffle": "ShuffleChannel PixelShuffle Reorg",
    "spectrogram": "InverseSpectrogram",
    "squeeze": "ExpandDims",
    "unfold": "Fold",
}

LAYER_MODULES = {type: module for module, types in _TYPES.items() for type in types.split()}
"""Layer type -> module of `layers`."""


def layer_module(type: str) -> str:
    """Return the name of the module of `layers` that should have a layer type's op."""
    return LAYER_MODULES.get(type, type.lower())
