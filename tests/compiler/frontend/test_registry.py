"""A format that is added to the registry is all that another kind of model needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.frontend import registry
from ncnnc.compiler.frontend.model_format import ImportOptions, ModelFormat, ModelSource
from ncnnc.compiler.frontend.ncnn.ncnn_format import NcnnFormat
from ncnnc.compiler.frontend.registry import format_of
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn.shapes import Shape
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.importing import text_of

PREFIX = "chain:"


class ChainFormat(NcnnFormat):
    """`chain:ReLU,AbsVal`: layers without parameters, one after the other."""

    name = "chain"

    def __init__(self):
        self.imports = 0

    def recognizes(self, model: str | bytes) -> bool:
        return isinstance(model, str) and model.startswith(PREFIX)

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        return model, weights

    def fingerprint(
        self, source: ModelSource, digest: Callable[[str | bytes], str]
    ) -> list[str | None]:
        return [source.name]

    def mentions(self, source: ModelSource, layer_types: Collection[str]) -> bool:
        return False

    def import_graph(
        self, ctx: NcnncContext, source: ModelSource, options: ImportOptions
    ) -> ModuleOp:
        self.imports += 1
        types = source.name.removeprefix(PREFIX).split(",")
        layers = [f"{type} l{i} 1 1 b{i} b{i + 1}" for i, type in enumerate(types)]
        files = ModelSource(text_of("Input in 0 1 b0", *layers), b"", name=source.name)
        return super().import_graph(ctx, files, options)


@pytest.fixture
def chain(monkeypatch: pytest.MonkeyPatch, tmp_path) -> ChainFormat:
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "64M")
    added = ChainFormat()
    formats: tuple[ModelFormat, ...] = (added, *registry.FORMATS)
    monkeypatch.setattr(registry, "FORMATS", formats)
    return added


@pytest.mark.parametrize(
    ("model", "name"), [("squeezenet", "zoo"), ("m.param", "ncnn"), (b"7767517\n", "ncnn")]
)
def test_the_first_that_recognizes_a_model_has_it(model: str | bytes, name: str):
    assert format_of(model).name == name


@pytest.mark.isa
def test_a_model_of_another_format_is_compiled_and_cached(chain: ChainFormat):
    x = np.array([-1.0, 2.0, -3.0], np.float32)
    for _ in range(2):
        model = ncnnc.compile("chain:AbsVal,ReLU", inputs={"b0": (3,)})
        np.testing.assert_array_equal(model(x), np.abs(x))
    assert chain.imports == 1
    other = ncnnc.compile("chain:ReLU", inputs={"b0": (3,)})
    np.testing.assert_array_equal(other(x), np.maximum(x, 0))
    assert chain.imports == 2


@pytest.mark.usefixtures("chain")
def test_errors_name_the_model():
    with pytest.raises(ncnnc.ModelError, match=r"^chain:ReLU:3: .*b0.*no shape"):
        ncnnc.compile("chain:ReLU")
