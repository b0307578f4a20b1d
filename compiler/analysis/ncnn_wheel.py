"""Run the ncnn wheel as one of the compared engines."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from ..diagnostics import UsageError


def import_ncnn() -> Any:
    """Import the wheel, which has no types. Raises: UsageError if that fails."""
    try:
        return importlib.import_module("ncnn")
    except ImportError as error:
        raise UsageError(f"the ncnn wheel cannot be imported: {error}") from error


def load_net(request: Mapping[str, Any]) -> Any:
    """
    Load the model of a request into the wheel, to store blobs and weights as float32, or as
    bfloat16. Raises: UsageError.
    """
    net = import_ncnn().Net()
    net.opt.num_threads = request["threads"]
    net.opt.use_fp16_storage = net.opt.use_fp16_packed = net.opt.use_fp16_arithmetic = False
    net.opt.use_bf16_storage = net.opt.use_bf16_packed = request["bf16"]
    if net.load_param(request["param"]) != 0 or net.load_model(request["weights"]) != 0:
        raise UsageError(refusal(request["param"]))
    return net


def refusal(param: str) -> str:
    """Return the reason why ncnn does not load a model, as far as its file tells."""
    from ..format.layer_types import index_of_type
    from ..frontend.ncnn.model_files import read_model_record

    types = {layer.type for layer in read_model_record(param).layers}
    foreign = sorted(type for type in types if index_of_type(type) is None)
    names = ", ".join(f"'{type}'" for type in foreign)
    return (
        f"ncnn refuses the model, it has no layer {names}" if foreign else "ncnn refuses the model"
    )
