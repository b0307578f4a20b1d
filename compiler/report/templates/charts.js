// Kernels as a table, memory over time, threads as a timeline, and rewrites by pass.

const numbers = new Map();
function colourOf(kind) {
  if (!numbers.has(kind)) numbers.set(kind, numbers.size);
  return hueOf(numbers.get(kind));
}
const family = step => step.kernel.split(" ")[0];

function kernelsView() {
  const top = Math.max(...steps.map(step => step.us ?? step.flops), 0);
  const value = step => step.us ?? step.flops;
  const columns = [
    ["step", step => step.index, step => step.index + 1, true],
    ["layer", step => step.layer, step => step.layers.length > 1 ? [step.layer, h("span", { class: "soft" }, ` +${step.layers.length - 1}`)] : step.layer],
    ["kernel", step => step.kernel],
    ["arithmetic", step => step.flops, step => `${amount(step.flops)}FLOP`, true],
    ["moved", step => step.bytes, step => bytes(step.bytes), true],
    ["weights", step => step.weights, step => step.weights ? bytes(step.weights) : "", true],
    ["alive", step => step.live, step => bytes(step.live), true],
  ];
  if (isMeasured) columns.push(
    ["time", step => step.us, step => duration(step.us), true],
    ["share", step => step.us, step => percent(step.us / total.us), true],
    ["GFLOP/s", step => step.gflops ?? 0, step => step.gflops ? digits(step.gflops) : "", true],
    ["of roof", step => step.roof ? step.gflops / step.roof : 0, step => step.roof ? percent(step.gflops / step.roof) : "", true]);
  columns.push(["", value, step => h("span", { class: "bar", style: `width:${top ? value(step) / top * 70 : 0}px` })]);
  const note = isMeasured && h("p", { class: "soft" }, "Arithmetic is that of the plain definition; the roof is higher by the multiplications that a kernel saves, by Winograd's algorithm or by leaving out padding.");
  return h("div", { class: "pad" }, table(columns, steps), note);
}

function axis(svg, x, y, width, height, ticks) {
  for (const [part, text] of ticks) svg.append(
    s("line", { class: "axis", x1: x, x2: x + width, y1: y + height * (1 - part), y2: y + height * (1 - part) }),
    s("text", { x: x - 8, y: y + height * (1 - part) + 4, class: "right" }, text));
}

