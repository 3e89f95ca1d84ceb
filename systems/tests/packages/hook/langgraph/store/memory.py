"""A stand-in: what shares most words with the query comes first, the older of equals."""

from types import SimpleNamespace


def words(text):
    return set(text.lower().replace(".", "").replace("?", "").split())


class InMemoryStore:
    def __init__(self, index):
        assert index["dims"] == 384
        self.items = {}

    def put(self, namespace, key, value):
        self.items[namespace, key] = value

    def delete(self, namespace, key):
        del self.items[namespace, key]

    def search(self, namespace, query, limit):
        hits = [
            SimpleNamespace(namespace=place, key=key, value=value, score=len(words(query) & words(value["text"])))
            for (place, key), value in self.items.items()
            if place == namespace
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:limit]
