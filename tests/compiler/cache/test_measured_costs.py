"""The costs of this machine in the user's cache, and the compilations that use them."""

from __future__ import annotations

import json

import pytest
from ncnnc.compiler import api
from ncnnc.compiler.cache import measured_costs
from ncnnc.compiler.cache.measured_costs import FILE_NAME, key_of, store_costs, stored_costs
from ncnnc.compiler.cache.objects import ObjectCache
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.target import host_name, parse_target
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.dialects.target.records import ISAS, Target

COSTS = {"transform_cycles": 1000.0, "wide_transform_cycles": 1000.0, "pipes": 2}
"""With them no convolution is Winograd's."""
MODEL = b"""7767517
2 2
Input       data 0 1 data 0=28 1=28 2=32
Convolution conv 1 1 data out 0=32 1=3 4=1 6=9216
"""
HINT = "hint: run ncnnc targets --measure"


def host() -> Target:
    """Return the target of this machine, with the shipped costs."""
    return parse_target("host")


def algorithm(*, measured: bool) -> str:
    """Return the algorithm of the convolution on this machine."""
    options = CompileOptions(MODEL, random_weights=1, measured_costs=measured)
    (conv,) = (
        op for op in lower(options, Level.SCHEDULED).module.walk() if isinstance(op, ConvolutionOp)
    )
    return str(conv.chosen_algorithm)


@pytest.mark.usefixtures("cache")
def test_only_a_compilation_on_request_uses_them():
    store_costs(host().isa, COSTS)
    assert algorithm(measured=False).startswith("winograd")
    assert not algorithm(measured=True).startswith("winograd")
    assert parse_target("host") == Target.parse(host_name())
    assert parse_target("host", measured=True).costs.transform_cycles == 1000
    assert parse_target("host+transform_cycles=2", measured=True).costs.transform_cycles == 2


@pytest.mark.usefixtures("cache")
def test_they_decide_the_code():
    store_costs(host().isa, COSTS)
    keys = {
        CompileOptions(MODEL, random_weights=1, measured_costs=t).code_key for t in (False, True)
    }
    store_costs(host().isa, {**COSTS, "pipes": 3})
    keys.add(CompileOptions(MODEL, random_weights=1, measured_costs=True).code_key)
    assert len(keys) == 3


@pytest.mark.isa
@pytest.mark.usefixtures("cache")
def test_a_compiled_model_names_them():
    store_costs(host().isa, COSTS)
    model = api.compile(MODEL, random_weights=1, measured_costs=True)
    assert model.program.target == parse_target("host", measured=True).name


@pytest.mark.usefixtures("cache")
def test_without_a_measurement():
    with pytest.raises(UsageError) as caught:
        CompileOptions(MODEL, random_weights=1, measured_costs=True)
    assert str(caught.value).endswith(HINT)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("cache")
def test_another_target_has_no_measured_costs():
    store_costs(host().isa, COSTS)
    with pytest.raises(UsageError, match="for the target host, not x86-64"):
        CompileOptions(MODEL, random_weights=1, measured_costs=True, target="x86-64")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"KEY": 3}',
        '{"KEY": {"pipes": 2.5}}',
        '{"KEY": {"pipes": "2"}}',
        '{"KEY": {"tile_cycles": 0}}',
        '{"KEY": {"tile_cycles": NaN}}',
        '{"KEY": {"moons": 2}}',
    ],
)
def test_a_damaged_file(cache: ObjectCache, text: str):
    isa = host().isa
    path = cache.directory / FILE_NAME
    path.write_text(text.replace("KEY", key_of(isa)))
    damaged = "measured-costs.json is damaged; ignoring it"
    with pytest.raises(UsageError, match=HINT), pytest.warns(RuntimeWarning, match=damaged):
        stored_costs(isa)
    with pytest.warns(RuntimeWarning, match=damaged):
        store_costs(isa, COSTS)
    assert stored_costs(isa) == COSTS


def test_each_cpu_and_isa_has_its_own(cache: ObjectCache, monkeypatch: pytest.MonkeyPatch):
    narrow, wide = ISAS["x86-64"], ISAS["x86-avx2"]
    store_costs(narrow, {"pipes": 1})
    store_costs(wide, {"pipes": 2})
    monkeypatch.setattr(measured_costs.here, "cpu_name", lambda: "another CPU")
    with pytest.raises(UsageError, match="no costs of another CPU are measured"):
        stored_costs(wide)
    store_costs(wide, {"pipes": 3})
    monkeypatch.undo()
    entries = json.loads((cache.directory / FILE_NAME).read_text())
    assert [entry["pipes"] for entry in entries.values()] in ([1, 2, 3], [3, 1, 2], [1, 3, 2])
