"""
Serve the compared engines, each in a separate process.

`python -m ncnnc.compiler.analysis.engines REQUEST` opens an engine on a model, stores what it
computes, and then times a block of runs for every line of standard input.
It imports no compiler: what the compiler leaves in memory and in caches would not be the model's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...runtime.errors import NcnncError
from ...runtime.model.tensors import TensorSpec, given_inputs
from ..image import Image
from .model_inputs import dequantized, items_of, results_of, seeded_inputs
from .ncnn_images import mat_of_image
from .ncnn_wheel import import_ncnn, load_net
from .sequences import open_caches, open_session
from .timing import RunOnce, measure

EXIT_INPUT = 1


def open_ours(request: Mapping[str, Any]) -> RunOnce:
    """Open our engine on the artifact of a request."""
    from ...runtime import artifact
    from ...runtime.sessions.compiled_model import CompiledModel

    model = CompiledModel(artifact.read(request["artifact"]), request["threads"])
    inputs = seeded_inputs(model.inputs)
    return lambda: model.run(inputs)


def open_ncnn(request: Mapping[str, Any]) -> RunOnce:
    """Open the ncnn wheel on a request, in float32 except for int8 layers. Raises: UsageError."""
    from ...runtime import artifact

    ncnn, net = import_ncnn(), load_net(request)
    program = artifact.read(request["artifact"])
    specs = given_inputs(program.inputs)
    arrays = dequantized(specs, seeded_inputs(specs))
    images = {name: Image.parse(text) for name, text in request.get("preprocess", ())}
    items = items_of(arrays, program.batch)
    mats = [
        {name: ncnn.Mat(array).clone() for name, array in item.items() if name not in images}
        for item in items
    ]
    # a blob is gone once the layer that reads it has run: those made first are taken first
    order = [found.name for found in net.blobs()]
    outputs = sorted(program.outputs, key=lambda spec: order.index(spec.name))

    def run_once() -> dict[str, np.ndarray]:
        """Run the items of a batch one after the other, as ncnn has no batches."""
        return results_of(list(map(run_item, mats, items)), program.batch)

    def run_item(
        inputs: Mapping[str, Any], item: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        extractor = net.create_extractor()
        for name, mat in inputs.items():
            extractor.input(name, mat)
        for name, image in images.items():
            extractor.input(name, mat_of_image(ncnn, item[name], image))
        return {spec.name: blob(spec, extractor.extract(spec.name)[1]) for spec in outputs}

    def blob(spec: TensorSpec, mat: Any) -> np.ndarray:
        """Return ncnn's blob as an array; without detections ncnn has none, or a layer's input."""
        if spec.has_found_rows and mat.dims != len(spec.shape):
            return np.empty((0, *spec.shape[1:]), np.float32)
        return np.array(mat)

    return run_once


Engine = Callable[[Mapping[str, Any]], RunOnce]
"""Opens an engine on the model of a request."""
ENGINES: dict[str, Engine] = {
    "ncnnc": open_ours,
    "ncnn": open_ncnn,
    "ncnnc session": open_session,
    "ncnn caches": open_caches,
}


def serve(request: Mapping[str, Any], engines: Mapping[str, Engine], on_caller: bool) -> None:
    """Open an engine, store its outputs, then time a block for every line on standard input."""
    run_once = engines[request["engine"]](request)
    outputs: dict[str, Any] = dict(run_once())
    np.savez(request["outputs"], **outputs)
    print(json.dumps({}), flush=True)
    for line in sys.stdin:
        runs = measure(run_once, float(line), request["threads"], on_caller=on_caller)
        print(json.dumps({"runs": runs}), flush=True)


def main(engines: Mapping[str, Engine] = ENGINES, on_caller: bool = True) -> int:
    """Serve the command line's request; errors are one line. `on_caller` is for `measure`."""
    try:
        serve(json.loads(sys.argv[1]), engines, on_caller)
    except NcnncError as error:
        print(error, file=sys.stderr)
        return EXIT_INPUT
    except (KeyboardInterrupt, BrokenPipeError):
        # Whoever asked has gone.
        return EXIT_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
