
const ALIGNMENT = 64;
const POINTER_BYTES = 4;

/** The network in its engine: arrays in, arrays out. */
class Network {
  #weights;
  #scratch;
  #models = [];
  #place = 0;
  #placeBytes = 0;

  constructor(engine) {
    this.engine = engine;
  }

  async start(weights) {
    this.#weights = this.engine.take(MODEL.weightsBytes);
    this.#scratch = this.engine.take(ALIGNMENT);
    await readWeights(weights, this.engine.array(Uint8Array, this.#weights, MODEL.weightsBytes));
    MODEL.sets.forEach((_, number) => this.#models.push(this.made("ncnnc_create_with", number, this.#weights)));
  }

  /** What a function makes at its first parameter. */
  made(name, ...parameters) {
    this.check(this.engine.call(name, this.#scratch, ...parameters));
    return this.engine.array(Uint32Array, this.#scratch, 1)[0];
  }

  newSession(maxLength) {
    return this.made("ncnnc_session_create", this.#models[0], BigInt(maxLength));
  }

  /** Throws what a status says. */
  check(status) {
    if (!status) return;
    const at = this.engine.call(`${MODEL.prefix}error_string`, status) >>> 0;
    const bytes = this.engine.array(Uint8Array, at, this.engine.bytes - at);
    throw new Error(new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))));
  }

  async run(values, session) {
    const run = this.#prepared(values, session);
    this.check(await this.engine.run(...run.call));
    return this.#results(run);
  }

  runSync(values, session) {
    this.engine.checkSync();
    const run = this.#prepared(values, session);
    this.check(this.engine.runSync(...run.call));
    return this.#results(run);
  }

  /** The states as a file; its path has no meaning. */
  save(session) {
    this.engine.array(Uint8Array, this.#scratch, 1)[0] = 0;
    const status = this.engine.call("ncnnc_session_save", session, this.#scratch);
    const written = this.engine.takeWritten();
    this.check(status);
    return written;
  }

  /** Take states from a file, whose path is the place of its address and size. */
  load(session, file, anyWeights) {
    const at = this.engine.take(file.length);
    this.engine.array(Uint8Array, at, file.length).set(file);
    this.engine.array(Uint32Array, this.#scratch, 2).set([at, file.length]);
    this.check(this.engine.call("ncnnc_session_load", session, this.#scratch, Number(anyWeights)));
  }

  lengths(session) {
    const at = this.engine.call("session_lengths", session) >>> 0;
    const { lengths } = MODEL.sets[0];
    return Array.from(this.engine.array(BigInt64Array, at, lengths.length), Number);
  }

  /** Copy the inputs to their places, and return what is called with them; they are checked first. */
  #prepared(values, session) {
    this.engine.check();
    const { set, inputs, numbers } = fittedSet(values, session && this.lengths(session));
    const arrays = set.inputs.flatMap((spec, i) => {
      const { array, shape } = inputs[i];
      const [rows, columns, size] = shape.slice(-3);
      return spec.isImage ? [array, Int32Array.of(rows, columns, columns * size)] : [array];
    });
    const outputs = set.outputs.map((spec, i) => ({ spec, shape: set.outputAxes[i]?.map(({ of }) => of(numbers)) ?? spec.shape }));
    const sizes = [...arrays.map((array) => array.byteLength), ...outputs.map(sizeOf)];
    const [numbersAt, inputsAt, outputsAt, ...places] = this.#placesOf(8 * numbers.length, POINTER_BYTES * arrays.length, POINTER_BYTES * outputs.length, ...sizes);
    arrays.forEach((array, i) => this.engine.array(array.constructor, places[i], array.length).set(array));
    outputs.forEach((output, i) => (output.at = places[arrays.length + i]));
    this.engine.array(BigInt64Array, numbersAt, numbers.length).set(numbers.map(BigInt));
    this.engine.array(Uint32Array, inputsAt, arrays.length).set(places.slice(0, arrays.length));
    this.engine.array(Uint32Array, outputsAt, outputs.length).set(places.slice(arrays.length));
    const model = this.#models[MODEL.sets.indexOf(set)];
    const [name, subject] = session ? ["ncnnc_session_run", session] : [`${MODEL.prefix}run`, model];
    const extents = MODEL.isSequence ? [numbersAt] : [];
    return { outputs, call: [name, subject, ...extents, inputsAt, outputsAt, this.engine.threads] };
  }

  /** Places of these sizes, one after the other, which the next run has again. */
  #placesOf(...sizes) {
    const offsets = [];
    let end = 0;
    for (const bytes of sizes) {
      offsets.push(end);
      end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    }
    if (end > this.#placeBytes) {
      this.engine.call("free", this.#place);
      this.#place = this.#placeBytes = 0;
      this.#place = this.engine.take(end);
      this.#placeBytes = end;
    }
    return offsets.map((offset) => this.#place + offset);
  }

  /** Copy the outputs into arrays of their own. */
  #results({ outputs }) {
    return Object.fromEntries(
      outputs.map(({ spec, shape, at }) => {
        const numbers = this.engine.array(ARRAYS[spec.dtype], at, product(shape));
        const found = spec.hasFoundRows ? [rowsFound(shape, numbers), ...shape.slice(1)] : shape;
        const data = numbers.slice(0, product(found));
        return [spec.name, spec.extents || MODEL.sets.length > 1 ? { data, shape: found } : data];
      }),
    );
  }
}

const sizeOf = ({ spec, shape }) => product(shape) * ARRAYS[spec.dtype].BYTES_PER_ELEMENT;

/** A network, ready to run. */
class Model {
  #network;

  constructor(network) {
    this.#network = network;
  }

  run(values) {
    return MODEL.hasStates ? Promise.reject(needsSession()) : this.#network.run(values);
  }

  runSync(values) {
    if (MODEL.hasStates) throw needsSession();
    return this.#network.runSync(values);
  }

  newSession({ maxLength = 0 } = {}) {
    if (!MODEL.hasStates) throw new Error("the model has no states; hint: --state auto");
    if (!Number.isInteger(maxLength)) throw new TypeError(`maxLength cannot be ${maxLength}`);
    return new Session(this.#network, this.#network.newSession(maxLength));
  }

  get threads() {
    return this.#network.engine.threads;
  }

  get memoryBytes() {
    return this.#network.engine.bytes;
  }

  close() {
    this.#network.engine.close();
  }
}

const needsSession = () => new Error("the model has states; hint: model.newSession().run(inputs)");

/** States that stay from run to run. */
class Session {
  #network;
  #at;

  constructor(network, at) {
    this.#network = network;
    this.#at = at;
  }

  /** Where it is. */
  get #open() {
    if (!this.#at) throw new Error("the session is closed");
    return this.#at;
  }

  async run(values) {
    return this.#network.run(values, this.#open);
  }

  runSync(values) {
    return this.#network.runSync(values, this.#open);
  }

  get length() {
    return this.#network.lengths(this.#open)[0] ?? 0;
  }

  get maxLength() {
    return Number(this.#network.engine.call("ncnnc_session_max_length", this.#open));
  }

  truncate(length) {
    if (!Number.isInteger(length)) throw new TypeError(`length cannot be ${length}`);
    this.#network.check(this.#network.engine.call("ncnnc_session_truncate", this.#open, BigInt(length)));
  }

  reset() {
    this.#network.check(this.#network.engine.call("ncnnc_session_reset", this.#open));
  }

  save() {
    return this.#network.save(this.#open);
  }

  load(file, { anyWeights = false } = {}) {
    const isBytes = file instanceof ArrayBuffer || ArrayBuffer.isView(file);
    if (!isBytes) throw new TypeError("a file of states is an array of bytes, as save() returns it");
    this.#network.load(this.#open, bytesOf(file), anyWeights);
  }

  fork() {
    return new Session(this.#network, this.#network.made("ncnnc_session_fork", this.#open));
  }

  close() {
    this.#network.engine.call("ncnnc_session_destroy", this.#open);
    this.#at = 0;
  }
}

function checkNumber(name, value, most) {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new RangeError(`${name} cannot be ${value}`);
}

/** Say what an engine lacks that does not compile the module. */
function refuse(error) {
  if (!MODEL.isRelaxed || !(error instanceof WebAssembly.CompileError)) throw error;
  throw new Error(`this engine lacks relaxed-simd (${error.message}); hint: --target without +relaxed`);
}

/** Load the network; see the declarations beside this file. */
export async function load({ source = MODEL.file, weights = MODEL.weightsFile, threads = 1, timeout = 60000 } = {}) {
  checkNumber("threads", threads, MOST_THREADS);
  checkNumber("timeout", timeout, 2 ** 31 - 1);
  if (threads > 1 && !MODEL.hasThreads) {
    throw new Error("compiled for one thread; hint: --target wasm+threads");
  }
  if (threads > 1 && !(globalThis.crossOriginIsolated ?? IS_NODE)) {
    throw new Error(
      "threads need an isolated page; hint: send Cross-Origin-Opener-Policy: same-origin and " +
        "Cross-Origin-Embedder-Policy: require-corp with it",
    );
  }
  if (threads > 1 && !globalThis.SharedArrayBuffer) {
    throw new Error("this engine shares no memory among threads; hint: load with 1 thread");
  }
  const module = await compile(source).catch(refuse);
  const engine = new Engine(threads, timeout);
  await engine.start(module);
  const network = new Network(engine);
  const [section] = WebAssembly.Module.customSections(module, "ncnnc.weights");
  await network.start(section ?? weights);
  return new Model(network);
}

export const [{ inputs, outputs }] = MODEL.sets;
export const shapeSets = MODEL.sets.map(({ inputs, outputs }) => ({ inputs, outputs }));
