// The graph: parts below each other, blocks that repeat as one node each until they are opened.

const NODE = { width: 212, height: 42, gap: 18, row: 66 };
const COLLAPSE_FROM = 120;
const FAR_ROWS = 24, MOST_READERS = 6, TEXT_FROM = 0.42;  // Other edges are named at their reader, and drawn for the selected layer.

class Graph {
  constructor() {
    this.view = { x: 0, y: 0, scale: 1 };
    this.drawn = new Map();
    this.near = s("path", { class: "edges" });
    this.lit = s("path", { class: "edges lit" });
    this.nodes = s("g");
    this.content = s("g", null, this.near, this.lit, this.nodes);
    this.svg = s("svg", { class: "graph", role: "img", "aria-label": "graph of the layers", tabindex: 0 }, this.content);
    this.partOf = [];
    facts.parts.forEach((part, place) => { for (let i = 0; i < part.count; i++) this.partOf.push(place); });
    if (layers.length < COLLAPSE_FROM) this.blocks().forEach(place => state.expanded.add(place));
    const button = (text, label, action) => h("button", { "aria-label": label, title: label, onclick: action }, text);
    this.tools = h("div", { class: "tools" },
      button("+", "zoom in (+)", () => this.zoom(1.25)), button("−", "zoom out (-)", () => this.zoom(0.8)), button("fit", "show all (0)", () => this.fit()),
      this.blocks().length > 0 && button("blocks", "open or close all repeated blocks (e)", () => this.toggleAll()));
    this.legend = h("div", { class: "legend" });
    this.element = h("div", { style: "height:100%" }, this.svg, this.tools, this.legend);
    this.listen();
    this.arrange();
  }

  blocks() { return facts.parts.flatMap((part, place) => part.block ? [place] : []); }
  isClosed(part) { return facts.parts[part].block !== null && !state.expanded.has(part); }

  arrange() {
    this.items = [];
    this.at = new Array(layers.length);
    let row = 0;
    facts.parts.forEach((part, number) => {
      const closed = this.isClosed(number);
      const anchor = part.inlet === null ? 0 : this.at[part.inlet].x;
      if (closed) {
        const item = { id: `p${number}`, part: number, x: anchor, row, layers: Array.from({ length: part.count }, (_, i) => part.first + i) };
        this.items.push(item);
        item.layers.forEach(place => { this.at[place] = item; });
        row += 1;
        return;
      }
      const shift = anchor - part.inlet_x;
      part.shift = shift; part.row = row;
      for (let i = 0; i < part.count; i++) {
        const place = part.first + i;
        this.at[place] = { id: `n${place}`, place, x: part.x[i] + shift, row: row + part.rows[i], layers: [place] };
        this.items.push(this.at[place]);
      }
      row += part.height;
    });
    this.rows = row;
    this.links = this.makeLinks();
    this.drawn.forEach(element => element.remove());
    this.drawn.clear();
    this.heat();
  }

  makeLinks() {
    const bends = new Map();
    facts.parts.forEach((part, number) => {
      if (!this.isClosed(number)) part.bends.forEach(([from, to, places]) => bends.set(`${from},${to}`, places.map(([x, row]) => ({ x: x + part.shift, row: row + part.row }))));
    });
    const seen = new Set(), links = [];
    for (const [from, to] of facts.edges) {
      const a = this.at[from], b = this.at[to], key = `${a.id},${b.id}`;
      if (a === b || seen.has(key)) continue;
      seen.add(key);
      const middle = bends.get(`${from},${to}`) ?? [];
      const far = middle.length === 0 && b.row - a.row > (feeds[from].length > MOST_READERS ? 1 : FAR_ROWS);
      if (far) b.named = [...(b.named ?? []), layers[from].name];
      links.push({ a, b, path: this.path(a, b, middle), far });
    }
    return links;
  }

