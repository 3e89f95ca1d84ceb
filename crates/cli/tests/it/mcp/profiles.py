"""Walks through each profile's tools with the official Python client, and prints what came of it as JSON.

Usage: profiles.py MODE PROFILE SERVER...     MODE: auto or legacy; PROFILE: whose tools; SERVER: as in connect.py

What goes wrong ends the walk: the client itself checks every answer against the output schema of its tool.
"""
import asyncio
import json
import sys

from connect import connected
from mcp.types import ElicitResult


async def core(call, seen):
    ids = (await call("inscribe", texts=["The vault's code is VX-4242.", "Bo has a van."]))["ids"]
    seen["recalled"] = [memory["text"] for memory in (await call("recall", query="van"))["memories"]]
    await call("history", id=ids[0])
    new = (await call("supersede", ids=ids[1:], new="Bo has a boat."))["inscribed"]
    await call("release", ids=[new])
    await call("restore", ids=[new])
    plan = await call("purge", what="VX-4242")
    if plan["status"] == "planned":
        plan = await call("purge_commit", plan_id=plan["plan_id"], digest=plan["digest"])
    seen["purged"] = plan["status"]
    seen["receipts"] = len((await call("receipt"))["receipts"])


async def graph(call, seen):
    ann = {"name": "Ann", "entityType": "person", "observations": ["likes tea"]}
    acme = {"name": "Acme", "entityType": "firm", "observations": ["is in Basel", "sells kettles"]}
    works = {"from": "Ann", "to": "Acme", "relationType": "works_at"}
    await call("create_entities", entities=[ann, acme])
    await call("create_relations", relations=[works])
    await call("add_observations", observations=[{"entityName": "Ann", "contents": ["has a dog"]}])
    await call("delete_observations", deletions=[{"entityName": "Ann", "observations": ["has a dog"]}])
    seen["found"] = [entity["name"] for entity in (await call("search_nodes", query="KETTLES"))["entities"]]
    seen["opened"] = (await call("open_nodes", names=["Ann"]))["entities"]
    await call("delete_relations", relations=[works])
    await call("delete_entities", entityNames=["Acme"])
    seen["graph"] = await call("read_graph")


async def files(call, seen):
    await call("memory", command="create", path="/memories/a.md", file_text="one\ntwo\n")
    await call("memory", command="str_replace", path="/memories/a.md", old_str="two", new_str="three")
    await call("memory", command="insert", path="/memories/a.md", insert_line=0, insert_text="zero")
    await call("memory", command="rename", old_path="/memories/a.md", new_path="/memories/b.md")
    seen["file"] = (await call("memory", command="view", path="/memories/b.md"))["text"]
    await call("memory", command="delete", path="/memories/b.md")
    seen["folder"] = (await call("memory", command="view", path="/memories"))["text"]


async def chatgpt(call, seen):
    results = (await call("search", query="kettles"))["results"]
    seen["fetched"] = (await call("fetch", id=results[0]["id"]))["text"]


WALKS = {"core": [core], "graph": [graph], "files": [files], "chatgpt": [chatgpt], "all": [core, graph, files, chatgpt]}


async def main(mode, profile, server):
    async def ask(_, params):
        return ElicitResult(action="accept", content={"erase": True})

    called, seen = set(), {}
    async with connected(server, mode, ask) as client:
        async def call(tool, **arguments):
            called.add(tool)
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, f"{tool}: {result}"
            return result.structured_content

        tools = [tool.name for tool in (await client.list_tools()).tools]
        for walk in WALKS[profile]:
            await walk(call, seen)
        if "read_graph" in tools:
            [resource] = (await client.list_resources()).resources
            contents = (await client.read_resource(resource.uri)).contents
            seen["resource"] = json.loads(contents[0].text)
    print(json.dumps({"tools": tools, "called": sorted(called), **seen}))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
