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
}
