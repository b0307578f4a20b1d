"""Images for models of several targets or several shapes, in each form that they are given."""

from __future__ import annotations

import ctypes
import pickle
import subprocess
from collections.abc import Mapping
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.library.interface import Status
from ncnnc.runtime.artifact import read_contents
from ncnnc.runtime.errors import ArrayShapeError, ArrayTypeError

from tests.helpers.c_library import CLibrary, build

pytestmark = pytest.mark.isa

PARAM = """7767517
5 5
Input       data 0 1 data
Input       size 0 1 size 0=5
Convolution conv 1 1 data conv 0=5 1=3 4=1 5=1 6=135 9=1
Pooling     pool 1 1 conv pool 0=1 4=1
BinaryOp    sum  2 1 pool size y
"""
STEPS = {"mean": (104.0, 117.0, 123.0), "norm": (0.017,), "order": "rgb2bgr"}
PLAIN = ncnnc.Image(**STEPS)
RESIZED = ncnnc.Image(resize=(6, 7), most=(40, 50), letterbox=114.0, **STEPS)
SHAPES = ((3, 8, 8), (3, 9, 12))
TARGETS = ("x86-64", "x86-avx2")
EXTRA = np.arange(5, dtype=np.float32)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    return tmp_path


def pixels(height: int, width: int) -> np.ndarray:
    return np.random.default_rng(height).integers(0, 256, (height, width, 3), np.uint8)


def fixed(array: np.ndarray, target: str = "host") -> np.ndarray:
    """Return the results of a model for images of this size alone."""
    shapes = {"data": (3, *array.shape[:2])}
    images = {"data": PLAIN}
    options = {"random_weights": 1, "target": target, "preprocess": images}
    return ncnnc.compile("m.param", inputs=shapes, **options)(array, EXTRA)


def resized(array: np.ndarray, target: str = "host", size: int = 5) -> np.ndarray:
    """Return the results of a model for resized images and one size of the other input."""
    options = {"random_weights": 1, "target": target, "preprocess": {"data": RESIZED}}
    model = ncnnc.compile("m.param", inputs={"size": (size,)}, **options)
    return model(array, np.arange(size, dtype=np.float32))


# In Python ----------------------------------------------------------------------------------------


