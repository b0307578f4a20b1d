"""Compile an ONNX model, and compare its results with another engine's."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Unpack

import numpy as np

from ...runtime.errors import NcnncError
from ...runtime.sessions.compiled_model import CompiledModel
from ..api import compile
from ..frontend.pnnx.onnx_file import read_onnx
from ..options.choices import Precision
from ..options.compile_options import CompileOptions
from ..options.keywords import CompileKeywords
from ..options.signature import check_keywords, with_keywords
from .checking import OutputDifference, check_differences, differences

INSTALL = "pip install onnxruntime, or onnx"
INTEGERS = {"i8": "int8", "u8": "uint8", "i16": "int16", "i32": "int32", "i64": "int64"}


@with_keywords(CompileKeywords, CompileOptions)
def from_onnx(
    path: str | Path,
    *,
    check: bool = True,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[CompileKeywords],
) -> CompiledModel:
    """
    Compile an ONNX model for this machine, as `ncnnc.compile` does, and compare the results.

    With `check` the model and the file are run on random inputs: the file by ONNX Runtime, else by
    the reference evaluator of the `onnx` package, which is slow. The largest difference is shown,
    and an error if it is more than rounding. A model whose extents are known
    only at run time is compared for the extents that are planned. The other keywords are options of
    `ncnnc.compile`.

    Raises: NcnncError; its text is one line.
    """
    check_keywords(options, CompileKeywords, "check", "progress")
    file = str(path)
    model: CompiledModel = compile(file, progress=progress, **options)
    if check:
        worst = compared(file, model, options.get("precision", Precision.FP32.value))
        print(f"{file}: differs from ONNX by {worst}", file=sys.stderr)
    return model


def compared(file: str, model: CompiledModel, precision: str) -> OutputDifference:
    """Return how far the results for random inputs are from the file's. Raises: NcnncError."""
    random = np.random.default_rng(0)
    blobs: dict[str, np.ndarray] = {}
    given: dict[str, np.ndarray] = {}
    inputs = {one.name: one for one in read_onnx(Path(file)).inputs}
    for place, (name, one) in enumerate(inputs.items()):
        spec = next((s for s in model.inputs if s.name in (name, f"in{place}")), None)
        extents = spec.shape if spec else [n if isinstance(n, int) else 1 for n in one.shape]
        batch = [1] * (len(one.shape) - len(extents))
        given[name] = random_array(random, one.dtype, [*batch, *extents])
        if spec is not None:
            blobs[spec.name] = given[name].reshape(spec.shape)
    wanted = reference(file)(given)
    found = differences(wanted, list(model.run(blobs).values()))
    return check_differences(found, file, precision)


def random_array(random: np.random.Generator, dtype: str, shape: Sequence[int]) -> np.ndarray:
    """Return small integers, which tokens may be, or numbers below 1."""
    if dtype in INTEGERS:
        return random.integers(0, 2, shape).astype(INTEGERS[dtype])
    return random.random(shape, np.float32)


def reference(file: str) -> Callable[[Mapping[str, np.ndarray]], list[np.ndarray]]:
    """Return a function that runs a file by the first installed engine. Raises: NcnncError."""
    try:
        session = importlib.import_module("onnxruntime").InferenceSession(
            file, providers=["CPUExecutionProvider"]
        )
    except ImportError:
        try:
            session = importlib.import_module("onnx.reference").ReferenceEvaluator(file)
        except ImportError:
            hint = f"{INSTALL}; check=False leaves it out"
            raise NcnncError(
                f"nothing here computes '{file}' to compare with; hint: {hint}"
            ) from None
    return lambda given: [np.asarray(each) for each in session.run(None, dict(given))]
