"""A LangGraph agent with long-term memory that forgets on command. No model: its replies are scripted.

pip install 'nepenthe-memory[langgraph]'
python langgraph_agent.py
"""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from nepenthe.langgraph import NepentheStore


class State(TypedDict):
    said: str
    reply: str


def agent(state: State, runtime: Runtime) -> dict[str, str]:
    """Remembers what it is told, and answers questions from what it remembers."""
    namespace, said, store = ("users", "alice"), state["said"], runtime.store
    if said.endswith("?"):
        found = store.search(namespace, query=said, limit=1)
        known = [item.value["text"] for item in found if item.score is not None]
        return {"reply": known[0] if known else "I do not know."}
    if said.startswith("Forget "):
        with store.namespace_memory(namespace) as memory:
            receipt = memory.plan_purge(said.removeprefix("Forget ")).apply()
        return {"reply": f"Erased ({receipt.assurance})."}
    store.put(namespace, said[:20], {"text": said})
    return {"reply": "Noted."}


with NepentheStore.from_path("agent.db", embedder="none") as store:
    graph = StateGraph(State).add_node(agent).add_edge(START, "agent").add_edge("agent", END).compile(store=store)
    for said in (
        "Sam Roe likes tea.",
        "The depot is in Lima.",
        "What does Sam Roe like?",
        "Forget everything about Sam Roe",
        "What does Sam Roe like?",
        "Where is the depot?",
    ):
        print(f"> {said}\n{graph.invoke({'said': said})['reply']}")
