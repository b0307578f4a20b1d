
const workers = IS_NODE ? await import("node:worker_threads") : undefined;
/** Whether a thread may sleep here: where a page is drawn, none may. */
const MAY_SLEEP = IS_NODE || typeof WorkerGlobalScope !== "undefined";
const WORKER = "ncnnc worker";

const MOST_THREADS = 1024;
const MOST_PAGES = 65536;
const STACK_BYTES = 65536;

/** The memory of the instances; shared memory is of a size that engines may reserve at once. */
function newMemory() {
  const initial = MODEL.pages;
  if (!MODEL.hasThreads) return new WebAssembly.Memory({ initial });
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial, maximum, shared: true });
    } catch (error) {
      if (maximum / 2 < initial) throw error;
    }
  }
}

/** An instance for one of the threads, and what takes the bytes of files that it writes. */
async function instantiate(module, memory, write) {
  return (await WebAssembly.instantiate(module, { env: { memory, write } })).exports;
}

/** What a worker does: lead the runs of a page, or compute its shares of them. */
async function work({ module, memory, stack, number }, tell) {
  const code = await instantiate(module, memory, () => {});
  code.__stack_pointer.value = stack + STACK_BYTES;
  if (number > 0) return help(code, number, tell);
  globalThis.onmessage = ({ data: [name, parameters] }) => {
    try {
      tell({ result: code[name](...parameters) });
    } catch (error) {
      code.team_fail();
      tell({ problem: String(error) });
    }
  };
  tell({ isReady: true });
}

/** Compute shares until one fails, which ends the run of all threads. */
function help(code, number, tell) {
  code.team_join(number);
  tell({ isReady: true });
  try {
    for (;;) code.team_work();
  } catch (error) {
    code.team_fail();
    tell({ problem: String(error) });
  }
}

if (IS_NODE && workers.workerData?.role === WORKER) {
  await work(workers.workerData, (news) => workers.parentPort.postMessage(news));
} else if (globalThis.name === WORKER) {
  globalThis.onmessage = ({ data }) => work(data, (news) => globalThis.postMessage(news));
}

/** Start a worker with what `work` takes; `hear` gets what it tells. */
function startWorker(data, hear) {
  const url = new URL(import.meta.url);
  if (IS_NODE) {
    const worker = new workers.Worker(url, { workerData: { ...data, role: WORKER } });
    const end = (problem) => hear({ problem: String(problem) });
    return worker.on("message", hear).on("error", end).on("exit", () => end(`thread ${data.number} has ended`));
  }
  const worker = new Worker(url, { type: "module", name: WORKER });
  worker.onmessage = ({ data: news }) => hear(news);
  worker.onerror = (event) => hear({ problem: event.message });
  worker.postMessage(data);
  return worker;
}

/** The instances of a module, their memory and their threads; one run at a time. */
class Engine {
  #memory = newMemory();
  #code;
  #written = [];
  #workers = [];
  #leader;
  #isRunning = false;
  #problem = "";
  #hear = () => {};

  constructor(threads, timeout) {
    this.threads = threads;
    this.timeout = timeout;
  }

  async start(module) {
    const write = (at, count) => this.#written.push(this.array(Uint8Array, at >>> 0, count >>> 0).slice());
    this.#code = await instantiate(module, this.#memory, write);
    if (this.#code.dots_are_exact?.() === 0) {
      throw new Error("this engine, as Node 20, adds relaxed products of int8 wrongly; hint: --target without +relaxed");
    }
    this.#code.team_begin?.(this.timeout);
    const isLed = this.threads > 1 && !MAY_SLEEP;
    const started = [];
    for (let number = isLed ? 0 : 1; number < this.threads; number++) {
      const stack = this.take(STACK_BYTES);
      started.push(this.#started({ module, memory: this.#memory, stack, number }));
    }
    if (isLed) this.#leader = this.#workers[0];
    await Promise.all(started);
    // A program of Node's ends though workers wait for a next run.
    for (const worker of this.#workers) worker.unref?.();
  }

  /** Start a worker, and wait until it is ready. */
  #started(data) {
    return new Promise((resolve, reject) => {
      const hear = (news) => {
        if (news.isReady) return resolve();
        if (this.#code === undefined) return;
        if (news.problem) this.#problem ||= news.problem;
        if (news.problem) reject(new Error(news.problem));
        if (data.number === 0 || news.problem) this.#hear(news);
      };
      this.#workers.push(startWorker(data, hear));
    });
  }

  /** A part of the memory as an array. */
  array(type, at, count) {
    return new type(this.#memory.buffer, at, count);
  }

  /** Memory at a multiple of 64 bytes; zeros. Throws RangeError if there is none. */
  take(bytes) {
    const place = this.#code.calloc(1, bytes) >>> 0;
    if (!place) throw new RangeError(`no memory for ${bytes} more bytes; there are ${this.bytes}`);
    return place;
  }

  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  /** Throws where nothing can be called. */
  check() {
    if (this.#problem) throw new Error(`the model has failed: ${this.#problem}`);
    if (this.#code === undefined) throw new Error("the model is closed");
    if (this.#isRunning) throw new Error("the model is running; load it again to run it twice at once");
  }

  /** Call a function that is no run. */
  call(name, ...parameters) {
    this.check();
    return this.#code[name](...parameters);
  }

  /** What has been written since the last time. */
  takeWritten() {
    const written = new Uint8Array(this.#written.reduce((bytes, piece) => bytes + piece.length, 0));
    let at = 0;
    for (const piece of this.#written.splice(0)) {
      written.set(piece, at);
      at += piece.length;
    }
    return written;
  }

  /** Throws where the caller may not sleep until others are done. */
  checkSync() {
    if (this.#leader) throw new Error("runSync needs one thread, or a worker as its caller; hint: await run(inputs)");
  }

  runSync(name, ...parameters) {
    this.check();
    try {
      return this.#code[name](...parameters);
    } catch (error) {
      throw this.#failed(String(error));
    }
  }

  async run(name, ...parameters) {
    if (!this.#leader) return this.runSync(name, ...parameters);
    this.check();
    this.#isRunning = true;
    const { result, problem } = await new Promise((resolve) => {
      this.#hear = resolve;
      this.#leader.postMessage([name, parameters]);
    });
    this.#isRunning = false;
    if (problem) throw this.#failed(problem);
    return result;
  }

  /** Other threads end, too. */
  #failed(problem) {
    const lost = this.#code?.team_lost?.() ?? -1;
    this.#problem ||= lost < 0 ? problem : `thread ${lost} made no step within ${this.timeout} ms`;
    this.#code?.team_fail?.();
    this.close();
    return new Error(`the model has failed: ${this.#problem}`);
  }

  close() {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
    this.#code = undefined;
  }
}
