"""The exceptions: one class for each code of the operations, and two for handles.

`except nepenthe.NepentheError` catches all of them; `.code` is the word that the command and the REST API have too. No
message holds a text of a memory.

>>> import nepenthe
>>> nepenthe.errors.BY_CODE["not_found"].__name__
'NotFoundError'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from nepenthe._plan import PlanView


class NepentheError(Exception):
    """Why something was not done. Nothing was changed, unless the message says so."""

    code: ClassVar[str] = "error"
    """The stable word for what went wrong."""


class ClosedError(NepentheError):
    """The memory is closed."""

    code: ClassVar[str] = "closed"


class ForkedError(NepentheError):
    """The memory was opened before the process forked, and this is the child."""

    code: ClassVar[str] = "forked"


class BadScopeError(NepentheError):
    """The path is none that a scope can have."""

    code: ClassVar[str] = "bad_scope"


class BadIdError(NepentheError):
    """The text is no id."""

    code: ClassVar[str] = "bad_id"


class BadRequestError(NepentheError):
    """What was asked cannot be done as it was asked; the message says why."""

    code: ClassVar[str] = "bad_request"


class BadTextError(NepentheError):
    """A text, or what stands beside it, cannot be stored."""

    code: ClassVar[str] = "bad_text"


class BadReceiptError(NepentheError):
    """A text is no receipt, checkpoint or public key."""

    code: ClassVar[str] = "bad_receipt"


class BadLineError(NepentheError):
    """A line is not what an export writes."""

    code: ClassVar[str] = "bad_line"


class OrderKeepsError(NepentheError):
    """The words say only what is to stay."""

    code: ClassVar[str] = "order_keeps"


class OrderAsksError(NepentheError):
    """The words are a question."""

    code: ClassVar[str] = "order_asks"


class OrderConditionalError(NepentheError):
    """The words order something only under a condition."""

    code: ClassVar[str] = "order_conditional"


class OrderUnnamedError(NepentheError):
    """The words name nothing that could be looked for."""

    code: ClassVar[str] = "order_unnamed"


class NotDerivedError(NepentheError):
    """The memory to be made again would not be erased for what it was made from."""

    code: ClassVar[str] = "not_derived"


class NotFoundError(NepentheError):
    """No memory of this id is in the scope."""

    code: ClassVar[str] = "not_found"


class ReceiptNotFoundError(NepentheError):
    """No receipt of this id is there."""

    code: ClassVar[str] = "receipt_not_found"


class NothingMatchedError(NepentheError):
    """The words matched nothing that would be changed, or explained."""

    code: ClassVar[str] = "nothing_matched"


class ScopeEmptyError(NepentheError):
    """The scope never held a memory."""

    code: ClassVar[str] = "scope_empty"


class RefusedErasedError(NepentheError):
    """A text says again what was erased, and nobody said that it may."""

    code: ClassVar[str] = "refused_erased"


class RefusedReferenceError(NepentheError):
    """A reference says itself what is erased or let in."""

    code: ClassVar[str] = "refused_reference"


class PlanChangedError(NepentheError):
    """A memory changed since the plan was made."""

    code: ClassVar[str] = "plan_changed"


class OtherScopeError(NepentheError):
    """The plan was made in another scope."""

    code: ClassVar[str] = "other_scope"


class OtherStoreError(NepentheError):
    """The plan was made in another store."""

    code: ClassVar[str] = "other_store"


class PlanUnsureError(NepentheError):
    """The plan is less sure than it must be to be carried out on the words alone."""

    code: ClassVar[str] = "plan_unsure"

    plan: PlanView | None = None
    """What would have been done, where a call planned and applied at once."""


class PlanAlteredError(NepentheError):
    """The saved plan is not as it was made."""

    code: ClassVar[str] = "plan_altered"


class PlanExpiredError(NepentheError):
    """The saved plan is too old to be carried out."""

    code: ClassVar[str] = "plan_expired"


class PlanUsedError(NepentheError):
    """The plan was carried out already, or is kept no longer."""

    code: ClassVar[str] = "plan_used"


class RightMissingError(NepentheError):
    """The caller lacks the right that this needs."""

    code: ClassVar[str] = "right_missing"


class NoLanguageModelError(NepentheError):
    """A language model is needed, and the store was opened without one."""

    code: ClassVar[str] = "no_language_model"


class LanguageModelOverBudgetError(NepentheError):
    """Asking the language model could have exceeded the budget."""

    code: ClassVar[str] = "language_model_over_budget"


class LanguageModelRefusedError(NepentheError):
    """The endpoint of the language model would not answer."""

    code: ClassVar[str] = "language_model_refused"


class LanguageModelUnreachableError(NepentheError):
    """No answer of the language model came."""

    code: ClassVar[str] = "language_model_unreachable"


class LanguageModelUnusableError(NepentheError):
    """The language model's answer cannot be used."""

    code: ClassVar[str] = "language_model_unusable"


