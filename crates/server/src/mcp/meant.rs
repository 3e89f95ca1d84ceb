//! [`Meant`]: which memories an agent means, and what may be done with the plan that comes of it.

use std::collections::BTreeSet;

use nepenthe::MemoryId;
use nepenthe_ops::{Code, OpError, Planned, Target};

use super::call::ids;

/// Which memories are meant.
pub(super) struct Meant {
    pub(super) target: Target,
    /// Those that the plan of words has to touch, all of them and no others.
    named: Option<Vec<MemoryId>>,
}

/// What may be done with a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing: it touches nothing.
    Nothing,
    /// Nothing yet: it is shown, for whoever asked to name what it touches.
    Unsure,
    /// It may be carried out, of an erasure once a person said yes.
    Agreed,
}

impl Meant {
    /// Reads words, ids, or words with the ids of all that their plan touches.
    pub(super) fn read(what: Option<String>, ids: Option<Vec<String>>) -> Result<Self, OpError> {
        let ids = ids.map(|ids| self::ids(&ids)).transpose()?.filter(|ids| !ids.is_empty());
        match (what, ids) {
            (Some(words), named) => Ok(Self { target: Target::Words(words.into()), named }),
            (None, Some(ids)) => Ok(Self { target: Target::Ids(ids), named: None }),
            (None, None) => {
                Err(OpError::new(Code::BadRequest, "say which memories in `what`, or name them in `ids`"))
            }
        }
    }

    /// Tells how a plan stands: it may be carried out where it is sure, or exactly what it touches was named.
    ///
    /// # Errors
    /// [`Code::PlanUnsure`] where something else was named.
    pub(super) fn standing(&self, planned: &Planned) -> Result<Standing, OpError> {
        if planned.refuse_empty().is_err() {
            return Ok(Standing::Nothing);
        }
        let Some(named) = &self.named else {
            return Ok(if planned.is_sure() { Standing::Agreed } else { Standing::Unsure });
        };
        let touched: BTreeSet<MemoryId> = planned.engine().steps.iter().map(|step| step.memory.id).collect();
        match named.iter().copied().collect::<BTreeSet<_>>() == touched {
            true => Ok(Standing::Agreed),
            false => {
                let message = "`ids` does not name all that the plan of `what` touches, and nothing else; nothing was changed";
                Err(OpError::new(Code::PlanUnsure, message))
            }
        }
    }
}
