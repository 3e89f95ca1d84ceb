//! Integration tests, in one binary. Nothing here asserts a time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

/// Adapters that err, panic, lack an operation or answer too much.
mod adapters;
/// The admission of cases: structure, judge, partition.
mod admission;
/// Annotators' labels.
mod agreement;
/// The audit of the scorer, and columns that are left out.
mod audit;
/// The leaderboard, and the check of what is submitted to it.
mod board;
/// The command as a process: help, errors, exit status, pipes, locks.
mod cli;
/// Pairs of systems, repeated runs, systems at once.
mod compare;
/// The checks of an adapter: a good one passes, and each defect is found by its check.
mod conformance;
/// Nepenthe's stores in PostgreSQL.
mod database;
/// The embedder that remembers, and the ranking by vectors.
mod embedder;
/// The embedder served to other processes.
mod endpoint;
/// `FactConsolidation` and `LongMemEval`: loaders, mappings, tables.
mod external;
/// The further families: checks, scopes, restore and import, files, unrelated texts.
mod families;
/// Figures as files: well-formed, titled, safe.
mod figures;
/// The figures of README.md and docs/forgeteval.md against the verdicts in `results/`.
mod first_page;
/// What `canonical` passes of cases that nobody trains on.
mod floor;
/// What floors and ceiling pass on the generated and the published template suite.
mod floors;
/// `GateMem`: the loader, orders of deletion, access, tables, resuming.
mod gatemem;
/// The generator: one hash, no self-traps.
mod generator;
/// Runs with a language model: the account, cassettes, budgets, and what is said of a scripted one.
mod language_models;
/// The report for a paper, byte by byte.
mod latex;
/// Memora: the loader, both mappings, both scorings, resuming.
mod memora;
/// The rival `naive-sql`, operation by operation.
mod naive_sql;
/// One report of suites, Memora and `GateMem`, packed or not.
mod one_report;
/// The report as a page: nothing fetched, nothing executed, every text there.
mod page;
/// The paper's tables, figures and appendices as pages.
mod paper_pages;
/// Systems in other processes: whatever such a process does is a verdict on one case.
mod process;
/// Nepenthe with the real model against the reference.
mod published;
/// The published tables: totals, names, and beside what was measured.
mod published_tables;
/// Suites that cannot be read, and those that can.
mod reading;
/// The tests of adapters in `systems/tests`.
mod recorded;
/// Tables, and that they are made again from verdicts alone.
mod report;
/// Runs that are cut off and gone on with.
mod resume;
/// Systems in folders, and the adapter of docs/adapters.md.
mod rivals;
/// Suites kept beside verdicts, and runs reported together.
mod runs;
/// The two scorers.
mod scorers;
/// The statistics in the file that a second implementation checks.
mod statistics;
/// The suites that are part of the program, and the gates they are held to.
mod suites;
/// What tests share.
mod support;
/// docs/systems.md has every system.
mod systems_page;
