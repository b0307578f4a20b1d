"""Convert Proposal: decode all anchors, then select the best."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.detections import DETECTION_FIELDS
from ....dialects.kernel.proposal import DecodeProposalsOp, SelectProposalsOp
from ....dialects.ncnn.layers.proposal import PROPOSAL_ANCHORS, ProposalOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(ProposalOp)
def proposal(k: KernelBuilder, op: ProposalOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Skip the background scores, which precede those of the boxes."""
    score, bbox, info = operands
    height, width = op.grid()
    anchors, cells = PROPOSAL_ANCHORS, height * width
    inputs = [
        k.view(bbox, (anchors, 4, cells)),
        k.view(score, (anchors, cells), anchors * cells),
        k.constant("anchors", op.anchor_sizes()),
        k.constant("centres", op.centres()),
        k.view(info, (3,)),
    ]
    table = k.empty((anchors, DETECTION_FIELDS, cells), bbox.type)
    decoded = DecodeProposalsOp.make(inputs, [table], {"min_size": op.min_size})
    properties = {"candidates": int_attr(op.candidates()), "overlap": op.nms_threshold}
    rows = shape_of(op.outputs[0])[0]
    tables = [k.empty((rows, fields), bbox.type) for fields in (4, 1)]
    select = SelectProposalsOp.make([k.insert(decoded)], tables, properties)
    k.insert(select)
    return [
        k.view(found, shape_of(result))
        for found, result in zip(select.results, op.outputs, strict=False)
    ]
