"""Runs models in the ncnn wheel, the oracle."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import ncnn

PLAIN = (
    "use_packing_layout",
    "use_fp16_packed",
    "use_fp16_storage",
    "use_fp16_arithmetic",
    "use_bf16_storage",
    "use_winograd_convolution",
    "use_sgemm_convolution",
)
"""Options that are switched off: each makes another order of additions, or fewer bits."""

NO_DETECTIONS = (0, 6)
"""Shape of the blob without elements that ncnn gives where nothing is detected."""


class WheelError(Exception):
    """ncnn cannot load or run the model."""


@contextmanager
def model_files(param: bytes, weights: bytes) -> Iterator[tuple[str, str]]:
    """A model as files that vanish."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "m.param", Path(folder) / "m.bin"
        for path, content in zip(paths, (param, weights), strict=True):
            path.write_bytes(content)
        yield str(paths[0]), str(paths[1])


def run_wheel(
    param: bytes,
    weights: bytes,
    inputs: Mapping[str, np.ndarray],
    outputs: Sequence[str] | None = None,
    switched_off: Sequence[str] = PLAIN,
    keeps_blobs: bool = False,
    custom: Mapping[str, Callable[..., np.ndarray]] | None = None,
) -> dict[str, np.ndarray]:
    """
    The outputs, all or some, of a model in ncnn; any blobs, if it keeps them.

    `custom` has what layers that ncnn lacks compute, by type: one array of those of their inputs.
    Raises: WheelError.
    """
    import ncnn

    net = ncnn.Net()
    net.opt.num_threads = 1
    for option in switched_off:
        setattr(net.opt, option, False)
    alive: list[ncnn.Layer] = []
    for type, function in (custom or {}).items():
        register_layer(net, type, function, alive)
    with model_files(param, weights) as (param_path, weights_path):
        if net.load_param(param_path) != 0 or net.load_model(weights_path) != 0:
            raise WheelError("cannot be loaded")
    extractor = net.create_extractor()
    extractor.set_light_mode(not keeps_blobs)
    for name, array in inputs.items():
        # The array must live until it is copied, and ncnn must own what it works on in place.
        array = np.ascontiguousarray(array)
        if extractor.input(name, ncnn.Mat(array).clone()) != 0:
            raise WheelError(f"input '{name}' is not taken")
    results: dict[str, np.ndarray] = {}
    for name in net.output_names() if outputs is None else outputs:
        status, mat = extractor.extract(name)
        if status != 0:
            raise WheelError(f"output '{name}' cannot be computed ({status})")
        results[name] = array_of(mat)
    return results


def register_layer(
    net: ncnn.Net, type: str, function: Callable[..., np.ndarray], alive: list[ncnn.Layer]
) -> None:
    """Have a network compute layers of a type by numpy; `alive` keeps them as long as need be."""
    import ncnn

    class NumpyLayer(ncnn.Layer):
        def __init__(self) -> None:
            ncnn.Layer.__init__(self)
            self.one_blob_only = False
            alive.append(self)

        def forward(
            self, bottoms: Sequence[ncnn.Mat], tops: Sequence[ncnn.Mat], options: ncnn.Option
        ) -> int:
            result = np.ascontiguousarray(function(*map(array_of, bottoms)), np.float32)
            tops[0].clone_from(ncnn.Mat(result).clone(), options.blob_allocator)
            return 0

    net.register_custom_layer(type, NumpyLayer, lambda layer: None)


def array_of(mat: ncnn.Mat) -> np.ndarray:
    """Return the contents of a blob; the batch is the outermost axis."""
    if mat.empty():
        return np.zeros(NO_DETECTIONS, np.float32)
    if mat.n > 1:
        return np.stack([np.array(mat.batch(index)) for index in range(mat.n)])
    return np.array(mat)
