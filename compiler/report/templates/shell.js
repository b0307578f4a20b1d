// What pages of layers share: selection, tabs, search, keys, and the panel beside the view.

const state = { selected: -1, tab: "", query: "" };

function select(place, { show = true } = {}) {
  state.selected = place;
  document.dispatchEvent(new CustomEvent("layer-selected", { detail: { show } }));
}
const link = (text, action) => h("a", { role: "link", tabindex: 0, onclick: action, onkeydown: event => event.key === "Enter" && action() }, text);
const section = (title, ...children) => children.flat(9).some(Boolean) ? [h("h3", null, title), ...children] : [];
function list(...pairs) {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== "" && value !== null && value !== false && !(Array.isArray(value) && !value.some(Boolean)));
  return shown.length ? h("dl", null, shown.map(([term, value]) => [h("dt", null, term), h("dd", null, value)])) : null;
}
const lines = (texts, most = 10) => [...texts.slice(0, most).map(text => h("div", null, text)), texts.length > most && h("details", null, h("summary", { class: "soft" }, `${texts.length - most} more`), texts.slice(most).map(text => h("div", null, text)))];
const fact = (value, text) => h("span", { class: "fact" }, h("b", null, value), " ", text);
const option = (value, text, selected) => h("option", { value, selected }, text);

const MOST_HITS = 60, PAPER = 1.12;  // A page is that much taller than wide, below the header.
const main = h("main"), aside = h("aside", { "aria-live": "polite" });
let showTab;

function openShell({ head, tabs, tools, layers, matches, graphs, panel, keys, actions }) {
  // `tabs` are [name, title, maker of its view, called when it is shown, whether it has tools]; `layers` have names and types.
  const views = {};
  const buttons = tabs.map(([name, title]) => h("button", { role: "tab", "data-tab": name, onclick: () => showTab(name) }, title));
  showTab = name => {
    const [, , make, shown, wide] = tabs.find(tab => tab[0] === name);
    state.tab = name;
    buttons.forEach(button => button.setAttribute("aria-selected", button.dataset.tab === name));
    views[name] ??= make();
    main.replaceChildren(views[name]);
    main.classList.toggle("wide", Boolean(wide));
    tools.hidden = name !== tabs[0][0];
    shown?.();
  };
  const box = h("input", { type: "search", id: "search", placeholder: "search layers  /", "aria-label": "search layers", oninput: () => search() });
  const results = h("div", { class: "found", hidden: true });
  let hits = [], chosen = 0;
  const search = () => {
    state.query = box.value.trim().toLowerCase();
    hits = state.query ? layers.flatMap((_, place) => matches(place, state.query) ? [place] : []) : [];
    chosen = 0;
    showHits();
    graphs.forEach(graph => graph.later());
  };
  const showHits = () => {
    results.hidden = !state.query;
    results.replaceChildren(...hits.slice(0, MOST_HITS).map((place, number) => h("button", { class: number === chosen && "chosen", onclick: () => take(place) }, h("span", null, layers[place].name), h("span", { class: "soft" }, layers[place].type))),
      h("div", { class: "soft", style: "padding:4px 10px" }, hits.length === 1 ? "1 layer" : `${hits.length} layers`));
    results.children[chosen].scrollIntoView({ block: "nearest" });
  };
  const take = place => { results.hidden = true; box.blur(); select(place); };
  const clear = () => { box.value = ""; search(); box.blur(); };
  const onKey = {
    Enter: () => hits.length && take(hits[chosen]), Escape: clear,
    ArrowDown: () => { chosen = Math.max(Math.min(chosen + 1, hits.length - 1, MOST_HITS - 1), 0); showHits(); },
    ArrowUp: () => { chosen = Math.max(chosen - 1, 0); showHits(); },
  };
  box.addEventListener("keydown", event => { event.stopPropagation(); if (event.key in onKey) { event.preventDefault(); onKey[event.key](); } });
  box.addEventListener("focus", () => { results.hidden = !state.query; });
  document.addEventListener("pointerdown", event => { if (!event.target.closest(".search")) results.hidden = true; });

  const known = [["/", "search"], ["↑ ↓", "layer before, layer after"], ...keys, [`1 … ${tabs.length}`, "views"], ["+ − 0", "zoom in, out, show all"], ["e", "open or close repeated blocks"], ["t", "light or dark"], ["Esc", "select nothing"]];
  const showKeys = () => {
    const cover = h("div", { class: "keys", onclick: () => cover.remove() }, h("div", { role: "dialog", "aria-label": "keys" }, h("h2", null, "Keys"), list(...known.map(([key, text]) => [h("kbd", null, key), text]))));
    document.body.append(cover);
  };
  const zoom = factor => graphs[0].zoom(factor);
  const byKey = {
    "/": () => box.focus(), "?": showKeys, t: toggleTheme, e: () => graphs.forEach(graph => graph.toggleAll()),
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: () => graphs.forEach(graph => graph.fit()),
    ArrowDown: () => select(Math.min(state.selected + 1, layers.length - 1)), ArrowUp: () => select(Math.max(state.selected - 1, 0)),
    Escape: () => { document.querySelector(".keys")?.remove(); clear(); select(-1); }, ...actions,
  };
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, .text")) return;
    const tab = tabs[Number(event.key) - 1];
    const action = tab ? () => showTab(tab[0]) : byKey[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  const showPanel = () => {
    aside.replaceChildren(...panel().flat(9).filter(Boolean));
    aside.scrollTop = 0;
  };
  document.addEventListener("layer-selected", showPanel);
  addEventListener("beforeprint", () => {
    if (state.tab !== tabs[0][0]) return;
    const pages = graphs.map(graph => graph.pages(PAPER * graphs.length));
    const sheets = Array.from({ length: Math.max(...pages.map(list => list.length)) }, (_, k) => h("div", { class: "sheet" }, pages.map(list => list[k] ?? h("span"))));
    main.append(h("div", { class: "printed" }, sheets));
  });
  addEventListener("afterprint", () => main.querySelector(".printed")?.remove());
  document.body.append(
    h("header", null, head),
    h("nav", { role: "tablist" }, buttons, h("span", { class: "space" }), tools, h("div", { class: "search" }, box, results), themeButton, h("button", { onclick: showKeys, "aria-label": "keys", title: "keys (?)" }, "?")),
    main, aside, tip);
  showTab(tabs[0][0]);
  graphs.forEach(graph => graph.start());
  showPanel();
  return showPanel;
}
