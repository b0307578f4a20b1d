// The graph: parts below each other, blocks that repeat as one node each until they are opened.

const NODE = { width: 212, height: 42, gap: 18, row: 66 };
const COLLAPSE_FROM = 120, LEAST_ROWS = 14;
const FAR_ROWS = 24, MOST_READERS = 6, TEXT_FROM = 0.42;  // Other edges are named at their reader, and drawn for the selected layer.

class Graph {
  // `paint` colours items and returns the legend; `local` and `global` translate places of layers; `moved` hears of new views, `opened` of blocks.
  constructor(model, { paint, matches, open, local = place => place, global = place => place, moved, opened, toggle = () => this.toggleAll() }) {
    Object.assign(this, { paint, matches, openLayer: open, local, global, onMove: moved, onOpen: opened, items: [] });
    this.view = { x: 0, y: 0, scale: 1 };
    this.drawn = new Map();
    this.near = s("path", { class: "edges" });
    this.lit = s("path", { class: "edges lit" });
    this.nodes = s("g");
    this.content = s("g", null, this.near, this.lit, this.nodes);
    this.svg = s("svg", { class: "graph", role: "img", "aria-label": "graph of the layers", tabindex: 0 }, this.content);
    const button = (text, label, action) => h("button", { "aria-label": label, title: label, onclick: action }, text);
    this.tools = h("div", { class: "tools" },
      button("+", "zoom in (+)", () => this.zoom(1.25)), button("−", "zoom out (-)", () => this.zoom(0.8)), button("fit", "show all (0)", () => this.fit()),
      this.toggler = button("blocks", "open or close all repeated blocks (e)", toggle));
    this.legend = h("div", { class: "legend" });
    this.element = h("div", { style: "height:100%" }, this.svg, this.tools, this.legend);
    this.listen();
    this.show(model);
  }

  show(model) {
    this.model = model;
    this.partOf = model.parts.flatMap((part, place) => Array(part.count).fill(place));
    this.toggler.hidden = this.blocks().length === 0;
    this.expanded = new Set(model.layers.length < COLLAPSE_FROM ? this.blocks() : []);
    this.arrange();
  }

  blocks() { return this.model.parts.flatMap((part, place) => part.block ? [place] : []); }
  isClosed(part) { return this.model.parts[part].block !== null && !this.expanded.has(part); }

