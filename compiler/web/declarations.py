"""Print the types of a module's JavaScript."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec
from .description import ARRAYS, arrays_given

TEXT = """\
/** Made by ncnnc. */
export interface Inputs {{
{inputs}
}}

export interface Outputs {{
{outputs}
}}

/** Numbers and their extents, outermost first. */
export interface Shaped<Numbers> {{
  data: Numbers;
  shape: ArrayLike<number>;
}}

export interface Tensor {{
  name: string;
  /** Outermost extent first, dense; the largest where extents are known at run time. */
  shape: readonly number[];
  dtype: {dtypes};
  /** Expressions of extents known at run time. */
  extents?: readonly string[];
  /** The first extent is the most rows that may be found; an output has those that are. */
  hasFoundRows?: boolean;
  /** Rows and columns may be fewer. */
  isImage?: boolean;
}}

export const inputs: readonly Tensor[];
export const outputs: readonly Tensor[];
/** Of each set of shapes; the first one is above. */
export const shapeSets: readonly {{ inputs: readonly Tensor[]; outputs: readonly Tensor[] }}[];

export interface Runnable {{
  /** Run; one run of a model at a time. Throws TypeError for inputs that do not fit. */
  run(inputs: Inputs): Promise<Outputs>;
  /** Run on the caller's thread, and others if it may sleep: in a worker, in Node. */
  runSync(inputs: Inputs): Outputs;
  /** End the workers of a model, or free a session. */
  close(): void;
}}

/** A network, ready to run. */
{model}
export interface Options {{
  /** The code; default: the .wasm beside this file. */
  source?: string | URL | Response | BufferSource | WebAssembly.Module;
  /** The weights, where they are not in the .wasm; default: the file beside it. */
  weights?: string | URL | Response | BufferSource;
  /** Threads; several need a module for `wasm+threads` and an isolated page. Default: 1. */
  threads?: number;
  /** Milliseconds after which a run fails if no thread made a step of it. Default: 60000. */
  timeout?: number;
}}

export function load(options?: Options): Promise<Model>;
"""
MODEL = """\
export interface Model extends Runnable {
  readonly threads: number;
  readonly memoryBytes: number;
}
"""
STATEFUL_MODEL = """\
export interface Model {
  readonly threads: number;
  readonly memoryBytes: number;
  /** Begin with states without rows, or of zeros; default: as many rows as compiled for. */
  newSession(options?: { maxLength?: number }): Session;
  /** End the workers. */
  close(): void;
}

/** States of a model that stay from run to run; a run that fails leaves them as they were. */
export interface Session extends Runnable {
  /** Rows that there are, and may be. */
  readonly length: number;
  readonly maxLength: number;
  /** Forget all rows from this one on. */
  truncate(length: number): void;
  reset(): void;
  /** The states as a file, the same bytes that sessions of libraries and Python write. */
  save(): Uint8Array;
  /** Take the states of such a file, all or none; `anyWeights`: of other weights, too. */
  load(file: BufferSource, options?: { anyWeights?: boolean }): void;
  /** Another session with the same states. */
  fork(): Session;
}
"""


def member(name: str, specs: Sequence[TensorSpec], is_input: bool) -> list[str]:
    """Return the lines for a blob, by what it is in each set of shapes."""
    spec = specs[0]
    shapes = dict.fromkeys(" x ".join(map(str, s.symbolic or s.shape)) for s in specs)
    most = "at most " if spec.has_found_rows or spec.extents else ""
    return [
        f"  /** {most}{' or '.join(shapes)} */",
        f"  {json.dumps(name)}: {type_of(spec, len(specs) > 1, is_input)};",
    ]


def type_of(spec: TensorSpec, has_sets: bool, is_input: bool) -> str:
    """Return the type of a blob."""
    numbers = ARRAYS[spec.dtype]
    if not is_input:
        return f"Shaped<{numbers}>" if spec.symbolic or has_sets else numbers
    if spec.dtype == "uint8":
        numbers += " | Uint8ClampedArray"
    shaped = f"Shaped<{numbers}>"
    if len(spec.symbolic) > 1:
        return shaped
    pixels = " | ImageData" if spec.pixels and spec.shape[-1] == 4 else ""
    return f"{numbers} | {shaped}{pixels}"


def members(sets: Sequence[Sequence[TensorSpec]], is_input: bool) -> str:
    """Return a member for each blob."""
    blobs = [member(specs[0].name, specs, is_input) for specs in zip(*sets, strict=True)]
    return "\n".join(line for lines in blobs for line in lines)


def print_declarations(programs: Sequence[Program]) -> str:
    """Return the text of the `.d.mts`."""
    return TEXT.format(
        inputs=members([*map(arrays_given, programs)], is_input=True),
        outputs=members([program.given_outputs for program in programs], is_input=False),
        dtypes=" | ".join(map(json.dumps, ARRAYS)),
        model=STATEFUL_MODEL if programs[0].states else MODEL,
    )
