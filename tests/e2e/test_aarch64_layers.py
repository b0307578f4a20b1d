"""
Layers compute under QEMU what this machine computes, between pages that nobody may touch.

By default a case of every eleventh layer; `NCNNC_LONG=1` takes twenty of each layer, half of them
for a CPU with all extensions.
"""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import NcnncError
from ncnnc.dialects.target.arm import AARCH64

from tests.generators.layer_cases.case import GENERATORS, LayerCase
from tests.generators.layer_cases.checking import as_we_take_them
from tests.generators.layer_cases.running import draw
from tests.helpers.emulated import needs_emulator, run_libraries
from tests.helpers.long_runs import LONG, rounds

STRIDE = 1 if LONG else 11
PARTS = rounds(1, 20)
SEED = 7
TARGETS = ("aarch64", "+".join(("aarch64", *(e.name for e in AARCH64.extensions))))


def compiled(
    case: LayerCase, name: str, folder: Path, target: str
) -> tuple[ncnnc.CompiledModel, list[np.ndarray]] | None:
    """Write a library, and return the model for this machine and its inputs; None if refused."""
    (folder / f"{name}.param").write_text(case.param_text())
    (folder / f"{name}.bin").write_bytes(case.weight_bytes())
    files = folder / f"{name}.param", folder / f"{name}.bin"
    try:
        model = ncnnc.compile(*files, cache=False)
    except NcnncError:
        return None  # What no target computes.
    ncnnc.compile_library(*files, folder / f"{name}.o", targets=[target])
    arrays = as_we_take_them(case)
    return model, [spec.check(arrays[spec.name]) for spec in model.inputs]


@pytest.mark.isa
@needs_emulator
@pytest.mark.parametrize("part", range(PARTS))
def test_layers(part: int, tmp_path: Path):
    layers, target = sorted(GENERATORS)[::STRIDE], TARGETS[part % len(TARGETS)]
    cases = {layer: draw(GENERATORS[layer], SEED + part)[1] for layer in layers}
    made = {layer: compiled(case, layer, tmp_path, target) for layer, case in cases.items()}
    found = {layer: one for layer, one in made.items() if one is not None}
    assert len(found) > 0.9 * len(layers)
    outputs = {layer: model.outputs for layer, (model, _) in found.items()}
    given = [array for _, arrays in found.values() for array in arrays]
    for layer, results in run_libraries(tmp_path, outputs, given).items():
        model, arrays = found[layer]
        names = (spec.name for spec in model.inputs)
        expected = model.run(dict(zip(names, arrays, strict=True)))
        for blob, result in results.items():
            most = np.abs(expected[blob][np.isfinite(expected[blob])]).max(initial=0)
            np.testing.assert_allclose(
                result, expected[blob], rtol=1e-5, atol=1e-5 * most, err_msg=str(cases[layer])
            )
