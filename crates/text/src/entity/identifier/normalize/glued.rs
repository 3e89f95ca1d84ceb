//! Words of another script that are written to an address without a space: "メールはida@mori.exampleです".

use crate::unicode::token::{Script, script};

/// Letters that look like Latin ones: an address with one of these may be written to deceive, and is no address with a word beside it.
const ALIKE: &str = "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУІЈЅοαρνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";

/// How many of the characters of an address, from its "@" outwards, belong to it: all up to where, within a label, letters of another
/// script begin.
pub(super) fn kept(characters: impl Iterator<Item = char> + Clone) -> usize {
    let mut own = None;
    let mut within = false;
    for (at, c) in characters.clone().enumerate() {
        let Some(next) = script(c).map(family) else {
            // A label of its own may be in another script.
            if c == '.' {
                (own, within) = (None, false);
            }
            continue;
        };
        if within && own.is_some_and(|own| own != next) {
            let rest = || characters.clone().skip(at);
            let run = rest().take_while(|&c| script(c).is_some_and(|script| family(script) == next));
            let deceives = alike(own, next) && run.clone().all(|c| ALIKE.contains(c));
            let goes_on = alike(own, next) && rest().skip(run.count()).any(|c| script(c).map(family) == own);
            return if deceives || goes_on { characters.count() } else { at };
        }
        (own, within) = (Some(next), true);
    }
    characters.count()
}

/// Scripts that one word mixes count as one.
fn family(script: Script) -> Script {
    match script {
        Script::Hiragana | Script::Katakana => Script::Han,
        script => script,
    }
}

/// Whether letters of two scripts look alike.
fn alike(one: Option<Script>, other: Script) -> bool {
    let european =
        |script| matches!(script, Script::Latin | Script::Cyrillic | Script::Greek | Script::Armenian);
    one.is_some_and(european) && european(other)
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn an_address_ends_where_another_script_begins() {
        for (text, address) in [
            ("mori.exampleです", "mori.example"),
            ("mori.exampleзавтра", "mori.example"),
            ("mori.example으로", "mori.example"),
            ("nelан", "nel"),
            ("mori.exampleพรุ่งนี้", "mori.example"),
            ("mori.example", "mori.example"),
            ("почта.рф", "почта.рф"),
            ("mail.почта.рф", "mail.почта.рф"),
            ("mail2.例え.jp", "mail2.例え.jp"),
            // Cyrillic letters among Latin ones.
            ("mоri.example", "mоri.example"),
            ("moriо", "moriо"),
        ] {
            assert_eq!(text.chars().take(kept(text.chars())).collect::<String>(), address, "{text}");
        }
    }
}
