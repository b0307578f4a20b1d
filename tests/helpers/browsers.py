"""Pages in Firefox and WebKit, driven by WebDriver, with what tests use of `browser.Browser`."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

from .browser import CHROMIUM, SECONDS, Browser

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WEBKIT = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
HAS_WEBKIT = WEBKIT and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
RUN = """const [code, done] = arguments;
const page = window.wrappedJSObject ?? window; // Firefox runs this apart from the page
page.eval(`(async () => JSON.stringify(${code}))()`).then(done, e => done("!" + e));"""
WATCH = """(globalThis.problems = [], addEventListener("error", e => problems.push(e.message)),
addEventListener("unhandledrejection", e => problems.push(String(e.reason))), 0)"""
MARIONETTE = {
    "url": "WebDriver:Navigate",
    "execute/async": "WebDriver:ExecuteAsyncScript",
    "actions": "WebDriver:PerformActions",
}
"""Commands of WebDriver -> their names for Firefox itself."""
Command = Callable[..., Any]


class Page(Protocol):
    """A page of any browser, as tests use it."""

    problems: list[str]

    def open(self, page: str) -> None: ...
    def run(self, script: str) -> Any: ...
    def stroke(self, points: Sequence[tuple[float, float]]) -> None: ...


class DrivenPage:
    """A page of a browser that takes WebDriver's commands."""

    def __init__(self, command: Command):
        self.command = command

    @property
    def problems(self) -> list[str]:
        """Return the errors of scripts since the page was loaded."""
        return self.run("problems")

    def open(self, page: str) -> None:
        """Load an address, and wait until its scripts have run."""
        self.command("url", url=page)
        self.run(WATCH)

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression; of a promise, what it comes to."""
        found = self.command("execute/async", script=RUN, args=[f"await ({script})"])
        assert found is None or not found.startswith("!"), found
        return None if found is None else json.loads(found)

    def stroke(self, points: Sequence[tuple[float, float]]) -> None:
        """Press the mouse at the first point, move it along the others, and release it."""
        moves = [{"type": "pointerMove", "x": int(x), "y": int(y)} for x, y in points]
        press, release = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        actions = [moves[0], press, *moves[1:], release]
        self.command("actions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])


def soon(find: Callable[[], Any]) -> Any:
    """Return what is found, once it is."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            if found := find():
                return found
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("the browser does not start")


@contextmanager
def started(*command: str, **variables: str) -> Iterator[None]:
    """Run a process in the background."""
    quiet = subprocess.DEVNULL
    environment = {**os.environ, **variables}
    process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@contextmanager
def firefox() -> Iterator[Page]:
    """Start Firefox, which takes commands through a socket of its own."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text('user_pref("marionette.port", 0);\n')
        port = Path(folder, "MarionetteActivePort")
        flags = ("--headless", "--marionette", "--no-remote", "--profile", folder)
        with started(FIREFOX, *flags):
            number = int(soon(port.read_text))
            with socket.create_connection(("127.0.0.1", number), SECONDS) as link:
                stream = link.makefile("rb")

                def receive() -> Any:
                    size = b""
                    while (digit := stream.read(1)) != b":":
                        size += digit
                    return json.loads(stream.read(int(size)))

                def command(name: str, **parameters: Any) -> Any:
                    text = json.dumps([0, 1, MARIONETTE.get(name, name), parameters])
                    link.sendall(f"{len(text.encode())}:{text}".encode())
                    _, _, error, result = receive()
                    assert not error, error
                    return result.get("value")

                receive()
                command("WebDriver:NewSession")
                yield DrivenPage(command)


@contextmanager
def webkit(*, shares_memory: bool = True) -> Iterator[Page]:
    """
    Start WebKit's browser on a screen in memory. Its threads share memory as those of Safari,
    unless the browser is as Debian starts it.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    screen = f":{port}"
    # Its processes are in a sandbox, which cannot be made where tests run as root.
    alone = {"DISPLAY": screen, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    alone["JSC_useSharedArrayBuffer"] = str(int(shares_memory))
    with (
        started("Xvfb", screen, "-screen", "0", "1400x900x24", "-nolisten", "tcp"),
        started("WebKitWebDriver", f"--port={port}", **alone),
    ):
        soon(lambda: Path(f"/tmp/.X11-unix/X{port}").exists())
        soon(lambda: socket.create_connection(("127.0.0.1", port)).close() is None)

        def request(path: str, method: str = "POST", **parameters: Any) -> Any:
            url = f"http://127.0.0.1:{port}/session{path}"
            content = json.dumps(parameters).encode()
            try:
                asked = urllib.request.Request(url, content, method=method)
                with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise AssertionError(error.read().decode()) from error

        browser = {"binary": str(WEBKIT), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        session: str = request("", capabilities=wanted)["sessionId"]
        try:
            yield DrivenPage(lambda name, **given: request(f"/{session}/{name}", **given))
        finally:
            request(f"/{session}", "DELETE")


needs_webkit = pytest.mark.skipif(not HAS_WEBKIT, reason="needs WebKitWebDriver and Xvfb")
BROWSERS = [
    pytest.param(Browser, marks=pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")),
    pytest.param(firefox, marks=pytest.mark.skipif(not FIREFOX, reason="needs Firefox")),
    pytest.param(webkit, marks=needs_webkit),
]
"""Contexts that open a page, for a parameter of tests."""
