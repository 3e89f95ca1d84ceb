//! What a script needs before its words can be compared by sound.

pub mod affix;
mod cantonese;
pub mod han;
pub mod hangul;
pub mod indic;
pub mod kana;
mod pinyin;
mod simplified;
pub mod thai;
mod wade_giles;
