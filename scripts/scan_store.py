#!/usr/bin/env python3
"""Looks for erased words in a store's files, without the engine and without SQLite.

    python3 scripts/scan_store.py [--inner TABLE] STORE [WORDS]

WORDS is a file with one erased word a line, in small letters, that no memory has any more (standard input without one). The scan reads
the file format itself (sqlite.org/fileformat2.html), and looks with grep

* through every live cell: each word of each text, the whole words and long beginnings of words in FTS5's shadow tables
  (`..._idx` has separators, `..._data` has terms), whatever their length;
* in the bytes that belong to nothing (slack, free blocks, the freelist, ends of overflow pages), for words of 6 bytes and more;
* for words of 8 bytes and more as loose bytes, anywhere in the file, its write-ahead log, shared memory and key file.

`--inner TABLE` also prints the texts in inner pages of a table without row ids, one a line: words worth erasing in a test.

Prints one line for each finding and a summary. Exits with 1 where there is a finding, with 2 where the file cannot be read.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

WORD = re.compile(r"[^\W_]+")
# Shorter words stand in other bytes by accident: in those of the whole file, and in those that belong to nothing.
LOOSE, FREE = 8, 6
# Of a separator in FTS5's tree, less says nothing.
PREFIX = 4
# Numbers of bytes and events, hex digests: no place for words of a memory, and full of short numbers.
NUMBERS = {"receipt", "event", "tree_node", "sqlite_sequence"}


class Damaged(Exception):
    """The file contradicts the format."""


def varint(page, at):
    number = 0
    for length in range(8):
        byte = page[at + length]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + length + 1
    return number << 8 | page[at + 8], at + 9


class Store:
    def __init__(self, path):
        self.bytes = Path(path).read_bytes()
        if self.bytes[:16] != b"SQLite format 3\0":
            raise Damaged("it is no SQLite database")
        size = int.from_bytes(self.bytes[16:18], "big")
        self.page_size = 65536 if size == 1 else size
        self.usable = self.page_size - self.bytes[20]
        self.pages = len(self.bytes) // self.page_size
        self.free = []  # (page, bytes) of what belongs to nothing and is not zero
        self.seen = set()

    def page(self, number):
        if not 0 < number <= self.pages or number in self.seen:
            raise Damaged(f"page {number} is not there, or used twice")
        self.seen.add(number)
        return self.bytes[(number - 1) * self.page_size : number * self.page_size]

    def belongs_to_nothing(self, number, page, start, end):
        if end > start and page[start:end].count(0) != end - start:
            self.free.append((number, page[start:end]))

    def payload(self, number, page, at, size, is_table):
        """Returns a cell's payload, and where its part in the page ends."""
        most = self.usable - 35 if is_table else (self.usable - 12) * 64 // 255 - 23
        if size <= most:
            return page[at : at + size], at + size
        least = (self.usable - 12) * 32 // 255 - 23
        local = least + (size - least) % (self.usable - 4)
        local = least if local > most else local
        parts, left = [page[at : at + local]], size - local
        follows = int.from_bytes(page[at + local : at + local + 4], "big")
        while left > 0:
            overflow, here = self.page(follows), min(left, self.usable - 4)
            parts.append(overflow[4 : 4 + here])
            self.belongs_to_nothing(follows, overflow, 4 + here, self.page_size)
            follows, left = int.from_bytes(overflow[:4], "big"), left - here
        return b"".join(parts), at + local + 4

    def tree(self, root):
        """Yields the payload of every cell below a page, and whether the page is an inner one."""
        stack = [root]
        while stack:
            number = stack.pop()
            page = self.page(number)
            head = 100 if number == 1 else 0
            kind = page[head]
            if kind not in (2, 5, 10, 13):
                raise Damaged(f"page {number} is no b-tree page")
            inner, is_table = kind in (2, 5), kind in (5, 13)
            cells = int.from_bytes(page[head + 3 : head + 5], "big")
            content = int.from_bytes(page[head + 5 : head + 7], "big") or 65536
            pointers = head + (12 if inner else 8)
            self.belongs_to_nothing(number, page, pointers + 2 * cells, content)
            used = []
            block, fragments = int.from_bytes(page[head + 1 : head + 3], "big"), page[head + 7]
            while block:
                length = int.from_bytes(page[block + 2 : block + 4], "big")
                self.belongs_to_nothing(number, page, block + 4, block + length)
                used.append((block, block + length))
                block = int.from_bytes(page[block : block + 2], "big")
            if inner:
                stack.append(int.from_bytes(page[head + 8 : head + 12], "big"))
            for index in range(cells):
                start = at = int.from_bytes(page[pointers + 2 * index : pointers + 2 * index + 2], "big")
                if inner:
                    stack.append(int.from_bytes(page[at : at + 4], "big"))
                    at += 4
                if kind == 5:
                    _, at = varint(page, at)
                    used.append((start, max(at, start + 4)))
                    continue
                size, at = varint(page, at)
                if is_table:
                    _, at = varint(page, at)
                payload, at = self.payload(number, page, at, size, is_table)
                used.append((start, max(at, start + 4)))
                yield payload, inner
            used.sort()
            # What lies between two of them is a fragment, of three bytes at most.
            lost = sum(max(0, after[0] - before[1]) for before, after in zip(used, used[1:]))
            if lost > fragments:
                raise Damaged(f"page {number} has {lost} bytes that nothing accounts for")

    def freelist(self):
        trunk = int.from_bytes(self.bytes[32:36], "big")
        while trunk:
            page = self.page(trunk)
            count = int.from_bytes(page[4:8], "big")
            self.belongs_to_nothing(trunk, page, 8 + 4 * count, self.page_size)
            for index in range(count):
                leaf = int.from_bytes(page[8 + 4 * index : 12 + 4 * index], "big")
                self.belongs_to_nothing(leaf, self.page(leaf), 0, self.page_size)
            trunk = int.from_bytes(page[:4], "big")


