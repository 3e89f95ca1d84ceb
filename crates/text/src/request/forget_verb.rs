//! Verbs that order to forget, in English and in other languages.

/// Verbs that ask to forget.
pub(super) const VERBS: &[&str] = &[
    "forget", "drop", "delete", "erase", "remove", "purge", "release", "discard", "disregard", "wipe",
    "scrub", "clear", "strike", "unlearn", "let go of", "get rid of", "throw away", "throw out",
];

pub(super) const GERUNDS: &[&str] = &[
    "forgetting", "dropping", "deleting", "erasing", "removing", "purging", "releasing", "discarding",
    "wiping", "clearing", "losing", "touching",
];

/// Orders to forget in other languages.
pub(super) const ELSEWHERE: &[&str] = &[
    "vergiss", "vergesst", "vergessen sie", "lösche", "lösch", "löscht", "löschen sie", "entferne",
    "entfernen sie", "oublie", "oubliez", "efface", "effacez", "supprime", "supprimez", "olvida", "olvide",
    "olvidad", "borra", "borre", "borrad", "elimina", "elimine", "esquece", "esqueça", "apaga", "apague",
    "dimentica", "dimenticate", "cancella", "cancellate", "eliminate", "vergeet", "verwijder", "zapomnij",
    "usuń", "skasuj", "забудь", "забудьте", "удали", "удалите", "сотри", "сотрите", "wis", "glöm", "radera",
    "ta bort", "glem", "slett", "slet", "zapomeň", "smaž", "vymaž", "видали", "видаліть", "ξέχασε", "ξέχνα",
    "διάγραψε", "σβήσε", "unohda", "poista", "felejtsd el", "felejts el", "felejtse el", "töröld",
    "töröld ki", "törölj", "törölje", "zabudni", "odstráň", "odstraň", "zaboravi", "obriši", "izbriši",
    "ukloni", "pozabi", "pamiršk", "ištrink", "pašalink", "забути", "зітри", "uită", "șterge", "انس", "احذف",
    "שכח", "תשכח", "מחק", "lupakan", "hapus", "quên", "hãy quên", "xóa", "xoá",
];

/// An infinitive that ends an order.
pub(super) const INFINITIVES_BEHIND: &[&str] = &[
    "zu löschen", "zu vergessen", "zu entfernen", "te verwijderen", "te vergeten", "te wissen", "löschen",
    "vergessen", "entfernen", "vergeten", "verwijderen", "wissen",
];
