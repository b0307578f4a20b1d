"""Print the types of a module's JavaScript."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec
from .description import ARRAYS

TEXT = """\
/** Made by ncnnc. */
export interface Inputs {{
{inputs}
}}

export interface Outputs {{
{outputs}
}}

export interface Tensor {{
  name: string;
  /** Outermost extent first, dense. */
  shape: readonly number[];
  dtype: {dtypes};
  /** The first extent is the most rows that may be found; an output has those that are. */
  hasFoundRows?: boolean;
}}

export const inputs: readonly Tensor[];
export const outputs: readonly Tensor[];

/** A network, ready to run; one run at a time. */
export interface Model {{
  /** Run. Throws TypeError or RangeError for an input that is missing or of another size. */
  run(inputs: Inputs): Promise<Outputs>;
  /** Run on the caller's thread, and others if it may sleep: in a worker, in Node. */
  runSync(inputs: Inputs): Outputs;
  readonly threads: number;
  readonly memoryBytes: number;
  /** End the workers. */
  close(): void;
}}

export interface Options {{
  /** The code; default: the .wasm beside this file. */
  source?: string | URL | Response | BufferSource | WebAssembly.Module;
  /** The weights, where they are not in the .wasm; default: the file beside it. */
  weights?: string | URL | Response | BufferSource;
  /** Threads; several need a module for `wasm+threads` and an isolated page. Default: 1. */
  threads?: number;
}}

export function load(options?: Options): Promise<Model>;
"""


def members(tensors: Sequence[TensorSpec]) -> str:
    """Return a member for each blob."""
    lines: list[str] = []
    for spec in tensors:
        extents = " x ".join(map(str, spec.shape))
        most = "at most " if spec.has_found_rows else ""
        lines.append(f"  /** {most}{extents} */")
        given = " | Uint8ClampedArray" if spec.dtype == "uint8" else ""
        lines.append(f"  {json.dumps(spec.name)}: {ARRAYS[spec.dtype]}{given};")
    return "\n".join(lines)


def print_declarations(program: Program) -> str:
    """Return the text of the `.d.ts`."""
    dtypes = " | ".join(json.dumps(name) for name in ARRAYS)
    return TEXT.format(
        inputs=members(program.inputs), outputs=members(program.outputs), dtypes=dtypes
    )
