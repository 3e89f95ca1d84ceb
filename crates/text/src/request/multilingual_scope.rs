//! Requests for everything about something, in other languages than English.

use super::phrase_match::opening;
use super::{courtesy, forget_verb};

/// How a language asks for everything before it names the thing.
struct ScopePhrases {
    /// All that there is or is known; [`ScopePhrases::about`] follows.
    all: &'static [&'static str],
    /// All records, entries and the like; `about` or `of` follows.
    records: &'static [&'static str],
    about: &'static [&'static str],
    of: &'static [&'static str],
}

const TONGUES: &[ScopePhrases] = &[
    // French
    ScopePhrases {
        all: &["tout", "tout ce qui est noté", "tout ce que nous avons", "tout ce qu'on a"],
        records: &[
            "tout ce que nous savons", "tout ce qu'on sait", "tout ce que l'on sait", "toutes les données",
            "toutes les notes", "toutes les informations", "toutes les entrées", "toutes les fiches",
            "tous les enregistrements", "toutes les mentions", "toute trace", "toute mention", "chaque note",
            "chaque entrée",
        ],
        about: &[
            "sur", "concernant", "ce qui concerne", "qui concerne", "qui concernent", "à propos de",
            "à propos du", "au sujet de", "au sujet du", "relatif à", "relatives à", "ce qui touche à",
            "ce qui a trait à",
        ],
        of: &["de", "du", "des", "d'", "d’"],
    },
    // Spanish
    ScopePhrases {
        all: &["todo", "todo lo que tenemos", "todo lo que hay", "cuanto sabemos"],
        records: &[
            "todo lo", "todo lo que sabemos", "todos los datos", "todas las notas", "todos los registros",
            "todas las entradas", "toda la información", "todo rastro", "cualquier mención",
        ],
        about: &[
            "sobre", "acerca de", "acerca del", "respecto a", "referente a", "relativo a", "relacionado con",
            "lo relacionado con", "lo referente a", "lo relativo a", "lo que concierne a",
            "lo que se refiere a", "en relación con",
        ],
        of: &["de", "del"],
    },
    // Portuguese
    ScopePhrases {
        all: &["tudo", "tudo o que temos", "tudo o que há"],
        records: &[
            "tudo o que sabemos", "todos os dados", "todas as notas", "todos os registos",
            "todos os registros", "todas as entradas", "toda a informação", "qualquer menção",
        ],
        about: &[
            "sobre", "acerca de", "a respeito de", "referente a", "relativo a", "relacionado com",
            "o que diz respeito a", "que diz respeito a",
        ],
        of: &["de", "do", "da"],
    },
    // Italian
    ScopePhrases {
        all: &["tutto", "tutto quello che abbiamo", "tutto ciò che abbiamo", "quanto sappiamo"],
        records: &[
            "tutto quello che sappiamo", "tutto ciò che sappiamo", "tutti i dati", "tutte le note",
            "tutte le voci", "tutte le informazioni", "ogni nota", "ogni traccia", "ogni menzione",
        ],
        about: &[
            "su", "sul", "sulla", "sullo", "sull'", "sull’", "riguardo a", "che riguarda",
            "ciò che riguarda", "quello che riguarda", "quanto riguarda", "relativo a", "ciò che concerne",
            "a proposito di",
        ],
        of: &["di", "del", "della", "dello", "dell'", "dell’"],
    },
    // German
    ScopePhrases {
        all: &[
            "alles", "alles, was wir wissen", "alles was wir wissen", "alles, was wir haben",
            "alles was wir haben",
        ],
        records: &[
            "alle einträge", "alle notizen", "alle daten", "alle angaben", "alle informationen",
            "alle aufzeichnungen", "sämtliche daten", "sämtliche einträge", "jeden eintrag", "jede notiz",
            "jede erwähnung",
        ],
        about: &[
            "über", "zu", "zum", "zur", "von", "vom", "betreffend", "bezüglich", "rund um",
            "im zusammenhang mit", "in bezug auf",
        ],
        of: &["der", "des"],
    },
    // Dutch
    ScopePhrases {
        all: &["alles", "alles wat we weten", "alles wat wij weten", "alles wat we hebben"],
        records: &[
            "alle gegevens", "alle notities", "alle aantekeningen", "alle informatie", "elke notitie",
            "elke vermelding",
        ],
        about: &[
            "over", "omtrent", "betreffende", "met betrekking tot", "rond", "aangaande", "in verband met",
        ],
        of: &["van"],
    },
    // Swedish
    ScopePhrases {
        all: &["allt", "allt vi vet", "allt vi har", "allt som vi vet"],
        records: &["alla uppgifter", "alla anteckningar", "alla poster", "all information"],
        about: &["om", "kring", "som rör", "som gäller", "angående", "gällande", "rörande", "som handlar om"],
        of: &["för"],
    },
    // Danish and Norwegian
    ScopePhrases {
        all: &[
            "alt", "alt vi ved", "alt vi vet", "alt vi har", "alt hvad vi ved", "alt hva vi vet", "alt som",
        ],
        records: &[
            "alle oplysninger", "alle opplysninger", "alle notater", "alle data", "alle registreringer",
        ],
        about: &[
            "om", "vedrørende", "angående", "angår", "gjelder", "som angår", "som gjelder", "der vedrører",
            "der angår", "som handler om", "omkring", "rundt",
        ],
        of: &["for"],
    },
    // Polish
    ScopePhrases {
        all: &[
            "wszystko", "wszystko, co wiemy", "wszystko co wiemy", "wszystko, co mamy", "wszystko co mamy",
        ],
        records: &[
            "wszystkie wpisy", "wszystkie notatki", "wszystkie informacje", "każdy wpis", "każdą notatkę",
        ],
        about: &[
            "o", "na temat", "dotyczące", ", co dotyczy", "co dotyczy", "odnośnie", "w sprawie",
            "w związku z",
        ],
        of: &[],
    },
    // Czech
    ScopePhrases {
        all: &["vše", "všechno", "vše, co víme", "všechno, co víme", "vše co víme", "všechno co víme"],
        records: &["všechny záznamy", "všechny údaje", "všechny poznámky", "každý záznam"],
        about: &["o", "ohledně", "týkající se", ", co se týká", "co se týká", "k"],
        of: &[],
    },
    // Russian
    ScopePhrases {
        all: &[
            "всё", "все", "всё, что известно", "все, что известно", "всё, что мы знаем", "все, что мы знаем",
            "всё, что у нас есть", "все, что у нас есть",
        ],
        records: &[
            "все записи", "все данные", "все заметки", "все сведения", "всю информацию", "вся информация",
        ],
        about: &[
            "о", "об", "обо", "про", "касательно", "относительно", "насчёт", "по поводу", ", что касается",
            "что касается", ", что связано с", ", что относится к",
        ],
        of: &[],
    },
    // Ukrainian
    ScopePhrases {
        all: &["все", "усе", "все, що відомо", "усе, що відомо", "все, що ми знаємо", "усе, що ми знаємо"],
        records: &["усі записи", "всі записи", "усі дані", "всі дані", "усі нотатки", "всю інформацію"],
        about: &["про", "щодо", "стосовно", ", що стосується", "що стосується", ", що пов'язано з"],
        of: &[],
    },
    // Greek
    ScopePhrases {
        all: &["όλα", "τα πάντα", "όλα όσα", "όλα όσα ξέρουμε", "ό,τι", "ό,τι ξέρουμε", "ό,τι έχουμε"],
        records: &["όλες τις εγγραφές", "όλα τα στοιχεία", "τα στοιχεία", "όλες τις σημειώσεις"],
        about: &["για", "σχετικά με", "αφορά", "αφορούν", "που αφορά", "που αφορούν"],
        of: &["του", "της"],
    },
    // Romanian
    ScopePhrases {
        all: &["tot", "totul", "tot ce știm", "tot ce avem", "tot ceea ce știm"],
        records: &["toate datele", "toate notele", "toate înregistrările", "toate informațiile"],
        about: &[
            "despre", "referitor la", "cu privire la", "ce ține de", "ce privește", "ceea ce privește",
            "legat de", "privind",
        ],
        of: &["lui"],
    },
    // Arabic
    ScopePhrases {
        all: &["كل شيء", "كل ما نعرفه", "كل ما لدينا", "كل ما"],
        records: &["جميع السجلات", "كل السجلات", "كل البيانات", "كل المعلومات", "جميع المعلومات"],
        about: &["عن", "حول", "بشأن", "بخصوص", "يخص"],
        of: &[],
    },
    // Hebrew
    ScopePhrases {
        all: &["הכול", "הכל", "כל מה שידוע", "כל מה שאנחנו יודעים", "כל מה שיש לנו"],
        records: &["כל המידע", "כל הרשומות", "כל הפרטים"],
        about: &["על", "אודות", "על אודות"],
        of: &["של"],
    },
    // Indonesian
    ScopePhrases {
        all: &["semua", "segala", "segala sesuatu", "semua hal", "apa pun", "semua yang kita ketahui"],
        records: &["semua data", "semua catatan", "semua informasi"],
        about: &["tentang", "mengenai", "terkait", "soal", "perihal", "yang berkaitan dengan"],
        of: &["milik"],
    },
    // Vietnamese
    ScopePhrases {
        all: &["tất cả", "mọi thứ", "mọi điều", "toàn bộ", "tất cả những gì chúng ta biết"],
        records: &[
            "tất cả thông tin", "mọi thông tin", "toàn bộ thông tin", "mọi ghi chép", "tất cả ghi chép",
        ],
        about: &["về", "liên quan đến", "liên quan tới"],
        of: &["của"],
    },
];

