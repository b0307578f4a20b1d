"""Serve this folder, isolated from other pages, as threads of WebAssembly need."""

from __future__ import annotations

import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Isolated(SimpleHTTPRequestHandler):
    """Sends the files of a folder with the headers of isolated pages."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


# Not all systems know these.
Isolated.extensions_map |= {".mjs": "text/javascript", ".wasm": "application/wasm"}

if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    print(f"http://localhost:{port}/digits.html")
    ThreadingHTTPServer(("127.0.0.1", port), Isolated).serve_forever()
