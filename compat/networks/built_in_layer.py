"""Run ncnn's layers on their own, each as a network of one layer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...compiler.format.layer_types import LAYER_TYPES
from ...compiler.format.param_reader import read_param_text
from ...compiler.format.records import MAGIC, LayerRecord, ModelError
from ...compiler.format.weights import TAG, StorageTag, StoredArray, padding
from ..mat import Mat
from ..option import Option
from ..paramdict import ParamDict
from ..values import as_int
from .layer import Layer
from .layer_flags import SCALAR_OR_WEIGHT, set_flags
from .modelbin import Kind, ModelBin
from .net import Net
from .status import DONE, NOT_COMPUTED, REFUSED, failed


def layer_to_index(type: str) -> int:
    """Return the index of a layer type; -1 if ncnn has none of this name."""
    return LAYER_TYPES.index(type) if type in LAYER_TYPES else -1


def create_layer(type: str | int) -> Layer | None:
    """Return a layer of a type, by name or index; None if ncnn has none."""
    index = layer_to_index(type) if isinstance(type, str) else as_int(type)
    return BuiltInLayer(index) if 0 <= index < len(LAYER_TYPES) else None


class BuiltInLayer(Layer):
    """
    A layer of ncnn; the call of `forward` determines the number of inputs and outputs.

    It is compiled at its first run, and again after `load_param`. Methods return ncnn's codes.
    """

    def __init__(self, index: int) -> None:
        self.typeindex = index
        self.error = ""
        """The last failure; empty if there was none."""
        self._type = LAYER_TYPES[index]
        self._params = ParamDict()
        self._weights = b""
        self._nets: dict[tuple[int, int], Net] = {}
        set_flags(self, self._type)

    def load_param(self, pd: ParamDict) -> int:
        """Set the parameters of the layer; they are checked when it runs."""
        self._params, self._weights, self._nets = pd, b"", {}
        if any(pd.get(id, 0) for id in SCALAR_OR_WEIGHT.get(self._type, ())):
            set_flags(self, self._type, 1)
        return DONE

    def load_model(self, mb: ModelBin) -> int:
        """Set the arrays of the layer; return -100 if they are wrong or missing."""
        from ...compiler.frontend.ncnn.cut import pass_over_arrays  # imports xDSL

        record, arrays = read_param_text(self._text(1, 1).encode(), "<layer>"), ArraysOf(mb)
        try:
            known = pass_over_arrays(arrays, record.layers[-1], record)
        except ModelError as error:
            return failed(self, NOT_COMPUTED, str(error), error)
        if not known:
            return failed(self, REFUSED, f"{self._type}: it is unknown which arrays it has")
        self._weights, self._nets = b"".join(arrays.pieces), {}
        return DONE

    def forward(self, *blobs: Any, **named: Any) -> int:
        """
        Compute outputs: `forward(bottom, top, opt)` with Mats or lists of Mats; the list's length
        is the number of outputs. The reason of a failure is printed.
        """
        bottoms, tops, opt = (*blobs, *named.values())
        if isinstance(bottoms, Mat):
            code, made = self._computed([bottoms], 1, opt)
            tops.become(made[0])
        else:
            code, made = self._computed(bottoms, len(tops) or 1, opt)
            tops[:] = made
        return code

    def forward_inplace(self, *blobs: Any, **named: Any) -> int:
        """Compute outputs in place: `forward_inplace(blob, opt)` with a Mat or a list."""
        blob, opt = (*blobs, *named.values())
        if not self.support_inplace:
            return REFUSED
        mats: Sequence[Mat] = [blob] if isinstance(blob, Mat) else blob
        code, made = self._computed(mats, len(mats), opt)
        if code == DONE:
            for mat, new in zip(mats, made, strict=True):
                overwrite(mat, new)
        return code

    def _text(self, inputs: int, outputs: int) -> str:
        """Return the `.param` of a network of this layer."""
        given = [f"in{i}" for i in range(inputs)]
        blobs = " ".join([*given, *(f"out{i}" for i in range(outputs))])
        head = f"{MAGIC}\n{inputs + 1} {inputs + outputs}\n"
        lines = "".join(f"Input {name} 0 1 {name}\n" for name in given)
        line = f"{self._type} layer {inputs} {outputs} {blobs} {self._params.text()}\n"
        return f"{head}{lines}{line}"

    def _computed(self, bottoms: Sequence[Mat], outputs: int, opt: Option) -> tuple[int, list[Mat]]:
        """
        Return a code and the outputs; the last error code and empty Mats if one cannot be computed.
        """
        key = len(bottoms), outputs
        if key not in self._nets:
            net = self._nets[key] = Net()
            net.opt = opt
            net.load_param_mem(self._text(*key))
            net.load_model_mem(self._weights)
        with self._nets[key].create_extractor() as extractor:
            for at, bottom in enumerate(bottoms):
                extractor.input(f"in{at}", bottom)
            found = [extractor.extract(f"out{at}") for at in range(outputs)]
        return max((code for code, _ in found), key=abs), [mat for _, mat in found]


class ArraysOf:
    """Provides a layer's arrays from a `ModelBin`, in the order of a `.bin`."""

    def __init__(self, mb: ModelBin):
        self._mb = mb
        self.pieces: list[bytes] = []

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the next array. Raises: ModelError if there is none of its size."""
        count = math.prod(shape)
        array = self._mb.load(count, Kind.TAGGED if tagged else Kind.FLOAT32).array
        if array is None or array.size != count:
            size = 0 if array is None else array.size
            raise ModelError(f"{layer.type}: its array '{name}' has {size} values, not {count}")
        is_int8 = tagged and array.itemsize == 1
        values = array if is_int8 or array.dtype.kind != "f" else array.astype(np.float32)
        tag = StorageTag.INT8 if is_int8 else StorageTag.PLAIN
        content = values.tobytes()
        self.pieces += [TAG.pack(tag) if tagged else b"", content, bytes(padding(len(content)))]
        return StoredArray(values.dtype, values.reshape(shape))

    def finish(self) -> None:
        """Do nothing: the remaining arrays may belong to other layers."""


def overwrite(mat: Mat, made: Mat) -> None:
    """Copy the values of one Mat into another's memory, or share them if the shapes differ."""
    if mat.array is None or made.array is None or mat.array.shape != made.array.shape:
        mat.become(made)
    else:
        mat.elements()[...] = made.array
