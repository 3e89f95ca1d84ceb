"""Nepenthe through its Python package, as `nepenthe:canonical` of ForgetEval is in Rust."""

from forgeteval_adapter import Adapter, serve  # isort: skip; first: it keeps standard output for the protocol

import os
import tempfile
from contextlib import suppress

import nepenthe
import nepenthe.errors


class Nepenthe(Adapter):
    name = "nepenthe-python"
    version = nepenthe.__version__
    scopes = True

    def __init__(self):
        self.folder = os.environ.get("FORGETEVAL_FOLDER") or tempfile.mkdtemp()
        self.file = os.path.join(self.folder, "memory.db")
        self.memory, self.scopes_open = None, {}

    def reset(self):
        self.close()
        for left in os.listdir(self.folder):
            if left.startswith("memory.db"):
                os.unlink(os.path.join(self.folder, left))
        self.scopes_open = {}
        self.memory = nepenthe.open(self.file, scope="default", actor="forgeteval", embedder="minilm")

    def close(self):
        if self.memory is not None:
            for memory in [*self.scopes_open.values(), self.memory]:
                memory.close()

    def at(self):
        if self.scope not in self.scopes_open:
            self.scopes_open[self.scope] = self.memory.with_scope(self.scope)
        return self.scopes_open[self.scope]

    def inscribe(self, texts):
        try:
            self.at().inscribe_all(texts, returning="trim")
        except nepenthe.RefusedErasedError:
            for text in texts:
                with suppress(nepenthe.RefusedErasedError):  # that it stays out is an answer
                    self.at().inscribe(text, returning="trim")

    def recall(self, query, k):
        return [hit.text for hit in self.at().recall(query, k, mode="vector")]

    def apply(self, plan):
        with suppress(nepenthe.RefusedErasedError, nepenthe.NothingMatchedError, nepenthe.errors.ScopeEmptyError):
            plan.apply()

    def supersede(self, query, new_text):
        self.apply(self.at().plan_supersede(query, new=new_text, returning="trim"))

    def release(self, query):
        self.apply(self.at().plan_release(query))

    def restore(self, query):
        self.apply(self.at().plan_restore(query))

    def purge(self, query):
        try:
            plan = self.at().plan_purge(query, keep_name_out=True)
        except nepenthe.errors.BadRequestError:  # the words ask for everything about nobody
            plan = self.at().plan_purge(query)
        self.apply(plan)


serve(Nepenthe())
