"""Run WebAssembly modules in Node, by the JavaScript that is written beside them."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

Arrays = Mapping[str, np.ndarray]
NODE = shutil.which("node")
HAS_LINKER = importlib.util.find_spec("ziglang") is not None or shutil.which("wasm-ld") is not None
needs_linker = pytest.mark.skipif(not HAS_LINKER, reason="pip install 'ncnnc[link]'")
needs_node = pytest.mark.skipif(not (HAS_LINKER and NODE), reason="needs ncnnc[link] and Node")
FLAGS = ("--experimental-wasm-relaxed-simd",)
"""Of Node 20, whose V8 has relaxed SIMD behind a flag."""
RUN = """\
import { readFileSync, writeFileSync } from "node:fs";
const [name, threads] = process.argv.slice(2);
const { load, inputs } = await import(`./${name}.mjs`);
const ARRAYS = { float32: Float32Array, int32: Int32Array, int8: Int8Array, uint8: Uint8Array };
const values = {};
for (const { name, dtype } of inputs) {
  const { buffer, byteOffset, byteLength } = readFileSync(`${name}.raw`);
  values[name] = new ARRAYS[dtype](buffer.slice(byteOffset, byteOffset + byteLength));
}
const model = await load({ threads: Number(threads) });
let outputs = await model.run(values);
// The memory of a run is the next one's, too.
for (let i = 0; i < 20; i++) outputs = await model.run(values);
for (const [name, array] of Object.entries(outputs)) writeFileSync(`${name}.out`, array);
model.close();
"""


def node(folder: Path, script: str, *arguments: str, flags: Sequence[str] = ()) -> str:
    """Run a module of JavaScript in a folder, and return what it prints."""
    assert NODE is not None
    path = folder / "script.mjs"
    path.write_text(script)
    command = [NODE, *FLAGS, *flags, path.name, *arguments]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_module(
    path: Path, arrays: Mapping[str, np.ndarray], threads: int = 1
) -> dict[str, np.ndarray]:
    """Run the module of a path on arrays, and return its outputs, flat and float32."""
    folder = path.parent
    for name, array in arrays.items():
        array.tofile(folder / f"{name}.raw")
    node(folder, RUN, path.stem, str(threads))
    return {out.stem: np.fromfile(out, np.float32) for out in sorted(folder.glob("*.out"))}


CALLS = """\
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "./net.mjs";
const ARRAYS = { float32: Float32Array, int32: Int32Array, int8: Int8Array, uint8: Uint8Array };
const { threads, hasStates, calls } = JSON.parse(readFileSync("calls.json"));
const model = await load({ threads });
const runner = hasStates ? model.newSession() : model;
const shapes = [];
for (const [i, blobs] of calls.entries()) {
  const values = {};
  for (const { name, dtype, shape } of blobs) {
    const { buffer, byteOffset, byteLength } = readFileSync(`${name}.${i}.raw`);
    const data = new ARRAYS[dtype](buffer.slice(byteOffset, byteOffset + byteLength));
    values[name] = { data, shape };
  }
  const outputs = Object.entries(await runner.run(values));
  for (const [name, value] of outputs) writeFileSync(`${name}.${i}.out`, value.data ?? value);
  const shapeOf = ([name, value]) => [name, value.shape ?? [value.length]];
  shapes.push(Object.fromEntries(outputs.map(shapeOf)));
}
model.close();
console.log(JSON.stringify(shapes));
"""


def run_calls(
    folder: Path, calls: Sequence[Arrays], *, has_states: bool = False, threads: int = 1
) -> list[dict[str, np.ndarray]]:
    """Run `net.wasm` on arrays of any shape, one call after the other; return its outputs."""
    described: list[list[dict[str, object]]] = []
    for number, arrays in enumerate(calls):
        for name, array in arrays.items():
            array.tofile(folder / f"{name}.{number}.raw")
        described.append(
            [{"name": n, "dtype": str(a.dtype), "shape": a.shape} for n, a in arrays.items()]
        )
    facts = {"threads": threads, "hasStates": has_states, "calls": described}
    (folder / "calls.json").write_text(json.dumps(facts))
    return [
        {
            name: np.fromfile(folder / f"{name}.{number}.out", np.float32).reshape(shape)
            for name, shape in shapes.items()
        }
        for number, shapes in enumerate(json.loads(node(folder, CALLS)))
    ]
