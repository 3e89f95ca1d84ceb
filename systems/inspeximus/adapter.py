"""inspeximus: every text has a key of its own, so a correction, a retirement and an erasure can name it."""

from forgeteval_adapter import Adapter, embed, gap_threshold, serve  # first: it keeps standard output for the protocol

import os
import shutil
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["INSPEXIMUS_KEY_HOME"] = str(FOLDER / "keys")

from inspeximus import Inspeximus


def above_gap(hits):
    cut = gap_threshold([hit["relevance"] for hit in hits]) if hits else 0
    return [hit for hit in hits if hit["relevance"] >= cut]


def one_vector(text):
    return embed([text])[0]


class InspeximusAdapter(Adapter):
    name = "inspeximus"
    version = version("inspeximus")
    scopes = True
    folder = str(FOLDER)

    def reset(self):
        shutil.rmtree(FOLDER / "store", ignore_errors=True)
        self.store = Inspeximus(str(FOLDER / "store" / "memory.db"), embed=one_vector)
        self.store.center_embeddings = False  # the mean of a handful of vectors says nothing of the corpus
        self.written = 0
        self.exported = {}

    def inscribe(self, texts):
        for text in texts:
            self.remember(self.store, text)
        self.exported.update({row["text"]: row for row in self.store.export_changeset()["records"]})

    def recall(self, query, k):
        return [hit["text"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """A write under the best hit's key retires what the key held."""
        hits = self.search(query, 1)
        if hits:
            self.remember(self.store, new_text, hits[0]["key"])
        else:
            self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap: their keys end, their history stays."""
        for hit in above_gap(self.search(query, 20)):
            self.store.retire(hit["key"], "released")

    def restore(self, query):
        """Of 20 hits among what was retired, those above the gap: written again under their keys, as reaffirmed."""
        hits = self.search(query, 20, include_superseded=True)
        for hit in above_gap([hit for hit in hits if self.store.current(hit["key"]) is None]):
            if self.store.current(hit["key"]) is None:
                self.remember(self.store, hit["text"], hit["key"], reaffirm=True)

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's: erased with all that their keys ever held."""
        hits = self.search(query, 20)
        keys = {hit["key"] for hit in hits if hit["text"] == hits[0]["text"]}
        self.store.forget(where=lambda row: row.get("key") in keys)

    def import_(self, texts):
        """A changeset: rows as they were exported when they were written, and new ones of what is not among them."""
        known = [self.exported[text] for text in texts if text in self.exported]
        other = Inspeximus(embed=one_vector)
        for text in texts:
            if text not in self.exported:
                self.remember(other, text)
        changes = other.export_changeset()
        self.store.import_changeset({**changes, "records": changes["records"] + known})
        self.store.reembed()  # a changeset has no vectors, and without one a row is not found

    def remember(self, store, text, key=None, **options):
        self.written += 1
        store.remember(text, key=key or f"fact-{self.written}", user_id=self.scope, **options)

    def search(self, query, limit, **options):
        return self.store.recall(query, k=limit, mode="semantic", user_id=self.scope, **options)


serve(InspeximusAdapter())
