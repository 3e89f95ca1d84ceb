"""Purges through a server with the official Python client, and prints what came of it as JSON.

Usage: client.py MODE ANSWER SERVER...     MODE: auto or legacy; ANSWER: accept, decline or nobody; SERVER: see connect.py
"""
import asyncio
import json
import sys

from connect import connected
from mcp.types import ElicitResult


async def main(mode, answer, server):
    questions = []

    async def ask(_, params):
        questions.append(params.message)
        if answer == "accept":
            return ElicitResult(action="accept", content={"erase": True})
        return ElicitResult(action="decline")

    async with connected(server, mode, None if answer == "nobody" else ask) as client:
        tools = await client.list_tools()
        # The client checks every answer against the output schema of its tool.
        inscribed = await client.call_tool("inscribe", {"texts": ["The vault's code is VX-4242.", "Bo has a van."]})
        recalled = await client.call_tool("recall", {"query": "vault"})
        history = await client.call_tool("history", {"id": inscribed.structured_content["ids"][1]})
        changed = await client.call_tool("supersede", {"ids": inscribed.structured_content["ids"][1:], "new": "Bo has a boat."})
        boat = [changed.structured_content["inscribed"]]
        released = await client.call_tool("release", {"ids": boat})
        restored = await client.call_tool("restore", {"ids": boat})
        refused = await client.call_tool("history", {"id": "nothing"})
        purged = await client.call_tool("purge", {"what": "VX-4242"})
        committed = None
        if purged.structured_content["status"] == "planned":
            plan = {name: purged.structured_content[name] for name in ("plan_id", "digest")}
            committed = (await client.call_tool("purge_commit", plan)).structured_content
        receipts = await client.call_tool("receipt", {})
        left = await client.call_tool("recall", {"query": "vault code"})
    print(json.dumps({
        "tools": [tool.name for tool in tools.tools],
        "recalled": recalled.structured_content,
        "history": history.structured_content,
        "statuses": [call.structured_content["status"] for call in (changed, released, restored)],
        "refused": [refused.is_error, refused.structured_content],
        "questions": questions,
        "purged": purged.structured_content,
        "committed": committed,
        "receipts": receipts.structured_content,
        "left": [memory["text"] for memory in left.structured_content["memories"]],
    }))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
