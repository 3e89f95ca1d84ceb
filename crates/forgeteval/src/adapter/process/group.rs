//! A child and everything that it starts, signalled as one.
//!
//! The leader is reaped last: until then its number cannot be given to another process, and no signal goes astray.

use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often an ending child is looked at.
const STEP: Duration = Duration::from_millis(10);

/// How long a child may take to end once it was told to, before it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// How long the system may take to end a killed child.
const LAST: Duration = Duration::from_secs(5);

/// A child that leads a group of its own.
pub(super) struct Group {
    leader: Child,
}

impl Group {
    /// Starts a command as the leader of a new group.
    pub(super) fn spawn(command: &mut Command) -> std::io::Result<Self> {
        sys::lead(command);
        Ok(Self { leader: command.spawn()? })
    }

    /// Returns the leader.
    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Returns whether the leader ended, without reaping it.
    pub(super) fn ended(&mut self) -> bool {
        sys::ended(&mut self.leader)
    }

    /// Waits until the leader ended, or the time is over; returns whether it ended.
    pub(super) fn wait(&mut self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            if self.ended() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            sleep(STEP);
        }
    }

    /// Ends the whole group: asks it, kills it, reaps the leader. Returns how the leader ended.
    pub(super) fn end(mut self) -> Option<ExitStatus> {
        if !self.ended() {
            sys::ask(&mut self.leader);
            self.wait(GRACE);
        }
        sys::kill(&mut self.leader);
        if self.wait(LAST) { self.leader.wait().ok() } else { None }
    }
}

#[cfg(unix)]
mod sys {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn ended(leader: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error says that there is no such child any more.
        !matches!(waitid(WaitId::Pid(Pid::from_child(leader)), options), Ok(None))
    }

    pub(super) fn ask(leader: &mut Child) {
        let _ = kill_process_group(Pid::from_child(leader), Signal::TERM);
    }

    pub(super) fn kill(leader: &mut Child) {
        let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    }
}

/// Without groups only the leader is ended; what it started is left alone.
#[cfg(not(unix))]
mod sys {
    use std::process::{Child, Command};

    pub(super) fn lead(_command: &mut Command) {}

    pub(super) fn ended(leader: &mut Child) -> bool {
        !matches!(leader.try_wait(), Ok(None))
    }

    pub(super) fn ask(_leader: &mut Child) {}

    pub(super) fn kill(leader: &mut Child) {
        let _ = leader.kill();
    }
}
