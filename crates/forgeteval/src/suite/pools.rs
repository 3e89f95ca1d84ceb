//! The words that templates are filled with. All invented or common; no entry occurs, in any case, inside another
//! text that has to survive beside it, which the tests check on many seeds. Changing a pool changes every suite.

pub(super) const NAMES: &[&str] = &[
    "Amara", "Bruno", "Celeste", "Desmond", "Elena", "Farida", "Gideon", "Harriet", "Ingrid", "Jonas",
    "Keiko", "Leonard", "Marisol", "Nadia", "Octavio", "Pauline", "Rafael", "Soraya", "Tobias", "Ursula",
    "Viktor", "Winona", "Yusuf", "Zelda", "Beatriz", "Cyrus", "Dorothea", "Emmett", "Florence", "Hamish",
    "Isadora", "Jasper", "Lydia", "Malik", "Ottilie", "Priya",
];

pub(super) const SURNAMES: &[&str] = &[
    "Albrecht", "Bancroft", "Castellan", "Dunmore", "Eriksen", "Fairweather", "Galvan", "Hargrove", "Ibarra",
    "Kowalczyk", "Lindqvist", "Marchetti", "Nakagawa", "Okonjo", "Pemberton", "Quiroga", "Rasmussen",
    "Stavros", "Thackeray", "Villanueva",
];

pub(super) const COMPANIES: &[&str] = &[
    "Brightwater", "Calderstone", "Driftline", "Emberforge", "Foxhollow", "Graniteworks", "Hollowell",
    "Ironbark", "Junivale", "Kestrelia", "Lanternbay", "Moorhaven", "Northquill", "Opaline", "Pinemarsh",
    "Quartzfield", "Ravensby", "Silverdune", "Thornbury", "Umbermill", "Vantica", "Wrenfold",
];

pub(super) const ROLES: &[&str] = &[
    "data analyst", "product designer", "site reliability engineer", "technical writer",
    "security researcher", "account manager", "research chemist", "tax adviser",
];

pub(super) const CITIES: &[&str] = &[
    "Lisbon", "Nairobi", "Osaka", "Tallinn", "Quito", "Bergen", "Krakow", "Hanoi", "Montevideo", "Seville",
    "Tbilisi", "Wellington", "Halifax", "Marrakesh", "Antwerp", "Ljubljana",
];

pub(super) const LANGUAGES: &[&str] = &[
    "Portuguese", "Swahili", "Estonian", "Tagalog", "Hungarian", "Catalan", "Icelandic", "Vietnamese",
    "Georgian", "Welsh", "Turkish", "Korean",
];

pub(super) const HOBBIES: &[&str] = &[
    "pottery", "birdwatching", "kayaking", "calligraphy", "beekeeping", "fencing", "origami", "woodcarving",
    "bouldering", "stargazing",
];

pub(super) const FOODS: &[&str] = &[
    "ramen", "pierogi", "shakshuka", "gnocchi", "bibimbap", "moussaka", "empanadas", "laksa", "paella",
    "falafel", "borscht", "jollof rice",
];

pub(super) const THEMES: &[&str] = &[
    "sepia", "midnight", "high-contrast", "solarized", "pastel", "graphite", "grayscale", "neon", "parchment",
];

pub(super) const DIETS: &[&str] = &[
    "pescatarian", "vegan", "gluten-free", "low-sodium", "dairy-free", "raw-food", "flexitarian",
    "macrobiotic", "nut-free",
];

pub(super) const SERVICES: &[&str] = &[
    "Dropwell", "Mailroost", "Paperkite", "Trackspire", "Ledgerly", "Cloudbarn", "Shipnest", "Formwright",
    "Chartloom", "Pagehook",
];

pub(super) const DRINKS: &[&str] =
    &["filter coffee", "an oat flat white", "a double espresso", "a cortado", "cold brew", "a decaf latte"];

pub(super) const BOOKS: &[&str] = &[
    "Middlemarch", "Piranesi", "Kindred", "Solaris", "Gilead", "Hyperion", "Neuromancer", "Ulysses",
    "Walden", "Dracula", "Frankenstein", "Rebecca",
];

pub(super) const SKILLS: &[&str] = &[
    "ukulele", "trombone", "watercolor", "salsa", "archery", "juggling", "sourdough", "glassblowing",
    "bookbinding", "snorkeling",
];

pub(super) const STREETS: &[&str] = &[
    "Hawthorn", "Larkspur", "Magnolia", "Sycamore", "Thistle", "Willowbrook", "Juniper", "Marigold",
    "Elderberry", "Tamarind", "Foxglove", "Bramble",
];

pub(super) const STREET_KINDS: &[&str] = &["Lane", "Crescent", "Terrace", "Court", "Row"];

pub(super) const COLORS: &[&str] = &[
    "turquoise", "crimson", "lavender", "indigo", "ochre", "maroon", "violet", "beige", "coral", "emerald",
    "saffron", "burgundy",
];

pub(super) const CONDITIONS: &[&str] = &[
    "migraine", "psoriasis", "hypothyroidism", "sarcoidosis", "tinnitus", "sciatica", "anemia", "glaucoma",
    "rosacea", "gastritis", "narcolepsy", "bursitis",
];

pub(super) const DOMAINS: &[&str] = &[
    "harborlane.example", "pinecrest.example", "northmill.example", "bluefern.example", "oakandivy.example",
];

pub(super) const PRODUCTS: &[&str] =
    &["desk lamps", "notebooks", "ceramic mugs", "phone stands", "canvas bags", "wall clocks"];

pub(super) const TEAMS: &[&str] = &["billing", "analytics", "mobile", "search", "payments", "support"];

pub(super) const WEEKDAYS: &[&str] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

pub(super) const DIGITS: &[u8] = b"0123456789";

pub(super) const LETTERS_AND_DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::DISTRACTORS;

    /// Every pool whose words a case looks for.
    const WANTED: [&[&str]; 12] = [
        NAMES, COMPANIES, CITIES, THEMES, DIETS, BOOKS, SKILLS, STREETS, COLORS, CONDITIONS, DOMAINS,
        SURNAMES,
    ];

    /// The pools that only fill sentences.
    const FILLING: [&[&str]; 9] =
        [ROLES, LANGUAGES, HOBBIES, FOODS, SERVICES, DRINKS, STREET_KINDS, PRODUCTS, TEAMS];

    #[test]
    fn no_word_looked_for_occurs_in_another_word_or_a_distractor() {
        let all: Vec<&str> = WANTED
            .iter()
            .chain(&FILLING)
            .chain([&DISTRACTORS])
            .flat_map(|pool| pool.iter().copied())
            .collect();
        for word in WANTED.iter().flat_map(|pool| pool.iter()) {
            let holding =
                all.iter().filter(|text| text.to_lowercase().contains(&word.to_lowercase())).count();
            assert_eq!(holding, 1, "{word} occurs in more than itself");
        }
    }
}
