//! Supersede, release, purge and restore take effect before they answer.

use serde_json::json;

use super::{Bench, Check, Found, Outcome};

const OLD: &str = "Quentin lives in Oslo.";
const NEW: &str = "Quentin lives in Lima.";
const OTHER: &str = "The orchard has forty plum trees.";
const QUESTION: &str = "In which town does Quentin live?";

const AT_ONCE: &str = "answer only when the change is done in the store and in every index; where the system cannot find \
                       the text that the query repeats, this is what the benchmark will show";

pub(super) const SUPERSEDE: Check = Check {
    name: "supersede",
    about: "the new text is recalled in the place of the old one at once",
    hint: AT_ONCE,
    required: false,
    run: |bench| {
        if !bench.about()?.offers("supersede") {
            return Ok(Outcome::NotOffered);
        }
        begin(bench)?;
        let params = json!({ "query": OLD, "new_text": NEW, "scope": "default" });
        bench.ask("supersede", &params)?;
        expect(bench, &[("Lima", true), ("Oslo", false)])
    },
};

pub(super) const RELEASE: Check = Check {
    name: "release",
    about: "what was released is not recalled, at once",
    hint: AT_ONCE,
    required: false,
    run: |bench| gone(bench, "release"),
};

pub(super) const PURGE: Check = Check {
    name: "purge",
    about: "what was purged is not recalled, at once",
    hint: AT_ONCE,
    required: false,
    run: |bench| gone(bench, "purge"),
};

pub(super) const RESTORE: Check = Check {
    name: "restore",
    about: "what was released is recalled again after restore",
    hint: AT_ONCE,
    required: false,
    run: |bench| {
        let about = bench.about()?;
        if !about.offers("restore") {
            return Ok(Outcome::NotOffered);
        }
        if !about.offers("release") {
            return Err("restore is offered without release".to_owned());
        }
        begin(bench)?;
        bench.ask("release", &json!({ "query": OLD, "scope": "default" }))?;
        bench.ask("restore", &json!({ "query": OLD, "scope": "default" }))?;
        expect(bench, &[("Oslo", true)])
    },
};

pub(super) const CONSENT: Check = Check {
    name: "consent",
    about: "on a no everything stays, on a yes what the person was shown is not recalled, at once",
    hint: "answer {\"shown\": [{\"text\": ..}, ..]}, what the person was shown, and erase on a yes alone",
    required: false,
    run: |bench| {
        if !bench.about()?.offers("consent") {
            return Ok(Outcome::NotOffered);
        }
        begin(bench)?;
        for yes in [false, true] {
            let params = json!({ "query": OLD, "yes": yes, "meanwhile": [], "scope": "default" });
            let answer = bench.ask("consent", &params)?;
            if answer["shown"].as_array().is_none_or(|shown| shown.iter().any(|one| !one["text"].is_string()))
            {
                return Err(format!("consent answered {answer}"));
            }
            expect(bench, &[("Oslo", !yes)])?;
        }
        Ok(Outcome::Pass)
    },
};

fn gone(bench: &mut Bench, method: &str) -> Found {
    if !bench.about()?.offers(method) {
        return Ok(Outcome::NotOffered);
    }
    begin(bench)?;
    bench.ask(method, &json!({ "query": OLD, "scope": "default" }))?;
    expect(bench, &[("Oslo", false)])
}

fn begin(bench: &mut Bench) -> Result<(), String> {
    bench.reset()?;
    bench.inscribe(&[OLD, OTHER])
}

fn expect(bench: &mut Bench, words: &[(&str, bool)]) -> Found {
    let texts = bench.recall(QUESTION, 10)?;
    for (word, there) in words {
        if texts.iter().any(|text| text.contains(word)) != *there {
            let wanted = if *there { "with" } else { "without" };
            return Err(format!("for `{QUESTION}` recall answered {texts:?}, and not {wanted} `{word}`"));
        }
    }
    Ok(Outcome::Pass)
}
