"""Collect histograms of the blobs that int8 layers read, from runs of the float32 model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...runtime.sessions.compiled_model import CompiledModel
from ..driver.compile import compile_program
from ..options.compile_options import CompileOptions
from .histogram import Histogram
from .layers import QuantizableLayer
from .samples import CalibrationSamples, taken_by

Progress = Callable[[str], None]
"""Called with a description of the current step."""


def collect_histograms(
    options: CompileOptions,
    layers: Sequence[QuantizableLayer],
    samples: CalibrationSamples,
    progress: Progress,
) -> dict[str, Histogram]:
    """Return the histograms of blobs, computed by one program. Raises: ModelError; NcnncError."""
    blobs = {layer.blob: layer for layer in layers}
    progress("compiling the float32 model")
    program = compile_program(replace(options, outputs=tuple(blobs)))
    model = CompiledModel(program, options.threads)
    histograms = {blob: Histogram() for blob in blobs}
    for index, inputs in enumerate(samples):
        progress(f"sample {index + 1} of {len(samples)}")
        for blob, array in model.run(taken_by(model.inputs, inputs)).items():
            if not np.isfinite(array).all():
                what = f"its input '{blob}' has NaN or infinite elements"
                raise blobs[blob].error(f"{what} for sample '{samples.describe(index)}'")
            histograms[blob].add(array)
    return histograms
