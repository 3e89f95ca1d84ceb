//! Titles, particles and the generic words of names.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::non_entity::{WordList, listed};
use crate::unicode::fold;

/// What a word before or after a name says of its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Title {
    /// A form of address or a rank: Mr, Frau, Dr, さん.
    Address,
    /// A role: customer, supplier, captain.
    Role,
}

static ADDRESS: WordList = WordList::new(|| {
    listed(
        " mr mrs ms miss mx mister dr prof professor sir madam madame mme mlle m lady lord dame rev reverend father fr sister \
 brother herr herrn frau hr fr fraulein sr sra srta senor senora senorita don dona dom doutor doutora senhor senhora sig signor signore signora signorina \
 dott dottoressa monsieur mademoiselle mevrouw meneer dhr mevr pan pani pana pane panu panem pani paní slecna bay bayan hanim bey usta effendi hoca \
 khun nai nang sri shri smt shrimati sheikh shaikh hajji haji imam rabbi rav mar gospodin gospozha gospodja gospa \
 kyrios kyria kapitan kapitän captain capt cpt sgt sergeant lt major col colonel gen general judge justice nurse doctor uncle aunt \
 auntie grandma grandpa gran cousin coach pastor officer agent chef господин госпожа г-н г-жа пан пани пані пана доктор д-р капитан профессор \
 госпожо госпожи господина κύριος κυρία κ κα δρ מר גב' גברת ד\"ר דר السيد السيدة الدكتور د أستاذ آقای خانم دکتر श्री श्रीमती डॉ คุณ นาย นาง นางสาว ดร \
 herra rouva neiti ur asszony dr ing mag saint st santa san abba onkel tante tio tia oncle ",
    )
});

static SUFFIX: WordList = WordList::new(|| {
    listed(
        " san sama kun chan sensei ssi nim ji sahib sahab saheb jr sr phd md esq さん 様 さま 氏 君 くん ちゃん 先生 殿 씨 님 선생님 \
 先生 女士 小姐 太太 老师 社長 部長 जी साहब ",
    )
});

static ROLE: WordList = WordList::new(|| {
    listed(
        " customer client supplier vendor carrier applicant user player cook intern witness volunteer guest girl boy man woman patient \
 student teacher driver tenant landlord neighbour neighbor friend colleague boss manager contact employee worker member candidate contractor \
 project product brand company firm shop store bakery restaurant hotel bank school university college city town village country region street \
 river island airport station port harbour office branch depot bureau agency newspaper magazine team club band ship vessel boat flight house \
 farm lab clinic hospital church museum library novel book film song horse mare gelding dog cat pet plumber electrician dentist doctor lawyer \
 notary accountant gardener nurse tutor trainer artist author donor sponsor partner ex husband wife son daughter mother father brother sister \
 uncle aunt cousin repo repository service module account person people name named called kunde kundin firma клиент клиентка компания заказчик ",
    )
});

static PERSON: WordList = WordList::new(|| {
    listed(
        " guide usher host hostess leader speaker scout mate customer client applicant user player cook chef intern witness volunteer guest girl boy man woman lady gentleman patient pupil \
 student teacher driver tenant landlord landlady neighbour neighbor friend colleague boss employee worker candidate contractor horse pony mare gelding \
 stallion foal bull cow heifer calf ox ram ewe goat lamb pig sow boar donkey mule dog puppy bitch hound terrier cat kitten tomcat rabbit hamster parrot budgie ferret \
 tortoise camel llama alpaca elephant pet baby child toddler kid twin husband wife son daughter mother father brother sister uncle aunt auntie cousin \
 nephew niece grandma grandpa granny fiancé fiancée ex plumber electrician doctor lawyer notary accountant gardener nurse tutor trainer author donor painter \
 singer tenor soprano alto bass baritone drummer dancer actor actress writer poet sculptor potter weaver dyer baker butcher carpenter joiner mason \
 miller tailor barber hairdresser builder plasterer roofer glazier sailor skipper captain pilot cadet soldier farmer shepherd fisher fisherman hunter forester \
 ranger climber swimmer runner rower fencer boxer goalkeeper keeper striker coach referee umpire waiter waitress barista bartender cleaner janitor caretaker porter guard \
 warden carer midwife surgeon dentist vet teller clerk secretary treasurer manager director editor translator interpreter researcher lecturer professor \
 engineer programmer developer designer lodger subtenant flatmate roommate housemate widow widower heir buyer seller supporter member applicant fellow apprentice trainee \
 instructor conductor composer organist courier chaplain vicar monk nun mayor inspector detective prisoner inmate refugee resident suspect \
 kunde kundin patientin mitarbeiter mitarbeiterin kollege kollegin nachbar nachbarin lehrer lehrerin schüler schülerin ärztin arzt zahnarzt zahnärztin mieter mieterin \
 köchin koch freund freundin stagiair stagiaire leerling élève apprenti apprentie client cliente voisin voisine collègue patiente paciente vecino vecina amigo amiga \
 alumno alumna aprendiz cliente paziente collega vicino vicina allievo allieva klient klientka pacjent pacjentka uczeń uczennica elev kund kompis \
 клиент клиентка пациент пациентка сосед соседка коллега ученик ученица друг подруга учитель учительница ",
    )
});