class EmbedderMismatchError(NepentheError):
    """The store's vectors are of another embedder."""

    code: ClassVar[str] = "embedder_mismatch"


class NoVectorsError(NepentheError):
    """The store has no vectors, and they were asked for."""

    code: ClassVar[str] = "no_vectors"


class ModelMissingError(NepentheError):
    """A file of the embedding model cannot be read."""

    code: ClassVar[str] = "model_missing"


class ModelDamagedError(NepentheError):
    """A file of the embedding model is not the official one."""

    code: ClassVar[str] = "model_damaged"


class EmbedEndpointError(NepentheError):
    """The endpoint for vectors failed, or its answer cannot be used."""

    code: ClassVar[str] = "embed_endpoint"


class EmbedderUnnamedError(NepentheError):
    """The store's vectors are of an endpoint's model, and no endpoint was named."""

    code: ClassVar[str] = "embedder_unnamed"


class EmbedderFailedError(NepentheError):
    """The embedder could not be had, or failed."""

    code: ClassVar[str] = "embedder_failed"


class BadSettingError(NepentheError):
    """A setting of how the store is opened is missing, or cannot be used."""

    code: ClassVar[str] = "bad_setting"


class NoStoreError(NepentheError):
    """There is no store at the path."""

    code: ClassVar[str] = "no_store"


class CannotOpenError(NepentheError):
    """The store's file cannot be opened or made."""

    code: ClassVar[str] = "cannot_open"


class NotAStoreError(NepentheError):
    """The file is another kind of file, or another program's database."""

    code: ClassVar[str] = "not_a_store"


class NewerFormatError(NepentheError):
    """A newer Nepenthe wrote the store."""

    code: ClassVar[str] = "newer_format"


class EncryptedError(NepentheError):
    """The store is encrypted, and no master key was given."""

    code: ClassVar[str] = "encrypted"


class NotEncryptedError(NepentheError):
    """The store is not encrypted, and a master key was given."""

    code: ClassVar[str] = "not_encrypted"


class WrongMasterKeyError(NepentheError):
    """The master key is another store's."""

    code: ClassVar[str] = "wrong_master_key"


class NoKeyFileError(NepentheError):
    """The key file of the encrypted store is not there, or is another store's."""

    code: ClassVar[str] = "no_key_file"


class IndexesInFileError(NepentheError):
    """The store keeps its indexes in its file, and in memory alone was asked for."""

    code: ClassVar[str] = "indexes_in_file"


class StorageBusyError(NepentheError):
    """Another process kept the store busy for too long."""

    code: ClassVar[str] = "storage_busy"


class ReembeddedError(NepentheError):
    """Another process rebuilt the vectors: open the store again."""

    code: ClassVar[str] = "reembedded"


class DiskFullError(NepentheError):
    """The disk is full."""

    code: ClassVar[str] = "disk_full"


class ReadOnlyError(NepentheError):
    """The store, or its folder, may not be written."""

    code: ClassVar[str] = "read_only"


class DamagedError(NepentheError):
    """The store no longer holds what a store must hold."""

    code: ClassVar[str] = "damaged"


