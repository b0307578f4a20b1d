"""SDPA: scaled dot-product attention of given heads."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
)

from ...constraints import F32, I64
from ..assembly import optional, optional_operands
from ..errors import InvalidLayerError, ShapeError
from ..families.attention import KV_CACHE, AttentionOp
from ..given_layer import GivenLayer
from ..layer import LayerSpec, Param
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..schedule import SCHEDULE_FORMAT
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of
from .elementwise import float_attribute

SCALES = ("key_scales", "value_scales")


@irdl_op_definition
class SDPAOp(AttentionOp):
    """
    `softmax(scale * q k^T + mask) v` for each head: scaled dot-product attention.

    A scale of 0 stands for `1 / sqrt(dim)`. With fewer heads of keys and values, neighbouring heads
    of queries share them. With caches the keys and values come after those of earlier runs.
    Shapes: query `heads,queries,dim`, key `groups,keys,dim`, value `groups,keys,values` to
    `heads,queries,values`; the mask is `queries,keys` or `heads,queries,keys`. Keys and values of
    int8 are multiplied by scales `groups,keys`, which no layer of ncnn has.
    Source: ncnn, sdpa.cpp.
    """

    name = "ncnn.sdpa"

    query = operand_def(AnyTensor)
    key = operand_def(AnyTensor)
    value = operand_def(AnyTensor)
    key_scales = opt_operand_def(AnyTensor)
    value_scales = opt_operand_def(AnyTensor)
    scale = prop_def(F32, default_value=float_attribute(0.0))
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        f"$query `,` $key `,` $value {optional_operands('mask', 'caches', *SCALES)}"
        f"{optional('scale', 'causal', 'kv_cache', 'int8_scale_term')}{SCHEDULE_FORMAT}attr-dict "
        "`:` type($query) `,` type($key) `,` type($value) `->` type($output) "
        "(`,` type($new_caches)^)?"
    )

    LAYER: ClassVar = LayerSpec(
        "SDPA",
        (
            Param(5, "attn_mask", "int", 0),
            Param(6, "scale", "float", 0.0),
            Param(KV_CACHE, "kv_cache", "int", 0),
            Param(18, "int8_scale_term", "int", 0),
        ),
    )

    def cache_extents(self) -> tuple[tuple[int, int], tuple[int, int]]:
        key, value = shape_of(self.key), shape_of(self.value)
        return (key[0], key[-1]), (value[0], value[-1])

    def resolved_scale(self) -> float:
        """Return the factor of the products of queries and keys."""
        return self.scale.value.data or 1.0 / sqrt(shape_of(self.query)[-1])

    def infer_shapes(self) -> list[Shape]:
        query, key, value = (shape_of(v) for v in (self.query, self.key, self.value))
        if not len(query) == len(key) == len(value) == 3:
            raise ShapeError("query, key and value must have 3 dimensions")
        if key[2] != query[2] or key[:2] != value[:2] or key[0] == 0 or query[0] % key[0]:
            raise ShapeError(f"{list(query)}, {list(key)} and {list(value)} do not fit")
        if not self.scale.value.data:
            int(query[2])  # The scale is a constant: this must be static.
        keys = self.past + key[1]
        self.check_masks(query[0], query[1], keys)
        caches = self.cached_shapes((key[0], keys, key[2]), (key[0], keys, value[2]))
        return [(*query[:2], value[2]), *caches]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply heads, rows and columns; propose one mask for all heads."""
        for blob in (self.query, self.key, self.value):
            shapes.say(blob, any_extents(3))
        heads, queries, _ = shapes.of(self.query) or any_extents(3)
        _, keys, columns = shapes.of(self.value) or any_extents(3)
        shapes.say(self.output, (heads, queries, columns))
        if self.mask is not None:
            shapes.propose(self.mask, (queries, keys if not self.caches else None))

    def multiply_adds(self) -> int:
        heads, queries, size = shape_of(self.query)
        _, keys, outputs = shape_of(self.value)
        return heads * queries * (self.past + keys) * (size + outputs)

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        blobs, mask, caches = cls.split_inputs(layer)
        if len(blobs) != 3:
            raise InvalidLayerError(layer.counts)
        return cls.build(
            operands=[*blobs, [], [], mask, caches],
            properties=cls.layer_properties(layer.params),
            result_types=[UNRANKED, [UNRANKED] * len(caches)],
        )
