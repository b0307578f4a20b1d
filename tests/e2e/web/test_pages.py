"""The pages of `examples/web` in each browser: drawn digits are read, found objects are drawn."""

from __future__ import annotations

import importlib.util
import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.browsers import Page
from tests.helpers.web_module import needs_linker

pytestmark = [pytest.mark.isa, needs_linker]

EXAMPLES = Path(__file__).parents[3] / "examples"
DETECTOR = b"""7767517
4 4
Input data 0 1 data 0=64 1=48 2=3
Pooling mean 1 1 data mean 0=1 1=16 2=16
Convolution scores 1 1 mean scores 0=21 1=1 5=1 6=63
Yolov3DetectionOutput boxes 1 1 scores output 0=2 1=3 2=0.3 3=0.45 \
-23304=6,10.,14.,23.,27.,37.,58. -23305=3,0.,1.,2. -23306=1,16.
"""
DIGITS = 60


def example(name: str) -> ModuleType:
    """Import a program of the folder."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / "web" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Quiet(example("serve").Isolated):
    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLES / "web", tmp_path / "web")


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """Serve the folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def wait_for_status(browser: Page, text: str) -> None:
    browser.run(
        "new Promise(done => { const look = () => document.querySelector('#status').textContent"
        f".includes({json.dumps(text)}) ? done() : setTimeout(look, 20); look(); }})"
    )


def test_drawn_digits_are_read(browser: Page, folder: Path, address: str):
    digits = str(EXAMPLES / "digits" / "digits.param")
    assert main(["compile", digits, "-o", str(folder / "digits.wasm")]) == 0
    with np.load(EXAMPLES / "digits" / "digits_test.npz") as tests:
        images, labels = tests["images"][:DIGITS, 0], tests["labels"][:DIGITS]
    browser.open(f"{address}/digits.html")
    wait_for_status(browser, "Ready")
    right = 0
    for image, label in zip(images, labels, strict=True):
        # Draws the digit with blocks of pixels, then ends a stroke, as a pointer does.
        drawn = json.dumps((image * 255).astype(int).tolist())
        browser.run(f"""new Promise(done => {{
            const canvas = document.querySelector('#drawing');
            const ink = canvas.getContext('2d');
            document.querySelector('#clear').click();
            {drawn}.forEach((row, y) => row.forEach((value, x) => {{
                ink.fillStyle = `rgb(${{value}} ${{value}} ${{value}})`;
                ink.fillRect(35 * x, 35 * y, 35, 35);
            }}));
            canvas.dispatchEvent(new PointerEvent('pointerup'));
            done();
        }})""")
        wait_for_status(browser, " ms")
        text = browser.run("document.querySelector('#status').textContent")
        right += text.startswith(f"{label},")
    assert right >= 0.9 * DIGITS
    # A stroke of the mouse is a one.
    browser.run("document.querySelector('#clear').click()")
    box = browser.run(
        "(() => { const b = document.querySelector('#drawing').getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y]; })()"
    )
    browser.stroke([(box[0], box[1] + y) for y in range(40, 260, 20)])
    wait_for_status(browser, " ms")
    assert browser.run("document.querySelector('#status').textContent").startswith("1,")
    assert browser.problems == []


@pytest.mark.parametrize("target", ["wasm", "wasm+threads"])
def test_found_objects_are_drawn(browser: Page, target: str, folder: Path, address: str):
    (folder / "detector.param").write_bytes(DETECTOR)
    model = [str(folder / "detector.param"), "--random-weights", "4", "--target", target]
    pixels = ["--preprocess", "data=order=rgba2rgb:norm=0.00392157"]
    assert main(["compile", *model, *pixels, "-o", str(folder / "detector.wasm")]) == 0
    browser.open(f"{address}/detector.html")
    wait_for_status(browser, "Choose a picture")
    browser.run("""(async () => {
        const canvas = new OffscreenCanvas(320, 240);
        const context = canvas.getContext('2d');
        context.fillStyle = 'teal';
        context.fillRect(40, 30, 100, 120);
        document.querySelector('#least').value = 0.05;
        await globalThis.detect(canvas);
    })()""")
    wait_for_status(browser, " ms on ")
    status = browser.run("document.querySelector('#status').textContent")
    assert int(status.split()[0]) > 0
    threads = browser.run("navigator.hardwareConcurrency") if "threads" in target else 1
    assert status.endswith(f"on {threads} threads")
    assert browser.run("document.querySelector('#picture').width") == 320
    assert browser.problems == []
