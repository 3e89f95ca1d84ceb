// One system against the others: McNemar's test, with Holm's correction.

const chosen = new Map();
const pairs = new Map();

function drawComparison(place) {
  const suite = suiteOf(place);
  const frame = $(`[data-compare="${place}"]`);
  if (suite.systems.length < 2) {
    frame.replaceChildren(h("p", { class: "caption" }, "There is only one system."));
    return;
  }
  if (!pairs.has(place)) pairs.set(place, unpack(`pairs-${place}`));
  pairs.get(place).then((found) => {
    const names = suite.systems.map((system) => system.name);
    const name = chosen.get(place) ?? (names.includes(index.against) ? index.against : names[0]);
    const rows = found[scorerPlace()][names.indexOf(name)].sort((a, b) => a.other - b.other);
    const select = h("select", { "aria-label": "The system that is compared", onchange: (e) => {
      chosen.set(place, e.target.value);
      drawComparison(place);
      $("select", frame).focus();
    } }, names.map((each) => h("option", { selected: each === name }, each)));
    frame.replaceChildren(
      h("p", {}, select, " against each other system, on the cases that both were asked, by ", h("b", {}, state.scorer), "."),
      comparisonTable(suite, name, rows),
      h("p", { class: "caption" },
        "McNemar's test (exact below 25 cases on which the two differ, else chi-squared with continuity correction). ",
        "The p values of the systems are corrected after Holm over this table, those of the columns over the columns; ",
        "a column is named where its p is below 0.05. What does not apply counts as not passed.",
        rows.length < names.length - 1 ? " Rows whose language model was scripted are no results, and are not compared." : ""),
    );
  }).catch((error) => frame.replaceChildren(h("p", { class: "warn" }, error.message)));
}

function comparisonTable(suite, name, rows) {
  const heading = (words, about) => h("th", { scope: "col", title: about }, words);
  const row = (pair) => {
    const other = suite.systems[pair.other];
    const sure = pair.p_holm < 0.05;
    const ahead = pair.only_first - pair.only_second;
    return h("tr", { "data-system": other.name },
      h("th", { scope: "row" }, other.name, isContestant(other) ? "" : h("span", { class: "role" }, other.role)),
      h("td", {}, pair.n),
      h("td", {}, pair.only_first),
      h("td", {}, pair.only_second),
      h("td", {}, pValue(pair.p)),
      h("td", { class: sure ? "sure" : false }, pValue(pair.p_holm)),
      h("td", { class: "text" }, sure ? h("b", { class: ahead > 0 ? "more" : "less" }, ahead > 0 ? "passes more" : "passes fewer") : "no difference shown",
        columnsWhere(suite, pair, (a, b) => a > b, "more in"),
        columnsWhere(suite, pair, (a, b) => a < b, "fewer in")),
    );
  };
  const part = (kind, found) => h("tbody", { class: kind }, found.map(row));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparisons" },
    h("table", { class: "numbers" },
      h("thead", {}, h("tr", {},
        heading("against", ""),
        heading("cases", "Cases that both were asked"),
        heading("only it", `Cases that only ${name} passes`),
        heading("only the other", "Cases that only the other passes"),
        heading("p", "McNemar's test"),
        heading("p, Holm", "Corrected for the number of systems"),
        heading("", ""))),
      part("contestants", rows.filter((pair) => isContestant(suite.systems[pair.other]))),
      part("yardsticks", rows.filter((pair) => !isContestant(suite.systems[pair.other])))));
}

function columnsWhere(suite, pair, test, words) {
  const found = pair.columns.filter(([, first, second, p]) => p < 0.05 && test(first, second));
  if (!found.length) return null;
  return `; ${words} ${found.map(([column]) => suite.columns[column].replaceAll("_", " ")).join(", ")}`;
}