  path(a, b, middle) {
    const X = place => place.x * (NODE.width + NODE.gap), half = NODE.height / 2;
    const points = [[X(a), a.row * NODE.row + half], ...middle.map(place => [X(place), place.row * NODE.row]), [X(b), b.row * NODE.row - half]];
    let text = `M${points[0][0].toFixed(1)} ${points[0][1]}`;
    for (let i = 1; i < points.length; i++) {
      const [x0, y0] = points[i - 1], [x1, y1] = points[i], reach = (y1 - y0) * 0.45;
      text += x0 === x1 ? `V${y1}` : `C${x0.toFixed(1)} ${y0 + reach} ${x1.toFixed(1)} ${y1 - reach} ${x1.toFixed(1)} ${y1}`;
    }
    return text;
  }

  heat() {
    const metric = METRICS[state.metric];
    for (const item of this.items) item.value = metric.of(item.layers.flatMap(place => own[place]));
    const top = metric.most ?? Math.max(...this.items.map(item => item.value), 0);
    for (const item of this.items) item.heat = top ? Math.min(item.value / top, 1) ** (metric.most ? 1 : 0.6) : 0;
    this.legend.replaceChildren(metric.title, h("i"), metric.text(top));
    this.drawn.forEach(element => element.remove());
    this.drawn.clear();
    this.draw();
  }

  node(item, texts) {
    const x = item.x * (NODE.width + NODE.gap) - NODE.width / 2, y = item.row * NODE.row - NODE.height / 2;
    const block = item.part === undefined ? null : facts.parts[item.part];
    const layer = block ? null : layers[item.place];
    const merged = layer && own[item.place].length === 0;
    const label = block ? `block ${block.block[1] + 1} of ${block.block[2]}` : layer.type;
    const small = block ? `${block.count} layers` : short(layer.name, 22);
    const shape = block ? "open" : short(facts.shapes[layer.makes[0]] ?? "", 16);
    const kind = `node${block ? " block" : ""}${merged ? " merged" : ""}`;
    const element = s("g", { class: kind, transform: `translate(${x.toFixed(1)} ${y})`, "data-layer": item.place, style: `--heat:${item.heat.toFixed(3)}` },
      s("rect", { width: NODE.width, height: NODE.height }),
      texts && [
        s("text", { class: "kind", x: 10, y: 17 }, short(label, 24)),
        item.heat > 0.02 && s("text", { class: "small right", x: NODE.width - 9, y: 17 }, METRICS[state.metric].text(item.value)),
        s("text", { class: "small", x: 10, y: 33 }, small),
        s("text", { class: "small right", x: NODE.width - 9, y: 33 }, shape),
        item.named && s("text", { class: "small right", x: NODE.width - 4, y: -4 }, short(`↓ ${item.named.join(", ")}`, 26)),
      ]);
    element.addEventListener("click", () => { if (!this.moved) block ? this.open(item.part) : select(item.place, { show: false }); });
    if (layer) element.addEventListener("dblclick", () => block || showTab("code"));
    return element;
  }

