"""Python for aarch64, under QEMU: it runs what it compiles, and this one compiles to its bytes."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.emulated import needs_emulated_python, run_emulated_python
from tests.helpers.small_network import PARAM

COMPILE = ("compile", "net.param", "--random-weights", "0", "--no-cache", "--threads", "2")
PROGRAM = f"""
import ncnnc
import numpy as np
from ncnnc.compiler.cli.main import main
assert main([*{COMPILE}, "-o", "there.ncnnc"]) == 0
model = ncnnc.load("there.ncnnc")
np.save("y.npy", model(np.load("x.npy")))
print(model.program.target)
"""


@pytest.mark.isa
@needs_emulated_python
def test_another_kind_of_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("net.param").write_bytes(PARAM)
    model = ncnnc.compile("net.param", random_weights=0, target="x86-64")
    (spec,) = model.inputs
    x = np.random.default_rng(3).uniform(-1, 1, spec.shape).astype(np.float32)
    np.save("x.npy", x)
    host = run_emulated_python(tmp_path, PROGRAM).split()[-1]
    assert host.startswith("aarch64+dotprod")
    expected, result = model(x), np.load("y.npy")
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
    assert main([*COMPILE, "--target", host, "-o", "here.ncnnc"]) == 0
    assert Path("here.ncnnc").read_bytes() == Path("there.ncnnc").read_bytes()
