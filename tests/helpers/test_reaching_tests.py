"""The search for tests finds those that import a file, and those that name it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.helpers.reaching_tests import ROOT, changed_files, tests_that_reach

tests_that_reach.__test__ = False
FILECHECK = "tests/filecheck"


REACHED = [
    ("passes/graph/fuse_affine.py", f"{FILECHECK}/passes/graph/fuse_affine.mlir"),
    ("passes/graph/fuse_affine.py", "tests/passes/graph/test_fuse_affine.py"),
    ("passes/graph/rewriting/elide.py", f"{FILECHECK}/passes/graph/eliminate_noop.mlir"),
    ("dialects/kernel/warp.py", f"{FILECHECK}/dialects/kernel/warp_invalid.mlir"),
    (
        "dialects/ncnn/families/pooling_windows.py",
        f"{FILECHECK}/dialects/ncnn/pooling_invalid.mlir",
    ),
    ("passes/loops/from_kernel/warp.py", f"{FILECHECK}/passes/loops/from_kernel/warp.mlir"),
    ("runtime/code/elf.py", "tests/runtime/code/test_elf.py"),
    ("tests/helpers/lowering.py", "tests/dialects/contrib/test_language.py"),
    ("tests/passes/conftest.py", "tests/passes/graph/test_fuse_affine.py"),
    (f"{FILECHECK}/dialects/simd/ops.mlir", f"{FILECHECK}/dialects/simd/ops.mlir"),
]


@pytest.mark.slow
def test_tests_are_reached_from_files_and_no_others() -> None:
    """One test, since every process reads all files for it."""
    for changed, test in REACHED:
        assert (ROOT / changed).is_file()
        assert Path(test) in tests_that_reach([Path(changed)]), changed
    reached = tests_that_reach([Path("passes/loops/from_kernel/warp.py")])
    assert not [test for test in reached if "graph" in test.parts]
    assert tests_that_reach([Path("README.md")]) == []


def test_files_change(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True)

    (tmp_path / "kept.py").write_text("")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    assert changed_files("HEAD", tmp_path) == []
    (tmp_path / "kept.py").write_text("a = 1\n")
    (tmp_path / "new.py").write_text("")
    assert changed_files("HEAD", tmp_path) == [Path("kept.py"), Path("new.py")]
    with pytest.raises(ValueError, match="none"):
        changed_files("none", tmp_path)
