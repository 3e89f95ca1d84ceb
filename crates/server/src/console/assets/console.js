// What pages do beyond their forms: a login link's code, the time line that is dragged, keys of the keyboard, copying,
// and the count of what is ticked. Every page works without it.
"use strict";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// The code of a login link stands behind the #, which no server sees, and goes from the address bar at once.
const login = document.querySelector("#login");
if (login && location.hash.startsWith("#login_")) {
  login.elements.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  login.requestSubmit();
}

// Copying.
for (const button of all("[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1200);
  });
}

// The time line: the last moment before the chosen time says what was believed then.
for (const line of all("[data-timeline]")) {
  const drag = line.querySelector(".drag");
  if (!drag) continue;
  const range = drag.querySelector("input");
  const said = drag.querySelector("output");
  const panel = drag.querySelector(".panel");
  const moments = all("[data-at]", line);
  const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const show = () => {
    const at = Number(range.value);
    const text = at >= Number(range.max) ? "now" : written.format(at);
    let then = null;
    for (const moment of moments) {
      const before = Number(moment.dataset.at) <= at;
      moment.classList.toggle("later", !before);
      if (before) then = moment;
    }
    for (const moment of moments) moment.classList.toggle("then", moment === then);
    said.textContent = text;
    range.setAttribute("aria-valuetext", text);
    panel.replaceChildren(...(then ? then.querySelector(".believed").cloneNode(true).childNodes : []));
  };
  range.addEventListener("input", show);
  range.addEventListener("keydown", (event) => {
    // From moment to moment, since milliseconds are no steps.
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [...new Set([...moments.map((moment) => Number(moment.dataset.at)), Number(range.max)])];
    const next = step > 0
      ? stops.find((stop) => stop > Number(range.value))
      : stops.findLast((stop) => stop < Number(range.value));
    if (next !== undefined) range.value = next;
    show();
  });
  drag.hidden = false;
  show();
}

// What is ticked of a plan.
for (const plan of all("form[data-plan]")) {
  const button = plan.querySelector("[data-verb]");
  const count = () => {
    const ticked = all("input[name=id]", plan).filter((box) => box.checked).length;
    button.disabled = ticked === 0;
    button.querySelector("span").textContent =
      `${button.dataset.verb} ${ticked === 1 ? "1 ticked memory" : `${ticked} ticked memories`}`;
  };
  plan.addEventListener("change", count);
  for (const tick of all("[data-tick]", plan)) {
    tick.hidden = false;
    tick.addEventListener("click", () => {
      const boxes = all("input[name=id]", tick.closest("section"));
      const to = boxes.some((box) => !box.checked);
      for (const box of boxes) box.checked = to;
      tick.textContent = to ? "Tick none of these" : "Tick all of these";
      count();
    });
  }
  count();
}

// A form that is sent is not sent twice.
for (const form of all("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 4000);
  });
}
addEventListener("pageshow", () => all("form").forEach((form) => delete form.dataset.sent));

// Keys of the keyboard.
let went = -Infinity;
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const rows = all("main a.memory");
  const at = rows.indexOf(document.activeElement);
  if (event.timeStamp - went < 1200) {
    went = -Infinity;
    const way = document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
    if (way) {
      event.preventDefault();
      way.click();
    }
  } else if (event.key === "g") {
    went = event.timeStamp;
  } else if (event.key === "/") {
    const field = document.querySelector("main [data-key='/']");
    const way = document.querySelector("[data-go=m]");
    if (field || way) event.preventDefault();
    if (field) field.focus();
    else way?.click();
  } else if (event.key === "?") {
    document.querySelector("#help")?.showModal();
  } else if (event.key === "j") {
    rows[Math.min(at + 1, rows.length - 1)]?.focus();
  } else if (event.key === "k") {
    rows[Math.max(at - 1, 0)]?.focus();
  }
});