  arrange() {
    this.items = [];
    this.at = new Array(this.model.layers.length);
    let row = 0;
    this.model.parts.forEach((part, number) => {
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
    this.model.parts.forEach((part, number) => {
      if (!this.isClosed(number)) part.bends.forEach(([from, to, places]) => bends.set(`${from},${to}`, places.map(([x, row]) => ({ x: x + part.shift, row: row + part.row }))));
    });
    const seen = new Set(), links = [];
    for (const [from, to] of this.model.edges) {
      const a = this.at[from], b = this.at[to], key = `${a.id},${b.id}`;
      if (a === b || seen.has(key)) continue;
      seen.add(key);
      const middle = bends.get(`${from},${to}`) ?? [];
      const far = middle.length === 0 && b.row - a.row > (this.model.feeds[from].length > MOST_READERS ? 1 : FAR_ROWS);
      if (far) b.named = [...(b.named ?? []), this.model.layers[from].name];
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
    this.legend.replaceChildren(...this.paint(this.items));
    this.drawn.forEach(element => element.remove());
    this.drawn.clear();
    this.draw();
  }

  node(item, texts) {
    const x = item.x * (NODE.width + NODE.gap) - NODE.width / 2, y = item.row * NODE.row - NODE.height / 2;
    const block = item.part === undefined ? null : this.model.parts[item.part];
    const layer = block ? null : this.model.layers[item.place];
    const merged = item.merged ?? (layer && this.model.own[item.place].length === 0);
    const label = block ? `block ${block.block[1] + 1} of ${block.block[2]}` : layer.type;
    const small = block ? `${block.count} layers` : layer.name;
    const shape = block ? "open" : item.corner ?? short(this.model.shapes[layer.makes[0]] ?? "", 16);
    const kind = `node${block ? " block" : ""}${merged ? " merged" : ""}`;
    const element = s("g", { class: kind, transform: `translate(${x.toFixed(1)} ${y})`, "data-layer": block ? null : this.global(item.place), style: `--heat:${item.heat.toFixed(3)}${item.tone ? `;--tone:var(--${item.tone})` : ""}` },
      s("rect", { width: NODE.width, height: NODE.height }),
      texts && [
        s("text", { class: "kind", x: 10, y: 17 }, short(label, 26 - (item.text ?? "").length)),
        item.text && s("text", { class: "small right", x: NODE.width - 9, y: 17 }, item.text),
        s("text", { class: "small", x: 10, y: 33 }, short(small, 31 - shape.length)),
        s("text", { class: "small right", x: NODE.width - 9, y: 33 }, shape),
        item.named && s("text", { class: "small right", x: NODE.width - 4, y: -4 }, short(`↓ ${item.named.join(", ")}`, 26)),
      ]);
    element.addEventListener("click", () => { if (!this.moved) block ? this.open(item.part) : select(this.global(item.place), { show: false }); });
    if (layer && this.openLayer) element.addEventListener("dblclick", this.openLayer);
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
    const chosen = this.at[this.chosen()] ?? null;
    for (const item of visible) {
      let element = this.drawn.get(item.id);
      if (!element) { element = this.node(item, texts); this.drawn.set(item.id, element); this.nodes.append(element); }
      element.classList.toggle("selected", item === chosen);
      element.classList.toggle("dim", state.query !== "" && !item.layers.some(place => this.matches(this.global(place), state.query)));
    }
    const shown = this.links.filter(link => link.b.row >= low && link.a.row <= high);
    const joined = keep => shown.filter(keep).map(link => link.path).join("");
    this.near.setAttribute("d", joined(link => !link.far));
    this.lit.setAttribute("d", joined(link => chosen && (link.a === chosen || link.b === chosen)));
  }

  chosen() { return state.selected >= 0 ? this.local(state.selected) ?? -1 : -1; }

  pages(tall) {
    // The whole graph on paper: drawings that are so much taller than wide.
    const { left, width } = this.extent(), high = Math.max(Math.floor((width + 20) * tall / NODE.row), LEAST_ROWS), wide = high * NODE.row / tall, found = [];
    for (let row = 0; row < this.rows; row += high) {
      const within = item => item.row >= row && item.row < row + high;
      const edges = this.links.filter(link => !link.far && link.b.row >= row && link.a.row < row + high).map(link => link.path).join("");
      found.push(s("svg", { viewBox: `${left + width / 2 - wide / 2} ${(row - 0.5) * NODE.row} ${wide} ${high * NODE.row}` }, s("path", { class: "edges", d: edges }), this.items.filter(within).map(item => this.node(item, true))));
    }
    return found;
  }

  nearest(keep) {
    // The layer nearest to the middle of the view.
    const { width, height } = this.svg.getBoundingClientRect(), { x, y, scale } = this.view;
    const column = (width / 2 - x) / scale / (NODE.width + NODE.gap), row = (height / 2 - y) / scale / NODE.row;
    let best = null, least = Infinity;
    for (const item of this.items) {
      const far = Math.hypot(item.x - column, item.row - row);
      if (far < least && keep(item.layers[0])) [best, least] = [item.layers[0], far];
    }
    return best;
  }

  later() { this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); }); }

  zoom(factor, at) {
    const box = this.svg.getBoundingClientRect(), view = this.view;
    const [px, py] = at ?? [box.width / 2, box.height / 2];
    const scale = Math.min(Math.max(view.scale * factor, 0.01), 4), ratio = scale / view.scale;
    Object.assign(view, { x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio, scale });
    this.moveOn();
  }

  moveOn() { this.onMove?.(this); this.later(); }

  extent() {
    const X = this.items.map(item => item.x * (NODE.width + NODE.gap));
    const left = X.reduce((a, b) => Math.min(a, b), X[0] ?? 0) - NODE.width / 2, right = X.reduce((a, b) => Math.max(a, b), X[0] ?? 0) + NODE.width / 2;
    return { left, width: right - left, height: this.rows * NODE.row };
  }

  fit() {
    const box = this.svg.getBoundingClientRect(), all = this.extent();
    const scale = Math.min((box.width - 40) / all.width, (box.height - 40) / all.height, 1.2);
    this.view = { scale, x: (box.width - all.width * scale) / 2 - all.left * scale, y: 20 + NODE.row / 2 * scale };
    this.moveOn();
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
    this.moveOn();
  }

  open(part, keep = true) {
    const first = this.model.parts[part].first, before = this.at[first];
    this.expanded.add(part);
    this.arrange();
    this.onOpen?.(first);
    if (keep) this.view.y += (before.row - this.at[first].row) * NODE.row * this.view.scale;
    this.moveOn();
  }

  toggleAll() {
    const all = this.blocks(), close = all.some(place => this.expanded.has(place));
    all.forEach(place => close ? this.expanded.delete(place) : this.expanded.add(place));
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
      this.moveOn();
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
      this.moveOn();
    });
    addEventListener("pointerup", () => { this.drag = null; });
    addEventListener("resize", () => this.later());
    document.addEventListener("layer-selected", event => { if (event.detail.show && this.chosen() >= 0) this.reveal(this.chosen()); this.later(); });
  }
}
