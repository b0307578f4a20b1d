"""`ncnnc completion`: what a shell completes with the script that it prints."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.commands.completion import SHELLS

from tests.helpers.command_line import fails

COMPLETE = """
source ./script
while read -r -a COMP_WORDS; do
    program=${COMP_WORDS[0]}
    function=$(complete -p $program | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    [ "${COMP_WORDS[-1]}" = "''" ] && COMP_WORDS[-1]=
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    $function $program "${COMP_WORDS[COMP_CWORD]}"
    echo "${COMPREPLY[*]}"
done
"""
COMPLETED = {
    "ncnnc co": "compile completion",
    "ncnnc compile --targ": "--target",
    "ncnnc compile m.param --target x86-avx512+": "x86-avx512+vnni x86-avx512+bf16 x86-avx512+amx",
    "ncnnc compile m.param --conv-policy ''": "cost ncnn measure",
    "ncnnc compile --print-ir-after fuse-epi": "fuse-epilogue",
    "ncnnc demo res": "resnet18 resnet50",
    "ncnnc run some": "some.param",
    "ncnnc run resn": "resnet18 resnet50",
    "ncnnc diff resnet18 resnet5": "resnet50",
    "ncnnc optimize squeez": "squeezenet",
    "ncnnc optimize --passes fuse-sca": "fuse-scale",
    "ncnnc optimize --skip eliminate-crop,fuse-sca": "eliminate-crop,fuse-scale",
    "ncnnc bench some": "some.param",
    "ncnnc-opt some.param -p infer-shapes,pack-wei": "infer-shapes,pack-weights",
    "ncnnc-opt som": "some.param",
    "ncnnc completion z": "zsh",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script(shell: str, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("shtab", reason="needs ncnnc[completion]")
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(word in script for word in ("compile", "x86-avx512+vnni", "--conv-policy"))


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    pytest.importorskip("shtab", reason="needs ncnnc[completion]")
    assert cli.main(["completion", "bash"]) == 0
    monkeypatch.chdir(tmp_path)
    Path("script").write_text(capsys.readouterr().out)
    Path("some.param").write_text("")
    lines = "".join(f"{line}\n" for line in COMPLETED)
    done = subprocess.run(["bash", "-c", COMPLETE], input=lines, capture_output=True, text=True)
    assert dict(zip(COMPLETED, done.stdout.splitlines(), strict=True)) == COMPLETED, done.stderr


def test_unknown_shell(capsys: pytest.CaptureFixture[str]):
    fails(["completion", "bsh"], cli.EXIT_USAGE, "unknown shell 'bsh'; did you mean", capsys)


def test_without_shtab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setitem(sys.modules, "shtab", None)
    fails(["completion", "bash"], cli.EXIT_USAGE, "pip install 'ncnnc[completion]'", capsys)
