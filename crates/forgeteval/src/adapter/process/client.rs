//! One child that runs: requests go in, answers come out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::fault::Fault;
use super::group::Group;
use super::lines::{Line, read_lines};
use super::reply::{Reply, read};
use super::tail::{Tail, open_log};
use super::workplace::Workplace;
use super::{Description, Launch, PROTOCOL};
use crate::serve::Access;

/// How many bytes a line may have.
const LONGEST: usize = 64 << 20;

/// How often it is looked whether a silent child still lives: what it started may hold its output open.
const STEP: Duration = Duration::from_millis(100);

/// How long the last words of a child that ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallError {
    /// The adapter answered with an error; it can be asked on.
    #[error("{message} (error {code})")]
    Refused {
        /// The error's code.
        code: i64,
        /// The error's message.
        message: String,
    },
    /// The child must be stopped.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A child that runs. Dropped, it is told to end by the end of its input, and stopped where it does not.
pub(crate) struct Client {
    /// None once it was stopped.
    group: Option<Group>,
    requests: Option<Sender<Vec<u8>>>,
    lines: Receiver<Line>,
    tail: Tail,
    /// Closed by the end of standard error.
    silence: Receiver<()>,
    id: u64,
    end: Duration,
    workplace: Workplace,
}

impl Client {
    /// Starts a child.
    pub(crate) fn start(launch: &Launch, access: Option<&Access>) -> Result<Self, Fault> {
        let failed =
            |error: std::io::Error| Fault::Start { command: launch.command(), reason: error.to_string() };
        let workplace = Workplace::make(launch.module.as_deref()).map_err(failed)?;
        let log = launch.log.as_deref().map(open_log).transpose().map_err(failed)?;
        let mut command = workplace.command(launch, access).map_err(failed)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command).map_err(failed)?;

        // These threads end with the pipes, which something that the child started may hold open for ever; so nobody
        // waits for them.
        let child = group.leader();
        let (requests, outbox) = channel::<Vec<u8>>();
        let (inbox, lines) = sync_channel(4);
        let (noise, silence) = channel::<()>();
        let tail = Tail::default();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_requests(stdin, &outbox));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, LONGEST, &inbox));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = tail.clone();
            thread::spawn(move || {
                tail.read(stderr, log);
                drop(noise);
            });
        }
        let end = launch.limits.end;
        Ok(Self { group: Some(group), requests: Some(requests), lines, tail, silence, id: 0, end, workplace })
    }

    /// Asks the child to describe itself.
    pub(crate) fn describe(&mut self, limit: Duration) -> Result<Description, CallError> {
        self.ask("describe", &json!({ "protocol": PROTOCOL }), limit)
    }

    /// Makes a request, and reads its result.
    pub(crate) fn ask<T: DeserializeOwned>(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<T, CallError> {
        let result = self.call(method, params, limit)?;
        serde_json::from_value(result).map_err(|error| {
            CallError::Fault(Fault::Shape { method: method.to_owned(), reason: error.to_string() })
        })
    }

    /// Makes a request. After a fault the child is to be dropped.
    pub(crate) fn call(&mut self, method: &str, params: &Value, limit: Duration) -> Result<Value, CallError> {
        let deadline = Instant::now() + limit;
        // What was written unasked would be taken for the answer.
        match self.lines.try_recv() {
            Err(TryRecvError::Empty) => {}
            Ok(line) => self.unasked(line, method)?,
            Err(TryRecvError::Disconnected) => return Err(self.over(method).into()),
        }
        self.id += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        let mut line = request.to_string().into_bytes();
        line.push(b'\n');
        if let Some(requests) = &self.requests {
            // Where the child no longer reads, its output ends, too, or the time does.
            let _ = requests.send(line);
        }
        let line = self.next_line(method, limit, deadline)?;
        match read(&line, self.id, method)? {
            Reply::Result(result) => Ok(result),
            Reply::Error { code, message } => Err(CallError::Refused { code, message }),
        }
    }

    /// Returns the folder that was given to the child.
    pub(crate) fn given_folder(&self) -> &Path {
        self.workplace.folder()
    }

    /// Returns the number of the child's process.
    pub(crate) fn process_id(&mut self) -> Option<u32> {
        self.group.as_mut().map(|group| group.leader().id())
    }

    /// Closes the child's input; returns whether it then ends by itself within the limit.
    pub(crate) fn finish(mut self, limit: Duration) -> bool {
        self.requests = None;
        let ended = self.group.as_mut().is_some_and(|group| group.wait(limit));
        self.end = Duration::ZERO;
        ended
    }

    /// Stops the child at once. Dropped, it would be given the time to end by itself.
    pub(crate) fn stop(mut self) {
        self.end = Duration::ZERO;
    }

    /// Returns a declared folder as a whole path: the child meant it from where it works.
    pub(crate) fn resolve(launch: &Launch, folder: PathBuf) -> PathBuf {
        let folder = launch.dir.as_deref().map_or_else(|| folder.clone(), |dir| dir.join(&folder));
        std::path::absolute(&folder).unwrap_or(folder)
    }

    fn next_line(&mut self, method: &str, limit: Duration, deadline: Instant) -> Result<Vec<u8>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(STEP)) {
                Ok(Line::Text(line)) => return Ok(line),
                Ok(Line::TooLong) => {
                    return Err(Fault::TooLong { method: method.to_owned(), limit: LONGEST });
                }
                Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.over(method)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.group.as_mut().is_none_or(Group::ended) {
                // It may have answered and ended.
                return match self.lines.recv_timeout(LAST_WORDS) {
                    Ok(Line::Text(line)) => Ok(line),
                    _ => Err(self.over(method)),
                };
            }
            if left.is_zero() {
                // Told to end, an adapter in Python says where it was.
                self.group.take().map(Group::end);
                let _ = self.silence.recv_timeout(LAST_WORDS);
                let stderr = self.tail.text();
                return Err(Fault::TimedOut { method: method.to_owned(), limit, stderr });
            }
        }
    }

    /// Says what a line is that nobody asked for.
    fn unasked(&mut self, line: Line, method: &str) -> Result<(), Fault> {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => return Err(Fault::TooLong { method: method.to_owned(), limit: LONGEST }),
            Line::End => return Err(self.over(method)),
        };
        match read(&line, self.id, method) {
            Err(fault @ Fault::Garbage { .. }) => Err(fault),
            _ => Err(Fault::unasked(&line)),
        }
    }

    /// Says how a child ended whose output is over.
    fn over(&mut self, method: &str) -> Fault {
        let ended = self.group.as_mut().is_none_or(|group| group.wait(LAST_WORDS));
        let status = if ended { self.group.take().and_then(Group::end) } else { None };
        let _ = self.silence.recv_timeout(LAST_WORDS);
        let (method, stderr) = (method.to_owned(), self.tail.text());
        if ended { Fault::Ended { method, status, stderr } } else { Fault::Closed { method, stderr } }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(mut group) = self.group.take() {
            group.wait(self.end);
            group.end();
        }
    }
}

fn write_requests(mut stdin: ChildStdin, requests: &Receiver<Vec<u8>>) {
    for request in requests {
        if stdin.write_all(&request).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}
