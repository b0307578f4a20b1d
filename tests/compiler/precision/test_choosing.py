"""`max_error`: bfloat16 where it is faster, while outputs stay within an error of float32's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.diagnostics import UnrunnableTargetError, UsageError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.precision import choosing
from ncnnc.compiler.precision.choosing import samples_for, with_measured_precision
from ncnnc.compiler.precision.int8_layers import NO_SAMPLES, why_no_int8
from ncnnc.runtime import artifact
from ncnnc.runtime.model.precision_choice import PrecisionChoice
from ncnnc.runtime.sessions.compiled_model import CompiledModel

pytestmark = pytest.mark.isa

CONVOLUTIONS = b"""7767517
6 6
Input x 0 1 x 0=12 1=12 2=32
Convolution a 1 1 x a 0=64 1=1 5=1 6=2048 9=1
Convolution b 1 1 a b 0=64 1=3 4=1 5=1 6=36864 9=1
Pooling p 1 1 b p 0=1 1=2 2=2
Convolution c 1 1 p c 0=96 1=1 5=1 6=6144
Softmax y 1 1 c y
"""
MATRICES = b"""7767517
4 4
Input x 0 1 x 0=600
InnerProduct a 1 1 x a 0=1600 1=1 2=960000 9=1
InnerProduct b 1 1 a b 0=1400 1=1 2=2240000 9=1
InnerProduct y 1 1 b y 0=10 1=1 2=14000
"""
"""Its first two weights come from beyond the L2 cache; the last layer is not faster."""
NETWORKS = {"x86-avx512+bf16": CONVOLUTIONS, "x86-avx2": MATRICES}


def options_for(target: str, limit: float) -> CompileOptions:
    return CompileOptions(
        NETWORKS[target],
        random_weights=1,
        cache=False,
        target=target,
        precision="auto",
        max_error=limit,
    )


def chosen_for(target: str, limit: float) -> PrecisionChoice:
    choice = with_measured_precision(options_for(target, limit)).precision_choice
    assert choice is not None
    return choice


def error_of(options: CompileOptions) -> float:
    """The error of compiled code, found without what chooses."""
    chosen = with_measured_precision(options)
    programs = [
        compile_program(replace(options, precision="fp32", max_error=None, error_data=None)),
        compile_program(chosen),
    ]
    samples = samples_for(options)
    exact, actual = ([CompiledModel(p).run(s)["y"] for s in samples] for p in programs)
    largest = max(np.abs(array).max() for array in exact)
    return max(np.abs(a - b).max() for a, b in zip(exact, actual, strict=True)) / largest


def test_a_first_layer_gains_by_channels_of_columns():
    layers = ["Input x 0 1 x 0=64 1=64 2=3", "Convolution y 1 1 x y 0=32 1=7 3=2 5=1 6=4704"]
    options = replace(
        options_for("x86-avx512+bf16", 1.0), param="\n".join(["7767517", "2 2", *layers]).encode()
    )
    for limit, lowered in ((1.0, ["y"]), (1e-6, [])):
        choice = with_measured_precision(replace(options, max_error=limit)).precision_choice
        assert choice is not None
        assert [layer.layer for layer in choice.lowered] == lowered
        assert (1e-4 < choice.error < 1e-2) == bool(lowered)


@pytest.mark.parametrize("target", NETWORKS)
def test_layers_are_lowered_as_far_as_the_error_allows(target: str):
    all_of_them = chosen_for(target, 1.0)
    lowered = [layer.layer for layer in all_of_them.lowered]
    assert len(lowered) >= 2
    assert all(layer.gain > 0 and layer.error for layer in all_of_them.lowered)
    assert all(layer.reason == choosing.SLOWER for layer in all_of_them.layers if not layer.gain)
    assert all(layer.most >= layer.gain for layer in all_of_them.layers)
    largest, least = (by(layer.error or 0.0 for layer in all_of_them.lowered) for by in (max, min))

    limit = (largest + least) / 2
    some = chosen_for(target, limit)
    assert 0 < len(some.lowered) < len(lowered)
    assert some.error <= limit
    assert some.error == pytest.approx(error_of(options_for(target, limit)), rel=1e-3)


def test_int8_with_samples_as_far_as_the_error_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "1G")
    data = tmp_path / "data.npy"
    np.save(data, np.random.default_rng(0).normal(size=(4, 32, 12, 12)).astype(np.float32))
    target = "x86-avx512+vnni+bf16"
    options = replace(options_for("x86-avx512+bf16", 1), target=target, error_data=str(data))
    every = with_measured_precision(replace(options, cache=True))
    assert every.precision_choice is not None
    assert {layer.precision for layer in every.precision_choice.lowered} == {"int8"}
    assert str(every.precision_choice).startswith("3 of 3 layers in int8, 100% of what")

    errors = sorted(layer.error or 0.0 for layer in every.precision_choice.layers)
    mixed = replace(options, max_error=1.8 * errors[0])
    choice = with_measured_precision(mixed).precision_choice
    assert choice is not None
    assert "int8" in {layer.precision for layer in choice.layers}
    assert choice.error <= 1.8 * errors[0] < every.precision_choice.error

    # The scales are kept with the choice.
    monkeypatch.setattr(choosing, "precisions_within", None)
    again = with_measured_precision(replace(options, cache=True))
    assert again.param == every.param
    assert again.weights == every.weights


def test_int8_by_a_table(tmp_path: Path):
    target = "x86-avx512+vnni+bf16"
    table = tmp_path / "m.table"
    table.write_text(f"b_param_0 {'100 ' * 64}\nb 20\n")
    options = replace(options_for("x86-avx512+bf16", 1), target=target)
    choice = with_measured_precision(replace(options, int8_table=str(table))).precision_choice
    assert choice is not None
    assert [(layer.precision, layer.scale) for layer in choice.layers] == [
        ("bf16", None),
        ("int8", 20.0),
        ("bf16", None),
    ]
    assert why_no_int8(replace(options, int8_table=str(table))) == ""
    assert why_no_int8(options) == NO_SAMPLES
    assert str(replace(choice, why_no_int8=NO_SAMPLES)).endswith(f"; {NO_SAMPLES}")
    with pytest.raises(UsageError, match="int8_table has scales for max_error"):
        CompileOptions(CONVOLUTIONS, int8_table="m.table")


def test_a_choice_is_kept_in_the_cache_and_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "1G")
    Path("m.param").write_bytes(MATRICES)
    np.save("data.npy", np.random.default_rng(0).normal(size=(3, 600)).astype(np.float32))
    words = "compile m.param --random-weights 1 --target x86-avx2 --precision auto --max-error 1"
    words = [*words.split(), "--error-data", "data.npy"]
    assert cli.main([*words, "-o", "m.ncnnc"]) == 0
    choice = artifact.read("m.ncnnc").precision_choice
    assert choice is not None
    assert choice.samples == 3
    assert f"precision: {choice}" in capsys.readouterr().err

    searches: list[object] = []

    def search(*given: object) -> PrecisionChoice:
        searches.append(given)
        return choice

    monkeypatch.setattr(choosing, "precisions_within", search)
    assert cli.main([*words, "-o", "m.a"]) == 0
    assert not searches
    np.save("data.npy", np.ones((1, 600), np.float32))
    assert cli.main([*words, "-o", "m.ncnnc"]) == 0
    assert len(searches) == 1
    assert " ".join(str(choice).split()[:4]) in Path("m.h").read_text()
    capsys.readouterr()
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    assert "not faster in bfloat16" in capsys.readouterr().out


def test_what_cannot_be_chosen_is_refused():
    with pytest.warns(RuntimeWarning, match="all layers stay float32: . alone has an error of"):
        ncnnc.compile(
            MATRICES, random_weights=1, target="x86-avx2", precision="auto", max_error=1e-9
        )
    with pytest.raises(UnrunnableTargetError, match=r"max_error is measured: .*layer_precision"):
        with_measured_precision(
            replace(options_for("x86-avx2", 0.1), target="aarch64", inputs={"x": (600,)})
        )
    for more in ({"precision": "bf16"}, {"layer_precision": {"a": "fp32"}}):
        with pytest.raises(UsageError, match="max_error"):
            replace(options_for("x86-avx2", 0.1), **more)
    with pytest.raises(UsageError, match="layer_precision needs"):
        CompileOptions(MATRICES, layer_precision={"a": "bf16"})
    with pytest.raises(UsageError, match="unknown layer 'z'"):
        compile_program(
            CompileOptions(
                MATRICES, random_weights=0, precision="auto", layer_precision={"z": "bf16"}
            )
        )
