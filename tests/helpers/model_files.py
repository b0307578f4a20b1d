"""Small models as files: written, optimized, read back, and run by the ncnn wheel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.dialects.context import Remark

from tests.generators.wheel import run_wheel

RAW_TAG = np.zeros(1, np.float32)
"""Tag before weights, but not before a bias or the data of a MemoryData."""

needs_ncnn = pytest.mark.oracle


class ModelFiles:
    """A folder with the model `in`, and, once it is optimized, the model `out`."""

    def __init__(self, folder: Path, layers: str, *arrays: Sequence[float] | np.ndarray):
        """`layers` are the lines of the `.param` below its head, `arrays` those of the `.bin`."""
        self.folder = folder
        lines = [line for line in layers.splitlines() if line.strip()]
        blobs = {name for line in lines for name in blobs_of(line)}
        text = "\n".join(["7767517", f"{len(lines)} {len(blobs)}", *lines, ""])
        (folder / "in.param").write_text(text)
        data = [np.asarray(array) for array in arrays]
        data = [a if a.dtype == np.int8 else a.astype(np.float32) for a in data]
        (folder / "in.bin").write_bytes(b"".join(array.tobytes() for array in data))

    def path(self, name: str) -> str:
        """A file of the folder."""
        return str(self.folder / name)

    def optimize(self, *only: str, source: str = "in", target: str = "out") -> list[Remark]:
        """Optimize, with all passes or only some; the rewrites that were made."""
        files = [self.path(f"{n}.{s}") for n in (source, target) for s in ("param", "bin")]
        remarks = ncnnc.optimize(*files, only=only)
        return [remark for remark in remarks if remark.reason is None]

    def layers(self, name: str = "out") -> list[LayerRecord]:
        """The layers of a model, without its inputs."""
        record = read_model_record(self.path(f"{name}.param"))
        return [layer for layer in record.layers if layer.type != "Input"]

    def types(self, name: str = "out") -> list[str]:
        """The types of the layers of a model, without its inputs."""
        return [layer.type for layer in self.layers(name)]

    def numbers(self, name: str = "out") -> np.ndarray:
        """The `.bin` of a model as float32."""
        return np.fromfile(self.path(f"{name}.bin"), np.float32)

    def run(self, name: str, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The outputs that the ncnn wheel computes of a model."""
        pytest.importorskip("ncnn", reason="the oracle, the ncnn wheel, is not installed")
        files = [Path(self.path(f"{name}.{suffix}")).read_bytes() for suffix in ("param", "bin")]
        return run_wheel(*files, inputs, switched_off=["use_fp16_storage"])

    def assert_same_in_ncnn(self, inputs: Mapping[str, np.ndarray], rtol: float = 1e-6) -> None:
        """The wheel computes the same outputs, of the same names, before and after."""
        before, after = self.run("in", inputs), self.run("out", inputs)
        assert list(after) == list(before)
        for name, expected in before.items():
            assert after[name].shape == expected.shape, name
            scale = np.abs(expected).max()
            np.testing.assert_allclose(after[name], expected, rtol=0, atol=rtol * scale)


def blobs_of(line: str) -> list[str]:
    """The blobs of a line of a `.param`."""
    words = line.split()
    return words[4 : 4 + int(words[2]) + int(words[3])]
