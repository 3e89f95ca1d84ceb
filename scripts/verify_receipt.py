#!/usr/bin/env python3
"""Checks a receipt of erasure, offline: a second implementation of docs/receipt.md, written from that page.

Needs Python 3.9 and the package `cryptography`. Exit status: 0 the receipt holds, 1 it does not, 2 wrong use.
"""
import argparse
import base64
import binascii
import calendar
import codecs
import hashlib
import hmac
import json
import re
import sys
import unicodedata
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SENTENCES = {
    "format": "The file is a receipt: a version, a body, and a proof with a signed checkpoint.",
    "body": "The body has every field, each in its range, and no two contradict each other.",
    "origin": "The body and the checkpoint name the same log.",
    "key": "A key that you trust is this log's, and a signature bears its id.",
    "signature": "The log's key has signed the checkpoint.",
    "inclusion": "The body, to the byte, is in the log that the checkpoint commits to.",
    "witnesses": "As many witnesses as you ask for have cosigned the checkpoint.",
    "commitments": "The texts that were handed over are those that the receipt commits to.",
}
LOG, WITNESS = 1, 4


class Refused(Exception):
    """A check fails, for this reason."""


class Skipped(Exception):
    """A check cannot be made, for this reason."""


def require(holds, reason):
    if not holds:
        raise Refused(reason)


# Encodings


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("not base64") from None
    require(base64.b64encode(data).decode() == text, "not base64 as it must be written")
    return data


def decimal(text):
    require(re.fullmatch(r"0|[1-9][0-9]{0,18}", text), "not a decimal number")
    require(int(text) < 2**63, "a number of 2^63 or more")
    return int(text)


def hash_of(text):
    data = unbase64(text)
    require(len(data) == 32, "a hash is not 32 bytes")
    return data


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# Keys and notes


def is_name(name):
    bad = any(c.isspace() or unicodedata.category(c) == "Cc" or c == "+" for c in name)
    return 1 <= len(name.encode()) <= 1024 and not bad


P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def is_public(data):
    """Whether 32 bytes are a point of edwards25519 (RFC 8032, 5.1.3) that eight times itself is not the identity."""
    y = int.from_bytes(data, "little") % 2**255 % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return False
    for _ in range(3):
        t = D * x * x * y * y
        x, y = 2 * x * y * pow(1 + t, -1, P) % P, (y * y + x * x) * pow(1 - t, -1, P) % P
    return (x, y) != (0, 1)


class Key:
    def __init__(self, vkey):
        parts = vkey.split("+", 2)
        require(len(parts) == 3, "a vkey has three parts")
        self.name, key_id, encoded = parts
        data = unbase64(encoded)
        require(is_name(self.name), "not a key's name")
        require(re.fullmatch(r"[0-9a-f]{8}", key_id), "not a key's id")
        require(len(data) == 33 and data[0] in (LOG, WITNESS), "not a key of algorithm 1 or 4")
        require(is_public(data[1:]), "not a public key that only its owner can sign for")
        self.algorithm, self.public = data[0], data[1:]
        self.id = sha256(self.name.encode(), b"\n", data)[:4]
        require(self.id.hex() == key_id, "the id is not this key's")

    def lines(self, signatures):
        return [rest for name, key_id, rest in signatures if (name, key_id) == (self.name, self.id)]

    def check(self, signature, text):
        message = text.encode()
        if self.algorithm == WITNESS:
            require(len(signature) == 72, "a cosignature is not 72 bytes")
            message = b"cosignature/v1\ntime %d\n" % int.from_bytes(signature[:8], "big") + message
            signature = signature[8:]
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            raise Refused(f"a signature of {self.name} does not hold") from None


