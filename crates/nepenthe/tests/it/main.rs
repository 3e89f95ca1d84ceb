//! The engine from outside: one binary, a module for each behaviour.

#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

// The allocator, which zeroes where a test asks for it.
mod allocator;

// Backups and the way back from them.
mod backup;
// The everyday path.
mod basics;
// Purges on a disk that fails at each step.
mod broken;
// What other tests run as a process of its own.
mod child;
// Words to memories: the planner `canonical`.
mod canonical;
// Files changed past the engine.
mod damage;
// How depth sinks, rises and stays.
mod depth;
// Encryption at rest.
mod encryption;
// What an erasure leaves in the files, and its receipt.
mod erasure;
// The programs in examples/.
mod examples;
// Disks that are full.
mod disk;
// Embedders that differ, fail or answer wrongly; rebuilding vectors.
mod embedder;
// Files that are not ours, not there, not writable, or busy.
mod faults;
// A process killed at any moment.
mod kill;
// Texts that are written to be obeyed.
mod instructions;
// What may be stored.
mod limits;
// Words to memories: the planners that ask a language model.
mod llm;
// Texts and requests that are long, or of shapes that are hard to read.
mod long;
// The append-only log, and that it holds no content.
mod log;
// What an erasure leaves in the memory of the process.
mod memory;
// What texts mention, and which texts mention it.
mod mentions;
// Random operations against a plain model.
mod model;
// Where a language model is placed, and what it adds when a text is written.
mod passages;
mod placements;
// Words to memories: the planner `published`.
mod planner;
// Plans: stale, refused, shown.
mod plans;
// Stores whose rows are in PostgreSQL.
#[cfg(feature = "postgres")]
mod postgres;
// Purges by identifier among many memories.
mod precision;
// Several processes on one file.
mod processes;
// Files of earlier formats.
mod upgrade;
// A VFS that fails when it is told to.
mod vfs;
// Recall: order, fusion, time travel, odd queries, no writes.
mod recall;
// Random sequences of operations, with a look through the files after each erasure.
mod residue;
// One scope never sees another.
mod scopes;
// Memories that are erased together, beside the same erased one by one.
mod together;
// Threads that read and write one store at once.
mod threads;
// What was erased does not come back.
mod tombstones;
// Export and import.
mod transfer;
