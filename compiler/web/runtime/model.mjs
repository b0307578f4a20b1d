const IS_NODE = globalThis.process?.versions?.node !== undefined;
const workers = IS_NODE ? await import("node:worker_threads") : undefined;
/** Whether a thread may sleep here: where a page is drawn, none may. */
const MAY_SLEEP = IS_NODE || typeof WorkerGlobalScope !== "undefined";
const WORKER = "ncnnc worker";

const PAGE = 65536;
const ALIGNMENT = 64;
const STACK_BYTES = 65536;
const ARRAYS = {
  float32: Float32Array,
  int32: Int32Array,
  uint16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
};

const numbersOf = (spec) => spec.shape.reduce((product, extent) => product * extent, 1);
const bytesOf = (spec) => numbersOf(spec) * ARRAYS[spec.dtype].BYTES_PER_ELEMENT;

/** Open a file of a server, or in Node of a file system. */
async function open(source) {
  const url = new URL(source, import.meta.url);
  if (IS_NODE && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Response(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compile code from a URL, an answer of `fetch`, bytes, or a module that is compiled. */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await open(source);
  const isWasm = response.headers.get("content-type") === "application/wasm";
  if (isWasm) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The weights a piece at a time, as they come. */
async function* piecesOf(source) {
  if (source instanceof ArrayBuffer) yield new Uint8Array(source);
  else if (ArrayBuffer.isView(source)) yield new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else yield* (source instanceof Response ? source : await open(source)).body;
}

/** Copy weights to their place. */
async function readWeights(source, place) {
  let at = 0;
  for await (const piece of piecesOf(source)) {
    if (at + piece.length <= place.length) place.set(piece, at);
    at += piece.length;
  }
  if (at !== place.length) throw new RangeError(`the weights have ${at} bytes, not ${place.length}`);
}

/** Places in the memory, after those that the linker has given. */
function layoutOf(threads) {
  let end = MODEL.start;
  const take = (bytes) => {
    const place = end;
    end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return place;
  };
  return {
    weights: take(MODEL.weightsBytes),
    arena: take(MODEL.arenaBytes),
    workspace: take(MODEL.workspaceBytes * threads),
    inputs: MODEL.inputs.map((spec) => take(bytesOf(spec))),
    outputs: MODEL.outputs.map((spec) => take(bytesOf(spec))),
    inputPointers: take(4 * MODEL.inputs.length),
    outputPointers: take(4 * MODEL.outputs.length),
    progress: take(16),
    stop: take(4),
    call: take(64),
    turn: take(4),
    left: take(4),
    stacks: take(STACK_BYTES * threads),
    get bytes() {
      return end;
    },
  };
}

/** An instance for one of the threads, with a stack of its own. */
async function instantiate(module, memory, stackEnd) {
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  exports.__stack_pointer.value = stackEnd;
  return exports;
}

/** What a worker does: its share of each run. */
async function work({ module, memory, layout, number, threads }, tell) {
  const code = await instantiate(module, memory, layout.stacks + STACK_BYTES * (number + 1));
  const words = new Int32Array(memory.buffer);
  const turn = layout.turn / 4;
  let seen = Atomics.load(words, turn);
  tell("ready");
  for (;;) {
    Atomics.wait(words, turn, seen);
    seen = Atomics.load(words, turn);
    code.run_share(layout.call, number, threads);
    if (Atomics.sub(words, layout.left / 4, 1) === 1) {
      Atomics.notify(words, layout.left / 4);
      tell("done");
    }
  }
}

if (IS_NODE && workers.workerData?.role === WORKER) {
  await work(workers.workerData, (word) => workers.parentPort.postMessage(word));
} else if (globalThis.name === WORKER) {
  globalThis.onmessage = ({ data }) => work(data, (word) => globalThis.postMessage(word));
}

/** Start a worker with what `work` takes. */
function startWorker(data, onMessage, onError) {
  const url = new URL(import.meta.url);
  if (IS_NODE) {
    const worker = new workers.Worker(url, { workerData: { ...data, role: WORKER } });
    worker.on("message", onMessage).on("error", onError);
    return worker;
  }
  const worker = new Worker(url, { type: "module", name: WORKER });
  worker.onmessage = ({ data: word }) => onMessage(word);
  worker.onerror = (event) => onError(new Error(event.message));
  worker.postMessage(data);
  return worker;
}

/** A network, ready to run. */
class Model {
  #module;
  #memory;
  #layout;
  #threads;
  #code;
  #workers = [];
  #done = () => {};
  #failed = () => {};
  #isRunning = false;

  constructor(module, memory, layout, threads) {
    this.#module = module;
    this.#memory = memory;
    this.#layout = layout;
    this.#threads = threads;
  }

  /** Not for callers: `load` starts what a model needs. */
  async start() {
    const { inputs, outputs, inputPointers, outputPointers, call, ...places } = this.#layout;
    const words = new Uint32Array(this.#memory.buffer);
    words.set(inputs, inputPointers / 4);
    words.set(outputs, outputPointers / 4);
    const members = [inputPointers, outputPointers, places.weights, places.arena];
    words.set([...members, places.workspace, places.stop, places.progress], call / 4);
    if (MAY_SLEEP || this.#threads === 1) {
      const end = places.stacks + STACK_BYTES;
      this.#code = await instantiate(this.#module, this.#memory, end);
    }
    const started = [];
    for (let number = this.#code ? 1 : 0; number < this.#threads; number++) {
      const data = {
        module: this.#module,
        memory: this.#memory,
        layout: { call, stacks: places.stacks, turn: places.turn, left: places.left },
        number,
        threads: this.#threads,
      };
      started.push(
        new Promise((resolve, reject) => {
          this.#failed = reject;
          const onMessage = (word) => (word === "ready" ? resolve() : this.#done());
          this.#workers.push(startWorker(data, onMessage, (error) => { reject(error); this.#failed(error); }));
        }),
      );
    }
    await Promise.all(started);
    // A program of Node's ends though workers wait for a next run.
    for (const worker of this.#workers) worker.unref?.();
    return this;
  }

  /** Copy the inputs to their places; they are checked first. */
  #copyInputs(values) {
    const names = MODEL.inputs.map((spec) => spec.name);
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new TypeError(`there is no input '${unknown}' (inputs: ${names.join(", ")})`);
    }
    const arrays = MODEL.inputs.map((spec) => checked(spec, values[spec.name]));
    MODEL.inputs.forEach((spec, i) => {
      new ARRAYS[spec.dtype](this.#memory.buffer, this.#layout.inputs[i], numbersOf(spec)).set(arrays[i]);
    });
  }

  /** Copy the outputs into arrays of their own. */
  #copyOutputs() {
    const outputs = {};
    MODEL.outputs.forEach((spec, i) => {
      const numbers = new ARRAYS[spec.dtype](this.#memory.buffer, this.#layout.outputs[i], numbersOf(spec));
      outputs[spec.name] = numbers.slice(0, spec.hasFoundRows ? numbersFound(spec, numbers) : undefined);
    });
    return outputs;
  }

  /** Begin a run: the workers see that it is their turn. */
  #begin(values) {
    if (this.#isRunning) throw new Error("the model is running; load it again to run it twice at once");
    if (this.#workers === undefined) throw new Error("the model is closed");
    this.#copyInputs(values);
    this.#isRunning = true;
    if (!this.#workers.length) return;
    const words = new Int32Array(this.#memory.buffer);
    Atomics.store(words, this.#layout.left / 4, this.#workers.length);
    Atomics.add(words, this.#layout.turn / 4, 1);
    Atomics.notify(words, this.#layout.turn / 4);
  }

  runSync(values) {
    if (!this.#code) {
      throw new Error("runSync needs one thread, or a worker as its caller; hint: await run(inputs)");
    }
    this.#begin(values);
    try {
      if (this.#threads === 1) this.#runAlone();
      else this.#runShare();
      return this.#copyOutputs();
    } finally {
      this.#isRunning = false;
    }
  }

  #runAlone() {
    const { inputPointers, outputPointers, weights, arena, workspace, stop, progress } = this.#layout;
    this.#code.ncnnc_run(inputPointers, outputPointers, weights, arena, workspace, stop, progress);
  }

  #runShare() {
    const words = new Int32Array(this.#memory.buffer);
    this.#code.run_share(this.#layout.call, 0, this.#threads);
    const left = this.#layout.left / 4;
    for (let count; (count = Atomics.load(words, left)) > 0; ) Atomics.wait(words, left, count);
  }

  async run(values) {
    if (this.#code) return this.runSync(values);
    const done = new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
    });
    this.#begin(values);
    try {
      await done;
      return this.#copyOutputs();
    } finally {
      this.#isRunning = false;
    }
  }

  get threads() {
    return this.#threads;
  }

  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }

  close() {
    for (const worker of this.#workers ?? []) worker.terminate();
    this.#workers = undefined;
    this.#code = undefined;
  }
}

/** An input's array, of its type and its size. */
function checked(spec, value) {
  const array = value instanceof Uint8ClampedArray ? new Uint8Array(value.buffer, value.byteOffset, value.length) : value;
  const type = ARRAYS[spec.dtype];
  const needs = `input '${spec.name}' needs a ${type.name} of ${spec.shape.join(" x ")} numbers`;
  if (!(array instanceof type)) throw new TypeError(`${needs}, not ${value?.constructor?.name ?? value}`);
  if (array.length !== numbersOf(spec)) throw new RangeError(`${needs}, not ${array.length}`);
  return array;
}

/** Numbers of the rows that were found; -1 or a score of -infinity comes first in others. */
function numbersFound(spec, numbers) {
  const columns = numbers.length / spec.shape[0];
  const isFound = (row) => (columns === 1 ? numbers[row] > -Infinity : numbers[row * columns] >= 0);
  let rows = 0;
  while (rows < spec.shape[0] && isFound(rows)) rows++;
  return rows * columns;
}

/** Load the network; see the declarations beside this file. */
export async function load({ source = MODEL.file, weights = MODEL.weightsFile, threads = 1 } = {}) {
  if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads cannot be ${threads}`);
  if (threads > 1 && !MODEL.hasThreads) {
    throw new Error("compiled for one thread; hint: --target wasm+threads");
  }
  if (threads > 1 && !(globalThis.crossOriginIsolated ?? IS_NODE)) {
    throw new Error(
      "threads need an isolated page; hint: send Cross-Origin-Opener-Policy: same-origin and " +
        "Cross-Origin-Embedder-Policy: require-corp with it",
    );
  }
  const module = await compile(source);
  const layout = layoutOf(threads);
  const pages = Math.ceil(layout.bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: MODEL.hasThreads });
  const place = new Uint8Array(memory.buffer, layout.weights, MODEL.weightsBytes);
  const [section] = WebAssembly.Module.customSections(module, "ncnnc.weights");
  await readWeights(section ?? weights, place);
  return new Model(module, memory, layout, threads).start();
}

export const { inputs, outputs } = MODEL;
