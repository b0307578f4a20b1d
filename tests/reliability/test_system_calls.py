"""
A compilation and a run stay among their own: no network, no other program, no file that nobody
named, and no page that can be both written and executed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import ncnnc
import pytest

from tests.helpers.long_runs import LONG
from tests.helpers.small_network import PARAM

PYTHON = (sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"))
SYSTEM = ("/proc", "/sys", "/dev", "/lib", "/usr/lib", "/usr/share", "/usr/local/lib")
SETTINGS = ("/etc/ld.so", "/etc/locale", "/etc/ssl")
"""Places of libraries, descriptions of the machine, and files that Python reads."""
SOURCES = str(Path(ncnnc.__file__).parents[2])
LIBRARIES_OF_PYTHON = ("localtime", "passwd", "nsswitch", "pyvenv.cfg", "python")
COMMANDS = ["compile m.param -o m.ncnnc --jobs 2", "run m.param"][: 1 + LONG]
MAPS = """
import sys
from pathlib import Path
if "compile" in sys.argv:
    import llvmlite.binding  # whose functions for LLVM to call are such pages of libffi

def writable_code():
    lines = Path("/proc/self/maps").read_text().splitlines()
    assert any(" r-xp " in line for line in lines)
    return {line.split()[0] for line in lines if " rwx" in line or " -wx" in line}

import ncnnc, numpy as np
before = writable_code()
if "compile" in sys.argv:
    model = ncnnc.compile("m.param", random_weights=1, cache=False)
    model.save("m.ncnnc")
else:
    assert not before
    model = ncnnc.load("m.ncnnc")
for model.threads in (1, 2):
    model(np.zeros((3, 11, 13), "f"))
assert writable_code() == before
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a model."""
    (tmp_path / "m.param").write_bytes(PARAM)
    return tmp_path


@pytest.mark.isa
def test_no_page_can_be_written_and_executed(folder: Path):
    for verb in ("compile", "load"):
        subprocess.run([sys.executable, "-c", MAPS, verb], cwd=folder, check=True)


def traced(folder: Path, *words: str) -> list[str]:
    """The system calls of a command that open files, use the network or start processes."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    log = folder.parent / "calls"
    calls = "trace=%network,execve,fork,vfork,openat,open,creat,unlink,rename,renameat2"
    trace = ["strace", "-f", "-qq", "-s", "400", "-e", calls, "-o", str(log)]
    command = [*trace, sys.executable, "-m", "ncnnc", *words]
    environment = {**os.environ, "NCNNC_CACHE_DIR": str(folder / "cache"), "NCNNC_CACHE_SIZE": "1G"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if "ptrace" in done.stderr:
        pytest.skip("processes cannot be traced here")
    assert done.returncode == 0, done.stderr
    return [re.sub(r"^\d+\s+", "", line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize("words", COMMANDS)
def test_what_a_command_asks_of_the_system(words: str, folder: Path):
    calls = traced(folder, *words.split(), "--random-weights", "1")
    names = [call.partition("(")[0] for call in calls]
    assert names.count("execve") == 1
    assert {"socket", "connect", "bind"} & set(names) == set()
    written: set[str] = set()
    strange: set[str] = set()
    for call in calls:
        match = re.match(r'open\w*\((?:AT_FDCWD, )?"([^"]+)", ([A-Z_|]+)', call)
        if match is None or call.endswith("(No such file or directory)"):
            continue
        path = (folder / match[1]).resolve()
        if re.search("O_WRONLY|O_RDWR|O_CREAT", match[2]) and not str(path).startswith("/dev"):
            written.add(str(path.relative_to(folder)) if folder in path.parents else str(path))
        elif not is_expected(path, folder):
            strange.add(str(path))
    assert strange == set()
    assert {path for path in written if not is_output(path)} == set()


def is_expected(path: Path, folder: Path) -> bool:
    """
    Return whether a command may read a file: its own ones, Python's, and descriptions of the
    machine.
    """
    known = (*PYTHON, *SYSTEM, *SETTINGS, SOURCES, str(folder))
    return str(path).startswith(known) or any(word in path.name for word in LIBRARIES_OF_PYTHON)


def is_output(path: str) -> bool:
    """Return whether a command may write a file: its output, and the cache."""
    named = path.startswith(("m.ncnnc", ".m.ncnnc.", "cache"))
    return named or path.endswith((".pyc", ".lock")) or "__pycache__" in path
