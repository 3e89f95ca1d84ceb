//! What an adapter may have and need not.

use serde_json::{Value, json};

use super::{Bench, Check, Outcome};
use crate::adapter::Usage;

pub(super) const IMPORT: Check = Check {
    name: "import",
    about: "imported texts are recalled",
    hint: "write the texts by the path for bulk or backup data, and answer when they can be recalled",
    required: false,
    run: |bench| {
        if !bench.about()?.offers("import") {
            return Ok(Outcome::NotOffered);
        }
        bench.reset()?;
        let texts = ["Wanda rides a unicycle to work.", "The orchard has forty plum trees."];
        bench.ask("import", &json!({ "texts": texts, "scope": "default" }))?;
        let found = bench.recall("Does Wanda ride a unicycle?", 10)?;
        if found.iter().any(|text| text.contains("unicycle")) {
            return Ok(Outcome::Pass);
        }
        Err(format!("{texts:?} were imported, and recall answered {found:?}"))
    },
};

pub(super) const SCOPES: Check = Check {
    name: "scopes apart",
    about: "what one scope holds is never recalled or changed from another, and reset empties all",
    hint: "give every call's `scope` to the system (as a user, namespace or tenant), or say \"scopes\": false",
    required: true,
    run: |bench| {
        let about = bench.about()?;
        if !about.scopes {
            return Ok(Outcome::NotOffered);
        }
        bench.reset()?;
        let (red, blue) = ("Wanda's lucky colour is red.", "Wanda's lucky colour is blue.");
        write(bench, "team/a", red)?;
        write(bench, "team/b", blue)?;
        sees(bench, "team/a", "red", "blue")?;
        sees(bench, "team/b", "blue", "red")?;
        if about.offers("purge") {
            bench.ask("purge", &json!({ "query": blue, "scope": "team/a" }))?;
            sees(bench, "team/b", "blue", "red")?;
        }
        bench.reset()?;
        for scope in ["team/a", "team/b", "default"] {
            let texts = bench.recall_in(scope, "Wanda's lucky colour", 10)?;
            if !texts.is_empty() {
                return Err(format!("after reset, scope `{scope}` answered {texts:?}"));
            }
        }
        Ok(Outcome::Pass)
    },
};

pub(super) const USAGE: Check = Check {
    name: "usage",
    about: "usage answers numbers",
    hint: "answer {\"calls\", \"prompt_tokens\", \"completion_tokens\", \"cost_usd\"}, each a number or left out",
    required: true,
    run: |bench| {
        if !bench.about()?.offers("usage") {
            return Ok(Outcome::NotOffered);
        }
        let result = bench.ask("usage", &json!({}))?;
        match serde_json::from_value::<Option<Usage>>(result.clone()) {
            Ok(_) => Ok(Outcome::Pass),
            Err(error) => Err(format!("usage answered `{result}`: {error}")),
        }
    },
};

fn write(bench: &mut Bench, scope: &str, text: &str) -> Result<Value, String> {
    bench.ask("inscribe", &json!({ "texts": [text], "scope": scope }))
}

fn sees(bench: &mut Bench, scope: &str, own: &str, foreign: &str) -> Result<(), String> {
    let texts = bench.recall_in(scope, "Wanda's lucky colour", 10)?;
    let has = |word: &str| texts.iter().any(|text| text.contains(word));
    if has(own) && !has(foreign) {
        return Ok(());
    }
    Err(format!("scope `{scope}` holds what is {own}, another what is {foreign}; recall answered {texts:?}"))
}
