"""The run time of libraries: C, and the LLVM IR that is shipped in its place."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators.library_runtime import (
    FOLDER,
    INTERFACE,
    MACHINES,
    compiled,
    has_compiler,
    has_own_digest,
    interface,
    modules,
)
from tests.helpers.c_library import build

STRESS = Path(__file__).with_name("stress.c")


def test_the_header_is_up_to_date():
    assert INTERFACE.read_text() == interface()


def test_each_module_is_made_of_its_source():
    assert {path for folder in MACHINES for path in folder.glob("*.ll")} == {*modules()}
    assert [path.name for path in modules() if not has_own_digest(path)] == []


@pytest.mark.parametrize("suffix", [".c", ".ll"])
def test_an_edited_file_is_noticed(suffix: str, tmp_path: Path):
    for name in ("openmp.c", "openmp.ll"):
        shutil.copy(FOLDER / name, tmp_path)
    assert has_own_digest(tmp_path / "openmp.ll")
    edited = tmp_path / f"openmp{suffix}"
    edited.write_text(edited.read_text().replace("GOMP_barrier", "another_barrier"))
    assert not has_own_digest(tmp_path / "openmp.ll")


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="the compiler of the recipe is not installed")
def test_compiling_again_gives_the_same_modules():
    assert [path.name for path in modules() if compiled(path) != path.read_text()] == []


def test_modules_do_not_name_a_machine():
    for path in FOLDER.glob("*.ll"):
        assert not re.search(
            r"target[- ](cpu|triple|features)|datalayout|^!", path.read_text(), re.M
        )


ORDERS = {
    "as it is": ("", "", ""),
    "arriving": ("team.c", "memory_order_acq_rel|memory_order_seq_cst", "memory_order_relaxed"),
    "waiting": ("team.c", "memory_order_acquire|memory_order_seq_cst", "memory_order_relaxed"),
    "taking": ("memory.c", "memory_order_acquire", "memory_order_relaxed"),
    "giving": ("memory.c", "memory_order_release", "memory_order_relaxed"),
    "claiming": ("sessions.c", "memory_order_acquire", "memory_order_relaxed"),
    "releasing": ("sessions.c", "memory_order_release", "memory_order_relaxed"),
    "leaving": ("shared_rows.c", "memory_order_acq_rel", "memory_order_relaxed"),
}
MOST_RUNS = 50
UNCHANGED = ("linux", "linux_files", "state_files", "sha256")
STRESSED = ("team.c", "memory.c", "sessions.c", "shared_rows.c")


@pytest.mark.isa
@pytest.mark.parametrize("weakened", ORDERS)
def test_threads_do_not_race(weakened: str, tmp_path: Path):
    """
    Weaker memory orders are races, which shows that the thread sanitizer sees them: at the latest
    in one of some runs, as threads must meet, which they seldom do on a busy machine.
    """
    edited, pattern, order = ORDERS[weakened]
    for name in STRESSED:
        text = (FOLDER / name).read_text()
        (tmp_path / name).write_text(re.sub(pattern, order, text) if name == edited else text)
    flags = f"-std=c11 -O1 -g -Wall -Wextra -Werror -pthread -I{FOLDER}"
    files = (STRESS, *STRESSED, *(FOLDER / f"{name}.c" for name in UNCHANGED))
    sources = " ".join(map(str, files))
    try:
        build(tmp_path, sources, "stress", f"{flags} -fsanitize=thread", "gcc")
    except subprocess.CalledProcessError:
        build(tmp_path, sources, "stress", flags, "gcc")
        pytest.skip("gcc has no thread sanitizer")

    def run() -> subprocess.CompletedProcess[str]:
        done = subprocess.run(["./stress"], cwd=tmp_path, capture_output=True, text=True)
        if "FATAL: ThreadSanitizer" in done.stderr:
            pytest.skip(done.stderr.splitlines()[0])
        return done

    if edited:
        assert any("data race" in run().stderr for _ in range(MOST_RUNS))
        return
    done = run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 wrong\n", "")
