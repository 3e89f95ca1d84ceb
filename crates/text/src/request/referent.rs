//! Whether words refer to anything: "everything", "it" and "all the notes" name nothing by themselves.

use super::phrase_match::{words, words_of};

/// Words that name nothing by themselves: what stands for all there is, pronouns, articles, and what is said of memory.
const EMPTY: &str = " everything all anything any each every whatever whole entire complete lot bit else rest one ones \
    the a an of it its itself them they this that these those there here him he her she his you your yours i we us our \
    know known knows have has had got is are was were in on about for from to with and so please now just what which ever \
    stored saved kept remembered remember recorded noted store file system too again completely memory memories \
    alles alle allen das die der den dem es ihn ihr ihnen sie er was du weißt wir wissen über von zu gesamte ganze erinnerungen \
    tout toute tous toutes ce que tu sais le la les il elle elles ils lui eux sur souvenirs mémoire \
    todo todos toda todas lo los las el ella ello ellos ellas que sabes sobre recuerdos memoria \
    tutto tutti tutta tutte quello che sai gli lo ricordi \
    tudo o a os as ele ela eles elas sabes memórias memória \
    het hem haar hen ze zij wat je weet over van herinneringen geheugen \
    всё все его её ее их это что ты знаешь о об всю память воспоминания \
    wszystko wszystkie to go ją ich co wiesz wspomnienia pamięć \
    全部 すべて 全て 所有 一切 모두 전부 ";

/// Nouns that name nothing behind a word for all: "all notes".
const RECORDS: &str = " note notes record records entry entries data information info fact facts thing things stuff content contents \
    knowledge row rows line lines item items file files detail details notizen daten einträge informationen notes données \
    informations entrées fiches notas datos registros entradas note dati voci dados notities gegevens записи данные заметки \
    notatki wpisy dane ";

const ALL_WORDS: &str = " everything all anything every each whole entire alles alle tout toute tous toutes todo todos toda todas tutto tutti tutta \
    tutte tudo всё все всю wszystko wszystkie ";

/// Whether words mean all records of what was said before: "its records".
pub(super) fn is_all_of_it(core: &str) -> bool {
    const OF_IT: &[&str] = &["his", "her", "their", "its"];
    let words = words(core);
    let Some((first, nouns)) = words.split_first() else { return false };
    let records = |word: &String| RECORDS.contains(&format!(" {word} "));
    OF_IT.contains(&first.as_str()) && !nouns.is_empty() && nouns.iter().all(records)
}

/// Whether words name nothing that could be looked for.
pub(super) fn names_nothing(core: &str) -> bool {
    let among = |list: &str, word: &String| list.contains(&format!(" {word} "));
    let mut words = Vec::new();
    for word in words_of(core) {
        // Most texts name something early on.
        if !among(EMPTY, &word) && !among(RECORDS, &word) {
            return false;
        }
        words.push(word);
    }
    // "The van": what is a word of no weight elsewhere is a thing behind an English article.
    if let [article, thing] = words.as_slice()
        && ["the", "a", "an", "my", "our"].contains(&article.as_str())
        && !["memory", "memories", "lot", "rest", "whole", "one", "ones"].contains(&thing.as_str())
    {
        return false;
    }
    let all = words.iter().any(|word| among(ALL_WORDS, word));
    words.iter().all(|word| among(EMPTY, word) || all && among(RECORDS, word))
}

/// Whether words have one for all there is.
pub(super) fn names_all(core: &str) -> bool {
    words(core).iter().any(|word| ALL_WORDS.contains(&format!(" {word} ")))
}
