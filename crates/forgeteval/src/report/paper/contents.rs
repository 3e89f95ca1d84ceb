//! Every table and figure of the paper in its order: what was measured beside what was published.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

use super::columns::{Column, draw};
use super::{PAPER, only_published};
use crate::memora;
use crate::report::View;
use crate::report::figure::ms;
use crate::report::figure::of_the_paper;
use crate::report::headings::heading;
use crate::report::hooks::hooks;
use crate::report::html::{blocks, grid_table, published_table};
use crate::report::published::{system, table};
use crate::score::Scorer;

/// A table of the paper.
struct Item {
    /// As the paper numbers it.
    number: &'static str,
    title: &'static str,
    shown: Shown,
    /// Why nothing, or not all of it, is measured.
    lacks: &'static str,
}

/// What stands there.
enum Shown {
    /// A suite by its columns: these systems, by their published keys; all that were measured or published where none is named.
    Suite(&'static str, &'static [&'static str]),
    /// Memora's tables.
    Memora,
    /// Models of the hook by backend, and the published tables of these ids.
    Models(&'static [&'static str]),
    /// Times, and the published tables of these ids.
    Times(&'static [&'static str]),
    /// What was published alone, by the tables' ids.
    Published(&'static [&'static str]),
}

use Shown::{Memora, Models, Published, Suite, Times};

const MODEL: &str = "It needs a language model, and no run here reached one: forgeteval run --llm URL --llm-model NAME fills it.";
const CASES: &str = "The paper's own cases are not here.";

const ITEMS: [Item; 20] = [
    Item { number: "Table 1", title: "The template suite", shown: Suite("template", &[]), lacks: "" },
    Item {
        number: "Table 2",
        title: "The adversarial suite",
        shown: Suite(
            "adversarial",
            &["lethe", "lethe-llm", "langgraph", "langgraph-llm", "mem0", "mempalace"],
        ),
        lacks: "Rows with a language model are the published ones alone where no run here reached one.",
    },
    Item { number: "Tables 3, 7 and 8", title: "Memora", shown: Memora, lacks: "" },
    Item {
        number: "Section 5.4",
        title: "Another embedder",
        shown: Published(&["embedders"]),
        lacks: "No second embedder could be had: forgeteval run --embedder openai, then compare --by-embedder.",
    },
    Item {
        number: "Section 5.8",
        title: "Latency",
        shown: Times(&["latency-v0.5", "latency-v0.7"]),
        lacks: "Measured times are of another machine and other cases.",
    },
    Item {
        number: "Table 4",
        title: "Cases by what solves them (Appendix D)",
        shown: Published(&[]),
        lacks: "It takes the hook's verdicts on the paper's cases: forgeteval suite admit --verdicts makes the partition.",
    },
    Item {
        number: "Table 5",
        title: "Judges and annotators (Appendices E and F)",
        shown: Published(&["annotators", "judges", "judge-audit"]),
        lacks: "It needs judges and the paper's labels: forgeteval agreement reads anybody's.",
    },
    Item {
        number: "Table 6",
        title: "Written by hand, or drafted with a model (Appendix G)",
        shown: Published(&["core-v0.5.1", "drafted-v0.5.1"]),
        lacks: "All cases here were drafted with a model; a suite that says its cases' origin is split by forgeteval report.",
    },
    Item {
        number: "Table 9",
        title: "FactConsolidation (Appendix J)",
        shown: Published(&["factconsolidation"]),
        lacks: "The data is not here: forgeteval factconsolidation --data FILE.",
    },
    Item {
        number: "Table 10",
        title: "Models of the hook (Appendix K)",
        shown: Models(&[
            "hook-models-v0.5.1", "hook-models-backends-v0.5.1", "hook-without-compound-v0.5.1",
            "hook-models-v0.7",
        ]),
        lacks: MODEL,
    },
    Item {
        number: "Table 11",
        title: "The hook on two backends (Appendix L)",
        shown: Suite("adversarial", &["langgraph-llm", "lethe-llm"]),
        lacks: MODEL,
    },
    Item {
        number: "Table 12",
        title: "A-MEM (Appendix M)",
        shown: Suite("adversarial", &["a-mem"]),
        lacks: MODEL,
    },
    Item {
        number: "Table 13",
        title: "Graphiti (Appendix N)",
        shown: Suite("adversarial", &["graphiti"]),
        lacks: MODEL,
    },
    Item {
        number: "Table 14",
        title: "Letta (Appendix O)",
        shown: Suite("adversarial", &["letta"]),
        lacks: "",
    },
    Item {
        number: "Table 15",
        title: "Mem0 without and with its router (Appendix P)",
        shown: Suite("adversarial", &["mem0", "mem0-infer"]),
        lacks: "Its router needs a language model.",
    },
    Item {
        number: "Table 16",
        title: "LongMemEval-S (Appendix Q)",
        shown: Published(&["longmemeval", "longmemeval-types"]),
        lacks: "The data is not here: forgeteval longmemeval --data FILE.",
    },
    Item {
        number: "Tables 17 and 18",
        title: "Cases of outsiders (Appendix R)",
        shown: Published(&["external-v0.5.1", "external-v0.7"]),
        lacks: CASES,
    },
    Item {
        number: "Table 19",
        title: "A textbook SQL store (Appendix T)",
        shown: Suite("adversarial", &["naive-sql", "lethe"]),
        lacks: "",
    },
    Item {
        number: "Appendix U",
        title: "The scorer's own errors",
        shown: Published(&["scorer-audit"]),
        lacks: "forgeteval audit DIR counts them for a run, and --sample prints failures to read.",
    },
    Item {
        number: "Later revision",
        title: "The repaired suite (v0.7)",
        shown: Published(&[
            "main-v0.7", "placement-v0.7", "mcnemar-v0.7", "variance-v0.7", "degenerate-v0.5.1",
            "degenerate-steps",
        ]),
        lacks: "--scorer probed shows every table above by its rule of judging.",
    },
];

