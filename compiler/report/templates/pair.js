// Two graphs side by side, which move together; layers that differ are coloured. And the page around them.

const DIFFERENCES = {
  cost: { title: timed ? "time" : "arithmetic", of: costIn, text: costText },
  kernels: { title: "algorithm", of: kernelsIn },
  error: { title: "error of rounding", of: errorIn, text: value => value === null ? "" : value.toExponential(1) },
};
state.difference = "cost";
const known = Object.entries(DIFFERENCES).filter(([name]) => name !== "error" || rows.some(row => row.cells.some(cell => errorIn(cell) !== null)));
const models = facts.graphs.map(graph => new Model(graph));
const modelOf = side => models[runs[pair[side]].graph];

function paintSide(side, items) {
  const metric = DIFFERENCES[state.difference], model = modelOf(side), other = modelOf(1 - side);
  const rowsOf = item => item.layers.map(place => rows[rowOf.get(model.layers[place].name)]);
  for (const item of items) {
    const own = rowsOf(item);
    item.merged = item.part === undefined && !has(own[0].cells[pair[side]]);
    item.lonely = own.every(row => !other.placeOf.has(row.layer));
    Object.assign(item, metric.text ? measured(own, metric, side) : chosenKernels(own, side, item));
    if (item.lonely) Object.assign(item, { text: "only here", tone: "accent", heat: 0.6 });
  }
  if (!metric.text) return [h("i", { class: "flat" }), "other kernels"];
  const top = Math.max(...items.map(item => item.lonely ? 0 : Math.abs(item.difference)), 1e-30);
  for (const item of items) if (!item.lonely) item.heat = item.isNoise ? 0 : (Math.abs(item.difference) / top) ** 0.6;
  return [`${metric.title}, from left to right`, h("i", { class: "good" }), "less", h("i", { class: "bad" }), "more"];
}

function measured(own, metric, side) {
  const most = metric === DIFFERENCES.error;
  const gather = run => { const values = own.map(row => metric.of(row.cells[run])).filter(value => value !== null); return values.length ? most ? Math.max(...values) : sum(values) : null; };
  const [before, after] = pair.map(gather), ratio = ratioOf(before, after), difference = (after ?? 0) - (before ?? 0);
  return { difference, isNoise: ratio !== null && Math.abs(ratio - 1) < NOISE, tone: difference > 0 ? "bad" : "good", text: changeText(ratio), corner: metric.text(side ? after : before) };
}

function chosenKernels(own, side, item) {
  const count = own.filter(row => differs(row, kernelsIn)).length;
  const name = item.merged ? "" : kernelsIn(own[0].cells[pair[side]]).replace(/^convolution /, "");
  return { heat: count ? 0.7 : 0, tone: "accent", text: item.part !== undefined && count ? `${count} differ` : "", corner: item.part === undefined ? short(name, 18) : "open" };
}

const graphs = [0, 1].map(side => new Graph(modelOf(side), {
  paint: items => paintSide(side, items), matches: matchesRow, moved: () => follow(side), opened: place => openSame(side, place), toggle: () => graphs.forEach(graph => graph.toggleAll()),
  local: place => modelOf(side).placeOf.get(rows[place].layer), global: place => rowOf.get(modelOf(side).layers[place].name),
}));

function matchesRow(place, query) {
  const row = rows[place];
  return [row.layer, row.type, ...row.cells.flatMap(cell => cell?.kernels ?? [])].some(text => text.toLowerCase().includes(query));
}
const partner = (side, place) => modelOf(1 - side).placeOf.get(modelOf(side).layers[place].name);
function openSame(side, place) {
  const other = graphs[1 - side], same = partner(side, place);
  if (same !== undefined && other.isClosed(other.partOf[same])) other.open(other.partOf[same], false);
}
function follow(side) {
  // Keep the layer in the middle of one graph beside itself in the other.
  const graph = graphs[side], other = graphs[1 - side], { x, y, scale } = graph.view;
  const middle = graph.nearest(place => partner(side, place) !== undefined);
  const [from, to] = middle === null ? [{ x: 0, row: 0 }, { x: 0, row: 0 }] : [graph.at[middle], other.at[partner(side, middle)]];
  other.view = { scale, x: x + (from.x - to.x) * (NODE.width + NODE.gap) * scale, y: y + (from.row - to.row) * NODE.row * scale };
  other.later();
}

const choosers = pair.map((_, side) => h("select", { "aria-label": side ? "right run" : "left run", onchange: event => {
  pair[side] = Number(event.target.value);
  graphs[side].show(modelOf(side));
  graphs[1 - side].heat();
  follow(1 - side);
  showPanel();
} }, runs.map((run, i) => option(i, run.file, i === pair[side]))));
const heads = pair.map((_, side) => h("div", { class: "bar-of" }, choosers[side]));
const graphsView = () => h("div", { class: "code pair" }, heads, graphs.map(graph => h("div", { class: "side" }, graph.element)));
const difference = h("label", null, "colour ", h("select", { id: "difference", onchange: event => { state.difference = event.target.value; graphs.forEach(graph => graph.heat()); } }, known.map(([name, { title }]) => option(name, title))));

const ends = ratioOf(runCost(runs[0]), runCost(runs.at(-1)));
const showPanel = openShell({
  head: [h("h1", null, facts.name), fact(runs.length, "runs"), fact(rows.length, "layers"), h("span", { class: "fact" }, changeOf(ends), ` ${timed ? "time" : "arithmetic"} from the first to the last`)],
  tabs: [["graphs", "Graphs", graphsView, () => graphs.forEach(graph => graph.later()), true], ["layers", "Layers", layerTable], ["runs", "Runs", runsView]],
  tools: difference, layers: rows, matches: matchesRow, graphs, panel: comparedPanel, keys: [],
  actions: {},
});
follow(0);
