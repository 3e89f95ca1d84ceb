//! Decay: something that is over is released. Nothing has to be recalled here, as published.

use super::draft::Draft;
use super::pools::{CITIES, DIGITS, DRINKS, NAMES, SERVICES, WEEKDAYS};
use super::rng::Rng;

/// A session's code, beside another fact of the same person.
pub(super) fn otp(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let code = rng.text(DIGITS, 6);
    let drink = rng.pick(DRINKS);
    Draft::asking(format!("Which login codes does {name} have?"))
        .fact(format!("{name} got the one-time login code {code} for this session."))
        .fact(format!("{name} drinks {drink} after lunch."))
        .release(format!("one-time login code {code} of the session"))
        .must_not(code)
}

/// A temporary code.
pub(super) fn verification(rng: &mut Rng) -> Draft {
    let code = rng.text(DIGITS, 5);
    Draft::asking("Is there a verification code?")
        .fact(format!("The verification code, good for ten minutes, is {code}."))
        .release(format!("verification code {code}"))
        .must_not(code)
}

/// A booked flight.
pub(super) fn flight_cancelled(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let (city, day) = (rng.pick(CITIES), rng.pick(WEEKDAYS));
    Draft::asking(format!("Where is {name} travelling?"))
        .fact(format!("{name} has a seat on the {day} flight to {city}."))
        .release(format!("flight to {city}"))
        .must_not(city)
}

/// Codes of four services, of which one is released.
pub(super) fn one_of_many(rng: &mut Rng) -> Draft {
    let services: [&str; 4] = rng.pick_some(SERVICES);
    // The first digits differ, so that no two codes are equal.
    let firsts: [&str; 4] = rng.pick_some(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    let codes = firsts.map(|first| format!("{first}{}", rng.text(DIGITS, 5)));
    let mut draft = Draft::asking(format!("Which one-time code belongs to {}?", services[0]));
    for (service, code) in services.iter().zip(&codes) {
        draft = draft.fact(format!("One-time code for signing in to {service}: {code}."));
    }
    draft.release(format!("one-time code {} {}", services[0], codes[0])).must_not(&codes[0])
}
