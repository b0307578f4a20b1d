"""
The optimizer changes no result of random small networks, and the generator of these is a good one.

`NCNNC_RANDOM_GRAPHS=10000` checks more networks than the usual 300. A failure names a seed; replay
it with `python -m tests.generators.random_graphs --seed N`, which also makes the network small.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import pytest
from ncnnc.compiler.pipeline.steps import FixedPoint, PassStep
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ncnnc.passes import get_all_passes
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from tests.generators.builder import MAGNITUDES
from tests.generators.checks import (
    Failed,
    Failure,
    ReferenceCheck,
    check_compiled,
    check_exported,
)
from tests.generators.checks import check_reference as check
from tests.generators.network import Network
from tests.generators.random_graphs import (
    LEAST_LAYERS,
    MOST_LAYERS,
    main,
    random_network,
)
from tests.generators.reduction import blob_values, reduced
from tests.helpers.conformance import needs_ncnn

pytestmark = pytest.mark.isa

COUNT = int(os.environ.get("NCNNC_RANDOM_GRAPHS", "300"))
"""Networks that the slow tests check."""
CHUNK = 50
FEW = 8
"""Networks that every run of the tests checks."""


def failures(check_network, seeds: range) -> list[str]:
    """A line for every network that fails."""
    found = ((seed, check_network(random_network(seed), ())) for seed in seeds)
    return [f"seed {seed}: {failure}" for seed, failure in found if failure is not None]


# The optimizer ------------------------------------------------------------------------------------


def test_rewrites_keep_the_results_of_a_few_networks():
    assert failures(check, range(FEW)) == []


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, COUNT, CHUNK))
def test_rewrites_keep_the_results(start: int):
    assert failures(check, range(start, min(start + CHUNK, COUNT))) == []


@pytest.mark.slow
@pytest.mark.oracle
@needs_ncnn
def test_ncnn_computes_the_same_from_optimized_files():
    assert failures(check_exported, range(60)) == []


@pytest.mark.slow
def test_compiled_networks_compute_what_the_reference_does():
    assert failures(check_compiled, range(20)) == []


# The generator ------------------------------------------------------------------------------------


def test_a_seed_is_a_network():
    first, second = random_network(7), random_network(7)
    assert first.param_text() == second.param_text()
    assert first.weight_bytes() == second.weight_bytes()
    assert first.param_text() != random_network(8).param_text()


@pytest.fixture(scope="module")
def networks() -> list[Network]:
    return [random_network(seed) for seed in range(150)]


def test_networks_are_small_and_tame(networks):
    counts = [len(network.layers) for network in networks]
    assert min(counts) > 1
    assert max(counts) <= MOST_LAYERS
    assert sum(n >= LEAST_LAYERS for n in counts) > 0.95 * len(networks)
    for network in networks[:20]:
        assert all(abs(value).max() <= MAGNITUDES[1] for value in blob_values(network).values())


def test_networks_have_what_the_rewrites_look_for(networks):
    types = {layer.type for network in networks for layer in network.layers}
    wanted = """Convolution ConvolutionDepthWise Convolution1D Deconvolution DeconvolutionDepthWise
        InnerProduct BatchNorm Scale Bias MemoryData BinaryOp Eltwise Dropout Noop Pooling Split
        Flatten Reshape Permute Slice Concat Crop Padding Reduction PReLU ReLU Clip Sigmoid Mish
        HardSwish Swish HardSigmoid GELU ELU UnaryOp"""
    assert sorted(set(wanted.split()) - types) == []


def test_inner_blobs_are_outputs_and_blobs_are_shared(networks):
    assert any(network.also_outputs for network in networks)
    assert any(network.shared for network in networks)
    assert any(len(network.inputs) > 1 for network in networks)


# The checks ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForgetElementwise(ModulePass):
    """A wrong pass: it takes all element-wise functions of one argument away."""

    name = "forget-elementwise"

    def apply(self, ctx: NcnncContext, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, UnaryElementwiseOp):
                Rewriter.replace_op(inner, [], [inner.operands[0]])


@dataclass(frozen=True)
class Restless(ModulePass):
    """A wrong pass: it never leaves the module as it is."""

    name = "restless"

    def apply(self, ctx: NcnncContext, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, UnaryElementwiseOp):
                Rewriter.replace_op(inner, inner.clone())


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong passes, beside those of the compiler."""
    monkeypatch.setitem(get_all_passes(), ForgetElementwise.name, lambda: ForgetElementwise)
    monkeypatch.setitem(get_all_passes(), Restless.name, lambda: Restless)


def outcome_of(name: str, network: Network) -> Failure | None:
    """Return the failure of a network with the pass of this name as the only one."""
    run = ReferenceCheck(network, every_step=True)
    try:
        run.rewrite(FixedPoint((PassStep(name),)))
    except Failed as error:
        return error.failure
    return None


def network_with(type: str) -> Network:
    """A network with a layer of that type whose value shows."""
    for seed in range(1000):
        network = random_network(seed)
        if type in [layer.type for layer in network.layers]:
            return network
    raise AssertionError(f"no network has a {type}")


def test_a_wrong_result_is_found():
    failure = outcome_of(ForgetElementwise.name, network_with("Sigmoid"))
    assert failure is not None
    assert (failure.kind, failure.step) == ("values", "forget-elementwise")


def test_a_pass_that_never_ends_is_found():
    failure = outcome_of(Restless.name, network_with("Sigmoid"))
    assert failure is not None
    assert failure.kind == "no end"


def test_reduction_keeps_only_what_matters():
    network = network_with("Convolution")
    small = reduced(network, lambda n: any(layer.type == "Convolution" for layer in n.layers))
    assert sorted({layer.type for layer in small.layers}) == ["Convolution", "Input"]
    assert small.also_outputs == frozenset()


def test_script_reports_what_it_checked(capsys):
    assert main(["--seed", "3", "--count", "2", "--show"]) == 0
    shown = capsys.readouterr().out
    assert random_network(3).param_text() in shown
    assert shown.splitlines()[-1].startswith("0 failures, 2 networks")
