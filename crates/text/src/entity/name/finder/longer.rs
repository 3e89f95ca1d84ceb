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
    use super::goes_on;

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
}
