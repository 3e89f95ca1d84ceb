// Marks forbidden and needed strings within a text, whatever their case.

const FORBIDDEN = 1;
const NEEDED = 2;

// Returns the text in lower case, and for each of its units the place that it came from: a letter can become two.
function lowered(text) {
  let low = "";
  const from = [];
  let at = 0;
  for (const letter of text) {
    const small = letter.toLowerCase();
    for (let unit = 0; unit < small.length; unit++) from.push(at);
    low += small;
    at += letter.length;
  }
  from.push(at);
  return { low, from };
}

// Returns the text as nodes, with its forbidden and needed parts marked. Where both meet, the forbidden one shows.
function highlight(text, forbidden, needed) {
  const { low, from } = lowered(text);
  const marks = new Uint8Array(text.length);
  const paint = (strings, mark) => {
    for (const string of strings) {
      const wanted = string.toLowerCase();
      if (!wanted) continue;
      for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1)) {
        for (let place = from[at]; place < from[at + wanted.length]; place++) marks[place] |= mark;
      }
    }
  };
  paint(needed, NEEDED);
  paint(forbidden, FORBIDDEN);
  const nodes = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const mark = marks[start] & FORBIDDEN || marks[start];
    while (end < text.length && (marks[end] & FORBIDDEN || marks[end]) === mark) end++;
    const part = text.slice(start, end);
    if (mark === FORBIDDEN) nodes.push(h("mark", { class: "bad" }, part));
    else if (mark === NEEDED) nodes.push(h("mark", { class: "good" }, part));
    else nodes.push(part);
  }
  return nodes;
}
