//! The table of forms, checked for find, near and keys; and properties.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

/// The lines of the tables.
fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("forms.txt").lines().chain(include_str!("more_forms.txt").lines())
}

/// Places where a row is found, doubtful ones included.
fn sure(all: &[Identifier], text: &str) -> bool {
    all.iter().any(|one| find(one, text).iter().any(|found| found.certainty >= 0.5))
}

fn meets(all: &[Identifier], text: &str) -> bool {
    let row = keys(text);
    all.iter().any(|one| query_keys(one).iter().any(|key| row.contains(key)))
}

#[test]
fn forms_are_found_and_near_misses_are_not() {
    let mut failures: Vec<String> = Vec::new();
    let mut request = "";
    let mut all: Vec<Identifier> = Vec::new();
    let (mut forms, mut misses, mut blocks) = (0, 0, 0);
    for line in lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (kind, text) = head.split_once(" | ").unwrap();
            request = text;
            all = query_mentions(request);
            blocks += 1;
            if !all.iter().any(|one| format!("{:?}", one.kind) == kind) {
                failures.push(format!("{request}: no {kind} in {all:?}"));
            }
        } else if let Some(text) = line.strip_prefix("+ ") {
            forms += 1;
            if !sure(&all, text) {
                failures.push(format!("{request}: not found in: {text}"));
            } else if !meets(&all, text) {
                failures.push(format!(
                    "{request}: no key in: {text} {:?} {:?}",
                    query_keys(&all[0]),
                    keys(text)
                ));
            }
        } else if let Some((strict, text)) = line
            .strip_prefix("- ")
            .map(|text| (true, text))
            .or(line.strip_prefix("~ ").map(|text| (false, text)))
        {
            misses += 1;
            if sure(&all, text) {
                failures.push(format!("{request}: wrongly found in: {text}"));
            } else if strict && all.iter().all(|one| near(one, text).is_empty()) {
                failures.push(format!("{request}: no near miss in: {text}"));
            }
        }
    }
    assert!(blocks >= 35 && forms >= 35 * 5 && misses >= 35 * 3, "{blocks} {forms} {misses}");
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), forms + misses, failures.join("\n"));
}

fn only(text: &str) -> Identifier {
    let mut all = query_mentions(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0)
}

