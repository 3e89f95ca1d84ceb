//! [`quiet_panics`].

use std::panic;

/// Lets a panic say where it was, and no more: its message may hold anything.
pub(crate) fn quiet_panics() {
    panic::set_hook(Box::new(|panicked| {
        let place = panicked.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        eprintln!("nepenthe: a panic{}", place.unwrap_or_default());
    }));
}
