//! A server of the example, and its clients: threads that write, recall and purge, and say what was acknowledged.

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use nepenthe::{MemoryId, Mutation, Options, Scope, Waiting};

/// Serves until it is killed.
pub(crate) fn serve(url: &str, folder: &Path, clients: usize) -> ! {
    let shared = folder.parent().unwrap();
    let options = Options::default().with_waiting(Waiting::ForPhysical);
    let store = crate::open(url, shared, folder.file_name().unwrap().to_str().unwrap(), options);
    let run = format!("{}-{}", std::process::id(), store.log_size().unwrap());
    std::thread::scope(|running| {
        for client in 0..clients {
            let scope = store.scope(&crate::scope(client)).unwrap();
            let name = format!("{run}-{client}");
            running.spawn(move || work(&scope, &name));
        }
    });
    unreachable!("clients work until they are killed");
}

fn work(scope: &Scope, name: &str) {
    let path = scope.path().as_str().to_owned();
    let mut own: Vec<(MemoryId, String)> = Vec::new();
    for turn in 0_usize.. {
        let token = format!("t{}x{turn}", name.replace('-', "x"));
        let began = Instant::now();
        match turn % 10 {
            0..3 => {
                let id = scope.inscribe(format!("{token} was written in {path}")).unwrap();
                say(&format!("inscribe {} {id} {path} {token}", began.elapsed().as_micros()));
                own.push((id, token));
            }
            9 if !own.is_empty() => {
                let (id, token) = own.remove(turn % own.len());
                say(&format!("begin {id}"));
                let plan = scope.plan(Mutation::purge(vec![id])).unwrap();
                scope.apply(plan).unwrap();
                say(&format!("purge {} {id} {token}", began.elapsed().as_micros()));
                if !scope.recall(&token, 1).unwrap().iter().all(|hit| hit.memory.id != id) {
                    say(&format!("wrong {id} was purged and is recalled"));
                }
            }
            _ if !own.is_empty() => {
                let (id, token) = &own[turn % own.len()];
                let hits = scope.recall(token, 5).unwrap();
                say(&format!("recall {}", began.elapsed().as_micros()));
                if hits.first().is_none_or(|hit| hit.memory.id != *id) {
                    say(&format!("wrong {id} was acknowledged and is not recalled"));
                }
                if hits.iter().any(|hit| !hit.memory.text.ends_with(&path)) {
                    say(&format!("wrong {path} recalls what is of another scope"));
                }
            }
            _ => {}
        }
    }
}

/// Says something in one write, so that a kill cuts it off whole or not at all.
fn say(line: &str) {
    std::io::stdout().lock().write_all(format!("{line}\n").as_bytes()).unwrap();
    std::io::stdout().flush().unwrap();
}
