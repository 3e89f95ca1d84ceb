//! [`Borne`]: what the bearer of a wanted name is.

use std::ops::Range;

use nepenthe_text::entity::name::Role;

/// How sure it is that a role names its bearer: of the writer's own, and of any other.
const OWN: f32 = 0.7;
const OTHER: f32 = 0.5;
/// What the bearer of a wanted name is.
pub(super) struct Borne {
    /// Which of the names.
    pub(super) name: usize,
    pub(super) role: Role,
}

impl Borne {
    /// How sure it is that the role means its bearer.
    pub(super) fn certainty(&self) -> f32 {
        if self.role.own { OWN } else { OTHER }
    }

    /// Where a text names the bearer by the role.
    pub(super) fn find(&self, text: &str) -> Vec<Range<usize>> {
        self.role.find(text)
    }
}
