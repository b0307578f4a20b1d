"""Parse the YAML that exporters write, and report the lines of anything else."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from ncnnc.compiler.bundle.yaml_subset import YamlValue, read_yaml
from ncnnc.compiler.diagnostics import ModelError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("k: 640", 640),
        ("k: -3", -3),
        ("k: 019", "019"),
        ("k: 8.4", 8.4),
        ("k: 8.4.129", "8.4.129"),
        ("k: 1.0e-3", 1e-3),
        ("k: 1e-3", "1e-3"),
        ("k: true", True),
        ("k: False # comment", False),
        ("k:", None),
        ("k: ~", None),
        ("k: a b: c#d", "a b: c#d"),
        ("k: 'it''s # no: comment' # one", "it's # no: comment"),
        ('k: "\\u4eba \\"q\\" \\\\ \\n"', '人 "q" \\ \n'),
        ("k: 人", "人"),
        ("k: 'a\n\n\n  b\n  # c'", "a\n\nb # c"),
        ('k: "a \\\n  \\ b # c\\L"', "a  b # c\u2028"),
        ('k: "a\n  b" # comment', "a b"),
        ("k: ['a\\\n  b', \"c\\\n  d\"]", ["a\\ b", "cd"]),
        ("k: 'a\\\n  b'", "a\\ b"),
        ("k: # comment\n# comment\n- 1 # one\n# two\n- 2", [1, 2]),
        ("k: ['a\n\n  b', \"c\\\n  d\"] # e", ["a\nb", "cd"]),
        ("k: don't # one", "don't"),
        ("k: one\n  and two", "one and two"),
        ("k:\n  one\n  and two", "one and two"),
        ("k:\n- 640\n- 480", [640, 480]),
        ("k:\n  - 640\n  - 480\nl: 1", [640, 480]),
        ("k: [640, 480]", [640, 480]),
        ("k: []", []),
        ("k: {}", {}),
        ("k: [a, 'b, c', \"d\", [1, 2], don't]", ["a", "b, c", "d", [1, 2], "don't"]),
        ("k: {0: person, 'x': \"y\", z: [1]}", {"0": "person", "x": "y", "z": [1]}),
        ('k: {"0":"person"}', {"0": "person"}),
        ("k: [1,\n  2]", [1, 2]),
        ("k:\n  0: person\n  1: 'no'\n  2: hot dog", {"0": "person", "1": "no", "2": "hot dog"}),
        ("k:\n  0: a very\n    long name\n  1: b", {"0": "a very long name", "1": "b"}),
        ("k:\n  a:\n    b:\n    - 1\n  c: 2", {"a": {"b": [1]}, "c": 2}),
        ("---\nother: |\n  block\n  text\nk: 1\n...\nrest", 1),
        ("other: &anchor\n- *x\n- !!tag\nk: 1", 1),
        ("\ufeffk: 1\r\nl: 2\r\n", 1),
    ],
)
def test_values(text: str, value: YamlValue):
    assert read_yaml(text, "m.yaml", {"k"})["k"][0] == value


def test_lines_are_told():
    assert read_yaml("a: 1\n\n# none\nk: 2", "m.yaml", {"a", "k"}) == {"a": (1, 1), "k": (2, 4)}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("k: 1\nword", 2, "'word' is no key with a value"),
        ("  k: 1", 1, "is indented more than the lines before it"),
        ("k: 1\nk: 2", 2, "'k' is given twice"),
        ("\tk: 1", 1, "is indented by a tab"),
        ("k: 'open", 1, "'open has no quote at its end"),
        ("k: [1, 2", 1, "does not end"),
        ("k: [1, 2] 3", 1, "'3' stands behind the end of a value"),
        ("k: {a}", 1, "'a}' is no key with a value"),
        ("k: &a 1", 1, "'&a 1' is neither a number nor a text"),
        ("k: |\n  x", 1, "is neither a number nor a text"),
        ("k:\n  a: 1\n   b: 2\n", 2, ""),
        ("k:\n- - 1", 2, "lists of lists or mappings are known in brackets only"),
        ("k:\n  a: 1\n  word", 3, "'word' is no key with a value"),
        ("k: " + "[" * 40, 1, "nested too deeply"),
        ("k: [" + "1, " * 40_000 + "1]", 1, "too long"),
    ],
)
def test_mistakes(text: str, line: int, reason: str):
    if not reason:
        assert read_yaml(text, "m.yaml", {"k"})["k"][0] == {"a": "1 b: 2"}
        return
    with pytest.raises(ModelError) as caught:
        read_yaml(text, "m.yaml", {"k"})
    assert str(caught.value).startswith(f"m.yaml:{line}: error: ")
    assert reason in str(caught.value)


def test_deep_blocks_are_refused():
    text = "".join(f"{' ' * i}k:\n" for i in range(100))
    with pytest.raises(ModelError, match="nested too deeply"):
        read_yaml(text, "m.yaml", {"k"})


@pytest.mark.parametrize(
    "text",
    [
        "k" + " " * 500_000 + "x",
        "k: a" + " " * 500_000 + "x",
        "k: [a" + " " * 60_000,
        "k: {a" + " " * 60_000,
        "k: {a:" + " " * 60_000,
        "k: '" + "''" * 100_000,
        'k: "' + "\\\\" * 100_000,
        "k: [" + "a, " * 20_000 + "]",
        "k:\n" + "- a\n" * 50_000,
        "k: a\n" + "  b\n" * 100_000,
        "o: a\n" + "  b\n" * 100_000 + "k: 1",
        "'" * 400_000,
    ],
    ids=range(12),
)
def test_time_grows_as_the_text(text: str):
    started = time.process_time()
    with suppress(ModelError):
        read_yaml(text, "m.yaml", {"k"})
    assert time.process_time() - started < 3
