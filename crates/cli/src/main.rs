//! The program `nepenthe`, which is the crate `nepenthe-cli`.

use std::process::ExitCode;

use nepenthe_cli::{Typed, run};

/// Nothing that was erased stays in memory that was freed.
#[global_allocator]
static ALLOCATOR: nepenthe::ZeroingAllocator = nepenthe::ZeroingAllocator;

fn main() -> ExitCode {
    ExitCode::from(run(Typed::of_process()))
}
