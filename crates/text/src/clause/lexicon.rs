//! Classes of words: closed classes of seven languages, and the common verbs of English with their forms.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::verb_forms;
use super::word_class::*;

/// Plural and singular of irregular auxiliaries outside English; a word of two languages stands once.
const SINGULARS: &[(&str, &str)] = &[
    ("sind", "ist"),
    ("waren", "war"),
    ("haben", "hat"),
    ("hatten", "hatte"),
    ("werden", "wird"),
    ("können", "kann"),
    ("müssen", "muss"),
    ("sollen", "soll"),
    ("fahren", "fährt"),
    ("essen", "isst"),
    ("schlafen", "schläft"),
    ("nehmen", "nimmt"),
    ("geben", "gibt"),
    ("arbeiten", "arbeitet"),
    ("halten", "hält"),
    ("sont", "est"),
    ("étaient", "était"),
    ("ont", "a"),
    ("avaient", "avait"),
    ("vont", "va"),
    ("peuvent", "peut"),
    ("doivent", "doit"),
    ("viennent", "vient"),
    ("vivent", "vit"),
    ("dorment", "dort"),
    ("prennent", "prend"),
    ("partent", "part"),
    ("son", "es"),
    ("sono", "è"),
    ("hanno", "ha"),
    ("erano", "era"),
    ("possono", "può"),
    ("devono", "deve"),
    ("vanno", "va"),
    ("vengono", "viene"),
    ("têm", "tem"),
    ("são", "é"),
    ("estão", "está"),
    ("vêm", "vem"),
    ("vão", "vai"),
    ("zijn", "is"),
    ("hebben", "heeft"),
    ("worden", "wordt"),
    ("kunnen", "kan"),
    ("moeten", "moet"),
    ("gaan", "gaat"),
    ("staan", "staat"),
    ("eten", "eet"),
    ("lopen", "loopt"),
    ("slapen", "slaapt"),
    ("spelen", "speelt"),
    ("wonen", "woont"),
    ("nemen", "neemt"),
];

/// The words of one language.
pub(super) struct Lexicon {
    words: HashMap<String, Class>,
    /// English endings may be guessed.
    pub english: bool,
}

impl Lexicon {
    /// The singular of a plural verb outside English, where the lists know it.
    pub fn singular(&self, plural: &str) -> Option<String> {
        if let Some(&(_, singular)) = SINGULARS.iter().find(|pair| pair.0 == plural) {
            return Some(singular.to_owned());
        }
        const ENDS: &[(&str, &str)] = &[
            ("en", "t"),
            ("en", ""),
            ("ent", "e"),
            ("n", ""),
            ("ono", "e"),
            ("ano", "a"),
            ("am", "a"),
            ("em", "e"),
        ];
        ENDS.iter().find_map(|(end, new)| {
            let form = format!("{}{new}", plural.strip_suffix(end)?);
            self.words.get(&form).is_some_and(|class| class & (AUX | FOREIGN) != 0).then_some(form)
        })
    }

    /// The classes of `word`; `lower` is a buffer.
    pub fn class(&self, word: &str, capital: bool, lower: &mut String) -> Class {
        lower.clear();
        if word.len() > 40 {
            return 0;
        }
        if word.is_ascii() {
            lower.push_str(word);
            lower.make_ascii_lowercase();
        } else {
            for ch in word.chars() {
                if ch == '’' { lower.push('\'') } else { lower.extend(ch.to_lowercase()) }
            }
        }
        let plain = lower.trim_end_matches('.');
        if let Some(&class) = self.words.get(lower.as_str()).or_else(|| self.words.get(plain)) {
            // "May", "Mark", "Will": a capital inside a sentence outweighs the verb
            return class;
        }
        if let Some(stem) = lower.strip_suffix("'s").or_else(|| lower.strip_suffix("s'")) {
            let class = self.words.get(stem).copied().unwrap_or(0);
            return GENITIVE | class & (KIN | TIME | INDEF | TITLE);
        }
        // "Ana double-checks them": of what is joined by a line, only that may be a verb.
        let joined = lower.contains('-') && lower.ends_with('s');
        let foreign = |ch: char| !(ch.is_ascii_lowercase() || joined && ch == '-');
        if !self.english || capital || lower.contains(foreign) || lower.len() < 4 {
            return 0;
        }
        if lower.ends_with("ed") && !lower.ends_with("eed") {
            PAST | PART | GUESSED
        } else if lower.ends_with("ing") && lower.len() > 5 {
            ING | GUESSED
        } else if lower.ends_with("ly") && lower.len() > 4 && !NOUNS_IN_LY.contains(&lower.as_str()) {
            ADV | GUESSED
        } else if lower.ends_with('s')
            && !lower.ends_with("ss")
            && !lower.ends_with("us")
            && !lower.ends_with("is")
        {
            THIRD | NOUNISH | GUESSED
        } else {
            0
        }
    }
}

