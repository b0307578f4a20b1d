"""Models that are imported and exported again: the same IR, and the same numbers from ncnn."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import ExportedModel, export_model, param_binary, param_text
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.format.weights import StoredArray
from ncnnc.compiler.frontend.model_format import ImportOptions
from ncnnc.compiler.frontend.ncnn.importer import import_model
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes.graph.eliminate_split import EliminateSplitPass
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.conformance import (
    CASES,
    Case,
    load_oracle,
    needs_cases,
    needs_ncnn,
    sample,
)
from tests.helpers.importing import load_model_files

MODELS = CASES.parent / "models"
CASES_PER_LAYER = 24
"""Cases of each layer that are imported and exported; four times as many graphs."""
WHEEL_CASES = 3
"""Cases of each layer that ncnn runs, before and after."""
SMALL_NETWORKS = ("FastestDet", "mobilenet_int8", "shufflenet_v2", "squeezenet", "yolo-fastestv2")
SHAPE_HINT = re.compile(r"ncnn\.shape_hint = array<[^>]*>(, )?|, ncnn\.shape_hint = array<[^>]*>")
EMPTY = re.compile(r" \{\}")

needs_models = pytest.mark.skipif(not MODELS.is_dir(), reason="the networks' files are absent")


def cases_with_ops() -> dict[str, list[Case]]:
    """All cases of layers that have an op, int8 ones too, by layer."""
    corpus = CASES / "visible.jsonl"
    by_layer: dict[str, list[Case]] = {}
    for line in corpus.read_text(encoding="utf-8").splitlines() if corpus.exists() else ():
        case = json.loads(line)
        if "graph" in case or case["layer"] in LAYER_OPS:
            by_layer.setdefault(case["layer"], []).append(case)
    return dict(sorted(by_layer.items()))


BY_LAYER = cases_with_ops()


def small_cases(layer: str, count: int) -> list[Case]:
    """Some small cases of a layer, or graphs."""
    return sample(BY_LAYER[layer], 4 * count if layer == "Graph" else count)


def load(param: bytes, weights: bytes, inputs: dict) -> tuple[ModuleOp, NcnncContext]:
    context = make_context()
    shapes = {name: array.shape for name, array in inputs.items() if array is not None}
    module = load_model_files(context, param, weights, shapes, keep_unsupported=True)
    return module, context


def files_of(model: ExportedModel) -> tuple[bytes, bytes]:
    return param_text(model.param), b"".join(bytes(chunk) for chunk in model.bin)


def without_hints(module: ModuleOp) -> str:
    return EMPTY.sub("", SHAPE_HINT.sub("", str(module)))


def arrays(module: ModuleOp, context: NcnncContext) -> Iterator[tuple]:
    for op in module.walk():
        if isinstance(op, WeightOp):
            array = context.weights.get(op.key.data)
            yield op.key.data, array.dtype, array.shape, array.tobytes()


@needs_cases
@pytest.mark.parametrize("layer", BY_LAYER)
def test_every_case_comes_back(layer: str):
    oracle = load_oracle()
    for case in small_cases(layer, CASES_PER_LAYER):
        param, weights, inputs, _ = oracle.materialise(case)
        module, context = load(param.encode(), weights, inputs)
        exported = files_of(export_model(module, context))
        again, again_context = load(*exported, inputs)
        assert without_hints(again) == without_hints(module), case["id"]
        assert list(arrays(again, again_context)) == list(arrays(module, context)), case["id"]
        assert files_of(export_model(again, again_context)) == exported, case["id"]


@needs_cases
@needs_ncnn
@pytest.mark.oracle
@pytest.mark.parametrize("layer", BY_LAYER)
def test_ncnn_computes_the_same(layer: str, tmp_path: Path):
    oracle = load_oracle()
    for case in small_cases(layer, WHEEL_CASES):
        param, weights, inputs, outputs = oracle.materialise(case)
        module, context = load(param.encode(), weights, inputs)
        InferShapesPass().apply(context, module)
        EliminateSplitPass().apply(context, module)
        exported = files_of(export_model(module, context))
        expected, got = (
            run_files(tmp_path, files, inputs, outputs)
            for files in ((param.encode(), weights), exported)
        )
        assert got.keys() == expected.keys()
        for name, array in expected.items():
            assert np.asarray(got[name]).tobytes() == np.asarray(array).tobytes(), case["id"]


def run_files(folder: Path, files: tuple[bytes, bytes], inputs: dict, outputs: list[str]) -> dict:
    """Return ncnn's results."""
    paths = folder / "m.param", folder / "m.bin"
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    return load_oracle().run_ncnn(*map(str, paths), inputs, outputs=outputs)


