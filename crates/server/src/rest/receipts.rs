//! Receipts of erasures.

use axum::http::header::LINK;
use nepenthe_ops::{
    self as ops, Against, Code, OpError, ReceiptInput, Receipts, ReceiptsInput, SignedReceipt, Verified,
    VerifyInput, table,
};

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Method, Needs, Route, Takes, shape};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        path: "/v1/receipts",
        name: "receipts",
        summary: "List the receipts of the scope's erasures",
        needs: Needs::Operations(&[table::RECEIPTS]),
        answers: Answers::Json(shape::<Receipts>),
        call: receipts,
        ..Route::USUAL
    },
    Route {
        path: "/v1/receipts/{id}",
        name: "receipt",
        summary: "Sign a receipt of the scope, which anybody can verify offline",
        needs: Needs::Operations(&[table::RECEIPT]),
        answers: Answers::Json(shape::<SignedReceipt>),
        call: receipt,
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/receipts/verify",
        name: "verify",
        summary: "Verify a receipt, without the store; one that does not hold is an answer",
        needs: Needs::Operations(&[table::VERIFY]),
        takes: Takes::Json(shape::<VerifyInput>),
        answers: Answers::Json(shape::<Verified>),
        call: verify,
        ..Route::USUAL
    },
];

fn receipts(call: &Call<'_>) -> Result<Answer, Problem> {
    Ok(Answer::json(&call.with(&table::RECEIPTS, |scope| ops::receipts(scope, &ReceiptsInput {}))?))
}

fn receipt(call: &Call<'_>) -> Result<Answer, Problem> {
    let input = ReceiptInput { id: call.id()? };
    let issued = call.with(&table::RECEIPT, |scope| ops::receipts(scope, &ReceiptsInput {}))?;
    // Whether this server can sign is no business of whoever asks for what is not there.
    let id = input.id.to_string();
    if !issued.receipts.iter().any(|issued| issued.id == input.id) {
        return Err(OpError::new(Code::ReceiptNotFound, "there is no such receipt in this scope").into());
    }
    let Some(key) = call.door()?.signing_key()? else {
        let message = "this server has no key that signs receipts: `nepenthe key new` makes one";
        return Err(OpError::new(Code::KeyMissing, message).into());
    };
    let answer =
        Answer::json(&call.with(&table::RECEIPT, |scope| ops::receipt(scope, &input, key.current()))?);
    // A receipt says for ever what it says: of what was finished since there is another.
    let later = issued.receipts.iter().rfind(|issued| issued.completes.as_ref() == Some(&id));
    Ok(match later {
        Some(later) => answer.with(LINK, format!("</v1/receipts/{}>; rel=\"successor-version\"", later.id)),
        None => answer,
    })
}

fn verify(call: &Call<'_>) -> Result<Answer, Problem> {
    let input: VerifyInput = call.input()?;
    call.demand(&table::VERIFY)?;
    Ok(Answer::json(&ops::verify(&input, Against::Nothing("a server looks into no store for it"))?))
}
