// The tables of a suite, with a bar for each ratio: to the right of the line it is faster.

function ratioBar(text) {
  const ratio = Number(text), reach = Math.min(Math.abs(Math.log2(ratio)) / 3, 1) * 60;
  return h("span", { class: "ratio" }, h("i", { style: `width:${reach}px;${ratio >= 1 ? "left:60px" : `left:${60 - reach}px`};background:var(${ratio >= 1 ? "--good" : "--bad"})` }));
}
function suiteTable({ title, columns, rows }) {
  const isRatio = place => columns[place] === "times as fast";
  const read = text => text === "" || isNaN(text) ? -1 : Number(text);
  const shown = columns.map((column, place) => [column, row => place ? read(row[place]) : row[place], row => isRatio(place) && row[place] ? [ratioBar(row[place]), h("span", { class: "ratio-text" }, row[place])] : row[place], place > 0]);
  const results = rows.slice(0, -facts.sums), sums = rows.slice(-facts.sums);
  return [h("h3", null, title), h("div", { style: "overflow-x:auto" }, table(shown, results)), h("dl", null, sums.map(row => [h("dt", null, row[0]), h("dd", null, columns.map((column, place) => isRatio(place) && row[place] ? `${columns[place - 1].replace(", ms", "")}: ${row[place]}  ` : ""))]))];
}
document.body.append(
  h("header", null, h("h1", null, facts.name), h("span", { class: "fact", style: "flex:1" }, facts.machine), themeButton),
  h("main", { class: "pad suite" }, facts.summaries.map(text => h("div", null, text)), facts.doubt && h("div", { class: "missed" }, facts.doubt), facts.tables.map(suiteTable),
    facts.failures.length > 0 && [h("h3", null, "Failures"), facts.failures.map(text => h("div", { class: "missed" }, text))]));
onlyThemeKey();
