// The bar: suite, scorer, denominator, theme.

function chooseSuite(place, go) {
  const before = state.suite;
  state.suite = place;
  $$(".suite").forEach((section, at) => section.classList.toggle("current", at === place));
  const select = $("#suite");
  if (select) select.value = String(place);
  if (before !== place) closeCase();
  fillFind();
  drawList();
  if (go) {
    $(`#suite-${place}`).scrollIntoView();
    writeAddress();
  }
}

async function chooseScorer(scorer) {
  state.scorer = scorer;
  for (const part of $$(".by-scorer")) part.hidden = part.dataset.scorer !== scorer;
  for (const radio of $$("#scorers input")) radio.checked = radio.value === scorer;
  index.suites.forEach((_, place) => drawComparison(place));
  await drawList();
  if (state.open !== null) {
    const data = await chunk();
    drawCase(data, data.byId.get(state.open));
    writeAddress();
  }
}

$("#suite")?.addEventListener("change", (e) => chooseSuite(Number(e.target.value), true));
$("#scorers").addEventListener("change", (e) => chooseScorer(e.target.value));
$("#denominators").addEventListener("change", (e) => {
  root.classList.toggle("strict", e.target.value === "strict");
  root.classList.toggle("evaluable", e.target.value === "evaluable");
});

// The reader's theme is the system's until another is chosen here.
const dark = () => (root.classList.contains("dark") ? true : root.classList.contains("light") ? false : matchMedia("(prefers-color-scheme: dark)").matches);
const nameTheme = () => { $("#theme").textContent = dark() ? "Light" : "Dark"; };
$("#theme").addEventListener("click", () => {
  const next = dark() ? "light" : "dark";
  root.classList.remove("light", "dark");
  root.classList.add(next);
  nameTheme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
nameTheme();

let waiting;
find.form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(drawList, 120);
});
find.form.addEventListener("reset", () => setTimeout(drawList));
find.form.addEventListener("submit", (e) => {
  e.preventDefault();
  drawList();
});
