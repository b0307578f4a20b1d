"""The in-process collector of FileCheck tests: what must fail fails, and real lit agrees."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FUNCTION = "func.func @f() {\n  func.return\n}\n"
CASES = {
    "passes": "// RUN: ncnnc-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "continues": "// RUN: ncnnc-opt %s \\\n// RUN:   | filecheck %s\n// CHECK: func.func @f\n",
    "inverts": "// RUN: not ncnnc-opt %s -p nonsense\n",
    "no_match": "// RUN: ncnnc-opt %s | filecheck %s\n// CHECK: func.func @g\n",
    "second_line": "// RUN: ncnnc-opt %s\n// RUN: ncnnc-opt %s -p nonsense\n",
    "first_of_pipe": "// RUN: ncnnc-opt %s -p nonsense | filecheck %s --allow-empty\n"
    "// CHECK-NOT: f\n",
    "expected_error": "// RUN: not ncnnc-opt %s\n",
    "unknown_program": "// RUN: cat %s | filecheck %s\n// CHECK: f\n",
}
GOOD = ("passes", "continues", "inverts")


@pytest.mark.slow
def test_collector_passes_and_fails_as_lit_would(tmp_path: Path):
    folder = tmp_path / "filecheck"
    folder.mkdir()
    shutil.copy(HERE / "conftest.py", tmp_path)
    for name, text in CASES.items():
        (folder / f"{name}.mlir").write_text(text + FUNCTION)
    (folder / "without_run_lines.mlir").write_text(FUNCTION)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rA",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    report = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout
    outcomes = {
        line.split("::")[1].split()[0]: line.split()[0]
        for line in report.splitlines()
        if line.startswith(("PASSED", "FAILED"))
    }
    assert outcomes == {name: "PASSED" if name in GOOD else "FAILED" for name in CASES}, report
    assert "no_match.mlir:2" in report
    assert "not 'cat'" in report


@pytest.mark.slow
def test_lit_runs_the_same_files():
    folder = HERE / "filecheck" / "compiler" / "cli"
    command = [sys.executable, "-c", "import lit.main; lit.main.main()", "-v", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    assert "Passed:" in result.stdout
