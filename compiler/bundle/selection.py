"""Select the model among the names of a folder or an archive."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

TEXT, BINARY, WEIGHTS = ".param", ".param.bin", ".bin"
TRACED = ".pnnx.param"
"""Suffix of pnnx's graph of PyTorch operators, from which it makes the ncnn model."""
DEBUG_FILES = ("debug.param", "debug2.param")
"""Debug files that pnnx leaves in the folder where it runs."""
CONVERTED = ".ncnn"
"""Name parts that pnnx puts before the suffixes of its files."""
FOREIGN = (".pt", ".pth", ".onnx", ".tflite", ".torchscript", ".xml")
MOST_NAMED = 12
"""Largest number of models listed in an error."""


def models_among(names: Collection[str]) -> list[str]:
    """Return the model files among names, sorted; the text form if a model has both."""
    models = [name for name in names if is_model(name)]
    return sorted(
        name
        for name in models
        if not (name.endswith(BINARY) and name.removesuffix(WEIGHTS) in models)
    )


def is_model(name: str) -> bool:
    """Return whether a file of this name is an ncnn model, in text or binary form."""
    file = PurePosixPath(name).name
    if file in DEBUG_FILES or file.startswith("._") or file.endswith(TRACED):
        return False
    return file.endswith((TEXT, BINARY))


def only_model(names: Collection[str], where: str) -> str:
    """Return the one model of a bundle, called `where` in errors. Raises: ModelError."""
    models = models_among(names)
    if len(models) == 1:
        return models[0]
    from ..diagnostics import ModelError

    if not models:
        raise ModelError("holds no model, no .param", file=where, hint=_hint_without(names))
    shown = ", ".join(models[:MOST_NAMED]) + ", ..." * (len(models) > MOST_NAMED)
    raise ModelError(
        f"holds {len(models)} models: {shown}",
        file=where,
        hint=f"name one of them, {where.rstrip('/')}/{models[0]}",
    )


def _hint_without(names: Collection[str]) -> str | None:
    """Return the advice for a bundle without a model."""
    if any(name.endswith(TRACED) for name in names):
        return "a .pnnx.param is a graph of PyTorch's; pnnx writes the .ncnn.param beside it"
    foreign = sorted(name for name in names if name.endswith(FOREIGN))
    return f"convert {foreign[0]} to ncnn with pnnx" if foreign else None


def weight_names(param: str) -> list[str]:
    """Return likely names of weights: `x.bin` of `x.param`, `x.ncnn.bin` of `x.ncnn.param`."""
    stem = param.removesuffix(WEIGHTS).removesuffix(TEXT) if _is_model_name(param) else None
    if stem is None:
        return [str(PurePosixPath(param).with_suffix(WEIGHTS))]
    converted = stem.removesuffix(CONVERTED) if stem.endswith(CONVERTED) else stem + CONVERTED
    return [stem + WEIGHTS, converted + WEIGHTS]


def _is_model_name(param: str) -> bool:
    return param.endswith((TEXT, BINARY)) and PurePosixPath(param).name not in (TEXT, BINARY)


def weights_among(names: Collection[str], param: str, models: Sequence[str]) -> str | None:
    """Return the weights of a model among names; a lone `.bin` fits a lone model."""
    for name in weight_names(param):
        if name in names:
            return name
    others = [name for name in names if name.endswith(WEIGHTS) and not name.endswith(BINARY)]
    others = [name for name in others if not name.endswith(".pnnx.bin")]
    return others[0] if len(others) == 1 and len(models) == 1 else None