static PARTICLES: WordList = WordList::new(|| {
    listed(
        " de del della di da do dos das du des van von vom zu zur den der ten ter het la le las los el al ul an as ad ash et bin ibn bint ben \
 bar abu umm abd san of the and y e i & af av til ud uz oglu kyzy ap ab ferch mac mc o d l na nga ",
    )
});

static GENERIC: WordList = WordList::new(|| {
    listed(
        " gbr partg partgmbb mbb vof snc scp ltd limited inc incorporated corp corporation co company gmbh ag kg ohg ug sa s.a sarl sas sl srl spa s.p.a bv nv plc llc llp lp oy oyj \
 ab as aps a/s kft zrt rt sro s.r.o doo d.o.o ad eood ooo ооо оао зао ао пао тов ип ltda lda pty pte kk pvt тоо оод еоод αε επε ике \
 株式会社 有限会社 (株) 有限公司 公司 主식회사 주식회사 שרכה בעמ שמ ",
    )
});

static KIND: WordList = WordList::new(|| {
    listed(
        " mill mills bank hotel hostel inn guesthouse restaurant cafe café bakery shop store stores school college university institute academy \
 hospital clinic church museum library theatre theater cinema records fabrics logistics optics print printing studio studios group holding \
 holdings foundation association society club union party team bureau agency office works factory foundry brewery winery farm estate oil olive \
 supplies courier couriers motors foods textiles ceramics catering plumbing supermarket supermarkets services solutions systems software technologies labs industries trading transport freight shipping airlines airways railway insurance \
 press publishing books media news times gallery garden gardens park street road avenue square lane quay bay beach river lake mount mountain island bridge airport \
 station port harbour castle tower court village town city county state province district republic kingdom canton ελαιοτριβείο elaiotriveio \
 elaiotrivio ξενοδοχείο τράπεζα εταιρεία ταβέρνα φούρνος shoten shouten syoten kabushiki kaisha bingjia shangdian 商店 商会 餅家 饼家 銀行 银行 ホテル 会社 \
 гостиница банк завод фабрика компания магазин фирма отель olearia frantoio almazara molino moulin mühle muhle bäckerei backerei werke brauerei verlag \
 pension gasthof gasthaus hütte huette stiftung verein universität universitat universität hochschule akademie banca banco banque hôtel boulangerie \
 panaderia panadería panificio forno librería libreria tienda taller officina officine fabrica fábrica fabbrica empresa azienda société societe cabinet \
 atelier maison casa villa palazzo palace house rugs carpets phones ferry line lines tours travel records music sons brothers hermanos fratelli frères \
 söhne syn synowie مصنع بنك فندق شركة مخبز مطعم بانک شرکت هتل ",
    )
});

fn either(list: &WordList, word: &str) -> bool {
    let lower = fold::lower(word);
    let bare = lower.trim_end_matches('.');
    list.contains(bare)
        || (!word.is_ascii()
            && word.chars().any(|c| c.is_ascii_alphabetic())
            && list.contains(fold::plain(word).as_str()))
}

/// Whether the word before or after a name is a form of address.
pub fn address(word: &str) -> bool {
    either(&ADDRESS, word)
}

/// Whether the word, after a name or joined to it by a hyphen, is a form of address.
pub fn suffix(word: &str) -> bool {
    either(&SUFFIX, word)
}

/// A name without a form of address that is joined to it by a hyphen: "Hirose" of "Hirose-san". "Min-ji" is a given name of Korea.
pub fn without_suffix(word: &str) -> Option<&str> {
    const KOREAN: [&str; 22] = [
        "min", "su", "soo", "ye", "yu", "yoo", "eun", "hyun", "hyeon", "yun", "yoon", "da", "seo", "in",
        "young", "yeong", "mi", "hye", "ha", "eu", "yeon", "so",
    ];
    let (stem, end) = word.rsplit_once(['-', '\u{2010}'])?;
    let given = end.eq_ignore_ascii_case("ji") && KOREAN.contains(&stem.to_lowercase().as_str());
    (suffix(end) && !given).then_some(stem)
}

/// Whether the word names a role or a kind of thing.
pub fn role(word: &str) -> bool {
    either(&ROLE, word)
}

/// Whether the word says that a living being bears the name beside it: cellist, tenant, ram.
pub fn person(word: &str) -> bool {
    const MAKERS: [&str; 14] = [
        "ist", "ician", "eer", "woman", "keeper", "maker", "smith", "wright", "monger", "player", "worker",
        "master", "mistress", "herd",
    ];
    let lower = fold::lower(word);
    let lower = lower.strip_prefix("l'").or_else(|| lower.strip_prefix("l’")).unwrap_or(&lower);
    PERSON.contains(lower)
        || lower.len() > 6 && MAKERS.iter().any(|end| lower.ends_with(end)) && !lower.ends_with("list")
}

