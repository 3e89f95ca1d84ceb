// Sorting and filtering of tables. Contestants and yardsticks are sorted apart.

// Returns what a cell sorts by: a number, a text, or nothing, which comes last either way.
function sortValue(row, column) {
  const cell = row.cells[column];
  const text = (root.classList.contains("evaluable") && cell?.dataset.e) || cell?.dataset.v;
  if (text === undefined || text === "") return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function sortBy(table, column, direction) {
  const sign = direction === "ascending" ? 1 : -1;
  for (const body of table.tBodies) {
    const rows = [...body.rows].map((row) => [sortValue(row, column), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return sign * (typeof a === "string" ? String(a).localeCompare(String(b)) : a - b);
    });
    body.append(...rows.map(([, row]) => row));
  }
  $$("th[aria-sort]", table).forEach((heading, at) => {
    heading.setAttribute("aria-sort", at === column ? direction : "none");
  });
}

for (const table of $$("[data-sortable]")) {
  const headings = $$("th[aria-sort]", table);
  headings.forEach((heading, column) => {
    $("[data-sort]", heading).addEventListener("click", () => {
      // Names begin at A, numbers at the most.
      const first = column === 0 ? "ascending" : "descending";
      const other = column === 0 ? "descending" : "ascending";
      sortBy(table, column, heading.getAttribute("aria-sort") === first ? other : first);
    });
  });
}

for (const tools of $$(".table-tools")) {
  const table = $("[data-filterable]", tools.parentElement);
  const filter = $("[data-filter]", tools);
  const yardsticks = $("[data-yardsticks]", tools);
  const apply = () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const row of $$("tbody tr", table)) {
      const kind = yardsticks.checked || !row.closest(".yardsticks");
      row.hidden = !(kind && row.dataset.system.toLowerCase().includes(wanted));
      shown += !row.hidden;
    }
    $("[data-count]", tools).textContent = plural(shown, "system");
  };
  filter.addEventListener("input", apply);
  yardsticks.addEventListener("change", apply);
  apply();
}
