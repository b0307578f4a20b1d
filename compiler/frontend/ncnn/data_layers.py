"""Read the shapes declared by Input and MemoryData."""

from __future__ import annotations

from ....dialects.ncnn.layer import LayerSpec, Param, Params, Weight
from ....dialects.ncnn.param_values import int_param
from ....dialects.ncnn.shapes import Shape

EXTENTS = (
    Param(0, "w", "int", 0),
    Param(1, "h", "int", 0),
    Param(11, "d", "int", 0),
    Param(2, "c", "int", 0),
)
INPUT = LayerSpec("Input", EXTENTS)
MEMORY_DATA = LayerSpec("MemoryData", (*EXTENTS, Param(21, "load_type", "int", 1)))


def declared_shape(params: Params) -> Shape | None:
    """
    Return `(w,)`, `(h, w)`, `(c, h, w)` or `(c, d, h, w)`; None if the parameters are no shape.
    """
    w, h, d, c = (int_param(params, p.name) for p in EXTENTS)
    if min(w, h, d, c) < 0:
        return None
    extents: dict[tuple[int, ...], Shape] = {
        (1, 0, 0, 0): (w,),
        (1, 1, 0, 0): (h, w),
        (1, 1, 0, 1): (c, h, w),
        (1, 1, 1, 1): (c, d, h, w),
    }
    return extents.get((int(w > 0), int(h > 0), int(d > 0), int(c > 0)))


def array_of_memory_data(shape: Shape, params: Params) -> Weight:
    return Weight("data", lambda _: shape, tagged=params["load_type"] == 0)
