//! Stage 2 of the admission: an independent judge, a language model behind an OpenAI-compatible endpoint (the paper's
//! section 3.3).

use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use crate::case::Case;

/// The prompt that a judge gets unless another is given; the case follows as JSON.
pub const JUDGE_PROMPT: &str = include_str!("../../prompts/judge-1.txt");

/// No more of an answer is kept, in characters.
const KEPT: usize = 500;

/// What a judge said of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Opinion {
    /// The case is sound.
    Admit {
        /// Why.
        reason: String,
    },
    /// The case is not sound.
    Reject {
        /// Why.
        reason: String,
    },
    /// The judge answered, and its answer could not be read.
    Unusable {
        /// The start of the answer.
        answer: String,
    },
    /// The judge was not reached. That is no opinion, and neither admits nor rejects.
    Unreachable {
        /// What went wrong.
        error: String,
    },
}

/// A judge: where it is, and how it is asked.
pub struct Judge {
    url: String,
    model: String,
    key: Option<String>,
    prompt: String,
    retries: u32,
    agent: Agent,
}

impl Judge {
    /// Makes a judge that asks `{base_url}/chat/completions` for answers of a model. Nothing is asked yet.
    ///
    /// The cases leave this machine; the key is sent to the endpoint and shown nowhere.
    #[must_use]
    pub fn new(base_url: &str, model: &str, key: Option<String>, prompt: String, timeout: Duration) -> Self {
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .tls_config(tls)
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            // A redirect would take the key to a place not configured.
            .max_redirects(0)
            .build()
            .new_agent();
        Self {
            url: format!("{}/chat/completions", base_url.trim_end_matches('/')),
            model: model.to_owned(),
            key,
            prompt,
            retries: 2,
            agent,
        }
    }

    /// Returns the model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the SHA-256 of the prompt, in hex.
    #[must_use]
    pub fn prompt_sha256(&self) -> String {
        Sha256::digest(self.prompt.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Asks for an opinion. Status 429 and 5xx and a missing answer are tried three times.
    #[must_use]
    pub fn ask(&self, case: &Case) -> Opinion {
        let mut wait = Duration::from_millis(500);
        for _ in 0..self.retries {
            match self.attempt(case) {
                Ok(answer) => return read_opinion(&answer),
                Err(Failure { passing: false, error }) => return Opinion::Unreachable { error },
                Err(_) => thread::sleep(wait),
            }
            wait *= 2;
        }
        match self.attempt(case) {
            Ok(answer) => read_opinion(&answer),
            Err(Failure { error, .. }) => Opinion::Unreachable { error },
        }
    }

    fn attempt(&self, case: &Case) -> Result<String, Failure> {
        let failure = |passing, error: String| Failure { passing, error };
        // The author's remark and origin must not sway the judge.
        let bare = Case { origin: None, note: None, ..case.clone() };
        let case = serde_json::to_string_pretty(&bare).map_err(|error| failure(false, error.to_string()))?;
        let content = format!("{}\n{case}\n", self.prompt.trim_end());
        let body = json!({
            "model": self.model,
            "temperature": 0,
            "messages": [{"role": "user", "content": content}],
        });
        let mut request = self.agent.post(&self.url);
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut response = request.send_json(&body).map_err(|error| failure(true, error.to_string()))?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(failure(
                status == 429 || status >= 500,
                format!("the endpoint answered status {status}"),
            ));
        }
        let text = response.body_mut().read_to_string().map_err(|error| failure(true, error.to_string()))?;
        let answer: Value = serde_json::from_str(&text)
            .map_err(|_| failure(false, "the endpoint's answer is not JSON".to_owned()))?;
        match answer["choices"][0]["message"]["content"].as_str() {
            Some(content) => Ok(content.to_owned()),
            None => {
                Err(failure(false, "the endpoint's answer holds no choices[0].message.content".to_owned()))
            }
        }
    }
}

/// Why an attempt brought no answer.
struct Failure {
    /// Whether another attempt may succeed.
    passing: bool,
    error: String,
}

/// Reads a judge's answer: the last JSON object in it that has `admit` as true or false.
fn read_opinion(answer: &str) -> Opinion {
    /// What is asked for.
    #[derive(Deserialize)]
    struct Answer {
        admit: bool,
        #[serde(default)]
        reason: String,
    }
    let starts: Vec<usize> = answer.match_indices('{').map(|(at, _)| at).collect();
    let read = |at: &usize| {
        serde_json::Deserializer::from_str(&answer[*at..]).into_iter::<Answer>().next().and_then(Result::ok)
    };
    match starts.iter().rev().find_map(read) {
        Some(Answer { admit: true, reason }) => Opinion::Admit { reason },
        Some(Answer { admit: false, reason }) => Opinion::Reject { reason },
        None => Opinion::Unusable { answer: answer.chars().take(KEPT).collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::{Opinion, read_opinion};

    #[test]
    fn answers_with_something_around_them() {
        let admit = |reason: &str| Opinion::Admit { reason: reason.to_owned() };
        let reject = |reason: &str| Opinion::Reject { reason: reason.to_owned() };
        let table = [
            (r#"{"admit": true, "reason": "fine"}"#, admit("fine")),
            ("```json\n{\"admit\": false, \"reason\": \"(a) fails\"}\n```", reject("(a) fails")),
            (r#"First {"admit": "maybe"}, but then {"reason": "{x}", "admit": true} it is."#, admit("{x}")),
            (r#"{"admit": true} no: {"admit": false, "reason": "b"}"#, reject("b")),
            (r#"{"admit": true"#, Opinion::Unusable { answer: r#"{"admit": true"#.to_owned() }),
            ("yes", Opinion::Unusable { answer: "yes".to_owned() }),
            ("", Opinion::Unusable { answer: String::new() }),
        ];
        for (answer, expected) in table {
            assert_eq!(read_opinion(answer), expected, "{answer}");
        }
    }
}
