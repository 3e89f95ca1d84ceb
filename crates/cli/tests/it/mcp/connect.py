"""A client of MCP to a server: a command, which is started, or a URL, to which the key in MCP_KEY is shown."""
import contextlib
import os

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


@contextlib.asynccontextmanager
async def connected(server, mode="auto", ask=None):
    if not server[0].startswith("http"):
        server = StdioServerParameters(command=server[0], args=server[1:])
        async with Client(server, mode=mode, elicitation_callback=ask) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {os.environ['MCP_KEY']}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(server[0], http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=ask) as client:
            yield client
