"""The command line: answers, conversations from standard input, and errors of one line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import chat
import pytest
from decoder import Decoder
from description import DescriptionError, read_description
from generate import Generator

FOLDER = Path(__file__).parents[3] / "examples" / "chat" / "docstrings"


@pytest.fixture(autouse=True)
def opens_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):
    """Open the small model as the fixture does."""
    open_generator = chat.open_generator

    def opening(folder: Path, threads: int, decoder: type[Decoder]) -> Generator:
        if folder == chat.SMALL and threads == 1:
            return request.getfixturevalue("generator")
        return open_generator(folder, threads, decoder)

    monkeypatch.setattr(chat, "open_generator", opening)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object, said: str = "") -> int:
    monkeypatch.setattr(sys, "argv", ["chat.py", *map(str, arguments), "--threads", "1"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    return chat.main()


@pytest.mark.isa
def test_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    greedy = ["--temperature", 0, "--max-tokens", 30]
    assert run(monkeypatch, "--prompt", ">>> help(os.walk)\n", *greedy) == 0
    answer = capsys.readouterr().out
    assert 20 < len(answer) <= 31
    assert run(monkeypatch, FOLDER, "--ask", "os.walk", *greedy) == 0
    assert capsys.readouterr().out == answer
    assert run(monkeypatch, *greedy, said="os.walk\nre.sub\n") == 0
    conversation = capsys.readouterr().out
    assert conversation.startswith(answer)
    assert conversation.count("\n") >= 2
    assert run(monkeypatch, "--ask", "os.walk", *greedy, "--stop", answer[5:8]) == 0
    assert capsys.readouterr().out == answer[: answer.index(answer[5:8])] + "\n"


@pytest.mark.isa
def test_errors_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    for options, message in (
        (["--top-p", 2], "error: top_p 2.0: must be greater than 0 and at most 1"),
        (["--max-tokens", 0], "error: 0 tokens are too few: an answer has at least one"),
        (["--prompt", "é"], "error: the model does not know the character 'é'"),
        (["--seed", -1], "error: seed -1: must be 0 or greater"),
    ):
        assert run(monkeypatch, "--ask", "os", *options) == 1
        assert capsys.readouterr().err == f"{message}\n"


@pytest.mark.isa
def test_lines_that_cannot_be_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """An error ends neither the conversation nor stays in it; empty lines ask nothing."""
    greedy = ["--temperature", 0, "--max-tokens", 30]
    assert run(monkeypatch, *greedy, said="os.walk\nre.sub\n") == 0
    expected = capsys.readouterr().out
    assert run(monkeypatch, *greedy, said=f"\né\nos.walk\n{'a' * 999}\n  \nre.sub\n") == 0
    found = capsys.readouterr()
    assert found.out == expected
    assert found.err.splitlines() == [
        "error: the model does not know the character 'é'",
        "error: the prompt has 1010 tokens, the model takes 511",
    ]


def test_models_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def error() -> str:
        with pytest.raises(SystemExit) as raised:
            run(monkeypatch, tmp_path, "--ask", "os")
        assert "\n" not in str(raised.value.code)
        return str(raised.value.code)

    path = tmp_path / "model.json"
    assert error().startswith(f"error: {path}: No such file or directory; hint: README.md says")
    described = json.loads((FOLDER / "model.json").read_text())
    path.write_text(json.dumps(described))
    assert error().startswith(f"{tmp_path / 'embed_token.ncnn.param'}: error: ")
    path.write_text("{")
    assert error().startswith(f"error: {path}: Expecting property name")


def test_the_description_of_qwen3():
    found = read_description(FOLDER.parent / "qwen3_0.6b")
    assert found.files("proj_out")[1] == found.files("embed_token")[1]
    assert found.positions.pairs == 64
    assert found.positions.frequencies[-1] == pytest.approx(1e6 ** -(126 / 128))
    # Tokens of Qwen3 behind 151,643 of its vocabulary.
    assert found.tokenizer["additional_special_tokens"].index("<|im_end|>") == 2
    assert found.tokenizer["additional_special_tokens"].index("</think>") == 25


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"params": {}}, "no entry 'decoder_param'"),
        ({"setting": {}}, "no entry 'rope'"),
        (
            {"setting": {"rope": {"type": "mRoPE"}}},
            "type 'mRoPE' are not known; hint: RoPE,",
        ),
        ({"setting": {"rope": {"type": "NTKRoPE", "rope_head_dim": 8}}}, "no entry 'rope_scaling'"),
        ({"setting": {"rope": 1}}, "has no attribute 'get'"),
    ],
    ids=str,
)
def test_descriptions(change: dict[str, object], message: str, tmp_path: Path):
    described = json.loads((FOLDER / "model.json").read_text())
    (tmp_path / "model.json").write_text(json.dumps({**described, **change}))
    with pytest.raises(DescriptionError, match=message):
        read_description(tmp_path)
