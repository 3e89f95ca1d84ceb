//! Small words and verbs of a sentence that tell whether the word beside them is a name.

pub(in crate::entity::name) fn one_of(list: &str, word: &str) -> bool {
    !word.is_empty() && list.contains(word) && list.split_whitespace().any(|w| w == word)
}

/// Words that are no name at the head of a sentence.
pub(in crate::entity::name) const FUNCTION: &str = "the a an this that these those my your his her its our their some any no every each another which what who whose whom i you \
 he she it we they me him us them and or but if as than so because although though while when where why how whether since until after before \
 during in on at for from by with without about into over under between against of to not never nobody nothing nowhere anyone anybody anything \
 everyone everybody everything someone somebody something there here now then soon again also only even still yet already almost perhaps maybe \
 please yesterday today tomorrow tonight one two three four five six seven eight nine ten all both either neither none many most few several \
 once twice often always usually sometimes later meanwhile instead however therefore";

/// Words that at the head of a sentence order something of who is named next.
pub(in crate::entity::name) const ORDERS: &str = "ask tell give send call pay write remind thank meet email ring visit invite forget erase delete remove purge drop cancel help \
 refund feed bring wake fetch follow trust see watch hear find join show teach answer inform notify warn contact phone text let make keep put";

pub(in crate::entity::name) const VERBS: &str = "is was has had does did says said wants wanted asked asks told tells thinks likes loves hates works worked lives lived sits sings \
 plays played pays paid owes sends sent brings brought takes took gets got needs needed will would can could should may might must never always \
 still also hasn't isn't doesn't won't can't keeps kept leaves left came comes went goes met meets called calls rang rings knows knew wrote writes \
 made makes gave gives bought buys sold sells signed signs runs ran teaches taught drives drove collects collected moved moves prefers speaks spoke \
 stays and who whose agreed prefers borrowed lent returned booked ordered delivers delivered repairs cut cuts looks looked heads leads reads read \
 won lost found finds studies wears rides fell falls turned starts started visits visited hosts cooks bakes knits waits";
