"""Embed: rows of a table."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.layers.embed import EmbedOp
from .support import meaning, operand_arrays


@meaning(EmbedOp)
def run_embed(interpreter: Interpreter, op: EmbedOp, args: PythonValues) -> PythonValues:
    arrays = operand_arrays(op, args)
    words = arrays["words"].reshape(-1)[: arrays["words"].shape[-1]]
    rows = np.clip(np.nan_to_num(words), 0, op.input_dim.value.data - 1).astype(np.int64)
    y = arrays["weight"][rows].astype(np.float32)
    if arrays["weight_scale"] is not None:
        y = y * (np.float32(1) / np.float32(arrays["weight_scale"].reshape(-1)[0]))
    return (y if arrays["bias"] is None else y + arrays["bias"],)