type Table = &'static [(Class, &'static str)];

const ENGLISH: Table = &[
    (DET | INDEFINITE | SINGULAR, "a an"),
    (DET, "the this that"),
    (DET | PLURAL, "these those"),
    (DET | INDEF, "some any every each another either all most many few several both"),
    (DET | NEG, "no"),
    (INDEF, "everyone everybody nobody someone somebody anyone anybody nothing everything none neither"),
    (POSS, "my your our"),
    (POSS | THIRD_PERSON, "his its their"),
    (POSS | OBJ | THIRD_PERSON, "her"),
    (SUBJ, "i you we"),
    (SUBJ | THIRD_PERSON | SINGULAR, "he she it"),
    (SUBJ | THIRD_PERSON | PLURAL, "they"),
    (OBJ | THIRD_PERSON, "him them"),
    (OBJ, "me us myself himself herself itself themselves ourselves"),
    (SUBJ | AUX | BE, "i'm you're we're"),
    (SUBJ | AUX | BE | THIRD_PERSON | SINGULAR, "he's she's it's there's here's that's"),
    (SUBJ | AUX | BE | THIRD_PERSON | PLURAL, "they're"),
    (SUBJ | AUX, "i've you've we've i'll you'll we'll i'd you'd we'd"),
    (SUBJ | AUX | THIRD_PERSON, "he'll she'll it'll he'd she'd they'll they've they'd"),
    (
        PREP,
        "of in on at by for from to with without into onto over under between among during \
         through via per near behind beside besides against about above below beneath towards toward upon within across along \
         around off out up down like despite except inside outside opposite past than plus",
    ),
    (PREP | SUB, "until till after before since as"),
    (AND, "and & n og och oraz"),
    (BUT, "but yet"),
    (OR, "or nor"),
    (SUB, "because if although though unless whether when whenever wherever where once lest provided"),
    (WHILE, "while whereas whilst"),
    (SO, "so therefore hence"),
    (REL, "who which whose whom who's who'd who've who'll"),
    (AUX | BE | THIRD | SINGULAR, "is isn't"),
    (AUX | BE | THIRD | PAST | SINGULAR, "was wasn't"),
    (AUX | BE | BASE | PLURAL, "are aren't am"),
    (AUX | BE | PAST | PLURAL, "were weren't"),
    (BASE | BE, "be"),
    (PART | BE, "been"),
    (ING | BE, "being"),
    (AUX | THIRD | SINGULAR, "has hasn't does doesn't"),
    (AUX | BASE | PLURAL, "have haven't do don't"),
    (AUX | PAST, "had hadn't did didn't"),
    (PART, "done"),
    (ING, "having doing"),
    (
        AUX | MODAL,
        "can can't cannot could couldn't will won't would wouldn't shall should shouldn't may might must mustn't needn't",
    ),
    (NEG, "not never"),
    (
        ADV,
        "also always often usually sometimes still already just only now then too again ever rarely seldom otherwise else \
         here there soon even almost mostly however instead both twice together later earlier first besides elsewhere either \
         currently recently formerly once very quite abroad upstairs downstairs home away back alone well please",
    ),
    (TITLE, "mr mrs ms miss dr prof mx sir lady lord rev fr sr herr frau"),
    (
        TIME,
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays \
         sundays january february march april june july august september october november december today tomorrow yesterday \
         tonight mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec daily weekly monthly",
    ),
    (
        NUM,
        "oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen \
         nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half",
    ),
    (
        KIN,
        "mum mom dad mother father brother sister aunt uncle grandma grandpa gran grandad granny cousin nan son daughter \
         husband wife mama papa",
    ),
    (
        ADJ,
        "allergic married born based due available afraid fond aware responsible ready able unable willing interested \
         related famous known free full open closed similar good bad keen ill sick deaf blind absent present pregnant single \
         engaged vegan vegetarian tall short blue red green white black brown grey yellow",
    ),
];

