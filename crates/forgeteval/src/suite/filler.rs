//! The unrelated texts that a case is hidden among.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::rng::Rng;

/// The version of the texts, which is part of each case that is played among them. Change it with any change below.
pub const FILLER_VERSION: u32 = 1;

/// The most texts there are.
pub const FILLER_ROWS: usize = 10_000;

/// Returns the first `rows` of the unrelated texts, which are the same for every case and system: notes of an invented
/// county's households, shops and offices. No two are equal. Places and people are made of syllables, so that no case
/// speaks of them.
///
/// # Panics
/// When more than [`FILLER_ROWS`] are asked for.
#[must_use]
pub fn filler(rows: usize) -> Vec<String> {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    assert!(rows <= FILLER_ROWS, "there are {FILLER_ROWS} unrelated texts, and {rows} are asked for");
    TEXTS.get_or_init(make)[..rows].to_vec()
}

fn make() -> Vec<String> {
    let mut rng = Rng::new(0x4e65_7065_6e74_6865);
    let mut texts = Vec::with_capacity(FILLER_ROWS);
    let mut met = HashSet::new();
    while texts.len() < FILLER_ROWS {
        let text = text(&mut rng);
        if met.insert(text.clone()) {
            texts.push(text);
        }
    }
    texts
}

/// Fills a template: `@` a place, `&` a person, `*` a thing, `^` a material, `~` a weekday, `#` a number.
fn text(rng: &mut Rng) -> String {
    let template = rng.pick(TEMPLATES);
    let mut out = String::with_capacity(80);
    for c in template.chars() {
        match c {
            '@' => out.push_str(&place(rng)),
            '&' => out.push_str(&person(rng)),
            '*' => out.push_str(rng.pick(THINGS)),
            '^' => out.push_str(rng.pick(MATERIALS)),
            '~' => out.push_str(rng.pick(DAYS)),
            '#' => out.push_str(&rng.between(2, 97).to_string()),
            c => out.push(c),
        }
    }
    out
}

fn place(rng: &mut Rng) -> String {
    [rng.pick(ONSETS), rng.pick(MIDDLES), rng.pick(ENDS)].concat()
}

fn person(rng: &mut Rng) -> String {
    [rng.pick(ONSETS), rng.pick(PERSON_ENDS)].concat()
}

const ONSETS: &[&str] = &[
    "Bro", "Cul", "Dra", "Ess", "Fenn", "Gru", "Hul", "Isk", "Jor", "Kel", "Lum", "Mov", "Nib", "Ost",
    "Pell", "Quil", "Rusk", "Skel", "Tev", "Ulv", "Vor", "Wex", "Yar", "Zel",
];
const MIDDLES: &[&str] = &["a", "en", "i", "or", "u", "eth", "il", "om", "ar", "in"];
const ENDS: &[&str] = &[
    "bost", "dale", "fjall", "gate", "holt", "kamp", "low", "mere", "nock", "pool", "rick", "stow",
    "thwaite", "wick",
];
const PERSON_ENDS: &[&str] =
    &["ko", "dda", "mius", "nelle", "ppo", "rix", "sha", "tto", "vane", "zima", "bert", "lind"];
const THINGS: &[&str] = &[
    "wheelbarrow", "kettle", "lampshade", "ladder", "accordion", "tarpaulin", "hammock", "typewriter",
    "sundial", "bellows", "barometer", "teapot", "trellis", "snow shovel", "picnic blanket", "birdhouse",
    "doormat", "curtain rail", "rain barrel", "footstool", "globe", "mousetrap", "candlestick",
    "fishing net", "sledge", "weathervane", "bread bin", "rocking chair", "parasol", "milk churn",
];
const MATERIALS: &[&str] = &[
    "oak", "brass", "wicker", "tin", "slate", "felt", "copper", "clay", "canvas", "larch", "enamel", "hemp",
];
const DAYS: &[&str] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const TEMPLATES: &[&str] = &[
    "The ^ * in the hall at @ was lent to & for # days.",
    "& painted the * of the @ reading room in two coats.",
    "Gauge at @ bridge read # centimetres on ~ morning.",
    "A ^ * went for # crowns at the @ flea market.",
    "The @ brass band practises # marches before the parade.",
    "& counted # swallows over the @ reservoir.",
    "Footpath # between @ and @ is muddy after rain.",
    "The bakery in @ sold # rye loaves on ~.",
    "Somebody left a * at the @ tram stop, shelf #.",
    "Hay from the upper meadow at @ filled # wagons.",
    "& of @ repairs every kind of ^ *.",
    "The clock of @ town hall runs # seconds fast.",
    "Stall # at the @ harvest fair shows a * made of ^.",
    "Snow depth in @ on ~: # centimetres.",
    "& and & share a plot with # rows of leeks in @.",
    "The mill pond at @ was drained to mend the ^ sluice.",
    "Exhibit # of the @ folk museum: a * of ^, maker unknown.",
    "The ferry to @ carried # bicycles on ~.",
    "& won the * tossing contest at @ with # metres.",
    "Trail marker # near @ was knocked over by the wind.",
    "The kindling at the @ hut lasts for # evenings.",
    "In @ they hang a ^ * over the door at midsummer.",
    "& grows # kinds of gooseberry behind the @ station.",
    "The @ quarry blasts on ~ at #0 minutes past the hour.",
    "Lost in @: one ^ *, tell & at number #.",
    "Rehearsal of the @ pageant moves to the ^ barn on ~.",
    "The well at @ is # metres deep and tastes of iron.",
    "& knitted # squares for the @ blanket.",
    "The @ beekeepers took # jars of heather honey.",
    "Plank # of the jetty at @ is rotten, mind the *.",
];

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::{FILLER_ROWS, filler};

    #[test]
    fn the_texts_are_pinned() {
        let texts = filler(FILLER_ROWS);
        assert_eq!(filler(1000), texts[..1000]);
        let hash = Sha256::digest(texts.join("\n").as_bytes());
        let start: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(start, "d9447a1f74a879f8");
    }
}
