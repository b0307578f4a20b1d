"""Modules in each browser, from a server that sends the weights a piece at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.browsers import Page, needs_webkit, webkit
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.small_network import PARAM
from tests.helpers.stateful import P, T, random_arrays, stateful_model
from tests.helpers.web_module import needs_linker

pytestmark = [pytest.mark.isa, needs_linker]
PIECES = 5


class InPieces(SimpleHTTPRequestHandler):
    """Sends pieces of weights of their own, in an isolated page."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def do_GET(self) -> None:
        if not self.path.endswith(".weights"):
            return super().do_GET()
        content = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(200)
        self.end_headers()  # Without the size, which nobody needs to know.
        for piece in np.array_split(np.frombuffer(content, np.uint8), PIECES):
            self.wfile.write(piece.tobytes())
            self.wfile.flush()
        return None

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def page(browser: Page, tmp_path: Path) -> Iterator[Page]:
    """Yield a page of a server of the folder."""
    with served(tmp_path) as address:
        browser.open(address)
        yield browser


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield the address of an empty page."""
    (folder / "page.html").write_text("<!doctype html><link rel=icon href=data:,>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(InPieces, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/page.html"
    server.shutdown()
    server.server_close()


def test_weights_come_in_pieces(tmp_path: Path, page: Page):
    (tmp_path / "net.param").write_bytes(PARAM)
    words = ["compile", str(tmp_path / "net.param"), "--random-weights", "0", "--no-cache"]
    weights = tmp_path / "net.weights"
    assert main([*words, "-o", str(tmp_path / "net.wasm"), "--weights-file", str(weights)]) == 0
    run = """(async () => {
        const { load, inputs } = await import("/net.mjs");
        const streaming = WebAssembly.compileStreaming;
        let streamed = 0;
        WebAssembly.compileStreaming = (...given) => (streamed++, streaming(...given));
        const model = await load({ weights: await fetch("net.weights") });
        const data = Float32Array.from({ length: 3 * 11 * 13 }, (_, i) => Math.sin(i));
        return [streamed, ...(await model.run({ in: data })).out];
    })()"""
    streamed, *result = page.run(run)
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, cache=False)
    [expected] = model.run(
        {"in": np.sin(np.arange(429, dtype=np.float32)).reshape(3, 11, 13)}
    ).values()
    assert streamed == 1
    np.testing.assert_allclose(result, expected, atol=1e-5 * np.abs(expected).max())
    weights.write_bytes(weights.read_bytes()[:-4])
    failure = page.run(f"{run}.catch(String)")
    assert failure.startswith("RangeError: the weights have ")


def test_a_session_on_threads_of_a_page(tmp_path: Path, page: Page):
    """The page's thread may not sleep: a worker leads the others."""
    decoder = SmallDecoder(key_heads=2)
    options = {"inputs": decoder.shapes(T, P, P + T), "states": "auto"}
    session = stateful_model(tmp_path, decoder.text(), **options).session()
    param, output = tmp_path / "m.param", tmp_path / "net.wasm"
    ncnnc.compile_library(
        param, None, output, targets=["wasm+threads"], random_weights=1, **options
    )
    page.run("""import("/net.mjs").then(async ({ load }) => {
        globalThis.model = await load({ threads: 2 });
        globalThis.session = model.newSession();
    })""")
    for rows in (5, 1, 1):
        arrays = random_arrays(session, rows, rows)
        values = ", ".join(
            f"{name}: {{ data: Float32Array.of({', '.join(map(str, array.ravel()))}), "
            f"shape: {list(array.shape)} }}"
            for name, array in arrays.items()
        )
        result = page.run(f"session.run({{ {values} }}).then(({{ out0 }}) => [...out0.data])")
        expected = session.run(arrays)["out0"].ravel()
        np.testing.assert_allclose(result, expected, atol=1e-5 * np.abs(expected).max())
    assert page.run("session.length") == session.length == 7
    assert "runSync needs" in page.run(
        "(() => { try { session.runSync({}); } catch (error) { return String(error); } })()"
    )
    assert page.problems == []


INT8 = """
7767517
4 4
Input in 0 1 in 0=13 1=11 2=8
ReLU r 1 1 in r
Convolution c 1 1 r c 0=17 1=3 4=1 5=1 6=1224 8=2 9=1
InnerProduct f 1 1 c out 0=10 1=1 2=24310 8=2
"""


@pytest.mark.parametrize("target", ["wasm", "wasm+relaxed"])
def test_integers_have_the_same_bits(target: str, tmp_path: Path, page: Page):
    """An engine that lacks the instructions, or computes them wrongly, does not load the module."""
    param = tmp_path / "net.param"
    param.write_text(INT8.lstrip())
    ncnnc.compile_library(param, None, tmp_path / "net.wasm", targets=[target], random_weights=0)
    found = page.run("""import("/net.mjs").then(async ({ load }) => {
        const data = Float32Array.from({ length: 8 * 11 * 13 }, (_, i) => Math.sin(i));
        return [...(await (await load()).run({ in: data })).out];
    }).catch(String)""")
    model = ncnnc.compile(param, random_weights=0, cache=False)
    x = np.sin(np.arange(8 * 11 * 13)).astype(np.float32).reshape(8, 11, 13)
    if isinstance(found, str):  # WebKit up to 2.50
        assert target == "wasm+relaxed"
        assert found.startswith("Error: this engine lacks relaxed-simd (")
        assert "Version/" in page.run("navigator.userAgent")
        return
    np.testing.assert_array_equal(np.asarray(found, np.float32), model(x))


@needs_webkit
def test_an_engine_without_shared_memory_runs_one_thread(tmp_path: Path):
    (tmp_path / "net.param").write_bytes(PARAM)
    words = ["compile", str(tmp_path / "net.param"), "--random-weights", "0", "--no-cache"]
    words += ["--target", "wasm+threads", "-o", str(tmp_path / "net.wasm")]
    assert main(words) == 0
    with webkit(shares_memory=False) as page, served(tmp_path) as address:
        page.open(address)
        load = 'import("/net.mjs").then(({ load }) => load({ threads: %d }))'
        assert page.run(f"{load % 1}.then(model => model.threads)") == 1
        assert "shares no memory among threads; hint" in page.run(f"{load % 2}.catch(String)")
