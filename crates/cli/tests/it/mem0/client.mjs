// Mem0's client for Node, unchanged, against a server: every call that it has. Arguments: its folder, the host, a key of acme/**.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const [folder, host, apiKey] = process.argv.slice(2);
const { MemoryClient, MemoryNotFoundError, ValidationError, MemoryError } = createRequire(`${folder}/`)("mem0ai");
const client = new MemoryClient({ apiKey, host });
await client.ping();

const texts = (answer) => answer.results.map((memory) => memory.memory).sort();
const everything = async (filters) => texts(await client.getAll({ filters, page: 1, pageSize: 1000 }));
const refused = (kind, words, call) =>
    assert.rejects(call, (error) => {
        assert.ok(error instanceof kind, `${error}`);
        assert.match(error.message, words);
        return true;
    });

await assert.rejects(new MemoryClient({ apiKey: "nep_wrong", host }).ping(), /No key came with the request/);

// Adding.
const say = (content) => [{ role: "user", content }];
await refused(ValidationError, /infer=false/, () => client.add(say("Alice likes tea."), { userId: "alice" }));
const added = await client.add(say("Alice likes green tea."), {
    userId: "alice",
    runId: "r1",
    metadata: { fooBar: { aB: 1 }, snake_case: true },
    infer: false,
});
assert.equal(added.status, "SUCCEEDED");
const tea = added.results[0].id;
assert.equal(added.eventId, tea);
const bike = (await client.add(say("Alice's bike is red."), { userId: "alice", agentId: "bot", infer: false })).results[0].id;
await client.add(say("Bob likes green tea."), { userId: "bob", infer: false });

// Searching and listing.
const alice = { user_id: "alice" };
assert.equal((await client.search("green tea", { filters: alice, topK: 1 })).results[0].memory, "Alice likes green tea.");
for (const [filters, wanted] of [
    [{ AND: [alice, { run_id: "r1" }] }, ["Alice likes green tea."]],
    [{ OR: [alice, { user_id: "bob" }] }, ["Alice likes green tea.", "Bob likes green tea."]],
    [{ user_id: "*", NOT: [alice] }, ["Bob likes green tea."]],
    [{ user_id: "alice", text: { contains: "bike" } }, []],
]) {
    assert.deepEqual(texts(await client.search("green tea", { filters, topK: 10, keywordSearch: true })), wanted);
}
await refused(ValidationError, /filters/, () => client.search("tea", { filters: {} }));
await assert.rejects(client.search("tea", { userId: "alice" }), /not supported/);
const page = await client.getAll({ filters: alice, page: 2, pageSize: 1 });
assert.deepEqual([page.count, page.results.length, page.next], [2, 1, null]);
assert.ok(page.previous);

// One memory.
const memory = await client.get(tea);
assert.deepEqual(memory.metadata, { fooBar: { aB: 1 }, snake_case: true });
assert.deepEqual([memory.userId, memory.runId, memory.lifecycleState], ["alice", "r1", "active"]);
assert.equal((await client.update(bike, { text: "Alice's bike is blue." })).memory, "Alice's bike is blue.");
await refused(MemoryError, /metadata cannot be changed/, () => client.update(bike, { metadata: { a: 1 } }));
const events = await client.history(bike);
assert.deepEqual(events.map((event) => event.event), ["ADD", "UPDATE"]);
assert.equal(events[1].oldMemory, "Alice's bike is red.");
const deleted = await client.delete(tea);
assert.ok(deleted.receiptId);
assert.equal(deleted.cascadeCount, 0);
await refused(MemoryNotFoundError, /no memory/, () => client.get(tea));
await refused(MemoryNotFoundError, /no memory/, () => client.history(tea));
await refused(ValidationError, /erased/, () => client.add(say("Alice likes green tea."), { userId: "alice", infer: false }));
assert.ok((await client.delete(bike, { deleteLinked: true })).receiptId);

// Several.
const ids = [];
for (const number of [0, 1, 2]) {
    ids.push((await client.add(say(`Shelf ${number}.`), { userId: "batch", infer: false })).results[0].id);
}
await client.batchUpdate([{ memoryId: ids[0], text: "Shelf zero." }]);
assert.deepEqual(await everything({ user_id: "batch" }), ["Shelf 1.", "Shelf 2.", "Shelf zero."]);
assert.ok((await client.batchDelete([ids[0], ids[2]])).receiptId);
assert.deepEqual(await everything({ user_id: "batch" }), ["Shelf 1."]);

// Deleting by ids.
for (const runId of ["a", "b"]) {
    await client.add(say(`Run ${runId}.`), { userId: "dora", runId, infer: false });
}
const before = await everything({ user_id: "*" });
// This client writes an object as [object Object]: nothing of it can be known.
await refused(ValidationError, /filters/, () => client.deleteAll({ filters: { user_id: "dora" } }));
await refused(ValidationError, /filters/, () => client.deleteAll({ userId: "dora", filters: { run_id: "a" } }));
await refused(ValidationError, /at least one/, () => client.deleteAll());
await refused(ValidationError, /unknown/, () => client.deleteAll({ user: "dora" }));
await refused(MemoryNotFoundError, /no memory/, () => client.deleteAll({ userId: "nobody" }));
assert.deepEqual(await everything({ user_id: "*" }), before);
assert.equal((await client.deleteAll({ userId: "dora", runId: "a" })).deleted, 1);
assert.deepEqual(await everything({ user_id: "dora" }), ["Run b."]);

// What the platform has, and this server has not.
for (const call of [
    () => client.createMemoryExport({ schema: {}, filters: alice }),
    () => client.getProfile({ entityId: "alice" }),
    () => client.getProject({ fields: [] }),
    () => client.feedback({ memoryId: ids[1], feedback: "POSITIVE" }),
]) {
    await assert.rejects(call, (error) => error.errorCode === "HTTP_501");
}

// Everybody.
const strange = "a/b*c ../d?#%2F é";
await client.add(say("Strange."), { userId: strange, infer: false });
const listed = await client.users();
assert.ok(listed.results.some((entity) => entity.type === "user" && entity.name === strange));
assert.equal((await client.users({ page: 1, pageSize: 1 })).results.length, 1);
await client.deleteUsers({ userId: strange });
await client.deleteUser({ entity_id: "batch", entity_type: "user" });
assert.deepEqual(await everything({ user_id: "batch" }), []);
await assert.rejects(client.deleteUsers({ userId: "nobody" }), /Failed to delete/);
await client.deleteUsers();
assert.deepEqual((await client.users()).results, []);
