"""Chromium without a window, driven through its debugging pipe."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--remote-debugging-pipe", "--hide-scrollbars"),
)
READ_BYTES = 1 << 20
SECONDS = 60
"""That an answer may take."""


class Browser:
    """A page of Chromium; `problems` are errors of its scripts and on its console."""

    def __init__(self, width: int = 1400, height: int = 900):
        assert CHROMIUM is not None
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        their_input, self.to = os.pipe()
        self.back, their_output = os.pipe()
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={self.folder.name}"]
        # The pipe is descriptors 3 and 4 of the browser's process.
        script = f'exec 3<&{their_input} 4>&{their_output}; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command, f"--window-size={width},{height}"],
            pass_fds=(their_input, their_output),
            stderr=subprocess.DEVNULL,
        )
        os.close(their_input)
        os.close(their_output)
        self.pending = b""
        self.count = 0
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        self.problems: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        self.folder.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol, and return its answer."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.count:
            self.note(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.pending:
            assert select.select([self.back], [], [], SECONDS)[0], "the browser does not answer"
            found = os.read(self.back, READ_BYTES)
            assert found, "the browser has ended"
            self.pending += found
        message, _, self.pending = self.pending.partition(b"\0")
        return json.loads(message)

    def note(self, event: dict[str, Any]) -> None:
        """Keep an event, and what it says is wrong."""
        self.events.append(event)
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        if event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(parameters["entry"]["text"])

    def open(self, page: Path | str) -> None:
        """Load a file or an address, and wait until its scripts have run."""
        self.events.clear()
        url = page if isinstance(page, str) else page.resolve().as_uri()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.note(self.receive())

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; of a promise, what it comes to."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if kind == "keyDown" and len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **text)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element."""
        box = self.run(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                **{"type": kind, "x": box[0], "y": box[1], "button": "left", "clickCount": 1},
            )

    def stroke(self, points: Sequence[tuple[float, float]]) -> None:
        """Press the mouse at the first point, move it along the others, and release it."""
        kinds = ["mousePressed", *["mouseMoved"] * (len(points) - 2), "mouseReleased"]
        for kind, (x, y) in zip(kinds, points, strict=True):
            place = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1}
            self.call("Input.dispatchMouseEvent", **place, clickCount=1)

    def wheel(self, x: float, y: float, delta: float, *, zooms: bool) -> None:
        """Turn the mouse's wheel, with the control key if it `zooms`."""
        self.call(
            "Input.dispatchMouseEvent",
            **{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta},
            modifiers=2 if zooms else 0,
        )

    def colours(self, scheme: str) -> None:
        """Prefer `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def screenshot(self, file: Path) -> None:
        # Two frames, so that what was asked for is drawn.
        self.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