def read_note(note):
    require(len(note.encode()) <= 1_000_000, "the note is too long")
    require(not re.search(r"[\x00-\x09\x0b-\x1f]", note), "a control character in the note")
    text, blank, lines = note.rpartition("\n\n")
    require(blank and lines.endswith("\n"), "no signatures, or no line feed after the last")
    lines = lines[:-1].split("\n")
    require(len(lines) <= 100, "more than 100 signatures")
    signatures = []
    for line in lines:
        parts = line.split(" ", 2)
        require(len(parts) == 3 and parts[0] == "\u2014" and is_name(parts[1]), "not a signature line")
        data = unbase64(parts[2])
        require(len(data) >= 5, "a signature of less than 5 bytes")
        signatures.append((parts[1], data[:4], data[4:]))
    return text + "\n", signatures


class Proof:
    def __init__(self, text):
        lines, blank, note = text.partition("\n\n")
        head, *lines = lines.split("\n")
        require(blank and head == "c2sp.org/tlog-proof@v1" and lines, "not a tlog-proof")
        require(lines[0].startswith("index "), "no index (a receipt has no extra line)")
        self.index = decimal(lines[0][len("index "):])
        require(len(lines) <= 64, "more than 63 hashes")
        self.hashes = [hash_of(line) for line in lines[1:]]
        self.text, self.signatures = read_note(note)
        checkpoint = self.text[:-1].split("\n")
        require(len(checkpoint) >= 3 and all(checkpoint), "not a checkpoint")
        self.origin, self.size, self.root = checkpoint[0], decimal(checkpoint[1]), hash_of(checkpoint[2])

    def includes(self, leaf):
        require(self.index < self.size, "the index is beyond the tree")
        n, last, h = self.index, self.size - 1, sha256(b"\0", leaf)
        for p in self.hashes:
            require(last > 0, "the proof is too long")
            if n % 2 == 1 or n == last:
                h = sha256(b"\1", p, h)
                while n % 2 == 0 and n != 0:
                    n, last = n // 2, last // 2
            else:
                h = sha256(b"\1", h, p)
            n, last = n // 2, last // 2
        require(last == 0, "the proof is too short")
        require(h == self.root, "the proof leads to another root")


# The body: each type is a function that says whether a value is of it; objects and lists are written as such.