class UnreadableError(NepentheError):
    """The key that the memory is sealed under is gone."""

    code: ClassVar[str] = "unreadable"


class ClockError(NepentheError):
    """The clock says a time past the year 9999."""

    code: ClassVar[str] = "clock"


class StorageIoError(NepentheError):
    """Reading or writing the store failed."""

    code: ClassVar[str] = "storage_io"


class DatabaseServerError(NepentheError):
    """The database server that has the store cannot be reached, or refused."""

    code: ClassVar[str] = "database_server"


class StorageFailedError(NepentheError):
    """The storage underneath failed in another way."""

    code: ClassVar[str] = "storage_failed"


class OutputClosedError(NepentheError):
    """Whoever reads the output had enough."""

    code: ClassVar[str] = "output_closed"


class FileFailedError(NepentheError):
    """A file other than the store cannot be read or written."""

    code: ClassVar[str] = "file_failed"


class FileExistsError(NepentheError):
    """The file to be written exists."""

    code: ClassVar[str] = "file_exists"


class StoreExistsError(NepentheError):
    """A store is where one was to be restored."""

    code: ClassVar[str] = "store_exists"


class LeftBesideError(NepentheError):
    """Beside the place is what another database left."""

    code: ClassVar[str] = "left_beside"


class KeyMissingError(NepentheError):
    """There is no key that signs receipts in the file."""

    code: ClassVar[str] = "key_missing"


class KeyExistsError(NepentheError):
    """There is a key that signs receipts already."""

    code: ClassVar[str] = "key_exists"


class KeyExposedError(NepentheError):
    """Others than its owner can read the key that signs receipts."""

    code: ClassVar[str] = "key_exposed"


class BadKeyError(NepentheError):
    """The file holds no key that signs receipts."""

    code: ClassVar[str] = "bad_key"


class MasterKeyMissingError(NepentheError):
    """There is no master key in the file."""

    code: ClassVar[str] = "master_key_missing"


class MasterKeyExistsError(NepentheError):
    """The file for a new master key exists."""

    code: ClassVar[str] = "master_key_exists"


class MasterKeyExposedError(NepentheError):
    """Others than its owner can read the master key."""

    code: ClassVar[str] = "master_key_exposed"


class BadMasterKeyError(NepentheError):
    """The file holds no master key."""

    code: ClassVar[str] = "bad_master_key"


class ErasuresUnknownError(NepentheError):
    """Nothing says what was erased after the backup was made."""

    code: ClassVar[str] = "erasures_unknown"


class BackupKeysMissingError(NepentheError):
    """The backup is of an encrypted store, and its keys are not there."""

    code: ClassVar[str] = "backup_keys_missing"


class OtherLogError(NepentheError):
    """The backup is not one of the store that was named."""

    code: ClassVar[str] = "other_log"


class OtherReceiptError(NepentheError):
    """A receipt is of another store than the backup."""

    code: ClassVar[str] = "other_receipt"


class ReceiptUnsoundError(NepentheError):
    """A receipt does not hold."""

    code: ClassVar[str] = "receipt_unsound"


class StoreInUseError(NepentheError):
    """Another process has the store open whose place is to be taken."""

    code: ClassVar[str] = "store_in_use"


class BackupDamagedError(NepentheError):
    """The backup does not agree with itself, or holds bytes of what was erased."""

    code: ClassVar[str] = "backup_damaged"


