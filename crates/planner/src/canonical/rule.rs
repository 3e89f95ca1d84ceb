//! [`Rule`]: which rules there are, so that each can be switched off and its worth measured.

nepenthe_text::switches! {
    /// A rule, by the name of its file.
    pub(super) enum Rule:
    Across "across" Acts "acts" Bearers "bearers" Both "both" Chain "chain" Complete "complete" Conjoined "conjoined" Contrary "contrary"
    Credentials "credentials" Dated "dated" Exact "exact" InPlace "in_place" Instead "instead" Keyed "keyed"
    Longer "longer" Mailbox "mailbox" Namesakes "namesakes" Nearest "nearest" OtherSense "other_sense" Pattern "pattern"
    Pointed "pointed" Predicate "predicate" Quoted "quoted" Relation "relation" Restated "restated" Scales "scales"
    Seasons "seasons" Siblings "siblings" Signs "signs" Spelt "spelt" Subject "subject" Succession "succession"
    Times "times" Translated "translated" Twins "twins" Valued "valued" Worded "worded"
}
