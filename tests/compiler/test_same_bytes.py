"""Compiling for a target gives the same bytes on every machine, whatever it is and can."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

MODEL = Path(__file__).parents[2] / "examples" / "digits" / "digits.param"
FILES = {
    "m.ncnnc": "x86-avx2",
    "n.ncnnc": "x86-64,x86-avx512+vnni",
    "m.o": "aarch64",
    "m.s": "wasm",
}
ANOTHER_MACHINE = """
import os, platform
platform.machine = lambda: "aarch64"
platform.system = lambda: "Other"
os.cpu_count = lambda: 61
os.sched_getaffinity = lambda process: set(range(61))
from ncnnc.runtime.system import here
here.l2_cache_bytes = lambda: 77 << 10
here.cpu_name = lambda: "another CPU"
here.available_bytes = lambda: 3 << 30
"""
COMPILE = """
import sys
from ncnnc.compiler.cli.main import main
for file, target in zip(sys.argv[2::2], sys.argv[3::2]):
    assert main(["compile", sys.argv[1], "--target", target, "-o", file]) == 0
"""


def digests(folder: Path, before: str, **variables: str) -> dict[str, str]:
    """Compile for all targets in a process of its own; digests of the files."""
    folder.mkdir()
    words = [word for pair in FILES.items() for word in pair]
    command = [sys.executable, "-c", before + COMPILE, str(MODEL), *words]
    environment = {**os.environ, "NCNNC_CACHE_DIR": str(folder / "cache"), **variables}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES}


def test_another_machine_writes_the_same(tmp_path: Path):
    here = digests(tmp_path / "here", "", PYTHONHASHSEED="1")
    hidden = {"NCNNC_DISABLE_CPU_FEATURES": "neon", "PYTHONHASHSEED": "2"}
    assert digests(tmp_path / "there", ANOTHER_MACHINE, **hidden) == here