/// Whole phrases of further languages, or without a word between.
const PHRASES: &[&str] = &[
    "wszystkie dane", "všetko o", "sve o", "vse o", "viską apie", "tot sobre", "всичко за", "све о",
    "усе пра", "همه چیز درباره",
];

/// Phrases that are written to the thing.
const BOUND: &[&str] =
    &["كل ما يتعلق ب", "كل ما يرتبط ب", "כל מה שקשור ל", "כל מה שנוגע ל", "כל הקשור ל", "כל הנוגע ל"];

/// Phrases behind the thing.
const BEHIND: &[&str] = &[
    " hakkında her şey",
    " hakkındaki her şey",
    " ile ilgili her şey",
    " hakkında ne varsa",
    " hakkında bildiğimiz her şey",
    " hakkındaki tüm kayıtlar",
    " ile ilgili tüm kayıtlar",
    " hakkındaki bütün notlar",
    " visus duomenis",
    " duomenis",
    " minden adatát",
    " az adatait",
    " adatait",
    " के बारे में सब कुछ",
    " के बारे में हर बात",
    " के बारे में सारी जानकारी",
    " से जुड़ी हर बात",
    " से जुड़ा सब कुछ",
    " से जुड़े सभी रिकॉर्ड",
    " से संबंधित सब कुछ",
    " के सभी रिकॉर्ड",
];

