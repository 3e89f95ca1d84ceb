//! Titles, particles and the generic words of names.

use super::fold;

/// What a word before or after a name says of its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Title {
    /// A form of address or a rank: Mr, Frau, Dr, さん.
    Address,
    /// A role: customer, supplier, captain.
    Role,
}

const ADDRESS: &str = " mr mrs ms miss mx mister dr prof professor sir madam madame mme mlle m lady lord dame rev reverend father fr sister \
 brother herr frau hr fr fraulein sr sra srta senor senora senorita don dona dom doutor doutora sig signor signora signorina \
 dott dottoressa monsieur mademoiselle mevrouw meneer dhr mevr pan pani pana pane panu panem pani paní slecna bay bayan hanim bey usta effendi hoca \
 khun nai nang sri shri smt shrimati sheikh shaikh hajji haji imam rabbi rav mar gospodin gospozha gospodja gospa \
 kyrios kyria kapitan kapitän captain capt cpt sgt sergeant lt major col colonel gen general judge justice nurse doctor uncle aunt \
 auntie grandma grandpa gran cousin coach pastor officer agent chef господин госпожа г-н г-жа пан пани пані пана доктор д-р капитан профессор \
 госпожо госпожи господина κύριος κυρία κ κα δρ מר גב' גברת ד\"ר דר السيد السيدة الدكتور د أستاذ آقای خانم دکتر श्री श्रीमती डॉ คุณ นาย นาง นางสาว ดร \
 herra rouva neiti ur asszony dr ing mag saint st santa san abba onkel tante tio tia oncle ";

const SUFFIX: &str = " san sama kun chan sensei ssi nim ji sahib sahab saheb jr sr phd md esq さん 様 さま 氏 君 くん ちゃん 先生 殿 씨 님 선생님 \
 先生 女士 小姐 太太 老师 社長 部長 जी साहब ";

const ROLE: &str = " customer client supplier vendor carrier applicant user player cook intern witness volunteer guest girl boy man woman patient \
 student teacher driver tenant landlord neighbour neighbor friend colleague boss manager contact employee worker member candidate contractor \
 project product brand company firm shop store bakery restaurant hotel bank school university college city town village country region street \
 river island airport station port harbour office branch depot bureau agency newspaper magazine team club band ship vessel boat flight house \
 farm lab clinic hospital church museum library novel book film song horse mare gelding dog cat pet plumber electrician dentist doctor lawyer \
 notary accountant gardener nurse tutor trainer artist author donor sponsor partner ex husband wife son daughter mother father brother sister \
 uncle aunt cousin repo repository service module account person people name named called kunde kundin firma клиент клиентка компания заказчик ";

const PARTICLES: &str = " de del della di da do dos das du des van von vom zu zur den der ten ter het la le las los el al ul an as ad ash et bin ibn bint ben \
 bar abu umm abd san of the and y e i & af av til ud uz oglu kyzy mac mc o d l na nga ";

const GENERIC: &str = " ltd limited inc incorporated corp corporation co company gmbh ag kg ohg ug sa s.a sarl sas sl srl spa s.p.a bv nv plc llc llp lp oy oyj \
 ab as aps a/s kft zrt rt sro s.r.o doo d.o.o ad eood ooo ооо оао зао ао пао тов ип ltda lda pty pte kk pvt тоо оод еоод αε επε ике \
 株式会社 有限会社 (株) 有限公司 公司 主식회사 주식회사 שרכה בעמ שמ ";

const KIND: &str = " mill mills bank hotel hostel inn guesthouse restaurant cafe café bakery shop store stores school college university institute academy \
 hospital clinic church museum library theatre theater cinema records fabrics logistics optics print printing studio studios group holding \
 holdings foundation association society club union party team bureau agency office works factory foundry brewery winery farm estate oil olive \
 supplies courier couriers motors foods textiles ceramics catering plumbing supermarket supermarkets services solutions systems software technologies labs industries trading transport freight shipping airlines airways railway insurance \
 press publishing books media news times gallery garden gardens park street road avenue square lane quay bay beach river lake mountain island bridge airport \
 station port harbour castle tower court village town city county state province district republic kingdom canton ελαιοτριβείο elaiotriveio \
 elaiotrivio ξενοδοχείο τράπεζα εταιρεία ταβέρνα φούρνος shoten shouten syoten kabushiki kaisha bingjia shangdian 商店 商会 餅家 饼家 銀行 银行 ホテル 会社 \
 гостиница банк завод фабрика компания магазин фирма отель olearia frantoio almazara molino moulin mühle muhle bäckerei backerei werke brauerei verlag \
 pension gasthof gasthaus hütte huette stiftung verein universität universitat universität hochschule akademie banca banco banque hôtel boulangerie \
 panaderia panadería panificio forno librería libreria tienda taller officina officine fabrica fábrica fabbrica empresa azienda société societe cabinet \
 atelier maison casa villa palazzo palace house rugs carpets phones ferry line lines tours travel records music sons brothers hermanos fratelli frères \
 söhne syn synowie مصنع بنك فندق شركة مخبز مطعم بانک شرکت هتل ";

fn has(list: &str, word: &str) -> bool {
    !word.is_empty()
        && !word.contains(char::is_whitespace)
        && list.match_indices(word).any(|(i, _)| {
            let (b, e) = (list[..i].chars().next_back(), list[i + word.len()..].chars().next());
            b == Some(' ') && e == Some(' ')
        })
}

fn either(list: &'static str, word: &str) -> bool {
    let lower = fold::lower(word);
    let bare = lower.trim_end_matches('.');
    has(list, bare)
        || (!word.is_ascii()
            && word.chars().any(|c| c.is_ascii_alphabetic())
            && has(list, &fold::plain(word)))
}

/// Whether the word before or after a name is a form of address.
pub fn address(word: &str) -> bool {
    either(ADDRESS, word)
}

/// Whether the word, after a name or joined to it by a hyphen, is a form of address.
pub fn suffix(word: &str) -> bool {
    either(SUFFIX, word)
}

/// Whether the word names a role or a kind of thing.
pub fn role(word: &str) -> bool {
    either(ROLE, word)
}

/// Whether the word is a particle within names.
pub fn particle(word: &str) -> bool {
    has(PARTICLES, &fold::lower(word))
}

/// Whether the word is a legal form, which tells no company from another.
pub fn legal_form(word: &str) -> bool {
    either(GENERIC, word)
}

/// Whether the word names a kind of organisation or place.
pub fn kind(word: &str) -> bool {
    either(KIND, word)
}
