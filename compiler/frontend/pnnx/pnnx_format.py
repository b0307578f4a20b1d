"""Open TorchScript and ONNX files, converting them by pnnx."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from ....runtime.errors import shortened
from ....runtime.model.symbols import PlannedExtent
from ...bundle.suggestions import INPUT_LINE
from ...diagnostics import ModelError
from ..ncnn.ncnn_format import NcnnFormat
from .onnx_file import OnnxGraph, read_onnx
from .process import NcnnFiles, TracedInput, run_pnnx
from .renaming import name_inputs
from .torch_file import SCRIPTED, refuse_pickles

if TYPE_CHECKING:
    from ....dialects.ncnn.shapes import Shape

ONNX = ".onnx"
TORCH = (".pt", ".pth", ".torchscript", ".ts", ".pt2")

_converted: dict[tuple[object, ...], NcnnFiles] = {}
"""Files converted by this process, by path, time, size and shapes; removed at its end."""


class PnnxFormat(NcnnFormat):
    """
    Models that pnnx converts to ncnn's files in a temporary folder.

    `find` returns those files: what follows is ncnn's format.
    """

    name = "pnnx"

    def recognizes(self, model: str | bytes) -> bool:
        return (
            isinstance(model, str) and suffix_of(model) in (ONNX, *TORCH) and os.path.isfile(model)
        )

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        assert isinstance(model, str)  # `recognizes`
        if weights is not None:
            raise ModelError("has its weights in itself; give no .bin", file=model)
        planned = {name: shape for name, shape in inputs.items() if has_planned_extents(shape)}
        status = os.stat(model)
        shapes = tuple((name, tuple(map(str, shape))) for name, shape in sorted(planned.items()))
        key = (os.path.abspath(model), status.st_mtime_ns, status.st_size, shapes)
        if key not in _converted:
            _converted[key] = convert(Path(model), planned)
        files = _converted[key]
        return str(files.param), str(files.weights)


def suffix_of(model: str) -> str:
    return Path(model).suffix.lower()


def has_planned_extents(shape: Shape) -> bool:
    return any(isinstance(extent, PlannedExtent) for extent in shape)


def convert(model: Path, planned: Mapping[str, Shape]) -> NcnnFiles:
    """
    Return ncnn's files for a model. Extents known at run time stay variable; a first conversion
    determines the extents of a trace.

    Raises: ModelError.
    """
    if suffix_of(str(model)) == ONNX:
        return convert_onnx(model, read_onnx(model))
    refuse_pickles(model)
    folder = temporary_folder()
    files = run_pnnx(model, folder, str(model), hint=SCRIPTED)
    if not planned:
        return files
    traced = traced_inputs(files.graph)
    others = [other_shape(one, planned.get(f"in{place}", ())) for place, one in enumerate(traced)]
    return run_pnnx(model, folder, str(model), traced, others)


def convert_onnx(model: Path, graph: OnnxGraph) -> NcnnFiles:
    """Return ncnn's files for an ONNX model, with its names of inputs. Raises: ModelError."""
    folder = temporary_folder()
    for name in graph.files:
        link_beside(model, name, folder)
    if graph.files:
        link_beside(model, model.name, folder)
    files = run_pnnx(folder / model.name if graph.files else model, folder, str(model))
    name_inputs(files.param, [one.name for one in graph.inputs])
    return files


def link_beside(model: Path, name: str, folder: Path) -> None:
    """Link a file of the model's folder into pnnx's folder. Raises: ModelError if it is missing."""
    file = PurePath(name)
    if file.is_absolute() or ".." in file.parts:
        reason = f"its weights are to be in '{shortened(name)}', which is not beside it"
        raise ModelError(reason, file=str(model))
    if not (model.parent / file).is_file():
        hint = "it belongs beside the model; download or copy both"
        reason = f"its weights are in '{shortened(name)}', which is missing"
        raise ModelError(reason, file=str(model), hint=hint)
    place = folder / file
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.symlink_to((model.parent / file).absolute())
    except OSError:  # a system that reserves links to administrators
        shutil.copyfile(model.parent / file, place)


def temporary_folder() -> Path:
    """Return a new folder that is removed when this process ends."""
    folder = tempfile.mkdtemp(prefix="ncnnc-pnnx-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def traced_inputs(graph: Path) -> list[TracedInput]:
    """Return the inputs of a trace from pnnx's graph; none if one has no shape."""
    found: list[TracedInput] = []
    for line in graph.read_text(encoding="utf-8").splitlines():
        if INPUT_LINE.match(line.strip()):
            shape, _, dtype = line.rpartition("=(")[2].partition(")")
            if not shape.replace(",", "").isdigit():
                return []
            found.append(TracedInput([int(word) for word in shape.split(",") if word], dtype))
    return found


def other_shape(traced: TracedInput, planned: Sequence[int]) -> TracedInput:
    """Return a shape that differs from a traced one in all extents known at run time."""
    first = len(traced.shape) - len(planned)
    shape = [
        other_extent(n) if axis >= first and isinstance(planned[axis - first], PlannedExtent) else n
        for axis, n in enumerate(traced.shape)
    ]
    return TracedInput(shape, traced.dtype)


def other_extent(traced: int) -> int:
    """Return another extent that is divisible by every power of two that divides this one."""
    return 2 * traced