# Networks -----------------------------------------------------------------------------------------


class ZeroWeights:
    """Arrays of zeros, which cost nothing."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        return StoredArray(np.dtype(np.float32), np.zeros(shape, np.float32))

    def finish(self) -> None:
        """There is no end to check."""


def network_names() -> list[str]:
    return sorted(path.stem for path in MODELS.glob("*.param"))


def export_network(name: str) -> ExportedModel:
    """Export a network with generated weights."""
    param = MODELS / f"{name}.param"
    shape = tuple(json.loads((MODELS / "shapes.json").read_text())[name])
    context = make_context()
    first = re.search(r"^Input +\S+ +0 +1 +(\S+)", param.read_text(), re.MULTILINE)
    assert first is not None
    module = load_model_files(context, str(param), None, {first[1]: shape}, 0)
    InferShapesPass().apply(context, module)
    EliminateSplitPass().apply(context, module)
    return export_model(module, context)


@needs_models
@needs_ncnn
@pytest.mark.oracle
@pytest.mark.parametrize("name", network_names())
def test_ncnn_loads_every_network(name: str, tmp_path: Path):
    import ncnn

    param = MODELS / f"{name}.param"
    context = make_context()
    record = read_model_record(str(param))
    module = import_model(context, record, ZeroWeights(), ImportOptions(allow_unknown_shapes=True))
    EliminateSplitPass().apply(context, module)
    model = export_model(module, context).param
    text, binary = tmp_path / "m.param", tmp_path / "m.param.bin"
    text.write_bytes(param_text(model))
    binary.write_bytes(param_binary(model))
    original, net, binary_net = ncnn.Net(), ncnn.Net(), ncnn.Net()
    assert original.load_param(str(param)) == 0
    assert net.load_param(str(text)) == 0
    assert binary_net.load_param_bin(str(binary)) == 0
    assert sorted(net.output_names()) == sorted(original.output_names())
    assert sorted(net.input_names()) == sorted(original.input_names())
    assert len(binary_net.layers()) == len(net.layers()) == len(model.layers)
    again = make_context()
    record = read_model_record(str(binary))
    module = import_model(again, record, ZeroWeights(), ImportOptions(allow_unknown_shapes=True))
    assert param_binary(export_model(module, again).param) == binary.read_bytes()


@needs_models
@needs_ncnn
@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_NETWORKS)
def test_networks_compute_the_same(name: str, tmp_path: Path):
    model = export_network(name)
    text, weights = files_of(model)
    binary = param_binary(model.param)
    paths = [tmp_path / file for file in ("m.param", "m.param.bin", "m.bin")]
    for path, data in zip(paths, (text, binary, weights), strict=True):
        path.write_bytes(data)
    expected = run_network(MODELS / f"{name}.param", paths[2], name)
    assert run_network(paths[0], paths[2], name) == expected
    assert sorted(run_network(paths[1], paths[2], name).values()) == sorted(expected.values())


def run_network(param: Path, weights: Path, name: str) -> dict[str | int, bytes]:
    """The bytes of every output for a seeded input; of a binary file by number."""
    import ncnn

    shape = tuple(json.loads((MODELS / "shapes.json").read_text())[name])
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    array = generator.uniform(-1, 1, shape).astype(np.float32)
    net = ncnn.Net()
    net.opt.num_threads = 1
    binary = param.name.endswith(".param.bin")
    assert (net.load_param_bin if binary else net.load_param)(str(param)) == 0
    assert net.load_model(str(weights)) == 0
    extractor = net.create_extractor()
    for blob in net.input_indexes() if binary else net.input_names():
        extractor.input(blob, ncnn.Mat(array).clone())
    outputs = net.output_indexes() if binary else net.output_names()
    return {blob: np.array(extractor.extract(blob)[1]).tobytes() for blob in outputs}
