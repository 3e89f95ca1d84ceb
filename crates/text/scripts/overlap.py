"""Lists the names and the runs of four words or more of the test tables that also occur in a file of cases (JSON lines)."""

import json
import re
import sys
import unicodedata
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "src/entity/name/tests"
RUN = 4


def words(text):
    return re.findall(r"[^\s!-&(-,./:-@\[-`{-~«»„“”–—。、，・：]+", unicodedata.normalize("NFKC", text).casefold())


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for v in value.values() if isinstance(value, dict) else value:
            yield from strings(v)


cases = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
lists = [words(s) for line in cases for s in strings(json.loads(line))]
blob = "\n".join(" " + " ".join(w) + " " for w in lists)
runs = {tuple(w[i : i + RUN]) for w in lists for i in range(len(w) - RUN + 1)}
hits = 0


def tell(file, number, what, text):
    global hits
    hits += 1
    print(f"{file}:{number}: {what}: {text}")


for path in sorted(TESTS.glob("*.t?t")) + sorted(TESTS.glob("*.tsv")):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or len(line) < 3:
            continue
        mark, rest = (line[0], line[2:]) if line[0] in "=+-" and line[1] == " " else ("", line)
        w = words(rest)
        if mark == "=" and f" {' '.join(w)} " in blob:
            tell(path.name, number, "name", rest)
        for i in range(len(w) - RUN + 1):
            if tuple(w[i : i + RUN]) in runs:
                tell(path.name, number, "run", " ".join(w[i : i + RUN]))
        # Two capitals side by side, or a run of letters without spaces.
        for m in re.finditer(r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)+", rest):
            pair = " ".join(words(m.group()))
            if mark != "=" and f" {pair} " in blob and any(c.isupper() for c in m.group()[1:]):
                tell(path.name, number, "name in a row", m.group())
        for m in re.finditer(r"[぀-ヿ㐀-鿿가-힯ก-๛]{3,}|[֐-׿؀-ۿऀ-෿Ⴀ-ჿ԰-֏]{3,} [֐-׿؀-ۿऀ-෿Ⴀ-ჿ԰-֏]{3,}", rest):
            if m.group() in blob:
                tell(path.name, number, "words in a row", m.group())
print(f"{hits} overlaps")
sys.exit(hits > 0)
