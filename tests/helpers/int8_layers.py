"""
Measure the distance of each int8 layer from the ncnn wheel's, given the wheel's inputs.

    python -m tests.helpers.int8_layers NET.param NET.bin --samples 2

calibrates and quantizes a float32 network, and compares on noise samples. Whole networks differ by
more: a number that rounds the other way in one layer changes all later ones.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import ncnnc
import numpy as np
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

from tests.generators.wheel import run_wheel

INT8_TERM, EMITS_INT8 = 8, 100
"""The parameter of a layer that says it is int8; beyond which its result is as well."""
LARGEST = 127
PARAM, WEIGHTS = "int8.param", "int8.bin"
READ = "read."
"""Prefix of the name of a blob that is an input of its layer."""
EXTENTS = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 11, 1, 0)}
"""The parameters of an Input that are its shape's extents, by rank."""

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class LayerDifference:
    """Distance of an int8 layer's result from the wheel's. Units: quantization steps."""

    name: str
    type: str
    is_int8: bool
    """True if the result is int8. Otherwise, a step is that of int8 with its largest number."""
    steps: float
    differing: float
    """The part of all numbers that differ by more than a thousandth of a step."""


class SeparateLayers:
    """A quantized model, every layer of which reads inputs of its own: blobs of the wheel's."""

    def __init__(self, param: Path, weights: Path, scales: Mapping[str, float], blobs: Arrays):
        """
        Compiles it for blobs of these shapes; `scales` are those of the inputs of int8 layers, by
        name. Raises: NcnncError if a layer cannot be compiled.
        """
        record = read_model_record(str(param))
        self.layers = [layer for layer in record.layers if layer.type not in ("Input", "Split")]
        self.scales = {
            blob: np.float32(scales[layer.name])
            for layer in self.layers
            if layer.name in scales
            for blob in layer.bottoms
            if blob in int8_blobs(record.layers)
        }
        lines = param.read_text(encoding="utf-8").splitlines()
        text = separated([lines[(layer.line or 0) - 1] for layer in self.layers], blobs)
        tops = [top for layer in self.layers for top in layer.tops]
        self.model = ncnnc.compile(text.encode(), str(weights), outputs=tops)

    def run(self, blobs: Arrays) -> Arrays:
        """Compute the layers on these blobs. Integers of int8 blobs are taken unchanged."""
        read = {blob for layer in self.layers for blob in layer.bottoms}
        return self.model.run(
            {READ + blob: blobs[blob] / self.scales.get(blob, np.float32(1)) for blob in read}
        )

    def differences(self, all_blobs: Iterable[Arrays]) -> list[LayerDifference]:
        """Return the largest differences of the int8 layers over several runs of the wheel."""
        runs = [(self.run(blobs), blobs) for blobs in all_blobs]
        found: list[LayerDifference] = []
        for layer in self.layers:
            if layer.params.get(INT8_TERM):
                top = layer.tops[0]
                found.append(difference(layer, [(ours[top], theirs[top]) for ours, theirs in runs]))
        return found


def int8_blobs(layers: Sequence[LayerRecord]) -> set[str]:
    """The blobs that are int8: what such layers hand on, also through Splits."""
    found: set[str] = set()
    for layer in layers:
        term = layer.params.get(INT8_TERM, 0)
        emits = isinstance(term, int) and term > EMITS_INT8
        if emits or (layer.type == "Split" and layer.bottoms[0] in found):
            found.update(layer.tops)
    return found


def separated(lines: Sequence[str], blobs: Arrays) -> str:
    """A `.param` of these layers that read inputs, which are of the shapes of blobs."""
    body: list[str] = []
    read: list[str] = []
    for line in lines:
        words = line.split()
        end = 4 + int(words[2])
        read += [blob for blob in words[4:end] if blob not in read]
        body.append(" ".join([*words[:4], *(READ + blob for blob in words[4:end]), *words[end:]]))
    inputs = [input_line(blob, blobs[blob].shape) for blob in read]
    count = len(read) + sum(int(line.split()[3]) for line in body)
    return "\n".join(["7767517", f"{len(inputs) + len(body)} {count}", *inputs, *body, ""])


def input_line(blob: str, shape: tuple[int, ...]) -> str:
    """The Input that stands for a blob."""
    extents = zip(EXTENTS[len(shape)], shape, strict=True)
    parameters = " ".join(f"{id}={extent}" for id, extent in sorted(extents))
    return f"Input {READ}{blob} 0 1 {READ}{blob} {parameters}"