/// What asks to forget, behind the thing.
const ORDERS_BEHIND: &[&str] = &[
    " löschen", " vergessen", " entfernen", " vergeten", " verwijderen", " wissen", " bitte", " unut",
    " sil", " भूल जाओ", " हटा दो",
];

/// What is asked for, where everything about it is.
pub(super) fn all(core: &str) -> Option<&str> {
    in_front(core)
        .or_else(|| by_case(core))
        .or_else(|| behind(core))
        .map(str::trim)
        .filter(|thing| !thing.is_empty())
}

fn without_order(core: &str) -> &str {
    let core = courtesy::without_courtesy(core);
    opening(core, forget_verb::ELSEWHERE).unwrap_or(core)
}

fn in_front(core: &str) -> Option<&str> {
    let core = without_order(core);
    let shorter = |rests: &mut dyn Iterator<Item = &'static str>, text: &'_ str| {
        rests.filter_map(|phrase| Some(text.len() - strip(text, phrase)?.len())).max()
    };
    let mut best = shorter(&mut PHRASES.iter().copied(), core);
    for tongue in TONGUES {
        let openings =
            tongue.all.iter().map(|all| (all, false)).chain(tongue.records.iter().map(|all| (all, true)));
        for (opening, records) in openings {
            let Some(rest) = strip(core, opening) else { continue };
            let mut links = tongue.about.iter().chain(tongue.of.iter().filter(|_| records)).copied();
            if let Some(link) = shorter(&mut links, rest) {
                best = best.max(Some(core.len() - rest.len() + link));
            }
        }
    }
    let bound =
        BOUND.iter().filter_map(|phrase| core.strip_prefix(phrase)).map(|rest| core.len() - rest.len());
    let thing = &core[best.into_iter().chain(bound).max()?..];
    Some(ORDERS_BEHIND.iter().find_map(|order| thing.strip_suffix(order)).unwrap_or(thing))
}

