"""Check what a release says: one version everywhere, pinned actions, an image that works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import ncnnc
import pytest
from ncnnc.runtime.artifact import VERSION as FORMAT
from ncnnc.runtime.version import VERSION

from tests.test_installing import PYTHONS
from tests.test_packaging import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
DOCKERFILE = ROOT / "examples/embed/Dockerfile"
MOST_BYTES = 15_000_000


def parsed(name: str | Path) -> dict[Any, Any]:
    """Return the content of a YAML file."""
    yaml = pytest.importorskip("yaml", reason="needs ncnnc[test]")
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_one_version():
    recipe, citation = parsed("packaging/conda/recipe.yaml"), parsed("CITATION.cff")
    assert recipe["package"]["version"] == citation["version"] == VERSION
    assert citation["license"] == recipe["about"]["license"] == PROJECT["license"]


def test_one_format():
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    assert f"**{FORMAT}** today" in page
    assert f"version {FORMAT - 1}, but this ncnnc reads version {FORMAT}\n" in page


def test_one_list_of_requirements():
    requirements = parsed("packaging/conda/recipe.yaml")["requirements"]["run"]
    python, system, *others = (one.replace(" ", "") for one in requirements)
    assert (python, system) == (f"python{PROJECT['requires-python']}", "__linux")
    assert others == PROJECT["dependencies"]


def test_one_list_of_commands():
    points = parsed("packaging/conda/recipe.yaml")["build"]["python"]["entry_points"]
    assert dict(point.split(" = ") for point in points) == PROJECT["scripts"]


def test_one_list_of_pythons():
    named = re.findall(r":: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.M)
    tried = parsed(".github/workflows/tests.yml")["jobs"]["linux-x86-64"]["strategy"]["matrix"]
    assert tuple(named) == tuple(tried["python"]) == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflows(file: Path):
    """Actions are pinned to commits, and a job may read the repository unless it says more."""
    text = file.read_text(encoding="utf-8")
    uses = re.findall(r"uses: (.*)", text)
    assert uses
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", one) for one in uses)
    assert parsed(file)["permissions"] == {"contents": "read"}
    assert "secrets." not in text


@pytest.mark.parametrize("program", ["actionlint", "zizmor --offline --quiet"])
def test_checkers_of_workflows(program: str):
    name, *options = program.split()
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"no {name}")
    files = [*WORKFLOWS, *(() if name == "actionlint" else (ROOT / ".github/dependabot.yml",))]
    done = subprocess.run([found, *options, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_citation():
    reason = "needs ncnnc[release]"
    citation = pytest.importorskip("cffconvert.citation", reason=reason).Citation
    citation((ROOT / "CITATION.cff").read_text(encoding="utf-8")).validate()


def test_the_recipe_for_conda():
    rattler = pytest.importorskip("rattler_build", reason="needs ncnnc[release]")
    recipe = rattler.Stage0Recipe.from_file(str(ROOT / "packaging/conda/recipe.yaml"))
    (variant,) = recipe.render()
    rendered = variant.recipe.to_dict()
    assert rendered["package"] == {"name": "ncnnc", "version": VERSION}
    assert rendered["build"]["noarch"] == "python"
    assert len(rendered["requirements"]["run"]) == len(PROJECT["dependencies"]) + 2


def test_no_expression_in_a_shell_of_publishing():
    for step in parsed(".github/workflows/publish.yml")["jobs"]["build"]["steps"]:
        assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_issue_forms(file: Path):
    form = parsed(file)
    assert {"name", "description", "body"} <= form.keys()
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= {"checkboxes", "dropdown", "input", "textarea"}
    assert all(re.fullmatch(r"[\w-]+", field["id"]) for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    choices = [field["attributes"]["options"] for field in fields if field["type"] == "dropdown"]
    assert all(options and len(set(options)) == len(options) for options in choices)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


@pytest.mark.parametrize("repository", ["", "someone/ncnnc"])
def test_urls_are_those_of_the_repository_that_builds(repository: str):
    code = (
        "import json; from distutils.core import run_setup;"
        "print(json.dumps(run_setup('setup.py', stop_after='commandline').metadata.project_urls))"
    )
    environment = os.environ | {"GITHUB_REPOSITORY": repository, "GITHUB_SERVER_URL": "https://g"}
    command = [sys.executable, "-c", f"import setuptools; {code}"]
    printed = subprocess.check_output(command, text=True, cwd=ROOT, env=environment)
    urls = json.loads(printed.splitlines()[-1])
    assert bool(urls) == bool(repository)
    assert all(url.startswith("https://g/someone/ncnnc") for url in urls.values())


@pytest.mark.slow
@pytest.mark.isa
def test_the_image(tmp_path: Path):
    """The commands of the Dockerfile's first stage leave the program that is the second."""
    pytest.importorskip("ziglang", reason="needs ncnnc[link]")
    text = DOCKERFILE.read_text(encoding="utf-8")
    first, second = text.split("FROM scratch\n")
    commands = re.findall(r"^RUN (.*)$", first, re.M)
    assert commands.pop(0) == "pip install --no-cache-dir '/src[link]'"
    here = {"ncnnc": f"{sys.executable} -m ncnnc", "python": sys.executable}
    for command in commands:
        program, _, rest = command.replace("/src/", f"{ROOT}/").partition(" ")
        subprocess.run(f"{here[program]} {rest}", shell=True, check=True, cwd=tmp_path)
    (copied,) = re.findall(r"^COPY --from=build /build/(\S+) /\1$", second, re.M)
    program = tmp_path / copied
    assert program.stat().st_size < MOST_BYTES
    assert b"\0libc.so" not in program.read_bytes()
    assert answer_in_an_empty_root(program, tmp_path / "root") == "7 (1.000)\n"


def answer_in_an_empty_root(program: Path, root: Path) -> str:
    """Return what the program prints where there is nothing but it and an image: no C library."""
    (root / "in").mkdir(parents=True)
    shutil.copy(program, root / "classify")
    shutil.copy(ROOT / "examples/embed/seven.pgm", root / "in")
    command = ["chroot", root, "/classify", "/in/seven.pgm"]
    if os.geteuid() == 0:
        command.insert(1, "--userspec=65534:65534")
    else:
        command = ["unshare", "--map-root-user", *command]
        if subprocess.run([*command[:2], "true"], capture_output=True).returncode:
            pytest.skip("no user namespaces")
    return subprocess.check_output(command, text=True, env={"PATH": os.environ["PATH"]})


def test_security_is_said_where_programs_are_loaded():
    assert "docs/security.md" in (ncnnc.load.__doc__ or "")
    for page in ("python.md", "deploy.md", "command-line.md"):
        assert "(security.md)" in (ROOT / "docs" / page).read_text(encoding="utf-8")
