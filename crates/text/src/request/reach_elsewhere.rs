//! All that is kept, and all of an age, in other languages than English: an order, a word for all, and nothing but words that tell of
//! what is kept, in any order.

use super::forget_verb;
use super::reach::Reach;

/// The words of one language.
struct Tongue {
    /// All there is.
    all: &'static [&'static str],
    /// What else such a request says: what is kept, who knows it, of whom.
    around: &'static [&'static str],
    /// Words of these of which one is of the one who asks.
    mine: &'static [&'static str],
    /// Before an age, and behind its number and unit.
    older: &'static [&'static str],
    behind: &'static [&'static str],
    /// Before an age that ends now.
    younger: &'static [&'static str],
}

const TONGUES: &[Tongue] = &[
    // German
    Tongue {
        all: &["alles", "alle", "sämtliche"],
        around: &[
            "was", "die", "das", "du", "sie", "ihr", "über", "von", "zu", "weißt", "wissen", "wisst", "hast",
            "haben", "habe", "gespeichert", "gesagt", "erzählt", "je", "dir", "bitte", "daten", "einträge",
            "erinnerungen", "notizen", "angaben", "informationen", "persönlichen", "gespeicherten",
        ],
        mine: &["mich", "mir", "ich", "meine", "meiner", "meinen"],
        older: &["älter als", "die älter als", "was älter als", "das älter als", "mehr als", "vor mehr als"],
        behind: &["ist", "sind", "alt", "her", "liegt", "zurückliegt", "gespeichert", "wurde", "wurden"],
        younger: &[
            "jünger als", "neuer als", "der letzten", "aus den letzten", "in den letzten", "von den letzten",
            "weniger als",
        ],
    },
    // French
    Tongue {
        all: &["tout", "toutes", "tous"],
        around: &[
            "ce", "que", "qu", "tu", "vous", "sais", "savez", "as", "avez", "de", "sur", "à", "propos",
            "sujet", "au", "les", "données", "notes", "souvenirs", "informations", "entrées", "personnelles",
            "enregistré", "mémorisé", "stocké", "appris", "dit", "raconté", "retenu", "concernant", "s",
            "il", "te", "plaît", "qui",
        ],
        mine: &["moi", "me", "mes", "m", "j", "ai"],
        older: &[
            "plus vieux que", "plus ancien que", "plus vieilles que", "plus anciennes que",
            "plus anciens que", "plus de", "a plus de", "date de plus de", "datant de plus de",
            "remonte à plus de", "ont plus de",
        ],
        behind: &["d", "ancienneté"],
        younger: &[
            "plus récent que", "de moins de", "a moins de", "ont moins de", "des derniers", "des dernières",
            "des", "du dernier", "de la dernière",
        ],
    },
    // Spanish
    Tongue {
        all: &["todo", "todos", "todas"],
        around: &[
            "lo", "los", "las", "que", "sabes", "sabe", "has", "ha", "de", "sobre", "acerca", "datos",
            "notas", "recuerdos", "entradas", "información", "personales", "guardado", "guardados",
            "aprendido", "dicho", "contado", "te", "por", "favor", "la",
        ],
        mine: &["mí", "mi", "mis", "he"],
        older: &[
            "más antiguo que", "más viejo que", "más antiguos que", "más antiguas que", "anterior a",
            "tenga más de", "tengan más de", "tiene más de", "tienen más de", "de hace más de", "más de",
            "con más de",
        ],
        behind: &["de", "antigüedad", "antiguo"],
        younger: &[
            "más reciente que", "de los últimos", "de las últimas", "en los últimos", "en las últimas",
            "de menos de", "tenga menos de",
        ],
    },
    // Italian
    Tongue {
        all: &["tutto", "tutti", "tutte"],
        around: &[
            "quello", "ciò", "che", "sai", "sa", "hai", "ha", "di", "su", "i", "le", "dati", "note",
            "ricordi", "voci", "informazioni", "personali", "salvato", "memorizzato", "detto", "raccontato",
            "ti", "per", "favore", "la",
        ],
        mine: &["me", "miei", "mie", "ho"],
        older: &[
            "più vecchio di", "più vecchi di", "più vecchie di", "più antico di", "ha più di",
            "hanno più di", "risale a più di", "con più di",
        ],
        behind: &["fa"],
        younger: &[
            "più recente di", "degli ultimi", "delle ultime", "negli ultimi", "nelle ultime", "ha meno di",
            "con meno di",
        ],
    },
    // Portuguese
    Tongue {
        all: &["tudo", "todos", "todas"],
        around: &[
            "o", "os", "as", "que", "sabes", "sabe", "tens", "tem", "de", "sobre", "dados", "notas",
            "memórias", "lembranças", "entradas", "informações", "pessoais", "guardado", "guardou",
            "guardaste", "disse", "te", "por", "favor", "a", "respeito",
        ],
        mine: &["mim", "meus", "minhas", "eu"],
        older: &[
            "mais antigo que", "mais antigo do que", "mais velho que", "mais velho do que",
            "mais antigos que", "mais antigas que", "tenha mais de", "tenham mais de", "tem mais de",
            "têm mais de", "com mais de", "há mais de", "de há mais de",
        ],
        behind: &[],
        younger: &[
            "mais recente que", "dos últimos", "das últimas", "nos últimos", "nas últimas", "com menos de",
            "tem menos de",
        ],
    },
    // Dutch
    Tongue {
        all: &["alles", "alle", "al"],
        around: &[
            "wat", "je", "jij", "u", "weet", "hebt", "heb", "heeft", "over", "van", "gegevens", "notities",
            "herinneringen", "informatie", "persoonlijke", "opgeslagen", "onthouden", "gezegd", "verteld",
            "alsjeblieft", "die", "dat",
        ],
        mine: &["mij", "me", "mijn", "ik"],
        older: &["ouder dan", "ouder is dan", "ouder zijn dan", "meer dan"],
        behind: &["is", "zijn", "oud", "geleden"],
        younger: &[
            "jonger dan", "nieuwer dan", "van de laatste", "van de afgelopen", "in de laatste",
            "uit de afgelopen", "de afgelopen", "minder dan",
        ],
    },
];
/// "Last", between a number and its unit.
const LAST: &[&str] = &["derniers", "dernières", "últimos", "últimas", "ultimi", "ultime"];
/// Units of all these languages by their days.
const UNITS: &[(f64, &str)] = &[
    (1.0 / 24.0, " stunden heures horas ore uur "),
    (1.0, " tag tage tagen jour jours día días giorno giorni dia dias dag dagen "),
    (7.0, " woche wochen semaine semaines semana semanas settimana settimane week weken "),
    (30.0, " monat monate monaten mois mes meses mese mesi mês maand maanden "),
    (365.0, " jahr jahre jahren an ans année années año años anno anni ano anos jaar "),
];
/// Numbers in words, 1 and those of months and weeks.
const NUMBERS: &[(f64, &str)] = &[
    (1.0, " ein eine einem einer einen un une una uno um uma een één "),
    (2.0, " zwei deux dos due dois duas twee "),
    (3.0, " drei trois tres tre três drie "),
    (6.0, " sechs six seis sei zes "),
];

