#!/usr/bin/env python3
"""An agent's memory behind four functions: the command `nepenthe`, driven with --json. The standard library is enough.

    python3 agent.py [STORE]
"""

import json
import subprocess
import sys
import tempfile


class Memory:
    """The memories of one scope of a store."""

    def __init__(self, store, scope):
        self.options = ["--json", "--db", store, "--scope", scope]

    def remember(self, text):
        """Writes a memory and returns its id."""
        return self._run("inscribe", "-", stdin=text)["ids"][0]

    def recall(self, query, k=5):
        """Returns the texts that answer a query, best first."""
        return [hit["text"] for hit in self._run("recall", "-", "-k", str(k), stdin=query)["hits"]]

    def plan(self, request):
        """Returns what a purge would do, and changes nothing."""
        with tempfile.TemporaryDirectory() as folder:
            return self._run("purge", "-", "--plan", f"{folder}/plan.json", stdin=request)

    def forget(self, plan):
        """Erases what a plan says that somebody has read. Returns how far that reached: `physical` is out of the bytes."""
        return self._run("apply", "-", stdin=json.dumps(plan))["erasure"]["assurance"]

    def _run(self, command, *arguments, stdin):
        # Texts go through standard input: command lines can be read by other users.
        done = subprocess.run(
            ["nepenthe", command, *arguments, *self.options], input=stdin, capture_output=True, encoding="utf-8"
        )
        if done.returncode != 0:
            # The plan of a change is on standard error too; the error is its last line.
            error = json.loads(done.stderr.splitlines()[-1])
            raise RuntimeError(f"{error['error']} (exit code {done.returncode}; {error['hint']})")
        return json.loads(done.stdout)


def main():
    memory = Memory(sys.argv[1] if len(sys.argv) > 1 else "nepenthe.db", "acme/alice")
    memory.remember("Sam Roe, +1 (555) 010-0199, bought 3 kettles.")
    memory.remember("Sam Roe and Ida Lund share the van.")
    print("recalled:", *memory.recall("Who has the van?", k=1))
    plan = memory.plan("everything about Sam Roe")
    for step in plan["plan"]["steps"]:
        print("purge:" if step["action"] == "purge" else "edit:", step["memory"]["text"])
    print("erased:", memory.forget(plan))
    print("recalled:", *memory.recall("Who has the van?", k=1))
    try:
        memory.remember("call 555-010-0199")
    except RuntimeError as error:
        print("refused:", error)


if __name__ == "__main__":
    main()