/// Finnish and Hungarian say it by a case of the name: "kaikki Maija Laineesta", "mindent Nagy Istvánról".
fn by_case(core: &str) -> Option<&str> {
    let core = without_order(core);
    let tongues: [(&[&str], &[&str]); 2] = [
        (&["kaikki", "kaikki tiedot", "kaikki merkinnät", "kaikki muistiinpanot"], &["sta", "stä"]),
        (&["minden", "mindent", "minden adatot", "minden feljegyzést"], &["ról", "ről"]),
    ];
    tongues.iter().find_map(|(openings, endings)| {
        let thing = openings.iter().filter_map(|all| strip(core, all)).min_by_key(|rest| rest.len())?;
        let last = thing.rsplit(' ').next()?;
        let named = last.chars().next().is_some_and(char::is_uppercase);
        (named && endings.iter().any(|end| last.ends_with(end))).then_some(thing)
    })
}

fn behind(core: &str) -> Option<&str> {
    let ordered = ORDERS_BEHIND.iter().find_map(|order| core.strip_suffix(order)).unwrap_or(core);
    BEHIND
        .iter()
        .find_map(|phrase| ordered.strip_suffix(phrase))
        .or_else(|| japanese(core))
        .or_else(|| chinese(core))
        .or_else(|| korean(core))
}

fn japanese(core: &str) -> Option<&str> {
    const ALL: &[&str] = &["すべて", "全て", "全部", "一切", "何もかも"];
    const LINKS: &[&str] =
        &["に関する", "に関して", "に関わる", "についての", "について", "にまつわる", "関連"];
    const RECORDS: &[&str] = &["記録", "情報", "メモ", "データ", "記載", "項目", "記憶", "もの"];
    const REST: &[&str] =
        &["の", "を", "は", "も", "こと", "ください", "下さい", "削除して", "消して", "忘れて", "消去して"];
    let (mut thing, mut all, mut link) = (core, false, false);
    loop {
        let strip = |phrases: &[&str]| phrases.iter().find_map(|phrase| thing.strip_suffix(phrase));
        if let Some(rest) = strip(ALL) {
            (thing, all) = (rest, true);
        } else if let Some(rest) = strip(LINKS) {
            (thing, link) = (rest, true);
        } else if let Some(rest) = strip(RECORDS) {
            thing = rest;
        } else if let Some(rest) = strip(REST) {
            link |= thing.ends_with('の') || thing.ends_with("こと");
            thing = rest;
        } else {
            return (all && link && thing.len() < core.len()).then_some(thing);
        }
    }
}

fn chinese(core: &str) -> Option<&str> {
    const ALL: &[&str] = &["所有", "全部", "一切"];
    const ABOUT: &[&str] = &["关于", "關於", "有关", "有關", "涉及"];
    const RECORDS: &[&str] = &[
        "记录", "記錄", "信息", "資訊", "资料", "資料", "数据", "數據", "笔记", "筆記", "内容", "內容",
        "事情", "东西",
    ];
    let begins = |text: &str| ALL.iter().find(|all| text.starts_with(**all)).map(|all| all.len());
    let ordered = ["请删除", "删除", "刪除", "忘记", "忘記", "忘掉"];
    let mut thing = ordered.iter().find_map(|order| core.strip_prefix(order)).unwrap_or(core);
    let front = begins(thing);
    thing = &thing[front.unwrap_or(0)..];
    let about = ABOUT.iter().find_map(|about| thing.strip_prefix(about));
    thing = about.unwrap_or(thing);
    let (name, tail) = thing.rsplit_once('的')?;
    let inner = begins(tail);
    let tail = &tail[inner.unwrap_or(0)..];
    let records = tail.is_empty() && inner.is_some() || RECORDS.contains(&tail);
    (records && (inner.is_some() || front.is_some() && about.is_some())).then_some(name)
}

fn korean(core: &str) -> Option<&str> {
    const LINKS: &[&str] =
        &["에 대한 ", "에 관한 ", "에 대해 ", "에 관해 ", "와 관련된 ", "과 관련된 ", "에 관련된 ", "의 "];
    LINKS.iter().find_map(|link| {
        let (thing, tail) = core.split_once(link)?;
        let mut words = tail.split(' ');
        let all = words.clone().any(|word| ["모든", "모두", "전부"].contains(&word));
        let first = words.next().is_some_and(|word| *link != "의 " || word == "모든");
        (all && first && tail.split(' ').count() <= 5).then_some(thing)
    })
}

