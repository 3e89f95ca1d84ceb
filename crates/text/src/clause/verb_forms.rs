//! Common English verbs and their forms.

use std::collections::HashMap;

use super::word_class::{BASE, Class, ING, NOUNISH, PART, PAST, THIRD};

/// Regular verbs that are seldom nouns.
const REGULAR: &str = "correct interest flood leak hum drip creak bark sag crackle accept add adjust admit adopt advise agree align allow announce apply approve argue arrange arrive ask assign \
    assist attach attend avoid bake bathe belong boil borrow bother carry cause celebrate chair chase clean clear close collect \
    combine commute compare compete complain complete conduct confirm connect consist contain continue cover crackle create cross dance \
    decide decline declare dedicate deliver demand deny depart depend deploy describe deserve design destroy detest develop die \
    disable discuss dislike divide donate drain drop earn edit employ enable encrypt end enjoy enter escort establish exceed \
    exclude exist expect expire explain face fail fetch fill finish fit fix follow forward found gather generate govern graduate \
    grill guard handle happen hate heat hire host identify ignore import include inform inherit insist inspect install insure \
    introduce invent invite iron issue join jump kick kill kiss knit knock lack land last launch learn lick lie like limit \
    list listen live load lock log look love maintain manage marry mend mention migrate mind moderate monitor move need nest \
    notify obey observe obtain occupy occur offer open operate order organise organize own pack paint pass perform \
    phone place plan plant play point possess pour prefer prepare prescribe present prevent print produce promise promote protect \
    prove provide publish pull purchase push qualify raise reach receive recommend record recover refuse refer register rehearse \
    relate release remain remember remove renew rent repair replace reply report represent request require rescue reserve resign \
    resolve respond rest restore retain retire return review roll rotate rule rush sail save schedule score seal search seat \
    select seem serve settle share shave shift ship sign ski skip smoke snore solve sort spoil sponsor start state stay step stock \
    stop store study subscribe suffer suggest suit supervise supply support suspect swap sweat switch talk taste tend test thank \
    tie tour train transfer translate travel treat trust try tune turn type use vanish visit volunteer vote wait walk want warn wash \
    waste watch water weigh welcome whisper wipe wish work worry wrap yell climb cook cycle drum express fish flicker \
    function garden govern haunt juggle lecture limp loan lodge loathe lunch marinate measure miss nod nominate parade park \
    patrol perch pitch practise practice preach process queue react recite recycle referee repeat rinse scan squeak stack \
    stain stamp stammer starve stir stitch strip stroke struggle stutter surf swallow swap tick tidy toast total touch tow trade \
    trim tutor twist unlock update upload vary view wander weld whistle adore allocate analyse appear assume audit await ban \
    book call cancel change charge chat check claim code coach comment compose concern contact control copy count crash cure damage date \
    delay delete dial direct display document dress drift dry dye dust edit email estimate exchange exercise export fax \
    feature file film finance flag float flow focus force form fund gain glaze grade greet group guess guide harm head \
    help hope house hunt improve increase influence interview invest invoice jog judge label lease level lift light link lobby \
    mail map mark market massage master match matter merge milk model murder name note notice number object page partner pet \
    photograph pick pilot poll post preserve press price prize profit program question quote race rain range rank rate reason \
    refund regret remark result reward risk rock row sample sand scare scratch screen season section secure \
    ship shop shout shower skate slice smell smile snow sound space spot spray staff stage star station \
    stream stress style sum surprise tail tag tap target task tax team tip title tool top trace track trap trick trip trouble tutor \
    value voice wave wire wonder yield zone clash freelance subscribe juggle nap fast cater compile archive lint prune refactor \
    resell reside reuse bill cap nurse fence double triple mentor co-own \
    farm owe react rake solo captain mow quarrel chop groom hoe plough harvest brew distil moor dock paddle assemble varnish polish sharpen \
    restock inject dose vaccinate diagnose confess vouch testify sue contest arrest co-sign rely inspire oppose reject endorse assess \
    adapt boost deliver distribute empty fuel glue grind hem launder mop nail oversleep peel pickle pluck rehome roast sand scrub";

