"""The paper's hook on both stores, with stand-ins for their packages: what the model is shown, and what becomes of each answer."""

import json
import unittest

from replay import SYSTEMS, Process, Replay

FACTS = ["Ana lives in Lima and sings.", "Ana has the badge P-17.", "Ana has badge p 17 still.", "Bo has the badge P-170."]
SCRIPTS = {"lethe-llm": "pylethe", "langgraph-llm": "langgraph-llm"}
NEW = "Ana lives in Quito since May."


def said(content, finish="stop"):
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}]}


class Hook(unittest.TestCase):
    def start(self, system, *answers):
        """An adapter with the facts, whose model gives these answers; what it is asked is kept in `asked`."""
        server = Replay("letta")  # for its socket; the answers are below
        self.addCleanup(server.close)
        self.asked, left = [], list(answers)
        embeddings = server.answer

        def answer(method, path, body):
            if path == "/v1/embeddings":
                return embeddings(method, path, body)
            self.asked.append([message["content"] for message in body["messages"]])
            return 200, left.pop(0)

        server.answer = answer
        adapter = Process(
            SYSTEMS / SCRIPTS[system] / "adapter.py",
            packages="hook",
            PYLETHE_SYSTEM=system,
            FORGETEVAL_EMBEDDINGS_URL=server.url + "/v1",
            FORGETEVAL_LLM_URL=server.url + "/v1",
            FORGETEVAL_LLM_MODEL="model",
        )
        self.addCleanup(adapter.close)
        self.assertEqual(adapter.call("describe", protocol=1)["name"], system)
        adapter.call("reset")
        adapter.call("inscribe", texts=FACTS)
        return adapter

    def test_a_supersede_shows_the_best_hit_alone_and_may_change_a_part(self):
        edited = "Ana lives in Quito since May and sings."
        for system in SCRIPTS:
            with self.subTest(system):
                adapter = self.start(system, said(json.dumps({"plan": "partial", "text": edited})))
                adapter.call("supersede", query="Ana lives", new_text=NEW)
                (prompt, asked), = self.asked
                self.assertEqual(prompt.count('{"plan": '), 4, "four-shot")
                self.assertEqual(asked, f'Request: "Ana lives"\nNew: "{NEW}"\nMemory: "{FACTS[0]}"')
                self.assertEqual(sorted(adapter.recall("Ana")), sorted([edited, *FACTS[1:]]))
                self.assertEqual(adapter.call("usage"), {"calls": 1, "unusable": 0})

    def test_atomic_and_useless_answers_replace_the_best_hit(self):
        useless = [said('{"plan": "partial"}'), said("I would rather not."), said('{"plan": "ato', "length")]
        for system in SCRIPTS:
            for at, answer in enumerate([said('Sure: {"plan": "atomic"}'), *useless]):
                with self.subTest(f"{system} {at}"):
                    adapter = self.start(system, answer)
                    adapter.call("supersede", query="Ana lives", new_text=NEW)
                    self.assertEqual(sorted(adapter.recall("Ana")), sorted([*FACTS[1:], NEW]))
                    self.assertEqual(adapter.call("usage"), {"calls": 1, "unusable": min(at, 1)})

    def test_a_purge_takes_what_is_named_and_falls_back_where_nothing_is(self):
        for system in SCRIPTS:
            with self.subTest(system):
                adapter = self.start(system, said('{"matches": ["0", 1, 99]}'), said('{"matches": []}'))
                adapter.call("purge", query="has the badge P-17")
                self.assertIn("Memories:\n0: ", self.asked[0][1])
                shown = [line.split(": ", 1)[1] for line in self.asked[0][1].splitlines()[2:]]
                gone = [json.loads(text) for text in shown[:2]]
                self.assertEqual(sorted(adapter.recall("Ana")), sorted(set(FACTS) - set(gone)))
                # An empty list is no answer here: the store's own policy takes the best hit.
                adapter.call("purge", query="Ana lives in Lima and sings.")
                self.assertNotIn(FACTS[0], adapter.recall("Ana"))
                self.assertEqual(adapter.call("usage"), {"calls": 2, "unusable": 0})

    def test_a_release_takes_what_is_named(self):
        for system in SCRIPTS:
            with self.subTest(system):
                adapter = self.start(system, said('{"matches": [0]}'))
                adapter.call("release", query="Bo has the badge P-170.")
                self.assertEqual(sorted(adapter.recall("Ana")), sorted(FACTS[:3]))


if __name__ == "__main__":
    unittest.main()
