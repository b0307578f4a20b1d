"""Reading `metadata.yaml`."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from ncnnc.compiler.bundle.metadata import Metadata, read_metadata
from ncnnc.compiler.diagnostics import ModelError

from tests.helpers.bundles import METADATA


def metadata(folder: Path, text: str) -> Metadata | None:
    """Return what a file with this text says."""
    path = folder / "metadata.yaml"
    path.write_text(text)
    return read_metadata(str(path))


def test_what_ultralytics_writes(tmp_path: Path):
    found = metadata(tmp_path, METADATA)
    assert found is not None
    assert (found.task, found.names, found.image_size) == (
        "detect",
        ("person", "it's # a name"),
        (24, 32),
    )
    assert (found.stride, found.channels, found.keypoints) == (32, 3, None)
    assert found.end_to_end is False
    assert [found.class_name(i) for i in (-1, 0, 2)] == ["-1", "person", "2"]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("imgsz: 640", "image_size", (640, 640)),
        ("imgsz: [640]", "image_size", (640, 640)),
        ("imgsz: [480, 640]", "image_size", (480, 640)),
        ("task: pose\nkpt_shape: [17, 3]", "keypoints", (17, 3)),
        ("task: pose\nstride: [8, 16, 32]", "stride", 32),
        ("names: [a, b]", "names", ("a", "b")),
        ("names: {1: b, 0: 7}", "names", ("7", "b")),
        ("names:\n  2: c\n", "names", ("0", "1", "c")),
        ("task: detect\nend2end: true", "end_to_end", True),
        ("task: detect\nend2end:", "end_to_end", False),
    ],
)
def test_forms(text: str, field: str, value: object, tmp_path: Path):
    assert getattr(metadata(tmp_path, text), field) == value


def test_the_file_of_another_program(tmp_path: Path):
    assert metadata(tmp_path, "title: a data set\nstride: 2\n") is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: 1\nimgsz: big", "2: error: imgsz must be a number from 1 to 16384, not 'big'"),
        ("imgsz: [1, 2, 3]", "1: error: imgsz must be one number or two, not '[1, 2, 3]'"),
        ("imgsz: 0", "1: error: imgsz must be a number from 1 to 16384, not '0'"),
        ("imgsz: true", "1: error: imgsz must be a number"),
        ("names: person", "1: error: names must be a list or a mapping, not 'person'"),
        ("names: {a: b}", "1: error: names has the key 'a', which is no number of a class"),
        ("names: {999999999: b}", "1: error: names has the key '999999999'"),
        ("task: [a]", "1: error: task must be a word"),
        ("task: pose\nkpt_shape: 17", "2: error: kpt_shape must be a count and 2 or 3"),
        ("task: pose\nkpt_shape: [17, 4]", "2: error: kpt_shape must be a count and 2 or 3"),
        ("task: detect\nend2end: 3", "2: error: end2end must be true or false"),
    ],
)
def test_wrong_values(text: str, reason: str, tmp_path: Path):
    with pytest.raises(ModelError) as caught:
        metadata(tmp_path, text)
    assert f"metadata.yaml:{reason}" in str(caught.value)


def test_what_is_no_text(tmp_path: Path):
    (tmp_path / "metadata.yaml").write_bytes(b"task: \xff")
    with pytest.raises(ModelError, match=r"metadata.yaml:0x6: error: is no text"):
        read_metadata(str(tmp_path / "metadata.yaml"))


def test_damaged_files_are_refused_or_read(tmp_path: Path):
    letters = "[]{}'\",:#-\n\t 0a\\&"
    chosen = random.Random(0)
    for _ in range(300):
        text = list(METADATA)
        for _ in range(chosen.randint(1, 5)):
            text[chosen.randrange(len(text))] = chosen.choice(letters)
        with suppress(ModelError):
            metadata(tmp_path, "".join(text))


def test_what_is_too_long(tmp_path: Path):
    with pytest.raises(ModelError, match=r"metadata\.yaml: error: has more than 1 MiB"):
        metadata(tmp_path, "#" * (1 << 20) + "#")
