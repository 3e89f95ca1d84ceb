"""Nepenthe: memory for AI agents that forgets on command and can prove it.

>>> import nepenthe
>>> with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
...     ids = memory.inscribe_all(["Sam Roe likes tea.", "The depot is in Lima."])
...     plan = memory.plan_purge("everything about Sam Roe")
...     receipt = plan.apply()
...     [record.text for record in memory.list()], receipt.assurance
(['The depot is in Lima.'], 'physical')

`nepenthe.aio` has the same for asyncio. What is promised of an erasure is in docs/forgetting.md.
"""

import atexit as _atexit
import os as _os

from nepenthe import _native, errors
from nepenthe._json import NewMemory, Returning
from nepenthe._memory import (
    Basis,
    Embedder,
    Include,
    Memory,
    Mode,
    Right,
    StrPath,
    System,
    new_key,
    new_master_key,
    open,
    reembed,
    restore_backup,
    verify,
)
from nepenthe._plan import Plan, PlanView, PurgePlan
from nepenthe._records import (
    Action,
    Agreement,
    Annotation,
    Assurance,
    BackedUp,
    Blame,
    Change,
    Checked,
    ErasedName,
    Event,
    Finding,
    History,
    HistoryEntry,
    Hit,
    Imported,
    ImportedFrom,
    Issued,
    Keys,
    Left,
    LeftReason,
    Link,
    Outcome,
    Page,
    Receipt,
    ReceiptCheck,
    Record,
    Reembedded,
    Residue,
    Restored,
    ScopeHolds,
    Scrubbed,
    Shape,
    Skipped,
    Spared,
    State,
    Stats,
    Step,
    Successor,
    Unread,
    Verified,
)
from nepenthe.errors import (
    ClosedError,
    ForkedError,
    NepentheError,
    NotFoundError,
    NothingMatchedError,
    PlanChangedError,
    PlanUnsureError,
    RefusedErasedError,
    RightMissingError,
    StorageBusyError,
)

__version__: str = _native.__version__

# A fork, and the end of the interpreter, wait until no thread is in a call.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(before=_native.shut, after_in_parent=_native.reopen, after_in_child=_native.forked)
_atexit.register(_native.shut)

__all__ = [
    "Action",
    "Agreement",
    "Annotation",
    "Assurance",
    "BackedUp",
    "Basis",
    "Blame",
    "Change",
    "Checked",
    "ClosedError",
    "Embedder",
    "ErasedName",
    "Event",
    "Finding",
    "ForkedError",
    "History",
    "HistoryEntry",
    "Hit",
    "Imported",
    "ImportedFrom",
    "Include",
    "Issued",
    "Keys",
    "Left",
    "LeftReason",
    "Link",
    "Memory",
    "Mode",
    "NepentheError",
    "NewMemory",
    "NotFoundError",
    "NothingMatchedError",
    "Outcome",
    "Page",
    "Plan",
    "PlanChangedError",
    "PlanUnsureError",
    "PlanView",
    "PurgePlan",
    "Receipt",
    "ReceiptCheck",
    "Record",
    "Reembedded",
    "RefusedErasedError",
    "Residue",
    "Restored",
    "Returning",
    "Right",
    "RightMissingError",
    "ScopeHolds",
    "Scrubbed",
    "Shape",
    "Skipped",
    "Spared",
    "State",
    "Stats",
    "Step",
    "StorageBusyError",
    "StrPath",
    "Successor",
    "System",
    "Unread",
    "Verified",
    "__version__",
    "errors",
    "new_key",
    "new_master_key",
    "open",
    "reembed",
    "restore_backup",
    "verify",
]
