"""Ops of MLIR mean what MLIR says: canonicalization leaves the results of a network the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm import module_printer  # noqa: F401
from ncnnc.compiler.backend.llvm.function_printer import PRINTERS
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.options.code_options import CodeOptions
from ncnnc.compiler.pipeline.build import build_pipeline, steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.compiler.program.assemble import assemble
from ncnnc.compiler.program.lowered import Lowered
from ncnnc.compiler.program.signature import signature
from ncnnc.dialects import get_all_dialects
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects.builtin import ModuleOp
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.compiler.reference.test_lanes import ops_compared
from tests.generators import mlir_ops_page
from tests.helpers.elements import TARGETS
from tests.helpers.importing import load_model_files
from tests.helpers.lowering import param_text

SHAPES = {"x": (16, 14, 14), "s": (12, 16)}
LAYERS = """
    Convolution c1 1 1 x a 0=32 1=3 4=1 5=1 6=4608 9=1
    ConvolutionDepthWise c2 1 1 a b 0=32 1=3 4=1 5=1 6=288 7=32 9=2 -23310=1,0.1
    Convolution c3 1 1 b c 0=17 1=1 5=1 6=544 9=4
    Convolution c4 1 1 c d 0=24 1=3 3=2 4=1 5=1 6=3672 9=6 -23310=2,0.2,0.5
    Convolution q 1 1 d e 0=16 1=3 4=1 5=1 6=3456 8=2
    Pooling p 1 1 e f 0=0 1=3 2=2
    Interp i 1 1 f g 0=2 1=2.0 2=2.0
    Swish w 1 1 g h
    InnerProduct ip 1 1 h out 0=13 1=1 2=7488 9=1
    GRU gru 1 1 s s1 0=16 1=768
    LayerNorm ln 1 1 s1 s2 0=16 1=1e-5 2=1
    MultiHeadAttention mha 1 1 s2 s3 0=16 1=4 2=256
    GELU ge 1 1 s3 s4
    UnaryOp u 1 1 s4 s5 0=8
    Softmax sm 1 1 s5 s6 0=1 1=1
    ArgMax t 1 1 s6 largest 0=1 1=3"""


@dataclass
class Loops:
    """A network at level 4, and the ops that it had at any level."""

    target: Target
    ops: set[str] = field(default_factory=set)

    def __post_init__(self):
        self.ctx = make_context()
        text = param_text(LAYERS, SHAPES)
        self.module = load_model_files(self.ctx, text, None, dict(SHAPES), 1)
        self.runner = PassRunner(self.ctx)
        self.runner.run_steps(self.module, steps("infer-shapes"))
        self.specs = signature(self.module)
        pipeline = build_pipeline(CodeOptions(target=self.target.name))
        done = Level.IMPORT
        for level in (Level.GRAPH, Level.SCHEDULED, Level.KERNELS, Level.LOOPS):
            self.runner.run(self.module, pipeline.until(level).after(done))
            self.ops |= {op.name for op in self.module.walk()}
            done = level

    def results(self, module: ModuleOp) -> dict[str, np.ndarray]:
        """Run the module on numbers, some of which are special."""
        program = assemble(Lowered(module, self.ctx, self.target, *self.specs, self.runner))
        rng = np.random.default_rng(0)
        arrays = {n: rng.uniform(-3, 3, shape).astype(np.float32) for n, shape in SHAPES.items()}
        arrays["x"][3, 5:7, 2] = np.nan, np.inf
        arrays["x"][9, 8, :2] = -np.inf, -0.0
        return CompiledModel(program).run(arrays)


@cache
def loops(target: str) -> Loops:
    return Loops(Target.parse(target))


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_canonicalized_loops_compute_the_same_bits(target: str):
    network = loops(target)
    before = network.results(network.module.clone())
    module = network.module.clone()
    # With our dialects registered: xDSL 0.74 takes unknown ops for constants, and hoists them.
    CanonicalizePass().apply(network.ctx, module)
    module.verify()
    assert sum(1 for _ in module.walk()) < sum(1 for _ in network.module.walk())
    after = network.results(module)
    for name, expected in before.items():
        np.testing.assert_array_equal(after[name].view(np.int32), expected.view(np.int32))


def test_page_is_up_to_date():
    assert mlir_ops_page.PAGE.read_text(encoding="utf-8") == mlir_ops_page.page()


def test_page_has_all_ops():
    printed = {op.name for op in PRINTERS}
    mlir = {n for n in loops("x86-avx2").ops | printed if n.split(".")[0] not in get_all_dialects()}
    assert mlir <= set(mlir_ops_page.listed())


def test_elementwise_ops_are_compared_with_their_meaning():
    ops = [name for row in mlir_ops_page.ELEMENTWISE for name in mlir_ops_page.names(row)]
    assert set(ops) <= ops_compared()
