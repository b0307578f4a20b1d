// All of one layer, and of the model where none is selected.

function blobLine(blob, others) {
  const shape = facts.shapes[blob];
  return h("div", null, h("code", null, blob), " ", shape && h("span", { class: "soft" }, shape), others.length > 0 && [" ", others]);
}

function choiceOf(chosen) {
  // The chosen algorithm, and what it and the next best were estimated or measured at.
  const [name, reason, ...known] = chosen.algorithm;
  return list(
    ["op", h("code", null, chosen.op)],
    ["algorithm", name && [h("b", null, name), reason && h("div", { class: "soft" }, reason), known.map(text => text.split(/: |, (?=[a-z])/)).map(([how, ...each]) => [h("div", { class: "soft" }, how), h("table", { class: "choices" }, each.map(one => h("tr", null, h("td", { class: one.startsWith(`${name} `) && "own" }, one.split(" ")[0]), h("td", { class: "number" }, one.split(" ").slice(1).join(" ")))))])]],
    ["schedule", lines(chosen.schedule.filter(Boolean))],
    ["reads", chosen.reads.map(([blob, ...reasons]) => h("div", { title: reasons.join("; ") }, blob, reasons.length > 0 && h("div", { class: "soft" }, reasons.join(" · "))))],
    ["makes", lines(chosen.makes)]);
}

function roofOf(step) {
  if (!step.roof) return null;
  const part = step.gflops / step.roof;
  const limit = step.by_memory ? "limited by memory" : `limited by ${step.instruction}${step.saving > 1 ? `; ${digits(step.saving)} multiplications of the definition take one` : ""}`;
  return [`${digits(step.gflops)} of ${digits(step.roof)} GFLOP/s, ${percent(part)}`, h("div", { class: "soft" }, limit), h("div", { class: "meter" }, h("i", { style: `width:${Math.min(part, 1) * 100}%` }))];
}

function kernelOf(step, place) {
  const others = step.layers.filter(name => name !== layers[place].name);
  return [
    list(
      ["kernel", [h("b", null, step.kernel), h("span", { class: "soft" }, ` step ${step.index + 1} of ${steps.length}`)]],
      ["with", others.length > 0 && listed(others.map(layerLink))],
      ["time", step.us !== undefined && `${duration(step.us)}, ${percent(step.us / total.us)} of the run`],
      ["under its roof", roofOf(step)],
      ["arithmetic", step.flops > 0 && `${amount(step.flops)}FLOP`],
      ["bytes moved", bytes(step.bytes)], ["weights", step.weights > 0 && bytes(step.weights)],
      ["workspace", step.workspace > 0 && `${bytes(step.workspace)} a thread`],
      ["loops", step.schedule.map(([name, text]) => `${name} ${text}`).join(", ")]),
    h("details", null, h("summary", { class: "soft" }, "buffers"), h("div", null,
      step.buffers.map(([role, where, type, size]) => h("div", null, `${role}: ${where} `, h("span", { class: "soft" }, `${type}, ${bytes(size)}`))))),
  ];
}

function remarksOf(name) {
  return facts.remarks.filter(remark => remark.layers.includes(name)).map(remark => {
    const others = remark.layers.filter(other => other !== name);
    return h("div", null, h("span", { class: remark.missed ? "missed" : "made" }, remark.missed ? "missed " : "made "), remark.pass,
      others.length > 0 && [" with ", listed(others.slice(0, 8).map(layerLink))], remark.missed && h("div", { class: "soft" }, remark.missed));
  });
}

function historyOf(layer) {
  return (layer.history ?? []).map(([pass, ops]) => h("div", null, h("span", { class: "soft" }, `${pass}: `), ops.length ? ops.map(([op]) => op).join(", ") : "gone"));
}

function quantizationOf(name) {
  const error = facts.errors[name];
  const text = value => value === undefined ? "" : value.toExponential(1);
  return error && list(["stored", error.is_quantized !== undefined && (error.is_quantized ? "quantized" : "as floats")], ["because", error.reason], ["error of the model by it alone", text(error.error_alone)],
    ["error of its output", text(error.output_error)], ["error of its weights", text(error.weight_error)], ["signal to noise", error.decibels !== undefined && `${error.decibels.toFixed(1)} dB`]);
}

