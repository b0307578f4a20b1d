// IR at two levels beside each other; a line lights those that it comes from and those it becomes.

const GRAPH_LEVELS = { import: "as imported", graph: "graph", scheduled: "scheduled", kernels: "kernels" };
const CODE_LEVELS = { loops: "loops", llvm: "LLVM IR", assembly: "assembly" };
const CODE_ORDER = Object.keys(CODE_LEVELS);

class Code {
  constructor() {
    this.sides = ["loops", "assembly"].map((level, side) => {
      const choose = h("select", { "aria-label": side ? "right level" : "left level", onchange: () => { this.sides[side].level = choose.value; this.show(); } });
      const title = h("span", { class: "soft" });
      return { level, choose, title, head: h("div", { class: "bar-of" }, choose, title), text: h("div", { class: "text", tabindex: 0 }) };
    });
    this.pick = h("select", { "aria-label": "kernel", onchange: () => { this.symbol = this.pick.value; this.show(); } });
    this.sides[0].head.append(this.pick);
    for (const side of this.sides) {
      const lineOf = event => Number(event.target.dataset?.line ?? 0) - 1;
      side.text.addEventListener("pointerover", event => { if (lineOf(event) >= 0) this.light(side, lineOf(event), false); });
      side.text.addEventListener("click", event => { if (lineOf(event) >= 0) this.choose(side, lineOf(event)); });
    }
    this.element = h("div", { class: "code" }, this.sides.map(side => side.head), this.sides.map(side => side.text));
    document.addEventListener("layer-selected", () => { if (state.tab === "code") this.show(); });
  }

  async show() {
    const all = await texts();
    const place = state.selected, name = place >= 0 ? layers[place].name : null;
    const found = place >= 0 ? [...own[place], ...shared[place]] : steps;
    const symbols = [...new Set(found.map(step => step.function))].filter(symbol => symbol in all.kernels);
    if (!symbols.includes(this.symbol)) this.symbol = symbols[0];
    this.pick.replaceChildren(...symbols.map(symbol => h("option", { value: symbol, selected: symbol === this.symbol }, short(symbol, 60))));
    this.pick.hidden = symbols.length < 2;
    const kernel = all.kernels[this.symbol];
    for (const side of this.sides) {
      const options = { ...GRAPH_LEVELS, ...(Object.keys(all.kernels).length ? CODE_LEVELS : {}) };
      if (!(side.level in options)) side.level = side === this.sides[0] ? "import" : "kernels";
      side.choose.replaceChildren(...Object.entries(options).map(([level, text]) => h("option", { value: level, selected: level === side.level }, text)));
      this.write(side, all, kernel, name);
    }
  }

  write(side, all, kernel, name) {
    const level = all.levels[side.level];
    side.lines = level ? level.text : kernel?.[side.level] ?? [];
    side.owners = level ? level.owner.map(number => level.owners[number]) : null;
    const isOwn = i => name !== null && side.owners !== null && side.owners[i].includes(name);
    side.title.textContent = level || (kernel && side === this.sides[0] && !this.pick.hidden) ? "" : kernel ? this.symbol : "no kernel computes this layer";
    side.elements = side.lines.map((line, i) => h("div", { "data-line": i + 1, class: isOwn(i) && "own" }, line || " "));
    side.text.replaceChildren(...side.elements);
    side.kernel = kernel;
    const first = side.elements.find(element => element.classList.contains("own"));
    side.text.scrollTop = first ? Math.max(first.offsetTop - side.text.offsetTop - 80, 0) : 0;
  }

  choose(side, line) {
    // A line of the graph beside the code of kernels chooses the layer that it is from.
    const place = side.owners && placeOf.get(side.owners[line][0]);
    if (place !== undefined && place !== null && this.sides.some(one => !one.owners)) select(place);
    else this.light(side, line, true);
  }

  light(side, line, scroll) {
    const other = this.sides[side === this.sides[0] ? 1 : 0];
    for (const one of this.sides) one.elements.forEach(element => element.classList.remove("lit"));
    side.elements[line].classList.add("lit");
    const found = this.linked(side, other, line);
    found.forEach(i => other.elements[i]?.classList.add("lit"));
    if (scroll && found.length) other.text.scrollTop = Math.max(other.elements[found[0]].offsetTop - other.text.offsetTop - other.text.clientHeight / 3, 0);
  }

  linked(side, other, line) {
    if (side.owners && other.owners) {
      const names = side.owners[line];
      return other.lines.flatMap((_, i) => other.owners[i].some(name => names.includes(name)) ? [i] : []);
    }
    if (side.owners || other.owners) return [];
    const from = CODE_ORDER.indexOf(side.level), to = CODE_ORDER.indexOf(other.level);
    let found = new Set([line]);
    for (let at = from; at < to; at++) {
      const origins = side.kernel[at === 0 ? "from_loops" : "from_llvm"];
      found = new Set(origins.flatMap((origin, i) => found.has(origin) ? [i] : []));
    }
    for (let at = from; at > to; at--) {
      const origins = side.kernel[at === 1 ? "from_loops" : "from_llvm"];
      found = new Set([...found].map(i => origins[i]).filter(i => i >= 0));
    }
    return [...found].sort((a, b) => a - b);
  }
}
