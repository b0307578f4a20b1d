// Several reports beside each other: what each run takes, and where two of them differ, layer by layer.

const { runs, rows } = facts;
const pair = [0, runs.length - 1];  // The runs that are compared.
const rowOf = new Map(rows.map((row, place) => [row.layer, place]));
rows.forEach((row, place) => { row.place = place; row.name = row.layer; });
const timed = runs.every(run => run.us !== null);
const has = cell => cell !== null && cell.kernels.length > 0;
const costIn = cell => has(cell) ? timed ? cell.us : cell.flops : null;
const costOf = (row, run) => costIn(row.cells[run]);
const costText = value => value === null ? "" : timed ? duration(value) : `${amount(value)}FLOP`;
const runCost = run => timed ? run.us : run.flops;
const NOISE = 0.03;
const ratioOf = (before, after) => before && after ? after / before : null;
const changeText = ratio => ratio === null ? "" : Math.abs(ratio - 1) < 0.005 ? "=" : `${ratio > 1 ? "+" : "−"}${percent(Math.abs(ratio - 1))}`;
const changeOf = ratio => h("span", { class: ratio === null || Math.abs(ratio - 1) < NOISE ? "soft" : ratio > 1 ? "missed" : "made" }, changeText(ratio));
const kernelsIn = cell => cell === null ? "not in it" : has(cell) ? [...new Set(cell.kernels)].join(", ") : "none";
const errorIn = cell => cell?.error ? errorOf(cell.error) : null;
const bothOf = (row, value) => pair.map(run => value(row.cells[run]));
const differs = (row, value) => { const [one, other] = bothOf(row, value); return one !== other; };
const colourOfRun = place => hueOf(place);

function layerTable() {
  const [first, last] = pair;
  const difference = row => (costOf(row, last) ?? 0) - (costOf(row, first) ?? 0);
  const shown = rows.filter(row => row.cells.some(has));
  const kernels = row => [...new Set(bothOf(row, kernelsIn))].join(" → ");
  const largest = Math.max(...shown.map(row => Math.abs(difference(row))), 1e-9);
  const columns = [
    ["layer", row => row.layer, row => [row.layer, " ", h("span", { class: "soft" }, row.type)]],
    ["kernels", kernels, row => h("span", { class: kernels(row).includes("→") ? "" : "soft" }, kernels(row))],
    ...runs.map((run, i) => [run.file, row => costOf(row, i) ?? -1, row => costText(costOf(row, i)), true]),
    ["change", row => ratioOf(costOf(row, first), costOf(row, last)) ?? 0, row => changeOf(ratioOf(costOf(row, first), costOf(row, last))), true],
    ["difference", row => Math.abs(difference(row)), row => {
      const value = difference(row);
      return [value ? `${value > 0 ? "+" : "−"}${costText(Math.abs(value))} ` : "", h("span", { class: "bar", style: `width:${Math.abs(value) / largest * 90}px;background:var(${value > 0 ? "--bad" : "--good"})` })];
    }],
  ];
  const order = columns.length - 1;
  if (runs.length > 2) columns.push(["history", difference, row => sparkline(row)]);
  return h("div", { class: "pad compared" }, table(columns, shown, { sorted: order }));
}

function comparedPanel() {
  if (state.selected < 0) return sumsPanel();
  const row = rows[state.selected], cells = pair.map(run => row.cells[run]);
  const line = (title, text, differing = differs(row, text)) => {
    const texts = cells.map(text);
    return texts.some(Boolean) && h("tr", null, h("td", { class: "soft" }, title), texts.map(one => h("td", { class: differing && "own" }, one)));
  };
  const ifHas = text => cell => has(cell) ? text(cell) : "";
  return [
    h("h2", null, row.layer), h("div", { class: "soft" }, row.type),
    section("Both", h("table", { class: "both" }, h("tr", null, h("th"), pair.map(run => h("th", null, runs[run].file))),
      line("kernels", kernelsIn),
      line("time", ifHas(cell => cell.us === null ? "" : duration(cell.us)), Math.abs((ratioOf(...bothOf(row, cell => costIn(cell))) ?? 1) - 1) >= NOISE),
      line("under its roof", ifHas(cell => cell.roof ? `${digits(cell.gflops)} of ${digits(cell.roof)} GFLOP/s` : ""), false),
      line("arithmetic", ifHas(cell => `${amount(cell.flops)}FLOP`)), line("bytes moved", ifHas(cell => bytes(cell.bytes))), line("weights", ifHas(cell => bytes(cell.weights))),
      line("error", cell => errorIn(cell) === null ? "" : errorIn(cell).toExponential(1)), line("became", cell => cell?.outcome ?? "", false))),
    section("Algorithms", algorithmTable(cells)),
    section(timed ? "Time of all runs" : "Arithmetic of all runs", runs.length > 2 && layerHistory(row)),
  ];
}

function algorithmTable(cells) {
  // What each candidate was estimated or measured at in both runs; the chosen one is bold.
  const found = cells.map(cell => new Map((cell?.algorithms ?? []).flatMap(([, , ...known]) => [...known.join(", ").matchAll(/(\w+) ([\d.,]+ (?:cycles|ms))/g)].map(([, name, value]) => [name, value]))));
  const names = [...new Set(found.flatMap(one => [...one.keys()]))];
  const chosen = cells.map(cell => (cell?.algorithms ?? []).map(([name]) => name));
  return names.length > 0 && h("table", { class: "both" }, names.map(name => h("tr", null, h("td", null, name),
    found.map((one, side) => h("td", { class: `number ${chosen[side].includes(name) ? "own" : ""}` }, one.get(name) ?? "")))),
    h("tr", null, h("td", { class: "soft" }, "because"), cells.map(cell => h("td", { class: "soft" }, (cell?.algorithms ?? []).map(([, reason]) => h("div", null, reason))))));
}

function sumsPanel() {
  const [first, last] = pair;
  const changed = rows.map(row => [row, (costOf(row, last) ?? 0) - (costOf(row, first) ?? 0)]).filter(([, value]) => value).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 14);
  const others = rows.filter(row => differs(row, kernelsIn));
  return [
    h("h2", null, `${runs[first].file} → ${runs[last].file}`),
    h("div", { class: "soft" }, "Click a layer, or press / to search and ? for keys. Both graphs move together."),
    section(`Largest differences of ${timed ? "time" : "arithmetic"}`, changed.length > 0 && h("table", null, changed.map(([row, value]) => h("tr", null, h("td", null, link(row.layer, () => select(row.place))), h("td", { class: `number ${value > 0 ? "missed" : "made"}` }, `${value > 0 ? "+" : "−"}${costText(Math.abs(value))}`))))),
    section(`${others.length} layers with other kernels`, others.length > 0 && h("table", null, others.slice(0, 14).map(row => h("tr", null, h("td", null, link(row.layer, () => select(row.place))), h("td", { class: "soft" }, bothOf(row, kernelsIn).join(" → ")))))),
  ];
}
