//! Whether a name in Han characters that stands in a text goes on there: 王伟 in 王伟东, 田中 in 田中町.

/// What makes a place of a name before it.
const PLACES: &[&str] = &[
    "町", "市", "区", "區", "县", "縣", "村", "省", "州", "郡", "路", "街", "駅", "站", "镇", "鎮", "乡",
    "神社", "大学", "大學", "高校", "小学", "中学",
];
/// Second characters of given names.
const GIVEN: &str = "东東明华華强強军軍平杰涛濤超辉輝刚剛勇峰磊龙龍飞飛鹏鵬斌波宇浩伟偉建国國文志玲芳娜敏静靜丽麗艳艷娟霞秀燕梅琴云雲兰蘭凤鳳洁潔红紅玉萍雪倩婷琳莹瑩颖穎欣怡佳慧蕾薇晨阳陽轩軒博涵泽澤睿鑫森林山海江春生德福贵貴荣榮昌祥瑞安康宁寧";
/// Words that begin with one of these.
const WORDS: &[&str] = &[
    "明天", "明年", "明早", "明晚", "明白", "明确", "平时", "平常", "平均", "生病", "生气", "生日", "生于",
    "生活", "生下", "安排", "安装", "国庆", "春天", "春节", "建议", "建立", "建了", "飞往", "飞到", "飞去",
    "超过", "强调", "静静", "海外", "文章", "志愿", "林业", "山上", "江边", "红了", "荣获", "安静", "安全",
    "海边", "云南", "安徽", "江苏", "江西", "山东", "山西", "海南", "福建", "贵州", "宁波", "宁夏", "杰出",
    "华人", "国外", "国内", "建房", "生了",
];
/// Second characters of surnames that are as long in Japanese: 田中 may be followed by a given name of their own bearer.
const JAPANESE: &str = "中村田野川山木本藤島橋井原上下口谷沢崎林森岡";

/// The most frequent surnames of one character.
const SURNAMES: &str = "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻\
余潘杜戴夏钟鐘汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔";

/// Whether two Han characters may be somebody's name, and it is another's with what stands behind them: 王伟 in 王伟东住在上海.
#[must_use]
pub fn is_of_another(name: &str, behind: &str) -> bool {
    may_be_name(name) && goes_on(name, behind)
}

/// Whether two characters may be a surname and a given name.
#[must_use]
pub fn may_be_name(characters: &str) -> bool {
    characters.chars().count() == 2 && characters.starts_with(|first| SURNAMES.contains(first))
}

/// Tells whether a name of two characters goes on in what stands behind it, simplified.
pub(super) fn goes_on(name: &str, behind: &str) -> bool {
    let mut characters = name.chars();
    let (Some(_), Some(second), None) = (characters.next(), characters.next(), characters.next()) else {
        return false;
    };
    let place = PLACES.iter().any(|place| behind.starts_with(place));
    let given =
        behind.starts_with(|next| GIVEN.contains(next)) && !WORDS.iter().any(|word| behind.starts_with(word));
    place || given && !JAPANESE.contains(second)
}

#[cfg(test)]
mod tests {
    use super::{goes_on, is_of_another, may_be_name};

    #[test]
    fn another_character_makes_another_name() {
        for (name, behind) in [("王伟", "东住在上海"), ("李娜", "颖爱喝茶"), ("田中", "町に住む")]
        {
            assert!(goes_on(name, behind), "{name}{behind}");
        }
        for (name, behind) in [
            ("王伟", "住在北京"),
            ("王伟", "明天来"),
            ("王伟", "的生日"),
            ("王伟", ""),
            ("田中", "明さん"),
            ("王小明", "东"),
            ("田中", "さん"),
        ] {
            assert!(!goes_on(name, behind), "{name}{behind}");
        }
    }

    #[test]
    fn a_name_begins_with_a_surname() {
        assert!(may_be_name("王伟") && may_be_name("陳明"));
        for other in ["手机", "王", "王小明", "", "Li"] {
            assert!(!may_be_name(other), "{other}");
        }
        assert!(is_of_another("王伟", "东住在上海") && !is_of_another("王伟", "住在上海"));
        assert!(!is_of_another("手机", "东"));
    }
}
