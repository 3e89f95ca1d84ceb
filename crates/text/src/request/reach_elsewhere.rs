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
    /// Units, each with its days.
    units: &'static [(&'static str, f64)],
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
        units: &[
            ("stunden", 1.0 / 24.0),
            ("tag", 1.0),
            ("tage", 1.0),
            ("tagen", 1.0),
            ("woche", 7.0),
            ("wochen", 7.0),
            ("monat", 30.0),
            ("monate", 30.0),
            ("monaten", 30.0),
            ("jahr", 365.0),
            ("jahre", 365.0),
            ("jahren", 365.0),
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
        units: &[
            ("heures", 1.0 / 24.0),
            ("jour", 1.0),
            ("jours", 1.0),
            ("semaine", 7.0),
            ("semaines", 7.0),
            ("mois", 30.0),
            ("an", 365.0),
            ("ans", 365.0),
            ("année", 365.0),
            ("années", 365.0),
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
        units: &[
            ("horas", 1.0 / 24.0),
            ("día", 1.0),
            ("días", 1.0),
            ("semana", 7.0),
            ("semanas", 7.0),
            ("mes", 30.0),
            ("meses", 30.0),
            ("año", 365.0),
            ("años", 365.0),
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
        units: &[
            ("ore", 1.0 / 24.0),
            ("giorno", 1.0),
            ("giorni", 1.0),
            ("settimana", 7.0),
            ("settimane", 7.0),
            ("mese", 30.0),
            ("mesi", 30.0),
            ("anno", 365.0),
            ("anni", 365.0),
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
        units: &[
            ("horas", 1.0 / 24.0),
            ("dia", 1.0),
            ("dias", 1.0),
            ("semana", 7.0),
            ("semanas", 7.0),
            ("mês", 30.0),
            ("meses", 30.0),
            ("ano", 365.0),
            ("anos", 365.0),
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
        units: &[
            ("uur", 1.0 / 24.0),
            ("dag", 1.0),
            ("dagen", 1.0),
            ("week", 7.0),
            ("weken", 7.0),
            ("maand", 30.0),
            ("maanden", 30.0),
            ("jaar", 365.0),
        ],
    },
];
/// "Last", between a number and its unit.
const LAST: &[&str] = &["derniers", "dernières", "últimos", "últimas", "ultimi", "ultime"];
/// Numbers in words, 1 and those of months and weeks.
const NUMBERS: &[(&str, f64)] = &[
    ("ein", 1.0),
    ("eine", 1.0),
    ("einem", 1.0),
    ("einer", 1.0),
    ("einen", 1.0),
    ("un", 1.0),
    ("une", 1.0),
    ("una", 1.0),
    ("uno", 1.0),
    ("um", 1.0),
    ("uma", 1.0),
    ("een", 1.0),
    ("één", 1.0),
    ("zwei", 2.0),
    ("deux", 2.0),
    ("dos", 2.0),
    ("due", 2.0),
    ("dois", 2.0),
    ("duas", 2.0),
    ("twee", 2.0),
    ("drei", 3.0),
    ("trois", 3.0),
    ("tres", 3.0),
    ("tre", 3.0),
    ("três", 3.0),
    ("drie", 3.0),
    ("sechs", 6.0),
    ("six", 6.0),
    ("seis", 6.0),
    ("sei", 6.0),
    ("zes", 6.0),
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
        let days = number * look(tongue.units, unit)?;
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

fn look(list: &[(&str, f64)], word: &str) -> Option<f64> {
    list.iter().find(|(known, _)| *known == word).map(|(_, number)| *number)
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