/// Forms of `REGULAR` that are as often nouns.
const NOUNS: &str = "interest flood end face fail fit fix guard heat host iron issue jump kick kiss knock lack land last lick lie limit list load lock \
    log look mind move nest offer order pack paint pass place plan plant play point pour present print produce \
    promise pull purchase push raise record release rent repair reply report request rescue reserve rest return review roll rule \
    rush sail save schedule score seal search seat shift ship sign ski smoke sort sponsor start state stay step stock stop \
    store study supply support suspect swap sweat switch talk taste tend test tie tour train transfer travel treat trust try tune turn \
    type use visit volunteer vote wait walk warn wash waste watch water welcome whisper wish work worry wrap climb cook cycle drum \
    express fish function garden lecture limp loan lodge lunch measure miss nod parade park patrol perch pitch practice \
    process queue referee repeat scan squeak stack stain stamp stitch strip stroke struggle surf tick toast total touch tow trade trim \
    tutor twist update upload view whistle audit ban book call change charge chat check claim code coach comment concern contact control \
    copy count crash cure damage date delay dial display document dress drift dye dust email estimate exchange exercise export fax feature \
    file film finance flag float flow focus force form fund gain glaze grade group guess guide harm head help hope house hunt import \
    increase influence interview invoice judge label lease level lift light link lobby mail map mark market massage master match matter milk \
    model murder name note notice number object page partner pet photograph pick pilot poll post press price prize profit program question \
    quote race rain range rank rate reason refund regret remark result reward risk rock row sample sand scare scratch screen season section \
    shop shout shower skate slice smell smile snow sound space spot spray staff stage star station stream stress style sum surprise \
    tail tag tap target task tax team tip title tool top trace track trap trick trip trouble value voice wave wire wonder yield zone clash nap \
    fast cater archive bill cap nurse fence double triple mentor board cover design drop face open clean clear close dance demand \
    express phone chair forward drain divide water prune juggle";

/// base, past, participle of irregular verbs; the flag tells that the base is often a noun.
const IRREGULAR: &[(&str, &str, &str, bool)] = &[
    ("beat", "beat", "beaten", true),
    ("become", "became", "become", false),
    ("begin", "began", "begun", false),
    ("bend", "bent", "bent", true),
    ("bind", "bound", "bound", false),
    ("bite", "bit", "bitten", true),
    ("bleed", "bled", "bled", false),
    ("blow", "blew", "blown", true),
    ("break", "broke", "broken", true),
    ("breed", "bred", "bred", false),
    ("bring", "brought", "brought", false),
    ("build", "built", "built", false),
    ("burn", "burnt", "burnt", true),
    ("buy", "bought", "bought", false),
    ("catch", "caught", "caught", true),
    ("choose", "chose", "chosen", false),
    ("come", "came", "come", false),
    ("cost", "cost", "cost", true),
    ("cut", "cut", "cut", true),
    ("deal", "dealt", "dealt", true),
    ("draw", "drew", "drawn", true),
    ("drink", "drank", "drunk", true),
    ("drive", "drove", "driven", true),
    ("eat", "ate", "eaten", false),
    ("fall", "fell", "fallen", true),
    ("feed", "fed", "fed", false),
    ("feel", "felt", "felt", false),
    ("fight", "fought", "fought", true),
    ("find", "found", "found", false),
    ("fly", "flew", "flown", true),
    ("forget", "forgot", "forgotten", false),
    ("freeze", "froze", "frozen", false),
    ("get", "got", "got", false),
    ("give", "gave", "given", false),
    ("go", "went", "gone", false),
    ("grow", "grew", "grown", false),
    ("hang", "hung", "hung", false),
    ("hear", "heard", "heard", false),
    ("hide", "hid", "hidden", false),
    ("hit", "hit", "hit", true),
    ("hold", "held", "held", false),
    ("hurt", "hurt", "hurt", false),
    ("keep", "kept", "kept", false),
    ("know", "knew", "known", false),
    ("lay", "laid", "laid", false),
    ("lead", "led", "led", true),
    ("lean", "leant", "leant", false),
    ("leave", "left", "left", true),
    ("lend", "lent", "lent", false),
    ("let", "let", "let", false),
    ("lose", "lost", "lost", false),
    ("make", "made", "made", false),
    ("mean", "meant", "meant", true),
    ("meet", "met", "met", false),
    ("oversee", "oversaw", "overseen", false),
    ("pay", "paid", "paid", true),
    ("put", "put", "put", false),
    ("quit", "quit", "quit", false),
    ("read", "read", "read", false),
    ("ride", "rode", "ridden", true),
    ("ring", "rang", "rung", true),
    ("rise", "rose", "risen", true),
    ("run", "ran", "run", true),
    ("say", "said", "said", false),
    ("see", "saw", "seen", false),
    ("sell", "sold", "sold", false),
    ("send", "sent", "sent", false),
    ("set", "set", "set", true),
    ("shake", "shook", "shaken", true),
    ("shine", "shone", "shone", false),
    ("shoot", "shot", "shot", true),
    ("show", "showed", "shown", true),
    ("shut", "shut", "shut", false),
    ("sing", "sang", "sung", false),
    ("sink", "sank", "sunk", true),
    ("sit", "sat", "sat", false),
    ("sleep", "slept", "slept", false),
    ("speak", "spoke", "spoken", false),
    ("spell", "spelt", "spelt", true),
    ("spend", "spent", "spent", false),
    ("split", "split", "split", true),
    ("spread", "spread", "spread", true),
    ("stand", "stood", "stood", true),
    ("steal", "stole", "stolen", false),
    ("stick", "stuck", "stuck", true),
    ("strike", "struck", "struck", true),
    ("sweep", "swept", "swept", true),
    ("swim", "swam", "swum", false),
    ("swing", "swung", "swung", true),
    ("take", "took", "taken", false),
    ("teach", "taught", "taught", false),
    ("tear", "tore", "torn", true),
    ("tell", "told", "told", false),
    ("think", "thought", "thought", false),
    ("throw", "threw", "thrown", true),
    ("understand", "understood", "understood", false),
    ("wake", "woke", "woken", false),
    ("wear", "wore", "worn", false),
    ("weave", "wove", "woven", false),
    ("win", "won", "won", true),
    ("wind", "wound", "wound", true),
    ("write", "wrote", "written", false),
];

