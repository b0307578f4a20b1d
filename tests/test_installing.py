"""
sdist and wheel: what they contain, and that they work where they are installed.

`NCNNC_LONG=1` installs the wheel, too, in a fresh environment of every Python
that it is for and that is here, with all that it needs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.long_runs import LONG
from tests.test_packaging import DIGITS, FOLDERS, ROOT, packages_on_disk

pytestmark = [pytest.mark.slow, pytest.mark.isa]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of git's files, and the wheel built from it."""
    pytest.importorskip("setuptools", "77", reason="needs ncnnc[test]")
    pytest.importorskip("build", reason="needs ncnnc[test]")
    folder = tmp_path_factory.mktemp("built")
    known = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(known, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("only a git repository knows which files are its own")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / "source" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
    command = [sys.executable, "-m", "build", "--no-isolation", "-o", folder, folder / "source"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


def data_of_packages(source: Path) -> set[str]:
    """Files beside the code, by their names in the wheel: all but sources in C."""
    places = {"compiler/_root": "ncnnc", DIGITS: "ncnnc/digits"} | {
        folder: f"ncnnc/{folder}" for folder in FOLDERS
    }
    data: dict[Path, str] = {}
    for folder, place in places.items():
        for file in (source / folder).rglob("*.*"):
            if file.suffix not in (".py", ".md", ".c", ".h"):
                name = f"{place}/{file.relative_to(source / folder).as_posix()}"
                data.setdefault(file, name)
    return set(data.values())


def test_the_wheel_contains_one_package(built: Path, wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"ncnnc", "ncnnc-0.1.0.dist-info"}
    expected = {
        f"{package.replace('.', '/')}/{file.name}"
        for package, folder in packages_on_disk().items()
        for file in (ROOT / folder).glob("*.py")
    }
    assert {name for name in names if name.endswith(".py")} == expected
    metadata = {name for name in names if ".dist-info/" in name}
    assert set(names) == expected | data_of_packages(built / "source") | metadata


def test_the_source_contains_tests_and_examples(built: Path):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "tests/conftest.py"} <= names
    assert {"examples/digits/train.py", "examples/batch/classify.py"} <= names
    assert {"examples/embed/classify.c", "examples/embed/CMakeLists.txt"} <= names
    assert {"compiler/library/runtime/team.c", "compiler/library/runtime/interface.h"} <= names
    assert {"docs/index.md", "mkdocs.yml", "CHANGELOG.md", ".ci/run"} <= names


def run(command: list[str | Path], **environment: str) -> str:
    """Return the output of a command, which must succeed and must not see this checkout."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, capture_output=True, text=True, env=clean | environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_it_works_beside_the_packages_of_this_environment(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    site = tmp_path / "site"
    run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "-t", site, wheel])
    monkeypatch.chdir(tmp_path)
    where = run([sys.executable, "-c", "import ncnnc; print(ncnnc.__file__)"], PYTHONPATH=str(site))
    assert Path(where.strip()) == site / "ncnnc" / "__init__.py"
    check([sys.executable, "-m", "ncnnc"], PYTHONPATH=str(site))


@pytest.mark.skipif(not LONG, reason="fresh environments are for NCNNC_LONG=1")
@pytest.mark.parametrize("version", PYTHONS)
def test_it_works_in_a_fresh_environment(
    version: str, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    monkeypatch.chdir(tmp_path)
    run([python, "-m", "venv", tmp_path / "venv"])
    programs = tmp_path / "venv" / "bin"
    run([programs / "python", "-m", "pip", "install", "-q", wheel])
    assert f"\nPython {version}." in run([programs / "ncnnc", "--version"])
    check([programs / "ncnnc"])
    run([programs / "ncnnc-opt", "--help"])


def check(ncnnc: list[str | Path], **environment: str) -> None:
    """Run the tour, without timing a large network, and what reads data of the package."""
    run([*ncnnc, "demo", "shufflenet_v2", "-o", "demo"], **environment)
    run([*ncnnc, "report", "demo/digits.param", "-o", "report.html"], **environment)
    run([*ncnnc, "compile", "demo/digits.param", "-o", "digits.o"], **environment)
    read = run([*ncnnc, "run", "demo/digits.ncnnc", "--input", "data=@demo/six.npy"], **environment)
    assert "largest of prob\n       6  0.99" in read
    assert np.load("demo/six.npy").shape == (1, 8, 8)


def interpreter(version: str) -> str | None:
    """Python of this version, if there is one that starts."""
    versions = Path.home() / ".pyenv" / "versions"
    candidates = [f"python{version}", *map(str, versions.glob(f"{version}.*/bin/python3"))]
    for name in candidates:
        found = shutil.which(name)
        if found is None:
            continue
        shown = subprocess.run([found, "--version"], capture_output=True, text=True)
        if shown.returncode == 0 and shown.stdout.startswith(f"Python {version}."):
            return found
    return None
