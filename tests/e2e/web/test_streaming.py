"""Modules in Chromium, from a server that sends the weights a piece at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.browser import CHROMIUM, Browser
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.small_network import PARAM
from tests.helpers.stateful import P, T, random_arrays, stateful_model
from tests.helpers.web_module import needs_linker

pytestmark = [
    pytest.mark.isa,
    needs_linker,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
]
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
def browser(tmp_path: Path) -> Iterator[Browser]:
    """Yield a page of a server of the folder."""
    (tmp_path / "page.html").write_text("<!doctype html><link rel=icon href=data:,>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(InPieces, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as page:
        page.open(f"http://127.0.0.1:{server.server_port}/page.html")
        yield page
    server.shutdown()
    server.server_close()


def test_weights_come_in_pieces(tmp_path: Path, browser: Browser):
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
    streamed, *result = browser.run(run)
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, cache=False)
    [expected] = model.run(
        {"in": np.sin(np.arange(429, dtype=np.float32)).reshape(3, 11, 13)}
    ).values()
    assert streamed == 1
    np.testing.assert_allclose(result, expected, atol=1e-5 * np.abs(expected).max())
    weights.write_bytes(weights.read_bytes()[:-4])
    failure = browser.run(f"{run}.catch(String)")
    assert failure.startswith("RangeError: the weights have ")


def test_a_session_on_threads_of_a_page(tmp_path: Path, browser: Browser):
    """The page's thread may not sleep: a worker leads the others."""
    decoder = SmallDecoder(key_heads=2)
    options = {"inputs": decoder.shapes(T, P, P + T), "states": "auto"}
    session = stateful_model(tmp_path, decoder.text(), **options).session()
    param, output = tmp_path / "m.param", tmp_path / "net.wasm"
    ncnnc.compile_library(
        param, None, output, targets=["wasm+threads"], random_weights=1, **options
    )
    browser.run("""import("/net.mjs").then(async ({ load }) => {
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
        result = browser.run(f"session.run({{ {values} }}).then(({{ out0 }}) => [...out0.data])")
        expected = session.run(arrays)["out0"].ravel()
        np.testing.assert_allclose(result, expected, atol=1e-5 * np.abs(expected).max())
    assert browser.run("session.length") == session.length == 7
    assert "runSync needs" in browser.run(
        "(() => { try { session.runSync({}); } catch (error) { return String(error); } })()"
    )
    assert browser.problems == []
