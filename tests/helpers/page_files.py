"""Files and names that pages of the documentation speak of without making them."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ncnnc
import numpy as np
import pytest

from tests.helpers.bundles import write_head
from tests.helpers.heads import Known, columns_head
from tests.helpers.lowering import param_text
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.snippets import ROOT, carry_out
from tests.helpers.streaming_networks import translator

CLASSIFIER = """7767517
6 6
Input        data  0 1 data 0=224 1=224 2=3
Convolution  conv1 1 1 data conv1 0=512 1=3 3=32 4=1 5=1 6=13824
Pooling      pool5 1 1 conv1 pool5 0=0 1=3 2=1 3=1 5=1
Pooling      mean  1 1 pool5 mean 0=1 4=1
InnerProduct fc    1 1 mean fc 0=10 1=1 2=5120
Softmax      prob  1 1 fc prob
"""
PRODUCT = "7767517\n2 2\nInput in0 0 1 in0 0=64 1=3\nGemm g 1 1 in0 out0 5=1 3=1 8=32 9=64 10=-1\n"
METADATA = "task: detect\nimgsz: 32\nnames: [cat]\n"


def model() -> dict[str, Any]:
    """Write `m.param` and `m.bin`, and an image for it, `x`."""
    written("m", CLASSIFIER)
    return {"x": np.zeros((3, 224, 224), np.float32)}


def written(name: str, text: str) -> None:
    """Write a `.param`, and a `.bin` of generated weights."""
    Path(f"{name}.text").write_text(text, encoding="utf-8")
    files = [f"{name}.text", "null", f"{name}.param", f"{name}.bin"]
    assert carry_out(["ncnnc", "optimize", *files, "--passes", "eliminate-crop"]) == 0


def image(name: str) -> None:
    """Write an image of 32x24 pixels."""
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    pillow.fromarray(np.zeros((24, 32, 3), np.uint8)).save(name)


def folder() -> None:
    """Write a folder as Ultralytics' exporter does, with one detection."""
    head = columns_head([Known((4, 8, 16, 20), 0.9, 0)], 1)
    write_head(Path("best_ncnn_model"), METADATA, out0=head)


def readme() -> dict[str, Any]:
    folder()
    return model()


def reports() -> dict[str, Any]:
    """The reports of three days."""
    names = model()
    for day in ("monday", "tuesday", "wednesday"):
        assert carry_out(["ncnnc", "report", "m.param", "-o", f"{day}.html"]) == 0
    return names


def before_and_after() -> dict[str, Any]:
    """A model, and what an optimizer made of it."""
    written("o", CLASSIFIER)
    return model()


def compiled_file() -> dict[str, Any]:
    """A compiled model, and its digest in a file."""
    model()
    ncnnc.compile("m.param", "m.bin").save("m.ncnnc")
    digest = hashlib.sha256(Path("m.ncnnc").read_bytes()).hexdigest()
    Path("digests.json").write_text(json.dumps({"m.ncnnc": digest}), encoding="utf-8")
    return {}


def decoder() -> dict[str, Any]:
    """A decoder of one layer as wide as small language models, and one that reads an encoder."""
    small = SmallDecoder(layers=1, width=1024, heads=16, key_heads=8, size=128, inner=64)
    written("decoder", small.text())
    written("translator", translator())
    return {}


def small_precisions() -> dict[str, Any]:
    """A classifier, the digits with samples, a decoder, and a product of 4 bits."""
    model()
    written("decoder", PRODUCT)
    for suffix in ("param", "bin"):
        shutil.copy(ROOT / f"examples/digits/digits.{suffix}", ".")
    samples = np.load(ROOT / "examples/digits/digits_test.npz")
    np.save("samples.npy", next(iter(samples.values()))[:9].reshape(-1, 1, 8, 8))
    return {}


