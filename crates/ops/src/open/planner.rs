//! Which planner a store is opened with, and where a language model is asked.

use std::sync::Arc;

use nepenthe::control::Planner;
use nepenthe::control::planner::{Canonical, Llm, Otherwise, Published, Routed};
use nepenthe::{Options, Placement};

use super::{OtherwiseName, PlannerName, SettingError, Settings};

/// Sets the planner and where a language model is asked; says which settings do not go together.
pub(super) fn place(settings: &Settings, options: Options) -> Result<Options, SettingError> {
    let (placement, planner) = (settings.placement, settings.planner_name());
    let goes_together = match placement {
        Placement::Mutation | Placement::Joint => planner == PlannerName::Llm,
        Placement::Routed => planner == PlannerName::Routed,
        Placement::Inscribe | Placement::InscribeAware => !settings.planner_asks(),
        _ => true,
    };
    if !goes_together {
        return Err(SettingError::PlannerClash(placement, planner));
    }
    if settings.merge.is_some() && !placement.annotates() {
        return Err(SettingError::MergeUnasked(placement));
    }
    let otherwise = || match settings.language_model.otherwise {
        OtherwiseName::Fail => Otherwise::Fail,
        OtherwiseName::Canonical => Otherwise::Planner(Arc::new(Canonical::default())),
        OtherwiseName::Published => Otherwise::Planner(Arc::new(Published)),
    };
    let planner: Arc<dyn Planner> = match planner {
        PlannerName::Canonical => Arc::new(Canonical::default()),
        PlannerName::Published => Arc::new(Published),
        PlannerName::Llm => Arc::new(Llm::new(otherwise())),
        PlannerName::Routed => Arc::new(Routed::new(otherwise())),
    };
    let options = options.with_shared_planner(planner).with_placement(placement, otherwise());
    let options = options.with_unanswered(settings.unanswered);
    Ok(match settings.merge {
        None => options,
        Some(merge) => options.with_merge(merge),
    })
}
