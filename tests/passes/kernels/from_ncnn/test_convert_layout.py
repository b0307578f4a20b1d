"""Conversions from every layout to every other, in all ranks that have layouts."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.pipeline.build import kernel_steps, loop_steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.compiler.program.assemble import assemble
from ncnnc.compiler.program.lowered import Lowered
from ncnnc.compiler.program.signature import signature
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.target import set_target
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects import func
from xdsl.parser import Parser

from tests.helpers.needed_features import needs_features_of

pytestmark = [pytest.mark.isa, pytest.mark.requirement("L15")]

PACKS = (1, 4, 8, 16)
SHAPES = ((24,), (37,), (24, 1, 1), (21, 3, 5), (37, 2, 3, 3))


def tensor(shape: tuple[int, ...], pack: int) -> str:
    """The type of a blob in a layout."""
    layout = f", #ncnn.layout<pack = {pack}>" if pack > 1 else ""
    return f"tensor<{'x'.join(map(str, shape))}xf32{layout}>"


def module_text(shape: tuple[int, ...]) -> str:
    """From plain to each layout, to each other one, and back: an output for every pair."""
    plain, lines, outputs = tensor(shape, 1), list[str](), list[str]()
    for source, result in product(PACKS, PACKS):
        names = [f"%{kind}{source}_{result}" for kind in ("a", "b", "c")]
        steps = zip(("%x", *names), names, (1, source, result), (source, result, 1), strict=False)
        for value, name, before, after in steps:
            types = f"{tensor(shape, before)} -> {tensor(shape, after)}"
            lines.append(f"{name} = ncnn.convert_layout {value} : {types}")
        outputs.append(names[-1])
    types = ", ".join([plain] * len(outputs))
    body = "\n".join(lines)
    return f"""func.func @main(%x: {plain} {{ncnn.name = "x"}}) -> ({types}) {{
        {body}
        func.return {", ".join(outputs)} : {types}
    }}"""


CASES = [(shape, "x86-avx512") for shape in SHAPES]
CASES += [((21, 3, 5), target) for target in ("x86-avx2", "x86-64")]


@pytest.mark.parametrize(("shape", "target"), CASES, ids=str)
def test_from_every_layout_to_every_other(shape: tuple[int, ...], target: str):
    needs_features_of(target)
    ctx, found = make_context(), Target.parse(target)
    ctx.load_dialect(func.Func)
    module = Parser(ctx, module_text(shape)).parse_module()
    specs = signature(module)
    set_target(module, found)
    runner = PassRunner(ctx)
    runner.run_steps(module, kernel_steps())
    runner.run_steps(module, loop_steps(), compare=False)
    model = CompiledModel(assemble(Lowered(module, ctx, found, *specs, runner)))
    x = np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)
    results = model(x)
    assert len(results) == len(PACKS) ** 2
    for (source, result), y in zip(product(PACKS, PACKS), results, strict=True):
        np.testing.assert_array_equal(y, x, err_msg=f"{source} to {result}")