def columns(record):
    """Yields the texts and blobs of a record."""
    header, at = varint(record, 0)
    body = header
    while at < header:
        kind, at = varint(record, at)
        if kind >= 12:
            length = (kind - 12) // 2
            yield kind % 2 == 1, record[body : body + length]
        else:
            length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        body += length


def schema(store):
    for record, _ in store.tree(1):
        header, at = varint(record, 0)
        values, body = [], header
        while at < header:
            kind, at = varint(record, at)
            length = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
            part = record[body : body + length]
            values.append(part.decode() if kind >= 12 else int.from_bytes(part, "big") if 0 < kind < 7 else kind - 8)
            body += length
        yield values[0], values[1], values[2], values[3] if isinstance(values[3], int) else 0


def loose(words, least, content):
    """Counts the words of at least so many bytes that stand anywhere in some bytes: grep looks for thousands at once."""
    long = "\n".join(word for word in words if len(word.encode()) >= least)
    if not long or not content:
        return Counter()
    with tempfile.NamedTemporaryFile("w") as patterns:
        patterns.write(long + "\n")
        patterns.flush()
        command = ["grep", "--text", "--only-matching", "--ignore-case", "--fixed-strings", "--file", patterns.name]
        told = subprocess.run(command, input=content, capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=False)
    if told.returncode > 1:
        raise OSError(told.stderr.decode())
    return Counter(told.stdout.decode("utf-8", "replace").lower().split("\n")[:-1])


def scan(path, words, inner=None):
    store, found, rows = Store(path), Counter(), 0
    numbers = {word for word in words if not word.isdigit()}
    for _, name, table, root in list(schema(store)):
        if root <= 0:
            continue
        wanted = numbers if table in NUMBERS else words
        shadow = re.search(r"_fts\d*_(idx|data)$", table)
        for record, is_inner in store.tree(root):
            rows += 1
            if is_inner and table == inner:
                for is_text, value in columns(record):
                    if is_text:
                        print(f"inner: {value.decode('utf-8', 'replace')}")
            for is_text, value in columns(record):
                if not is_text and not shadow:
                    continue
                for word in WORD.findall(value.decode("utf-8", "replace").lower()):
                    if word in wanted:
                        found[name, word] += 1
                    elif shadow:
                        # A term has the number of its index before it; a separator is a beginning of a term.
                        for piece in (word, word[1:]):
                            if len(piece) >= PREFIX and (
                                piece in wanted or shadow[1] == "idx" and any(w.startswith(piece) for w in wanted)
                            ):
                                found[name, piece] += 1
    store.freelist()
    if len(store.seen) != store.pages:
        raise Damaged(f"{store.pages - len(store.seen)} pages belong to nothing")
    for word, count in loose(words, FREE, b"\n".join(piece for _, piece in store.free)).items():
        found["free bytes", word] += count
    total = 0
    for ending in ("", "-wal", "-shm", ".keys", ".keys-wal"):
        file = Path(f"{path}{ending}")
        content = store.bytes if not ending else file.read_bytes() if file.exists() else b""
        total += len(content)
        for word, count in loose(words, LOOSE, content).items():
            found[f"bytes of {file.name}", word] += count
    return store, found, rows, total


def main(arguments):
    inner = arguments[1] if arguments[:1] == ["--inner"] and len(arguments) > 1 else None
    arguments = arguments[2:] if inner else arguments
    if len(arguments) not in (1, 2) or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    lines = Path(arguments[1]).read_text(encoding="utf-8-sig") if len(arguments) == 2 else sys.stdin.read()
    words = {line.strip().lower() for line in lines.splitlines() if line.strip()}
    try:
        store, found, rows, total = scan(arguments[0], words, inner)
    except (Damaged, OSError, IndexError) as error:
        print(f"{arguments[0]}: cannot be read: {error}", file=sys.stderr)
        return 2
    for (place, word), count in sorted(found.items()):
        print(f"found in {place}: {word} ({count})")
    print(f"{len(words)} words, {rows} rows, {total} bytes: {len(found)} found, {len(store.free)} free places not zero")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