def text_of(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def words(text):
    return lambda value: isinstance(value, str) and value in text.split()


def or_null(kind):
    return lambda value: value is None or is_of(kind, value)


def is_count(value):
    return type(value) is int and 0 <= value < 2**53


def is_time(value):
    if not text_of(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")(value):
        return False
    year, month, day, hour, minute, second = (int(n) for n in re.findall(r"[0-9]+", value)[:6])
    days = [31, 29 if calendar.isleap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60 and second < 60


def fields(names, kind):
    return dict.fromkeys(names.split(), kind)


# Before the name of a field that need not be there.
OPTIONAL = "?"
UUID = text_of(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
DIGEST = text_of(r"[0-9a-f]{64}")
LABEL = text_of(r"[A-Za-z0-9._+:/-]{1,64}")
PSEUDONYM = text_of(r"[!#-\[\]-~]{1,128}")
ERASED = {"memory": UUID, "versions": is_count, "commitment": DIGEST, "how": words("matched edited derived copy")}
FILE = {
    "file": words("main wal shm journal"), **fields("bytes hits", is_count), "state": words("clean absent residue")
}
SCAN = {
    "needles": fields("texts identifiers vectors", is_count),
    OPTIONAL + "extent": words("written-pages"),
    "files": [FILE],
    "indexes": fields("lexical vectors mentions", is_count),
}
ENGINE = {
    **fields("nepenthe sqlite sqlite_vec", LABEL),
    "journal_mode": words("wal delete truncate persist memory off"),
    "secure_delete": words("on fast off"),
    "fts5_secure_delete": lambda value: isinstance(value, bool),
    "checkpoint": words("truncate rebuild busy none"),
}
BODY = {
    "store": UUID,
    "origin": text_of(r"[!#-*,-\[\]-~]{1,255}"),
    "receipt": UUID,
    "completes": or_null(UUID),
    "operation": words("purge edit"),
    "assurance": words("logical compacted physical crypto"),
    "awaiting": or_null(words("readers crash not-scanned residue")),
    "plan": DIGEST,
    "planner": LABEL,
    "erased": [ERASED],
    "counts": fields("matched erased edited derived copies", is_count),
    "events": [is_count],
    "scan": or_null(SCAN),
    "engine": ENGINE,
    "tombstones": fields("added in_force", is_count),
    "actor": PSEUDONYM,
    "request": or_null(PSEUDONYM),
    "basis": words(
        "none no-longer-needed consent-withdrawn objection unlawful legal-obligation child ccpa-request"
        " retention-expired security"
    ),
    "times": fields("requested erased certified", is_time),
    "backups": {"known": is_count, "latest_expiry": or_null(is_time)},
    "not_covered": [words("ssd-remapping filesystem-snapshots swap model-context foreign-backups operator index-copies "
                          "tombstone-guesses server-log replicas query-logs base-backups mirrors")],
}


def is_of(kind, value):
    if isinstance(kind, dict):
        kind = {
            name.removeprefix(OPTIONAL): one
            for name, one in kind.items()
            if not name.startswith(OPTIONAL) or type(value) is dict and name.removeprefix(OPTIONAL) in value
        }
        return type(value) is dict and list(value) == list(kind) and all(is_of(kind[k], value[k]) for k in kind)
    if isinstance(kind, list):
        return isinstance(value, list) and all(is_of(kind[0], item) for item in value)
    return kind(value)


def read_body(line):
    require(len(line.encode()) <= 33_554_432, "the body is too long")
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise Refused("the body is not JSON") from None
    require(isinstance(body, dict) and list(body) == list(BODY), "not the fields of a body, in their order")
    for name, kind in BODY.items():
        require(is_of(kind, body[name]), f"{name} is not of its type")
    require(body["scan"] is None or len(body["scan"]["files"]) == 4, "scan.files are not four")
    written = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    require(written == line, "the body is not written as it must be")
    return body


def check_rules(body):
    erased, scan, engine, assurance = body["erased"], body["scan"], body["engine"], body["assurance"]
    how = [entry["how"] for entry in erased]
    require(len({entry["memory"] for entry in erased}) == len(erased), "rule 1: a memory is there twice")
    require(all(entry["versions"] for entry in erased), "rule 1: a memory without versions")
    edited, derived, copies = how.count("edited"), how.count("derived"), how.count("copy")
    sums = [len(how) - derived - copies, len(how) - edited, edited, derived, copies]
    require(list(body["counts"].values()) == sums, "rule 1: counts are not the sums")
    require(body["operation"] != "edit" or "matched" not in how, "rule 1: an edit that matched a whole memory")
    require(body["events"] == sorted(set(body["events"])), "rule 2: events do not ascend")
    require(body["events"] or not erased, "rule 2: nothing is erased without an event")
    require((assurance == "logical") == (body["awaiting"] is not None), "rule 3: awaiting")
    completes = body["completes"]
    require(completes is None or assurance != "logical", "rule 4: a logical receipt completes nothing")
    require(completes != body["receipt"], "rule 4: a receipt does not complete itself")
    clean = False
    if scan:
        files = scan["files"]
        require([f["file"] for f in files] == ["main", "wal", "shm", "journal"], "rule 5: order of the files")
        require(files[0]["state"] != "absent", "rule 5: main is absent")
        for f in files:
            found = {"clean": f["hits"] == 0, "absent": f["hits"] == f["bytes"] == 0}
            require(found.get(f["state"], f["hits"] > 0 and f["bytes"] > 0), "rule 5: a file's state")
        clean = all(f["state"] != "residue" for f in files) and not any(scan["indexes"].values())
    if assurance == "compacted":
        server = {"server-log", "replicas", "query-logs", "base-backups", "mirrors"}
        require(server <= set(body["not_covered"]), "rule 6: what the server keeps is not named")
    if assurance in ("physical", "compacted"):
        require(clean or (scan is None and engine["checkpoint"] == "rebuild"), "rule 6: no clean scan")
        require(not (scan and erased) or any(scan["needles"].values()), "rule 6: nothing was searched for")
        settings = [engine[k] for k in ("journal_mode", "secure_delete", "fts5_secure_delete")]
        require(settings == ["wal", "on", True], "rule 6: settings of the engine")
        require(engine["checkpoint"] in ("truncate", "rebuild"), "rule 6: the log was not cut")
    if assurance == "crypto":
        require(scan is None or clean, "rule 6: something was found")
    if body["awaiting"] == "readers":
        require(engine["checkpoint"] == "busy", "rule 6: readers, but the checkpoint is not busy")
    if body["awaiting"] in ("crash", "not-scanned"):
        require(scan is None, "rule 6: not scanned, but there is a scan")
    if body["awaiting"] == "residue":
        require(scan is not None and not clean, "rule 6: residue, but none in the scan")
    times = list(body["times"].values())
    require(times == sorted(times), "rule 7: times are not in order")
    require(body["backups"]["known"] or body["backups"]["latest_expiry"] is None, "rule 8: no backup could expire")
    require(len(set(body["not_covered"])) == len(body["not_covered"]), "rule 9: a word is there twice")


# The checks


def split(data):
    require(len(data) <= 35_554_432, "the receipt is too long")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("not UTF-8") from None
    lines = text.split("\n", 3)
    require(len(lines) == 4 and lines[0] == "nepenthe-receipt/v1" and lines[2] == "", "not the lines of a receipt")
    return lines[1], Proof(lines[3])


def verify(data, keys, witnesses=(), needed=0, openings=()):
    """Returns a report: whether the receipt holds, and the outcome of each check."""
    results = []

    def run(name, check):
        outcome, reason, value = "passed", None, None
        try:
            value = check()
        except Refused as why:
            outcome, reason = "failed", str(why)
        except Skipped as why:
            outcome, reason = "skipped", str(why)
        results.append({"name": name, "outcome": outcome, "reason": reason, "sentence": SENTENCES[name]})
        return value

    def or_skip(value, reason):
        if not value:
            raise Skipped(reason)
        return value

    parts = run("format", lambda: split(data))
    line, proof = parts or (None, None)
    body = None

    def check_body():
        nonlocal body
        body = read_body(line)
        check_rules(body)

    def check_origin():
        require(or_skip(body, "the body cannot be read")["origin"] == proof.origin, "another log's checkpoint")

    def check_key():
        named = [key for key in keys if key.algorithm == LOG and key.name == proof.origin]
        known = [key for key in named if key.lines(proof.signatures)]
        require(known, "no signature of a trusted key of this log")
        return known

    def check_signature(known):
        for key in or_skip(known, "no key to check it with"):
            for signature in key.lines(proof.signatures):
                key.check(signature, proof.text)

    def check_witnesses():
        or_skip(witnesses or needed, "no witness was asked for")
        cosigned = set()
        for key in witnesses:
            require(key.algorithm == WITNESS, "a key that is not a witness's")
            for signature in key.lines(proof.signatures):
                key.check(signature, proof.text)
                cosigned.add(key.public)
        require(len(cosigned) >= needed, f"{len(cosigned)} of {needed} witnesses cosigned")

    def check_commitments():
        or_skip(openings, "no key of a commitment was handed over")
        or_skip(body, "the body cannot be read")
        commitments = {entry["memory"]: entry["commitment"] for entry in reversed(body["erased"])}
        for memory, key, text in openings:
            digest = hmac.new(key, text.encode(), "sha256").hexdigest()
            require(commitments.get(memory) == digest, f"memory {memory}: not there, another text or another key")

    if parts:
        run("body", check_body)
        run("origin", check_origin)
        known = run("key", check_key)
        run("signature", lambda: check_signature(known))
        run("inclusion", lambda: proof.includes(b"nepenthe-receipt/v1\n" + line.encode()))
        run("witnesses", check_witnesses)
        run("commitments", check_commitments)
    else:
        for name in list(SENTENCES)[1:]:
            run(name, lambda: or_skip(None, "the file cannot be read as a receipt"))
    may_be_skipped = ("witnesses", "commitments")
    good = [c["outcome"] == "passed" or c["outcome"] == "skipped" and c["name"] in may_be_skipped for c in results]
    return {"holds": all(good), "checks": results}


def run_vectors(folder):
    vectors = json.loads((folder / "vectors.json").read_text(encoding="utf-8"))
    right = 0
    for vector in vectors:
        data = (folder / vector["file"]).read_bytes()
        if "replace" in vector:
            change = [vector["replace"][name].encode() for name in ("from", "to")]
            require(data.count(change[0]) == 1, f"{vector['name']}: what is replaced is not there once")
            data = data.replace(*change)
        openings = [(o["memory"], bytes.fromhex(o["key"]), o["text"]) for o in vector["openings"]]
        keys, witnesses = ([Key(key) for key in vector[name]] for name in ("keys", "witnesses"))
        report = verify(data, keys, witnesses, vector["witnesses_needed"], openings)
        outcomes = {check["name"]: check["outcome"] for check in report["checks"]}
        if (report["holds"], outcomes) == (vector["holds"], vector["outcomes"]):
            right += 1
        else:
            print(f"{vector['name']}: expected {vector['outcomes']}, got {json.dumps(report)}")
    print(f"{right} of {len(vectors)} vectors come out as written")
    return 0 if right == len(vectors) else 1


def opening(text):
    memory, key, plain = text.split(":", 2)
    plain.encode()
    if not re.fullmatch("[0-9a-f]{64}", key):
        raise ValueError("a key is 64 hexadecimal digits in small letters")
    return memory, bytes.fromhex(key), plain


def number(text):
    if not re.fullmatch("[0-9]+", text):
        raise ValueError("not a number")
    return int(text)


def is_file(path):
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def public_keys(given):
    """The keys, each typed or in a file of them, one a line."""
    keys = []
    for one in given:
        try:
            keys.append(Key(one))
            continue
        except Refused as why:
            path = Path(one)
            # What is no file is not repeated: it may be a private key.
            require(is_file(path), f"what is given as a key is neither a public key nor a file of them: {why}")
        for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
            if line.strip():
                try:
                    keys.append(Key(line.strip()))
                except Refused as why:
                    raise Refused(f"{path}, line {number}: no public key: {why}") from None
    return keys


def main():
    parser = argparse.ArgumentParser(description="Check a receipt of erasure.")
    parser.add_argument("receipt", nargs="?", type=Path)
    parser.add_argument("--key", action="append", default=[], metavar="KEY|FILE",
                        help="a log's public key that you trust, or a file of such, one a line")
    parser.add_argument("--witness", action="append", default=[], metavar="KEY|FILE",
                        help="a witness's key that you trust, or a file of such, one a line")
    parser.add_argument("--witnesses-needed", type=number, metavar="N", help="how many (default: all that are given)")
    parser.add_argument("--opening", action="append", default=[], type=opening, metavar="MEMORY:KEY:TEXT")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="check this program against test vectors")
    args = parser.parse_args()
    if args.vectors:
        return run_vectors(args.vectors)
    if args.receipt is None:
        parser.error("which receipt?")
    try:
        # A byte order mark belongs to the file, not to the receipt.
        data = args.receipt.read_bytes().removeprefix(codecs.BOM_UTF8)
        keys, witnesses = public_keys(args.key), public_keys(args.witness)
    except (OSError, Refused, UnicodeError) as why:
        parser.error(str(why))
    needed = len(witnesses) if args.witnesses_needed is None else args.witnesses_needed
    report = verify(data, keys, witnesses, needed, args.opening)
    if args.json:
        print(json.dumps(report))
    else:
        for check in report["checks"]:
            print(f"{check['outcome']:<8}{check['name']:<12}{check['reason'] or check['sentence']}")
        print("The receipt holds." if report["holds"] else "The receipt does not hold.")
    return 0 if report["holds"] else 1


if __name__ == "__main__":
    sys.exit(main())
