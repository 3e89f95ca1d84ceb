"""Closing, threads, forks, pickles, and the lock of the interpreter."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nepenthe
import pytest
from nepenthe import errors

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


def test_a_closed_memory_says_so(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    plan = memory.plan_purge(ids=id)
    memory.close()
    memory.close()
    assert memory.closed
    assert repr(memory) == "<Memory 'agent.db' scope='acme/alice' closed>"
    for call in (
        lambda: memory.inscribe("two"),
        lambda: memory.recall("one"),
        lambda: memory.with_scope("b"),
        lambda: memory.export("f"),
        lambda: memory.plan_purge(ids=id),
        lambda: memory.public_keys(),
        lambda: memory.verify("r", keys=[]),
        plan.apply,
    ):
        with pytest.raises(errors.ClosedError):
            call()
    assert "purge in acme/alice touches 1 memory" in str(plan)
    with nepenthe.open("agent.db", scope="acme/alice") as again:
        assert again.count() == 1


def test_the_file_is_closed_with_the_last_of_its_memories(memory: nepenthe.Memory, folder: Path) -> None:
    memory.inscribe("one")
    bob = memory.with_scope("acme/bob")
    memory.close()
    bob.inscribe("two")
    assert (folder / "agent.db-wal").exists()
    bob.close()
    gc.collect()
    assert not (folder / "agent.db-wal").exists()


def test_with_closes_after_an_error(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), nepenthe.open("a.db", embedder="none") as memory:
        _ = 1 / 0
    assert memory.closed


def test_recalls_are_counted_at_the_end(folder: Path) -> None:
    with nepenthe.open("a.db", embedder="none") as memory:
        id = memory.inscribe("Alice works at Initech.")
        memory.recall("Alice")
        memory.recall("Alice")
    with nepenthe.open("a.db") as memory:
        assert memory.get(id).accesses == 2


@pytest.mark.parametrize("how", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_memory_is_not_pickled(memory: nepenthe.Memory, how: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"nepenthe\.open\('agent\.db'"):
        how(memory)
    with pytest.raises(TypeError):
        how(memory.plan_purge(ids=memory.inscribe("one")))


def test_what_is_answered_can_be_pickled(memory: nepenthe.Memory) -> None:
    memory.inscribe("one", metadata={"a": 1})
    for one in (memory.list()[0], memory.recall("one")[0], memory.stats(), memory.log()[0]):
        assert pickle.loads(pickle.dumps(one)) == one
        assert copy.deepcopy(one) == one


def in_child(work: Callable[[], None], seconds: int = 60) -> int:
    """Forks, and does something in the child. Returns its exit code: 0 where nothing was raised in time."""
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_child_must_not_use_its_parent_s_memory(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    plan = memory.plan_purge(ids=id)

    def child() -> None:
        for call in (lambda: memory.recall("one"), memory.stats, plan.apply, plan.save, lambda: memory.with_scope("b")):
            with pytest.raises(errors.ForkedError, match="open the store again"):
                call()
        memory.close()
        assert str(plan) == repr(plan)

    assert in_child(child) == 0
    assert memory.recall("one")[0].id == id
    assert plan.apply().assurance == "physical"


def test_a_child_opens_the_store_for_itself(memory: nepenthe.Memory) -> None:
    # Enough that the parent's threads for computing have started.
    memory.inscribe_all([f"The depot number {n} is in Lima." for n in range(300)])
    memory.recall("depot")

    def grandchild() -> None:
        with nepenthe.open("agent.db", scope="acme/alice") as own:
            own.inscribe("written by the grandchild")
            assert own.check().sound

    def child() -> None:
        with nepenthe.open("agent.db", scope="acme/alice") as own:
            own.inscribe("written by the child")
            own.purge_now("depot number 7")
            assert len(own.recall("depot", 5)) == 5
        assert in_child(grandchild) == 0

    assert in_child(child) == 0
    assert memory.recall("written by the child")[0].text == "written by the child"
    assert memory.recall("written by the grandchild")[0].text == "written by the grandchild"
    assert memory.check(deep=True).sound


def test_a_child_that_ends_closes_nothing_of_the_parent_s(memory: nepenthe.Memory, folder: Path) -> None:
    memory.inscribe("one")
    assert in_child(lambda: print(gc.collect())) == 0
    assert (folder / "agent.db-wal").exists()
    memory.inscribe("two")
    assert memory.check(deep=True).sound


def _spawned(path: str) -> int:
    with nepenthe.open(path, scope="acme/alice") as memory:
        memory.inscribe("from a process of its own")
        return memory.count()


def test_a_spawned_process_opens_it_by_its_path(memory: nepenthe.Memory) -> None:
    memory.inscribe("one")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_spawned, (memory.path,)) == 2
    assert memory.count() == 2


def test_threads_write_and_read_side_by_side(memory: nepenthe.Memory) -> None:
    def work(n: int) -> int:
        for i in range(10):
            memory.inscribe(f"Thread {n} wrote line {i}.")
            memory.recall(f"thread {n}")
        return len([record for record in memory.list() if record.text.startswith(f"Thread {n} ")])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [10] * 8
    assert memory.count() == 80


def test_closing_in_the_middle_ends_the_others_with_an_error(memory: nepenthe.Memory) -> None:
    started = threading.Barrier(4)

    def work() -> str:
        started.wait()
        try:
            while True:
                memory.inscribe("again")
        except nepenthe.ClosedError:
            return "closed"

    with ThreadPoolExecutor(3) as pool:
        done = [pool.submit(work) for _ in range(3)]
        started.wait()
        time.sleep(0.05)
        memory.close()
        assert [one.result(60) for one in done] == ["closed"] * 3


def test_the_interpreter_goes_on_while_a_call_works(memory: nepenthe.Memory) -> None:
    """A thread that counts is not kept waiting: it turns at least once in each long call."""
    turns, ended = [0], threading.Event()

    def count() -> None:
        while not ended.is_set():
            turns[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        for call in (
            lambda: memory.inscribe_all([f"The depot number {n} is in Lima." for n in range(2000)]),
            lambda: memory.check(deep=True),
            lambda: memory.export("all.jsonl"),
            lambda: memory.backup("backup"),
            lambda: memory.scrub(rebuild=True),
        ):
            before = turns[0]
            call()
            # With the lock held all the while it would be one or two, at either end.
            assert turns[0] - before > 20, call
    finally:
        ended.set()
        counter.join()


def run(script: str, *given: str) -> str:
    """Runs a script in a process of its own, which must end well within two minutes. Returns what it prints."""
    ran = subprocess.run([sys.executable, "-c", script, *given], capture_output=True, text=True, timeout=120)
    assert (ran.stderr, ran.returncode) == ("", 0)
    return ran.stdout


AT_THE_END = """
import sys, threading, time, uuid, nepenthe
memory = nepenthe.open("agent.db", scope="acme/alice", embedder="none")
memory.inscribe("The depot is in Lima.")
closed = memory.with_scope("acme/bob")
closed.close()
def refused(call):
    try:
        call()
    except nepenthe.NepentheError:
        pass
