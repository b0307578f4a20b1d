"""
Ctrl-C and a limit of time end a compilation wherever it is, and leave nothing half done.

Signals come at random moments, also while LLVM runs in forks of the process. (One that comes while
Python runs a finalizer is lost, as everywhere in Python: the next one counts.)
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import IO

import pytest
from ncnnc.compiler.backend.llvm import program_text
from ncnnc.compiler.backend.object.object_code import emit_program
from ncnnc.compiler.cli.main import EXIT_INPUT, EXIT_INTERRUPTED, main
from ncnnc.compiler.diagnostics import InternalError, raise_interrupt_behind
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program import lowered
from ncnnc.runtime import artifact

from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.small_network import CONVOLUTIONS

MOMENTS = rounds(4, 200)
MOST_ATTEMPTS = 20 * MOMENTS
"""Some moments come too late: how long a compilation takes depends on who else is there."""
PROCESSES = rounds(1, 40)
LONGEST_SECONDS = 2.0
WHILE_PYTHON_ENDS = -signal.SIGINT
"""The status of who is interrupted when all is done, by the system then."""


def model(jobs: int) -> CompileOptions:
    """Return the model to compile."""
    return CompileOptions(CONVOLUTIONS, random_weights=1, jobs=jobs)


def children() -> list[str]:
    """The processes that this one has started and not waited for."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


def interrupt(number: int, frame: FrameType | None) -> None:
    """Let the system send what Ctrl-C does."""
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interrupted_compilation_leaves_nothing(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(program_text, "MODULE_CHARACTERS", 1000)
    monkeypatch.setattr(lowered, "emit_program", emit_program)  # which tests do once otherwise
    dice = random.Random(jobs)
    compile_program(model(jobs))
    start = time.perf_counter()
    artifact.write(tmp_path / "m.ncnnc", compile_program(model(jobs)))
    usual = time.perf_counter() - start
    expected = (tmp_path / "m.ncnnc").read_bytes()
    files, before = os.listdir("/proc/self/fd"), children()
    delays: list[float] = []
    handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        for _ in range(MOST_ATTEMPTS):
            start = time.perf_counter()
            moment = start + dice.uniform(0.001, usual)
            signal.setitimer(signal.ITIMER_REAL, moment - start)
            try:
                artifact.write(tmp_path / "m.ncnnc", compile_program(model(jobs)))
                signal.setitimer(signal.ITIMER_REAL, 0)
                usual = time.perf_counter() - start
            except KeyboardInterrupt:
                delays.append(time.perf_counter() - moment)
            assert (tmp_path / "m.ncnnc").read_bytes() == expected
            assert os.listdir(tmp_path) == ["m.ncnnc"]
            assert children() == before
            if len(delays) == MOMENTS // 2:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    (tmp_path / "m.ncnnc").unlink()
    artifact.write(tmp_path / "m.ncnnc", compile_program(model(jobs)))
    assert (tmp_path / "m.ncnnc").read_bytes() == expected
    assert len(delays) == MOMENTS // 2
    # Python may be interrupted between the end of the work and the first line that closes a pipe.
    assert len(os.listdir("/proc/self/fd")) <= len(files) + 2 * len(delays)
    tell(f"jobs {jobs}: {len(delays)} interrupts, the slowest after {max(delays):.2f} s")
    if LONG:
        assert max(delays) < LONGEST_SECONDS


def command(output: Path) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """A process that compiles and has said what for, and what it says further."""
    words = ["compile", "squeezenet", "--no-cache", "-o", str(output)]
    words = [sys.executable, "-m", "ncnnc", *words]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"target: ")
    return process, process.stderr


def seconds_of_a_command(output: Path) -> float:
    """Return the duration of a command."""
    process, _ = command(output)
    start = time.perf_counter()
    assert process.wait(60) == 0
    output.unlink()
    return time.perf_counter() - start


def test_the_command_ends_with_its_status(tmp_path: Path):
    dice = random.Random(1)
    statuses: list[int] = []
    usual = seconds_of_a_command(tmp_path / "m.ncnnc") if LONG else 0.1
    for _ in range(PROCESSES):
        process, stderr = command(tmp_path / "m.ncnnc")
        time.sleep(dice.uniform(0, usual))
        process.send_signal(signal.SIGINT)
        said = stderr.read().decode()
        statuses.append(process.wait(60))
        assert statuses[-1] in (0, EXIT_INTERRUPTED, WHILE_PYTHON_ENDS), said
        if statuses[-1] == EXIT_INTERRUPTED:
            assert said == "ncnnc: interrupted\n"
            assert list(tmp_path.iterdir()) == []
        (tmp_path / "m.ncnnc").unlink(missing_ok=True)
    assert EXIT_INTERRUPTED in statuses
    interrupted = statuses.count(EXIT_INTERRUPTED)
    tell(f"{interrupted} of {PROCESSES} commands interrupted, in the {usual:.1f} s that one takes")


def test_an_interrupt_in_the_definition_of_a_class_is_one():
    def end(*_: object) -> None:
        raise KeyboardInterrupt

    def define() -> None:
        type("Interrupted", (), {"field": type("Field", (), {"__set_name__": end})()})

    def blame() -> None:
        try:
            define()
        except RuntimeError as error:
            raise InternalError("a pass failed") from error

    try:
        blame()
    except (InternalError, KeyboardInterrupt) as error:
        with pytest.raises(KeyboardInterrupt):
            raise_interrupt_behind(error)


# A limit of time ----------------------------------------------------------------------------------


def test_time_is_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    words = ["compile", "resnet50", "-o", str(tmp_path / "m.ncnnc"), "--no-cache"]
    assert main([*words, "--timeout", "0.2"]) == EXIT_INPUT
    line = capfd.readouterr().err.splitlines()[-1]
    assert line == "error: it has taken longer than 0.2 s; hint: --timeout gives more"
    assert list(tmp_path.iterdir()) == []


def test_who_does_not_listen_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    from ncnnc.compiler.cli import time_limit
    from ncnnc.compiler.cli.commands import compile as verb

    def stuck(options: object) -> int:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(60)
        return 0

    monkeypatch.setattr(time_limit, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(verb, "run", stuck)
    assert main(["compile", "resnet50", "--timeout", "0.1"]) == EXIT_INPUT
    assert "longer than 0.1 s" in capfd.readouterr().err


def test_time_that_suffices_changes_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    path = tmp_path / "m.param"
    path.write_bytes(CONVOLUTIONS)
    words = ["compile", str(path), "--random-weights", "1", "-o"]
    assert main([*words, str(tmp_path / "a.ncnnc"), "--timeout", "60"]) == 0
    assert main([*words, str(tmp_path / "b.ncnnc")]) == 0
    assert (tmp_path / "a.ncnnc").read_bytes() == (tmp_path / "b.ncnnc").read_bytes()
    assert main(["compile", str(tmp_path / "none.param"), "--timeout", "60"]) == EXIT_INPUT
    assert "none.param: error: cannot be read" in capfd.readouterr().err