function layerPanel(place) {
  const layer = layers[place];
  const makers = blob => listed(reads[place].filter(([, one]) => one === blob || !layer.reads.includes(one)).slice(0, 1).map(([source]) => layerLink(layers[source].name)));
  const readers = blob => listed(feeds[place].filter(([, one]) => one === blob).slice(0, 6).map(([target]) => layerLink(layers[target].name)));
  return [
    h("h2", null, layer.name),
    h("div", { class: "soft" }, layer.type, layer.line && ` · line ${layer.line}`, layer.outcome && ` · ${layer.outcome}`),
    h("div", { style: "margin-top:8px" }, link("IR and assembly", () => showTab("code"))),
    section("Blobs", list(
      ["reads", lines(layer.reads.map(blob => blobLine(blob, makers(blob))))],
      ["makes", lines(layer.makes.map(blob => blobLine(blob, readers(blob))))],
      ["weights", layer.weights && layer.weights.length > 0 && [lines(layer.weights), h("div", { class: "soft" }, bytes(layer.weight_bytes))]],
      ["multiply-adds", layer.multiply_adds > 0 && amount(layer.multiply_adds)])),
    own[place].length + shared[place].length > 0 && section("Kernels", [...own[place], ...shared[place]].map(step => kernelOf(step, place))),
    section("Algorithm and layouts", (layer.chosen ?? []).map(choiceOf)),
    section("Errors of rounding", quantizationOf(layer.name)),
    section("Rewrites", remarksOf(layer.name)),
    section("What stood for it after which pass", historyOf(layer)),
    section("Parameters", list(...layer.parameters.map(([id, name, text]) => [`${id} ${name ?? ""}`, short(text, 400)]))),
  ];
}

function modelPanel() {
  const memory = facts.memory, metric = METRICS[state.metric];
  const hottest = steps.filter(step => step.place >= 0).map(step => [metric.of([step]), step]).sort((a, b) => b[0] - a[0]).slice(0, 12).filter(([value]) => value > 0);
  const kinds = new Map();
  for (const step of steps) kinds.set(step.kernel, [...(kinds.get(step.kernel) ?? []), step]);
  const cost = isMeasured ? METRICS.time : METRICS.arithmetic;
  const ranked = [...kinds].map(([kernel, members]) => [kernel, members, cost.of(members)]).sort((a, b) => b[2] - a[2]).slice(0, 10);
  return [
    h("h2", null, facts.name),
    h("div", { class: "soft" }, "Click a layer, or press / to search and ? for keys."),
    section("Model", list(
      ["inputs", lines(facts.inputs)], ["outputs", lines(facts.outputs)],
      ["arena", `${bytes(memory.arena)}, ${bytes(memory.least)} alive at one time`],
      ["workspace", memory.workspace > 0 && `${bytes(memory.workspace)} a thread`], ["weights", bytes(memory.weights)],
      ["roofs of a core", facts.roof && lines([
        ...Object.entries(facts.roof.gflops).map(([instruction, rate]) => `${digits(rate)} GFLOP/s by ${instruction}`),
        `${digits(facts.roof.weights)} GB/s for weights`, ...facts.roof.blobs.map(([size, rate]) => `${digits(rate)} GB/s for blobs of ${bytes(size)}`)])])),
    section(`Most ${metric.title}`, h("table", null, hottest.map(([value, step]) =>
      h("tr", null, h("td", null, layerLink(step.layer)), h("td", { class: "number" }, metric.text(value)))))),
    section(`Kinds of kernels by ${cost.title}`, h("table", null, ranked.map(([kernel, members, value]) =>
      h("tr", null, h("td", null, kernel), h("td", { class: "number soft" }, members.length), h("td", { class: "number" }, cost.text(value)))))),
  ];
}
