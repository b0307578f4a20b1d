"""Proposal: the regions of an image that may contain an object, of any class."""

from __future__ import annotations

from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition, operand_def, var_result_def

from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerSpec
from ..parameters import float_parameter, int_parameter
from ..rules.found_rows import FoundRowsOp
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..shapes import AnyTensor, Shape, shape_of

RATIOS = (0.5, 1.0, 2.0)
"""Ratios height / width of the anchors; files cannot give others."""
SCALES = (8, 16, 32)
"""Sizes of the anchors, in base sizes."""
PROPOSAL_ANCHORS = len(RATIOS) * len(SCALES)
"""Number of boxes at every cell: three shapes of three sizes."""


@irdl_op_definition
class ProposalOp(FoundRowsOp):
    """
    `%rois, %scores = ncnn.proposal %score, %bbox, %info stride 16 base 16 pre 6000 post 300`.

    Every cell has the same nine anchors, which `bbox` corrects. Of those at least `min_size` wide
    and high in the image, take the best `pre` (or all, if that is not positive); of these the best
    `post` that overlap no better one by more than `overlap`.

    Shapes: score `18,h,w`, with the probabilities of an object in the last nine channels; bbox
    `36,h,w`: shift and logarithm of growth of every anchor; info: height and width of the image
    and the factor by which it was scaled. Results: corners `n,1,4` in pixels and, if requested,
    scores `n,1,1`. Source: ncnn, proposal.cpp (which fails if it finds nothing).
    """

    name = "ncnn.proposal"

    score = operand_def(AnyTensor)
    bbox = operand_def(AnyTensor)
    info = operand_def(AnyTensor)
    feat_stride = int_parameter(0, 16)
    base_size = int_parameter(1, 16)
    pre_nms_top_n = int_parameter(2, 6000)
    after_nms_top_n = int_parameter(3, 300)
    nms_threshold = float_parameter(4, 0.7)
    min_size = int_parameter(5, 16)
    outputs = var_result_def(AnyTensor)

    assembly_format = (
        "$score `,` $bbox `,` $info (`stride` $feat_stride^)? (`base` $base_size^)? "
        "(`pre` $pre_nms_top_n^)? (`post` $after_nms_top_n^)? (`overlap` $nms_threshold^)? "
        "(`min` $min_size^)? attr-dict `:` functional-type(operands, results)"
    )

    LAYER: ClassVar = LayerSpec("Proposal")
    RANK: ClassVar = 3

    def grid(self) -> tuple[int, int]:
        """Return the rows and columns of cells. Raises: ShapeError if an input lacks some."""
        shape = shape_of(self.score)
        for operand, name, channels in (
            (self.score, "score", 2 * PROPOSAL_ANCHORS),
            (self.bbox, "bbox", 4 * PROPOSAL_ANCHORS),
        ):
            given = shape_of(operand)
            if len(given) != 3 or given[0] < channels or given[1:] != shape[1:]:
                wanted = [channels, *(shape[1:] if len(shape) == 3 else ("h", "w"))]
                text = ", ".join(map(str, wanted))
                raise ShapeError(f"{name} must have shape [{text}], not {list(given)}")
        return shape[1], shape[2]

    def candidates(self) -> int:
        """Return the largest number of boxes compared with each other."""
        height, width = self.grid()
        every, most = PROPOSAL_ANCHORS * height * width, self.pre_nms_top_n.value.data
        return min(every, most) if most > 0 else every

    def infer_shapes(self) -> list[Shape]:
        if len(self.outputs) not in (1, 2):
            raise ShapeError(f"has {len(self.outputs)} outputs, must have 1 or 2")
        if prod(shape_of(self.info)[-2:]) < 3:
            raise InvalidLayerError("the image's height, width and scale are three values")
        most = self.after_nms_top_n.value.data
        if most < 1:
            raise InvalidLayerError(f"after_nms_top_n must be positive, not {most}")
        rows = min(self.candidates(), most)
        return [(rows, 1, 4), (rows, 1, 1)][: len(self.outputs)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply maps of scores and boxes, and an image of height, width and scale."""
        self.imply_ranks(shapes)
        shapes.say(self.score, any_extents(3))
        shapes.say(self.bbox, any_extents(3))
        shapes.propose(self.info, (3,))

    def anchor_sizes(self) -> np.ndarray:
        """Return the width and height of every anchor, in pixels: `9,2`."""
        base, sizes = np.float32(self.base_size.value.data), list[tuple[float, float]]()
        for ratio in RATIOS:
            width = rounded(float(base / np.sqrt(np.float32(ratio))))
            height = rounded(width * ratio)
            sizes += [(width * scale, height * scale) for scale in SCALES]
        return np.array(sizes, np.float32)

    def centres(self) -> np.ndarray:
        """Return the centres of every cell's anchors, in pixels, x and y: `2,h*w`."""
        rows, columns = np.mgrid[tuple(slice(extent) for extent in self.grid())]
        places = np.stack([columns, rows]).reshape(2, -1) * self.feat_stride.value.data
        return (places + self.base_size.value.data * 0.5).astype(np.float32)


def rounded(value: float) -> int:
    """Return the nearest integer, halves away from zero."""
    return int(np.copysign(np.floor(abs(value) + 0.5), value))
