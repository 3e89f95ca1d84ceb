//! How many surface forms meet, and how many near misses do; tables of requests and of texts that say the same.

use proptest::prelude::*;

use super::*;
use crate::entity::name::Name;
use crate::mention::{Mentions, mentions};

const FORMS: &str = include_str!("../entity/identifier/forms.txt");

/// Forms and near misses: how many there are, how many met, and those that should not have.
#[derive(Default)]
struct Count {
    forms: usize,
    met: usize,
    misses: usize,
    wrong: Vec<String>,
}

impl Count {
    fn add(&mut self, strings: &[String], wanted: &str, mark: &str, text: &str) {
        let carried = carried(text);
        let meets = strings.iter().find(|string| carried.contains(string));
        if mark == "+" {
            self.forms += 1;
            self.met += usize::from(meets.is_some());
        } else {
            self.misses += 1;
            self.wrong.extend(meets.map(|string| format!("{wanted}: {text} ({string})")));
        }
    }

    fn hold(&self, percent: usize, wrong: usize) {
        let Count { forms, met, misses, .. } = self;
        println!("{met} of {forms} forms, {} of {misses} near misses", self.wrong.len());
        assert!(met * 100 >= forms * percent, "{met} of {forms} forms");
        assert!(self.wrong.len() <= wrong, "{} of {misses}:\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}

#[test]
fn identifiers_meet_and_near_misses_do_not() {
    let mut count = Count::default();
    let (mut request, mut value, mut strings) = ("", false, Vec::new());
    for line in FORMS.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (kind, words) = head.split_once(" | ").unwrap();
            // When and how much are nobody's.
            value = matches!(kind, "Date" | "Time" | "Amount");
            request = words;
            strings = requested(words).into_iter().flat_map(|one| one.strings).collect();
        } else if let Some((mark @ ("+" | "-" | "~"), text)) = line.split_once(' ')
            && !value
        {
            count.add(&strings, request, mark, text);
        }
    }
    assert!(count.forms > 500 && count.misses > 300, "{} {}", count.forms, count.misses);
    count.hold(88, 0);
}

#[test]
fn names_meet_and_near_misses_do_not() {
    // Surnames and first names alone, and most declensions, are not sure enough to refuse a text.
    for (table, percent, wrong) in [
        (include_str!("../entity/name/tests/latin.txt"), 65, 0),
        (include_str!("../entity/name/tests/spelling.txt"), 51, 1),
        (include_str!("../entity/name/tests/script.txt"), 74, 2),
    ] {
        let mut count = Count::default();
        let (mut who, mut strings) = ("", Vec::new());
        for line in table.lines() {
            match line.split_once(' ') {
                Some(("=", text)) => (who, strings) = (text, name_form::wanted(&Name::of(text))),
                Some((mark @ ("+" | "-"), text)) => count.add(&strings, who, mark, text),
                _ => {}
            }
        }
        count.hold(percent, wrong);
    }
}

#[test]
fn what_comes_back_in_the_same_words_is_the_same() {
    for (a, b) in [
        ("Alice works at Initech.", "ALICE works at  initech"),
        ("Sam's number is +1 (555) 010-0199.", "Sams number is 15550100199"),
        ("Ticket J-19-204 is closed", "ticket J19204 is closed."),
        ("Café Zoë — “quiet”", "Cafe Zoe - \"quiet\""),
        ("Write to Jo.Ferris@MAIL.example!", "write to jo.ferris+news@mail.example"),
        ("order ６１８２４ left", "Order 61824 left"),
        ("zero\u{200b}width", "zerowidth"),
        ("He moved on 3 May 2024", "he moved on 2024-05-03"),
        ("the server is 10.4.17.2", "The server is 10[.]4[.]17[.]2"),
        ("Die Straße ist gesperrt.", "DIE STRASSE IST GESPERRT"),
        ("ΟΔΥΣΣΕΥΣ visits the port", "Οδυσσεύς visits the port"),
        ("Write to ada@mail.example.", "write to mailto:ada@mail.example"),
        ("invoice INV-2231 was paid", "Invoice 2231 was paid."),
    ] {
        assert_eq!(normal_form(a), normal_form(b), "{a} / {b}");
    }
}

#[test]
fn who_is_not_named_is_called_otherwise_in_a_summary() {
    let erased = "User has a self-exclusion at the Lindenhof casino.";
    let form = predicate_form(erased);
    assert!(form.is_some());
    for same in [
        "The user has a self-exclusion at the Lindenhof casino",
        "he has a self-exclusion at the Lindenhof Casino;",
        "They has a self exclusion at the Lindenhof casino.",
    ] {
        assert_eq!(predicate_form(same), form, "{same}");
    }
    for other in [
        "Bob has a self-exclusion at the Lindenhof casino.",
        "He has a membership at the Lindenhof casino.",
        "The users have a self-exclusion at the Lindenhof casino.",
    ] {
        assert_ne!(predicate_form(other), form, "{other}");
    }
    for (a, b) in [
        ("The user prefers green tea in the morning.", "I prefer green tea in the morning"),
        ("The user is allergic to peanuts and shellfish.", "I'm allergic to peanuts and shellfish."),
        ("The user is allergic to peanuts and shellfish.", "She’s allergic to peanuts and shellfish."),
        ("I was born in Graz.", "The user was born in Graz."),
        ("I keep my spare key under the blue pot.", "The user keeps his spare key under the blue pot."),
        ("The user no longer lives near the old harbour.", "I no longer live near the old harbour."),
        ("The user goes to Leipzig on Fridays.", "I go to Leipzig on Fridays."),
    ] {
        assert!(predicate_form(a).is_some() && predicate_form(a) == predicate_form(b), "{a} / {b}");
    }
    for (a, b) in [
        ("I am allergic to peanuts and shellfish.", "He isn't allergic to peanuts and shellfish."),
        ("I am allergic to peanuts and shellfish.", "He was allergic to peanuts and shellfish."),
        ("The user moved to Leipzig on Friday.", "I move to Leipzig on Friday."),
        ("The user lives near the old harbour.", "I no longer live near the old harbour."),
    ] {
        assert_ne!(predicate_form(a), predicate_form(b), "{a} / {b}");
    }
    // Too little to be known by; of "he" more is needed than of the user.
    for short in
        ["The user likes tea.", "He likes green tea.", "He was born in Graz.", "He went to Rome in May."]
    {
        assert_eq!(predicate_form(short), None, "{short}");
    }
}

#[test]
fn an_identifier_in_another_form_is_the_same_in_the_same_words() {
    let meets = returns;
    for (a, b) in [
        ("invoice INV-2231 was paid by Tom.", "invoice INV 2231 was paid by Tom"),
        ("invoice INV-2231 was paid by Tom.", "invoice inv2231 was paid by Tom."),
        ("The phone of Ann is 555 010 0199.", "The phone of Ann is +1 (555) 010-0199"),
        ("The phone of Ann is 5550100199.", "The phone of Ann is tel:+1-555-010-0199."),
    ] {
        assert!(meets(a, b) && meets(b, a), "{a} / {b}");
    }
    for (a, b) in [
        ("invoice INV-2231 was paid by Tom.", "invoice INV-2232 was paid by Tom."),
        ("The phone of Ann is 555 010 0199.", "The phone of Ann is 555 010 0198."),
        ("The phone of Ann is 555 010 0199.", "The phone of Bob is +1 555 010 0199."),
        ("The phone of Ann is +1 555 010 0199.", "The phone of Ann is +44 555 010 0199."),
    ] {
        assert!(!meets(a, b) && !meets(b, a), "{a} / {b}");
    }
    assert!(laid_forms("Ann has 555 010 0199 and +1 (555) 010-0198.").len() < 40);
}

/// Whether a text that comes in is one that was erased.
fn returns(erased: &str, text: &str) -> bool {
    let forms = laid_forms(erased);
    met_forms(text).iter().any(|form| forms.contains(form))
}

const STATEMENT: &str = "Oskar Petrov owes the bakery in Graz four hundred euros";

#[test]
fn what_only_wraps_a_statement_says_nothing() {
    // `$` is the statement. Before `|` what counts on neither side, behind it what one of two may have.
    const FREE: &str = "$.\n- $\n* $\n• $\n> $\n## $\n1) $\n(2) $\nb) $\n(iv) $\n- [x] $\n- [ ] $\n**$**\n_$_\n`$`\n“$”\n\"$.\"\n„$“\n« $ »\n($)\n\
        <p>$</p>\n<li>$</li>\n<div class=\"note\"><b>$</b></div>\n<br/>$<br>\n&ldquo;$&rdquo;\n&#8226; $\n\
        Note: $\nNote that $.\nPlease note that $\nNB: $\nN.B.: $\nRemember: $\n**Remember:** $\nRemember that $\nReminder - $\nFYI: $\nFYI, $\n\
        For the record, $\nBy the way, $\nImportant: $\nNotiz: $\nMerke: $\nHinweis: $\nZur Erinnerung: $\nÀ noter : $\nRappel : $\nNotez que $\nNota: $\n\
        Recuerda: $\nRecuerda que $\nRicorda: $\nLembre-se: $\nLet op: $\nUwaga: $\nВажно: $\nメモ：$\n备注：$\n메모: $\n\
        $ (confirmed).\n$ [verified]\n$ (bestätigt)\n$ (confirmé)\n- Note: “$ (confirmed)”.";
    const ONCE: &str = "[2024-01-01] $.\n[2024-01-01 10:32] $\n(3 May 2024) $\n2024-01-01: $\n2024-01-01 $\n2024-01-01 - $\n3 May 2024: $\n01.02.2024 – $\n10:32 | $\n\
        $ (2024-01-01)\n1. $\n12. $\n1.2. $\n$ [1]\n$ [1, 2].\n$¹\n$.[^3]\n“$”, said Ida.\n\"$,\" Ida Lund wrote\n\"$\" - chat\n“$” — Ida\nIda said: “$”\n\
        Ida: \"$\"\n„$“, sagte Ida.\n- [x] [2024-01-01] Note: $ [1]";
    const OTHER: &str = "It is false that $\nIda denies that $\n$ (not confirmed)\n$ less\n$ and a coat\nNot: $\nRumour: $\n“$”, denied Ida\nNobody said: “$”\n\
        Is it true that $\nIda thinks that $\n$ (unless Ida paid)\n$ (unconfirmed)\n$ [no]\n<del>$</del>\nNote that not $";
    let text = |wrapper: &str| wrapper.trim().replace('$', STATEMENT);
    for wrapper in FREE.lines() {
        let text = text(wrapper);
        assert!(returns(STATEMENT, &text) && returns(&text, STATEMENT), "{text}: {:?}", layers(&text));
        assert!(returns(&text, &format!("<p>Nota: {STATEMENT}</p>")), "{text}: {:?}", layers(&text));
    }
    for wrapper in ONCE.lines() {
        let text = text(wrapper);
        assert!(returns(STATEMENT, &text) && returns(&text, STATEMENT), "{text}: {:?}", layers(&text));
        assert!(returns(&text, &text) && returns(&text, &format!("- {text}")), "{text}: {:?}", layers(&text));
        // It is true of its date.
        let other = format!("[2031-09-09] {STATEMENT}");
        assert!(!returns(&text, &other) && !returns(&other, &text), "{text}: {:?}", layers(&text));
    }
    for wrapper in OTHER.lines() {
        let text = text(wrapper);
        assert!(!returns(STATEMENT, &text) && !returns(&text, STATEMENT), "{text}: {:?}", layers(&text));
    }
}

#[test]
fn a_wrapper_makes_no_two_statements_one() {
    for (a, b) in [
        (STATEMENT, "Oskar Petrov owes the bakery in Graz five hundred euros"),
        ("[2024-01-01] The backup ran fine.", "[2024-01-02] The backup ran fine."),
        ("3. Stock ist gesperrt", "4. Stock ist gesperrt"),
        ("12. Mai ist ein Feiertag", "Mai ist ein Feiertag"),
        ("The answer is [5].", "The answer is [6]."),
        ("“I owe Bo money”, said Ida.", "“I owe Bo money”, said Tom."),
        ("Note: closed", "Closed."),
        ("[2024-01-01] Closed.", "Closed."),
        ("The code is <4471>.", "The code is <4472>."),
        ("The flat has 50 m².", "The flat has 50 m."),
        ("Mail Ida <ida@post.example> today", "Mail Ida <bo@post.example> today"),
        ("10<sup>2</sup> litres of milk", "102 litres of milk"),
        ("👍🏽👍🏽", "👎🏽👎🏽"),
        ("+++ !!!", "--- !!!"),
        ("оса в доме", "oca в доме у Иды"),
    ] {
        assert!(!returns(a, b) && !returns(b, a), "{a} / {b}: {:?} {:?}", layers(a), layers(b));
    }
}

#[test]
fn what_a_reader_does_not_see_is_no_difference() {
    for text in [
        "Oskаr Petrov owes the bakery in Graz four hundred euros",
        "Οskar Реtrov owes the bаkery in Grаz four hundred еuros.",
        "Oskar&nbsp;Petrov owes the bakery&nbsp;in Graz four hundred euros",
        "&#79;skar Petrov owes the bakery in Graz four hundred euros",
        "Oskar%20Petrov%20owes the bakery in Graz four hundred euros",
        "Oskar <b>Petrov</b> owes the <i>bak</i>ery in Graz four hundred euros",
    ] {
        assert!(returns(STATEMENT, text) && returns(text, STATEMENT), "{text}: {:?}", layers(text));
    }
    for (a, b) in [
        ("Оскар должен пекарне сорок евро", "Оскaр дoлжен пекарне сoрок евро"),
        ("M&uuml;ller zahlt f&uuml;r Zo&euml; &amp; Ida", "Müller zahlt für Zoë & Ida"),
        ("👍🏽👍🏽", "👍🏽 👍🏽"),
        ("+++ !!!", "+++ !!!"),
        ("寮費は毎月五日に引き落とす", "メモ：寮費は毎月五日に引き落とす。"),
    ] {
        assert!(returns(a, b) && returns(b, a), "{a} / {b}: {:?} {:?}", layers(a), layers(b));
    }
}

#[test]
fn a_short_statement_is_known_by_what_it_holds() {
    for text in ["PIN 4471", "Password: qwerty77", "password: tangerine", "Badge B-77120", "Gardener: Olga"] {
        assert!(is_singular(text), "{text}");
    }
    for text in
        ["Closed.", "Status: closed.", "Step 2.", "Spring 2024.", "May 2024", "At 12:30", "4471", "Likes tea"]
    {
        assert!(!is_singular(text), "{text}");
    }
    // Two words of thousands of letters are nobody else's, and are not read for what they hold.
    assert!(is_singular(&format!("closed/{}", "step/".repeat(1000))));
    assert!(!is_singular(&"step".repeat(1000)));
}

#[test]
fn a_whole_name_is_met_however_it_is_set_and_near_ones_are_not() {
    for (name, texts) in [
        (
            "Sam Roe",
            "+Sam  Roe is here|+Sam\tRoe is here|+Sam\nRoe is here|+sam Roe is here|+sAM rOE is here|+sam roe's birthday\
             |+Sam A. Roe sold it|+sam a. roe|+Sam-Roe|+Sam *Roe* called|+**Sam** **Roe**|+sam_roe|+Roe,  Sam|+roe, sam\
             |+s. roe sold it|+Call Sam\nRoe today|+SAM ROE RANG|+Mr Sam  Roe|+Sam&nbsp;Roe|-Sam Roe-Hart|-sam roe-hart\
             |-Sam Roe Hart|-Ida Roe\nSam Lund|-ida roe\nsam lund|-Ida Roe, Sam Lund|-ida roe, sam lund\
             |-the roe deer and sam|-I asked Sam. Roe deer are shy|-sam hart and ida roe|-Ann A. Roe",
        ),
        (
            "Ann Roe",
            "+a. roe sold it|-I saw a roe|-Sam A. Roe sold it|-sam a. roe sold it|-S. A. Roe sold it",
        ),
        ("Sam A. Roe", "+sam a. roe|-Sam B. Roe rang"),
        ("Étienne Grüner", "+etienne gruner|+ETIENNE  GRUNER|+Étienne\ngrüner|-étienne grün"),
        (
            "Mary-Jane O'Neil",
            "+mary-jane o'neil|+mary jane oneil|+o'neil, mary-jane|-mary o'neil|-jane o'neil",
        ),
        ("Maria Schmidt", "+heute hat maria schmidt bezahlt|-Anna Maria Schmidt|-anna maria schmidt"),
        ("Hazel Wood", "+Hazel  Wood rang|-the hazel wood is green|-Hazel wood burns well"),
        ("Ledger Owner", "+ledger owner: mirela|-svc=ledger owner=mirela"),
        ("Rose", "-a rose is a rose"),
        ("Frank", "-to be frank with you"),
        ("Ольга Петрова", "+ольга  петрова пришла|-ольга иванова пришла"),
    ] {
        let strings = name_form::wanted(&Name::of(name));
        for text in texts.split('|') {
            let (mark, text) = text.split_at(1);
            let meets = carried(text).iter().any(|string| strings.contains(string));
            assert_eq!(meets, mark == "+", "{name}: {text:?}");
        }
    }
}

#[test]
fn a_note_leaves_small_words_out() {
    for (erased, note) in [
        (
            "Our solicitor against the Harrops over the boundary is Ms Quill.",
            "our solicitor against the Harrops over the boundary: Ms Quill",
        ),
        ("Thawed twice by mistake: aliquot 42A.", "Aliquot 42A was thawed twice by mistake"),
        ("The gate at Long Meadow is locked on Sundays.", "Gate at Long Meadow: locked on Sundays"),
    ] {
        let forms = terse_forms(erased);
        assert!(terse_forms(note).iter().any(|form| forms.contains(form)), "{erased} / {note}");
    }
    for (erased, other) in [
        (
            "The train from Bath to Wells is late on Sundays.",
            "The train from Wells to Bath is late on Sundays.",
        ),
        ("Ann is allergic to hazel nuts and milk.", "Ann is not allergic to hazel nuts and milk."),
        ("Plan A is due in the north office.", "Plan B is due in the north office."),
    ] {
        let forms = terse_forms(erased);
        assert!(
            !forms.is_empty() && !terse_forms(other).iter().any(|form| forms.contains(form)),
            "{erased} / {other}"
        );
    }
    assert_eq!(terse_forms("The lamp is off."), Vec::<String>::new());
}

#[test]
fn what_says_something_else_is_not_the_same() {
    for (a, b) in [
        ("Alice works at Initech.", "Alice works at Hooli."),
        ("Alice works at Initech.", "Alice no longer works at Initech."),
        ("bed 12", "bed 21"),
        ("bed 1, 12 sheets", "bed 11, 2 sheets"),
        ("Ida paid 40", "Ida paid 400"),
        ("Ida Lund left", "Ada Lund left"),
        ("мир и май", "мир и маи"),
        ("किताब", "कीताब"),
    ] {
        assert_ne!(normal_form(a), normal_form(b), "{a} / {b}");
    }
    assert!(normal_form(" — … !").is_empty());
}

#[test]
fn a_request_forgets_identities_or_none() {
    let meets = |request: &str, text: &str| {
        let carried = carried(text);
        requested(request).iter().any(|one| one.strings.iter().any(|string| carried.contains(string)))
    };
    for (request, text, expected) in [
        ("everything about Sam Roe", "Sam Roe bought 3 kettles.", true),
        ("everything about Sam Roe", "Roe, Sam", true),
        ("everything about Sam Roe", "Sam Hart bought 3 kettles.", false),
        ("everything about the tenant Sam Roe", "Roe, Sam", true),
        ("everything about the farewell for Sam Roe", "Sam Roe bought 3 kettles.", false),
        ("+1 (555) 010-0199", "call 555 010 0199", true),
        ("+1 (555) 010-0199", "call 555 010 0198", false),
        ("HH QX 412", "the plate hhqx412 again", true),
        ("PID^9990123456^", "patient 9990123456 came", true),
        ("bed 12", "bed twelve is free", true),
        ("bed 12", "room 12 is free", false),
        ("order 4471", "invoice 4471 was paid", false),
        ("invoice 1234", "1234 was paid in June", true),
        ("invoice 1234", "In 1234 the city was founded.", false),
        ("where Sam Roe lives", "Sam Roe bought 3 kettles.", false),
        ("that Sam Roe bought 3 kettles", "Sam Roe rang.", false),
        ("everything of 17 March 2023", "On 17 March 2023 it rained.", false),
        ("12", "12 people came", false),
        ("tank 12 in hall 4", "hall 4: tank 12 leaks", true),
        ("tank 12 in hall 4", "tank 12 is in hall 5", false),
        ("policy 9-30", "policy 9-31 lapsed", false),
        ("number plate M-QX 5280", "mqx5280 was parked", true),
        ("number plate M-QX 5280", "MQ-X 5280 was parked", false),
        ("everything about Olga Petrova", "Ольга Петрова оплатила счёт.", true),
        ("everything about Olga Petrova", "Письмо для Ольги Петровой", true),
        ("everything about Olga Petrova", "Оксана Петрова оплатила счёт.", false),
        ("everything about Kim Min-su", "김민수에게 물어봐", true),
        ("everything about Yamada Hanako", "山田花子が来た", true),
        ("everything about 王小明", "Wang Xiaoming has paid.", true),
        ("everything about Νίκος Αλεξίου", "Nikos Alexiou has paid.", true),
    ] {
        assert_eq!(
            meets(request, text),
            expected,
            "{request} / {text}: {:?} {:?}",
            requested(request),
            carried(text)
        );
    }
}

#[test]
fn a_request_names_what_it_quotes_and_what_everything_is_asked_for_about() {
    let read = |words: &str| {
        let Mentions { identifiers, names, .. } = mentions(words, &crate::request::parse(words));
        let identifiers = identifiers.into_iter().map(|one| one.text).collect::<Vec<_>>().join("|");
        let names = names.into_iter().map(|name| name.words.join(" ")).collect::<Vec<_>>().join("|");
        format!("{identifiers} / {names}")
    };
    for (request, expected) in [
        ("Wi-Fi \"Casa Brotons\"", "Casa Brotons / "),
        ("the alarm phrase 'quiet harbour'", "quiet harbour / "),
        ("das Codewort „Blaue Forelle“", "Blaue Forelle / "),
        ("合言葉「青い鳥」", "青い鳥 / "),
        ("the folder “Q3 drafts”", "Q3 drafts / "),
        ("the pupil \"Marta Kowal\"", " / Marta Kowal"),
        ("the cat \"Mimi\"", " / Mimi"),
        ("everything about Siobhán O'Rourke", " / Siobhán O'Rourke"),
        ("that Mira failed B2 twice", " / Mira"),
        ("that the shed is in row C3", "C3 / "),
        ("the user's doctor", " / "),
        ("when Grandpa takes his pills", " / "),
        ("Project Sun", " / Sun"),
        ("the rota in June", " / "),
        ("Mara's 2019 trip", " / Mara"),
        ("WLAN PIN", " / "),
        ("receipt 000777", "000777 / "),
        ("receipt 000777314", "000777314|000777314 / "),
        ("田中様に関する記録すべて", " / 田中"),
        ("김민수에 관한 모든 기록", " / 김민수"),
        ("关于王小明的所有信息", " / 王小明"),
        ("כל מה שקשור ליעל כהן", " / יעל כהן"),
        ("mindent Nagy Istvánról", " / Nagy Istvánról"),
    ] {
        assert_eq!(read(request), expected, "{request}");
    }
}

#[test]
fn a_place_before_a_noun_only_says_which() {
    for (request, narrow) in [
        ("the Lisbon lease", true),
        ("Forget the Porto keys.", true),
        ("everything about the Lisbon office", false),
        ("the city of Lisbon", false),
        ("Lisbon", false),
    ] {
        assert_eq!(mentions(request, &crate::request::parse(request)).narrow, narrow, "{request}");
    }
}

#[test]
fn a_noun_behind_an_identifier_says_what_of_it() {
    for (request, narrow) in [
        ("order 6015 status", true),
        ("8813 e-mail opt-in", true),
        ("ticket SUP-88 assignee", true),
        ("order 6015", false),
        ("order 6015 history", false),
        ("the number 12 tram", false),
        ("order 6015 and order 6016", false),
    ] {
        assert_eq!(mentions(request, &crate::request::parse(request)).narrow, narrow, "{request}");
    }
}

#[test]
fn what_has_to_do_with_a_name_is_less_than_everything_about_it() {
    for (request, narrow) in [
        ("The parking permit for the blue Golf has expired, forget it.", true),
        ("everything about the ban on the old Golf", true),
        ("Rose's gym contract has run out, forget it.", true),
        ("My fling with Rose is over, forget her.", false),
        ("Project Heron is cancelled, forget it.", false),
        ("the girl in red, Rose", false),
        ("Rose, the girl in red", false),
    ] {
        assert_eq!(mentions(request, &crate::request::parse(request)).narrow, narrow, "{request}");
    }
}

#[test]
fn who_asks_or_stays_is_nobody_that_is_asked_for() {
    let read = |words: &str| {
        let names = mentions(words, &crate::request::parse(words)).names;
        names.into_iter().map(|name| name.words.join(" ")).collect::<Vec<_>>().join("|")
    };
    for (request, expected) in [
        ("Hi, this is Pim Aldo. Please delete everything about Rhea Moss.", "Rhea Moss"),
        ("Pim Aldo asked me to delete Rhea Moss", "Rhea Moss"),
        ("On behalf of Pim Aldo: delete Rhea Moss", "Rhea Moss"),
        ("everything about Rhea Moss - Pim Aldo told me to", "Rhea Moss"),
        ("everything about Rhea Moss since Pim Aldo wants it", "Rhea Moss"),
        ("Rhea Moss, Pim Aldo's boss", "Rhea Moss"),
        ("everything about Rhea Moss except what Pim Aldo wrote", "Rhea Moss"),
        ("Keep Pim Aldo's bills and delete everything else about Rhea Moss", "Rhea Moss"),
        ("alles über Rhea Moos, weil Pim Aldo das will", "Rhea Moos"),
        ("Rhea's shoe size, because Pim asked", "Rhea"),
        // What a reason tells of the same is the same's.
        ("our tenor Jakob Roth, also where he is written Yakov", "Jakob Roth|Yakov"),
        ("Rhea Moss (Ria)", "Rhea Moss|Ria"),
        ("Rhea Moss has left. Delete everything about her.", "Rhea Moss"),
        ("everything except Rhea Moss", ""),
    ] {
        assert_eq!(read(request), expected, "{request}");
    }
    for request in
        ["don't delete invoice 90412", "keep everything about Rhea Moss", "who is Rhea Moss?", "everything"]
    {
        assert_eq!(requested(request), Vec::new(), "{request}");
    }
    assert_eq!(requested("delete Rhea Moss and write to pim@aldo.example").len(), 1);
}

#[test]
fn long_texts_are_not_quadratic() {
    // Quadratic work on these takes minutes; linear work takes seconds even without optimisation.
    let begin = std::time::Instant::now();
    for piece in [
        "1 ", "a.", "Ab 1-", "x@", "//a", "one ", "12:34:", "Иван ", "王小", "%41", "aB3", "sam roe ", "s. ",
        "Sam\nRoe, ", "Note that ", "[1] ", "<p>", "“", "(", "1. ", "2024-01-01: ", "а", "&amp;",
    ] {
        let text = piece.repeat(4_000);
        let _ = carried(&text);
        let _ = met_forms(&text);
        let _ = layers(&text);
    }
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(text in "\\PC{0,60}", marks in "[-+./:_#()%&;<>* 0-9a-zA-Z№½éЖ王٣]{0,60}") {
        for text in [&text, &marks] {
            let strings = carried(text);
            prop_assert!(strings.is_sorted());
            let _ = requested(text);
            prop_assert!(!layers(text).is_empty() && returns(text, text));
            prop_assert_eq!(normal_form(text), normal_form(&format!("  {}.", text.trim_end_matches('.'))).clone());
        }
    }

    #[test]
    fn a_text_meets_itself_in_any_wrapper(
        words in prop::collection::vec("[a-z]{4,9}", 4..9),
        wrappers in prop::collection::vec(0_usize..6, 0..4),
    ) {
        let text = words.join(" ");
        let wrap = |text: String, wrapper: &usize| match wrapper {
            0 => format!("- {text}"),
            1 => format!("Note: {text}"),
            2 => format!("<p>{text}</p>"),
            3 => format!("{text} (confirmed)"),
            // Quotation marks within the same ones end at the inner pair.
            4 if !text.contains('“') => format!("“{text}”"),
            4 => text,
            _ => format!("[2024-01-01] {text}"),
        };
        let wrapped = wrappers.iter().fold(text.clone(), wrap);
        prop_assert!(returns(&text, &wrapped) && returns(&wrapped, &text), "{}: {:?}", wrapped, layers(&wrapped));
        let other = wrappers.iter().fold(format!("not {text}"), wrap);
        prop_assert!(!returns(&text, &other) && !returns(&other, &text), "{}", other);
    }

    #[test]
    fn a_number_meets_itself_and_no_other(number in 10_000_u64..99_999_999, step in 1_u64..9) {
        let strings = &requested(&format!("order {number}"))[0].strings;
        let meets = |text: String| carried(&text).iter().any(|string| strings.contains(string));
        for text in [format!("ORD-{number:09} came"), format!("order {number}, paid"), format!("Order no. {number}.")] {
            prop_assert!(meets(text));
        }
        for text in [format!("order {} came", number + step), format!("order {number}{step}"), format!("locker {number}")] {
            prop_assert!(!meets(text));
        }
    }
}