def difference(
    layer: LayerRecord, pairs: Sequence[tuple[np.ndarray, np.ndarray]]
) -> LayerDifference:
    """Return the difference of a layer, over pairs of our results and the wheel's."""
    term = layer.params[INT8_TERM]
    is_int8 = isinstance(term, int) and term > EMITS_INT8
    largest = max(np.abs(theirs).max() for _, theirs in pairs)
    step = 1.0 if is_int8 else max(float(largest), 1e-30) / LARGEST
    steps = np.concatenate([np.abs(ours - theirs).ravel() for ours, theirs in pairs]) / step
    part = float((steps > 1e-3).mean())
    return LayerDifference(layer.name, layer.type, is_int8, float(steps.max()), part)


def wheel_blobs(
    param: Path, weights: Path, inputs: Arrays, switched_off: Sequence[str] = ()
) -> Arrays:
    """All blobs of a model in the wheel."""
    names = [top for layer in read_model_record(str(param)).layers for top in layer.tops]
    content = param.read_bytes(), weights.read_bytes()
    return run_wheel(*content, inputs, names, switched_off, keeps_blobs=True)


def quantize(
    model: tuple[str, str], samples: Sequence[Arrays], folder: Path
) -> Mapping[str, float]:
    """
    Quantize a float32 model with samples, as `int8.param` and `int8.bin` of a folder; the scales
    of the inputs of int8 layers, by name. Raises: NcnncError.
    """
    stacks = {name: np.stack([sample[name] for sample in samples]) for name in samples[0]}
    files = str(folder / PARAM), str(folder / WEIGHTS)
    report = ncnnc.quantize(*model, *files, stacks, optimize=True)
    scales = {layer.name: layer.input_scale for layer in report.layers if layer.is_int8}
    return {name: scale for name, scale in scales.items() if scale is not None}


def compare(
    folder: Path,
    scales: Mapping[str, float],
    samples: Sequence[Arrays],
    switched_off: Sequence[str] = (),
) -> list[LayerDifference]:
    """The int8 layers of the model that `quantize` wrote, on samples. Raises: NcnncError."""
    files = folder / PARAM, folder / WEIGHTS
    runs = [wheel_blobs(*files, sample, switched_off) for sample in samples]
    return SeparateLayers(*files, scales, runs[0]).differences(runs)


def whole_difference(
    folder: Path, samples: Sequence[Arrays], switched_off: Sequence[str] = ()
) -> float:
    """
    Return the difference of the outputs of the whole network, relative to their largest magnitude.
    """
    files = folder / PARAM, folder / WEIGHTS
    model = ncnnc.compile(*map(str, files))
    largest = 0.0
    for sample in samples:
        theirs = wheel_blobs(*files, sample, switched_off)
        for name, ours in model.run(sample).items():
            error = np.abs(ours - theirs[name]).max() / np.abs(theirs[name]).max()
            largest = max(largest, float(error))
    return largest


def noise(param: str, count: int) -> list[Arrays]:
    """Samples for the inputs of a model, whose shapes it has to say."""
    rng = np.random.default_rng(0)
    shapes: dict[str, list[int]] = {}
    for layer in read_model_record(param).layers:
        if layer.type == "Input":
            sizes = {id: size for id, size in layer.params.items() if isinstance(size, int)}
            shapes[layer.tops[0]] = [sizes[id] for id in EXTENTS[len(sizes)]]
    return [
        {name: rng.uniform(-1, 1, shape).astype(np.float32) for name, shape in shapes.items()}
        for _ in range(count)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of the layers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("param")
    parser.add_argument("bin")
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--off", nargs="*", default=[], help="options of the wheel to switch off")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        samples = noise(given.param, given.samples)
        scales = quantize((given.param, given.bin), samples, Path(folder))
        found = compare(Path(folder), scales, samples, given.off)
        whole = whole_difference(Path(folder), samples, given.off)
    for layer in found:
        kind = "int8" if layer.is_int8 else "float32"
        print(f"{layer.type:<21}{layer.name:<32}{kind:<8}{layer.steps:9.2e}{layer.differing:10.2e}")
    worst = max(found, key=lambda layer: layer.steps)
    print(f"{len(found)} layers, at most {worst.steps:.2e} steps ({worst.name})")
    print(f"the outputs of the whole network: {whole:.1e} of the largest magnitude")
    return 0


if __name__ == "__main__":
    sys.exit(main())
