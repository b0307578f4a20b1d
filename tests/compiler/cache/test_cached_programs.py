"""A model is compiled once, and again when anything that decides its code is another."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler import api
from ncnnc.compiler.cache.file_digests import FileDigests
from ncnnc.compiler.cache.measured_costs import store_costs
from ncnnc.compiler.driver.model_key import model_key
from ncnnc.compiler.options.code_options import CODE_OPTIONS
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.show_options import ShowOptions
from ncnnc.compiler.options.target import parse_target
from ncnnc.compiler.options.tuned_schedules import TunedSchedules
from ncnnc.runtime.model.precision_choice import PrecisionChoice
from ncnnc.runtime.weights.known_weights import KnownWeights

from tests.helpers.cached_models import SmallModel, X

pytestmark = pytest.mark.isa


@pytest.fixture
def model(tmp_path: Path) -> SmallModel:
    """The files of a network."""
    return SmallModel.write(tmp_path / "models", 0)


def test_the_second_compilation_is_a_look_up(cache, compilations, model: SmallModel):
    first, second = model.compiled(), model.compiled()
    assert np.array_equal(ncnnc.compile(model.param.read_bytes(), model.weights)(X), first(X))
    assert len(compilations) == 1
    assert len(cache.entries()) == 1
    assert cache.temporaries() == []
    assert np.array_equal(first(X), second(X))
    assert np.array_equal(first(X), model.result(cache=False))
    assert len(compilations) == 2


def test_weights_are_mapped_and_shared(cache, model: SmallModel):
    first, second = model.compiled(), model.compiled()
    assert isinstance(first.program.weights, KnownWeights)
    assert first._weights.ctypes.data == second._weights.ctypes.data


def test_what_comes_from_the_cache_is_saved_as_what_was_compiled(cache, model, tmp_path: Path):
    for name, options in (("a", {"cache": False}), ("b", {}), ("c", {})):
        model.compiled(**options).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "c").read_bytes()


def test_paths_do_not_count(cache, compilations, model: SmallModel, tmp_path: Path):
    copied = shutil.copytree(model.param.parent, tmp_path / "elsewhere")
    model.compiled()
    ncnnc.compile(copied / "m0.param", copied / "m0.bin")
    ncnnc.compile(copied / "m0.param")
    ncnnc.compile(model.param.read_bytes(), model.weights.read_bytes())
    assert len(compilations) == 1


def test_threads_are_those_asked_for(cache, compilations, model: SmallModel):
    assert [model.compiled(threads=n).threads for n in (1, 2, 3)] == [1, 2, 3]
    assert len(compilations) == 1


OTHERS = (
    {"target": "x86-avx"},
    {"measured_costs": True},
    {"inputs": {"data": (4, 8, 8)}},
    {"outputs": ("conv",)},
    {"random_weights": 1},
    {"random_weights": 2},
    {"batch": 2},
    {"conv": {"conv": "gemm"}},
    {"schedule": {"conv": "register=[2,1]"}},
    {"tuned": TunedSchedules(parse_target("host").name, {"conv": "gemm"})},
    {"conv_policy": "ncnn"},
    {"precision": "bf16"},
    {"precision": "auto", "layer_precision": {"conv": "fp32"}},
    {"precision": "auto", "max_error": 0.1},
    {"precision_choice": PrecisionChoice(0.1, 0.0, 1, ())},
    {"debug_bounds": True},
    {"inputs": {"data": ("T", 8, 8)}, "dims": {"T": (1, 3)}},
    {"inputs": {"data": ("T", 8, 8)}, "dims": {"T": (1, 2)}},
    {"states": {"data": "prob"}},
    {"state_type": "bf16"},
    {"activations": "int8"},
    {"masks": {"data": "causal"}},
    {"memory_limit": "1M"},
    {"max_memory": "1G"},
    {"preprocess": {"data": ncnnc.Image(order="rgba")}},
    {"postprocess": {"prob": ncnnc.YoloBoxes()}},
    {"postprocess": {"prob": ncnnc.ArgMax()}},
    {"input_types": {"data": "int8"}},
    {"memory_limit": "1M", "threads": 2},
)


def test_every_option_that_decides_the_code_counts(cache, model: SmallModel):
    def key(**options):
        files = str(model.param), str(model.weights)
        return model_key(CompileOptions(*files, **options), FileDigests(cache.directory))

    store_costs(parse_target("host").isa, {"pipes": 3})
    keys = [key(), *(key(**options) for options in OTHERS)]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    assert key(threads=2) == key(jobs=3) == key()
    watched = ({"remarks": True}, {"time_passes": True}, {"verify_each": True})
    more = ({"print_ir_after": ("dce",)}, {"dump_dir": "x"}, {"conv_policy": "measure"})
    assert [key(**options) for options in (*watched, *more, {"cache": False})] == [None] * 7


def test_every_option_counts_or_is_named_among_those_that_do_not():
    counted = {name for options in OTHERS for name in options}
    unlike = "cache jobs error_data int8_table tune tune_log".split()
    not_code = {*unlike, *(option.name for option in fields(ShowOptions))}
    assert not_code.isdisjoint(CODE_OPTIONS)
    assert {f.name for f in fields(CompileOptions)} - {"param", "weights"} - not_code == counted


def test_a_changed_byte_of_either_file_counts(cache, compilations, model: SmallModel):
    before = model.result()
    weights = bytearray(model.weights.read_bytes())
    weights[-1] ^= 0x80
    model.weights.write_bytes(weights)
    assert not np.array_equal(model.result(), before)
    model.param.write_text(model.param.read_text().replace("ReLU  ", "TanH  "))
    model.compiled()
    assert len(compilations) == 3


def test_another_compiler_counts(cache, compilations, model: SmallModel, monkeypatch):
    from ncnnc.compiler.driver import model_key as module

    model.compiled()
    monkeypatch.setattr(module, "this_compiler", lambda: "another")
    model.compiled()
    assert len(compilations) == 2


def test_files_that_change_while_they_are_compiled_are_not_kept(cache, model, monkeypatch):
    from ncnnc.compiler.driver import compile as compiling

    compile_program = compiling.compile_program

    def changing(options, progress):
        program = compile_program(options, progress)
        model.param.write_text(model.param.read_text() + "\n")
        return program

    monkeypatch.setattr(compiling, "compile_program", changing)
    model.compiled()
    assert cache.entries() == cache.temporaries() == []


def test_models_with_layers_of_the_users_own_are_compiled_each_time(cache, compilations, model):
    text = model.param.read_text().replace("ReLU  ", "MyTwice")
    model.param.write_text(text)
    for factor in (2, 3):
        register = ncnnc.register_layer("MyTwice", shape=lambda params, shape: shape)
        register(lambda params, x, factor=factor: factor * x)
        try:
            model.compiled()
        finally:
            ncnnc.unregister_layer("MyTwice")
    assert len(compilations) == 2
    assert cache.entries() == []


def test_errors_are_as_without_a_cache(cache, model: SmallModel):
    model.weights.write_bytes(b"")
    with pytest.raises(ncnnc.ModelError, match=r"m0\.bin"):
        model.compiled()
    with pytest.raises(ncnnc.ModelError, match="cannot be read"):
        ncnnc.compile(model.param.with_name("none.param"))
    model.param.unlink()
    with pytest.raises(ncnnc.ModelError, match=r"holds no model, no \.param"):
        ncnnc.compile(model.param.parent)
    assert cache.entries() == []


def test_a_dynamic_model_finds_what_others_have_compiled(
    cache, compilations, model: SmallModel, tmp_path: Path
):
    def dynamic():
        return ncnnc.compile(model.param, model.weights, dynamic=True, threads=2)

    small, large = X[:, :4, :4].copy(), X
    first = dynamic()
    expected = [first(small), first(large)]
    assert len(compilations) == 2
    second = dynamic()
    assert second.threads == 2
    assert "for data=4x4x4 or data=4x5x6" in repr(second)
    assert all(np.array_equal(second(x), y) for x, y in zip((small, large), expected, strict=True))
    first.save(tmp_path / "first")
    second.save(tmp_path / "second")
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()
    assert len(compilations) == 2
    second(X[:, :5, :5].copy())
    assert len(compilations) == 3
    assert len(dynamic().specialisations) == 3
    with pytest.raises(ncnnc.NcnncError, match="x"):
        dynamic()(X[:3].copy())
    assert len(cache.entries()) == 1


def test_no_cache_is_one_without_bytes(cache, compilations, model, monkeypatch):
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "0")
    api.compile(model.param, model.weights)
    assert cache.entries() == []
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "many")
    with pytest.raises(ncnnc.UsageError, match="NCNNC_CACHE_SIZE must be a number of bytes"):
        model.compiled()
    model.compiled(cache=False)


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_cached_model_imports_no_pass_and_no_library_of_the_compiler(
    cache, model: SmallModel, is_folder: bool
):
    files = [str(model.param.parent)] if is_folder else [str(model.param), str(model.weights)]
    ncnnc.compile(*files)
    code = (
        "import sys, ncnnc\n"
        f"ncnnc.compile(*{files!r})\n"
        "print([name for name in sys.modules if name.startswith(('xdsl', 'llvmlite', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_wrong_options_are_refused_each_time(cache, model: SmallModel):
    model.compiled()
    for options in ({"threads": 0}, {"target": "x"}, {"unknown": 1}, {"dynamic": 1}):
        for _ in range(2):
            with pytest.raises(ncnnc.UsageError):
                model.compiled(**options)
