"""A call that is repeated is answered from its words, if nothing behind them has changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cache import requests
from ncnnc.compiler.cache.requests import Request
from ncnnc.compiler.driver import model_compilation

from tests.helpers.cached_models import SmallModel, X

pytestmark = pytest.mark.isa


@pytest.fixture
def model(tmp_path: Path) -> SmallModel:
    """The files of a network."""
    return SmallModel.write(tmp_path / "models", 0)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A number for each call whose options were looked at."""
    seen: list[int] = []
    compiled_model = model_compilation.compiled_model

    def counted(*arguments, **options):
        seen.append(1)
        return compiled_model(*arguments, **options)

    monkeypatch.setattr(model_compilation, "compiled_model", counted)
    return seen


def test_a_repeated_call_is_answered_by_its_words(cache, looks, model: SmallModel):
    calls = ({}, {"threads": 2}, {"outputs": ("conv",)}, {"inputs": {"data": (4, 8, 8)}})
    first = [model.compiled(**options) for options in calls]
    assert len(looks) == len(calls)
    again = [model.compiled(**options) for options in calls]
    assert len(looks) == len(calls)
    for one, other in zip(first, again, strict=True):
        assert (one.inputs, one.outputs, one.threads) == (
            other.inputs,
            other.outputs,
            other.threads,
        )
    assert np.array_equal(first[0](X), again[0](X))
    model.compiled(progress=print, jobs=2)
    assert len(looks) == len(calls)


def test_what_stands_behind_the_words_counts(cache, looks, model: SmallModel, monkeypatch):
    model.compiled()
    model.weights.write_bytes(model.weights.read_bytes()[:-4] + bytes(4))
    model.compiled()
    model.param.write_text(model.param.read_text().replace("0=6", "0=7"))
    model.compiled()
    monkeypatch.setattr(requests, "this_compiler", lambda: "another")
    model.compiled()
    monkeypatch.setattr(requests, "l2_cache_bytes", lambda: 12345)
    model.compiled()
    monkeypatch.setenv("NCNNC_DISABLE_CPU_FEATURES", "avx512bf16")
    model.compiled()
    assert len(looks) == 6


@pytest.mark.parametrize(
    "options",
    [{"cache": False}, {"remarks": True}, {"threads": np.int64(1)}],
    ids=str,
)
def test_what_needs_a_closer_look_gets_it(cache, looks, model: SmallModel, options):
    model.compiled(**options)
    model.compiled(**options)
    assert len(looks) == 2


def test_contents_names_and_what_is_neither_get_a_closer_look(cache, model: SmallModel, tmp_path):
    content, weights = model.param.read_bytes(), model.weights.read_bytes()
    for given in ((content, weights), (model.param, weights), ("squeezenet", None), (3, None)):
        assert Request.of(*given, {}) is None
    assert Request.of(tmp_path / "absent.param", None, {}) is None
    assert Request.of(model.param, model.weights, {"inputs": {1: (2,), "a": (2,)}}) is None
    assert Request.of(model.param, model.weights, {}) is not None


def test_registered_layers_get_a_closer_look(cache, looks, model: SmallModel):
    model.compiled()
    ncnnc.register_layer("MyOwn", shape=print, reference=print)
    try:
        model.compiled()
    finally:
        ncnnc.unregister_layer("MyOwn")
    assert len(looks) == 2


def test_wrong_options_are_refused_each_time(cache, model: SmallModel):
    model.compiled()
    for options in ({"threads": 0}, {"target": "x"}, {"unknown": 1}, {"dynamic": 1}):
        for _ in range(2):
            with pytest.raises(ncnnc.UsageError):
                model.compiled(**options)


@pytest.mark.parametrize("text", ["", "x", "{key} 1", "{key} .", "{key} 99999.", "0" * 64 + " 1."])
def test_an_answer_that_is_none_is_found_again(cache, looks, model: SmallModel, text: str):
    expected = model.result()
    (answer,) = cache.requests.paths()
    answer.write_text(text.format(key=answer.read_text().split()[0]))
    assert np.array_equal(model.result(), expected)
    assert len(looks) == 2
    assert answer.read_text().endswith(" 1.")


@pytest.mark.parametrize("is_folder", [False, True])
def test_nothing_of_the_compiler_is_imported(cache, model: SmallModel, is_folder: bool):
    files = [str(model.param.parent)] if is_folder else [str(model.param), str(model.weights)]
    ncnnc.compile(*files)
    code = (
        "import sys, ncnnc\n"
        f"ncnnc.compile(*{files!r})\n"
        "prefixes = 'xdsl', 'llvmlite', 'rich', 'platformdirs', 'ncnnc.passes'\n"
        "prefixes += 'ncnnc.compiler.driver', 'ncnnc.compiler.diagnostics', 'ncnnc.dialects.ncnn'\n"
        "print([name for name in sys.modules if name.startswith(prefixes)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