/// Strips a phrase in any case off the start, as whole words.
fn strip<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = if phrase.starts_with(',') { text } else { text.trim_start() };
    let mut rest = text.chars();
    for wanted in phrase.chars() {
        let own = rest.next()?;
        let own = if own == '’' { '\'' } else { own };
        let wanted = if wanted == '’' { '\'' } else { wanted };
        if own != wanted && !own.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let rest = rest.as_str();
    let bound = phrase.ends_with(['\'', '’']);
    let whole =
        rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '\'' | '’' | '-'));
    (bound || whole).then(|| if rest.starts_with(',') { rest } else { rest.trim_start_matches([' ', ':']) })
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn everything_is_asked_for_in_many_languages() {
        for (request, thing) in [
            ("tout ce qui concerne l'élève Maëva Kerjean", "l'élève Maëva Kerjean"),
            ("Oublie toutes les notes concernant Solange Verdier", "Solange Verdier"),
            ("tout ce qu'on sait d'Anouk", "Anouk"),
            ("todo lo relacionado con la paciente Dolores Prieto", "la paciente Dolores Prieto"),
            ("tudo o que temos sobre a aluna Marta Leal", "a aluna Marta Leal"),
            ("tutto ciò che riguarda Marta Leal", "Marta Leal"),
            ("Lösche alles im Zusammenhang mit Beate Kern", "Beate Kern"),
            ("alles über Beate Kern löschen", "Beate Kern"),
            ("alles wat we hebben over Jan Bos", "Jan Bos"),
            ("allt som rör Maja Ek", "Maja Ek"),
            ("alt vi vet om Maja Ek", "Maja Ek"),
            ("Alt vedrørende Maja Ek", "Maja Ek"),
            ("wszystko, co wiemy o Hannie Wilk", "Hannie Wilk"),
            ("vše ohledně Jany Dvořákové", "Jany Dvořákové"),
            ("Всё, что касается Олега Сидоренко", "Олега Сидоренко"),
            ("забудь все записи об Олеге", "Олеге"),
            ("усе про панове Сидоренко", "панове Сидоренко"),
            ("все, що стосується Олега", "Олега"),
            ("Ayşe Demir hakkında ne varsa", "Ayşe Demir"),
            ("ό,τι αφορά τον Νίκο Αλεξίου", "τον Νίκο Αλεξίου"),
            ("kaikki Maija Laineesta", "Maija Laineesta"),
            ("zaboravi sve o Marku Horvatu", "Marku Horvatu"),
            ("pamiršk viską apie Joną Petraitį", "Joną Petraitį"),
            ("felejts el mindent Kovács Péterről", "Kovács Péterről"),
            ("διάγραψε τα στοιχεία του Γιώργου Βλάχου", "Γιώργου Βλάχου"),
            ("mindent Nagy Istvánról", "Nagy Istvánról"),
            ("tot ce ține de Ion Popescu", "Ion Popescu"),
            ("田中様に関する記録すべて", "田中様"),
            ("山田花子についての情報を全て削除してください", "山田花子"),
            ("김민수에 관한 모든 기록", "김민수"),
            ("김민수의 모든 기록을 삭제해 줘", "김민수"),
            ("关于王小明的所有信息", "王小明"),
            ("所有关于王小明的记录", "王小明"),
            ("王小明的一切", "王小明"),
            ("كل ما يتعلق بأحمد منصور", "أحمد منصور"),
            ("כל מה שקשור ליעל כהן", "יעל כהן"),
            ("हिना शर्मा से जुड़ी हर बात", "हिना शर्मा"),
            ("segala sesuatu tentang Budi Santoso", "Budi Santoso"),
            ("mọi thứ liên quan đến Trần Thị Mỹ", "Trần Thị Mỹ"),
        ] {
            assert_eq!(all(request), Some(thing), "{request}");
        }
    }

    #[test]
    fn what_only_begins_so_is_no_such_request() {
        for request in [
            "tout le monde a mangé", "tout de suite", "todo el mundo", "tudo bem com a Marta",
            "tutto il giorno", "alles Gute", "alle Jahre wieder", "allt går bra", "alt er klart",
            "wszystko gra", "vše hotovo", "все готово", "kaikki hyvin", "kaikki Maija", "minden Nagy",
            "tot timpul", "田中様の記録", "山田花子の電話番号", "김민수의 기록", "王小明的电话",
            "关于王小明", "semua orang", "tất cả mọi người", "",
        ] {
            assert_eq!(all(request), None, "{request}");
        }
    }
}
