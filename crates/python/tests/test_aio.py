"""The asyncio twin."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import threading

import nepenthe
import nepenthe.aio
import pytest
from nepenthe import errors


def test_it_does_what_the_plain_one_does() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", scope="acme/alice", embedder="none") as memory:
            ids = await memory.inscribe_all(["Sam Roe likes tea.", "The depot is in Lima."])
            assert [record.id for record in await memory.list()] == ids
            plan = await memory.plan_purge("everything about Sam Roe")
            assert isinstance(plan, nepenthe.aio.AsyncPurgePlan)
            assert len(plan.steps) == 1
            assert "touches 1 memory" in str(plan)
            assert "tea" not in repr(plan)
            receipt = await plan.apply()
            assert isinstance(receipt, nepenthe.Receipt)
            release = await memory.plan_release(ids=ids[1])
            assert (await release.apply()).changes[0].kind == "release"
            bob = memory.with_scope("acme/bob")
            await bob.inscribe("Bob was here.")
            await bob.close()
            assert await memory.count("all") == 1
            assert repr(memory) == "<AsyncMemory 'agent.db' scope='acme/alice'>"
        assert memory.closed
        with pytest.raises(errors.ClosedError):
            await memory.list()
        await memory.close()

    asyncio.run(main())


def test_it_can_be_awaited_too() -> None:
    async def main() -> None:
        memory = await nepenthe.aio.open("agent.db", embedder="none", threads=1)
        await memory.inscribe("one")
        with pytest.raises(errors.NotFoundError):
            await memory.get("01a2272e-2cbb-790d-a443-f6a132a7822b")
        with pytest.raises(TypeError, match=r"nepenthe\.open"):
            pickle.dumps(memory)
        await memory.close()
        with pytest.raises(errors.NoStoreError):
            await nepenthe.aio.open("none.db", mode="existing")

    asyncio.run(main())
    for thread in threading.enumerate():
        if thread.name.startswith("nepenthe"):
            thread.join(60)
            assert not thread.is_alive()


def test_many_calls_go_on_at_once() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", embedder="none") as memory:
            ids = await asyncio.gather(*(memory.inscribe(f"number {n}") for n in range(50)))
            assert len(set(ids)) == 50
            assert await memory.count() == 50
            names = {thread.name for thread in threading.enumerate() if thread.name.startswith("nepenthe")}
            assert len(names) <= 4

    asyncio.run(main())


def test_a_call_that_waits_in_line_can_be_cancelled() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", embedder="none", threads=1) as memory:
            await memory.inscribe_all([f"The depot number {n} is in Lima." for n in range(3000)])
            first = asyncio.ensure_future(memory.check(deep=True))
            await asyncio.sleep(0)
            second = asyncio.ensure_future(memory.inscribe("never written"))
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            assert (await first).sound
            assert await memory.count() == 3000

    asyncio.run(main())


def test_a_call_that_has_begun_goes_on_to_its_end() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", embedder="none", threads=2) as memory:
            texts = [f"The depot number {n} is in Lima." for n in range(3000)]
            task = asyncio.ensure_future(memory.inscribe_all(texts))
            while not any(thread.name.startswith("nepenthe") for thread in threading.enumerate()):
                await asyncio.sleep(0)
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            for _ in range(600):
                if await memory.count() == 3000:
                    break
                await asyncio.sleep(0.1)
            assert await memory.count() == 3000

    asyncio.run(main())


def test_two_loops_use_one_store() -> None:
    async def write(n: int) -> int:
        async with nepenthe.aio.open("agent.db", scope=f"acme/{n}", embedder="none") as memory:
            await memory.inscribe("one")
            return await memory.count()

    threads, counts = [], [0, 0]
    for n in range(2):

        def run(n: int = n) -> None:
            counts[n] = asyncio.run(write(n))

        threads.append(threading.Thread(target=run))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert counts == [1, 1]


def test_a_plan_of_a_closed_memory_makes_no_change() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", scope="acme/alice", embedder="none") as memory:
            bob = memory.with_scope("acme/bob")
            plans = [await one.plan_purge(ids=await one.inscribe("one")) for one in (bob, memory)]
            await bob.close()
            with pytest.raises(errors.ClosedError):
                await plans[0].apply()
        for plan in plans:
            with pytest.raises(errors.ClosedError):
                await plan.apply()
            assert "touches 1 memory" in str(plan)

    asyncio.run(main())
    with nepenthe.open("agent.db", scope="acme/alice") as memory:
        assert memory.count() == memory.with_scope("acme/bob").count() == 1


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_plan_of_the_parent_is_refused_in_a_child() -> None:
    async def main() -> None:
        async with nepenthe.aio.open("agent.db", embedder="none") as memory:
            plan = await memory.plan_purge(ids=await memory.inscribe("one"))
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                code = 1
                try:
                    await plan.apply()
                except errors.ForkedError:
                    code = 0
                finally:
                    os._exit(code)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
            assert (await plan.apply()).assurance == "physical"

    asyncio.run(main())