function memoryView() {
  const { arena, least, buffers } = facts.memory;
  if (!buffers.length) return h("div", { class: "pad soft" }, "No blob lies in the arena.");
  const left = 74, width = 1000, high = 460, low = 110, top = 12, count = Math.max(steps.length, 1);
  const X = step => left + step / count * width, Y = at => top + high * (1 - at / arena);
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${left + width + 8} ${top + high + low + 66}`, role: "img", "aria-label": "memory over time" });
  axis(svg, left, top, width, high, [[0, "0"], [0.5, bytes(arena / 2)], [1, bytes(arena)]]);
  for (const buffer of buffers) for (const [start, end, first, last] of buffer.parts) {
    const from = Math.max(first, 0), place = placeOf.get(buffer.layer) ?? -1, maker = steps[from];
    const block = s("rect", { class: "block", "data-layer": place, x: X(from), y: Y(end), width: Math.max(X(last + 1) - X(from), 0.5), height: Math.max(Y(start) - Y(end), 0.5), fill: maker ? colourOf(family(maker)) : "var(--edge)", onclick: () => place >= 0 && select(place) });
    tipOn(block, () => `${buffer.name || buffer.layer}\n${bytes(end - start)} at ${start}\nsteps ${from + 1} to ${last + 1}`);
    svg.append(block);
  }
  const base = top + high + 34 + low, L = live => base - low * live / Math.max(least, 1);
  axis(svg, left, top + high + 34, width, low, [[0, "0"], [1, bytes(least)]]);
  const points = steps.map((step, i) => `L${X(i)} ${L(step.live)}L${X(i + 1)} ${L(step.live)}`).join("");
  svg.append(s("path", { class: "area", d: `M${left} ${base}${points}L${X(steps.length)} ${base}Z` }),
    s("text", { x: left, y: base + 18 }, "alive while each of the steps runs, from the first to the last"));
  markBlocks(svg);
  return h("div", { class: "pad" }, h("p", null, h("b", null, bytes(arena)), " of arena, ", bytes(least), " alive at one time. Height is the place in the arena, width is life; a click selects the layer."), svg, legendOf());
}

function legendOf() {
  return h("p", { class: "soft" }, [...new Set(steps.map(family))].slice(0, 12).map(kind => [h("span", { style: `display:inline-block;width:9px;height:9px;border-radius:2px;margin:0 5px 0 0;background:${colourOf(kind)}` }), kind, "\u2003"]));
}

function threadsView() {
  if (!isMeasured) return h("div", { class: "pad soft" }, "Times are not measured: ", h("code", null, "ncnnc report MODEL --measure -o report.html"));
  const threads = Math.max(...steps.map(step => step.busy.length)), left = 74, width = 1000, row = 54;
  let scale = 1;
  const holder = h("div", { style: "overflow-x:auto" });
  const show = () => {
    const wide = width * scale;
    const svg = s("svg", { class: "chart", viewBox: `0 0 ${left + wide + 8} ${threads * row + 34}`, style: `width:${100 * scale}%`, role: "img", "aria-label": "threads over time" });
    for (let thread = 0; thread < threads; thread++) {
      const y = 8 + thread * row;
      svg.append(s("text", { x: left - 8, y: y + row / 2, class: "right" }, `thread ${thread + 1}`), s("line", { class: "axis", x1: left, x2: left + wide, y1: y + row - 8, y2: y + row - 8 }));
      let at = 0;
      for (const step of steps) {
        const busy = step.busy[thread] ?? 0, x = left + at / total.us * wide;
        const block = s("rect", { class: "block", "data-layer": step.place, x, y, width: Math.max(busy / total.us * wide, 0.3), height: row - 8, fill: colourOf(family(step)), onclick: () => step.place >= 0 && select(step.place) });
        tipOn(block, () => `${step.layer}: ${step.kernel}\nworks ${duration(busy)}, waits ${duration(step.waits[thread] ?? 0)}\n${percent(step.us / total.us)} of the run`);
        svg.append(block);
        at += step.us;
      }
    }
    for (let part = 0; part <= 4 * scale; part++) svg.append(s("text", { x: left + part / 4 / scale * wide, y: threads * row + 24, class: part === 4 * scale ? "right" : "" }, duration(total.us * part / 4 / scale)));
    holder.replaceChildren(svg);
    markBlocks(svg);
  };
  show();
  const zoom = factor => { scale = Math.min(Math.max(Math.round(scale * factor), 1), 64); show(); };
  const busy = sum(steps.map(step => sum(step.busy)));
  return h("div", { class: "pad" },
    h("p", null, h("b", null, duration(total.us)), ` of a run on ${threads === 1 ? "one thread" : `${threads} threads`}, which work ${percent(busy / total.us / threads)} of it. Each step is its fastest of several runs; what is empty is waiting. `,
      h("button", { onclick: () => zoom(2), "aria-label": "stretch" }, "+"), h("button", { onclick: () => zoom(0.5), "aria-label": "squeeze" }, "−")), holder, legendOf());
}

function rewritesView() {
  const passes = new Map();
  for (const remark of facts.remarks) passes.set(remark.pass, [...(passes.get(remark.pass) ?? []), remark]);
  const without = layers.map((layer, place) => ({ place, layer: layer.name, outcome: layer.outcome })).filter(row => row.outcome && !own[row.place].length);
  const gone = without.length > 0 && [h("h3", null, `${without.length} layers without a kernel of their own`),
    table([["layer", row => row.layer], ["what became of it", row => row.outcome]], without)];
  return h("div", { class: "pad" }, passes.size === 0 && h("p", { class: "soft" }, "No rewrite of the graph was made or missed."), [...passes].map(([pass, remarks]) => {
    const missed = remarks.filter(remark => remark.missed), reasons = new Map();
    for (const remark of missed) reasons.set(remark.missed, [...(reasons.get(remark.missed) ?? []), remark]);
    const made = remarks.filter(remark => !remark.missed);
    const names = some => some.map(remark => h("div", null, listed(remark.layers.slice(0, 12).map(layerLink))));
    return h("details", { open: passes.size < 6 }, h("summary", null, h("b", null, pass), " ", made.length > 0 && h("span", { class: "made" }, `${made.length} made `), missed.length > 0 && h("span", { class: "missed" }, `${missed.length} missed`)),
      h("div", null, names(made), [...reasons].map(([reason, some]) => [h("div", { class: "missed" }, reason), h("div", { style: "padding-left:16px" }, names(some))])));
  }), gone);
}
