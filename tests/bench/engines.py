"""
The engines that run beside ours, each served by a process of its own: ONNX Runtime, OpenVINO.

They are set to compute in float32, or as ours in bfloat16 (which only OpenVINO does), and on as
many threads as ours. Run as a script by
`tests/bench/peers.py`, as `compiler/analysis/engines.py` is by `ncnnc bench`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from ncnnc.compiler.analysis.engines import ENGINES, main
from ncnnc.compiler.analysis.model_inputs import seeded_inputs
from ncnnc.compiler.analysis.timing import RunOnce
from ncnnc.runtime import artifact


def inputs_of(request: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The inputs that all engines get, with an axis for the batch."""
    arrays = seeded_inputs(artifact.read(request["artifact"]).inputs)
    return {name: np.ascontiguousarray(array[None]) for name, array in arrays.items()}


def open_onnxruntime(request: Mapping[str, Any]) -> RunOnce:
    """ONNX Runtime on the CPU, with all its optimisations."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = request["threads"]
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        request["onnx"], options, providers=["CPUExecutionProvider"]
    )
    inputs = inputs_of(request)
    names = [output.name for output in session.get_outputs()]

    def run_once() -> dict[str, np.ndarray]:
        return {name: y[0] for name, y in zip(names, session.run(names, inputs), strict=True)}

    return run_once


OPENVINO_PRECISIONS = {"fp32": "f32", "bf16": "bf16"}


def open_openvino(request: Mapping[str, Any]) -> RunOnce:
    """OpenVINO on the CPU, for the shortest time of a run, in the precision of ours."""
    import openvino

    settings = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": OPENVINO_PRECISIONS[request["precision"]],
        "INFERENCE_NUM_THREADS": request["threads"],
        "NUM_STREAMS": 1,
    }
    model = openvino.Core().compile_model(request["onnx"], "CPU", settings)
    infer = model.create_infer_request()
    inputs = inputs_of(request)
    # a blob may have several names
    names = [spec.name for spec in artifact.read(request["artifact"]).outputs]

    def run_once() -> dict[str, np.ndarray]:
        results = infer.infer(inputs, share_inputs=True, share_outputs=True)
        return {name: results[name][0] for name in names}

    return run_once


PEERS = {"onnxruntime": open_onnxruntime, "openvino": open_openvino}


if __name__ == "__main__":
    # OpenVINO computes on a thread of its own: of all engines the whole process counts.
    sys.exit(main({**ENGINES, **PEERS}, on_caller=False))
