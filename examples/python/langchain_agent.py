"""A LangChain chat with a history that can be erased, and a log of tools that forgets too. The model is scripted.

pip install 'nepenthe-memory[langchain]'
python langchain_agent.py
"""

import nepenthe
from langchain_core.language_models import FakeListChatModel
from langchain_core.tools import tool
from nepenthe.langchain import NepentheChatMessageHistory, NepentheToolLog

with nepenthe.open("agent.db", scope="acme", embedder="none") as memory:
    model = FakeListChatModel(responses=["Hello Sam.", "Tea."])
    history = NepentheChatMessageHistory("session-1", memory)
    for said in ("My name is Sam Roe and I like tea.", "What do I like?"):
        history.add_user_message(said)
        history.add_ai_message(model.invoke(history.messages))
    print([message.content for message in history.messages])

    id = memory.inscribe("Sam Roe likes tea.")
    log = NepentheToolLog(memory)

    @tool
    def recall(query: str) -> str:
        """Recalls what is known."""
        return "\n".join(hit.text for hit in memory.recall(query))

    print(recall.invoke({"query": "tea"}, config={"callbacks": [log]}))
    print("calls kept:", len(log.log.calls()))

    memory.purge_now(ids=id)
    history.clear()
    print("calls kept:", len(log.log.calls()), "messages kept:", len(history.messages))
