//! The lists that rules read: what each is, and what it is called in the tables of a language.

macro_rules! lists {
    ($($(#[$what:meta])* $list:ident $name:literal,)*) => {
        /// A list of words or phrases that each language has its own of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum List { $($(#[$what])* $list),* }

        impl List {
            pub(super) const COUNT: usize = [$(Self::$list),*].len();

            /// The list that is called so.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$list),)*
                    _ => None,
                }
            }
        }
    };
}

lists! {
    /// The scripts that a language with a dictionary is written in.
    Script "script",
    /// "compounds": words are made of others without a space; "capital nouns": plain nouns have capitals.
    Traits "traits",
    /// What is written together with the next word.
    Prefixes "prefixes",
    /// What a request has before a name that is in a case: an order to forget, "everything", a preposition.
    BeforeNames "before names",
    /// What stands behind a name and an apostrophe.
    EndingsOfNames "endings of names",
    /// Orders to forget; what is meant follows.
    Forget "forget",
    /// Infinitives that end an order to forget.
    ForgetBehind "forget behind",
    /// Infinitives to forget, as behind "asks me to".
    ForgetInfinitive "forget infinitive",
    /// Questions that order where an infinitive ends them.
    ForgetModal "forget modal",
    /// Courtesies at the start of a request.
    Polite "polite",
    /// Thanks and courtesies behind a request.
    Thanks "thanks",
    /// Those of them that need no mark before them.
    Please "please",
    /// What an object begins with, if not with a name or number.
    Objects "objects",
    /// What opens a clause that stands for what is meant.
    Clauses "clauses",
    /// What opens a statement behind an order; English has rules of its own.
    That "that",
    /// Orders to keep; what is to be kept follows.
    Keep "keep",
    /// Prohibitions to forget whose words stand together.
    Prohibited "prohibited",
    /// What denies behind the verb of an order.
    NotBehind "not behind",
    /// Orders to leave something out, behind an order to forget.
    Leave "leave",
    /// "Alone", behind what is to be left.
    Alone "alone",
    /// How it is said of a thing that it stays.
    Stays "stays",
    /// How it is said that it shall stay.
    ShallStay "shall stay",
    /// Words that except what follows them.
    Except "except",
    /// Words that mean more than that; they except from what is asked for whole, or behind a mark.
    PerhapsExcept "perhaps except",
    /// Words that except what is of the thing.
    Without "without",
    /// What something of a thing begins with.
    Its "its",
    /// "But", before what is to stay.
    But "but",
    /// "And", before what is to stay.
    And "and",
    /// Words that open a clause of the thing.
    Told "told",
    /// What stands for all that is kept of a thing: "the memories about the dog", "dem, was Noah betrifft".
    AllOf "all of",
    /// "Only".
    Only "only",
    /// Words that open a question; English has rules of its own.
    Ask "ask",
    /// Verbs to forget, as questions have them that ask what they would do.
    AskToForget "ask to forget",
    /// Verbs to be told or shown something; a word for what follows.
    Tell "tell",
    /// Who is asked what is known: other questions with a question word only say what is asked for ("where does Ivo live?").
    Knowing "knowing",
    /// Who would do it, or under which condition.
    Whoever "whoever",
    /// What may stand before a sentence that reports.
    BeforeReport "before report",
    /// What says that a thing is of no use, before it.
    NotNeeded "not needed",
    /// What says that a thing is of no use, behind it.
    NotNeededBehind "not needed behind",
    /// "Any more", behind the thing.
    AnyMore "any more",
    /// What says that a thing is of no use, where "any more" follows.
    NoNeed "no need",
    /// What says that a law or rule follows.
    ByLaw "by law",
    /// Rights to be forgotten.
    Rights "rights",
    /// What says so where what follows is a law or rule for sure.
    PerhapsByLaw "perhaps by law",
    /// What a condition opens with.
    If "if",
    /// What a condition behind an order opens with: some words for "if" mean something else there.
    IfBehind "if behind",
    /// What may stand between a condition and the order.
    Then "then",
    /// Who reads the request: what he can, will or has is no condition.
    Addressed "addressed",
    /// What leaves all else as it is: a phrase, or how one begins.
    RestStays "rest stays",
    /// What may stand before such a phrase.
    BeforeRest "before rest",
    /// Words that open what is said of the thing, behind a mark.
    Explains "explains",
    /// Words that open a reason wherever they stand.
    Because "because",
    /// What opens a text to somebody.
    Greetings "greetings",
    /// Words before the name of who asks.
    OnBehalf "on behalf",
    /// How somebody says who asks.
    Introductions "introductions",
    /// What opens a reason before the order.
    BecauseFirst "because first",
    /// What opens an exception before the order.
    ExceptFirst "except first",
    /// What stands between "asks" and the order.
    AsksTo "asks to",
    /// Whole requests for all that is kept, without marks.
    AllInAPhrase "all in a phrase",
    /// The same where no spaces stand between words.
    AllInAPhraseUnspaced "all in a phrase unspaced",
    /// What says at its end that all is meant.
    AllOfIt "all of it",
    /// What says that all is meant that has nothing to do with what follows.
    NotAbout "not about",
    /// What orders to keep one thing alone.
    KeepOnly "keep only",
    /// "Completely".
    Wholly "wholly",
    /// All that there is or is known; "about" follows.
    Everything "everything",
    /// All records, entries and the like; "about" or "of" follows.
    Records "records",
    /// What stands between all, or all records, and the thing.
    About "about",
    /// What stands between records alone and the thing.
    Of "of",
    /// All there is, where all that is kept is meant.
    AllKept "all kept",
    /// What else such a request says: what is kept, who knows it, of whom.
    AroundKept "around kept",
    /// Words of such a request that are of the one who asks.
    MineKept "mine kept",
    /// What stands before an age.
    Older "older",
    /// What stands behind its number and unit.
    OlderBehind "older behind",
    /// What stands before an age that ends now.
    Younger "younger",
    /// Phrases for all about what follows, whole.
    EverythingAbout "everything about",
    /// The same, written together with the thing.
    EverythingBound "everything bound",
    /// Phrases for all of a thing, behind it.
    EverythingBehind "everything behind",
    /// What asks to forget, behind the thing and such a phrase.
    OrderBehind "order behind",
    /// All that there is, where a case of the name says "about".
    EverythingBeforeACase "everything before a case",
    /// What names end in in that case.
    EndingsOfThatCase "endings of that case",
    /// "Last", between a number and its unit.
    LastUnits "last units",
    /// A unit of time.
    Hours "hours",
    /// A unit of time.
    Days "days",
    /// A unit of time.
    Weeks "weeks",
    /// A unit of time.
    Months "months",
    /// A unit of time.
    Years "years",
    /// A number in words.
    One "one",
    /// A number in words.
    Two "two",
    /// A number in words.
    Three "three",
    /// A number in words.
    Six "six",
    /// How a sentence begins that reports that something was forgotten or deleted.
    Reports "reports",
    /// The same, where the last word says so.
    ReportsWith "reports with",
    /// Last words that say so.
    ReportsBehind "reports behind",
    /// Verbs to forget behind "would you mind" and "stop".
    ForgetGerund "forget gerund",
    /// What says nothing before a colon or dash, without accents. "Not:" is a note in Turkish, and a denial.
    Note "note",
    /// What says nothing directly before a statement, without accents.
    NoteThat "note that",
    /// What says nothing in brackets behind a statement, without accents.
    Confirmed "confirmed",
    /// Verbs of who says so, without accents: none that claims, denies or asks.
    Says "says",
    /// Pronouns of a speaker, without accents.
    Speakers "speakers",
    /// Headings of what may not be so, without accents.
    Rumour "rumour",
    /// Words of a date that are no part of its value, beside the days of the week.
    AroundDates "around dates",
    /// What denies a statement; English has rules of its own.
    Deny "deny",
    /// "Is", between a noun and its number.
    Copulas "copulas",
    /// What may stand between "is" and the number: articles and adverbs.
    BehindCopulas "behind copulas",
    /// What joins the last number of a list to the others.
    Joining "joining",
    /// Words that say whose somebody is.
    Owners "owners",
    /// Words that say whose a number is.
    OurNumber "our number",
    /// Words that announce last digits.
    EndingIn "ending in",
    /// Words between those and the digits.
    BehindEndingIn "behind ending in",
}
