"use strict";
// Elements, numbers for people, and what all views share. Text is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(9).filter(child => child != null && child !== false));
  return element;
}
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

function bytes(count) {
  for (const unit of ["B", "KiB", "MiB"]) {
    if (count < 1024) return `${unit === "B" ? count : count.toFixed(1)} ${unit}`;
    count /= 1024;
  }
  return `${count.toFixed(1)} GiB`;
}
function amount(count) {
  for (const unit of ["", "k", "M", "G"]) {
    if (count < 1000) return `${unit ? count.toPrecision(3) : count} ${unit}`;
    count /= 1000;
  }
  return `${count.toPrecision(3)} T`;
}
const duration = us => us === 0 ? "0" : us >= 1000 ? `${(us / 1000).toPrecision(3)} ms` : `${us.toPrecision(3)} µs`;
const digits = number => number >= 1000 ? Math.round(number).toString() : number.toPrecision(3);
const percent = part => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
const sum = numbers => numbers.reduce((total, one) => total + one, 0);
const short = (text, most) => text.length > most ? `${text.slice(0, most - 1)}…` : text;

const facts = JSON.parse(document.getElementById("facts").textContent);
// Looked up by names of blobs and layers, which may be those of methods of objects.
for (const table of [facts.shapes, facts.errors, ...(facts.graphs ?? []).map(graph => graph.shapes)]) if (table) Object.setPrototypeOf(table, null);

async function readTexts() {
  const packed = Uint8Array.from(atob(document.getElementById("texts").textContent), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}
let reading;
const texts = () => reading ??= readTexts();

const HUES = [212, 28, 150, 330, 60, 265, 185, 0, 100, 300];
const hueOf = number => `hsl(${HUES[number % HUES.length]} 45% 58%)`;

const tip = h("div", { class: "tip", hidden: true });
function tipOn(element, text) {
  element.addEventListener("pointermove", event => {
    tip.textContent = text();
    tip.hidden = false;
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
  });
  element.addEventListener("pointerleave", () => { tip.hidden = true; });
  return element;
}

function table(columns, rows, { sorted } = {}) {
  // Columns are [title, value of a row, text of a row or element, is a number].
  const body = h("tbody");
  let order = sorted ?? null, down = true;
  const show = () => {
    const shown = [...rows];
    if (order !== null) {
      const value = columns[order][1];
      const sign = down ? -1 : 1;
      shown.sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    }
    body.replaceChildren(...shown.map(row => {
      const cells = columns.map(([, value, text, number]) => h("td", { class: number && "number" }, (text ?? value)(row) ?? ""));
      const layer = row.place ?? -1;
      return h("tr", layer >= 0 && { "data-layer": layer, tabindex: 0, onclick: () => select(layer), onkeydown: event => event.key === "Enter" && select(layer) }, cells);
    }));
    mark();
  };
  const head = columns.map(([title, , , number], place) => h("th", { class: number && "number" },
    h("button", { onclick: () => { down = order === place ? !down : Boolean(number); order = place; show(); } }, title)));
  const mark = () => body.querySelectorAll("tr[data-layer]").forEach(row => row.classList.toggle("selected", +row.dataset.layer === state.selected));
  document.addEventListener("layer-selected", mark);
  show();
  return h("table", null, h("thead", null, h("tr", null, head)), body);
}

function markBlocks(svg) {
  // The blocks of a chart that are of the selected layer.
  const mark = () => svg.querySelectorAll("[data-layer]").forEach(block => block.classList.toggle("selected", +block.dataset.layer === state.selected));
  document.addEventListener("layer-selected", mark);
  mark();
}

function toggleTheme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}
const themeButton = h("button", { onclick: toggleTheme, "aria-label": "light or dark", title: "light or dark (t)" }, "◐");
function onlyThemeKey() {
  document.body.classList.add("plain");
  addEventListener("keydown", event => { if (event.key === "t" && !event.ctrlKey && !event.metaKey) toggleTheme(); });
}
