"""`ncnnc optimize`: what it writes, says, checks and refuses."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

PARAM = """7767517
8 9
Input        data   0 1 data 0=6 1=6 2=3
Convolution  conv   1 1 data conv 0=4 1=3 5=1 6=108
BatchNorm    bn     1 1 conv bn 0=4
Split        split  1 2 bn bn_a bn_b
ReLU         relu   1 1 bn_a relu
Sigmoid      gate   1 1 bn_b gate
Dropout      drop   1 1 gate drop
BinaryOp     mul    2 1 relu drop out 0=2
"""
FLOATS = 1 + 108 + 4 + 4 * 4
"""Numbers in the `.bin`, the tag of the convolution's weights included."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a model that shrinks by two layers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.param").write_text(PARAM)
    weights = np.random.default_rng(3).uniform(0.1, 0.5, FLOATS).astype(np.float32)
    weights[0] = 0
    (tmp_path / "in.bin").write_bytes(weights.tobytes())
    return tmp_path


def optimize(*options: str, out: str = "out") -> int:
    return cli.main(["optimize", "in.param", "in.bin", f"{out}.param", f"{out}.bin", *options])


def types(path: Path) -> list[str]:
    return [line.split()[0] for line in path.read_text().splitlines()[2:]]


def test_layers_are_merged_and_names_kept(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert optimize("--check") == 0
    lines = (folder / "out.param").read_text().splitlines()
    assert types(folder / "out.param") == [
        "Input", "Convolution", "Split", "ReLU", "Sigmoid", "BinaryOp",
    ]  # fmt: skip
    assert lines[2].split()[1:5] == ["data", "0", "1", "data"]
    captured = capsys.readouterr()
    assert "remark: fuse-convolution-batchnorm: conv, bn" in captured.err
    assert "remark: eliminate-dropout: drop" in captured.err
    assert "layers" in captured.out
    assert "output 'out'" in captured.out
    assert cli.main(["diff", "in.param", "out.param"]) == 0


def test_a_second_run_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]):
    optimize()
    capsys.readouterr()
    assert cli.main(["optimize", "out.param", "out.bin", "two.param", "two.bin"]) == 0
    assert "remark:" not in capsys.readouterr().err
    for suffix in (".param", ".bin"):
        assert (folder / f"two{suffix}").read_bytes() == (folder / f"out{suffix}").read_bytes()


def test_output_is_deterministic(folder: Path):
    optimize(out="a")
    optimize(out="b")
    assert (folder / "a.param").read_bytes() == (folder / "b.param").read_bytes()
    assert (folder / "a.bin").read_bytes() == (folder / "b.bin").read_bytes()


def test_files_may_be_replaced_in_place(folder: Path):
    optimize()
    assert optimize(out="in") == 0
    assert (folder / "in.bin").read_bytes() == (folder / "out.bin").read_bytes()


@pytest.mark.parametrize("flag", ["1", "65536"])
def test_weights_may_be_stored_as_float16(folder: Path, flag: str):
    optimize()
    assert optimize(flag, "--check", out="half") == 0
    sizes = [(folder / f"{name}.bin").stat().st_size for name in ("out", "half")]
    assert sizes == [4 * (1 + 108 + 4), 4 * (1 + 4) + 2 * 108]


def test_binary_param(folder: Path):
    assert cli.main(["optimize", "in.param", "in.bin", "o.param.bin", "o.bin", "--check"]) == 0
    assert (folder / "o.param.bin").read_bytes()[:4] == (7767517).to_bytes(4, "little")
    optimize()
    assert cli.main(["optimize", "o.param.bin", "o.bin", "p.param", "p.bin"]) == 0
    assert types(folder / "p.param") == types(folder / "out.param")
    assert (folder / "p.bin").read_bytes() == (folder / "out.bin").read_bytes()


def test_an_error_of_the_writer_names_the_file_to_write(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "in.param").write_text("7767517\n2 2\nInput x 0 1 x 0=3\naten::neg y 1 1 x y\n")
    (folder / "in.bin").write_bytes(b"")
    assert cli.main(["optimize", "in.param", "in.bin", "o.param.bin", "o.bin"]) == 1
    place = "o.param.bin: error: layer 'y' (aten::neg, contrib): "
    reason = "its type has no number in the binary form; hint: write text"
    assert f"{place}{reason}" in capsys.readouterr().err.splitlines()
    assert not (folder / "o.bin").exists()


