// IR at three levels beside each other; a line lights those that it comes from and those it becomes.

const GRAPH_LEVELS = { import: "as imported", graph: "graph", scheduled: "scheduled", kernels: "kernels" };
const CODE_LEVELS = { loops: "loops", llvm: "LLVM IR", assembly: "assembly" };
const CODE_ORDER = Object.keys(CODE_LEVELS);
const WITHOUT_CODE = ["import", "scheduled", "kernels"];

class Code {
  constructor() {
    this.sides = ["graph", "loops", "assembly"].map((level, place) => {
      const choose = h("select", { "aria-label": `level ${place + 1}`, onchange: () => { this.sides[place].level = choose.value; this.show(); } });
      const title = h("span", { class: "soft" });
      return { place, level, choose, title, head: h("div", { class: "bar-of" }, choose, title), text: h("div", { class: "text", tabindex: 0 }), elements: [] };
    });
    this.lit = [];
    this.pick = h("select", { class: "picked", "aria-label": "kernel", onchange: () => { this.symbol = this.pick.value; this.show(); } });
    this.sides[1].head.append(this.pick);
    for (const side of this.sides) {
      const lineOf = event => Number(event.target.dataset?.line ?? 0) - 1;
      side.text.addEventListener("pointerover", event => { if (lineOf(event) >= 0) this.light(side, lineOf(event), false); });
      side.text.addEventListener("click", event => { if (lineOf(event) >= 0) this.choose(side, lineOf(event)); });
    }
    this.element = h("div", { class: "code three" }, this.sides.map(side => side.head), this.sides.map(side => side.text));
    document.addEventListener("layer-selected", () => { if (state.tab === "code") this.show(); });
  }

  async show() {
    const all = await texts();
    const found = state.selected >= 0 ? [...own[state.selected], ...shared[state.selected]] : steps;
    const known = found.filter(step => step.function in all.kernels), symbols = [...new Set(known.map(step => step.function))];
    if (!symbols.includes(this.symbol)) this.symbol = symbols[0];
    this.step = known.find(step => step.function === this.symbol);
    this.pick.replaceChildren(...symbols.map(symbol => option(symbol, short(symbol, 60), symbol === this.symbol)));
    this.pick.hidden = symbols.length < 2;
    this.kernel = all.kernels[this.symbol];
    const hasCode = Object.keys(all.kernels).length > 0;
    for (const side of this.sides) {
      const options = { ...GRAPH_LEVELS, ...(hasCode ? CODE_LEVELS : {}) };
      if (!(side.level in options)) side.level = WITHOUT_CODE[side.place];
      side.choose.replaceChildren(...Object.entries(options).map(([level, text]) => option(level, text, level === side.level)));
      this.write(side, all);
    }
  }

  write(side, all) {
    const level = all.levels[side.level], kernel = all.kernels[this.symbol], name = layers[state.selected]?.name;
    const text = level ? level.text : kernel?.[side.level] ?? [];
    side.owners = level ? level.owner.map(number => level.owners[number]) : null;
    side.title.textContent = level || (side.place === 1 && !this.pick.hidden) ? "" : kernel ? this.symbol : "no kernel computes this layer";
    side.kernel = kernel;
    if (side.lines !== text) {
      side.lines = text;
      side.elements = text.map((line, i) => h("div", { "data-line": i + 1 }, line || " "));
      side.text.replaceChildren(...side.elements);
      side.text.scrollTop = 0;
    }
    if (!side.owners) return;
    side.elements.forEach((element, i) => element.classList.toggle("own", name !== undefined && side.owners[i].includes(name)));
    this.scrollTo(side, side.elements.findIndex(element => element.classList.contains("own")));
  }

  scrollTo(side, line) {
    const element = side.elements[line], { offsetTop, clientHeight, scrollTop } = side.text;
    if (!element) return;
    const at = element.offsetTop - offsetTop;
    if (at < scrollTop + 20 || at > scrollTop + clientHeight - 40) side.text.scrollTop = Math.max(at - clientHeight / 3, 0);
  }

  async choose(side, line) {
    // A line of the graph chooses the layer that it is from, whose kernel the code is then.
    const places = side.owners?.[line].map(name => placeOf.get(name)).filter(place => place !== undefined) ?? [];
    const place = places.find(one => own[one].length) ?? places[0];
    if (place !== undefined && this.sides.some(one => !one.owners)) {
      select(place);
      await this.show();
    }
    this.light(side, line, true);
  }

  light(side, line, scroll) {
    this.lit.forEach(element => element.classList.remove("lit", "from"));
    this.lit = [side.elements[line]];
    side.elements[line].classList.add("lit");
    for (const other of this.sides) {
      if (other === side) continue;
      const [found, whole] = this.linked(side, other, line);
      for (const i of found) if (other.elements[i]) { other.elements[i].classList.add(whole ? "from" : "lit"); this.lit.push(other.elements[i]); }
      if (scroll && found.length && !whole) this.scrollTo(other, found[0]);
    }
  }

  // Lines of another side that a line comes from or becomes; and whether they cannot be told apart from those of other layers.
  linked(side, other, line) {
    if (side.owners && other.owners) return [linesOf(other, side.owners[line]), false];
    if (other.owners) return [linesOf(other, this.layersOf(side, line)), false];
    return side.owners ? this.codeOf(side.owners[line], other) : [traced(side.kernel, side.level, other.level, [line]), false];
  }

  fused() {
    // Of each line of loops the layer that was fused into the kernel and that it is from; null for all others. Equal kernels are
    // one function, whose lines say the layers of one call: those of the others stand at the same places.
    const { owner, owners } = this.kernel, calls = steps.filter(step => step.function === this.symbol), mine = this.step.layers;
    const names = owners.map(known => {
      const call = calls.find(step => known.length && known.every(name => step.layers.includes(name)));
      if (!call || known.length === call.layers.length || call.layers.length !== mine.length) return null;
      return known.map(name => mine[call.layers.indexOf(name)]);
    });
    return owner.map(number => names[number]);
  }

  layersOf(side, line) {
    if (!this.step) return [];
    const fused = this.fused(), found = traced(this.kernel, side.level, "loops", [line]).map(i => fused[i]);
    return found.length && found.every(Boolean) ? found.flat() : this.step.layers;
  }

  codeOf(names, other) {
    if (!this.step?.layers.some(name => names.includes(name))) return [[], true];
    const fused = this.fused(), isTheirs = known => known.some(name => names.includes(name));
    const pick = keep => traced(this.kernel, "loops", other.level, fused.flatMap((known, i) => known && keep(known) ? [i] : []));
    const own = pick(isTheirs);
    if (own.length) return [own, false];
    const others = new Set(pick(known => !isTheirs(known)));
    return [[...other.lines.keys()].filter(i => !others.has(i)), true];
  }
}

const linesOf = (side, names) => side.lines.flatMap((_, i) => side.owners[i].some(name => names.includes(name)) ? [i] : []);
function traced(kernel, before, after, lines) {
  const from = CODE_ORDER.indexOf(before), to = CODE_ORDER.indexOf(after);
  let found = new Set(lines);
  for (let at = from; at < to; at++) {
    const origins = kernel[at === 0 ? "from_loops" : "from_llvm"];
    found = new Set(origins.flatMap((origin, i) => found.has(origin) ? [i] : []));
  }
  for (let at = from; at > to; at--) {
    const origins = kernel[at === 1 ? "from_loops" : "from_llvm"];
    found = new Set([...found].map(i => origins[i]).filter(i => i >= 0));
  }
  return [...found].sort((a, b) => a - b);
}
