//! First names and forms of address that tell a woman from a man.

use super::non_entity::{WordList, listed};
use super::title;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};

/// What a first name or a form of address says of its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    /// A woman or a girl.
    Woman,
    /// A man or a boy.
    Man,
}

/// First names that women alone bear, in every language in which they are common.
static WOMEN: WordList = WordList::new(|| {
    listed(
        " mary jane anne anna elizabeth elisabeth margaret katherine catherine kathryn susan linda barbara patricia jennifer jessica \
 sarah rebecca rachel emma emily olivia sophia sofia isabella charlotte amelia alice lucy lily grace hannah ella eva chloe zoe \
 victoria helen ruth rose dorothy nancy betty sandra karin deborah laura julia julie christine christina caroline diana amy angela \
 melissa stephanie nicole michelle samantha amanda heather megan martha edith florence agnes ellen eleanor harriet frances barbara \
 jacqueline josephine judith louise matilda penelope pamela rosemary sheila sally virginia wendy winifred abigail beatrice bridget \
 cynthia deirdre siobhan sinead aoife maeve fiona moira peggy molly holly hazel ivy daisy violet \
 ursula sabine petra heike birgit monika renate ingrid gudrun helga hildegard gertrud brigitte susanne katharina franziska johanna \
 magdalena theresia lena leonie lea mia greta frieda ilse jutta anke silke ulrike claudia martina daniela stefanie tanja anja \
 marie jeanne helene marguerite genevieve francoise brigitte sylvie chantal nathalie isabelle veronique monique madeleine celine \
 amelie chloe manon elodie aurelie sandrine helena \
 maria ana isabel lucia elena marta paula pilar dolores mercedes concepcion teresa rosa beatriz raquel cristina ines \
 francesca chiara giulia giovanna giuseppina alessandra silvia paola federica elisa roberta martina bianca \
 joana catarina fernanda luciana mariana gabriela adriana juliana \
 johanna wilhelmina hendrika annelies marijke saskia femke sanne maaike \
 katarzyna agnieszka malgorzata joanna zofia krystyna barbara ewa jadwiga alicja hanna \
 tatiana natalia ekaterina olga irina svetlana anastasia galina ludmila ksenia ",
    )
});

/// First names that men alone bear, in every language in which they are common.
static MEN: WordList = WordList::new(|| {
    listed(
        " john james robert michael william david richard joseph thomas charles christopher matthew anthony mark donald steven stephen \
 andrew paul joshua kenneth kevin brian george edward ronald timothy jason jeffrey jacob gary nicholas eric jonathan larry justin scott \
 brandon benjamin gregory frank raymond patrick alexander jack dennis peter henry walter arthur albert harold philip phillip hugh oliver \
 harry oscar leonard nathan adam daniel samuel simon martin roger graham keith duncan angus malcolm declan sean liam cormac fergus \
 hans peter klaus jurgen juergen wolfgang dieter manfred horst werner gunther gunter heinz helmut gerhard karl karlheinz friedrich wilhelm \
 heinrich otto ernst rolf uwe bernd stefan thomas andreas matthias markus sebastian florian tobias lukas felix maximilian johannes \
 pierre jacques michel philippe alain bernard francois henri louis marcel olivier laurent thierry pascal guillaume nicolas \
 mathieu antoine julien etienne \
 juan carlos jose luis miguel antonio manuel francisco javier fernando rafael pedro pablo diego alejandro sergio alvaro enrique ramon \
 giovanni giuseppe marco luca paolo francesco alessandro antonio roberto stefano mario luigi matteo lorenzo pietro giorgio riccardo \
 joao paulo rui tiago duarte vasco \
 pieter willem hendrik kees gerrit joost maarten bram sjoerd \
 piotr krzysztof tomasz pawel marcin wojciech jakub grzegorz stanislaw zbigniew \
 ivan sergei sergey dmitri dmitry vladimir boris oleg igor pavel anatoly konstantin mikhail ",
    )
});

static TITLES_OF_WOMEN: WordList = WordList::new(|| {
    listed(
        " mrs ms miss madam madame mme mlle mademoiselle lady dame aunt auntie grandma frau fraulein sra srta senora senorita senhora dona \
 signora signorina dottoressa mevrouw mevr tia tante pani slecna bayan hanim gospozha gospodja gospa kyria shrimati smt rouva neiti \
 госпожа госпожи г-жа пані κυρία κα ",
    )
});

static TITLES_OF_MEN: WordList = WordList::new(|| {
    listed(
        " mr mister sir lord uncle grandpa herr herrn hr monsieur sr senor senhor don dom signor signore sig meneer dhr tio onkel oncle \
 pan panem bay bey gospodin kyrios shri herra господин господина г-н κύριος ",
    )
});

fn of(word: &str, women: &WordList, men: &WordList) -> Option<Sex> {
    let latin = word.chars().find_map(crate::unicode::token::script) == Some(Script::Latin);
    let folded = if latin { fold::plain(word) } else { fold::lower(word) };
    match (women.contains(folded.as_str()), men.contains(folded.as_str())) {
        (true, false) => Some(Sex::Woman),
        (false, true) => Some(Sex::Man),
        _ => None,
    }
}

/// Whose first name it is, where nobody of the other sex bears it.
pub(crate) fn of_name(word: &str) -> Option<Sex> {
    of(word, &WOMEN, &MEN)
}

/// Who is addressed so.
pub(crate) fn of_title(word: &str) -> Option<Sex> {
    of(word, &TITLES_OF_WOMEN, &TITLES_OF_MEN)
}

/// Whether the forms of address before token `at` are for the other sex only: "Mr and Mrs" are for both.
pub(crate) fn addresses_other(sex: Sex, text: &str, toks: &[Token<'_>], at: usize) -> bool {
    let close = |a: usize, b: usize| {
        text[toks[a].span.end..toks[b].span.start]
            .chars()
            .all(|c| matches!(c, ' ' | '.' | '&' | '+' | '/' | '\u{a0}'))
    };
    let mut said = Vec::new();
    let mut k = at;
    while let Some(p) = k.checked_sub(1).filter(|&p| close(p, k)) {
        let joins = k < at && title::connector(toks[p].text) && p > 0 && title::address(toks[p - 1].text);
        if title::address(toks[p].text) {
            said.extend(of_title(toks[p].text));
        } else if !joins {
            break;
        }
        k = p;
    }
    !said.is_empty() && said.iter().all(|one| *one != sex)
}
