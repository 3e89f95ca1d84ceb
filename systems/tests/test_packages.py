"""Adapters of packages that could not be installed, with stand-ins for them (`packages/`), written from their source."""

import unittest

from replay import SYSTEMS, Process

TEXTS = ["Ana lives in Lima.", "Ana has the badge P-17.", "Bo has the badge P-170."]


class HippoRAG(unittest.TestCase):
    def play(self, system):
        adapter = Process(
            SYSTEMS / "hipporag" / "adapter.py",
            packages="hipporag",
            HIPPORAG_SYSTEM=system,
            FORGETEVAL_EMBEDDINGS_MODEL="all-MiniLM-L6-v2",
        )
        about = adapter.call("describe", protocol=1)
        self.assertEqual((about["name"], about["version"]), (system, "2.0.0a4"))
        self.assertEqual(about["operations"], ["reset", "inscribe", "recall", "supersede", "purge"])
        adapter.call("reset")
        adapter.call("inscribe", texts=[])
        self.assertEqual(adapter.recall("Where does Ana live?"), [])
        adapter.call("inscribe", texts=TEXTS)
        self.assertEqual(adapter.recall("Ana lives", 2), TEXTS[:2])
        adapter.call("supersede", query="Ana lives", new_text="Ana lives in Quito since May.")
        self.assertEqual(adapter.recall("Ana lives", 1), ["Ana lives in Quito since May."])
        adapter.call("purge", query="Ana has the badge P-17.")
        left = adapter.recall("badge")
        adapter.call("reset")
        self.assertEqual(adapter.recall("badge"), [])
        self.assertEqual(adapter.close(), 0)
        return sorted(left)

    def test_as_published_all_of_ten_hits_go(self):
        self.assertEqual(self.play("hipporag"), [])

    def test_the_careful_one_deletes_the_best_hit(self):
        self.assertEqual(self.play("hipporag-careful"), ["Ana lives in Quito since May.", "Bo has the badge P-170."])


if __name__ == "__main__":
    unittest.main()
