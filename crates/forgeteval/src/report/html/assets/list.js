// The list of cases found. Rows are made a hundred at a time, as they come into sight.

const cases = $("#cases");
const PART = 100;
let listed = [];

const more = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) drawMore();
}, { root: null, rootMargin: "400px" });

async function drawList() {
  const place = state.suite;
  let data;
  try {
    data = await chunk(place);
  } catch (error) {
    find.count.textContent = error.message;
    return;
  }
  if (place !== state.suite) return;
  listed = foundCases(data);
  find.count.textContent = listed.length === data.cases.length
    ? plural(listed.length, "case") : `${listed.length.toLocaleString("en")} of ${plural(data.cases.length, "case")}`;
  cases.replaceChildren();
  cases.data = data;
  drawMore();
}

function drawMore() {
  const done = $$("li[data-at]", cases).length;
  $(".more", cases)?.remove();
  cases.append(...listed.slice(done, done + PART).map((at) => listRow(cases.data, at)));
  if (done + PART < listed.length) {
    const rest = h("li", { class: "more" }, `${plural(listed.length - done - PART, "more case")} …`);
    cases.append(rest);
    more.observe(rest);
  }
}

function listRow(data, at) {
  const suite = suiteOf();
  const one = data.cases[at];
  const passed = suite.systems.filter((system, place) => isContestant(system) && letter(data.verdicts[place][at]) === "p").length;
  const asked = suite.systems.filter((system, place) => isContestant(system) && data.verdicts[place][at]).length;
  const glyph = (system, place) => h("i", {
    class: `g ${letter(data.verdicts[place][at])}${place && isContestant(suite.systems[place - 1]) !== isContestant(system) ? " gap" : ""}`,
    title: `${system.name}: ${VERDICTS[letter(data.verdicts[place][at])] ?? "not played"}`,
  });
  return h("li", { "data-at": at },
    h("button", {
      type: "button",
      "aria-current": one.id === state.open ? "true" : false,
      "aria-label": `${one.id}, ${one.column.replaceAll("_", " ")}, ${passed} of ${asked} contestants pass`,
      onclick: () => openCase(at, true),
    },
      h("span", { class: "id" }, one.id),
      h("span", { class: "glyphs" }, suite.systems.map(glyph))));
}

// Goes to the case after or before the open one.
async function step(by) {
  const data = await chunk();
  const open = data.byId.get(state.open);
  const at = listed.indexOf(open);
  const next = at < 0 ? listed[0] : listed[at + by];
  if (next === undefined) return;
  while ($$("li[data-at]", cases).length <= listed.indexOf(next)) drawMore();
  await openCase(next, false);
  $(`li[data-at="${next}"] button`, cases)?.scrollIntoView({ block: "nearest" });
}
