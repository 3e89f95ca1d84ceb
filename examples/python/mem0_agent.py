"""An agent written for Mem0's open-source class, on Nepenthe. No model: its replies are scripted.

pip install nepenthe-memory
python mem0_agent.py
"""

from nepenthe.mem0 import Memory

with Memory.from_path("agent.db", embedder="none") as memory:
    added = memory.add(
        [
            {"role": "user", "content": "I am Alice and I like tea."},
            {"role": "assistant", "content": "Nice to meet you."},
        ],
        user_id="alice",
        metadata={"topic": "drinks"},
    )
    memory.add("The depot is in Lima.", user_id="bob")

    found = memory.search("What does Alice like?", filters={"user_id": "alice", "topic": "drinks"}, top_k=1)
    print("alice:", found["results"][0]["memory"])

    gone = memory.delete_all(user_id="alice")
    print("erased:", gone["deleted"], "receipts:", len(gone["receipt_ids"]))
    print("alice:", memory.get_all(filters={"user_id": "alice"})["results"])
    print("history:", memory.history(added["results"][0]["id"]))
    print("bob:", [one["memory"] for one in memory.get_all(filters={"user_id": "bob"})["results"]])
