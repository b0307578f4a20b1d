// The one model of a report, and what its layers are coloured by.

const model = new Model(facts);
const { layers, steps, placeOf, reads, feeds, own, shared } = model;
const isMeasured = steps.some(step => step.us !== undefined);
const total = { us: sum(steps.map(step => step.us ?? 0)), flops: sum(steps.map(step => step.flops)) };

const most = pick => list => Math.max(0, ...list.map(pick));
const errorMetric = (title, of, names) => ({
  title, known: Object.values(facts.errors).some(error => names.some(name => name in error)),
  text: error => error ? error.toExponential(1) : "0", of: most(step => step.layers.reduce((worst, name) => Math.max(worst, of(facts.errors[name] ?? {})), 0)),
  ofLayers: places => places.reduce((worst, place) => Math.max(worst, of(facts.errors[layers[place].name] ?? {})), 0),
});
const METRICS = {
  time: { title: "time", of: list => sum(list.map(step => step.us)), text: us => percent(us / total.us), measured: true },
  roof: {
    title: "share of the roof", measured: true, most: 1,
    of: list => { const us = sum(list.map(step => step.us)); return us && sum(list.map(step => step.roof ? step.us * step.gflops / step.roof : 0)) / us; },
    text: percent,
  },
  arithmetic: { title: "arithmetic", of: list => sum(list.map(step => step.flops)), text: flops => percent(flops / total.flops) },
  error: errorMetric("error of rounding", errorOf, ["output_error", "weight_error"]),
  alone: errorMetric("error by it alone", facts => facts.error_alone ?? 0, ["error_alone"]),
  moved: { title: "bytes moved", of: list => sum(list.map(step => step.bytes)), text: bytes },
  weights: { title: "weights", of: list => sum(list.map(step => step.weights)), text: bytes },
  memory: { title: "memory alive", of: most(step => step.live), text: bytes },
};
state.metric = isMeasured ? "time" : "arithmetic";

function matches(place, query) {
  const layer = layers[place];
  return [layer.name, layer.type, ...layer.makes, ...own[place].map(step => step.kernel)].some(text => text.toLowerCase().includes(query));
}
function layerLink(name) {
  const place = placeOf.get(name);
  return place === undefined ? name : link(name, () => select(place));
}
const heatLegend = (title, text) => [title, h("i"), text];

function paintByMetric(items) {
  // Colour the nodes of the graph; what the legend says.
  const metric = METRICS[state.metric];
  for (const item of items) item.value = metric.ofLayers?.(item.layers) ?? metric.of(item.layers.flatMap(place => own[place]));
  const top = metric.most ?? items.reduce((most, item) => Math.max(most, item.value), 0);
  for (const item of items) {
    item.heat = top ? Math.min(item.value / top, 1) ** (metric.most ? 1 : 0.6) : 0;
    item.text = item.heat > 0.02 ? metric.text(item.value) : "";
  }
  return heatLegend(metric.title, metric.text(top));
}
