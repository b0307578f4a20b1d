/*
 * Time modules beside ONNX Runtime Web, in turns, in Node: the fastest run of each.
 *
 *     npm install onnxruntime-web
 *     node onnxruntime_web.mjs THREADS TURNS FOLDER/NAME.mjs ...
 *
 * FOLDER has NAME.onnx, too, a network of one input and one output. The turns are half a second
 * long: threads of either that are still awake would take the cores from the other.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as ort from "onnxruntime-web";

const [threads, turns, ...paths] = process.argv.slice(2).map((word, i) => (i < 2 ? Number(word) : resolve(word)));
ort.env.wasm.numThreads = threads;

/** The fastest run of so many seconds, in milliseconds. */
async function fastest(run, seconds) {
  let best = Infinity;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const begin = performance.now();
    await run();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

const largest = (numbers) => numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

async function compare(path) {
  const { load, inputs, outputs } = await import(path);
  const [{ name, shape }] = inputs;
  const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => ((i * 40503) % 1000 - 500) / 500);
  const session = await ort.InferenceSession.create(readFileSync(path.replace(/mjs$/, "onnx")), { executionProviders: ["wasm"] });
  const feeds = { [session.inputNames[0]]: new ort.Tensor("float32", data, [1, ...shape]) };
  const expected = (await session.run(feeds))[session.outputNames[0]].data;
  const times = [Infinity, Infinity];
  let difference = 0;
  for (let turn = 0; turn < turns; turn++) {
    const model = await load({ threads });
    const got = model.runSync({ [name]: data })[outputs[0].name];
    difference = largest(got.map((x, i) => x - expected[i])) / largest(expected);
    times[0] = Math.min(times[0], await fastest(() => model.runSync({ [name]: data }), 0.5));
    times[1] = Math.min(times[1], await fastest(() => session.run(feeds), 0.5));
    model.close();
  }
  await session.release();
  return { times, difference };
}

const ratios = [];
for (const path of paths) {
  const { times, difference } = await compare(path);
  ratios.push(times[1] / times[0]);
  const [ours, theirs] = times.map((time) => time.toFixed(1));
  console.log(`| ${path.split("/").at(-1).slice(0, -4)} | ${ours} | ${theirs} | ${ratios.at(-1).toFixed(2)} | ${difference.toExponential(1)} |`);
}
console.log("geometric mean", ratios.reduce((product, ratio) => product * ratio ** (1 / ratios.length), 1).toFixed(2));
process.exit();