calls = {
    "recall": lambda: memory.recall("depot"),
    "inscribe": lambda: memory.inscribe("one"),
    "open": lambda: nepenthe.open("agent.db", scope="acme/alice").count(),
    "purge": lambda: refused(lambda: memory.purge_now(ids=memory.inscribe(str(uuid.uuid4())))),
    "closed": lambda: refused(closed.count),
    "blank": lambda: refused(lambda: memory.inscribe(" ")),
    "export": lambda: memory.export(type("Null", (), {"write": lambda self, data: time.sleep(0)})()),
}
begun = threading.Semaphore(0)
def work():
    begun.release()
    while True:
        calls[sys.argv[1]]()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
for _ in range(3):
    begun.acquire()
time.sleep(0.1)
print("end")
"""


@pytest.mark.parametrize("call", ["recall", "inscribe", "open", "purge", "closed", "blank", "export"])
def test_the_interpreter_ends_beside_daemon_threads(folder: Path, call: str) -> None:
    for _ in range(10):
        assert run(AT_THE_END, call) == "end\n"
    with nepenthe.open("agent.db", scope="acme/alice") as memory:
        assert memory.check(deep=True).sound


def test_the_interpreter_ends_beside_daemon_threads_of_a_child(folder: Path) -> None:
    forked = "import os, sys\nimport nepenthe\nif os.fork():\n    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n"
    for _ in range(10):
        assert run(forked + AT_THE_END, "recall") == "end\n"


def test_what_runs_at_the_end_may_still_call(folder: Path) -> None:
    script = """
