// Unpacks the verdicts and cases of a suite when they are first needed.

const chunks = new Map();

function chunk(place = state.suite) {
  if (!chunks.has(place)) {
    chunks.set(place, unpack(`chunk-${place}`).then((data) => {
      data.byId = new Map(data.cases.map((found, at) => [found.id, at]));
      return data;
    }));
  }
  return chunks.get(place);
}

async function unpack(id) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot unpack the cases; open the file in one of 2023 or later.");
  }
  const text = atob(document.getElementById(id).textContent.trim());
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

// Returns the judgement of a verdict by a scorer; one that equals the one before it is not repeated.
function judgement(verdict, scorer = scorerPlace()) {
  for (let at = scorer; at >= 0; at--) if (verdict.j[at]) return verdict.j[at];
  return {};
}

const letter = (verdict, scorer = scorerPlace()) => (verdict ? verdict.v[scorer] : "u");
const leaks = (found) => Boolean(found.l || (found.f || []).some((check) => check[1].length));
const loses = (found) => Boolean(found.o || (found.f || []).some((check) => check[2].length));
