// The open case: what was written, what was then asked for, and the answers side by side.

const detail = $("#case");

async function openCase(at, focus) {
  const data = await chunk();
  const one = data.cases[at];
  if (!one) return;
  state.open = one.id;
  for (const button of $$("[aria-current]", cases)) button.removeAttribute("aria-current");
  $(`li[data-at="${at}"] button`, cases)?.setAttribute("aria-current", "true");
  drawCase(data, at);
  writeAddress();
  $("#explorer").classList.add("open");
  if (focus && matchMedia("(max-width: 52rem)").matches) detail.scrollIntoView();
}

function closeCase() {
  state.open = null;
  $("#explorer").classList.remove("open");
  detail.replaceChildren(h("p", { class: "caption" }, "No case is open. Choose one from the list."));
}

function drawCase(data, at) {
  const one = data.cases[at];
  const texts = one.texts;
  detail.replaceChildren(
    h("div", { class: "case-bar" },
      h("h3", {}, one.id),
      h("div", {},
        h("button", { type: "button", class: "quiet", "aria-keyshortcuts": "k", onclick: () => step(-1) }, "Previous"), " ",
        h("button", { type: "button", class: "quiet", "aria-keyshortcuts": "j", onclick: () => step(1) }, "Next"))),
    h("div", { class: "tags" },
      h("span", {}, one.column.replaceAll("_", " ")),
      one.template && h("span", {}, `template ${one.template.replaceAll("_", " ")}`),
      one.origin && h("span", {}, `origin ${one.origin}`),
      texts?.filler && h("span", {}, `among ${plural(texts.filler, "unrelated text")}`)),
    ...(texts ? caseTexts(data, texts) : [h("p", { class: "warn" },
      "The texts of this suite's cases are not there: the run's directory has no suites folder, or another suite in it. What was recalled is shown below.")]),
    whoIsShown(data, at),
    answersOf(data, at));
}

function caseTexts(data, texts) {
  const text = (place) => data.texts[place];
  const forbidden = [...texts.must_not, ...(texts.gone || [])].map(text);
  const needed = texts.must.map(text);
  const marked = (place) => highlight(text(place), forbidden, needed);
  const ask = (check) => h("li", { class: "ask" }, "asked: ", h("span", { class: "quote" }, text(check.query)),
    check.scope !== "default" ? ` in ${check.scope}` : "",
    h("dl", { class: "wants" }, ...wants(text, [["needs", check.must, "good"], ["forbids", check.must_not, "bad"]])));
  const course = [];
  const checksAfter = (done) => (texts.checks || []).filter((check) => check.after === done).map(ask);
  course.push(...checksAfter(0));
  texts.mutations.forEach(([op, places], at) => {
    const parts = op === "supersede"
      ? [h("span", { class: "quote" }, marked(places[0])), h("span", { class: "arrow" }, " → "), h("span", { class: "quote" }, marked(places[1]))]
      : places.map((place, nth) => [nth ? ", " : "", h("span", { class: "quote" }, marked(place))]);
    course.push(h("li", {}, h("span", { class: "op" }, op), " ", parts), ...checksAfter(at + 1));
  });
  course.push(h("li", { class: "ask" }, "asked at the end: ", h("b", { class: "quote" }, text(texts.query))));
  return [
    h("h4", {}, "Written first"),
    h("ol", { class: "facts-list" }, texts.facts.map((place) => h("li", {}, marked(place)))),
    h("h4", {}, "Then"),
    h("ol", { class: "course" }, course),
    h("dl", { class: "wants" }, ...wants(text, [
      ["must be recalled", texts.must, "good"],
      ["must not be recalled", texts.must_not, "bad"],
      ["files must not hold", texts.gone || [], "bad"],
      ["files must still hold", texts.kept || [], "good"]])),
    texts.absent && h("h4", {}, "The same request where what it asks for is not there"),
    texts.absent && h("ol", { class: "facts-list" }, texts.absent[0].map((place) => h("li", {}, highlight(text(place), [], texts.absent[1].map(text))))),
    texts.absent && h("dl", { class: "wants" }, ...wants(text, [["must be recalled", texts.absent[1], "good"]])),
    texts.note !== undefined && h("p", { class: "caption" }, "Note: ", typeof texts.note === "string" ? texts.note : JSON.stringify(texts.note)),
  ].filter(Boolean);
}

function wants(text, rows) {
  return rows.filter(([, places]) => places.length).flatMap(([words, places, kind]) => [
    h("dt", {}, words), h("dd", {}, places.map((place) => h("mark", { class: kind }, text(place))))]);
}

// The systems side by side: contestants at first, as many as fit the eye.
function shownSystems() {
  if (!state.shown.has(state.suite)) {
    const systems = suiteOf().systems;
    const contestants = systems.filter(isContestant);
    state.shown.set(state.suite, new Set((contestants.length ? contestants : systems).slice(0, 6).map((system) => system.name)));
  }
  return state.shown.get(state.suite);
}

function whoIsShown(data, at) {
  const shown = shownSystems();
  return h("fieldset", { class: "who" }, h("legend", {}, "Side by side"),
    suiteOf().systems.map((system, place) => h("label", {},
      h("input", { type: "checkbox", checked: shown.has(system.name), onchange: (e) => {
        if (e.target.checked) shown.add(system.name);
        else shown.delete(system.name);
        $(".answers", detail).replaceWith(answersOf(data, at));
      } }),
      h("span", {}, h("i", { class: `g ${letter(data.verdicts[place][at])}` }), system.name))));
}

function answersOf(data, at) {
  const shown = shownSystems();
  const cards = suiteOf().systems.map((system, place) =>
    shown.has(system.name) ? answerCard(data, data.cases[at].texts, system, data.verdicts[place][at]) : null);
  return h("div", { class: "answers" }, cards);
}
