//! Closed lists of what names are made of: given names, titles, legal forms, and capitalised words that name no entity.

pub(crate) mod attribute;
pub(crate) mod gender;
pub(crate) mod given_name;
pub(crate) mod non_entity;
pub(crate) mod title;

/// Whether the word is a known first name.
pub(crate) fn is_first_name(word: &str) -> bool {
    gender::of_name(word).is_some() || !given_name::lookup(&given_name::fold_key(word)).is_empty()
}

/// Whether the word makes a company of the names before it: Ltd, Sons, Partners.
pub(crate) fn is_of_company(word: &str) -> bool {
    const KIN: [&str; 12] = [
        "sons", "son", "söhne", "sohn", "daughters", "brothers", "bros", "cie", "fils", "figli", "hijos",
        "filhos",
    ];
    let plain = word.trim_end_matches('.');
    title::legal_form(word) || title::practice(plain) || KIN.contains(&plain.to_lowercase().as_str())
}
