//! A certificate as one page of HTML: no script, nothing loaded, and it prints on a sheet or two.

use maud::{DOCTYPE, Markup, html};

use super::{CaseReceipt, Certificate};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2.5rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: 0; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
td.number, th.number { text-align: right; }
code, pre { font: 12.5px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { border: 1px solid #8886; padding: .6rem; margin: .4rem 0; }
.open { border: 2px solid #b45309; padding: .5rem .8rem; }
details { margin: .3rem 0; }
@media print {
  body { margin: 0 auto; font-size: 10.5pt; }
  h2, tr, dl { break-inside: avoid; }
  details { break-before: page; }
}";

/// What each thing means that no receipt speaks of, for people.
fn explained(word: &str) -> &str {
    match word {
        "ssd-remapping" => "blocks that a solid-state disk put aside by itself",
        "filesystem-snapshots" => "snapshots and older blocks that a file system keeps",
        "swap" => "memory that the operating system wrote to disk",
        "model-context" => "what a language model was shown before",
        "foreign-backups" => "copies of the file that the store was not told of",
        "operator" => "what whoever runs the store can change as they like",
        "index-copies" => "what the indexes of an encrypted store held in the clear, in copies of its file",
        "tombstone-guesses" => "what whoever has the file can find out by guessing what was erased",
        "server-log" => "the write-ahead log of the database server, and its archives",
        "replicas" => "replicas of the database server, and its replication slots",
        "query-logs" => "what the database server logs of queries",
        "base-backups" => "base backups and dumps of the database server",
        "mirrors" => "the mirrors of other servers of the store, until they follow",
        other => other,
    }
}

/// Draws the page.
pub(super) fn of(certificate: &Certificate) -> String {
    let Certificate { number, closed, open, .. } = certificate;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Certificate of erasure " (number) }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { "Certificate of erasure " (number) }
                @if closed.is_none() {
                    p class="open" role="note" {
                        "The case is not closed: " (open) " memories are to be decided or erased, or the store was not \
                         searched again yet."
                    }
                }
                (facts(certificate))
                h2 { "What was erased" }
                (table(&certificate.receipts))
                h2 { "What it does not speak of" }
                ul { @for word in &certificate.not_covered { li { (explained(word)) } } }
                (how_to_verify(certificate))
            }
        }
    }
    .into_string()
}

fn facts(certificate: &Certificate) -> Markup {
    let Certificate { store, opened, searched, closed, deadline, person, searched_for, scopes, .. } =
        certificate;
    let Certificate { erased, edited, left, .. } = certificate;
    html! {
        dl {
            @if let Some(person) = person {
                dt { "About" }
                dd {
                    @let all = [&person.names, &person.mails, &person.phones, &person.numbers, &person.words];
                    @for (at, text) in all.into_iter().flatten().enumerate() {
                        @if at > 0 { "; " }
                        (**text)
                    }
                }
            }
            dt { "Searched for" } dd { (searched_for) }
            dt { "Searched in" }
            dd { (scopes.len()) @if scopes.len() == 1 { " scope: " } @else { " scopes: " } (scopes.join(", ")) }
            dt { "Erased whole" } dd { (erased) }
            dt { "Erased in part" } dd { (edited) }
            @if *left > 0 { dt { "Left by decision" } dd { (left) } }
            dt { "Opened" } dd { (second(opened)) }
            dt { "Searched last" } dd { (second(searched)) }
            @if let Some(closed) = closed { dt { "Closed" } dd { (second(closed)) } }
            @if let Some(deadline) = deadline { dt { "Deadline" } dd { (deadline) } }
            dt { "Basis" } dd { (crate::types::schema::word(&certificate.basis)) }
            dt { "Log" } dd { code { (store) } }
        }
    }
}

/// A time to the second.
fn second(time: &str) -> String {
    let (to_second, _) = time.split_once('.').unwrap_or((time.trim_end_matches('Z'), ""));
    format!("{} UTC", to_second.replace('T', " "))
}

fn table(receipts: &[CaseReceipt]) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "Scope" } th { "Receipt" } th { "Assurance" }
                    th class="number" { "Whole" } th class="number" { "In part" }
                }
            }
            tbody {
                @for receipt in receipts {
                    tr {
                        td { (receipt.scope) }
                        td { code { (receipt.id) } }
                        td { (receipt.assurance) }
                        td class="number" { (receipt.erased) }
                        td class="number" { (receipt.edited) }
                    }
                }
            }
        }
    }
}

fn how_to_verify(certificate: &Certificate) -> Markup {
    html! {
        h2 { "How to verify it" }
        p {
            "Each receipt below is signed and can be checked offline, without the store: save it as a file and run "
            code { "nepenthe verify receipt.txt --key '" (certificate.keys.first().map_or("", String::as_str)) "'" }
            ". Take the key from whoever runs the store, by another way than this page; the page has it for comparison."
        }
        @if certificate.keys.len() > 1 {
            p { "Former keys: " @for key in &certificate.keys[1..] { code { (key) } " " } }
        }
        @for receipt in &certificate.receipts {
            details {
                summary { "Receipt " code { (receipt.id) } ", " (receipt.scope) }
                pre { (receipt.signed) }
            }
        }
    }
}
