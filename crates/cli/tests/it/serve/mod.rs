//! `nepenthe serve`.

mod keys;
