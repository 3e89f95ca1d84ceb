//! The module for adapters in Python.

/// The module `forgeteval_adapter`, which makes an adapter in Python a class of six methods.
pub const MODULE: &str = include_str!("../../../../../systems/forgeteval_adapter.py");

/// The name of its file.
pub(super) const MODULE_FILE: &str = "forgeteval_adapter.py";
