//! The language model of a run: one for all systems, under one budget, with an account of each system.

mod meter;
mod named;
mod origin;
pub mod rivals;
mod run_model;

pub use meter::ModelMeter;
pub use named::named_after_model;
pub use origin::Origin;
pub use run_model::RunModel;
