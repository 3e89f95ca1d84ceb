// What every part uses: the index, the state, and the making of elements.

const root = document.documentElement;
root.classList.add("js", "strict");

const index = JSON.parse(document.getElementById("index").textContent);
const SCORERS = ["published", "probed", "boundary"];
const VERDICTS = { p: "pass", f: "fail", n: "N/A" };

// What is shown. `shown` holds the systems side by side in the explorer, for each suite once it was opened.
const state = { suite: 0, scorer: "published", open: null, shown: new Map() };

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// Makes an element. Texts become text nodes, so nothing recalled is ever read as markup.
function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const suiteOf = (place = state.suite) => index.suites[place];
const scorerPlace = () => SCORERS.indexOf(state.scorer);
const isContestant = (system) => system.role === "contestant";
const plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// Writes a p value.
const pValue = (p) => (p < 0.001 ? p.toExponential(1) : p.toFixed(3));

// Keeps the link to what is shown in the address.
function writeAddress() {
  const words = new URLSearchParams();
  if (state.open !== null) words.set("case", state.open);
  words.set("suite", suiteOf().key);
  if (state.scorer !== "published") words.set("scorer", state.scorer);
  history.replaceState(null, "", "#" + words.toString());
}

// Reads it; an address without `=` names a place in the page.
function readAddress() {
  const text = location.hash.slice(1);
  if (!text.includes("=")) return null;
  const words = new URLSearchParams(text);
  const suite = index.suites.findIndex((suite) => suite.key === words.get("suite"));
  const scorer = words.get("scorer");
  return {
    suite: suite < 0 ? 0 : suite,
    scorer: SCORERS.includes(scorer) ? scorer : null,
    open: words.get("case"),
  };
}
