//! Budgets and accounts over a model that is asked.

use nepenthe_llm::contract;
use nepenthe_llm::scripted::{Fault, Mode, Server};
use nepenthe_llm::{
    Budget, FailureKind, Key, LanguageModel, Limits, Metered, Money, OpenAi, OpenAiSettings, Price, Request,
    Scripted,
};

fn price() -> Price {
    Price { million_in: Money::read("0.5").unwrap(), million_out: Money::read("2").unwrap() }
}

#[test]
fn the_account_is_what_the_server_counted() {
    let faults = vec![Fault::Status(500, None), Fault::Body("no JSON".into())];
    let server = Server::start(Scripted::new(Mode::Good), faults).unwrap();
    let model = |key: &str| {
        let settings = OpenAiSettings::new(server.url(), "m")
            .with_key(Key::new(key))
            .with_endpoint(|endpoint| endpoint.with_retries(0));
        Metered::new(OpenAi::new(settings).unwrap(), Budget::default(), Some(price())).unwrap()
    };
    let (one, two) = (model("one"), model("two"));
    let memories = ["Mail sam@acme.example.", "Mail ida@acme.example."];
    assert!(contract::purge(&two, "x", &memories).answer.is_err());
    let before = two.close_account();
    assert_eq!((before.calls, before.tokens_in, before.money), (1, 0, Some(Money::ZERO)));
    assert!(contract::purge(&two, "x", &memories).answer.is_err());
    let unread = two.close_account();
    assert!(unread.estimated == 1 && unread.tokens_in > 0 && unread.money > Some(Money::ZERO));

    for _ in 0..3 {
        contract::purge(&one, "sam@acme.example", &memories).answer.unwrap();
    }
    contract::release(&two, "ida@acme.example", &memories).answer.unwrap();
    for (key, account, calls) in [("one", one.account(), 3), ("two", two.account(), 1)] {
        let served = server.served(key);
        assert_eq!((account.calls, account.failed(), account.estimated), (calls, 0, 0));
        assert_eq!((account.tokens_in, account.tokens_out), (served.tokens_in, served.tokens_out));
        let each = contract::purge(&one, "sam@acme.example", &memories).record.usage;
        if key == "one" {
            let cost = price().of(each.tokens_in, each.tokens_out);
            assert_eq!(account.money, Some(cost + cost + cost));
        }
    }
    let mut both = before.clone();
    both.add(&unread);
    assert_eq!(both.failures, [(FailureKind::Unreachable, 1), (FailureKind::Unusable, 1)].into());
}

#[test]
fn a_budget_stops_before_it_is_exceeded() {
    let request = Request::new("Be brief.", "Who?", 100);
    let most = request.most();
    let limits = Limits { tokens: Some(most.tokens() + 5), ..Limits::default() };
    let model = Metered::new(Scripted::new(Mode::Good), Budget::new(limits), None).unwrap();
    let mut made = 0;
    let failure = loop {
        match model.complete(&request) {
            Ok(_) => made += 1,
            Err(failure) => break failure,
        }
    };
    let account = model.account();
    assert!(made > 0 && account.calls == made);
    assert!(account.tokens_in + account.tokens_out <= most.tokens() + 5);
    assert_eq!(failure.kind, FailureKind::OverBudget);
    assert!(failure.reason.contains("budget of tokens"), "{failure}");

    let limits = Limits { money: Money::read("0.000001"), ..Limits::default() };
    assert!(Metered::new(Scripted::new(Mode::Good), Budget::new(limits), None).is_err());
    let model = Metered::new(Scripted::new(Mode::Good), Budget::new(limits), Some(price())).unwrap();
    assert!(model.complete(&request).unwrap_err().reason.contains("budget of money"));
}

#[test]
fn an_answer_that_is_too_long_to_be_read_counts() {
    let request = Request::new("Be brief.", "Who?", 100);
    let server = Server::start(Scripted::new(Mode::Good), vec![Fault::Body("x".repeat(4096))]).unwrap();
    let settings = OpenAiSettings::new(server.url(), "m").with_endpoint(|at| at.with_largest_answer(1024));
    let model = Metered::new(OpenAi::new(settings).unwrap(), Budget::default(), Some(price())).unwrap();
    assert_eq!(model.complete(&request).unwrap_err().kind, FailureKind::Unusable);
    assert_eq!(model.account().tokens_in, request.most().tokens_in);
}