def test_a_dynamic_model_takes_images_of_any_size():
    model = ncnnc.compile("m.param", preprocess={"data": PLAIN}, random_weights=1, dynamic=True)
    assert model.inputs == ("data", "size")
    for size in ((8, 8), (9, 12), (8, 8)):
        np.testing.assert_array_equal(model(pixels(*size), EXTRA), fixed(pixels(*size)))
    model.prepare({"data": (5, 4, 3)})
    shapes = [one.shapes["data"] for one in model.specialisations]
    assert shapes == [(8, 8, 3), (9, 12, 3), (5, 4, 3)]
    model.save("d.ncnnc")
    for other in (ncnnc.load("d.ncnnc"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other(pixels(8, 8), EXTRA), fixed(pixels(8, 8)))
        with pytest.raises(ArrayShapeError, match=r"not for data=7x7x3"):
            other(pixels(7, 7), EXTRA)


def test_what_is_no_image_of_a_dynamic_model():
    model = ncnnc.compile("m.param", preprocess={"data": PLAIN}, random_weights=1, dynamic=True)
    reason = r"'data' needs an image \(h, w, 3\), not \(3, 8, 9\); hint: channels come last"
    with pytest.raises(ArrayShapeError, match=reason):
        model(np.zeros((3, 8, 9), np.uint8), EXTRA)
    with pytest.raises(ArrayShapeError, match=r"needs an image \(h, w, 3\), not \(8, 9\)"):
        model(np.zeros((8, 9), np.uint8), EXTRA)
    with pytest.raises(ArrayTypeError, match="needs uint8, not float32"):
        model(np.zeros((8, 9, 3), np.float32), EXTRA)
    with pytest.raises(UsageError, match=r"unknown input 'image' \(known: data, size\)"):
        ncnnc.compile("m.param", preprocess={"image": PLAIN}, random_weights=1, dynamic=True)


def test_gray_images_need_no_axis_for_their_channel():
    images = {"data": ncnnc.Image(order="gray2rgb", mean=(3.0,))}
    options = {"preprocess": images, "random_weights": 1}
    model = ncnnc.compile("m.param", **options, dynamic=True)
    gray = pixels(8, 9)[..., 0]
    fixed_model = ncnnc.compile("m.param", **options, inputs={"data": (3, 8, 9)})
    for array in (gray, gray[..., np.newaxis]):
        np.testing.assert_array_equal(model(array, EXTRA), fixed_model(gray, EXTRA))
    assert len(model.specialisations) == 1
    model.save("d.ncnnc")
    np.testing.assert_array_equal(ncnnc.load("d.ncnnc")(gray, EXTRA), fixed_model(gray, EXTRA))


def test_a_dynamic_model_resizes_images():
    """The other input decides what is compiled; images of all sizes are one shape."""
    options = {"preprocess": {"data": RESIZED}, "random_weights": 1}
    model = ncnnc.compile("m.param", **options, dynamic=True)
    gray = np.zeros((9, 9, 1), np.uint8)
    with pytest.raises(ArrayShapeError, match=r"needs an image \(h, w, 3\), not \(9, 9, 1\)"):
        model(gray, EXTRA)
    with pytest.raises(ArrayShapeError, match="it was compiled for 1x1 to 40x50"):
        model(pixels(41, 9), EXTRA)
    for size in ((8, 8), (40, 50), (1, 3)):
        np.testing.assert_array_equal(model(pixels(*size), EXTRA), resized(pixels(*size)))
    one = np.zeros(1, np.float32)
    np.testing.assert_array_equal(model(pixels(8, 8), one), resized(pixels(8, 8), size=1))
    assert len(model.specialisations) == 2
    assert [spec.name for spec in model.specialisations[0].inputs] == ["data", "size"]
    model.save("d.ncnnc")
    loaded = ncnnc.load("d.ncnnc")
    assert loaded.inputs == ("data", "size")
    part = pixels(30, 40)[3:20, 4:31]
    np.testing.assert_array_equal(loaded.run({"data": part, "size": EXTRA})["y"], resized(part))


def test_a_dynamic_model_takes_batches_of_images():
    options = {"random_weights": 1, "dynamic": True, "batch": 2}
    extra = np.stack([EXTRA, EXTRA])
    plain = ncnnc.compile("m.param", preprocess={"data": PLAIN}, **options)
    images = np.stack([pixels(8, 8), pixels(9, 8)[1:]])
    expected = np.stack([fixed(image) for image in images])
    np.testing.assert_allclose(plain(images, extra), expected, rtol=1e-5)
    model = ncnnc.compile("m.param", preprocess={"data": RESIZED}, **options)
    expected = np.stack([resized(image) for image in images])
    np.testing.assert_allclose(model(images, extra), expected, rtol=1e-5)
    assert model.specialisations[0].shapes["data"] == (2, 40, 50, 3)


def test_dynamic_models_of_images_are_cached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "1G")
    options = {"preprocess": {"data": RESIZED}, "random_weights": 1, "dynamic": True}
    results = [ncnnc.compile("m.param", **options)(pixels(9, 9), EXTRA) for _ in range(2)]
    np.testing.assert_array_equal(*results)
    again = ncnnc.compile("m.param", **options)
    assert len(again.specialisations) == 1
    np.testing.assert_array_equal(again(pixels(17, 3), EXTRA), resized(pixels(17, 3)))


# Files --------------------------------------------------------------------------------------------


def words(output: str, steps: ncnnc.Image, inputs: Mapping[str, tuple[int, ...]] | None = None):
    """The command line that compiles for both targets."""
    shapes = [f"--input={name}={','.join(map(str, one))}" for name, one in (inputs or {}).items()]
    target = f"--target={','.join(TARGETS)}"
    options = ["--random-weights=1", f"--preprocess=data={steps}", target]
    return ["compile", "m.param", *options, *shapes, "-o", output]


def test_a_file_for_two_targets():
    assert cli.main(words("t.ncnnc", RESIZED)) == 0
    model = ncnnc.load("t.ncnnc")
    assert isinstance(model, ncnnc.CompiledModel)
    assert read_contents("t.ncnnc").targets == TARGETS[::-1]
    expected = resized(pixels(20, 30), model.program.target)
    np.testing.assert_array_equal(model(pixels(20, 30), EXTRA), expected)


