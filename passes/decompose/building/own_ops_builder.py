"""Inserts operations of ncnnc's own, which no layer of ncnn is."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_array, int_attr
from ....dialects.ncnn.internal.correlation import CorrelationOp
from ....dialects.ncnn.internal.deformable_attention import DeformableAttentionOp
from ....dialects.ncnn.internal.gather import GatherElementsOp, GatherRowsOp
from ....dialects.ncnn.internal.pooling_index import PoolingIndexOp, UnpoolOp
from ....dialects.ncnn.internal.project_flow import ProjectFlowOp
from ....dialects.ncnn.internal.select_boxes import SelectBoxesOp
from ....dialects.ncnn.internal.top_k import TopKOp
from ....dialects.ncnn.internal.warp import FilterInterpolationOp, WarpOp
from ....dialects.ncnn.shapes import UNRANKED
from .replacement_builder import ReplacementBuilder


class OwnOpsBuilder(ReplacementBuilder):
    """Inserts ops of ncnnc's own. Each method raises ShapeError for shapes that do not fit."""

    # Images --------------------------------------------------------------------------------------

    def warp(self, image: SSAValue, flow: SSAValue, zeros_outside: bool = False) -> SSAValue:
        """Each pixel of `c,h,w` sampled at its own place plus the flow `2,h,w`; see `WarpOp`."""
        properties = {"zeros_outside": UnitAttr() if zeros_outside else None}
        op = WarpOp.build(operands=[image, flow], properties=properties, result_types=[UNRANKED])
        return self.inferred(op)[0]

    def filter_interpolation(self, image: SSAValue, flow: SSAValue, filter: SSAValue) -> SSAValue:
        """
        4x4 pixels of `c,h,w` around each pixel's place plus the flow `2,h,w`, by filters `16,h,w`.

        See `FilterInterpolationOp`.
        """
        operands = [image, flow, filter]
        op = FilterInterpolationOp.build(operands=operands, result_types=[UNRANKED])
        return self.inferred(op)[0]

    def project_flow(self, flow: SSAValue, weight: SSAValue) -> SSAValue:
        """The opposite of each flow `2,h,w`, carried to where it leads; see `ProjectFlowOp`."""
        op = ProjectFlowOp.build(operands=[flow, weight], result_types=[UNRANKED])
        return self.inferred(op)[0]

    def correlation(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Means over the channels of products of `c,h,w` and moved windows; see `CorrelationOp`."""
        return self.inferred(CorrelationOp.build(operands=[a, b], result_types=[UNRANKED]))[0]

    def deformable_attention(
        self, sizes: SSAValue, values: SSAValue, weights: SSAValue, x: SSAValue, y: SSAValue
    ) -> SSAValue:
        """Weighted sums of samples at a few places of images; see `DeformableAttentionOp`."""
        operands = [sizes, values, weights, x, y]
        op = DeformableAttentionOp.build(operands=operands, result_types=[UNRANKED])
        return self.inferred(op)[0]

    def pooling_index(
        self, x: SSAValue, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
    ) -> SSAValue:
        """The number of the first largest cell of each window; see `PoolingIndexOp`."""
        arrays = {"kernel": kernel, "stride": stride, "pad": pad}
        op = PoolingIndexOp.build(
            operands=[x],
            properties={name: int_array(numbers) for name, numbers in arrays.items()},
            result_types=[UNRANKED],
        )
        return self.inferred(op)[0]

    def unpool(self, x: SSAValue, index: SSAValue, size: Sequence[int]) -> SSAValue:
        """Each cell of `c,h,w` at the place of `c,oh,ow` that its index says; see `UnpoolOp`."""
        op = UnpoolOp.build(
            operands=[x, index],
            properties={"size": int_array(size)},
            result_types=[UNRANKED],
        )
        return self.inferred(op)[0]

    def select_boxes(
        self, boxes: SSAValue, scores: SSAValue, most: int, overlap: float, score: float
    ) -> SSAValue:
        """The numbers of the best boxes `4,n` by scores `n`, then -1s; see `SelectBoxesOp`."""
        properties = {
            "most": int_attr(most),
            "overlap": FloatAttr(overlap, f32),
            "score": FloatAttr(score, f32),
        }
        op = SelectBoxesOp.build(
            operands=[boxes, scores], properties=properties, result_types=[UNRANKED]
        )
        return self.inferred(op)[0]

    # Rows and elements ---------------------------------------------------------------------------

    def gather_rows(self, table: SSAValue, indices: SSAValue) -> SSAValue:
        """The row of a matrix for each index; indices are clamped and lose their fractions."""
        op = GatherRowsOp.build(operands=[table, indices], result_types=[UNRANKED])
        return self.inferred(op)[0]

    def gather_elements(self, x: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
        """As numpy's `take_along_axis`; indices are clamped and lose their fractions."""
        op = GatherElementsOp.build(
            operands=[x, indices],
            properties={"axis": int_attr(axis)},
            result_types=[UNRANKED],
        )
        return self.inferred(op)[0]

    def top_k(self, x: SSAValue, k: int) -> list[SSAValue]:
        """The k largest elements of each row (the last axis), and their places in the row."""
        types = [UNRANKED, UNRANKED]
        op = TopKOp.build(operands=[x], properties={"k": int_attr(k)}, result_types=types)
        return self.inferred(op)