def test_passes_can_be_chosen(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert optimize("--passes", "eliminate_split,eliminate_dropout") == 0
    assert "BatchNorm" in types(folder / "out.param")
    assert "Dropout" not in types(folder / "out.param")
    assert optimize("--skip", "eliminate-dropout") == 0
    assert "BatchNorm" not in types(folder / "out.param")
    assert "Dropout" in types(folder / "out.param")
    assert optimize("--skip", "eliminate-dropot") == 2
    assert "did you mean 'eliminate-dropout'" in capsys.readouterr().err


def test_remarks_can_be_chosen(folder: Path, capsys: pytest.CaptureFixture[str]):
    optimize("--remarks", "none")
    assert capsys.readouterr().err == ""
    optimize("--remarks", "made")
    assert all(": remark: " in line for line in capsys.readouterr().err.splitlines())


def test_what_is_declined_at_first_and_made_later_is_no_miss(folder: Path, capsys):
    lines = PARAM.replace("Sigmoid      gate ", "ReLU         gate ")
    (folder / "in.param").write_text(lines)
    optimize()
    remarks = capsys.readouterr().err
    assert "remark: fuse-convolution-activation: conv, relu" in remarks
    assert "missed" not in remarks


def test_unknown_shapes_are_no_obstacle(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "in.param").write_text(PARAM.replace(" 0=6 1=6 2=3", ""))
    assert optimize() == 0
    assert "BatchNorm" not in types(folder / "out.param")
    assert optimize("--check") == 1
    assert "input 'data' has no shape" in capsys.readouterr().err
    assert optimize("--check", "--input", "data=3,9,8") == 0


def test_null_generates_weights(folder: Path):
    assert cli.main(["optimize", "in.param", "null", "out.param", "out.bin"]) == 0
    assert (folder / "out.bin").stat().st_size == 4 * (1 + 108 + 4)


@pytest.mark.parametrize(
    ("change", "status", "reason"),
    [
        (lambda folder: (folder / "in.bin").write_bytes(b"123"), 1, "in.bin"),
        (lambda folder: (folder / "in.bin").unlink(), 1, "in.bin"),
        (lambda folder: (folder / "in.param").write_text("7767517\n1 1\nNonsense"), 1, "in.param"),
    ],
)
def test_nothing_is_written_on_error(folder: Path, capsys, change, status: int, reason: str):
    change(folder)
    assert optimize() == status
    assert reason in capsys.readouterr().err
    assert not list(folder.glob("out*"))
    assert not list(folder.glob(".*"))


def test_unwritable_outputs(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["optimize", "in.param", "in.bin"]
    assert cli.main([*words, "out.param", "missing/out.bin", "--remarks", "none"]) == 1
    assert "missing/out.bin" in capsys.readouterr().err
    assert not (folder / "out.param").exists()
    assert cli.main([*words, "out", "out"]) == 2


def test_a_wrong_result_is_not_written(folder: Path, capsys, monkeypatch: pytest.MonkeyPatch):
    from ncnnc.passes.graph.eliminate_dropout import EliminateDropoutPass
    from xdsl.dialects.builtin import StringAttr

    def wrong(self, ctx, op):
        for layer in op.walk():
            if layer.name == "ncnn.weight" and layer.key.data == "conv.bias":
                key = ctx.weights.add("wrong", ctx.weights.get("conv.bias") + np.float32(1))
                layer.properties["key"] = StringAttr(key)
        return True

    monkeypatch.setattr(EliminateDropoutPass, "rewrite", wrong)
    assert optimize("--check") == 1
    assert "--bisect-passes" in capsys.readouterr().err
    assert not (folder / "out.param").exists()


def test_python_function(folder: Path):
    optimize(out="command")
    remarks = ncnnc.optimize("in.param", "in.bin", "out.param", "out.bin", check=True)
    assert "fuse-convolution-batchnorm" in [remark.pass_name for remark in remarks]
    for suffix in (".param", ".bin"):
        files = [folder / f"{name}{suffix}" for name in ("command", "out")]
        assert files[0].read_bytes() == files[1].read_bytes()


def test_list_passes(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main(["optimize", "--list-passes"])
    assert ended.value.code == 0
    assert "fuse-convolution-batchnorm\n" in capsys.readouterr().out