const GERMAN: Table = &[
    (
        DET,
        "der die das dem den des ein eine einen einem einer eines kein keine keinen diese dieser dieses jeder jede alle",
    ),
    (POSS, "mein meine meinen meinem unser unsere unseren"),
    (POSS | THIRD_PERSON, "sein seine seinen seinem ihr ihre ihren ihrem"),
    (SUBJ, "ich du wir"),
    (SUBJ | THIRD_PERSON, "er sie es"),
    (OBJ, "ihm ihn ihnen mir mich uns sich"),
    (
        PREP,
        "in im an am auf bei beim mit nach von vom zu zum zur für durch gegen ohne um aus bis seit vor hinter neben unter über \
         zwischen ab pro",
    ),
    (AND, "und"),
    (BUT, "aber sondern doch"),
    (OR, "oder"),
    (SUB, "weil wenn dass ob obwohl damit falls sobald denn als"),
    (WHILE, "während"),
    (AUX | BE | SINGULAR, "ist war"),
    (AUX | BE | PLURAL, "sind waren bin"),
    (
        AUX | FOREIGN,
        "hat haben habe hatte hatten wird werden wurde wurden kann können konnte muss müssen soll will darf mag möchte",
    ),
    (
        FOREIGN,
        "wohnt wohnen lebt leben arbeitet arbeiten spielt spielen kommt kommen geht gehen fährt fahren isst essen trinkt schläft \
         schlafen liegt liegen steht stehen heißt nimmt nehmen bringt bringen leitet gehört kostet schließt öffnet beginnt \
         endet braucht brauchen mag macht machen hält halten gibt geben bekommt zahlt zahlen kauft verkauft lernt studiert \
         unterrichtet ruft sitzt singt tanzt liest schreibt hilft führt zog kam ging besitzt sammelt pflegt füttert trägt",
    ),
    (NEG, "nicht nie"),
    (ADV, "auch immer oft noch schon nur jetzt dann hier dort heute morgen gestern gern sehr wieder beide"),
    (TITLE, "herr frau dr prof"),
    (KIN, "oma opa mama papa mutter vater bruder schwester tante onkel"),
    (
        TIME,
        "montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs januar februar märz april mai juni juli august september oktober november dezember",
    ),
];

