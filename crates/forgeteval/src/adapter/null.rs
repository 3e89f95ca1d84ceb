//! The floor `null`: a memory that returns nothing.

use super::{Adapter, AdapterError, Shown, System};
use crate::case::Case;

/// Takes everything and returns nothing. It passes each case in which nothing has to survive.
#[derive(Debug, Clone, Copy, Default)]
pub struct Null;

impl System for Null {
    fn name(&self) -> &str {
        "null"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(Self))
    }
}

impl Adapter for Null {
    fn inscribe(&mut self, _facts: &[String]) -> Result<(), AdapterError> {
        Ok(())
    }

    fn recall(&mut self, _query: &str, _k: usize) -> Result<Vec<String>, AdapterError> {
        Ok(Vec::new())
    }

    fn supersede(&mut self, _query: &str, _new_text: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn restore(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn import(&mut self, _texts: &[String]) -> Result<(), AdapterError> {
        Ok(())
    }

    fn consent(
        &mut self,
        _query: &str,
        _yes: bool,
        _meanwhile: &[String],
    ) -> Result<Vec<Shown>, AdapterError> {
        Ok(Vec::new())
    }

    fn enter(&mut self, _scope: &str) -> Result<(), AdapterError> {
        Ok(())
    }
}
