use super::gloss;

/// The text with its glosses in their places.
fn read(text: &str) -> String {
    let (mut read, mut at) = (String::new(), 0);
    for (span, english) in gloss(text, &[]) {
        read.push_str(&text[at..span.start]);
        read.push_str(&english);
        at = span.end;
    }
    read.push_str(&text[at..]);
    read.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn english_stays_as_it_is() {
    for text in [
        "The die is cast.",
        "Rose and I met at a pottery class.",
        "Corfu: ferry from the mainland at noon.",
        "Kasım Usta repairs the boiler in May.",
        "Tried so far: Ray (sax), Ulli (trumpet).",
        "Tenors rehearse on Mondays, basses on Wednesdays.",
        "School dentist: 19 September, sick room.",
        "Signe's savings went into Finn's practice.",
        "S-3's alarm goes to Marit's phone.",
        "N4: route via Opernplatz",
        "Jan de Wit berths at 41.",
        "Beatriz is fond of ramen.",
        "mount 10.0.7.20:/tank /mnt/tank   # that's nas01",
        "svc=ledger owner=mirela",
        "wifi: tin-otter-4",
        "",
    ] {
        assert_eq!(gloss(text, &[]), [], "{text}");
    }
}

#[test]
fn words_of_other_languages_are_read_in_english() {
    for (text, english) in [
        ("Der Kellerschlüssel hängt bei Frau Winter.", "the cellar key hang at Mrs Winter."),
        (
            "Je conteste devant le juge l'amende du 30 mars.",
            "I conteste front the judge the fine of 30 March.",
        ),
        ("Капитан Щукин — причал 6.", "captain Shchukin — pier 6."),
        ("爸爸的血压药在抽屉第二格。", "father 's blood pressure medicine in drawer second Ge 。"),
        ("Kosiarka stoi w szopie, paliwo w kanistrze.", "mower stand in shed, fuel in kanistrze."),
    ] {
        assert_eq!(read(text), english);
    }
}

#[test]
fn what_is_kept_is_no_word() {
    // Rosa is a colour too.
    let text = "Das Kleid von Rosa hängt im Schrank.";
    let at = text.find("Rosa").map(|at| at..at + 4).unwrap();
    assert!(
        gloss(text, std::slice::from_ref(&at))
            .iter()
            .all(|(span, _)| span.end <= at.start || at.end <= span.start)
    );
    // Of another script it is given in Latin letters.
    let text = "Ключ у Щукина.";
    let at = text.find("Щукина").map(|at| at..at + "Щукина".len()).unwrap();
    let (_, latin) =
        gloss(text, std::slice::from_ref(&at)).into_iter().find(|(span, _)| *span == at).unwrap();
    assert_eq!(latin, "Shchukina");
}

#[test]
fn a_word_that_no_language_has_ends_the_search_for_it() {
    let word: String =
        (0..1_000_000u32).map(|n| char::from(b'a' + (n % 1009 * (n % 1009) % 23) as u8)).collect();
    assert!(gloss(&word, &[]).is_empty());
    let german = format!("Der Schlüssel ist im Keller. {word}");
    assert!(gloss(&german, &[]).iter().any(|(_, english)| english.contains("key")));
    let arabic = "الحسن السلام ".repeat(50_000);
    assert!(!gloss(&arabic, &[]).is_empty());
}

#[test]
fn scripts_without_a_dictionary_are_given_in_latin_letters() {
    for (text, english) in [
        ("თბილისი: booked for Tuesday.", "tbilisi: booked for Tuesday."),
        ("Ask Արամ for the key.", "Ask Aram for the key."),
        ("Code 47 lies in the hall.", "Code 47 lies in the hall."),
    ] {
        assert_eq!(read(text), english);
    }
}
