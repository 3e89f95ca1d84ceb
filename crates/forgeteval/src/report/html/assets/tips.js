// What a cell or mark says on hover and focus, and arrow keys that go from one to the next.

const tip = $("#tip");

function showTip(target) {
  tip.textContent = target.getAttribute("aria-label");
  tip.hidden = false;
  const at = target.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left + at.width / 2 - own.width / 2, innerWidth - own.width - 8));
  const above = at.top - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 60 ? above : at.bottom + 8}px`;
  heat(target.dataset.system ?? target.closest("tr")?.dataset.system);
}

function hideTip() {
  tip.hidden = true;
  heat(null);
}

// Lights up a system's row and marks wherever they are.
function heat(system) {
  for (const element of $$(".hot")) element.classList.remove("hot");
  if (system) {
    for (const element of $$(`[data-system="${CSS.escape(system)}"]`)) element.classList.add("hot");
  }
}

const TOLD = ".heat .cell, .mark";
for (const [event, act] of [["pointerover", showTip], ["focusin", showTip], ["pointerout", hideTip], ["focusout", hideTip]]) {
  document.addEventListener(event, (e) => {
    const target = e.target.closest?.(TOLD);
    if (target) act(target);
  });
}
// A cell that has the focus may have been scrolled to; a hovered one has left.
document.addEventListener("scroll", () => {
  if (tip.hidden) return;
  const focused = document.activeElement.closest(TOLD);
  if (focused) showTip(focused);
  else hideTip();
}, { capture: true, passive: true });

// One cell of a table and one mark of a figure can be reached by Tab, the others by the arrow keys.
function rove(container, items) {
  const all = items();
  if (!all.length) return;
  all.forEach((item, at) => item.setAttribute("tabindex", at ? "-1" : "0"));
  container.addEventListener("focusin", (e) => {
    const chosen = e.target.closest(TOLD);
    if (!chosen) return;
    items().forEach((item) => item.setAttribute("tabindex", item === chosen ? "0" : "-1"));
  });
}

for (const table of $$("[data-cells]")) {
  rove(table, () => $$(".cell", table));
  table.addEventListener("keydown", (e) => {
    const cell = e.target.closest(".cell");
    if (!cell) return;
    if (e.key === "Enter") return openCell(cell);
    const rows = $$("tbody tr", table);
    const row = rows.indexOf(cell.parentElement);
    const column = $$(".cell", cell.parentElement).indexOf(cell);
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[e.key];
    if (!step) return;
    e.preventDefault();
    const next = rows[row + step[0]];
    if (next) $$(".cell", next)[column + step[1]]?.focus();
  });
  table.addEventListener("click", (e) => {
    const cell = e.target.closest(".cell");
    if (cell) openCell(cell);
  });
}

for (const figure of $$("[data-marks]")) {
  rove(figure, () => $$(".mark", figure));
  figure.addEventListener("keydown", (e) => {
    const marks = $$(".mark", figure);
    const at = marks.indexOf(e.target.closest(".mark"));
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (at < 0 || !step) return;
    e.preventDefault();
    marks[(at + step + marks.length) % marks.length].focus();
  });
}

// Opens what a cell counts: the suite, or the failed cases of a system in a column.
function openCell(cell) {
  const table = cell.closest("table");
  const system = cell.closest("tr").dataset.system;
  const column = cell.dataset.column;
  if (table.dataset.columnsAre === "figure") return;
  if (table.dataset.columnsAre === "suite") {
    if (column !== undefined) chooseSuite(Number(column), true);
    return;
  }
  findCases({ system, column: column === undefined ? "" : suiteOf().columns[column], verdict: "fail" });
}
