"""Adapters of servers, held to the exchanges in `exchanges/`: Letta's are recorded from release 0.16.8, with answers cut to what
is read (that of `letta-llm` is `letta-contracts`' with other questions); OpenMemory's are written from the description of its API in its client."""

import unittest

from replay import SYSTEMS, Process, Replay

SAID = {
    "letta": [],
    "letta-careful": ["Bo has the badge P-170.", "Ana lives in Quito since May."],
    "letta-llm": [],
    "letta-contracts": ["Ana lives in Quito since May."],
    "openmemory": [],
    "openmemory-careful": ["Bo has the badge P-170.", "Ana lives in Quito since May."],
}


class Servers(unittest.TestCase):
    def play(self, system):
        folder = system.removesuffix("-careful").removesuffix("-llm").removesuffix("-contracts")
        server = Replay(system)
        self.addCleanup(server.close)
        adapter = Process(
            SYSTEMS / folder / "adapter.py",
            LETTA_SYSTEM=system,
            LETTA_BASE_URL=server.url,
            OPENMEMORY_SYSTEM=system,
            OPENMEMORY_URL=server.url,
            FORGETEVAL_EMBEDDINGS_URL="http://127.0.0.1:9/v1",
            FORGETEVAL_EMBEDDINGS_MODEL="all-MiniLM-L6-v2",
            FORGETEVAL_EMBEDDINGS_DIMENSION="384",
            FORGETEVAL_LLM_URL=server.url + "/v1",
            FORGETEVAL_LLM_KEY="key",
            FORGETEVAL_LLM_MODEL="model",
        )
        about = adapter.call("describe", protocol=1)
        self.assertEqual(about["name"], system)
        self.assertNotIn("release", about["operations"])
        adapter.call("reset")
        texts = ["Ana lives in Lima.", "Ana has the badge P-17.", "Bo has the badge P-170."]
        adapter.call("inscribe", texts=texts)
        self.assertEqual(adapter.recall("Where does Ana live?", 2), texts[:2], server.wrong)
        adapter.call("supersede", query="where Ana lives", new_text="Ana lives in Quito since May.")
        self.assertEqual(len(adapter.recall("Where does Ana live?")), 3, server.wrong)
        adapter.call("purge", query="badge P-17")
        self.assertEqual(adapter.recall("Who has a badge?"), SAID[system], server.wrong)
        usage = adapter.call("usage") if "usage" in about["operations"] else None
        adapter.call("reset")
        self.assertEqual(adapter.close(), 0)
        self.assertIsNone(server.wrong)
        self.assertEqual(server.left, [], "not all of the exchange was asked for")
        return usage, adapter

    def test_letta(self):
        self.play("letta")

    def test_letta_careful(self):
        self.play("letta-careful")

    def test_letta_llm(self):
        """The paper's hook: a part cannot be changed, so the hit is replaced; where nothing is named, all of ten hits go."""
        usage, _ = self.play("letta-llm")
        self.assertEqual(usage, {"calls": 2, "unusable": 0})

    def test_letta_contracts(self):
        """Its first answer is cut off: it is counted, and the best hit goes, as without a model. The second is used."""
        usage, adapter = self.play("letta-contracts")
        self.assertEqual(usage, {"calls": 2, "unusable": 1})
        self.assertIn("supersede: the answer is of no use", "".join(adapter.log))

    def test_openmemory(self):
        self.play("openmemory")

    def test_openmemory_careful(self):
        self.play("openmemory-careful")

    def test_a_request_that_is_not_in_the_exchange_is_an_error(self):
        """So that the tests above can fail."""
        server = Replay("openmemory")
        self.addCleanup(server.close)
        adapter = Process(SYSTEMS / "openmemory" / "adapter.py", OPENMEMORY_URL=server.url)
        adapter.call("reset")
        with self.assertRaisesRegex(RuntimeError, "answered 500"):
            adapter.recall("something else")
        self.assertIn("something else", server.wrong)
        adapter.close()


if __name__ == "__main__":
    unittest.main()
