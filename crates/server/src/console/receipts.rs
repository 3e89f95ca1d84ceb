//! Receipts of erasures: listed, and one with what proves it.

use maud::{Markup, html};
use nepenthe::ReceiptId;
use nepenthe::receipt::Receipt;
use nepenthe_ops::{
    self as ops, Against, Bytes, Code, Issued, KeyFile, OpError, ReceiptCheck, ReceiptInput, ReceiptsInput,
    SignedReceipt, Verified, VerifyInput, table,
};

use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{badge, callout, copied, icon, id, nothing, time_of};
use super::visit::Place;
use crate::http::Problem;

pub(super) fn list(place: &Place<'_>) -> Result<Answer, Problem> {
    let mut found = place.with(&table::RECEIPTS, |scope| ops::receipts(scope, &ReceiptsInput {}))?.receipts;
    found.reverse();
    let body = html! {
        div class="head" { div {
            h1 { "Receipts" }
            p class="muted" {
                "One for each erasure: what went, how far that is known to reach, and a proof that anybody can \
                 check offline."
            }
        } }
        @if found.is_empty() {
            (nothing("No receipts yet", &html! {
                p { "The first erasure of this scope issues one." }
                p { a class="button" href=(place.path("forget")) { "Forget something" } }
            }))
        } @else {
            div class="scrolls" tabindex="0" role="region" aria-label="Receipts" {
                table {
                    thead {
                        tr {
                            th { "Issued" }
                            th { "Receipt" }
                            th { "Assurance" }
                            th class="figure" { "Erased" }
                            th class="figure" { "Edited" }
                        }
                    }
                    tbody {
                        @for issued in &found {
                            tr {
                                td { a href={ (place.path("receipts")) "/" (issued.id) } { (time_of(&issued.at)) } }
                                td { (id(&issued.id.to_string())) }
                                td {
                                    (assurance(&issued.assurance)) @if issued.completes.is_some() {
                                        " " span class="muted" { "completes an earlier one" }
                                    }
                                }
                                td class="figure" { (issued.erased) }
                                td class="figure" { (issued.edited) }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(Answer::page(layout::of_scope(place, Part::Receipts, "Receipts", &body)))
}

/// How far an erasure is known to reach, as a word.
pub(super) fn assurance(word: &str) -> Markup {
    match word {
        "physical" => badge("stays", "Physical"),
        "crypto" => badge("stays", "Crypto"),
        "compacted" => badge("stays", "Compacted"),
        _ => badge("edits", "Logical"),
    }
}

fn meant(assurance: &str) -> &'static str {
    match assurance {
        "physical" => "The store's files were searched, byte by byte, for what went, and it is not there.",
        "crypto" => "It was stored under keys of its own, and those keys are erased.",
        "compacted" => {
            "The tables of the database server were written anew without it, and the files of this server's mirror searched. \
             The database server's log, replicas and backups may have it still."
        }
        _ => {
            "It is out of every table and index. The bytes may still be in the files, until a scrub finishes the erasure."
        }
    }
}

pub(super) fn page(place: &Place<'_>, name: &str) -> Result<Answer, Problem> {
    let issued = issued(place, name)?;
    let key = place.door.signing_key()?;
    let proof = key.as_ref().map(|key| proved(place, issued.id, key)).transpose()?;
    let body = html! {
        p class="crumb" { a href=(place.path("receipts")) { "Receipts" } }
        div class="head" {
            div {
                h1 { "Receipt of an erasure" }
                p class="meta" { (assurance(&issued.assurance)) span class="muted" { (time_of(&issued.at)) } }
            }
            @if proof.is_some() {
                div class="actions" {
                    a class="button primary" href={ (place.path("receipts")) "/" (issued.id) "/file" } { "Download" }
                }
            }
        }
        @match &proof {
            Some((_, verified)) => { (verdict(verified)) },
            None => { (unsigned()) },
        }
        div class="columns" {
            section aria-labelledby="checks" {
                @if let Some((_, verified)) = &proof {
                    h2 id="checks" { "Checked here and now" }
                    (checks(verified, &issued))
                }
            }
            section aria-labelledby="says" {
                h2 id="says" { "What it says" }
                (facts(place, &issued, proof.as_ref().map(|(signed, _)| signed)))
            }
        }
        @if let (Some((signed, _)), Some(key)) = (&proof, &key) { (offline(place, signed, key)?) }
    };
    Ok(Answer::page(layout::of_scope(place, Part::Receipts, "A receipt", &body)))
}

/// Returns a receipt of this scope. One of another is not found.
fn issued(place: &Place<'_>, name: &str) -> Result<Issued, Problem> {
    let id: ReceiptId = name.parse().map_err(OpError::from)?;
    let found = place.with(&table::RECEIPTS, |scope| ops::receipts(scope, &ReceiptsInput {}))?.receipts;
    let found = found.into_iter().find(|issued| issued.id == id);
    Ok(found.ok_or_else(|| OpError::new(Code::ReceiptNotFound, "there is no such receipt in this scope"))?)
}

/// Signs a receipt, and verifies it as anybody would, and against the store besides.
fn proved(place: &Place<'_>, id: ReceiptId, key: &KeyFile) -> Result<(SignedReceipt, Verified), OpError> {
    let signed =
        place.with(&table::RECEIPT, |scope| ops::receipt(scope, &ReceiptInput { id }, key.current()))?;
    let keys = public(place, key)?;
    let verified = place.with(&table::VERIFY, |scope| {
        let input = VerifyInput {
            receipt: Bytes(signed.receipt.clone().into_bytes()),
            keys: keys.clone(),
            witnesses: Vec::new(),
            witnesses_needed: None,
            openings: Vec::new(),
        };
        ops::verify(&input, Against::Store(&scope.store(), "this store"))
    })?;
    Ok((signed, verified))
}

fn public(place: &Place<'_>, key: &KeyFile) -> Result<Vec<String>, OpError> {
    let log = place.with(&table::RECEIPTS, |scope| Ok(scope.store().origin()?))?;
    Ok(key.public(Some(&log))?.iter().map(ToString::to_string).collect())
}

fn verdict(verified: &Verified) -> Markup {
    match verified.holds {
        true => callout(
            "stays",
            &html! {
                p class="strong" { "Verified" }
                p { "The receipt is signed, stands in the log, and the store agrees with it." }
            },
        ),
        false => callout(
            "goes",
            &html! {
                p class="strong" { "It does not hold" }
                p { "A check failed. It is named below." }
            },
        ),
    }
}

fn unsigned() -> Markup {
    callout(
        "edits",
        &html! {
            p class="strong" { "Not signed yet" }
            p {
                "The erasure is done and its receipt is in the log. This server has no key that signs receipts: "
                code { "nepenthe key new" } " makes one."
            }
        },
    )
}

/// The checks of docs/receipt.md, those of the store, and how far the erasure reaches.
fn checks(verified: &Verified, issued: &Issued) -> Markup {
    let physical = issued.assurance != "logical";
    html! {
        ul class="checks" {
            li class=(if physical { "passed" } else { "waits" }) {
                (icon(if physical { "check" } else { "info" }))
                div {
                    p class="strong" { "Reach: " (issued.assurance) } p class="muted" { (meant(&issued.assurance)) }
                }
            }
            @for check in &verified.checks { (line(check)) }
            @for agreement in verified.store.iter().flatten() {
                li class=(if agreement.agrees { "passed" } else { "failed" }) {
                    (icon(if agreement.agrees { "check" } else { "goes" }))
                    div { p class="strong" { "Store: " (agreement.name) } p class="muted" { (agreement.sentence) } }
                }
            }
        }
    }
}

fn line(check: &ReceiptCheck) -> Markup {
    let (class, sign) = match check.outcome.as_str() {
        "passed" => ("passed", "check"),
        "failed" => ("failed", "goes"),
        _ => ("skipped", "skip"),
    };
    html! {
        li class=(class) {
            (icon(sign))
            div {
                p class="strong" {
                    (titled(&check.name)) @if class != "passed" { span class="muted" { ", " (check.outcome) } }
                }
                p class="muted" { (check.sentence) @if let Some(reason) = &check.reason { " (" (reason) ")" } }
            }
        }
    }
}

fn titled(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn facts(place: &Place<'_>, issued: &Issued, signed: Option<&SignedReceipt>) -> Markup {
    let receipt = signed.and_then(|signed| signed.receipt.parse::<Receipt>().ok());
    html! {
        dl class="facts" {
            dt { "Receipt" } dd { (copied(&issued.id.to_string(), "the receipt's id")) }
            dt { "Erased whole" } dd { (issued.erased) }
            dt { "Erased in part" } dd { (issued.edited) }
            @if let Some(completes) = &issued.completes {
                dt { "Completes" } dd { a href={ (place.path("receipts")) "/" (completes) } { (id_text(completes)) } }
            }
            @if let Some(body) = receipt.as_ref().map(Receipt::body) {
                dt { "Asked for" } dd { (time_of(&body.times.requested.to_string())) }
                dt { "Erased" } dd { (time_of(&body.times.erased.to_string())) }
                dt { "Certified" } dd { (time_of(&body.times.certified.to_string())) }
                dt { "Basis" } dd {
                    (super::forget::BASES.iter().find(|(basis, _)| *basis == body.basis).map_or("", |(_, said)| *said))
                }
                dt { "Log" } dd { code { (body.origin.as_str()) } }
                dt { "Backups known" } dd { (body.backups.known) }
                dt { "Not covered" }
                dd {
                    @for (at, word) in body.not_covered.iter().enumerate() {
                        @if at > 0 { ", " } (ops::word(word).replace('-', " "))
                    }
                }
            }
        }
    }
}

fn id_text(id: &str) -> String {
    format!("…{}", id.get(id.len().saturating_sub(8)..).unwrap_or(id))
}

/// How anybody verifies it without this server.
fn offline(place: &Place<'_>, signed: &SignedReceipt, key: &KeyFile) -> Result<Markup, OpError> {
    let keys = public(place, key)?;
    Ok(html! {
        section {
            h2 { "Check it without this server" }
            p { "Download it, and take the key from whoever runs the store, by another way than this page." }
            @if let Some(key) = keys.first() {
                p { (copied(&format!("nepenthe verify receipt-{}.txt --key '{key}'", signed.id), "the command")) }
            }
            details { summary { "The receipt, as it is signed" } pre tabindex="0" { (signed.receipt) } }
        }
    })
}

/// The receipt as a file.
pub(super) fn file(place: &Place<'_>, name: &str) -> Result<Answer, Problem> {
    let issued = issued(place, name)?;
    let key = place.door.signing_key()?;
    let key = key.ok_or_else(|| {
        OpError::new(
            Code::KeyMissing,
            "this server has no key that signs receipts: `nepenthe key new` makes one",
        )
    })?;
    let input = ReceiptInput { id: issued.id };
    let signed = place.with(&table::RECEIPT, |scope| ops::receipt(scope, &input, key.current()))?;
    Ok(Answer::File(
        format!("receipt-{}.txt", issued.id),
        "text/plain; charset=utf-8",
        signed.receipt.into_bytes(),
    ))
}
