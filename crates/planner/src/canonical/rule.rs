//! [`Rule`]: which rules there are, so that each can be switched off and its worth measured.

nepenthe_text::switches! {
    /// A rule, by the name of its file.
    pub(super) enum Rule:
    Across "across" Acts "acts" Bearers "bearers" Both "both" Chain "chain" Complete "complete" Contrary "contrary" Credentials "credentials" Exact "exact"
    Instead "instead" Mailbox "mailbox" Namesakes "namesakes" OtherSense "other_sense" Pattern "pattern" Pointed "pointed" Predicate "predicate"
    Quoted "quoted" Relation "relation" Restated "restated" Scales "scales" Seasons "seasons" Siblings "siblings" Spelt "spelt"
    Subject "subject" Succession "succession" Times "times" Translated "translated" Twins "twins"
}
