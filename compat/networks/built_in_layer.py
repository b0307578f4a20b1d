"""Layers of ncnn's that run by themselves, each as a network of one layer."""

from __future__ import annotations

from typing import Any

from ...compiler.format.layer_types import LAYER_TYPES
from ..mat import Mat
from ..option import Option
from ..paramdict import ParamDict
from .layer import Layer
from .net import Net


def layer_to_index(type: str) -> int:
    """Return the number of a type of layers; -1 if ncnn has none of this name."""
    return LAYER_TYPES.index(type) if type in LAYER_TYPES else -1


def create_layer(type: str | int) -> Layer | None:
    """Return a layer of a type, by name or number; None if ncnn has none."""
    index = layer_to_index(type) if isinstance(type, str) else int(type)
    return BuiltInLayer(index) if 0 <= index < len(LAYER_TYPES) else None


class BuiltInLayer(Layer):
    """
    A layer of one input and output, and without arrays: those with weights need a network.

    It is compiled when it first runs, and again after `load_param`. Methods return ncnn's codes.
    """

    one_blob_only = True

    def __init__(self, index: int) -> None:
        self.typeindex = index
        self._params = ParamDict()
        self._net: Net | None = None

    def load_param(self, pd: ParamDict) -> int:
        """Take the parameters of the layer."""
        self._params, self._net = pd, None
        return 0

    def forward(self, *blobs: Any) -> int:
        """Compute the output: `forward(bottom, top, opt)`; the reason is printed if that fails."""
        bottom, top, opt = blobs
        code, made = self._computed(bottom, opt)
        if code == 0:
            top.become(made)
        return code

    def forward_inplace(self, *blobs: Any) -> int:
        """Compute the output where the input is: `forward_inplace(blob, opt)`."""
        blob, opt = blobs
        code, made = self._computed(blob, opt)
        if code != 0 or blob.array is None or made.array is None:
            return code
        if made.array.shape == blob.array.shape:
            blob.elements()[...] = made.array
        else:
            blob.become(made)
        return code

    def _computed(self, bottom: Mat, opt: Option) -> tuple[int, Mat]:
        if self._net is None:
            net = Net()
            net.opt = opt
            kind = LAYER_TYPES[self.typeindex]
            lines = ("7767517", "2 2", "Input in0 0 1 in0", f"{kind} layer 1 1 in0 out0")
            code = net.load_param_mem("\n".join(lines) + f" {self._params.text()}\n")
            code = code or net.load_model_mem(b"")
            if code:
                return code, Mat()
            self._net = net
        with self._net.create_extractor() as extractor:
            extractor.input("in0", bottom)
            return extractor.extract("out0")
