"""States are named, or found among the layers that have some."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import NcnncError
from ncnnc.compiler.driver.import_model import import_model
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.main_function import find_main, states_of

LAYERS = """7767517
8 18
Input in0 0 1 q
Input in1 0 1 k
Input in2 0 1 v
Input caches 0 4 ck cv h c
SDPA attend 5 3 q k v ck cv out0 nk nv 7=1
Split s 1 2 nk ck1 rest
Sigmoid sg 1 1 rest out1
LSTM lstm 3 3 q h c out2 h1 c1 0=8 1=384 2=0
"""


def declared(folder: Path, text: str = LAYERS, **options: object) -> dict[str, str]:
    path = folder / "m.param"
    path.write_text(text)
    rows = (2, 4, 12)
    inputs = {"q": rows, "k": rows, "v": rows, "ck": rows, "cv": rows, "h": (8,), "c": (8,)}
    given = CompileOptions(str(path), random_weights=1, inputs=inputs, **options)  # pyright: ignore[reportArgumentType] by name
    module, _ = import_model(given)
    states = states_of(find_main(module))
    return {argument.name_hint or "": name for argument, name in states.items()}


def test_caches_and_recurrent_states_are_found(tmp_path: Path):
    found = {"ck": "ck1", "cv": "nv", "h": "h1", "c": "c1"}
    assert declared(tmp_path, states="auto") == found
    assert declared(tmp_path, states={"auto": "auto", "q": "out1"}) == found | {"q": "out1"}
    assert declared(tmp_path, states={"h": "h1"}) == {"h": "h1"}
    assert declared(tmp_path) == {}


def test_outputs_that_are_left_out_are_no_states(tmp_path: Path):
    assert declared(tmp_path, states="auto", outputs=["out2", "h1", "c1"]) == {
        "h": "h1",
        "c": "c1",
    }


@pytest.mark.parametrize(
    ("states", "reason"),
    [
        ({"hh": "h1"}, "unknown input 'hh'"),
        ({"h": "h2"}, "unknown output 'h2'"),
        ({"h": "h1", "c": "h1"}, "an output is the next value of two states"),
    ],
)
def test_names_are_checked(tmp_path: Path, states: dict[str, str], reason: str):
    with pytest.raises(NcnncError, match=reason):
        declared(tmp_path, states=states)


def test_a_model_without_states_is_refused(tmp_path: Path):
    names = ("q", "k", "v", "ck", "cv", "h", "c")
    layers = "".join(f"Input {n} 0 1 {n}\nSigmoid s{n} 1 1 {n} s{n}\n" for n in names)
    with pytest.raises(NcnncError, match="the model has no states; hint: --state INPUT=OUTPUT"):
        declared(tmp_path, f"7767517\n14 14\n{layers}", states="auto")


def test_states_whose_next_values_are_all_left_out(tmp_path: Path):
    expected = "layer 'lstm' reads a state, but its next value is no output; hint: outputs that"
    with pytest.raises(NcnncError, match=expected):
        declared(tmp_path, states="auto", outputs=["out2"])