/// Whether words, in small letters, order to forget all that is known of the one who asks.
pub(super) fn is_all(words: &[&str]) -> bool {
    let order = without_order(words);
    let mine = |tongue: &&Tongue| order.iter().any(|word| tongue.mine.contains(word));
    order.len() < words.len() && TONGUES.iter().filter(mine).any(|tongue| tongue.is_of_all(order))
}

/// Whether words, in small letters, order to forget all that is kept.
pub(super) fn is_kept(words: &[&str]) -> bool {
    let order = without_order(words);
    order.len() < words.len() && TONGUES.iter().any(|tongue| tongue.is_of_all(order))
}

/// How old what words order to forget is at least, or at most.
pub(super) fn aged(words: &[&str]) -> Option<Reach> {
    let order = without_order(words);
    let days = |tongue: &Tongue, openers| {
        let (head, age) = tongue.parted(order, openers)?;
        let (number, rest) = age.split_first()?;
        let number = number.parse::<u16>().ok().map(f64::from).or_else(|| look(NUMBERS, number))?;
        // "Des 30 derniers jours".
        let last = rest.iter().take_while(|word| LAST.contains(word)).count();
        let (unit, behind) = rest[last..].split_first()?;
        let days = number * look(UNITS, unit)?;
        let ends = behind.iter().all(|word| tongue.behind.contains(word));
        // "Des 30 jours" alone says no more than how many.
        let told = last > 0 || !order[..order.len() - age.len()].ends_with(&["des"]);
        (ends && days > 0.0 && told && tongue.is_of_all(head)).then_some(days)
    };
    TONGUES.iter().filter(|_| order.len() < words.len()).find_map(|tongue| {
        let older = days(tongue, tongue.older).map(Reach::OlderThan);
        older.or_else(|| days(tongue, tongue.younger).map(Reach::YoungerThan))
    })
}

impl Tongue {
    fn is_of_all(&self, words: &[&str]) -> bool {
        let known = |word: &&str| [self.all, self.around, self.mine].iter().any(|list| list.contains(word));
        words.iter().any(|word| self.all.contains(word)) && words.iter().all(known)
    }

    /// What stands before the words for an age, and behind them.
    fn parted<'w>(&self, words: &'w [&'w str], openers: &[&str]) -> Option<(&'w [&'w str], &'w [&'w str])> {
        let parted = openers.iter().filter_map(|older| {
            let older: Vec<&str> = older.split(' ').collect();
            let at = words.windows(older.len()).position(|window| window == older)?;
            Some((&words[..at], &words[at + older.len()..]))
        });
        parted.min_by_key(|(head, age)| (head.len(), age.len()))
    }
}

fn look(list: &[(f64, &str)], word: &str) -> Option<f64> {
    list.iter().find(|(_, words)| words.contains(&format!(" {word} "))).map(|(number, _)| *number)
}

/// What stands behind an order to forget; all of the words where there is none.
fn without_order<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let polite =
        words.iter().take_while(|word| ["bitte", "por", "favor", "per", "favore"].contains(word)).count();
    let order = forget_verb::ELSEWHERE.iter().filter_map(|verb| {
        let verb: Vec<&str> = verb.split(' ').collect();
        words[polite..].starts_with(&verb).then(|| &words[polite + verb.len()..])
    });
    order.min_by_key(|rest| rest.len()).unwrap_or(words)
}
