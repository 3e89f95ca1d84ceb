"""Mem0's client for Python, unchanged, against a server: every call that it has. Arguments: the host, a key of acme/**."""

import asyncio
import sys

from mem0 import AsyncMemoryClient, MemoryClient
from mem0.client.types import AddMemoryOptions, DeleteAllMemoryOptions, GetAllMemoryOptions, SearchMemoryOptions
from mem0.client.types import UpdateMemoryOptions
from mem0.exceptions import AuthenticationError, MemoryError, MemoryNotFoundError, ValidationError

host, key = sys.argv[1:]


def refused(kind, words, call, *args, **kwargs):
    """The call is refused with this exception, whose message has these words."""
    try:
        answer = call(*args, **kwargs)
    except kind as error:
        assert words in str(error), f"{words!r} is not in {error!r}"
        return error
    raise AssertionError(f"not refused: {answer}")


def texts(answer):
    return sorted(memory["memory"] for memory in answer["results"])


def everything(filters):
    return texts(client.get_all(filters=filters, page=1, page_size=1000))


refused(ValueError, "No key came with the request", MemoryClient, api_key="nep_wrong", host=host)
client = MemoryClient(api_key=key, host=host)
assert client.org_id == "nepenthe" and client.project_id and client.user_email is None

# Adding: nothing is inferred, and that is said.
refused(ValidationError, "infer=false", client.add, "Alice likes tea.", user_id="alice")
refused(ValidationError, "user_id", client.add, "Alice likes tea.", infer=False)
added = client.add(
    [{"role": "user", "content": "Alice likes green tea."}, {"role": "assistant", "content": "Noted."}],
    user_id="alice",
    run_id="r1",
    metadata={"topic": "drinks", "fooBar": {"a_b": [1, 2]}},
    infer=False,
)
assert added["status"] == "SUCCEEDED" and "1 of other roles" in added["message"], added
[tea] = added["results"]
assert tea["event"] == "ADD" and added["event_id"] == tea["id"], added
one = {"role": "user", "content": "Alice's bike is red."}
bike = client.add(one, AddMemoryOptions(infer=False, filters={"user_id": "alice", "agent_id": "bot"}))["results"][0]["id"]
client.add("Bob likes green tea.", user_id="bob", agent_id="bot", infer=False, metadata={"topic": "drinks"})
client.add("The office opens at nine.", agent_id="bot", infer=False, expiration_date="2099-12-31", timestamp=1700000000)

# Searching.
alice = {"user_id": "alice"}
found = client.search("green tea", filters=alice)
assert texts(found)[0] == "Alice likes green tea." and isinstance(found["results"][0]["score"], float), found
assert all(memory["user_id"] == "alice" for memory in found["results"])
for filters, wanted in [
    ({"AND": [alice, {"run_id": "r1"}]}, ["Alice likes green tea."]),
    ({"AND": [{"user_id": {"in": ["alice", "bob"]}}, {"agent_id": "bot"}]}, ["Bob likes green tea."]),
    ({"OR": [alice, {"user_id": "bob"}]}, ["Alice likes green tea.", "Bob likes green tea."]),
    ({"user_id": "*", "NOT": [{"user_id": "alice"}]}, ["Bob likes green tea."]),
    ({"user_id": {"in": ["alice", "bob"]}, "NOT": {"metadata": {"topic": "drinks"}}}, []),
    ({"user_id": "*", "metadata": {"topic": {"contains": "rink"}}}, ["Alice likes green tea.", "Bob likes green tea."]),
    ({"user_id": "*", "metadata": {"topic": {"ne": "drinks"}}}, []),
    ({"user_id": "alice", "text": {"icontains": "GREEN"}}, ["Alice likes green tea."]),
    ({"user_id": "alice", "memory_ids": [tea["id"]]}, ["Alice likes green tea."]),
    ({"user_id": "alice", "created_at": {"gte": "2024-01-01", "lt": "2199-01-01"}}, ["Alice likes green tea."]),
    ({"user_id": "alice", "created_at": {"lt": "2024-01-01"}}, []),
    ({"user_id": "carol"}, []),
]:
    assert texts(client.search("green tea", filters=filters, top_k=50)) == wanted, filters