_CLASSES: tuple[type[NepentheError], ...] = (
    ClosedError,
    ForkedError,
    BadScopeError,
    BadIdError,
    BadRequestError,
    BadTextError,
    BadReceiptError,
    BadLineError,
    OrderKeepsError,
    OrderAsksError,
    OrderConditionalError,
    OrderUnnamedError,
    NotDerivedError,
    NotFoundError,
    ReceiptNotFoundError,
    NothingMatchedError,
    ScopeEmptyError,
    RefusedErasedError,
    RefusedReferenceError,
    PlanChangedError,
    OtherScopeError,
    OtherStoreError,
    PlanUnsureError,
    PlanAlteredError,
    PlanExpiredError,
    PlanUsedError,
    RightMissingError,
    NoLanguageModelError,
    LanguageModelOverBudgetError,
    LanguageModelRefusedError,
    LanguageModelUnreachableError,
    LanguageModelUnusableError,
    EmbedderMismatchError,
    NoVectorsError,
    ModelMissingError,
    ModelDamagedError,
    EmbedEndpointError,
    EmbedderUnnamedError,
    EmbedderFailedError,
    BadSettingError,
    NoStoreError,
    CannotOpenError,
    NotAStoreError,
    NewerFormatError,
    EncryptedError,
    NotEncryptedError,
    WrongMasterKeyError,
    NoKeyFileError,
    IndexesInFileError,
    StorageBusyError,
    ReembeddedError,
    DiskFullError,
    ReadOnlyError,
    DamagedError,
    UnreadableError,
    ClockError,
    StorageIoError,
    DatabaseServerError,
    StorageFailedError,
    OutputClosedError,
    FileFailedError,
    FileExistsError,
    StoreExistsError,
    LeftBesideError,
    KeyMissingError,
    KeyExistsError,
    KeyExposedError,
    BadKeyError,
    MasterKeyMissingError,
    MasterKeyExistsError,
    MasterKeyExposedError,
    BadMasterKeyError,
    ErasuresUnknownError,
    BackupKeysMissingError,
    OtherLogError,
    OtherReceiptError,
    ReceiptUnsoundError,
    StoreInUseError,
    BackupDamagedError,
)

BY_CODE: dict[str, type[NepentheError]] = {error.code: error for error in _CLASSES}
"""The class of each code."""

__all__ = [
    "BY_CODE",
    "BackupDamagedError",
    "BackupKeysMissingError",
    "BadIdError",
    "BadKeyError",
    "BadLineError",
    "BadMasterKeyError",
    "BadReceiptError",
    "BadRequestError",
    "BadScopeError",
    "BadSettingError",
    "BadTextError",
    "CannotOpenError",
    "ClockError",
    "ClosedError",
    "DamagedError",
    "DatabaseServerError",
    "DiskFullError",
    "EmbedEndpointError",
    "EmbedderFailedError",
    "EmbedderMismatchError",
    "EmbedderUnnamedError",
    "EncryptedError",
    "ErasuresUnknownError",
    "FileExistsError",
    "FileFailedError",
    "ForkedError",
    "IndexesInFileError",
    "KeyExistsError",
    "KeyExposedError",
    "KeyMissingError",
    "LanguageModelOverBudgetError",
    "LanguageModelRefusedError",
    "LanguageModelUnreachableError",
    "LanguageModelUnusableError",
    "LeftBesideError",
    "MasterKeyExistsError",
    "MasterKeyExposedError",
    "MasterKeyMissingError",
    "ModelDamagedError",
    "ModelMissingError",
    "NepentheError",
    "NewerFormatError",
    "NoKeyFileError",
    "NoLanguageModelError",
    "NoStoreError",
    "NoVectorsError",
    "NotAStoreError",
    "NotDerivedError",
    "NotEncryptedError",
    "NotFoundError",
    "NothingMatchedError",
    "OrderAsksError",
    "OrderConditionalError",
    "OrderKeepsError",
    "OrderUnnamedError",
    "OtherLogError",
    "OtherReceiptError",
    "OtherScopeError",
    "OtherStoreError",
    "OutputClosedError",
    "PlanAlteredError",
    "PlanChangedError",
    "PlanExpiredError",
    "PlanUnsureError",
    "PlanUsedError",
    "ReadOnlyError",
    "ReceiptNotFoundError",
    "ReceiptUnsoundError",
    "ReembeddedError",
    "RefusedErasedError",
    "RefusedReferenceError",
    "RightMissingError",
    "ScopeEmptyError",
    "StorageBusyError",
    "StorageFailedError",
    "StorageIoError",
    "StoreExistsError",
    "StoreInUseError",
    "UnreadableError",
    "WrongMasterKeyError",
]
