//! [`Rule`]: which rules there are, so that each can be switched off and its worth measured.

macro_rules! rules {
    ($($rule:ident $name:literal)*) => {
        /// A rule, by the name of its file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Rule { $($rule),* }

        impl Rule {
            /// Their names, in order.
            pub(super) const NAMES: &[&str] = &[$($name),*];
            const ALL: &[Self] = &[$(Self::$rule),*];
        }
    };
}

rules! {
    Across "across" Bearers "bearers" Chain "chain" Complete "complete" Contrary "contrary" Namesakes "namesakes"
    Pattern "pattern" Quoted "quoted" Scales "scales" Siblings "siblings" Times "times" Translated "translated"
    Twins "twins"
}

/// Rules that are switched off; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Off(u16);

impl Off {
    /// These and the rule of a name; `None` where there is no such rule.
    pub(super) fn and(self, name: &str) -> Option<Self> {
        let at = Rule::NAMES.iter().position(|rule| *rule == name)?;
        Some(Self(self.0 | 1 << Rule::ALL[at] as u16))
    }

    pub(super) fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u16 & 1 == 1
    }
}