[hit] = client.search("tea", SearchMemoryOptions(filters=alice, top_k=1, fields=["memory"], rerank=False))["results"]
assert set(hit) == {"id", "memory"}, hit
for filters in [{}, {"NOT": [alice]}, {"user": "alice"}, {"user_id": {"like": "a"}}, {"metadata": {"a": 1}}]:
    refused(ValidationError, "", client.search, "tea", filters=filters)
refused(ValidationError, "filters", client.search, "tea")
refused(ValueError, "not supported", client.search, "tea", user_id="alice")

# Listing.
office = client.get_all(filters={"agent_id": "bot", "timestamp": {"lt": "2024-01-01"}})["results"]
assert [memory["expiration_date"] for memory in office] == ["2099-12-31"] and office[0]["user_id"] is None, office
for number in range(25):
    client.add(f"Note {number}.", user_id="pages", infer=False)
pages = [client.get_all(filters={"user_id": "pages"}, page=page, page_size=10) for page in (1, 2, 3)]
assert [len(page["results"]) for page in pages] == [10, 10, 5] and pages[0]["count"] == 25
assert pages[0]["previous"] is None and pages[0]["next"] and pages[2]["next"] is None
assert len({memory["id"] for page in pages for memory in page["results"]}) == 25
assert pages[0]["results"][0]["memory"] == "Note 24."
listed = client.get_all(GetAllMemoryOptions(filters=alice, start_date="2024-01-01", end_date="2199-01-01", page_size=1))
assert listed["count"] == 2, listed
refused(ValidationError, "filters", client.get_all)

# One memory.
memory = client.get(tea["id"])
assert memory["memory"] == "Alice likes green tea." and memory["lifecycle_state"] == "active", memory
assert memory["metadata"] == {"topic": "drinks", "fooBar": {"a_b": [1, 2]}} and memory["run_id"] == "r1", memory
refused(MemoryNotFoundError, "no memory", client.get, "mem_123/../x")
updated = client.update(bike, text="Alice's bike is blue.")
assert updated["memory"] == "Alice's bike is blue." and updated["agent_id"] == "bot", updated
assert client.update(bike, UpdateMemoryOptions(text="Alice's bike is black."))["id"] == bike
refused(MemoryError, "metadata cannot be changed", client.update, bike, metadata={"a": 1})
refused(MemoryError, "expiration_date cannot be changed", client.update, bike, expiration_date=None)
events = client.history(bike)
assert [event["event"] for event in events] == ["ADD", "UPDATE", "UPDATE"], events
assert events[1]["old_memory"] == "Alice's bike is red." and events[1]["new_memory"] == "Alice's bike is blue.", events
assert events[0]["memory_id"] == bike and events[0]["user_id"] == "alice"

# Deleting one is an erasure.
deleted = client.delete(tea["id"])
assert deleted["receipt_id"] and deleted["cascade_count"] == 0, deleted
refused(MemoryNotFoundError, "no memory", client.get, tea["id"])
refused(MemoryNotFoundError, "no memory", client.history, tea["id"])
refused(MemoryNotFoundError, "no memory", client.delete, tea["id"])
again = refused(ValidationError, "erased", client.add, "Alice likes green tea.", user_id="alice", infer=False)
assert again.details["code"] == "refused_erased" and "reason" in str(again), again.details
client.add("Alice likes green tea.", user_id="zoe", infer=False)
assert client.delete(bike, delete_linked=True)["receipt_id"]

# Several.
ids = [client.add(f"Shelf {number}.", user_id="batch", infer=False)["results"][0]["id"] for number in range(4)]
none = "0192f0c1-2b3c-7d4e-8f50-112233445566"
refused(MemoryNotFoundError, "no memory", client.batch_update, [{"memory_id": ids[0], "text": "x"}, {"memory_id": none, "text": "y"}])
assert everything({"user_id": "batch"}) == [f"Shelf {number}." for number in range(4)]
client.batch_update([{"memory_id": ids[0], "text": "Shelf zero."}, {"memory_id": ids[1], "text": "Shelf one."}])
assert everything({"user_id": "batch"}) == ["Shelf 2.", "Shelf 3.", "Shelf one.", "Shelf zero."]
refused(MemoryNotFoundError, "no memory", client.batch_delete, [{"memory_id": ids[0]}, {"memory_id": none}])
assert len(everything({"user_id": "batch"})) == 4
assert client.batch_delete([{"memory_id": ids[0]}, {"memory_id": ids[2]}])["receipt_id"]
assert everything({"user_id": "batch"}) == ["Shelf 3.", "Shelf one."]