/// Whether the word says that what bears the name beside it is a book, a film or another work.
pub fn work(word: &str) -> bool {
    static WORKS: WordList = WordList::new(|| {
        listed(
            " novel book film movie play opera musical song album series poem painting story ballad game ballet comic cantata oratorio roman film \
        livre chanson libro novela película buch stück oper lied boek powieść książka роман книга фильм ",
        )
    });
    WORKS.contains(fold::lower(word).as_str())
}

/// The relation by which firms name a second owner, in any language: sons, brothers, daughters, widow, partners.
pub fn relation(word: &str) -> Option<u8> {
    static RELATIONS: LazyLock<[FxHashSet<&'static str>; 5]> = LazyLock::new(|| {
        [
        " son sons sohn söhne soehne syn synowie synove synové syna fils hijo hijos figlio figli filho filhos fill fills zoon zonen zn søn sønner sønn \
          søner son's oğlu oğulları fia fiai fiú pojat poeg pojad fiul fiii sin sinovi sūnūs dēli сын сыновья и сыновья син синове γιος γιοι υιοι בניו وأولاده ",
        " bros bro brothers brother gebr gebrüder gebrueder gebroeders frères freres frere hermanos hnos fratelli flli f.lli irmãos irmaos germans bracia bratři \
          bratia braća brødrene brødre bröderna kardeşler testvérek veljekset frații broliai братья брати братя αδελφοί αφοι אחים إخوان ",
        " daughter daughters tochter töchter fille filles hija hijas figlia figlie filha filhas córka córki dochter dochters datter døtre ",
        " widow witwe wwe veuve vve viuda vedova viúva weduwe wdowa ",
        " partner partners associates compagnie cie co partnerzy socios soci sócios vennoten ",
        ].map(listed)
    });
    let lower = fold::lower(word);
    let lower = lower.trim_end_matches(['.', '\'']);
    RELATIONS.iter().position(|names| names.contains(lower)).map(|at| at as u8)
}

/// Whether the word joins two names of one firm.
pub fn connector(word: &str) -> bool {
    static CONNECTORS: WordList =
        WordList::new(|| listed(" and und et y i e en og och ja ve és es si şi en a и та και "));
    CONNECTORS.contains(fold::lower(word).as_str())
}

/// Whether the word is a street or a square, as a part of its name.
pub fn street(word: &str) -> bool {
    static STREETS: WordList = WordList::new(|| {
        listed(
            " street st road rd avenue ave lane alley row terrace square place court drive crescent boulevard blvd way close gate quay embankment walk \
        highway roundabout strasse straße str allee gasse weg ring platz damm ufer rue place quai via viale piazza corso vicolo calle avenida plaza paseo \
        carrer rua praça praca largo straat laan plein gracht kade ulica ul aleja plac ulice náměstí namesti utca út ut tér ter gata gatan vej gade katu tie \
        caddesi sokak sokağı bulvarı улица ул проспект переулок площадь вулиця οδός οδος πλατεία רחוב شارع ",
        )
    });
    STREETS.contains(fold::lower(word).trim_end_matches('.'))
}

/// Whether the word names a kind of place that a person's name may have been given to: "the town of Zhukov".
pub fn settlement(word: &str) -> bool {
    static SETTLEMENTS: WordList = WordList::new(|| {
        listed(
            " town city village island river lake street road mount mountain county province district region port bay hamlet parish suburb valley cape peninsula \
          stadt dorf insel ville île ciudad pueblo isla città isola miasto wieś město ",
        )
    });
    SETTLEMENTS.contains(fold::lower(word).as_str())
}

/// Whether the word is a particle within names.
pub fn particle(word: &str) -> bool {
    PARTICLES.contains(fold::lower(word).as_str())
}

/// Whether the word is a legal form, which tells no company from another.
pub fn legal_form(word: &str) -> bool {
    either(&GENERIC, word)
}

/// Whether the word says behind the names of partners what they practise together: solicitors, Architekten.
pub fn practice(word: &str) -> bool {
    static PRACTICES: WordList = WordList::new(|| {
        listed(
            " partner partners associates solicitors lawyers attorneys accountants architects surveyors dentists rechtsanwälte rechtsanwältinnen anwälte \
        steuerberater notare ärzte zahnärzte architekten ingenieure avocats notaires architectes médecins abogados notarios arquitectos avvocati notai \
        architetti commercialisti advogados advocaten notarissen architecten ",
        )
    });
    PRACTICES.contains(fold::lower(word).as_str())
}

/// Whether the word names a kind of organisation or place.
pub fn kind(word: &str) -> bool {
    either(&KIND, word)
}
