"""A stand-in for the package: the calls that the adapter makes, with the arguments that release 2.0.0a4 has, over words."""

import os
import re
from types import SimpleNamespace


def words(text):
    return set(re.findall(r"\w+", text.lower()))


class HippoRAG:
    def __init__(self, global_config=None, save_dir=None, llm_model_name=None, llm_base_url=None,
                 embedding_model_name=None, embedding_base_url=None):  # fmt: skip
        assert global_config is None and llm_model_name and llm_base_url and embedding_base_url
        assert "text-embedding" in embedding_model_name, "an embedder that the package does not know"
        os.makedirs(save_dir)
        self.texts = []
        self.chunk_embedding_store = SimpleNamespace(get_all_texts=lambda: list(self.texts))

    def index(self, docs):
        self.texts += [text for text in dict.fromkeys(docs) if text not in self.texts]

    def delete(self, docs_to_delete):
        self.texts = [text for text in self.texts if text not in docs_to_delete]

    def retrieve(self, queries, num_to_retrieve=None, gold_docs=None):
        assert self.texts, "the package fails where nothing is indexed"
        best = [sorted(self.texts, key=lambda text: -len(words(text) & words(query))) for query in queries]
        return [SimpleNamespace(question=query, docs=docs[:num_to_retrieve]) for query, docs in zip(queries, best)]
