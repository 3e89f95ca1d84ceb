//! Verdicts that wait until the run's language model was of use to their system.

use std::io;

use super::Sink;
use crate::llm::ModelMeter;
use crate::record::Record;

/// Verdicts of one system that wait until the run's language model was of use to it: where every answer is missing, cut off or
/// unusable, they are no result of the model.
pub(super) struct Held<'a> {
    meter: Option<&'a ModelMeter>,
    records: Vec<Record>,
}

impl<'a> Held<'a> {
    pub(super) fn new(meter: Option<&'a ModelMeter>) -> Self {
        Self { meter, records: Vec::new() }
    }

    /// Hands a verdict on, or keeps it.
    pub(super) fn take(&mut self, record: Record, sink: &mut dyn Sink) -> io::Result<()> {
        let waits = |meter: &ModelMeter| !meter.was_of_use() && (meter.needed() || meter.asked() > 0);
        self.records.push(record);
        if self.meter.is_some_and(waits) { Ok(()) } else { self.release(sink) }
    }

    /// Hands on what is kept, unless the model was asked and never of use: then the calls go beside the account.
    pub(super) fn end(mut self, sink: &mut dyn Sink) -> io::Result<()> {
        match self.meter {
            Some(meter) if meter.asked() > 0 && !meter.was_of_use() => {
                self.records
                    .iter()
                    .filter_map(|record| record.llm.as_ref())
                    .for_each(|llm| meter.add_beside(llm));
                Ok(())
            }
            _ => self.release(sink),
        }
    }

    fn release(&mut self, sink: &mut dyn Sink) -> io::Result<()> {
        self.records.drain(..).try_for_each(|record| sink.take(record))
    }
}
