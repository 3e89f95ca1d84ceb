//! [`Rule`]: which rules there are, so that each can be switched off and its worth measured.

nepenthe_text::switches! {
    /// A rule, by the name of its file.
    pub(super) enum Rule:
    Across "across" Bearers "bearers" Chain "chain" Complete "complete" Contrary "contrary" Credentials "credentials" Dated "dated" Exact "exact" Instead "instead" Keyed "keyed" Mailbox "mailbox" Namesakes "namesakes"
    Pattern "pattern" Quoted "quoted" Relation "relation" Scales "scales" Siblings "siblings" Signs "signs" Times "times" Translated "translated"
    Twins "twins"
}
