"""The innermost loops of compiled networks keep their vectors in registers, on every target."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ncnnc.compiler.driver.lowering import lower
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.frontend import read_model_record
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import ISAS, Target

from tests.helpers.assembly import innermost_loops

MODELS = Path(__file__).parents[3] / "shared" / "models"
FEW = ("squeezenet", "shufflenet_v2", "efficientnet_b0")
"""Networks of the zoo with Winograd, first layers with borders, depthwise 5x5, and Swish."""
NETWORKS = sorted(path.stem for path in MODELS.glob("*.param") if "int8" not in path.stem)


def invariants(target: str) -> int:
    """
    Values that a loop may read from the stack: one on targets without fused multiply-adds.

    There the constants of an exponential and a product leave no register for the maximum that
    softmax subtracts. A few loops of larger networks spill more, whose scheduling is LLVM's.
    """
    return min(Target.parse(target).inner_kernel(FLOAT32).product.temporaries, 1)


FUSING = [name for name in ISAS if not invariants(name)]


def spilling_loops(options: CompileOptions) -> list[str]:
    """The innermost loops of a network's code that access the stack too often."""
    loops = list(innermost_loops(lower(options).assembly()))
    assert sum(loop.multiply_adds >= 8 for loop in loops) >= 8
    return [str(loop) for loop in loops if loop.spills(invariants(options.target))]


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("name", FEW)
def test_some_networks(name: str, target: str):
    assert spilling_loops(CompileOptions(name, target=target)) == []


@pytest.mark.slow
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("target", FUSING)
@pytest.mark.parametrize("name", NETWORKS)
def test_all_networks(name: str, target: str):
    param = str(MODELS / f"{name}.param")
    shape = tuple(json.loads((MODELS / "shapes.json").read_text())[name])
    layers = read_model_record(param).layers
    inputs = {top: shape for layer in layers if layer.type == "Input" for top in layer.tops}
    options = CompileOptions(param, target=target, inputs=inputs, random_weights=1)
    assert spilling_loops(options) == []
