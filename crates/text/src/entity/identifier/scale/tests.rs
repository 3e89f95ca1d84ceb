//! Notations of one value, and values that only look alike.

use super::values;

/// Whether the texts share a value of the first one's.
fn meet(one: &str, other: &str) -> bool {
    let (one, other) = (values(one), values(other));
    one.iter().any(|a| other.iter().any(|b| a.is(b)))
}

fn check(asked: &str, same: &[&str], others: &[&str]) {
    assert!(!values(asked).is_empty(), "{asked}");
    for text in same {
        assert!(meet(asked, text), "{asked} is not in {text}: {:?} {:?}", values(asked), values(text));
    }
    for text in others {
        assert!(!meet(asked, text), "{asked} is in {text}: {:?} {:?}", values(asked), values(text));
    }
}

#[test]
fn quarters_and_halves() {
    check(
        "the Q2 2031 budget",
        &[
            "budget 2Q31", "2031-Q2", "Q2/31", "Q2'31 plan", "budget_2031-Q2_final.xlsx",
            "the second quarter of 2031", "2nd quarter 2031", "2. Quartal 2031", "Q2 of 2031",
            "in Q2 all was well",
        ],
        &[
            "Q3 2031", "Q2 2032", "3Q31", "2Q32", "the second half of 2031", "2031-W02",
            "a quarter past two", "2031",
        ],
    );
    check(
        "H1 2028",
        &["1st half of 2028", "first half of 2028", "2028-H1", "1. Halbjahr 2028"],
        &["H2 2028", "1h28", "H1 2029"],
    );
    for text in [
        "a quarter of the cake", "half an hour", "the first half was dull", "two quarters", "headline H1",
        "1h30",
    ] {
        assert!(values(text).iter().all(|one| one.canonical.contains(':')), "{text}: {:?}", values(text));
    }
}

#[test]
fn weeks() {
    check(
        "week 9 of 2027",
        &[
            "KW 9/27", "KW09/2027", "CW9 2027", "2027-W09", "R2027W09", "2027W9", "the ninth week of 2027",
            "wk 9, 2027", "calendar week 9",
        ],
        &["2027-W10", "KW 9/26", "9 weeks in 2027", "week 19 of 2027", "2027-09", "2027-W90", "9 kW"],
    );
    for text in ["the first week was hard", "two weeks", "9 kW", "a week 200 people came"] {
        assert!(values(text).iter().all(|one| one.scale != super::Scale::Week), "{text}: {:?}", values(text));
    }
}

#[test]
fn months_and_seasons() {
    check(
        "everything from May 2029",
        &["2029-05", "05/2029", "report May 2029", "Mai 2029", "May of 2029"],
        &["2029-06", "May 2028", "invoice 2029-05", "12 May", "05/29", "2029-05-05", "A-2029-05"],
    );
    check(
        "season 2026/27",
        &["the 2026-2027 school year", "Saison 2026/27", "FY 2026/27"],
        &["case 2026/27", "2026/28 season", "season 2027/28"],
    );
    check("FY27", &["FY2027", "FY 27", "fy 2027"], &["FY28", "2027", "season 2026/27"]);
    let (month, day) = (values("May 2029"), values("on 7 May 2029"));
    assert!(month[0].holds(&day[0]) && !month[0].holds(&values("7 June 2029")[0]));
}

#[test]
fn days_and_times() {
    check(
        "9 June 1974",
        &[
            "b. 1974-06-09", "geb. 9.6.74", "the ninth of June '74", "9 June 74", "19740609", "9 Jun 1974",
            "June 9th, 1974",
        ],
        &["6 September 1974", "1947-06-09", "1974-06-19", "9.6.75", "9 June '75", "9 June 75."],
    );
    check(
        "17:45",
        &[
            "5.45 pm", "quarter to six in the evening", "DTSTART:20310609T174500Z", "2031-06-09T17:45",
            "17h45", "17.45 Uhr", "1745 hrs",
        ],
        &["5.45 am", "DTSTART:20310609T154500", "18:45", "17:54", "half past five in the afternoon"],
    );
    check(
        "9 June",
        &["DTSTART:20310609T174500", "20310609T1745Z", "2031-06-09T17:45:00+02:00"],
        &["DTSTART:20310906T174500", "19 June"],
    );
}

#[test]
fn quantities() {
    check(
        "the frequency 438.725 MHz",
        &["438,725 MHz", "438725 kHz", "438.725MHz", "0.438725 GHz", "438.7250 mhz"],
        &["438,725 crowns", "437.725 MHz", "438.752 MHz", "438.725", "438.725 kHz", "4387 Hz"],
    );
    check(
        "the ¾-inch pipe",
        &["3/4\" pipe", "0.75 in. pipe", "¾″ pipe", "0,75 Zoll"],
        &["1¾-inch pipe", "1 3/4\" pipe", "¼-inch pipe", "3 inch", "three quarters of an hour", "3/4 of it"],
    );
    check(
        "half-inch",
        &["½ inch", "0.5 in.", "half an inch", "12.7 mm", "½″"],
        &["1½ inch", "half an hour", "5 inches"],
    );
    check(
        "the 6 mm drill",
        &["6,0 mm", "six-millimetre drill", "6.00mm", "0.6 cm", "6mm"],
        &["6.5 mm", "16 mm", "6 cm", "No. 6", "0.6 mm", "6 m"],
    );
    check("the 60 W bulb", &["60W", "sixty watts", "0.06 kW"], &["60 V", "600 W", "160 W"]);
    check(
        "2,5 kg",
        &["2500 g", "two and a half kilos", "2.5kg", "two point five kilograms"],
        &["25 kg", "2 kg", "5 kg", "2-5 kg"],
    );
    for text in ["seat 14 A", "a 5G mast", "4 in the box", "he said \"4\" twice", "12 apples"] {
        assert!(values(text).is_empty(), "{text}: {:?}", values(text));
    }
}
