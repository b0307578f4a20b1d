// All runs: their sums, a bar for each with its layers, and the course of each layer.

const MOST_LAYERS = 10;

function totals() {
  const shown = [
    ["target", run => run.target], ["ncnnc", run => run.ncnnc], ["threads", run => run.threads], ["kernels", run => run.kernels],
    ["arithmetic", run => `${amount(run.flops)}FLOP`], ["weights", run => bytes(run.weights)], ["arena", run => bytes(run.arena)],
    ["workspace of a thread", run => bytes(run.workspace)], ["time", run => run.us === null ? "not measured" : duration(run.us)],
  ];
  return h("div", { style: "overflow-x:auto" }, h("table", { class: "runs" },
    h("tr", null, h("th"), runs.map(run => h("th", { class: "number" }, run.file))),
    shown.map(([title, text]) => h("tr", null, h("td", { class: "soft" }, title), runs.map(run => h("td", { class: "number" }, text(run)))))));
}

function barsOfRuns() {
  const top = Math.max(...runs.map(runCost), 1e-9);
  const largest = row => Math.max(...runs.map((_, run) => costOf(row, run) ?? 0));
  const named = [...rows].sort((a, b) => largest(b) - largest(a)).slice(0, MOST_LAYERS).filter(row => largest(row) > 0);
  const step = Math.max(Math.min(180, 1200 / runs.length), 56), width = Math.max(step * runs.length, 120), high = 260, bar = Math.min(step * 0.6, 72);
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${width} ${high + 44}`, role: "img", "aria-label": "the runs, with their layers", style: `width:${width}px;max-width:none` }, s("line", { class: "axis", x1: 0, x2: width, y1: high + 20, y2: high + 20 }));
  runs.forEach((run, i) => {
    const x = step * (i + 0.5);
    let y = high + 20;
    const piece = (value, fill, text, row) => {
      const tall = value / top * high;
      y -= tall;
      if (tall > 0.2) svg.append(tipOn(s("rect", { class: "block", "data-layer": row?.place, x: x - bar / 2, y, width: bar, height: tall, fill, onclick: () => row && select(row.place) }), () => `${text}\n${costText(value)}, ${percent(value / runCost(run))} of ${run.file}`));
    };
    piece(runCost(run) - sum(named.map(row => costOf(row, i) ?? 0)), "var(--line)", "all other layers");
    named.toReversed().forEach((row, k) => piece(costOf(row, i) ?? 0, hueOf(named.length - 1 - k), row.layer, row));
    svg.append(s("text", { x, y: y - 6, "text-anchor": "middle" }, costText(runCost(run))), s("text", { x, y: high + 38, "text-anchor": "middle" }, short(run.file, Math.floor(step / 6.2))));
  });
  markBlocks(svg);
  return [h("div", { style: "overflow-x:auto" }, svg), h("p", { class: "soft keyed" }, named.map((row, k) => h("span", null, h("i", { style: `background:${hueOf(k)}` }), link(row.layer, () => select(row.place)))), h("span", null, h("i", { style: "background:var(--line)" }), "all others"))];
}

function courseOf(row, width, height) {
  // A line through the runs that have the layer; from 0 to the most.
  const values = runs.map((_, run) => costOf(row, run)), top = Math.max(...values.map(value => value ?? 0), 1e-9);
  const X = i => 4 + i * (width - 8) / Math.max(runs.length - 1, 1), Y = value => height - 4 - value / top * (height - 8);
  const known = values.flatMap((value, i) => value === null ? [] : [[X(i), Y(value), value, i]]);
  return { known, path: known.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") };
}
function sparkline(row) {
  const { known, path } = courseOf(row, 90, 20);
  return s("svg", { class: "spark", viewBox: "0 0 90 20", width: 90, height: 20, role: "img", "aria-label": known.map(([, , value]) => costText(value)).join(", ") }, s("path", { d: path }), known.slice(-1).map(([x, y]) => s("circle", { cx: x, cy: y, r: 2.2 })));
}
function layerHistory(row) {
  const width = 340, height = 110, { known, path } = courseOf(row, width, height);
  const dots = known.map(([x, y, value, i]) => tipOn(s("circle", { cx: x, cy: y, r: 4 }), () => `${runs[i].file}\n${costText(value)}`));
  return [s("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, style: "width:100%", role: "img", "aria-label": "the layer in all runs" }, s("line", { class: "axis", x1: 0, x2: width, y1: height - 4, y2: height - 4 }), s("path", { d: path }), dots),
    h("table", null, known.map(([, , value, i]) => h("tr", null, h("td", null, runs[i].file), h("td", { class: "number" }, costText(value)))))];
}
const runsView = () => h("div", { class: "pad" }, totals(), h("h3", null, timed ? "Time of a run, by layer" : "Arithmetic of a run, by layer"), barsOfRuns());