import atexit, threading
@atexit.register
def last():
    print(memory.count())
    memory.inscribe("three")
    memory.close()
import nepenthe
memory = nepenthe.open("agent.db", scope="acme/alice", embedder="none")
memory.inscribe("one")
@atexit.register
def first():
    memory.inscribe("two")
def work():
    while True:
        memory.recall("one")
threading.Thread(target=work, daemon=True).start()
"""
    for _ in range(10):
        assert run(script) == "2\n"
        with nepenthe.open("agent.db", scope="acme/alice") as memory:
            assert [record.text for record in memory.list()] == ["one", "two", "three"]
            memory.release(everything=True)


BESIDE_WRITERS = """
import os, signal, sys, threading, time, warnings, nepenthe
warnings.simplefilter("ignore")
memory = nepenthe.open("agent.db", scope="acme/alice", embedder="none")
ending = threading.Event()
written = []
def work():
    while not ending.is_set():
        written.append(memory.inscribe(f"Line {len(written)} of thread {threading.get_ident()}."))
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
codes = []
for n in range(8):
    time.sleep(0.02)
    before = len(written)
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        code = 1
        try:
            with nepenthe.open("agent.db", scope="acme/alice") as own:
                assert own.count() >= before
                own.inscribe(f"Child {n}.")
                assert own.recall("line")
                assert own.check().sound
            code = 0
        finally:
            os._exit(code)
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
after = len(written)
while len(written) < after + 20:
    time.sleep(0.01)
ending.set()
for thread in threads:
    thread.join()
print(set(codes), memory.check(deep=True).sound, memory.count() == len(written) + 8)
"""


def test_a_child_of_a_fork_beside_writing_threads_opens_the_store(folder: Path) -> None:
    assert run(BESIDE_WRITERS) == "{0} True True\n"


def test_threads_that_fork_at_once_do_not_wait_for_each_other(folder: Path) -> None:
    script = """
import os, signal, threading, warnings, nepenthe
warnings.simplefilter("ignore")
memory = nepenthe.open("agent.db", embedder="none")
codes = []
def work():
    for _ in range(5):
        memory.inscribe("one")
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            code = 1
            try:
                code = int(nepenthe.open("agent.db").count() < 1)
            finally:
                os._exit(code)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(codes), set(codes), memory.count())
"""
    assert run(script) == "20 {0} 20\n"


def test_a_fork_beside_calls_of_the_asyncio_twin(folder: Path) -> None:
    script = """
import asyncio, os, signal, warnings, nepenthe, nepenthe.aio
warnings.simplefilter("ignore")
async def main():
    codes = []
    async with nepenthe.aio.open("agent.db", embedder="none") as memory:
        calls = [asyncio.create_task(memory.inscribe(f"Line {n}.")) for n in range(400)]
        for _ in range(10):
            await asyncio.sleep(0.01)
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                code = 1
                try:
                    nepenthe.open("agent.db", embedder="none").count()
                    code = 0
                finally:
                    os._exit(code)
            codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        await asyncio.gather(*calls)
        print(set(codes), await memory.count())
asyncio.run(main())
"""
    assert run(script) == "{0} 400\n"


def test_a_file_object_may_call_and_fork(memory: nepenthe.Memory) -> None:
    memory.inscribe("one")
    counted: list[int] = []

    class File:
        def write(self, data: bytes) -> None:
            counted.append(memory.count())
            assert in_child(lambda: nepenthe.open("other.db", embedder="none").close()) == 0
            counted.append(memory.count())

    assert memory.export(File()) == 1  # type: ignore[arg-type]
    assert counted == [1, 1]
