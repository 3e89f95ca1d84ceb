// Which cases the explorer lists.

const find = {
  form: $("#find"),
  text: $("#find-text"),
  column: $("#find-column"),
  system: $("#find-system"),
  verdict: $("#find-verdict"),
  count: $("#find-count"),
};

// Fills the choices that depend on the suite.
function fillFind() {
  const suite = suiteOf();
  find.column.replaceChildren(h("option", { value: "" }, "every column"), ...suite.columns.map((name) => h("option", { value: name }, name.replaceAll("_", " "))));
  find.system.replaceChildren(h("option", { value: "" }, "any contestant"), ...suite.systems.map((system) => h("option", {}, system.name)));
}

// Returns whether a verdict is of the kind asked for.
function isKind(verdict, kind) {
  if (!kind) return true;
  if (!verdict) return false;
  if (kind === "differ") return new Set(verdict.v).size > 1;
  if (kind === "error") return verdict.e !== undefined && letter(verdict) === "f";
  if (kind === "leak") return leaks(judgement(verdict));
  if (kind === "lost") return loses(judgement(verdict));
  return letter(verdict) === { pass: "p", fail: "f", na: "n" }[kind];
}

// Returns the places of the texts that hold what is searched for.
function textsWith(data, wanted) {
  const found = new Set();
  data.texts.forEach((text, place) => {
    if (text.toLowerCase().includes(wanted)) found.add(place);
  });
  return found;
}

function caseHolds(data, at, wanted, found) {
  const one = data.cases[at];
  if (one.id.toLowerCase().includes(wanted)) return true;
  const texts = one.texts;
  if (texts) {
    const own = [texts.facts, texts.mutations.map((step) => step[1]), texts.query, texts.must, texts.must_not,
      (texts.checks || []).map((check) => [check.query, check.must, check.must_not]), texts.gone || [], texts.kept || []];
    if (own.flat(Infinity).some((place) => found.has(place))) return true;
  }
  return data.verdicts.some((of) => of[at] && (of[at].r.some((place) => found.has(place)) || found.has(of[at].e)));
}

// Returns the places of the cases that are asked for.
function foundCases(data) {
  const suite = suiteOf();
  const column = find.column.value;
  const kind = find.verdict.value;
  const wanted = find.text.value.trim().toLowerCase();
  const texts = wanted ? textsWith(data, wanted) : null;
  let systems = suite.systems.map((_, at) => at);
  if (find.system.value) systems = systems.filter((at) => suite.systems[at].name === find.system.value);
  else if (suite.systems.some(isContestant)) systems = systems.filter((at) => isContestant(suite.systems[at]));
  return data.cases.map((_, at) => at).filter((at) =>
    (!column || data.cases[at].column === column)
    && (!kind || systems.some((system) => isKind(data.verdicts[system][at], kind)))
    && (!texts || caseHolds(data, at, wanted, texts)));
}

// Sets what is looked for, and goes to the explorer.
function findCases({ system = "", column = "", verdict = "", text = "" }) {
  find.system.value = system;
  find.column.value = column;
  find.verdict.value = verdict;
  find.text.value = text;
  $("#explorer").scrollIntoView();
  drawList().then(() => $("#cases button")?.focus({ preventScroll: true }));
}
