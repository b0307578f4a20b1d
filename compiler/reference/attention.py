"""MultiHeadAttention and SDPA, without caches."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.utils.exceptions import InterpretationError

from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from .support import operand_arrays


def attend(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: np.ndarray | None
) -> np.ndarray:
    """`softmax(q k^T + mask) v` for each head: `heads,queries,dim` to `heads,queries,values`."""
    scores = query @ key.transpose(0, 2, 1)
    if mask is not None:
        scores = scores + mask
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ value


def check_supported(op: MultiHeadAttentionOp | SDPAOp, term: int) -> None:
    """Raises: InterpretationError for an op that computes with int8 or has caches."""
    if term or op.kv_cache is not None:
        raise InterpretationError(f"{op.name}: int8 and caches are not part of the reference")


@register_impls
class AttentionFunctions(InterpreterFunctions):
    """Attention of the two layers."""

    @impl(MultiHeadAttentionOp)
    def run_multiheadattention(
        self, interpreter: Interpreter, op: MultiHeadAttentionOp, args: PythonValues
    ) -> PythonValues:
        check_supported(op, op.quantize_term.value.data)
        arrays = operand_arrays(op, args)
        blobs, heads = arrays["inputs"], op.num_heads.value.data

        def projected(part: str, x: np.ndarray) -> np.ndarray:
            return x @ arrays[f"{part}_weight"].T + arrays[f"{part}_bias"]

        def by_head(part: str, x: np.ndarray) -> np.ndarray:
            y = projected(part, x)
            return y.reshape(len(x), heads, -1).transpose(1, 0, 2)

        query = by_head("query", blobs[0]) * np.float32(op.scale.value.data)
        key = by_head("key", blobs[min(1, len(blobs) - 1)])
        value = by_head("value", blobs[-1])
        attended = attend(query, key, value, arrays["mask"])
        rows = attended.transpose(1, 0, 2).reshape(len(blobs[0]), -1)
        return (projected("out", rows).astype(np.float32),)

    @impl(SDPAOp)
    def run_sdpa(self, interpreter: Interpreter, op: SDPAOp, args: PythonValues) -> PythonValues:
        check_supported(op, op.int8_scale_term.value.data)
        arrays = operand_arrays(op, args)
        query, key, value = arrays["query"], arrays["key"], arrays["value"]
        shared = len(query) // len(key)
        result = attend(
            query * np.float32(op.resolved_scale()),
            np.repeat(key, shared, 0),
            np.repeat(value, shared, 0),
            arrays["mask"],
        )
        return (result.astype(np.float32),)
