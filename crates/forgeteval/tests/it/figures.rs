use forgeteval::record::Runs;
use forgeteval::report::View;
use forgeteval::report::figure::figures;
use forgeteval::run::Options;
use forgeteval::score::{Judged, Scorer, Verdict};
use forgeteval::suite::Template;
use roxmltree::Document;

use crate::support::{forgeteval, stderr, systems, verdicts};

#[test]
fn every_figure_is_whole_xml_with_title_and_description() {
    let suite = Template { per_family: 8, ..Template::default() }.generate().unwrap();
    let mut records =
        verdicts(&suite, &systems(&["null", "keep", "nuke", "oracle", "naive-sql"]), &Options::default());
    for record in records.iter_mut().filter(|record| record.system == "naive-sql") {
        record.system = "<naive> & \"sql\" \u{1}\u{fffe}]]>".to_owned();
        if record.column() == "decay" {
            record.judged = Judged::without_answers(Verdict::Na);
        }
    }
    let mut other = records.clone();
    other.iter_mut().for_each(|record| record.k = 5);
    records.extend(other);
    let mut runs = Runs { records, ..Runs::default() };
    let view = View::new(&mut runs);
    let drawn = figures(&view, Scorer::Published);
    let names: Vec<&str> = drawn.iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(names.len(), 9, "{names:?}");
    assert_eq!(names[0], "overview");
    for figure in &drawn {
        let file = figure.file();
        let document = Document::parse(&file).unwrap_or_else(|error| panic!("{}: {error}", figure.name));
        let svg = document.root_element();
        assert_eq!(svg.tag_name().name(), "svg");
        assert_eq!(svg.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        for part in ["title", "desc"] {
            let found = svg.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", part)));
            assert!(
                found.and_then(|found| found.text()).is_some_and(|text| text.len() > 10),
                "{}",
                figure.name
            );
        }
        assert!(file.contains("&lt;naive&gt; &amp; &quot;sql&quot;"), "{}", figure.name);
        assert!(!file.contains("NaN") && !file.contains("inf"), "{}", figure.name);
        let numbers = document.descendants().flat_map(|node| node.attributes());
        for attribute in numbers.filter(|a| ["x", "y", "cx", "cy", "width", "height"].contains(&a.name())) {
            let value = attribute.value();
            assert!(value == "100%" || value.parse::<f64>().is_ok(), "{}: {value}", figure.name);
        }
    }
    let heatmap = drawn.iter().find(|figure| figure.name == "template-heatmap").unwrap().file();
    assert_eq!(heatmap.matches(r#"class="na""#).count(), 2, "one cell, and the legend");
    assert!(heatmap.contains(", decay: not applicable, all 8 cases"));
}

#[test]
fn figures_are_written_to_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    assert!(forgeteval("run --system null,keep --per-family 4 --out {}", &[&out]).status.success());
    let folder = dir.path().join("figures");
    let said = forgeteval("report {} --svg {}", &[&out, &folder]);
    assert!(stderr(&said).contains("4 figures"), "{}", stderr(&said));
    for name in ["heatmap", "errors", "recall", "latency"] {
        assert!(folder.join(format!("template-{name}.svg")).exists(), "{name}");
    }
}
