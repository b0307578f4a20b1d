"""`install()` and `python -m ncnnc.compat`: programs whose `import ncnn` is ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
import ncnn
import ncnn.ncnn
from ncnn import Net
net = ncnn.Net()
print(ncnn.__name__, ncnn.ncnn is ncnn, net.load_param_mem("x"), __name__, *sys.argv[1:])
"""
SAID = "ncnnc.compat True -1 __main__ --flag 3\n"


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, cwd=cwd
    )


def test_a_program_runs_unchanged(tmp_path: Path):
    (tmp_path / "program.py").write_text(f"import beside\n{PROGRAM}")
    (tmp_path / "beside.py").write_text("")
    for cwd in (tmp_path, tmp_path.parent):
        path = str((tmp_path / "program.py").relative_to(cwd))
        assert run("-m", "ncnnc.compat", path, "--flag", "3", cwd=cwd).stdout == SAID
    module = run("-m", "ncnnc.compat", "-m", "program", "--flag", "3", cwd=tmp_path)
    assert module.stdout == SAID


def test_install_twice_is_once(tmp_path: Path):
    said = run("-c", f"import ncnnc.compat as c; c.install(); c.install()\n{PROGRAM}", cwd=tmp_path)
    assert said.stdout == "ncnnc.compat True -1 __main__\n"


def test_what_cannot_be_run(tmp_path: Path):
    for arguments in ((), ("nothing.py",), ("-m",)):
        done = run("-m", "ncnnc.compat", *arguments, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith("usage: python -m ncnnc.compat (program.py | -m module)")


@pytest.mark.oracle
def test_the_wheel_is_not_replaced_behind_a_program(tmp_path: Path):
    pytest.importorskip("ncnn")
    done = run("-c", "import ncnn, ncnnc.compat as c; c.install()", cwd=tmp_path)
    assert "ImportError: ncnn is imported already" in done.stderr
