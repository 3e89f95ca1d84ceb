//! The handles through which everything is done: [`Store`] and [`Scope`], what they hold, and how a scope is read. What is
//! done with them stands above (`engine/`).

mod alike;
mod derivation;
mod inner;
mod options;
mod placement;
mod scope;
mod store;

pub(crate) use alike::{Alike, Wanted};
pub(crate) use inner::Inner;
pub use options::Options;
pub use placement::{Merge, Placement, Unanswered};
pub(crate) use scope::GuardedTexts;
pub use scope::Scope;
pub use store::Store;
