"""The wheel loses AVX-512, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from ncnnc.runtime.code.cpu import missing_features

pytest.importorskip("ncnn", reason="the wheel is in the extra 'oracle'")
SCRIPT = """
import ncnn, sitecustomize
found, left = sitecustomize.hidden, sitecustomize.hide_avx512(ncnn.ncnn)
print(found, left, ncnn.cpu_support_x86_avx2())
"""


def test_the_wheel_has_avx2_alone():
    if missing_features(["avx2"]):
        pytest.skip("the CPU has no AVX2")
    folder = str(Path(__file__).with_name("avx2_wheel"))
    environment = {**os.environ, "PYTHONPATH": folder}
    said = subprocess.check_output([sys.executable, "-c", SCRIPT], env=environment, text=True)
    found, left, avx2 = map(int, said.split())
    assert (found > 0) == (not missing_features(["avx512f"]))
    assert left == 0
    assert avx2 != 0
