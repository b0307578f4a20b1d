// What views ask of the record: layers by name, kernels by layer, and how hot a layer is.

const layers = facts.layers, steps = facts.steps;
const placeOf = new Map(layers.map((layer, place) => [layer.name, place]));
const reads = layers.map(() => []), feeds = layers.map(() => []);
facts.edges.forEach(([source, target, blob]) => { reads[target].push([source, blob]); feeds[source].push([target, blob]); });
const own = layers.map(() => []), shared = layers.map(() => []);
steps.forEach((step, index) => {
  step.index = index;
  step.place = placeOf.get(step.layer) ?? -1;
  for (const name of step.layers) {
    const place = placeOf.get(name);
    if (place !== undefined) (place === step.place ? own : shared)[place].push(step);
  }
});
const isMeasured = steps.some(step => step.us !== undefined);
const total = { us: sum(steps.map(step => step.us ?? 0)), flops: sum(steps.map(step => step.flops)) };

const errorOf = facts => facts.error_alone ?? facts.output_error ?? facts.weight_error ?? 0;
const most = pick => list => Math.max(0, ...list.map(pick));
const METRICS = {
  time: { title: "time", of: list => sum(list.map(step => step.us)), text: us => percent(us / total.us), measured: true },
  roof: {
    title: "share of the roof", measured: true, most: 1,
    of: list => { const us = sum(list.map(step => step.us)); return us && sum(list.map(step => step.roof ? step.us * step.gflops / step.roof : 0)) / us; },
    text: percent,
  },
  arithmetic: { title: "arithmetic", of: list => sum(list.map(step => step.flops)), text: flops => percent(flops / total.flops) },
  error: {
    title: "error of quantization", known: Object.keys(facts.errors).length > 0, text: error => error.toExponential(1),
    of: list => Math.max(0, ...list.map(step => errorOf(facts.errors[step.layer] ?? {}))),
  },
  moved: { title: "bytes moved", of: list => sum(list.map(step => step.bytes)), text: bytes },
  weights: { title: "weights", of: list => sum(list.map(step => step.weights)), text: bytes },
  memory: { title: "memory alive", of: most(step => step.live), text: bytes },
};
const state = { selected: -1, metric: isMeasured ? "time" : "arithmetic", tab: "graph", expanded: new Set(), query: "" };

function select(place, { show = true } = {}) {
  state.selected = place;
  document.dispatchEvent(new CustomEvent("layer-selected", { detail: { show } }));
}
function matches(place, query) {
  const layer = layers[place];
  return [layer.name, layer.type, ...layer.makes, ...own[place].map(step => step.kernel)].some(text => text.toLowerCase().includes(query));
}
function layerLink(name) {
  const place = placeOf.get(name);
  return place === undefined ? name : h("a", { onclick: () => select(place) }, name);
}
const listed = items => items.map((item, place) => [place ? ", " : "", item]);
