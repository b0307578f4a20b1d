"""The innermost loops of compiled networks keep their vectors in registers, on every target."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.target.x86 import X86

from tests.helpers.assembly import innermost_loops
from tests.helpers.turns import in_turn

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


READ = [isa.name for isa in X86]
"""Those whose assembly is read here."""
FUSING = [name for name in READ if not invariants(name)]


def spilling_loops(options: CompileOptions, least: int = 8) -> list[str]:
    """The innermost loops that access the stack too often, of code with so many of products."""
    loops = list(innermost_loops(lower(options).assembly()))
    assert sum(loop.multiply_adds >= 8 for loop in loops) >= least
    return [str(loop) for loop in loops if loop.spills(invariants(options.target))]


@pytest.mark.parametrize(
    ("name", "target"), [*product(FEW, FUSING), *in_turn(sorted({*READ} - {*FUSING}), FEW)]
)
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


TILED = """7767517
6 6
Input       image 0 1 image 0=56 1=56 2=3
Convolution first 1 1 image first 0=32 1=3 3=2 4=1 5=1 6=864 9=1
Convolution tall  1 1 first tall 0=40 1=1 11=7 14=3 6=8960
Convolution wide  1 1 tall wide 0=24 1=5 2=2 4=4 5=1 6=24000
Input       gray 0 1 gray 0=28 1=28 2=1
Convolution few   1 1 gray few 0=8 1=5 4=2 6=200
"""


@pytest.mark.requirement("T14")
@pytest.mark.parametrize("target", FUSING)
def test_tiled_convolutions(target: str, tmp_path: Path):
    """Zeros and masks of gathering are constants around the products."""
    param = tmp_path / "tiled.param"
    param.write_text(TILED)
    conv = dict.fromkeys(("first", "tall", "wide", "few"), "tiled")
    options = CompileOptions(str(param), target=target, random_weights=1, conv=conv)
    assert spilling_loops(options, least=len(conv)) == []
