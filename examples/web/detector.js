import { inputs, load, outputs } from "./detector.mjs";

const COLUMNS = 6;
const [input] = inputs;
const [output] = outputs;
const [height, width, channels] = input.shape;
const picture = document.querySelector("#picture");
const status = document.querySelector("#status");
const least = document.querySelector("#least");
const threads = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
const model = await load({ threads }).catch(() => load());
let shown;

/** The pixels of a picture, as large as the network takes them. */
function pixelsOf(bitmap) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  if (channels === 4) return data;
  return Uint8Array.from({ length: width * height * channels }, (_, i) => data[4 * Math.floor(i / channels) + (i % channels)]);
}

/** Draw the picture, and the boxes of rows `label, score, left, top, right, bottom`. */
function draw({ bitmap, rows }) {
  picture.width = bitmap.width;
  picture.height = bitmap.height;
  const context = picture.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  context.lineWidth = Math.max(2, bitmap.width / 300);
  context.font = `${Math.max(12, bitmap.width / 40)}px system-ui`;
  let count = 0;
  for (let at = 0; at < rows.length; at += COLUMNS) {
    const [label, score, left, top, right, bottom] = rows.subarray(at, at + COLUMNS);
    if (score < least.value) continue;
    count++;
    const [x, y] = [left * bitmap.width, top * bitmap.height];
    context.strokeStyle = context.fillStyle = `hsl(${(label * 67) % 360} 90% 55%)`;
    context.strokeRect(x, y, (right - left) * bitmap.width, (bottom - top) * bitmap.height);
    context.fillText(`${label} ${score.toFixed(2)}`, x + 4, y - 4 > 12 ? y - 4 : y + 16);
  }
  return count;
}

/** Find objects in a picture: an ImageBitmap, or what makes one. */
export async function detect(source) {
  const bitmap = await createImageBitmap(source);
  const started = performance.now();
  const results = await model.run({ [input.name]: pixelsOf(bitmap) });
  const time = performance.now() - started;
  shown = { bitmap, rows: results[output.name], time };
  show();
}

function show() {
  if (!shown) return;
  const count = draw(shown);
  status.textContent = `${count} objects, in ${shown.time.toFixed(1)} ms on ${model.threads} threads`;
}

document.querySelector("#file").addEventListener("change", ({ target }) => detect(target.files[0]));
least.addEventListener("input", show);
globalThis.detect = detect;
status.textContent = "Choose a picture";