  draw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width) return;
    const { x, y, scale } = this.view, texts = scale >= TEXT_FROM;
    this.content.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    if (texts !== this.hadTexts) { this.drawn.forEach(element => element.remove()); this.drawn.clear(); this.hadTexts = texts; }
    const low = -y / scale / NODE.row - 4, high = (height - y) / scale / NODE.row + 4;
    const visible = this.items.filter(item => item.row >= low && item.row <= high);
    const wanted = new Set(visible.map(item => item.id));
    for (const [id, element] of this.drawn) if (!wanted.has(id)) { element.remove(); this.drawn.delete(id); }
    const chosen = state.selected >= 0 ? this.at[state.selected] : null;
    for (const item of visible) {
      let element = this.drawn.get(item.id);
      if (!element) { element = this.node(item, texts); this.drawn.set(item.id, element); this.nodes.append(element); }
      element.classList.toggle("selected", item === chosen);
      element.classList.toggle("dim", state.query !== "" && !item.layers.some(place => matches(place, state.query)));
    }
    const shown = this.links.filter(link => link.b.row >= low && link.a.row <= high);
    const joined = keep => shown.filter(keep).map(link => link.path).join("");
    this.near.setAttribute("d", joined(link => !link.far));
    this.lit.setAttribute("d", joined(link => chosen && (link.a === chosen || link.b === chosen)));
  }

  later() { this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); }); }

  zoom(factor, at) {
    const box = this.svg.getBoundingClientRect(), view = this.view;
    const [px, py] = at ?? [box.width / 2, box.height / 2];
    const scale = Math.min(Math.max(view.scale * factor, 0.01), 4), ratio = scale / view.scale;
    Object.assign(view, { x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio, scale });
    this.later();
  }

  extent() {
    const X = this.items.map(item => item.x * (NODE.width + NODE.gap));
    const left = X.reduce((a, b) => Math.min(a, b), X[0] ?? 0) - NODE.width / 2, right = X.reduce((a, b) => Math.max(a, b), X[0] ?? 0) + NODE.width / 2;
    return { left, width: right - left, height: this.rows * NODE.row };
  }

  fit() {
    const box = this.svg.getBoundingClientRect(), all = this.extent();
    const scale = Math.min((box.width - 40) / all.width, (box.height - 40) / all.height, 1.2);
    this.view = { scale, x: (box.width - all.width * scale) / 2 - all.left * scale, y: 20 + NODE.row / 2 * scale };
    this.later();
  }

  start() {
    const box = this.svg.getBoundingClientRect(), all = this.extent();
    const scale = Math.max(Math.min((box.width - 40) / all.width, 1), 0.6);
    const spine = this.items.map(item => item.x).sort((a, b) => a - b)[this.items.length >> 1] ?? 0;
    this.view = { scale, x: box.width / 2 - spine * (NODE.width + NODE.gap) * scale, y: 40 };
    if (all.width * scale < box.width) this.view.x = (box.width - all.width * scale) / 2 - all.left * scale;
    this.draw();
  }

  reveal(place) {
    if (this.isClosed(this.partOf[place])) this.open(this.partOf[place], false);
    const box = this.svg.getBoundingClientRect(), item = this.at[place];
    if (this.view.scale < TEXT_FROM) this.view.scale = 0.8;
    const { x, y, scale } = this.view, width = item.x * (NODE.width + NODE.gap) * scale, height = item.row * NODE.row * scale;
    if (Math.abs(x + width - box.width / 2) > (box.width - NODE.width * scale) / 2) this.view.x = box.width / 2 - width;
    if (y + height < NODE.row || y + height > box.height - NODE.row) this.view.y = box.height / 2 - height;
    this.later();
  }

  open(part, keep = true) {
    const first = facts.parts[part].first, before = this.at[first];
    state.expanded.add(part);
    this.arrange();
    if (keep) this.view.y += (before.row - this.at[first].row) * NODE.row * this.view.scale;
    this.later();
  }

  toggleAll() {
    const all = this.blocks(), close = all.some(place => state.expanded.has(place));
    all.forEach(place => close ? state.expanded.delete(place) : state.expanded.add(place));
    this.arrange();
    this.start();
  }

  listen() {
    this.svg.addEventListener("wheel", event => {
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(-event.deltaY * 0.004), [event.clientX - box.left, event.clientY - box.top]);
      const unit = event.deltaMode === 1 ? 20 : 1;
      this.view.x -= (event.shiftKey ? event.deltaY : event.deltaX) * unit;
      this.view.y -= event.shiftKey ? 0 : event.deltaY * unit;
      this.later();
    }, { passive: false });
    this.svg.addEventListener("pointerdown", event => { this.drag = [event.clientX, event.clientY]; this.moved = false; });
    addEventListener("pointermove", event => {
      if (!this.drag) return;
      const [x, y] = this.drag;
      if (Math.hypot(event.clientX - x, event.clientY - y) < 4 && !this.moved) return;
      this.moved = true;
      this.view.x += event.clientX - x;
      this.view.y += event.clientY - y;
      this.drag = [event.clientX, event.clientY];
      this.later();
    });
    addEventListener("pointerup", () => { this.drag = null; });
    addEventListener("resize", () => this.later());
    document.addEventListener("layer-selected", event => { if (event.detail.show && state.selected >= 0) this.reveal(state.selected); this.later(); });
  }
}
