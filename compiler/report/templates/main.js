// Header, tabs, search and keys.

const TABS = { graph: "Graph", kernels: "Kernels", memory: "Memory", threads: "Threads", rewrites: "Rewrites", code: "Code" };
const MAKERS = { kernels: kernelsView, memory: memoryView, threads: threadsView, rewrites: rewritesView };
const main = h("main", { class: "wide" }), aside = h("aside", { "aria-live": "polite" });
const views = {};
const graph = new Graph(), code = new Code();
const tabs = Object.entries(TABS).map(([name, title]) => h("button", { role: "tab", "data-tab": name, onclick: () => showTab(name) }, title));

function showTab(name) {
  state.tab = name;
  tabs.forEach(tab => tab.setAttribute("aria-selected", tab.dataset.tab === name));
  views[name] ??= name === "graph" ? graph.element : name === "code" ? code.element : MAKERS[name]();
  main.replaceChildren(views[name]);
  main.classList.toggle("wide", name === "graph" || name === "code");
  chooser.hidden = name !== "graph";
  if (name === "graph") graph.later();
  if (name === "code") code.show();
}

const chooser = h("label", null, "colour ", h("select", { id: "metric", onchange: event => { state.metric = event.target.value; graph.heat(); panel(); } },
  Object.entries(METRICS).filter(([, metric]) => (isMeasured || !metric.measured) && metric.known !== false).map(([name, metric]) => h("option", { value: name, selected: name === state.metric }, metric.title))));

const box = h("input", { type: "search", id: "search", placeholder: "search layers  /", "aria-label": "search layers", oninput: () => search() });
const results = h("div", { class: "found", hidden: true });
let hits = [], chosen = 0;
function search() {
  state.query = box.value.trim().toLowerCase();
  hits = state.query ? layers.flatMap((_, place) => matches(place, state.query) ? [place] : []) : [];
  chosen = 0;
  showHits();
  graph.later();
}
function showHits() {
  results.hidden = !state.query;
  results.replaceChildren(...hits.slice(0, 60).map((place, number) => h("button", { class: number === chosen && "chosen", onclick: () => take(place) }, h("span", null, layers[place].name), h("span", { class: "soft" }, layers[place].type))),
    h("div", { class: "soft", style: "padding:4px 10px" }, hits.length === 1 ? "1 layer" : `${hits.length} layers`));
}
function take(place) {
  results.hidden = true;
  box.blur();
  select(place);
}
box.addEventListener("keydown", event => {
  if (event.key === "Enter" && hits.length) take(hits[chosen]);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); chosen = Math.min(Math.max(chosen + (event.key === "ArrowDown" ? 1 : -1), 0), Math.min(hits.length, 60) - 1); showHits(); }
  else if (event.key === "Escape") { box.value = ""; search(); box.blur(); }
  event.stopPropagation();
});
document.addEventListener("pointerdown", event => { if (!event.target.closest(".search")) results.hidden = true; });


const KEYS = [["/", "search"], ["↑ ↓", "layer before, layer after"], ["← →", "layer that is read, layer that reads"], ["1 … 6", "views"], ["+ − 0", "zoom in, out, show all"], ["e", "open or close repeated blocks"], ["t", "light or dark"], ["Esc", "select nothing"]];
function showKeys() {
  const close = () => cover.remove();
  const cover = h("div", { class: "keys", onclick: close }, h("div", null, h("h2", null, "Keys"), list(...KEYS.map(([key, text]) => [h("kbd", null, key), text]))));
  document.body.append(cover);
}
const ACTIONS = {
  "/": () => box.focus(), "?": showKeys, t: toggleTheme, e: () => graph.toggleAll(), "+": () => graph.zoom(1.25), "=": () => graph.zoom(1.25), "-": () => graph.zoom(0.8), 0: () => graph.fit(),
  ArrowDown: () => select(Math.min(state.selected + 1, layers.length - 1)), ArrowUp: () => select(Math.max(state.selected - 1, 0)),
  ArrowRight: () => follow(feeds), ArrowLeft: () => follow(reads),
  Escape: () => { document.querySelector(".keys")?.remove(); box.value = ""; search(); select(-1); },
};
function follow(links) {
  const next = state.selected >= 0 && links[state.selected][0];
  if (next) select(next[0]);
}
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, .text")) return;
  const tab = Object.keys(TABS)[Number(event.key) - 1];
  const action = tab ? () => showTab(tab) : ACTIONS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

function panel() {
  aside.replaceChildren(...(state.selected >= 0 ? layerPanel(state.selected) : modelPanel()).flat(9).filter(Boolean));
  aside.scrollTop = 0;
}
document.addEventListener("layer-selected", panel);

const fact = (value, text) => h("span", { class: "fact" }, h("b", null, value), " ", text);
document.body.append(
  h("header", null, h("h1", null, facts.name), fact(facts.target, ""), fact(layers.length, "layers"), fact(steps.length, "kernels"), fact(amount(total.flops), "FLOP"), fact(bytes(facts.memory.weights), "of weights"), fact(bytes(facts.memory.arena), "of arena"), isMeasured && fact(duration(total.us), facts.threads === 1 ? "on one thread" : `on ${facts.threads} threads`)),
  h("nav", { role: "tablist" }, tabs, h("span", { class: "space" }), chooser, h("div", { class: "search" }, box, results), themeButton, h("button", { onclick: showKeys, "aria-label": "keys", title: "keys (?)" }, "?")),
  main, aside, tip);
showTab("graph");
graph.start();
panel();
