//! Cassettes: requests and their answers in a file, so that a run can be repeated without a network, to the byte.
//!
//! JSON lines. The first is `{"cassette":1}`; each other one holds `digest`, `request` and `answer`. The request is the body that
//! was posted, without the headers, so no key is in the file; the prompts are, and with them the texts of memories. The digest is
//! the SHA-256 of the request with its keys in order. Cassettes may stand one behind the other in a file.

mod recorder;
mod replayer;
mod tape;

pub use recorder::Recorder;
pub use replayer::Replayer;
pub use tape::{Answer, CassetteError, Tape, Writer};
