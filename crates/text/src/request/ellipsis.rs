//! What an exception leaves unsaid since what is asked for says it: "Omar's cough, not his twin's", "the Lisbon (not the Porto)
//! lease".

use super::imperative;
use super::phrase_match::{capital, cut_behind_owner, is_genitive, marks, opening, starts, words};

const ARTICLES: &[&str] = &["the", "a", "an"];
const QUESTIONS: &[&str] = &["what", "where", "when", "how", "who", "which", "why"];
/// What stands for the thing that is asked for.
const ONE: &[&str] = &["the one", "the ones", "those", "that", "one", "ones"];
const LINKS: &[&str] = &["of", "for", "to", "at", "in", "on", "about", "from", "with", "by", "under"];
const NOT: &[&str] = &["not", "but not", "and not", "except", "except for"];
/// The most words behind an exception in the middle of a request.
const BEHIND: usize = 8;

/// A request with the exception in its middle at its end and in full: "the Lisbon lease (not the Porto lease)".
#[must_use]
pub fn with_exception_last(request: &str) -> Option<String> {
    let mark =
        marks(request).into_iter().find(|mark| mark.mark == '(' && opening(mark.behind, NOT).is_some())?;
    let (inside, behind) = mark.behind.split_once(')')?;
    let (except, behind) = (opening(inside, NOT)?.trim(), behind.strip_prefix(' ')?.trim());
    let behind = behind.trim_end_matches(['.', '!', ' ']);
    let goes_on = behind.starts_with(char::is_alphabetic) && words(behind).len() <= BEHIND;
    if !goes_on || except.is_empty() || !marks(behind).is_empty() {
        return None;
    }
    let asked = imperative::without_order(mark.before).1;
    let opens = [ARTICLES, QUESTIONS].iter().any(|words| opening(except, words).is_some());
    let first = asked.split_once(' ').map(|(first, _)| first);
    let first =
        first.filter(|first| [ARTICLES, QUESTIONS].iter().any(|words| opening(first, words).is_some()));
    let except = match first.filter(|_| !opens) {
        Some(first) => format!("{first} {except}"),
        None => except.to_owned(),
    };
    Some(format!("{} {behind} (not {except} {behind})", mark.before))
}

/// What an exception excepts from what is asked for, in full; `None` where it leaves nothing unsaid.
#[must_use]
pub fn excepted_in_full(core: &str, except: &str) -> Option<String> {
    owner(core, except)
        .or_else(|| one(core, except))
        .or_else(|| link(core, except))
        .or_else(|| object(core, except))
}

/// "Omar's cough, not his twin's".
fn owner(core: &str, except: &str) -> Option<String> {
    let (_, thing) = cut_behind_owner(core).filter(|_| is_genitive(except))?;
    Some(format!("{except}{thing}"))
}

/// "The Lisbon lease, not the Porto one", "Kit's allergy to dust, not the one to pollen".
fn one(core: &str, except: &str) -> Option<String> {
    if let Some(rest) = opening(except, ONE) {
        return match rest.is_empty() {
            true => None,
            false => link(core, rest).or_else(|| is_link(rest).then(|| format!("{core} {rest}"))),
        };
    }
    let (head, last) = except.rsplit_once(' ')?;
    let thing = core.rsplit(' ').next()?;
    ["one", "ones"].contains(&last).then(|| format!("{head} {thing}"))
}

/// "What she said about the roof, but not about the gutters".
fn link(core: &str, except: &str) -> Option<String> {
    let link = except.split(' ').next().filter(|_| is_link(except))?;
    let at = starts(core).into_iter().rfind(|at| opening(&core[*at..], &[link]).is_some());
    match at {
        Some(at) => Some(format!("{}{except}", &core[..at])),
        None => Some(format!("{core} {except}")),
    }
}

fn is_link(text: &str) -> bool {
    opening(text, LINKS).is_some_and(|rest| !rest.is_empty())
}

/// "What the roofer charges, not the plumber", "the key of the barn, not the shed".
fn object(core: &str, except: &str) -> Option<String> {
    let article = ARTICLES.iter().any(|article| opening(except, &[article]).is_some());
    let short = words(except).len() <= 3;
    if !short || !article && !capital(except) {
        return None;
    }
    let starts = starts(core);
    let like = |at: &&usize| {
        let text = &core[**at..];
        if article { opening(text, ARTICLES).is_some() } else { capital(text) }
    };
    let question = opening(core, QUESTIONS).is_some();
    let said = &starts[1.min(starts.len())..];
    let at = *said.iter().rfind(like)?;
    let before = core[..at].trim_end();
    let linked = before.split(' ').next_back().is_some_and(|word| LINKS.contains(&word));
    if linked {
        return Some(format!("{before} {except}"));
    }
    // The subject of a question: one article and noun, or one name.
    let length = if article { 2 } else { 1 };
    let behind: Vec<&str> = core[at..].split(' ').skip(length).collect();
    (question && !behind.is_empty()).then(|| format!("{before} {except} {}", behind.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_exception_leaves_unsaid_is_said() {
        for (core, except, whole) in [
            ("Omar's cough", "his twin's", "his twin's cough"),
            ("the barn's rent", "the mill's", "the mill's rent"),
            ("the Lisbon lease", "the Porto one", "the Porto lease"),
            ("Kit's allergy to dust", "the one to pollen", "Kit's allergy to pollen"),
            ("Kit's allergies", "the one to pollen", "Kit's allergies to pollen"),
            ("the keys of the barn", "those of the mill", "the keys of the mill"),
            ("what Ana said about the roof", "about the door", "what Ana said about the door"),
            ("what Ana said about the roof", "the door", "what Ana said about the door"),
            ("what Ana said", "about the door", "what Ana said about the door"),
            ("the key of the barn", "the shed", "the key of the shed"),
            ("what the roofer charges", "the plumber", "what the plumber charges"),
            ("what Ana said about the roof", "Luis", "what Luis said about the roof"),
        ] {
            assert_eq!(excepted_in_full(core, except).as_deref(), Some(whole), "{core}, {except}");
        }
    }

    #[test]
    fn what_is_said_in_full_stays() {
        for (core, except) in [
            ("the red badge", "the blue badge"),
            ("where Mate lives", "where Ivo lives"),
            ("Jan's holiday", "his Saturday shift"),
            ("the allergies of Kit", "pollen"),
            ("Rhea", "the lease"),
        ] {
            assert_eq!(excepted_in_full(core, except), None, "{core}, {except}");
        }
    }

    #[test]
    fn an_exception_in_the_middle_moves_to_the_end() {
        for (request, moved) in [
            (
                "Forget the Lisbon (not the Porto) lease.",
                Some("Forget the Lisbon lease (not the Porto lease)"),
            ),
            ("the red (not blue) van", Some("the red van (not the blue van)")),
            ("what Ana (not Luis) said of Bo", Some("what Ana said of Bo (not what Luis said of Bo)")),
            ("the pupil Ros (not Rosalind)", None),
            ("Rhea Moss (but not the lease), she left", None),
            ("the note (not signed). It is old", None),
            ("the red (old) van", None),
        ] {
            assert_eq!(with_exception_last(request).as_deref(), moved, "{request}");
        }
    }
}
