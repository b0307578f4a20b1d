"""States stay from run to run, as in sessions of Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest

from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import RECURRENT, P, T, random_arrays, stateful_model
from tests.helpers.web_module import needs_node, node, run_calls

pytestmark = [pytest.mark.isa, needs_node]


def compiled(folder: Path, param: str, target: str = "wasm", **options: Any) -> ncnnc.CompiledModel:
    """Write `net.wasm`, and return the same model for this machine."""
    model = stateful_model(folder, param, **options)
    path = folder / "m.param"
    ncnnc.compile_library(
        path, None, folder / "net.wasm", targets=[target], random_weights=1, **options
    )
    return model


def decoder_model(folder: Path, target: str = "wasm") -> ncnnc.CompiledModel:
    decoder = SmallDecoder(key_heads=2)
    return compiled(
        folder, decoder.text(), target, inputs=decoder.shapes(T, P, P + T), states="auto"
    )


def check(results: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]) -> None:
    for name, array in expected.items():
        np.testing.assert_allclose(results[name], array, atol=1e-5 * np.abs(array).max())


@pytest.mark.parametrize(("target", "threads"), [("wasm", 1), ("wasm+threads", 2)])
def test_a_decoder_of_rows_of_any_number(target: str, threads: int, tmp_path: Path):
    session = decoder_model(tmp_path, target).session()
    calls: list[dict[str, np.ndarray]] = []
    expected: list[Mapping[str, np.ndarray]] = []
    for rows in (7, 1, 1, 16, 1, 3):
        calls.append(random_arrays(session, rows, rows))
        expected.append(session.run(calls[-1]))
    results = run_calls(tmp_path, calls, has_states=True, threads=threads)
    for result, one in zip(results, expected, strict=True):
        check(result, one)


def test_states_of_a_fixed_size(tmp_path: Path):
    shapes = {"in0": (T, 12)}
    session = compiled(tmp_path, RECURRENT, inputs=shapes, states="auto").session()
    calls = [random_arrays(session, rows, rows) for rows in (5, 1, 13)]
    results = run_calls(tmp_path, calls, has_states=True)
    for arrays, result in zip(calls, results, strict=True):
        check(result, session.run(arrays))


def test_lengths_forks_and_errors(tmp_path: Path):
    decoder_model(tmp_path)
    script = """
        import { load, inputs } from "./net.mjs";
        const model = await load();
        const rows = (count, past) => Object.fromEntries(inputs.map(({ name, extents }) => {
          const known = { T: count, "P + T": past + count };
          const shape = extents.map((extent) => known[extent] ?? Number(extent));
          return [name, { data: new Float32Array(shape.reduce((a, b) => a * b)).fill(1), shape }];
        }));
        const session = model.newSession({ maxLength: 12 });
        await session.run(rows(5, 0));
        const fork = session.fork();
        const same = await session.run(rows(2, 5));
        console.log(session.length, fork.length, session.maxLength);
        session.truncate(5);
        const [again, forked] = [await session.run(rows(2, 5)), fork.runSync(rows(2, 5))];
        for (const { out0 } of [again, forked]) {
          console.log(out0.shape, out0.data.every((x, i) => x === same.out0.data[i]));
        }
        fork.close();
        for (const wrong of [
          () => session.run(rows(2, 5)),
          () => session.run(rows(6, 7)),
          () => session.run(rows(0, 7)),
          () => session.run(rows(17, 7)),
          () => session.run({ ...rows(2, 7), in0: new Float32Array(64) }),
          () => session.truncate(8),
          () => session.truncate(0.5),
          () => fork.run(rows(1, 7)),
          () => model.run(rows(1, 0)),
          () => model.newSession({ maxLength: 49 }),
        ]) {
          try {
            await wrong();
            console.log("no error");
          } catch (error) { console.log(String(error)); }
        }
        session.reset();
        console.log(session.length);
    """
    first, *same = node(tmp_path, script).splitlines()
    assert first == "7 5 12"
    assert same[:2] == ["[ 2, 64 ] true"] * 2
    length = "a length is negative or too large, or states of a fixed size have no rows to forget"
    assert same[2:] == [
        "TypeError: input 'in1' needs the shape T x P + T (with T=2, P=7), not 2 x 7",
        "Error: the session is full: truncate it, or make one for more rows",
        "TypeError: T is 0, out of the range 1 to 16 that the model was compiled for",
        "TypeError: T is 17, out of the range 1 to 16 that the model was compiled for",
        "TypeError: input 'in0' needs a Float32Array of T x 64 numbers, and their shape; "
        "hint: { data, shape }",
        f"Error: {length}",
        "TypeError: length cannot be 0.5",
        "Error: the session is closed",
        "Error: the model has states; hint: model.newSession().run(inputs)",
        f"Error: {length}",
        "0",
    ]
    types = (tmp_path / "net.d.mts").read_text()
    assert '  /** T x P + T */\n  "in1": Shaped<Float32Array>;' in types
    assert "newSession(" in types


@pytest.mark.parametrize("name", ["decoder", "recurrent"])
def test_files_of_states(name: str, tmp_path: Path):
    """A file of Python's is continued in Node, which writes the same bytes of the same states."""
    if name == "decoder":
        session = decoder_model(tmp_path).session()
    else:
        shapes = {"in0": (T, 12)}
        session = compiled(tmp_path, RECURRENT, inputs=shapes, states="auto").session()
    session.run(random_arrays(session, 5, 5))
    session.save(tmp_path / "python.states")
    arrays = random_arrays(session, 3, 3)
    for blob, array in arrays.items():
        array.tofile(tmp_path / f"{blob}.raw")
    described = {blob: array.shape for blob, array in arrays.items()}
    script = f"""
        import {{ readFileSync, writeFileSync }} from "node:fs";
        import {{ load }} from "./net.mjs";
        const model = await load();
        const file = new Uint8Array(readFileSync("python.states"));
        const session = model.newSession();
        const fits = (bytes, options) => {{
          try {{
            session.load(bytes, options);
            return true;
          }} catch (error) {{ return String(error); }}
        }};
        const changed = (at) => {{ const copy = file.slice(); copy[at] ^= 1; return copy; }};
        const others = [...[0, 9, 41, file.length - 1].map(changed), file.slice(0, 99)];
        for (const wrong of [...others, new Uint8Array(), "path"]) console.log(fits(wrong));
        console.log(session.length, fits(changed(41), {{ anyWeights: true }}), fits(file.buffer));
        writeFileSync("node.states", session.save());
        const values = {{}};
        for (const [name, shape] of Object.entries({json.dumps(described)})) {{
          const data = new Float32Array(new Uint8Array(readFileSync(`${{name}}.raw`)).buffer);
          values[name] = {{ data, shape }};
        }}
        for (const [name, {{ data }}] of Object.entries(await session.run(values))) {{
          writeFileSync(`${{name}}.out`, data);
        }}
        session.reset();
        session.load(session.save());
        console.log(session.length);
    """
    *refused, taken, _ = node(tmp_path, script).splitlines()
    assert refused[:-1] == ["Error: the file of the states is damaged, or another model's"] * 6
    assert refused[-1] == "TypeError: a file of states is an array of bytes, as save() returns it"
    assert taken == "0 true true"
    assert (tmp_path / "node.states").read_bytes() == (tmp_path / "python.states").read_bytes()
    for blob, array in session.run(arrays).items():
        got = np.fromfile(tmp_path / f"{blob}.out", np.float32).reshape(array.shape)
        check({blob: got}, {blob: array})
