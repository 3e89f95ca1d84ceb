"""memvid: a frame for each text, in one file. It is searched by words, because its vectors do not outlive a removal."""

from forgeteval_adapter import Adapter, gap_threshold, serve  # first: it keeps standard output for the protocol

import os
import shutil
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["MEMVID_TELEMETRY"] = "0"
os.environ["TMPDIR"] = str(FOLDER / "tmp")  # the index of an open file lies there
Path(os.environ["TMPDIR"]).mkdir(exist_ok=True)

import memvid_sdk

FILE = FOLDER / "store" / "memory.mv2"
OPERATORS = {form(word) for word in ("and", "or", "not") for form in (str.lower, str.upper, str.title)}


class Memvid(Adapter):
    name = "memvid"
    version = version("memvid-sdk")
    folder = str(FOLDER)

    def __init__(self):
        self.memory = None

    def reset(self):
        self.close()
        shutil.rmtree(FILE.parent, ignore_errors=True)
        FILE.parent.mkdir()
        self.memory = memvid_sdk.create(str(FILE))

    def inscribe(self, texts):
        """Without title, labels and tags: memvid searches them, and returns them with the text."""
        for text in texts:
            self.memory.put(
                title="", label="", text=text, auto_tag=False, extract_dates=False, enable_embedding=False
            )

    def recall(self, query, k):
        return [text for _, text, _ in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit is removed, the new text put."""
        self.remove(self.search(query, 1))
        self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap, as shares of the best score: removed from the index, still in the file."""
        hits = self.search(query, 20)
        if hits:
            shares = [score / hits[0][2] for _, _, score in hits]
            cut = gap_threshold(shares)
            self.remove([hit for hit, share in zip(hits, shares) if share >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's: removed, and the closed file vacuumed."""
        hits = self.search(query, 20)
        self.remove([hit for hit in hits if hit[1] == hits[0][1]])
        self.close()
        memvid_sdk.Memvid.doctor(str(FILE), vacuum=True, quiet=True)
        self.memory = memvid_sdk.use("basic", str(FILE), mode="open")

    def search(self, query, limit):
        """One search for each word, because a search wants all its words; the scores of a frame add up."""
        parts = "".join(c if c.isalnum() or c in "@.-_" else " " for c in query).split()
        words = {part.strip("@.-_") for part in parts} - {""} - OPERATORS
        texts, scores = {}, {}
        for word in sorted(words):
            best = {}
            for hit in self.find(word):
                texts[hit["frame_id"]] = hit["text"].removesuffix(" labels:")
                best[hit["frame_id"]] = max(hit["score"], best.get(hit["frame_id"], 0))
            for frame, score in best.items():
                scores[frame] = scores.get(frame, 0) + score
        found = sorted(scores, key=lambda frame: (-scores[frame], frame))[:limit]
        return [(frame, texts[frame], scores[frame]) for frame in found]

    def find(self, word):
        try:
            return self.memory.find(word, k=20, mode="lex", snippet_chars=100_000)["hits"]
        except memvid_sdk.LexIndexDisabledError:  # its answer where a text has the word's stem and not the word
            return []

    def remove(self, hits):
        for frame, _, _ in hits:
            self.memory.remove(frame)

    def close(self):
        if self.memory:
            self.memory.close()


serve(Memvid())
