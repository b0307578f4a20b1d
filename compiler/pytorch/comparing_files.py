"""Compare a model compiled from an ONNX or TorchScript file with the file's own results."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from ...runtime.code.cpu import missing_features
from ...runtime.model.program import Program
from ...runtime.sessions.compiled_model import CompiledModel
from ..diagnostics import ModelError
from ..frontend.pnnx.pnnx_format import ONNX, suffix_of
from ..options.compile_options import CompileOptions
from .checking import OutputDifference, check_differences, differences
from .from_onnx import INSTALL, compared, random_array
from .tracing import array_of, first_line, import_torch, tensors_in

OTHER_MEANING = (
    *("preprocess", "postprocess", "outputs", "states", "batch", "input_types", "masks"),
)
"""Options that change a model's inputs or outputs with respect to its file."""
TYPES = {"int8": "i8", "uint8": "u8", "int32": "i64"}
"""Elements of inputs -> those that scripts take; others are float32."""


def comparison(file: str, options: CompileOptions, programs: Sequence[Program]) -> str:
    """
    Return a line on how far results for random inputs are from those of a file, or why they were
    not compared. Raises: ModelError if it is more than rounding.
    """
    suffix = suffix_of(file)
    engine = "ONNX" if suffix == ONNX else "PyTorch"
    reason = why_not(suffix, options, programs)
    if reason is None:
        try:
            model = CompiledModel(programs[0], 1, file)
            compare = compared if suffix == ONNX else compared_script
            return f"{file}: differs from {engine} by {compare(file, model, options.precision)}"
        except ModelError:
            raise
        except Exception as error:  # of the package that runs the file
            reason = first_line(error)
    return f"{file}: not compared with {engine}: {reason}"


def why_not(suffix: str, options: CompileOptions, programs: Sequence[Program]) -> str | None:
    """Return the reason why a file cannot be compared with its programs; None if it can."""
    packages = ("onnxruntime", "onnx") if suffix == ONNX else ("torch",)
    if not any(map(find_spec, packages)):
        return INSTALL if suffix == ONNX else "pip install torch"
    for name in OTHER_MEANING:
        if getattr(options, name):
            return f"the model has other inputs or outputs with {name}="
    if missing_features(programs[0].features):
        return f"this machine cannot run {programs[0].target}"
    return None


def compared_script(file: str, model: CompiledModel, precision: str) -> OutputDifference:
    """Return how far the results for random inputs are from a script's. Raises: ModelError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that TorchScript is out of date
        script = import_torch().jit.load(file, map_location="cpu").eval()
    random = np.random.default_rng(0)
    arrays = [random_array(random, TYPES.get(s.dtype, ""), s.shape) for s in model.inputs]
    results = model(*(array.astype(s.dtype) for array, s in zip(arrays, model.inputs, strict=True)))
    wanted = [array_of(tensor) for tensor in tensors_in(run_script(script, arrays))]
    computed = results if isinstance(results, tuple) else (results,)
    return check_differences(differences(wanted, computed), file, precision)


def run_script(script: Any, arrays: Sequence[np.ndarray]) -> Any:
    """Run a script on arrays as a batch of one, or unchanged if it takes no batch."""
    torch = import_torch()
    tensors = [torch.from_numpy(array) for array in arrays]
    with torch.no_grad():
        try:
            return script(*(tensor[None] for tensor in tensors))
        except RuntimeError:
            return script(*tensors)
