//! Words that say how one statement bears on another, or what a noun asks for. English; each in folded form.

/// Nouns for what somebody may do, has or is: a memory that denies it says another thing.
const GRANTED: &[&str] = &[
    "permission", "access", "right", "rights", "licence", "license", "membership", "allergy", "ownership",
    "consent", "approval", "clearance", "authorisation", "authorization", "entitlement", "eligibility",
];
/// What asks for the state of such a thing, whatever it is.
const OPEN: &[&str] =
    &["status", "whether", "state", "lack", "denial", "refusal", "loss", "note", "notes", "question"];
/// What says that something is in the place of what is denied.
const INSTEAD: &[&str] = &[
    "elsewhere", "instead", "alone", "only", "never", "no", "nothing", "without", "refuses", "turns",
    "relies", "buys", "gets", "sends", "borrows", "hires", "uses", "fetches", "hauled", "otherwise",
    "always", "still",
];
/// What closes something to somebody.
const CLOSES: &[&str] =
    &["closed", "forbidden", "banned", "barred", "prohibited", "refuses", "only", "no", "lacks"];
/// What leaves one thing alone.
const ONLY: &[&str] = &["only", "alone", "exclusively", "solely"];
/// What points back to a place or a state.
const BACK: &[&str] = &["there", "then", "so"];
/// What one does with a thing that is one's own.
const HAVING: &[&str] =
    &["has", "have", "had", "keeps", "keep", "kept", "holds", "hold", "owns", "own", "owned"];
/// What somebody has who is known as a member or customer.
const OF_MEMBERS: &[&str] = &[
    "membership", "subscription", "account", "profile", "registration", "enrolment", "enrollment", "listing",
];

/// What a value is called that is no name of a thing.
const OF_VALUE: &[&str] = &["value", "values", "amount", "figure", "sum", "string", "literal"];
/// What says that something stays.
const LEAVES: &[&str] = &[
    "keep", "keeps", "keeping", "retain", "retains", "remain", "remains", "stay", "stays", "preserve",
    "leave", "except", "use", "uses", "using",
];

/// What a firm does, or is said of its goods or of a plant, and hardly of a neighbour: "Apple released a new phone".
const OF_THINGS: &[&str] = &[
    "released", "releases", "launched", "launches", "unveiled", "unveils", "announced", "announces",
    "acquired", "recalled", "recalls", "shipped", "ships", "shares", "stock", "stocks", "store", "stores",
    "price", "prices", "phone", "phones", "grows", "grew", "ripens", "ripened", "wilts", "wilted", "blooms",
    "bloomed", "sprouts", "tastes", "rose", "fell", "sales", "exports", "imports", "juice", "pie", "leaves",
    "seeds", "plants",
];

/// Whether the word behind a name says that it names a firm, its goods or a plant: "released", "prices".
#[must_use]
pub fn is_of_thing(word: &str) -> bool {
    OF_THINGS.contains(&word)
}

/// Whether the noun asks for what somebody may do, has or is: "permission".
#[must_use]
pub fn is_granted(word: &str) -> bool {
    GRANTED.contains(&word)
}

/// Whether the word asks for the state of a thing, be it affirmed or denied: "status".
#[must_use]
pub fn leaves_open(word: &str) -> bool {
    OPEN.contains(&word)
}

/// Whether the word says that something is in the place of what is denied: "elsewhere".
#[must_use]
pub fn is_instead(word: &str) -> bool {
    INSTEAD.contains(&word)
}

/// Whether the word closes something to somebody: "forbidden".
#[must_use]
pub fn closes(word: &str) -> bool {
    CLOSES.contains(&word)
}

/// Whether the word leaves one thing alone: "only".
#[must_use]
pub fn is_only(word: &str) -> bool {
    ONLY.contains(&word)
}

/// Whether the word points back to a place or a state: "there".
#[must_use]
pub fn points_back(word: &str) -> bool {
    BACK.contains(&word)
}

/// Whether the verb says that somebody has something: "keeps".
#[must_use]
pub fn is_having(word: &str) -> bool {
    HAVING.contains(&word)
}

/// Whether the noun is for what a member or customer has: "subscription".
#[must_use]
pub fn is_of_members(word: &str) -> bool {
    OF_MEMBERS.contains(&word)
}

/// Tells whether what stands behind it is a value, named as such: "the value bridge-61".
#[must_use]
pub fn is_of_value(word: &str) -> bool {
    OF_VALUE.contains(&word)
}

/// Tells whether it says that something is to stay: "only the summary should remain".
#[must_use]
pub fn leaves(word: &str) -> bool {
    LEAVES.contains(&word)
}