# Deleting by ids: exactly what they say, in both forms.
for run in ("a", "b", "it's \"c\" \\ 用户"):
    client.add(f"Run {run} of dora.", user_id="dora", run_id=run, infer=False)
client.add("Eve's run a.", user_id="eve", run_id="a", infer=False)
before = everything({"user_id": "*"})
for filters in [{}, {"AND": [{"user_id": "dora"}]}, {"user_id": {"in": ["dora"]}}, {"user_id": None}, {"user_id": 7},
                {"user_id": "*"}, {"user_id": ""}, {"metadata": {"a": "b"}}, {"user_id": "dora", "topic": "x"}, "dora",
                {"user_id": ["dora"]}, {"user_id": b"dora"}, {"user_id": True}]:
    refused(ValidationError, "", client.delete_all, filters=filters)
for kwargs in [{}, {"user_id": "*"}, {"userid": "dora"}, {"user_id": "dora", "metadata": "x"}, {"user_id": ""}]:
    refused(ValidationError, "", client.delete_all, **kwargs)
refused(MemoryNotFoundError, "no memory", client.delete_all, user_id="dor")
refused(MemoryNotFoundError, "no memory", client.delete_all, user_id="eve", run_id="b")
assert everything({"user_id": "*"}) == before
last = "it's \"c\" \\ 用户"
assert client.delete_all(DeleteAllMemoryOptions(filters={"user_id": "dora", "run_id": last}))["deleted"] == 1
assert everything({"user_id": "dora"}) == ["Run a of dora.", "Run b of dora."]
assert client.delete_all(user_id="dora", run_id="a")["deleted"] == 1
assert everything({"user_id": "dora"}) == ["Run b of dora."] and everything({"user_id": "eve"}) == ["Eve's run a."]
done = client.delete_all(filters={"user_id": "dora"})
assert done["deleted"] == 1 and done["receipt_ids"] == [done["receipt_id"]], done
assert client.delete_all(user_id="dora")["deleted"] == 0

# What the platform has, and this server has not.
for call in [
    lambda: client.create_memory_export("{}", user_id="alice"),
    lambda: client.get_memory_export(user_id="alice"),
    lambda: client.get_summary(filters=alice),
    lambda: client.feedback(ids[1], "POSITIVE"),
    lambda: client.get_profile("alice"),
    lambda: client.generate_profile("alice"),
    lambda: client.get_profile_settings(),
    lambda: client.project.get(),
    lambda: client.get_webhooks(client.project_id),
    lambda: client.search("tea", filters=alice, reference_date="2026-01-01"),
]:
    error = refused(MemoryError, "", call)
    assert error.error_code == "HTTP_501", error

# Everybody.
strange = "a/b*c ../d?#%2F é"
client.add("Strange.", user_id=strange, infer=False)
listed = client.users()
entities = {(entity["type"], entity["name"]) for entity in listed["results"]}
assert listed["count"] == len(entities) and {("user", strange), ("agent", "bot"), ("run", "a")} <= entities, listed
assert client.delete_users(user_id=strange) == {"message": "Entity deleted successfully."}
assert everything({"user_id": strange}) == []
refused(MemoryNotFoundError, "no memory", client.delete_users, user_id="nobody")
client.delete_users(agent_id="bot")
assert everything({"agent_id": "bot"}) == [] and everything({"user_id": "eve"}) == ["Eve's run a."]


async def side_by_side():
    other = AsyncMemoryClient(api_key=key, host=host)
    added = await other.add("Async note.", user_id="async", infer=False)
    [one] = added["results"]
    assert (await other.search("note", filters={"user_id": "async"}))["results"][0]["id"] == one["id"]
    assert (await other.get_all(filters={"user_id": "async"}))["count"] == 1
    assert (await other.get(one["id"]))["memory"] == "Async note."
    assert (await other.update(one["id"], text="Async note 2."))["memory"] == "Async note 2."
    assert len(await other.history(one["id"])) == 2
    assert (await other.delete(one["id"]))["receipt_id"]
    await other.add("Async note 3.", user_id="async", infer=False)
    assert (await other.delete_all(filters={"user_id": "async"}))["deleted"] == 1


asyncio.run(side_by_side())
client.reset()
assert client.users()["results"] == []
refused(ValueError, "No entities", client.delete_users)