def images() -> dict[str, Any]:
    """A model, a decoder, and a folder of images."""
    model()
    written("decoder", PRODUCT)
    Path("images").mkdir()
    image("images/a.png")
    np.save("embeddings.npy", np.random.default_rng(0).random((2, 3, 64), np.float32))
    return {}


def cluster() -> dict[str, Any]:
    """Stand-ins for Ray and Spark, whose tables are dicts and whose objects are themselves."""
    model()
    compiled = ncnnc.compile("m.param", "m.bin")
    batch = np.zeros((2, 3, 224, 224), np.float32)

    def in_ray(function: type, fn_constructor_args: list[Any], concurrency: int) -> Any:
        return function(*fn_constructor_args)({"image": batch})

    def in_spark(function: Callable[[Any], Iterator[Any]], schema: str) -> None:
        frame = {"name": ["a", "b"], "image": [image.tobytes() for image in batch]}
        (result,) = function([frame])
        assert list(result) == [word.split()[0] for word in schema.split(", ")]

    def itself(value: Any) -> Any:
        return value

    def broadcast(value: Any) -> SimpleNamespace:
        return SimpleNamespace(value=value)

    return {
        "np": np,
        "pd": SimpleNamespace(DataFrame=itself),
        "ray": SimpleNamespace(get=itself, put=itself),
        "spark": SimpleNamespace(sparkContext=SimpleNamespace(broadcast=broadcast)),
        "model": compiled,
        "images": SimpleNamespace(map_batches=in_ray, mapInPandas=in_spark),
        "frame": None,
    }


def suite() -> dict[str, Any]:
    """A folder of networks, beside the wheel."""
    pytest.importorskip("ncnn", reason="compares with the ncnn wheel")
    Path("ncnn/benchmark").mkdir(parents=True)
    for name in ("one", "two_int8"):
        text = param_text("ReLU r 1 1 in0 out0", {"in0": (3, 8, 8)})
        Path(f"ncnn/benchmark/{name}.param").write_bytes(text)
    return {}


def from_torch() -> dict[str, Any]:
    """Files that PyTorch writes."""
    reason = "needs ncnnc[torch]"
    torch, _, _ = (pytest.importorskip(name, reason=reason) for name in ("torch", "pnnx", "onnx"))
    module = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.ReLU()).eval()
    x = torch.rand(1, 3, 64, 64)
    torch.jit.trace(module, x).save("net.pt")
    torch.onnx.export(module, (x,), "net.onnx", dynamo=False)
    return {}


def vision_transformer() -> dict[str, Any]:
    """A network of an image, under the name on the page."""
    written("vision_transformer", CLASSIFIER.replace("data", "input"))
    return {}


def detector() -> dict[str, Any]:
    """The detector of the examples."""
    folder = Path("examples/detector")
    folder.mkdir(parents=True)
    for suffix in ("param", "bin"):
        shutil.copy(ROOT / folder / f"detector.{suffix}", folder)
    return {}


def nothing() -> dict[str, Any]:
    """Pages that make all that they name."""
    return {}


FILES: dict[str, Callable[[], dict[str, Any]]] = {
    "README.md": readme,
    "docs/cache.md": model,
    "docs/command-line.md": images,
    "docs/convolution-algorithms.md": model,
    "docs/faq.md": before_and_after,
    "docs/from-pytorch.md": from_torch,
    "docs/index.md": nothing,
    "docs/performance.md": suite,
    "docs/precision.md": small_precisions,
    "docs/python.md": model,
    "docs/report.md": reports,
    "docs/security.md": compiled_file,
    "docs/sequences.md": decoder,
    "docs/shapes.md": vision_transformer,
    "docs/tour.md": nothing,
    "examples/batch/README.md": cluster,
    "examples/detector/README.md": detector,
    **{
        path.relative_to(ROOT).as_posix(): nothing
        for folder in ("docs/howto", "docs/tutorials")
        for path in sorted((ROOT / folder).glob("*.md"))
    },
}
"""Page -> what to do before its code runs; returns names that its Python uses."""