#[test]
fn what_is_found_shares_a_key() {
    let rows: Vec<(&str, Vec<String>)> = lines()
        .filter_map(|line| line.strip_prefix(['+', '-', '~'])?.strip_prefix(' '))
        .map(|text| (text, keys(text)))
        .collect();
    let mut failures = Vec::new();
    let mut found = 0;
    for one in requests() {
        let wanted = query_keys(&one);
        for (text, row) in &rows {
            if find(&one, text).iter().any(|found| found.certainty >= 0.5) {
                found += 1;
                if !wanted.iter().any(|key| row.contains(key)) {
                    failures.push(format!("{} in {text}: {wanted:?} {row:?}", one.text));
                }
            }
        }
    }
    assert!(found > 500, "{found}");
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn several_wanted_parts_are_one() {
    for (request, canonical, label) in [
        ("Op. 8 No. 5, wherever it is named", "8/5", "opus"),
        ("the fifth piece of opus eight", "8/5", "opus"),
        ("box 3, folder 21", "3/21", "box"),
        ("the colour rgb(0, 128, 255), also as #0080FF", "0080ff", "colour"),
        ("tracking number 1Z 555 BB2 02 3456 7890", "1z555bb20234567890", "parcel"),
        ("object Ø/22 c (the stroked one)", "ø22c", "object"),
        ("serial ST-12-09", "st1209", "serial"),
        ("opus XIV", "14", "opus"),
    ] {
        let all = query_mentions(request);
        assert!(all.iter().all(|one| one.canonical == canonical), "{request}: {all:?}");
        assert_eq!(all.first().and_then(|one| one.label.as_deref()), Some(label), "{request}: {all:?}");
    }
}

#[test]
fn not_every_numeral_numbers_its_noun() {
    for request in [
        "my type II diabetes", "everything about Louis XIV", "the bike mix", "our CV", "World War II",
        "everything on Pope Pius XII",
    ] {
        let all = query_mentions(request);
        assert!(all.iter().all(|one| one.kind != Kind::Reference), "{request}: {all:?}");
    }
}

#[test]
fn the_way_of_writing_is_named() {
    for (request, row, how) in [
        ("order 61824", "order 61824", How::Verbatim),
        ("flight KV31", "kv31 is late", How::Case),
        ("flight KV31", "KV-31 is late", How::Separators),
        ("flight KV31", "KV031 is late", How::ZeroPadding),
        ("customer C-10442", "customer 10442", How::Abbreviated),
        ("order 61824", "order ６１８２４", How::Width),
        ("order 61824", "order ٦١٨٢٤", How::Digits),
        ("order 61824", "order six one eight two four", How::Spelled),
        ("+12085550163", "208 555 0163", How::CountryCode),
        ("jo@mail.example", "jo (at) mail (dot) example", How::Obfuscated),
        ("the handle k_lee", "k_lеe wrote", How::Homoglyph),
        ("card 4539 1488 0343 6467", "453914xxxxxx6467", How::Masked),
        ("https://a.example/b", "a.example/b/", How::UrlForm),
        ("commit 8d2f61ab90c3e4f7715a2b6c0d9e8f7a6b5c4d3e", "8d2f61ab9 fixed it", How::Abbreviated),
    ] {
        let found = find(&only(request), row);
        assert_eq!(found.first().map(|found| found.how), Some(how), "{request} in {row}: {found:?}");
        assert!(found[0].certainty > 0.5);
        assert!(found[0].explain(Kind::Phone).contains(&found[0].as_written));
    }
}

#[test]
fn zero_width_characters_and_line_breaks_do_not_hide() {
    for row in [
        "order 61\u{200b}824", "order 61\u{ad}824", "order\u{a0}61824", "order\n61824", "order 61824\u{feff}",
    ] {
        assert!(!find(&only("order 61824"), row).is_empty(), "{row:?}");
    }
}

#[test]
fn values_have_one_spelling() {
    let one = |text: &str| recognise(text).into_iter().next().unwrap_or_else(|| panic!("nothing in {text}"));
    for (canonical, forms) in [
        (
            "EUR1249.50",
            vec![
                "EUR 1249.50", "€1249.5", "1.249,50 €", "1,249.50 euros", "€ 1 249,50", "EUR1249.50",
                "1249.50EUR", "EUR1,249.50", "1'249.50 EUR",
            ],
        ),
        ("EUR1249.00", vec!["1249EUR", "€1,249", "1.249 €", "EUR1249"]),
        (
            "2024-03-09",
            vec![
                "9 March 2024", "2024-03-09", "09.03.2024", "March 9th, 2024", "the 9th of March 2024",
                "9. März 2024",
            ],
        ),
        (
            "14:30",
            vec![
                "14:30", "2:30 pm", "2:30 p.m.", "2.30pm", "1430 hours", "at 1430 hrs", "14:30 hours",
                "14.30 Uhr", "half past two pm", "half past 2 p.m.", "half past two in the afternoon",
                "2:30 in the afternoon",
            ],
        ),
        ("02:30", vec!["2:30 a.m.", "0230 hours", "half past two in the morning"]),
        ("14:45", vec!["quarter to three pm", "a quarter to three in the afternoon", "2:45 pm"]),
        ("00:15", vec!["quarter past twelve am", "12:15 am"]),
    ] {
        for form in forms {
            assert_eq!(one(form).canonical, canonical, "{form}");
        }
    }
    for text in ["It ran 2000 hours", "1430 hours of training", "half past two", "half the way"] {
        assert!(recognise(text).iter().all(|one| one.kind != Kind::Time), "{text}");
    }
}

#[test]
fn likely_is_not_sure() {
    for (request, text, least, most) in
        [("47.3700, 8.5450", "47°22'N 8°33'E", 0.4, 0.5), ("customer C-10442", "customer 10442", 0.5, 0.7)]
    {
        let found = find(&only(request), text);
        assert!(
            matches!(found.as_slice(), [one] if one.certainty >= least && one.certainty <= most),
            "{request} in {text}: {found:?}"
        );
    }
    assert!(find(&only("jo@marsh.example"), "j.o@marsh.example").is_empty());
    assert!(find(&only("order A-1042"), "order 1042 is older").is_empty());
    assert!(find(&only("47.3700, 8.5450"), "sold for 47.37, 8.54 and 9").is_empty());
}

#[test]
fn requests_yield_what_they_ask_for() {
    for (request, expected) in [
        ("order no. 4477", vec!["4477"]),
        ("2087441909", vec!["2087441909"]),
        ("the seller with the handle m_ode", vec!["m_ode"]),
        ("user flint", vec!["flint"]),
        ("booking reference LANTERN", vec!["lantern"]),
        ("Customer Ada Void, account 70023", vec!["70023"]),
        ("plot 31/8 on sheet 6 of Elmby", vec!["318"]),
        ("policy 5-11 (not 5-12), withdrawn", vec!["511"]),
        ("basin R3: emptied; R3b is another basin", vec!["r3"]),
        ("ticket 8812 and ticket 8813", vec!["8812", "8813"]),
        ("the artifact with SHA-256 in its name", vec![]),
        ("Olive Marsh", vec![]),
        ("everything about the garden", vec![]),
        ("the 31 puffins on the rock", vec![]),
        ("table orders", vec!["orders"]),
        ("flag dark-mode", vec!["dark-mode"]),
        ("the user manual", vec![]),
        ("the colour of the gate", vec![]),
        ("the third drawer", vec![]),
        ("the phone number of the baker", vec![]),
        ("the second edition of the guide", vec![]),
        ("invoices 12, 13", vec!["12", "13"]),
        ("box four four one", vec!["441"]),
        ("passport Lima two Kilo nine nine one", vec!["l2k991"]),
        ("the guest Wi-Fi passphrase heron-lamp-42", vec!["heronlamp42"]),
        ("the guest Wi-Fi", vec![]),
        ("that Wren paid 1,250 for the boat", vec!["1250"]),
        ("order 30,114", vec!["30114"]),
    ] {
        let found: Vec<String> = query_mentions(request).into_iter().map(|one| one.canonical).collect();
        assert_eq!(found, expected, "{request}");
    }
}

#[test]
fn thousands_apart_say_how_much() {
    for (request, kind) in [
        ("that Hollis offered to settle for 88,000", Kind::Amount),
        ("that the barn cost 88 000", Kind::Amount),
        ("that they sold it for 88.000", Kind::Amount),
        ("that the choir asks for 1,250,000", Kind::Amount),
        ("that Mila owes 12'500", Kind::Amount),
        ("order 30,114", Kind::Reference),
        ("account 88 000 114", Kind::Reference),
        ("that order 30,114 is late", Kind::Reference),
        ("build 4.120", Kind::Version),
        ("that the gate opens with 4471", Kind::Number),
    ] {
        let found = query_mentions(request);
        assert!(matches!(found.as_slice(), [one] if one.kind == kind), "{request}: {found:?}");
    }
}

#[test]
fn endings_and_ports_tell_what_is_cut_or_parted() {
    for (request, text, expected) in [
        ("pallet 00340123450000000017", "pallet …0000000017 is wet", true),
        ("pallet 00340123450000000017", "the pallet ending in 00000017", true),
        ("pallet 00340123450000000017", "pallet …0000000018 is wet", false),
        ("pallet 00340123450000000017", "crate …0000000017 is dry", false),
        ("frame number WTU-0093-118-K77Q", "the frame ends in K77Q", true),
        ("frame number WTU-0093-118-K77Q", "the frame ends in K77R", false),
        ("frame number WTU-0093-118-K77Q", "The locker code ends in K77Q.", false),
        ("serial 4402-9917-A310", "serial ...A310 came back", true),
        ("serial 4402-9917-A310", "A310 is a plane", false),
        ("192.0.2.44:5060", "192.0.2.44:5060 answers", true),
        ("192.0.2.44:5060", "192.0.2.44 port 5060 answers slowly", true),
        ("192.0.2.44:5060", "192.0.2.44, port 5060", true),
        ("192.0.2.44:5060", "192.0.2.44 port 5061", false),
        ("192.0.2.44:5060", "192.0.2.45 port 5060", false),
        ("device cafe:0012", "idVendor=CAFE idProduct=0012", true),
        ("device cafe:0012", "idVendor=CAFE idProduct=0013", false),
        ("device cafe:0012", "idVendor=CAFF idProduct=0012", false),
        ("device cafe:0012", "The cafe has port 0013.", false),
    ] {
        let all = query_mentions(request);
        assert_eq!(sure(&all, text), expected, "{request} / {text}: {all:?}");
        assert!(!expected || meets(&all, text), "{request} / {text}: {:?}", keys(text));
    }
}

#[test]
fn identities_are_compared_across_forms() {
    let one = |text: &str| recognise(text).into_iter().next().unwrap_or_else(|| panic!("nothing in {text}"));
    for (a, b, expected) in [
        ("+44 20 7946 0311", "call 020 7946 0311", true),
        ("+44 20 7946 0311", "+43 20 7946 0311", false),
        ("ORD-004471", "order 4471", true),
        ("order 4471", "locker 4471", false),
        ("2001:db8::1f", "2001:DB8:0:0:0:0:0:1F", true),
        ("v1.2.0", "v1.2", true),
        ("v1.2.0", "v1.20", false),
        ("a@b.example", "A@B.example", true),
        ("a@b.example", "a@c.example", false),
        ("1,200 EUR", "€1200.00", true),
        ("3 May 2024", "2024-05-03", true),
        ("3 May 2024", "2024-05-04", false),
    ] {
        assert_eq!(same(&one(a), &one(b)), expected, "{a} / {b}");
        assert_eq!(same(&one(b), &one(a)), expected, "{b} / {a}");
    }
}

/// Text as identifiers are made of, so that the scanners are entered.
fn noisy() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        "[0-9]{1,12}",
        "[A-Za-z]{1,8}",
        "[A-Z]{1,3}[0-9]{1,5}",
        Just("@".to_owned()),
        Just("://".to_owned()),
        Just("xn--a-0".to_owned()),
        Just("%4".to_owned()),
        Just("(at)".to_owned()),
        Just(" dot ".to_owned()),
        Just("double five".to_owned()),
        Just("二十".to_owned()),
        Just("年".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("\u{200b}".to_owned()),
        Just("ﬀ½Ⅳ㏂".to_owned()),
        Just("…".to_owned()),
        Just("order no. ".to_owned()),
        Just(" Linnet St. ".to_owned()),
        Just("12b, rue de la ".to_owned()),
        Just("Hauptstr. 7-9".to_owned()),
        Just("..ip6.arpa".to_owned()),
        "[-+./:_#()\\[\\] ,'\"°*~\\\\€]{1,3}",
        "\\PC{1,3}",
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

fn check(text: &str, requests: &[Identifier]) {
    for one in recognise(text).iter().chain(&query_mentions(text)) {
        assert_eq!(text.get(one.span.clone()), Some(one.text.as_str()));
    }
    let keys = keys(text);
    assert_eq!(keys.len(), keys.iter().collect::<HashSet<_>>().len(), "doubles");
    for one in requests {
        for found in find(one, text) {
            assert_eq!(text.get(found.span.clone()), Some(found.as_written.as_str()));
            assert!(found.certainty > 0.0 && found.certainty <= 1.0);
        }
        for near in near(one, text) {
            assert_eq!(text.get(near.span.clone()), Some(near.as_written.as_str()));
        }
    }
}

static REQUESTS: std::sync::LazyLock<Vec<Identifier>> = std::sync::LazyLock::new(requests);

fn requests() -> Vec<Identifier> {
    lines()
        .filter_map(|line| line.strip_prefix("== ")?.split_once(" | "))
        .flat_map(|(_, text)| query_mentions(text))
        .collect()
}

#[test]
fn zeros_that_both_have_are_digits_like_others() {
    let wanted = only("OTP GitHub 080333");
    let found = |row: &str| find(&wanted, row).iter().any(|found| found.certainty >= 0.5);
    assert!(found("OTP for GitHub login: 080333."));
    for row in ["OTP for GitHub login: 080334.", "OTP for GitHub login: 8033300."] {
        assert!(!found(row) && !near(&wanted, row).is_empty(), "{row}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(text in noisy(), any in ".{0,40}") {
        let mut all: Vec<Identifier> = REQUESTS.iter().skip(text.len() % 6).step_by(6).cloned().collect();
        all.extend(query_mentions(&text));
        all.extend(query_mentions(&any));
        check(&text, &all);
        check(&any, &all);
    }

    #[test]
    fn whatever_is_found_shares_a_key(
        label in prop::sample::select(vec!["order", "box", "opus", "licence", "locker", "tag", "plate", "account", "card"]),
        prefix in "([A-Z]{1,3}[-/ ]?)?",
        number in 1_u64..9_999_999,
        mark in prop::sample::select(vec!["", "-", "/", " ", ".", "%20", "&#45;", "**", "0", "00", ",", ": "]),
        at in 1_usize..5,
        noun in prop::sample::select(vec!["", "lic ", "BX-", "op. ", "ORD-", "no. ", "#", "Kiste ", "ending ", "tag nr. ", "konto "]),
    ) {
        let digits = number.to_string();
        let cut = at.min(digits.len());
        let (head, tail) = digits.split_at(cut);
        for one in query_mentions(&format!("{label} {prefix}{digits}")) {
            for row in [
                format!("{noun}{prefix}{head}{mark}{tail} is new"),
                format!("{noun}{mark}{prefix}{digits}, then"),
                format!("the {digits}th {label}"),
                format!("{noun}{}", digits.replace('1', "l").replace('0', "O")),
                format!("{noun}0x{number:x}"),
            ] {
                if find(&one, &row).iter().any(|found| found.certainty >= 0.5) {
                    let keys = keys(&row);
                    let mine = query_keys(&one);
                    prop_assert!(mine.iter().any(|key| keys.contains(key)), "{one:?} in {row}: {mine:?} {keys:?}");
                }
            }
        }
    }

    #[test]
    fn a_number_is_found_however_it_is_divided(number in 10_000_u64..99_999_999, at in 1_usize..4, mark in "[- ]") {
        let wanted = only(&format!("order {number}"));
        let digits = number.to_string();
        let (head, tail) = digits.split_at(at);
        for row in [format!("order {head}{mark}{tail} left"), format!("ORD-{number:010}"), format!("see #{number}.")] {
            prop_assert!(find(&wanted, &row).iter().any(|found| found.certainty >= 0.5), "{}", row);
            let keys = keys(&row);
            prop_assert!(query_keys(&wanted).iter().any(|key| keys.contains(key)), "{}", row);
        }
    }

    #[test]
    fn another_digit_is_another_number(number in 10_000_u64..99_999_999, at in 0_usize..5, step in 1_u8..10) {
        let wanted = only(&format!("order {number}"));
        let mut digits = number.to_string().into_bytes();
        digits[at] = b'0' + (digits[at] - b'0' + step) % 10;
        let other = String::from_utf8(digits).unwrap();
        for row in [format!("order {other} left"), format!("order {number}{step}"), format!("order {step}{number}"), format!("locker {number}")] {
            let found = find(&wanted, &row);
            prop_assert!(!found.iter().any(|found| found.certainty >= 0.5) || row.starts_with("locker") && number > 9_999_999, "{} {:?}", row, found);
            prop_assert!(!near(&wanted, &row).is_empty() || !found.is_empty(), "{}", row);
        }
    }

    #[test]
    fn a_padded_number_is_near_one_of_its_length(number in 1_u64..99_999, lead in 1_u64..10) {
        let wanted = only(&format!("order {}", lead * 10_000_000 + number));
        let row = format!("order {number:08} left");
        prop_assert!(find(&wanted, &row).is_empty(), "{}", row);
        prop_assert!(!near(&wanted, &row).is_empty(), "{}", row);
    }

    #[test]
    fn codes_are_found_in_all_separations(prefix in "[B-HJ-NP-TV-Z]{2,3}", number in 11_u32..9999, mark in "[-_/ .]") {
        let code = format!("{prefix}{number}");
        let wanted = only(&format!("flight {code}"));
        for row in [code.clone(), format!("{prefix}{mark}{number} is late"), code.to_lowercase(), format!("{prefix}0{number}")] {
            prop_assert!(find(&wanted, &row).iter().any(|found| found.certainty >= 0.5), "{} {:?}", row, wanted);
            let keys = keys(&row);
            prop_assert!(query_keys(&wanted).iter().any(|key| keys.contains(key)), "{}", row);
        }
        for row in [format!("{code}7"), format!("Q{code}"), format!("{prefix}{}", number + 1)] {
            prop_assert!(find(&wanted, &row).is_empty(), "{}", row);
        }
    }

    #[test]
    fn addresses_are_found_in_themselves(local in "[a-z]{2,8}", name in "[a-z]{3,9}", last in 1_u8..250) {
        for (request, row, other) in [
            (format!("{local}@{name}.example"), format!("Mail <{}@{name}.example>", local.to_uppercase()), format!("x{local}@{name}.example")),
            (format!("https://{name}.example/{local}"), format!("see {name}.example/{local}/, again"), format!("{name}.example/{local}2")),
            (format!("10.9.8.{last}"), format!("(10.9.8.{last})"), format!("10.9.8.{last}.1")),
            (format!("/srv/{local}/{name}"), format!("in \"/srv/{local}/{name}/\""), format!("/srv/{local}/{name}.1")),
            (format!("00:1b:44:11:3a:{last:02x}"), format!("001B.4411.3A{last:02X}"), format!("00:1b:44:11:3b:{last:02x}")),
        ] {
            let wanted = only(&request);
            prop_assert!(!find(&wanted, &row).is_empty(), "{} {}", request, row);
            prop_assert!(find(&wanted, &other).is_empty(), "{} {}", request, other);
            let keys = keys(&row);
            prop_assert!(query_keys(&wanted).iter().any(|key| keys.contains(key)), "{}", row);
        }
    }

    #[test]
    fn a_phone_is_one_with_and_without_its_country(number in 2_000_000_000_u64..9_999_999_999) {
        let digits = number.to_string();
        let wanted = only(&format!("+44 {digits}"));
        for row in [format!("0{digits} rang"), format!("0044{digits}"), format!("tel:+44{digits}"), format!("+44 (0){} {}", &digits[..4], &digits[4..])] {
            prop_assert!(!find(&wanted, &row).is_empty(), "{}", row);
            let keys = keys(&row);
            prop_assert!(query_keys(&wanted).iter().any(|key| keys.contains(key)), "{}", row);
        }
        for row in [format!("+43 {digits}"), format!("0{} rang", number - 1), format!("0{digits}5")] {
            prop_assert!(find(&wanted, &row).is_empty(), "{}", row);
        }
    }
}

#[test]
fn long_texts_are_not_quadratic() {
    // Quadratic work on these takes minutes; linear work takes a second or two even without optimisation.
    let begin = std::time::Instant::now();
    for piece in ["1 ", "a.", "(at) ", "1-", "x@", "//a", "12:34:", "one ", "-", "[.]", "aB3", "DE44 ", "10."]
    {
        let text = piece.repeat(20_000);
        let _ = recognise(&text);
        let _ = keys(&text);
        let _ = find(&only("order 61824"), &text);
        let _ = find(&only("+44 20 7946 0311"), &text);
        let _ = near(&only("order 61824"), &text);
    }
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}
