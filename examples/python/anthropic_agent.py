"""Anthropic's memory tool on Nepenthe, in the SDK's own loop. The model is scripted, behind the SDK's HTTP client.

pip install 'nepenthe-memory[anthropic]'
python anthropic_agent.py
"""

from itertools import count
from typing import Any

import httpx2
import nepenthe
from anthropic import Anthropic
from nepenthe.anthropic import NepentheMemoryTool

SCRIPT: list[dict[str, Any]] = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/people.md", "file_text": "Sam Roe likes tea.\nThe depot is in Lima.\n"},
    {"command": "view", "path": "/memories/people.md"},
    {"command": "delete", "path": "/memories/people.md"},
    {"command": "view", "path": "/memories"},
]
TURNS = count()


def model(request: httpx2.Request) -> httpx2.Response:
    """Calls the tool as the script says, one call after the other, and is done."""
    turn = next(TURNS)
    content: dict[str, Any] = {"type": "text", "text": "Done."}
    if turn < len(SCRIPT):
        content = {"type": "tool_use", "id": f"t{turn}", "name": "memory", "input": SCRIPT[turn]}
    message = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [content],
        "stop_reason": "tool_use" if turn < len(SCRIPT) else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return httpx2.Response(200, json=message)


client = Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(model)))
with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
    tool = NepentheMemoryTool(memory)
    runner = client.beta.messages.tool_runner(
        model="scripted", max_tokens=100, tools=[tool], messages=[{"role": "user", "content": "Tidy your memory."}]
    )
    for message in runner:
        answer = runner.generate_tool_call_response()
        if answer is not None:
            print(answer["content"][0]["content"])  # type: ignore[index]
    print("receipt:", tool.last_receipt and tool.last_receipt.assurance)