/// Third person singular of a base form.
pub(super) fn third(base: &str) -> String {
    let bytes = base.as_bytes();
    let vowel = |index: usize| bytes.get(index).is_some_and(|byte| b"aeiou".contains(byte));
    if base.ends_with('y') && base.len() > 1 && !vowel(base.len() - 2) {
        format!("{}ies", &base[..base.len() - 1])
    } else if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end)) {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

/// Base form of a third person singular: "touches" to "touch".
pub(super) fn base(third_person: &str) -> Option<String> {
    if let Some(stem) = third_person.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    for end in ["sses", "xes", "zes", "ches", "shes", "oes"] {
        if third_person.ends_with(end) {
            return Some(third_person[..third_person.len() - 2].to_owned());
        }
    }
    third_person.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s')).map(str::to_owned)
}

/// Base form of an irregular past or participle.
pub(super) fn present(past: &str) -> Option<&'static str> {
    IRREGULAR.iter().find(|verb| verb.1 == past || verb.2 == past).map(|verb| verb.0)
}

fn add(words: &mut HashMap<String, Class>, form: String, class: Class) {
    *words.entry(form).or_insert(0) |= class;
}

fn stem_e(base: &str) -> &str {
    base.strip_suffix('e').unwrap_or(base)
}

fn doubled(base: &str) -> Option<String> {
    let bytes = base.as_bytes();
    let [.., a, b, c] = bytes else { return None };
    let vowel = |byte: &u8| b"aeiou".contains(byte);
    (!vowel(c) && !b"wxy".contains(c) && vowel(b) && !vowel(a) && base.len() <= 5)
        .then(|| format!("{base}{}", char::from(*c)))
}

/// Adds the forms of all verbs to `words`.
pub(super) fn forms(words: &mut HashMap<String, Class>) {
    let nouns: std::collections::HashSet<&str> = NOUNS.split_ascii_whitespace().collect();
    for base in REGULAR.split_ascii_whitespace() {
        let noun = if nouns.contains(base) { NOUNISH } else { 0 };
        add(words, base.to_owned(), BASE | noun);
        add(words, third(base), THIRD | noun);
        let past = if base.ends_with('e') {
            format!("{base}d")
        } else if let Some(stem) = base.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
        {
            format!("{stem}ied")
        } else {
            format!("{}ed", doubled(base).unwrap_or_else(|| base.to_owned()))
        };
        add(words, past, PAST | PART);
        let stem = doubled(base).unwrap_or_else(|| stem_e(base).to_owned());
        add(words, format!("{stem}ing"), ING);
    }
    for &(base, past, participle, noun) in IRREGULAR {
        let noun = if noun { NOUNISH } else { 0 };
        add(words, base.to_owned(), BASE | noun);
        add(words, third(base), THIRD | noun);
        add(words, past.to_owned(), PAST);
        add(words, participle.to_owned(), PART);
        let stem = doubled(base).unwrap_or_else(|| stem_e(base).to_owned());
        add(words, format!("{stem}ing"), ING);
    }
}
