// The page of one model.

const graph = new Graph(model, { paint: paintByMetric, matches, open: () => showTab("code") }), code = new Code();
const chooser = h("label", null, "colour ", h("select", { id: "metric", onchange: event => { state.metric = event.target.value; graph.heat(); showPanel(); } },
  Object.entries(METRICS).filter(([, metric]) => (isMeasured || !metric.measured) && metric.known !== false).map(([name, metric]) => option(name, metric.title, name === state.metric))));

function follow(links) {
  const next = state.selected >= 0 && links[state.selected][0];
  if (next) select(next[0]);
}
const showPanel = openShell({
  head: [h("h1", null, facts.name), fact(facts.target, ""), fact(layers.length, "layers"), fact(steps.length, "kernels"), fact(amount(total.flops), "FLOP"), fact(bytes(facts.memory.weights), "of weights"), fact(bytes(facts.memory.arena), "of arena"), isMeasured && fact(duration(total.us), facts.threads === 1 ? "on one thread" : `on ${facts.threads} threads`)],
  tabs: [
    ["graph", "Graph", () => graph.element, () => graph.later(), true], ["kernels", "Kernels", kernelsView], ["memory", "Memory", memoryView],
    ["threads", "Threads", threadsView], ["rewrites", "Rewrites", rewritesView], ["code", "Code", () => code.element, () => code.show(), true]],
  tools: chooser, layers, matches, graphs: [graph],
  panel: () => state.selected >= 0 ? layerPanel(state.selected) : modelPanel(),
  keys: [["← →", "layer that is read, layer that reads"]],
  actions: { ArrowRight: () => follow(feeds), ArrowLeft: () => follow(reads) },
});
