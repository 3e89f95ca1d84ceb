// The keyboard.

const help = $("#help");
$("#help-open").addEventListener("click", () => help.showModal());

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || help.open) return;
  const typing = e.target.closest("input[type=search], select, textarea");
  if (typing) {
    if (e.key === "Escape" && e.target.matches("input")) e.target.blur();
    return;
  }
  const inList = e.target.closest("#cases");
  const act = {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: inList && (() => step(1).then(focusOpen)),
    ArrowUp: inList && (() => step(-1).then(focusOpen)),
    "/": () => {
      $("#explorer").scrollIntoView();
      find.text.focus({ preventScroll: true });
    },
    1: () => chooseScorer("published"),
    2: () => chooseScorer("probed"),
    3: () => chooseScorer("boundary"),
    "?": () => help.showModal(),
    Escape: hideTip,
  }[e.key];
  if (!act) return;
  e.preventDefault();
  act();
});

function focusOpen() {
  $("[aria-current]", cases)?.focus({ preventScroll: true });
}