def test_a_file_for_two_shapes_and_targets(capsys: pytest.CaptureFixture[str]):
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    shapes = [f"--input=data={','.join(map(str, shape))}" for shape in SHAPES]
    assert cli.main([*words("t.ncnnc", PLAIN), *shapes]) == 0
    model = ncnnc.load("t.ncnnc")
    assert isinstance(model, ncnnc.DynamicModel)
    target = read_contents("t.ncnnc").for_this_machine().programs[0].target
    for _, *size in SHAPES:
        np.testing.assert_array_equal(model(pixels(*size), EXTRA), fixed(pixels(*size), target))
    pillow.fromarray(pixels(9, 12)).save("x.png")
    capsys.readouterr()
    assert cli.main(["run", "t.ncnnc", "--input", "data=@x.png"]) == 0
    assert cli.main(["inspect", "t.ncnnc"]) == 0
    assert "data=9x12x3 size=5" in capsys.readouterr().out


def test_shapes_that_are_not_what_an_image_becomes(capsys: pytest.CaptureFixture[str]):
    shapes = ["--input=data=3,6,7", "--input=data=3,8,8"]
    assert cli.main([*words("t.ncnnc", RESIZED), *shapes]) == cli.EXIT_USAGE
    assert "input 'data' is 3x8x8, preprocessing makes 3x6x7" in capsys.readouterr().err
    assert cli.main([*words("t.ncnnc", PLAIN), "--input=data=1,8,8"]) == cli.EXIT_USAGE
    assert "input 'data' is 1x8x8, an image 'rgb2bgr' makes" in capsys.readouterr().err
    assert not Path("t.ncnnc").exists()


def test_a_library_chooses_among_shapes_and_targets():
    shapes = [{"data": shape} for shape in SHAPES]
    options = {"targets": TARGETS, "preprocess": {"data": PLAIN}, "random_weights": 1}
    ncnnc.compile_library("m.param", None, "m.so", inputs=shapes, **options)
    library = CLibrary(Path("m.so").absolute(), "m")
    for number, (_, *size) in enumerate(SHAPES):
        assert library.find_shapes((*size, 3), (5,)) == (Status.OK, number)
        assert library.create(number) == Status.OK
        target = library.call("target", library.model, returns=ctypes.c_char_p).decode()
        (result,) = library.run([pixels(*size), EXTRA])
        np.testing.assert_array_equal(result, fixed(pixels(*size), target))
        library.destroy()
    assert library.find_shapes((9, 9, 3), (5,))[0] == Status.ERROR_SHAPES
    loaded = ncnnc.load("m.so")
    assert isinstance(loaded, ncnnc.DynamicModel)
    np.testing.assert_array_equal(loaded(pixels(8, 8), EXTRA), fixed(pixels(8, 8), target))


MAIN = """
#include <stdio.h>
#include "image.h"

static uint8_t pixels[20 * 30 * 3];

int main(void) {
  static const float extra[5] = {0, 1, 2, 3, 4};
  float result[5];
  int32_t extents[] = {20, 30, 90};
  const void *inputs[] = {pixels, extents, extra};
  void *outputs[] = {result};
  image_model *model;
  FILE *file = fopen("pixels", "rb");
  if (!file || fread(pixels, 1, sizeof pixels, file) != sizeof pixels) return 1;
  if (image_create(&model) || image_run(model, inputs, outputs, 1)) return 2;
  puts(image_target(model));
  fwrite(result, 1, sizeof result, fopen("result", "wb"));
  image_destroy(model);
  return 0;
}
"""


@pytest.mark.parametrize("kind", ["libimage.a", "image.o"])
def test_a_program_in_c(kind: str, folder: Path):
    options = {"targets": TARGETS, "preprocess": {"data": RESIZED}, "random_weights": 1}
    ncnnc.compile_library("m.param", None, kind, name="image", **options)
    (folder / "main.c").write_text(MAIN)
    (folder / "pixels").write_bytes(pixels(20, 30).tobytes())
    build(folder, f"-I. main.c {kind} -lm", "main")
    done = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, check=True)
    result = np.fromfile("result", np.float32)
    np.testing.assert_array_equal(result, resized(pixels(20, 30), done.stdout.strip()))
