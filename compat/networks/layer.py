"""The program's own layers, and descriptions of a network's layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...runtime.errors import NcnncError
from ..mat import Mat
from ..values import Field, as_bool, as_int, as_text, list_of

if TYPE_CHECKING:
    from .modelbin import ModelBin


def as_mat(value: object) -> Mat:
    """Return a Mat. Raises: TypeError for anything else."""
    if isinstance(value, Mat):
        return value
    raise TypeError(f"a Mat is wanted, not {value!r}")


class Blob:
    """
    A blob of a network: its name, the layer that produces it, and the last layer that reads it.
    """

    name = Field(as_text, str)
    producer = Field(as_int, lambda: -1)
    consumer = Field(as_int, lambda: -1)
    shape = Field(as_mat, Mat)


class Layer:
    """
    A layer. Subclasses registered by `Net.register_custom_layer` compute by `forward`, or by
    `forward_inplace` with `support_inplace`; with `one_blob_only` arguments are Mats, else lists.
    """

    one_blob_only = Field(as_bool, bool)
    support_inplace = Field(as_bool, bool)
    support_vulkan = Field(as_bool, bool)
    support_packing = Field(as_bool, bool)
    support_bf16_storage = Field(as_bool, bool)
    support_fp16_storage = Field(as_bool, bool)
    support_any_packing = Field(as_bool, bool)
    support_vulkan_packing = Field(as_bool, bool)
    support_vulkan_any_packing = Field(as_bool, bool)
    typeindex = Field(as_int, lambda: -1)
    type = Field(as_text, str)
    name = Field(as_text, str)
    bottoms = Field(list_of(as_int), list[int])
    tops = Field(list_of(as_int), list[int])
    bottom_shapes = Field(list_of(as_mat), list[Mat])
    top_shapes = Field(list_of(as_mat), list[Mat])

    def load_param(self, pd: Any) -> int:
        """Set the parameters of the layer; return 0 if they are valid."""
        return 0

    def load_model(self, mb: ModelBin) -> int:
        """Read the arrays of the layer; return 0 if they are valid."""
        return 0

    def create_pipeline(self, opt: Any) -> int:
        """Prepare to run; return 0 on success."""
        return 0

    def destroy_pipeline(self, opt: Any) -> int:
        """Release the resources of `create_pipeline`."""
        return 0

    def forward(self, *blobs: Any, **named: Any) -> int:
        """
        Compute outputs: `forward(bottom, top, opt)` with Mats or lists of them; return 0 on
        success.
        """
        bottoms, tops, opt = (*blobs, *named.values())
        if not self.support_inplace:
            return -1
        if isinstance(bottoms, Mat):
            tops.clone_from(bottoms)
            return self.forward_inplace(tops, opt)
        tops[:] = [bottom.clone() for bottom in bottoms]
        return self.forward_inplace(tops, opt)

    def forward_inplace(self, *blobs: Any, **named: Any) -> int:
        """Compute outputs in place: `forward_inplace(blob, opt)`; return 0 on success."""
        return -1


class LayerError(NcnncError):
    """One of the program's own layers failed."""

    def __init__(self, text: str, code: int):
        super().__init__(text)
        self.code = code


Creator = Callable[[], "Layer | None"]
Destroyer = Callable[[Layer], object]


def forwarded(layer: Layer, bottoms: Sequence[Mat], count: int, opt: Any) -> list[Mat]:
    """
    Return the outputs of one of the program's own layers. Raises: LayerError, and what it raises.
    """
    if layer.one_blob_only:
        top = bottoms[0].clone() if layer.support_inplace else Mat()
        tops = [top]
        code = (
            layer.forward_inplace(top, opt)
            if layer.support_inplace
            else layer.forward(bottoms[0], top, opt)
        )
    elif layer.support_inplace:
        tops = [bottom.clone() for bottom in bottoms]
        code = layer.forward_inplace(tops, opt)
    else:
        tops = [Mat() for _ in range(count)]
        code = layer.forward(list(bottoms), tops, opt)
    code = cast("object", code)  # a program's
    what = f"layer '{layer.name}' ({layer.type})"
    if not isinstance(code, int) or code != 0:
        returned = f"forward_inplace() returned {code!r}" if layer.support_inplace else ""
        raise LayerError(
            f"{what}: {returned or f'forward() returned {code!r}'}",
            code if isinstance(code, int) else -100,
        )
    if len(tops) != count:
        raise LayerError(f"{what}: made {len(tops)} outputs, it has {count}", -100)
    return [owned(top, what) for top in tops]


def owned(top: Mat, what: str) -> Mat:
    """Return an output as float32. Raises: LayerError for one without elements."""
    array = top.array
    if array is None:
        raise LayerError(f"{what}: forward() has left an output empty", -100)
    if array.dtype == np.float32 or array.dtype.kind not in "fiu":
        return top
    return Mat.of(array.astype(np.float32), top.n) if array.dtype.kind == "f" else top
