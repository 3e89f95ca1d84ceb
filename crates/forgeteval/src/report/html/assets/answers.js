// What one system answered in a case.

function answerCard(data, texts, system, verdict) {
  const kind = isContestant(system) ? "contestant" : "yardstick";
  const name = h("span", {}, system.name, isContestant(system) ? "" : h("span", { class: "role" }, system.role));
  if (!verdict) {
    return h("section", { class: `answer u ${kind}` }, h("h5", {}, name), h("p", { class: "nothing" }, "This case was not played."));
  }
  const mark = letter(verdict);
  const found = judgement(verdict);
  const text = (place) => data.texts[place];
  const forbidden = texts ? [...texts.must_not, ...(texts.gone || [])].map(text) : (found.l || []).map((leak) => text(leak[0]));
  const needed = texts ? texts.must.map(text) : [];
  return h("section", { class: `answer ${mark} ${kind}`, "aria-label": system.name },
    h("h5", {}, name, h("span", { class: `verdict ${mark}` }, VERDICTS[mark])),
    new Set(verdict.v).size > 1 && h("p", { class: "caption" }, SCORERS.map((scorer, at) => `${scorer} ${VERDICTS[verdict.v[at]]}`).join(" · ")),
    verdict.e !== undefined && [h("h6", {}, mark === "n" ? "It says" : "Error"), h("pre", {}, text(verdict.e))],
    found.l && [h("h6", {}, "Leaked"), h("ul", {}, found.l.map((leak) => h("li", {}, leakWords(data, texts, leak))))],
    found.o && [h("h6", {}, "Lost"), h("ul", {}, found.o.map((place) => h("li", {}, h("mark", { class: "good" }, text(place)))))],
    verdict.e === undefined && [h("h6", {}, "Recalled for the question"), recalledList(verdict.r, text, forbidden, needed)],
    checkAnswers(data, texts, verdict, found),
    consentAnswers(data, verdict, found),
    probeAnswers(verdict.p, text, forbidden, needed),
    h("p", { class: "caption" }, timeWords(verdict.t), verdict.u && `; ${usageWords(verdict.u)}`),
  );
}

function recalledList(places, text, forbidden, needed) {
  if (!places.length) return h("p", { class: "nothing" }, "nothing");
  return h("ol", {}, places.map((place) => h("li", {}, highlight(text(place), forbidden, needed))));
}

// Says where a forbidden string was found: in the answer, when asked for itself, in files.
function leakWords(data, texts, [place, asked, files]) {
  const text = data.texts[place];
  const where = [];
  const queries = asked.map((query) => data.texts[query]);
  if (texts && asked.includes(texts.query)) where.push("in the answer");
  const direct = queries.filter((query, at) => !texts || asked[at] !== texts.query);
  if (direct.length) where.push(`asked for ${direct.map((query) => `“${query}”`).join(", ")}`);
  if (files.length) where.push(`in the file ${files.map((file) => data.texts[file]).join(", ")}`);
  return [h("mark", { class: "bad" }, text), where.length ? ` ${where.join("; ")}` : ""];
}

function probeAnswers(probes, text, forbidden, needed) {
  if (!probes?.length) return null;
  return h("details", {}, h("summary", {}, "Asked for directly"), probes.map(([query, places]) => [
    h("h6", {}, h("span", { class: "quote" }, text(query))), recalledList(places, text, forbidden, needed)]));
}

function checkAnswers(data, texts, verdict, found) {
  if (!verdict.c?.length) return null;
  const failed = new Map((found.f || []).filter((check) => check[0] < verdict.c.length).map((check) => [check[0], check]));
  const text = (place) => data.texts[place];
  const one = ([places, probes], at) => {
    const check = texts?.checks?.[at];
    const forbidden = check ? check.must_not.map(text) : [];
    const absent = !check && texts?.absent;
    const needed = check ? check.must.map(text) : absent ? absent[1].map(text) : [];
    const wrong = failed.get(at);
    return h("details", { class: "check", open: Boolean(wrong) },
      h("summary", {}, wrong ? "failed" : "passed", " ", check ? [`after ${check.after}: `, h("span", { class: "quote" }, text(check.query))] : absent ? "where what is asked for is not there" : `check ${at + 1}`),
      wrong && h("ul", {}, wrong[1].map((leak) => h("li", {}, "leaked ", h("mark", { class: "bad" }, text(leak[0])))),
        wrong[2].map((place) => h("li", {}, "lost ", h("mark", { class: "good" }, text(place))))),
      h("h6", {}, "Recalled"),
      recalledList(places, text, forbidden, needed),
      probeAnswers(probes, text, forbidden, needed));
  };
  return h("details", { open: failed.size > 0 },
    h("summary", {}, `Asked besides: ${failed.size} of ${plural(verdict.c.length, "check")} failed`), verdict.c.map(one));
}

// What a person was shown before each erasure, and what went.
function consentAnswers(data, verdict, found) {
  const checks = verdict.c?.length || 0;
  return (verdict.a || []).map(([shown, went], at) => {
    const wrong = (found.f || []).some((check) => check[0] === checks + at);
    const list = (places) => recalledList(places, (place) => data.texts[place], [], []);
    return h("details", { class: "check", open: wrong },
      h("summary", {}, wrong ? "failed" : "passed", ` question ${at + 1} to the person`),
      h("h6", {}, "Shown"), list(shown), h("h6", {}, "Went"), list(went));
  });
}

// Says what a language model took, as far as the system says so.
function usageWords([calls, read, wrote, cost]) {
  const parts = [];
  if (calls !== null) parts.push(plural(calls, "call"));
  if (read !== null) parts.push(`${read.toLocaleString("en")} tokens read`);
  if (wrote !== null) parts.push(`${wrote.toLocaleString("en")} written`);
  if (cost !== null) parts.push(`cost ${cost}`);
  return `language model: ${parts.join(", ") || "used"}`;
}

function timeWords([total, embedder, planner, store]) {
  const ms = (us) => (us >= 10000 ? (us / 1000).toFixed(0) : us >= 1000 ? (us / 1000).toFixed(1) : (us / 1000).toFixed(3));
  return `${ms(total)} ms: embedder ${ms(embedder)}, planner ${ms(planner)}, store ${ms(store)}`;
}