const FRENCH: Table = &[
    (DET, "le la les l' un une des du ce cette ces aucun aucune chaque"),
    (POSS, "mon ma mes notre nos"),
    (POSS | THIRD_PERSON, "son sa ses leur leurs"),
    (SUBJ, "je j' tu nous vous on"),
    (SUBJ | THIRD_PERSON, "il elle ils elles"),
    (
        PREP,
        "de à au aux en dans sur sous chez avec sans pour par vers depuis jusqu'à avant après entre contre",
    ),
    (AND, "et"),
    (BUT, "mais"),
    (OR, "ou"),
    (SUB, "parce quand si lorsque comme puisque que"),
    (WHILE, "tandis"),
    (AUX | BE | SINGULAR, "est était"),
    (AUX | BE | PLURAL, "sont étaient suis"),
    (AUX | FOREIGN, "a ont avait avaient peut peuvent doit doivent n'est n'a"),
    (
        FOREIGN,
        "habite habitent vit vivent travaille travaillent joue jouent vient viennent va vont mange mangent boit dort dorment \
         mesure prend prennent donne donnent garde gardent ouvre ferme coûte aime aiment chante parle parlent tient enseigne \
         possède arrive arrivent part partent apporte apportent déteste préfère commence finit porte vend achète paie",
    ),
    (NEG, "ne pas jamais n'"),
    (ADV, "aussi toujours souvent encore déjà ici là aujourd'hui demain hier très"),
    (TITLE, "m mme mlle dr"),
    (
        TIME,
        "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    ),
];

const SPANISH: Table = &[
    (DET, "el la los las un una unos unas este esta ese esa cada ningún ninguna"),
    (POSS, "mi mis nuestro nuestra tu tus"),
    (POSS | THIRD_PERSON, "su sus"),
    (SUBJ, "yo nosotros usted"),
    (SUBJ | THIRD_PERSON, "él ella ellos ellas"),
    (PREP, "de del a al en con sin por para desde hasta entre sobre contra según hacia"),
    (AND, "y e"),
    (BUT, "pero sino"),
    (OR, "o u"),
    (SUB, "porque cuando si aunque que como"),
    (WHILE, "mientras"),
    (AUX | BE | SINGULAR, "es está era estaba"),
    (AUX | BE | PLURAL, "son están eran soy estoy"),
    (AUX | FOREIGN, "ha han hay tiene tienen tenía puede pueden debe deben"),
    (
        FOREIGN,
        "vive viven trabaja trabajan toca tocan viene vienen va van come comen bebe duerme duermen da dan guarda guardan lleva \
         llevan abre cierra cuesta gusta gustan canta habla enseña estudia llega llegan sale salen compra vende paga juega \
         juegan necesita prefiere odia empieza termina toma toman cuida dirige pasea",
    ),
    (NEG, "no nunca"),
    (ADV, "también siempre todavía ya aquí allí hoy mañana ayer muy tampoco"),
    (TITLE, "sr sra srta dr dra don doña"),
    (
        TIME,
        "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
];

const ITALIAN: Table = &[
    (DET, "il lo la i gli le un uno una l' questo questa ogni nessun nessuna"),
    (POSS | THIRD_PERSON, "suo sua suoi sue loro"),
    (POSS, "mio mia miei mie nostro nostra"),
    (SUBJ, "io noi tu voi"),
    (SUBJ | THIRD_PERSON, "lui lei essi"),
    (PREP, "di a da in con su per tra fra del della dei delle dal dalla al alla nel nella sul sulla fino"),
    (AND, "e ed"),
    (BUT, "ma però"),
    (OR, "o oppure"),
    (SUB, "perché quando se siccome che come"),
    (WHILE, "mentre"),
    (AUX | BE | SINGULAR, "è era"),
    (AUX | BE | PLURAL, "sono erano"),
    (AUX | FOREIGN, "ha hanno aveva può possono deve devono sta"),
    (
        FOREIGN,
        "vive vivono abita abitano lavora lavorano suona suonano viene vengono va vanno mangia mangiano beve dorme dormono tiene \
         porta portano apre chiude costa piace canta parla insegna studia arriva parte compra vende paga gioca preferisce \
         odia comincia finisce prende prendono guida cura gestisce",
    ),
    (NEG, "non mai"),
    (ADV, "anche sempre spesso ancora già qui lì oggi domani ieri molto invece"),
    (TITLE, "sig signor signora dott dr"),
    (
        TIME,
        "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    ),
];

const PORTUGUESE: Table = &[
    (DET, "o a os as um uma uns umas este esta esse essa cada nenhum nenhuma"),
    (POSS | THIRD_PERSON, "seu sua seus suas"),
    (POSS, "meu minha meus minhas nosso nossa"),
    (SUBJ, "eu nós você"),
    (SUBJ | THIRD_PERSON, "ele ela eles elas"),
    (PREP, "de do da dos das em no na nos nas com sem por pelo pela para ao à até desde entre sobre contra"),
    (AND, "e"),
    (BUT, "mas"),
    (OR, "ou"),
    (SUB, "porque quando se embora que como"),
    (WHILE, "enquanto"),
    (AUX | BE | SINGULAR, "é está era estava"),
    (AUX | BE | PLURAL, "são estão eram"),
    (AUX | FOREIGN, "tem têm tinha pode podem deve devem há"),
    (
        FOREIGN,
        "mora moram vive vivem trabalha trabalham toca tocam vem vêm vai vão come comem bebe dorme dormem dá guarda leva levam \
         abre fecha custa gosta gostam canta fala ensina estuda chega sai compra vende paga joga precisa prefere odeia começa \
         termina toma cuida dirige fica ficam",
    ),
    (NEG, "não nunca"),
    (ADV, "também sempre ainda já aqui ali hoje amanhã ontem muito"),
    (TITLE, "sr sra dr dra dona"),
    (
        TIME,
        "segunda terça quarta quinta sexta sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    ),
];

const DUTCH: Table = &[
    (DET, "de het een geen deze dit die dat elke ieder alle"),
    (POSS, "mijn onze ons"),
    (POSS | THIRD_PERSON, "zijn haar hun"),
    (SUBJ, "ik jij wij we"),
    (SUBJ | THIRD_PERSON, "hij zij ze"),
    (
        PREP,
        "in op aan bij met naar van voor door tegen zonder om uit tot sinds achter naast onder over tussen per",
    ),
    (AND, "en"),
    (BUT, "maar"),
    (OR, "of"),
    (SUB, "omdat als want dat hoewel zodat wanneer"),
    (WHILE, "terwijl"),
    (AUX | BE | SINGULAR, "is was"),
    (AUX | BE | PLURAL, "waren ben"),
    (AUX | FOREIGN, "heeft hebben had wordt worden kan kunnen moet moeten zal mag wil"),
    (
        FOREIGN,
        "woont wonen leeft werkt werken speelt spelen komt komen gaat gaan rijdt eet eten drinkt slaapt slapen ligt liggen \
         staat staan heet neemt nemen brengt brengen leidt kost sluit opent begint eindigt maakt houdt geeft krijgt betaalt \
         koopt verkoopt leert studeert zit zingt danst leest schrijft helpt draagt belt haalt bewaart zorgt",
    ),
    (NEG, "niet nooit"),
    (ADV, "ook altijd vaak nog al alleen nu dan hier daar vandaag morgen gisteren graag weer allebei samen"),
    (TITLE, "meneer mevrouw mevr dhr dr"),
    (
        TIME,
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december",
    ),
];

/// Words that show the language, none of them a word of two languages here with another weight.
const SIGNS: [&str; 7] = [
    "the and of is to in for with on a an by are at his her he she it its has from not they their who was no but my our we i",
    "der die das und ist ein eine im mit von zu den dem nicht auf für kein keine am bei zum zur sie er hat ich aber des oder seit",
    "le la les et est un une des du de dans à au avec pour il elle pas son sa chez mais ne sur en l'",
    "el la los las y es un una de del con para por su en no pero está al tiene mi",
    "il lo la e è un una di del della con per non gli suo sua ma nel ha al i che è",
    "o a os as e é um uma de do da com para não seu sua mas no na em tem está ele ela",
    "de het een en is van met op niet bij voor maar zijn haar hij zij geen naar heeft te in aan",
];

pub(super) static LEXICONS: LazyLock<[Lexicon; 7]> = LazyLock::new(|| {
    [
        (true, ENGLISH),
        (false, GERMAN),
        (false, FRENCH),
        (false, SPANISH),
        (false, ITALIAN),
        (false, PORTUGUESE),
        (false, DUTCH),
    ]
    .map(|(english, table)| {
        let mut words = HashMap::new();
        if english {
            verb_forms::forms(&mut words);
        }
        for &(class, list) in table {
            for word in list.split_ascii_whitespace() {
                let entry = words.entry(word.to_owned()).or_insert(0);
                if class & (ADJ | ADV | KIN | PREP) == 0 {
                    *entry &= !NOUNISH;
                }
                *entry |= class;
            }
        }
        Lexicon { words, english }
    })
});

/// In which languages a small word is one, as bits.
pub(super) static LANGUAGE: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut map = HashMap::new();
    for (index, list) in SIGNS.iter().enumerate() {
        for word in list.split_ascii_whitespace() {
            *map.entry(word).or_insert(0) |= 1 << index;
        }
    }
    map
});

/// The classes of an English word.
pub(super) fn english(word: &str) -> Class {
    LEXICONS[0].class(word, false, &mut String::new())
}

/// A finite verb of another language than English, in small letters. What is an English word as well needs a word of that
/// language behind it: "Ana hat eine Katze".
pub(super) fn is_foreign_verb(word: &str, next: &str) -> bool {
    const ENGLISH_TOO: &[&str] = &["hat", "war", "sale", "part", "port", "belt", "halt", "mange"];
    let class = |lexicon: &Lexicon, word: &str| lexicon.words.get(word).copied().unwrap_or(0);
    let (english, others) = LEXICONS.split_at(1);
    let known = |word: &str| english.iter().any(|lexicon| class(lexicon, word) != 0);
    let lower = next.to_lowercase();
    // "Van", "da": short words are more often parts of names.
    if word.chars().count() < 4 && !matches!(word, "ist" | "hat" | "war" | "tem" | "vai" | "vit") {
        return false;
    }
    others.iter().any(|lexicon| {
        let verb = class(lexicon, word) & (FOREIGN | AUX) != 0 && !known(word);
        verb && (!ENGLISH_TOO.contains(&word) || class(lexicon, &lower) != 0 && !known(&lower))
    })
}

/// They end like an adverb.
const NOUNS_IN_LY: &[&str] = &[
    "family", "supply", "reply", "assembly", "bully", "jelly", "belly", "butterfly", "monopoly", "anomaly",
    "melancholy", "holly", "trolley", "doily", "lily", "elderly", "friendly", "lovely", "lively", "silly",
    "ugly", "lonely", "costly", "rally", "ally", "ply", "filly",
];

const ABBREVIATIONS: &[&str] = &[
    "approx", "bldg", "ca", "capt", "cf", "co", "col", "dept", "dhr", "dr", "dra", "ed", "est", "etc", "ext",
    "fig", "fr", "geb", "gen", "hr", "inc", "jr", "lt", "ltd", "m", "max", "mevr", "min", "mme", "mr", "mrs",
    "ms", "mt", "neg", "no", "nos", "nr", "p", "pos", "pp", "prof", "rev", "sgt", "sig", "sr", "sra", "st",
    "str", "tel", "vol", "vs",
];

/// Nouns that a letter may follow: "blood group A", where it is no initial.
const LETTERED: &[&str] = &[
    "group", "room", "plan", "hall", "block", "class", "type", "vitamin", "grade", "gate", "hepatitis",
    "section", "wing", "team", "part", "level", "row", "seat", "option", "appendix", "building", "zone",
    "terminal", "platform", "unit", "flat", "exit", "gruppe", "blutgruppe", "saal", "halle", "trakt", "haus",
    "stiege", "typ", "groupe", "bloc", "porte", "grupo", "sala", "bloque", "gruppo", "scala", "bloco",
    "groep", "zaal",
];

/// A letter behind `word` stands for itself.
pub(super) fn lettered(word: &str) -> bool {
    LETTERED.contains(&word.to_lowercase().as_str())
}

/// An abbreviation that is written with a full stop.
pub(super) fn abbreviation(word: &str) -> bool {
    word.len() <= 6
        && ABBREVIATIONS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok_and(|_| word != "no")
}

/// `text` starts with the name of a month.
pub(super) fn month(text: &str) -> bool {
    let word: String =
        text.chars().take_while(|ch| ch.is_alphabetic()).take(12).flat_map(char::to_lowercase).collect();
    LEXICONS.iter().any(|lexicon| lexicon.words.get(word.as_str()).is_some_and(|class| class & TIME != 0))
}
