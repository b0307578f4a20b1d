import { load } from "./digits.mjs";

const SIZE = 8;
const drawing = document.querySelector("#drawing");
const ink = drawing.getContext("2d", { willReadFrequently: true });
const seen = document.querySelector("#seen").getContext("2d", { willReadFrequently: true });
const status = document.querySelector("#status");
const meters = Array.from({ length: 10 }, (_, digit) => {
  const row = document.querySelector("#scores").insertRow();
  row.insertCell().textContent = digit;
  return row.insertCell().appendChild(document.createElement("meter"));
});

/** The rectangle of all that is drawn; undefined for an empty page. */
function bounds() {
  const { width, height } = drawing;
  const { data } = ink.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[4 * (y * width + x)] < 64) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The drawing as the network has seen digits: all of the height, and numbers from 0 to 1. */
function shrunk({ left, top, width, height }) {
  const scale = SIZE / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  seen.fillStyle = "black";
  seen.fillRect(0, 0, SIZE, SIZE);
  seen.imageSmoothingQuality = "high";
  seen.drawImage(drawing, left, top, width, height, (SIZE - w) / 2, (SIZE - h) / 2, w, h);
  const { data } = seen.getImageData(0, 0, SIZE, SIZE);
  return Float32Array.from({ length: SIZE * SIZE }, (_, i) => data[4 * i] / 255);
}

const model = await load();

/** Read the digit, and show how likely each is. */
async function read() {
  const box = bounds();
  if (!box) return;
  const started = performance.now();
  const { prob } = await model.run({ data: shrunk(box) });
  const time = performance.now() - started;
  meters.forEach((meter, digit) => (meter.value = prob[digit]));
  const best = prob.indexOf(Math.max(...prob));
  status.textContent = `${best}, in ${time.toFixed(1)} ms`;
}

function clear() {
  ink.fillStyle = "black";
  ink.fillRect(0, 0, drawing.width, drawing.height);
  meters.forEach((meter) => (meter.value = 0));
  status.textContent = "Ready";
}

drawing.addEventListener("pointerdown", (event) => {
  drawing.setPointerCapture(event.pointerId);
  [ink.lineWidth, ink.lineCap, ink.strokeStyle] = [30, "round", "white"];
  ink.beginPath();
  ink.moveTo(event.offsetX, event.offsetY);
});
drawing.addEventListener("pointermove", (event) => {
  if (!drawing.hasPointerCapture(event.pointerId)) return;
  ink.lineTo(event.offsetX, event.offsetY);
  ink.stroke();
});
drawing.addEventListener("pointerup", read);
document.querySelector("#clear").addEventListener("click", clear);
clear();