/// Draws the page.
pub(super) fn page(view: &View<'_>, scorer: Scorer) -> String {
    let lead = html! {
        p.lead {
            "“Control-Plane Placement Shapes Forgetting” (arXiv 2606.15903), table by table: what was measured in these runs, and below \
             it what was published."
        }
        p.facts {
            span { "scorer " (scorer) }
            @for suite in &view.suites { span { (suite.title) ", " (suite.by(scorer).totals.cases) " cases" } }
        }
    };
    let body = html! {
        p.caption {
            "The paper's 385 adversarial cases are not here, so that a measured row and the published one below it are of other cases: \
             compare the shape of rows, not single numbers. The template suite of seed 42 is the same. Shares are of all cases, in per \
             cent; a dash: not played, or not published."
        }
        (figures(view, scorer))
        @for item in &ITEMS { (draw_item(item, view, scorer)) }
        section {
            h2 { "Appendices C and S" }
            p { a href="appendix-c.html" { "Worked cases" } ", one of each category; " a href="appendix-s.html" { "failures of products" } "." }
        }
    };
    PAPER.page("The paper's tables and figures", &lead, &body)
}

fn figures(view: &View<'_>, scorer: Scorer) -> Markup {
    let drawn = view.adversarial().map(|suite| of_the_paper(view, suite.by(scorer))).unwrap_or_default();
    html! {
        section {
            h2 { "Figures 1 and 2" }
            @if drawn.is_empty() { (super::nothing("the adversarial suite")) }
            @for figure in &drawn {
                @let data = STANDARD.encode(figure.file());
                p { img src={ "data:image/svg+xml;base64," (data) } alt={ (figure.title) ". " (figure.description) }; }
            }
        }
    }
}

fn draw_item(item: &Item, view: &View<'_>, scorer: Scorer) -> Markup {
    html! {
        section {
            h2 { (item.number) ": " (item.title) }
            @match item.shown {
                Suite(name, keys) => (of_suite(name, keys, view, scorer)),
                Memora => {
                    @if let Some(report) = &view.memora { (blocks("memora", "Measured", "", memora::shown(report).blocks())) }
                    @else { (super::nothing("Memora")) }
                    (published(&["memora-tasks", "memora-personas"]))
                }
                Models(ids) => {
                    @if let Some(grid) = view.adversarial().and_then(|suite| hooks(&suite.by(scorer).totals)) {
                        (grid_table("Models of the hook by backend", &grid))
                    }
                    (published(ids))
                }
                Times(ids) => { (times(view)) (published(ids)) }
                Published(ids) => (published(ids)),
            }
            @if !item.lacks.is_empty() { p.caption { (item.lacks) } }
        }
    }
}

fn published(ids: &[&str]) -> Markup {
    html! { @for table in ids.iter().filter_map(|id| table(id)) { (published_table(table)) } }
}

fn of_suite(name: &str, keys: &[&'static str], view: &View<'_>, scorer: Scorer) -> Markup {
    let Some(suite) = super::suite(view, name) else { return super::nothing(&format!("the suite {name}")) };
    let totals = &suite.by(scorer).totals;
    let heads: Vec<String> = totals.columns.iter().map(|column| heading(&column.name)).collect();
    let mut columns: Vec<Column<'_>> = totals
        .columns
        .iter()
        .zip(&heads)
        .map(|(column, head)| Column { head, suite, name: Some(&column.name) })
        .collect();
    columns.push(Column { head: "all", suite, name: None });
    let of_these = |name: &str| system(name).is_some_and(|published| keys.contains(&published.key.as_str()));
    let wanted = |name: &str| keys.is_empty() || of_these(name);
    let systems: Vec<&str> = suite
        .by(scorer)
        .ordered()
        .iter()
        .map(|system| system.name.as_str())
        .filter(|name| wanted(name))
        .collect();
    let unmeasured: Vec<&str> =
        only_published(&columns).into_iter().filter(|key| keys.is_empty() || keys.contains(key)).collect();
    draw(&columns, scorer, &systems, &unmeasured)
}

/// Draws the measured times of the adversarial suite.
fn times(view: &View<'_>) -> Markup {
    let Some(suite) = view.adversarial() else { return super::nothing("the adversarial suite") };
    html! {
        div.scroll tabindex="0" role="region" aria-label="Milliseconds a case" {
            table.numbers {
                caption.unseen { "Milliseconds a case" }
                thead { tr { th scope="col" { "system" } th scope="col" { "measured mean, ms a case" } } }
                tbody { @for times in suite.times.iter().filter(|times| times.cases > 0) {
                    tr { th scope="row" { (times.system) } td { (ms(times.mean.total)) } }
                } }
            }
        }
    }
}
