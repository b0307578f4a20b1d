"""
Runs the FileCheck tests: every file under `tests/filecheck` that has `RUN:` lines is one test.

The lines are lit's, so that `lit tests/filecheck` does the same, but here they run in this process:
a command is the `main` of its tool with captured streams, much cheaper than a new interpreter.
Understood: the commands of `PROGRAMS`, `not`, `|`, `2>&1`, `> file`, quotes, a trailing backslash,
and `%s` (this file), `%S` (its folder), `%t` (a scratch path of this test), `%%`.

"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import io
import os
import re
import shlex
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from ncnnc.compiler.backend.object import machine_code
from ncnnc.runtime.code.jit import LoadedCode
from ncnnc.runtime.errors import MissingFeaturesError
from xdsl.universe import Universe

# How long a slow machine takes to draw an example says nothing of the code.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")

SUFFIXES = (".mlir", ".param", ".test")
PROGRAMS = {
    "ncnnc-opt": "ncnnc.compiler.cli.opt",
    "ncnnc": "ncnnc.compiler.cli.main",
    "filecheck": "filecheck.main",
    "round-trip": "tests.helpers.round_trip",
    "verify-diagnostics": "tests.helpers.verify_diagnostics",
}
"""The module of each command of RUN lines, which has its `main`."""
INTERNAL_ERROR = 70
NOT_QUICK = ("isa", "slow", "oracle", "bench", "e2e", "reliability")
"""Markers, and folders below `tests`."""
OF_A_TARGET = re.compile(r"\[.*\b(aarch64|wasm|x86-)")
"""In the name of a test: its code is for this target on each CPU."""
REACHED = pytest.StashKey[set[Path]]()
MADE_BETWEEN_COLLECTIONS = 20_000
"""Objects that are made until the garbage collector looks for cycles among them."""
CACHE = tempfile.TemporaryDirectory(prefix="ncnnc-tests-")


class RunLineError(Exception):
    """A RUN line failed, or cannot be run; the text is the whole report."""


@pytest.fixture
def only_if_asked(request: pytest.FixtureRequest) -> None:
    """Leave out what takes minutes, unless slow tests are chosen by name."""
    if "slow" not in request.config.option.markexpr:
        pytest.skip("takes minutes: runs with -m slow")


@contextlib.contextmanager
def skipping_what_the_cpu_lacks() -> Iterator[None]:
    """
    Skip a test of code that this CPU cannot run.

    All compiled code is loaded by one class, which refuses it before it is entered: so this is the
    one place, and no test needs to ask for the CPU's features.
    """
    try:
        yield
    except MissingFeaturesError as error:
        pytest.skip(f"this CPU cannot run the code: {error}")


class LoadedCodeCount:
    """The number of times that compiled code was loaded in this process."""

    total = 0

    @classmethod
    def install(cls) -> None:
        """Count from now on."""
        load = LoadedCode.__init__

        def counted(*arguments: Any, **named: Any) -> None:
            cls.total += 1
            load(*arguments, **named)

        LoadedCode.__init__ = counted


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `make others`, `make quick` and `make since` use."""
    parser.addoption(
        "--share",
        metavar="K/N",
        help="run the Kth of N parts of the tests that have no target as a parameter",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="run FileCheck and unit tests that neither are slow nor generate code",
    )
    parser.addoption(
        "--since", metavar="REV", help="run the tests that reach what has changed since a revision"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip test files that no change reaches, and slow folders."""
    if config.option.quick and collection_path.name in NOT_QUICK:
        return True
    if not collection_path.is_file():
        return None
    reached = config.stash.get(REACHED, None)
    if reached is not None and collection_path not in reached:
        return True
    return True if is_left_out_by_marks(collection_path, config) else None


def is_left_out_by_marks(path: Path, config: pytest.Config) -> bool:
    """Return whether marks leave out all tests of a file, which then need not be imported."""
    words = [word.strip() for word in config.option.markexpr.split(" and ") if word]
    wanted = {word for word in words if word.isidentifier()}
    unwanted = {word[4:] for word in words if re.fullmatch(r"not \w+", word)}
    if len(wanted | unwanted) < len(words):
        return False
    if config.option.quick:
        unwanted |= {*NOT_QUICK}
    if path.suffix != ".py":
        return bool(wanted) and path.suffix in SUFFIXES
    if not path.name.startswith("test_") or not wanted | unwanted:
        return False
    text = path.read_text(encoding="utf-8")
    of_all = marks_of_module(text)
    return not unwanted.isdisjoint(of_all) or any(f"mark.{word}" not in text for word in wanted)


def marks_of_module(text: str) -> list[str]:
    """Return the marks of all tests of a module, by its text."""
    if "\npytestmark = " not in text:
        return []
    assigned = [node for node in ast.parse(text).body if isinstance(node, ast.Assign)]
    lines = [line for line in map(ast.unparse, assigned) if line.startswith("pytestmark = ")]
    return re.findall(r"mark\.(\w+)", "".join(lines))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other parts, and what takes long."""
    others = set[pytest.Item]()
    if config.option.share:
        number, parts = map(int, config.option.share.split("/"))
        others = {
            item
            for item in items
            if crc32(item.nodeid.encode()) % parts != number - 1 or OF_A_TARGET.search(item.name)
        }
    if config.option.quick:
        others |= {item for item in items if any(map(item.get_closest_marker, NOT_QUICK))}
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def keep_machine_code(config: pytest.Config) -> None:
    """
    Generate machine code once for equal programs, in all workers and runs.

    Workers already use all cores: more processes would only cost forks.
    """
    cache = getattr(config, "cache", None)
    if cache is None:
        return
    from tests.helpers.kept_code import KeptCode

    is_worker = hasattr(config, "workerinput")
    code = KeptCode(cache.mkdir("machine-code"), default_jobs=int(is_worker))
    code.install()
    if not is_worker:
        code.prune()


def look_for_plugins_once() -> None:
    """Search the installed packages for xDSL's plugins once, not three times a run of a tool."""
    Universe.get_multiverse = staticmethod(cache(Universe.get_multiverse))


def skip_code_generation() -> None:
    """Skip every test that is about to generate code in this process."""

    def skip(*_: object) -> NoReturn:
        pytest.skip("it generates code")

    machine_code._emit = skip


def pytest_configure(config: pytest.Config) -> None:
    """
    Set up the options, the count of loaded code, and a cache of this process that keeps no code.

    So a test that runs compiled code can be told to be marked, and none finds what others compiled.
    """
    if config.option.since:
        from tests.helpers.reaching_tests import ROOT, changed_files, tests_that_reach

        changed = changed_files(config.option.since)
        config.stash[REACHED] = {ROOT / test for test in tests_that_reach(changed)}
    if config.option.quick:
        skip_code_generation()
    else:
        keep_machine_code(config)
    look_for_plugins_once()
    LoadedCodeCount.install()
    os.environ["NCNNC_CACHE_DIR"] = CACHE.name
    os.environ["NCNNC_CACHE_SIZE"] = "0"


def pytest_collection_finish() -> None:
    """Leave out of all garbage collections what stays to the end, and collect more rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN_COLLECTIONS)


def pytest_sessionfinish() -> None:
    """Keep the collector, which pytest starts ten times now, from what a process ends with."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Tests of tuning have put their times there."""
    CACHE.cleanup()


@contextlib.contextmanager
def marked_if_it_runs_code(item: pytest.Item) -> Iterator[None]:
    """Fail a test that runs compiled code without the marker by which such tests are chosen."""
    before = LoadedCodeCount.total
    yield
    if LoadedCodeCount.total > before and item.get_closest_marker("isa") is None:
        pytest.fail("it loads compiled code: mark it, or its module, with pytest.mark.isa")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Fixtures compile, too."""
    with skipping_what_the_cpu_lacks(), marked_if_it_runs_code(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Skip the test instead of failing it."""
    with skipping_what_the_cpu_lacks(), marked_if_it_runs_code(item):
        return (yield)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the files with RUN lines below a folder named `filecheck`."""
    if file_path.suffix not in SUFFIXES or "filecheck" not in file_path.parts:
        return None
    return RunLineFile.from_parent(parent, path=file_path)


class RunLineFile(pytest.File):
    """A file of IR (or a model) that says in RUN lines how it is tested."""

    def collect(self) -> Iterator[pytest.Item]:
        lines = run_lines(self.path.read_text(encoding="utf-8"))
        if lines:
            yield RunLineItem.from_parent(self, name=self.path.stem, lines=lines)


class RunLineItem(pytest.Item):
    """All RUN lines of one file, in order; the first that fails ends the test."""

    def __init__(self, *, lines: list[str], **arguments: object):
        super().__init__(**arguments)  # pyright: ignore[reportArgumentType]
        self.lines = lines

    def runtest(self) -> None:
        scratch = self.config._tmp_path_factory.mktemp(self.name) / "t"  # pyright: ignore
        values = {"s": str(self.path), "S": str(self.path.parent), "t": str(scratch), "%": "%"}
        for line in self.lines:
            run_line(re.sub(r"%([sSt%])(?!\w)", lambda match: values[match[1]], line))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None
    ) -> str:
        if isinstance(excinfo.value, RunLineError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"RUN lines of {self.path.name}"


def run_lines(text: str) -> list[str]:
    """The commands of the `RUN:` lines of a test file, continued lines joined."""
    found = re.findall(r"^\W*RUN:\s*(.*?)\s*$", text, re.MULTILINE)
    return "\n".join(found).replace("\\\n", " ").splitlines()


def run_line(line: str) -> None:
    """
    Run one pipeline.

    Raises: RunLineError if one of its commands ends with a status that is not 0 (lit's `pipefail`).
    """
    text, report = "", [f"$ {line}"]
    for tokens in split_pipeline(line):
        status, text, errors = run_command(tokens, text)
        report.append(errors.rstrip())
        if status != 0:
            report += [f"'{tokens[0]}' ended with status {status}; its output:", text.rstrip()]
            raise RunLineError("\n".join(part for part in report if part))


def split_pipeline(line: str) -> list[list[str]]:
    """The words of each command of a pipeline."""
    commands: list[list[str]] = [[]]
    for token in shlex.split(line):
        if token == "|":
            commands.append([])
        else:
            commands[-1].append(token)
    return commands


def run_command(words: list[str], stdin: str) -> tuple[int, str, str]:
    """Run one command on `stdin`; returns its exit status, standard output and standard error."""
    words, merged, file = split_redirections(words)
    negated = words[:1] == ["not"]
    program, *arguments = words[negated:] or [""]
    if program not in PROGRAMS:
        raise RunLineError(f"RUN lines know {', '.join(PROGRAMS)} and not, but not '{program}'")
    if "--disable-verify" in arguments:
        raise RunLineError("--disable-verify would disable it for the whole test process")
    output, errors = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output if merged else errors),
        replaced_stdin(stdin),
    ):
        main = importlib.import_module(PROGRAMS[program]).main
        status = call_main(main, [program] * (program == "filecheck") + arguments)
    if negated:
        status = 0 if 0 < status < INTERNAL_ERROR else status or 1
    if file is not None:
        Path(file).write_text(output.getvalue(), encoding="utf-8")
        return status, "", errors.getvalue()
    return status, output.getvalue(), errors.getvalue()


def split_redirections(words: list[str]) -> tuple[list[str], bool, str | None]:
    """A command without its redirections; whether errors join the output; the file it goes to."""
    rest = [word for word in words if word != "2>&1"]
    merged, file = len(rest) < len(words), None
    if ">" in rest:
        place = rest.index(">")
        file = rest[place + 1]
        del rest[place : place + 2]
    return rest, merged, file


@contextlib.contextmanager
def replaced_stdin(text: str) -> Iterator[None]:
    """Let the standard input be `text`, readable as bytes too."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def call_main(main: Callable[[list[str]], object], arguments: list[str]) -> int:
    """Exit status that the process would have had, had it been one."""
    try:
        result = main(arguments)
    except SystemExit as exit:
        result = exit.code
    except Exception:
        traceback.print_exc()
        return 1
    if isinstance(result, str):
        print(result, file=sys.stderr)
        return 1
    return result if isinstance(result, int) else 0
