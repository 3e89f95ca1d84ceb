"""A Letta server of its own: `python server.py PORT FOLDER`. Postgres with pgvector comes from the package pgserver, and lies in the
folder. The tables are made from Letta's models, since its package does not bring the migrations that make them."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pgserver

PORT, FOLDER = int(sys.argv[1]), Path(sys.argv[2])
DATABASE = pgserver.get_server(FOLDER / "postgres")
SOCKET = re.search("host=([^&]*)", DATABASE.get_uri())[1]
os.environ["LETTA_PG_URI"] = f"postgresql://postgres@localhost/postgres?host={SOCKET}"
os.environ["LETTA_DIR"] = os.environ["HOME"] = str(FOLDER / "home")
(FOLDER / "home").mkdir()


async def make_tables():
    from letta.orm import Base
    from letta.server.db import engine
    from sqlalchemy import text

    async with engine.begin() as connection:
        await connection.execute(text("CREATE EXTENSION vector"))
        await connection.run_sync(Base.metadata.create_all)
        # The one default that stands in a migration alone.
        await connection.execute(text("CREATE SEQUENCE message_seq_id OWNED BY messages.sequence_id"))
        await connection.execute(
            text("ALTER TABLE messages ALTER sequence_id SET DEFAULT nextval('message_seq_id')")
        )
    await engine.dispose()


asyncio.run(make_tables())
# The web server gives the signal back when it is done; as an exit, it lets pgserver stop its Postgres.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
from letta.server.rest_api.app import start_server

start_server(port=PORT, host="127.0.0.1")
