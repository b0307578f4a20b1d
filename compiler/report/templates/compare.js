// Several reports beside each other: what each run takes, and where they differ, layer by layer.

const runs = facts.runs, COLOURS = ["var(--edge)", "var(--accent)", "var(--hot)", "var(--good)"];
const colour = place => COLOURS[runs.length === 2 ? place * 2 : Math.min(place, 3)];
const timed = runs.every(run => run.us !== null);
const cost = cell => cell === null ? null : timed ? cell.us : cell.flops;
const costText = value => value === null ? "" : timed ? duration(value) : `${amount(value)}FLOP`;
const changeText = ratio => ratio === null ? "" : Math.abs(ratio - 1) < 0.005 ? "=" : `${ratio > 1 ? "+" : "−"}${percent(Math.abs(ratio - 1))}`;
const ratioOf = (before, after) => before && after ? after / before : null;
const changeOf = ratio => h("span", { class: ratio === null || Math.abs(ratio - 1) < 0.03 ? "soft" : ratio > 1 ? "missed" : "made" }, changeText(ratio));

function totals() {
  const rows = [
    ["target", run => run.target], ["ncnnc", run => run.ncnnc], ["threads", run => run.threads], ["kernels", run => run.kernels],
    ["arithmetic", run => `${amount(run.flops)}FLOP`], ["weights", run => bytes(run.weights)], ["arena", run => bytes(run.arena)],
    ["workspace of a thread", run => bytes(run.workspace)], ["time", run => run.us === null ? "not measured" : duration(run.us)],
  ];
  return h("table", { class: "runs" },
    h("tr", null, h("th"), runs.map((run, place) => h("th", { class: "number" }, h("span", { style: `color:${colour(place)}` }, "■ "), run.file))),
    rows.map(([title, text]) => h("tr", null, h("td", { class: "soft" }, title), runs.map(run => h("td", { class: "number" }, text(run))))));
}

function historyChart() {
  const values = runs.map(run => timed ? run.us : run.flops), top = Math.max(...values, 1e-9);
  const step = Math.min(180, 1200 / runs.length), width = step * runs.length, high = 110, bar = Math.min(step * 0.5, 64);
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${high + 40}`, role: "img", "aria-label": "the runs", style: `max-width:${width}px` },
    s("line", { class: "axis", x1: 0, x2: width, y1: high + 16, y2: high + 16 }),
    values.map((value, i) => {
      const x = step * (i + 0.5), tall = value / top * high;
      return [s("rect", { x: x - bar / 2, y: 16 + high - tall, width: bar, height: tall, fill: colour(i), rx: 3 }),
        s("text", { x, y: 10 + high - tall, "text-anchor": "middle" }, costText(value)), s("text", { x, y: high + 34, "text-anchor": "middle" }, short(runs[i].file, 28))];
    }));
}

function layerTable() {
  const first = row => cost(row.cells[0]), last = row => cost(row.cells.at(-1));
  const difference = row => (last(row) ?? 0) - (first(row) ?? 0);
  const kernels = row => [...new Set(row.cells.map(cell => cell?.kernels ?? "none"))].join(" → ");
  const largest = Math.max(...facts.rows.map(row => Math.abs(difference(row))), 1e-9);
  const columns = [
    ["layer", row => row.layer, row => [row.layer, " ", h("span", { class: "soft" }, row.type)]],
    ["kernels", kernels, row => h("span", { class: kernels(row).includes("→") ? "" : "soft" }, kernels(row))],
    ...runs.map((run, i) => [run.file, row => cost(row.cells[i]) ?? -1, row => costText(cost(row.cells[i])), true]),
    ["change", row => ratioOf(first(row), last(row)) ?? 0, row => changeOf(ratioOf(first(row), last(row))), true],
    ["difference", row => Math.abs(difference(row)), row => {
      const value = difference(row);
      return [value ? `${value > 0 ? "+" : "−"}${costText(Math.abs(value))} ` : "", h("span", { class: "bar", style: `width:${Math.abs(value) / largest * 90}px;background:var(${value > 0 ? "--bad" : "--good"})` })];
    }],
  ];
  return table(columns, facts.rows, { sorted: columns.length - 1 });
}

const both = runs.length > 1 ? ratioOf(cost({ us: runs[0].us, flops: runs[0].flops }), cost({ us: runs.at(-1).us, flops: runs.at(-1).flops })) : null;
document.body.append(
  h("header", null, h("h1", null, facts.name), both !== null && h("span", { class: "fact" }, changeOf(both), ` ${timed ? "time" : "arithmetic"} from the first to the last`), h("span", { style: "flex:1" }), themeButton),
  h("main", { class: "pad" }, totals(), h("h3", null, timed ? "Time of a run" : "Arithmetic of a run"), historyChart(), h("h3", null, "Layers, the largest difference first"), layerTable()));
onlyThemeKey();
