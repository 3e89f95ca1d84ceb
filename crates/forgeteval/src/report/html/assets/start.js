// Shows what the address asks for, else the first suite.

async function start() {
  const asked = readAddress();
  const checked = $("#scorers input:checked").value;
  state.scorer = asked?.scorer ?? checked;
  chooseSuite(asked?.suite ?? 0, false);
  index.suites.forEach((_, place) => drawComparison(place));
  if (state.scorer !== checked) await chooseScorer(state.scorer);
  if (!asked?.open) return;
  const data = await chunk();
  const at = data.byId.get(asked.open);
  if (at === undefined) return;
  await openCase(at, false);
  $("#explorer").scrollIntoView();
  $(`li[data-at="${at}"] button`, cases)?.scrollIntoView({ block: "nearest" });
}

addEventListener("hashchange", () => {
  if (readAddress()) start();
});
start();
