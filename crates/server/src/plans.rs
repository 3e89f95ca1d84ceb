//! [`Plans`]: plans that wait for a yes, by ids that nobody can forge and that serve once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use nepenthe::ReceiptId;
use nepenthe_ops::{Code, GetInput, Memory, Mutation, OpError, Operation, Planned, SavedPlan, get};
use rmcp::model::{RequestStateCodec, RequestStateError, SealOptions};

use crate::Door;

/// How many plans of one actor in one scope wait at most, and how many of all; the oldest goes.
const MOST: usize = 64;
const MOST_OF_ALL: usize = 1024;

/// A name of a plan that nobody guesses.
type Nonce = [u8; 16];

/// The plans that wait. What leaves the process is a sealed id: a nonce and a time, bound to actor, scope and what is asked;
/// the texts stay here, until the plan is used or its time is over. Where whoever comes in is known at each call, the name of a
/// plan is enough.
pub(crate) struct Plans {
    codec: RequestStateCodec,
    lifetime: Duration,
    kept: Mutex<HashMap<Nonce, Kept>>,
}

struct Kept {
    /// Whose it is: an actor in a scope.
    owner: Vec<u8>,
    until: Timestamp,
    plan: State,
}

enum State {
    Waiting(Box<SavedPlan>),
    /// It was carried out, with this receipt.
    Used(Option<ReceiptId>),
    /// Somebody said no.
    Declined,
}

/// What a sealed id is bound to beside actor and scope.
#[derive(Clone, Copy)]
pub(crate) enum Bound<'a> {
    /// The digest of the plan, which comes back beside the id.
    Digest(&'a str),
    /// The arguments of the call, which are repeated with it.
    Arguments(&'a str),
}

impl Plans {
    /// No plans yet, under a key of this process's own.
    ///
    /// # Errors
    /// [`Code::FileFailed`] where there is no chance to be had.
    pub(crate) fn new(lifetime: Duration) -> Result<Self, OpError> {
        let codec = RequestStateCodec::try_new(random::<32>()?)
            .map_err(|error| OpError::new(Code::FileFailed, error))?;
        Ok(Self { codec, lifetime, kept: Mutex::default() })
    }

    /// Returns what is kept of a plan.
    pub(crate) fn save(&self, planned: &Planned) -> Result<SavedPlan, OpError> {
        let lifetime = SignedDuration::try_from(self.lifetime).unwrap_or(SignedDuration::MAX);
        planned.save_until(Timestamp::now().saturating_add(lifetime).unwrap_or(Timestamp::MAX))
    }

    /// Keeps a plan, and returns its sealed id.
    pub(crate) fn keep(&self, door: &Door, saved: SavedPlan, bound: Bound<'_>) -> Result<String, OpError> {
        let nonce = self.put(door, saved)?;
        let data = associated(door, bound);
        let options = SealOptions::new().associated_data(&data).ttl(self.lifetime);
        Ok(self.codec.seal_with(&nonce, &options))
    }

    /// Keeps a plan, and returns its name, which serves its owner alone.
    pub(crate) fn name(&self, door: &Door, saved: SavedPlan) -> Result<String, OpError> {
        let nonce = self.put(door, saved)?;
        Ok(nonce.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn put(&self, door: &Door, saved: SavedPlan) -> Result<Nonce, OpError> {
        let (nonce, owner): (Nonce, _) = (random()?, owner(door));
        let mut kept = self.kept();
        let mut drop_oldest = |most: usize, counts: &dyn Fn(&Kept) -> bool| {
            let these = kept.iter().filter(|(_, kept)| counts(kept));
            if these.clone().count() >= most {
                let oldest = these.min_by_key(|(_, kept)| kept.until).map(|(nonce, _)| *nonce);
                oldest.map(|nonce| kept.remove(&nonce));
            }
        };
        drop_oldest(MOST, &|kept| kept.owner == owner);
        drop_oldest(MOST_OF_ALL, &|_| true);
        kept.insert(nonce, Kept { owner, until: saved.expires, plan: State::Waiting(Box::new(saved)) });
        Ok(nonce)
    }

    /// How many plans wait.
    pub(crate) fn waiting(&self) -> usize {
        self.kept().values().filter(|kept| matches!(kept.plan, State::Waiting(_))).count()
    }

    /// Returns the plan of a name, which goes on waiting.
    pub(crate) fn look_by_name(&self, door: &Door, name: &str) -> Result<SavedPlan, OpError> {
        let nonce = self.named(door, name)?;
        self.look_at(&nonce)
    }

    /// Returns the plan of a name to be shown. No text of it is older than the memory's: a plan that would touch a memory which
    /// is another now, or erased, is shown no more, and a spared one is left out.
    pub(crate) fn show_by_name(&self, door: &Door, name: &str) -> Result<SavedPlan, OpError> {
        let mut saved = self.look_by_name(door, name)?;
        door.with(|scope| {
            let is_as_read = |memory: &Memory| match get(scope, &GetInput { id: memory.id }) {
                Ok(now) => Ok(now.text == memory.text),
                Err(error) if error.code() == Code::NotFound => Ok(false),
                Err(error) => Err(error),
            };
            for step in &saved.plan.steps {
                if !is_as_read(&step.memory)? {
                    let message = "a memory of the plan is another now, or erased; nothing was changed";
                    return Err(OpError::new(Code::PlanChanged, message));
                }
            }
            let still = saved.plan.spared.iter().map(|spared| is_as_read(&spared.memory));
            still.collect::<Result<Vec<_>, _>>()
        })
        .map(|still| {
            let mut still = still.into_iter();
            saved.plan.spared.retain(|_| still.next().unwrap_or_default());
            saved.plan = door.shown(saved.plan);
            saved
        })
    }

    /// Takes the plan of a name, which serves nobody else then.
    pub(crate) fn take_by_name(&self, door: &Door, name: &str) -> Result<Taken<'_>, OpError> {
        let nonce = self.named(door, name)?;
        self.take_at(nonce)
    }

    /// Reads the name of a plan of whoever asks. What is another's is not there.
    fn named(&self, door: &Door, name: &str) -> Result<Nonce, OpError> {
        let number = (name.len() == 32).then(|| u128::from_str_radix(name, 16).ok()).flatten();
        let nonce = number.map(u128::to_be_bytes);
        let owner = owner(door);
        let found = nonce.filter(|nonce| self.kept().get(nonce).is_some_and(|kept| kept.owner == owner));
        found.ok_or_else(|| OpError::new(Code::NotFound, "there is no plan of this id, or its time is over"))
    }

    /// Returns the plan of a sealed id, which goes on waiting.
    pub(crate) fn look(&self, door: &Door, sealed: &str, bound: Bound<'_>) -> Result<SavedPlan, OpError> {
        let nonce = self.open(door, sealed, bound)?;
        self.look_at(&nonce)
    }

    fn look_at(&self, nonce: &Nonce) -> Result<SavedPlan, OpError> {
        match self.kept().get(nonce).map(|kept| &kept.plan) {
            Some(State::Waiting(saved)) => Ok((**saved).clone()),
            other => Err(gone(other)),
        }
    }

    /// Takes the plan of a sealed id, which serves nobody else then.
    pub(crate) fn take(&self, door: &Door, sealed: &str, bound: Bound<'_>) -> Result<Taken<'_>, OpError> {
        let nonce = self.open(door, sealed, bound)?;
        self.take_at(nonce)
    }

    fn take_at(&self, nonce: Nonce) -> Result<Taken<'_>, OpError> {
        let mut kept = self.kept();
        let Some(found) = kept.get_mut(&nonce) else { return Err(gone(None)) };
        match std::mem::replace(&mut found.plan, State::Used(None)) {
            State::Waiting(saved) => Ok(Taken { plans: self, nonce, saved: *saved }),
            before => {
                found.plan = before;
                Err(gone(Some(&found.plan)))
            }
        }
    }

    fn open(&self, door: &Door, sealed: &str, bound: Bound<'_>) -> Result<Nonce, OpError> {
        let refused = |code, why| OpError::new(code, format!("{why}; nothing was changed"));
        let opened = self.codec.open_with(sealed, &associated(door, bound)).map_err(|error| match error {
            RequestStateError::Expired => refused(Code::PlanExpired, "the plan is too old"),
            _ => refused(
                Code::PlanAltered,
                "this is no plan that this server made in this scope, or it does not go with what stands beside it",
            ),
        })?;
        opened.try_into().map_err(|_| refused(Code::PlanAltered, "this is no plan that this server made"))
    }

    /// The plans, without those whose time is over.
    fn kept(&self) -> MutexGuard<'_, HashMap<Nonce, Kept>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Timestamp::now();
        kept.retain(|_, kept| kept.until > now);
        kept
    }
}

/// A plan that was taken.
pub(crate) struct Taken<'a> {
    plans: &'a Plans,
    nonce: Nonce,
    pub(crate) saved: SavedPlan,
}

impl Taken<'_> {
    /// Notes the receipt of what it did, for whoever asks again.
    pub(crate) fn used(&self, receipt: Option<ReceiptId>) {
        self.note(State::Used(receipt));
    }

    /// Notes that somebody said no.
    pub(crate) fn declined(&self) {
        self.note(State::Declined);
    }

    /// Lets it wait on: it was not carried out, and could be.
    pub(crate) fn put_back(self) {
        let saved = Box::new(self.saved.clone());
        self.note(State::Waiting(saved));
    }

    fn note(&self, state: State) {
        if let Some(kept) = self.plans.kept().get_mut(&self.nonce) {
            kept.plan = state;
        }
    }
}

/// The operation whose right a plan of this needs, to be read as to be carried out.
pub(crate) fn operation_of(mutation: &Mutation) -> Result<&'static Operation, OpError> {
    let name = match mutation {
        Mutation::Purge { .. } => "purge",
        Mutation::Supersede { .. } => "supersede",
        Mutation::Release { .. } => "release",
        Mutation::Restore { .. } => "restore",
        Mutation::Edit { .. } => "edit",
        _ => "",
    };
    Operation::named(name).ok_or_else(|| OpError::new(Code::BadRequest, "this is not planned here"))
}

fn gone(state: Option<&State>) -> OpError {
    let why = match state {
        Some(State::Used(Some(receipt))) => format!("the plan was carried out already: receipt {receipt}"),
        Some(State::Declined) => "somebody said no to the plan; nothing was changed".to_owned(),
        _ => "the plan was used already, or is kept no longer; nothing was changed by this call".to_owned(),
    };
    OpError::new(Code::PlanUsed, why)
}

/// Everything that a sealed id is bound to. No part can end within another: none but the last has a NUL.
fn associated(door: &Door, bound: Bound<'_>) -> Vec<u8> {
    let (kind, value) = match bound {
        Bound::Digest(digest) => ("digest", digest),
        Bound::Arguments(arguments) => ("arguments", arguments),
    };
    ["nepenthe mcp plan", door.actor(), door.path().as_str(), kind, value].join("\0").into_bytes()
}

fn owner(door: &Door) -> Vec<u8> {
    [door.actor(), door.path().as_str()].join("\0").into_bytes()
}

fn random<const N: usize>() -> Result<[u8; N], OpError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use nepenthe::ScopePath;
    use nepenthe_ops::{
        EmbedderName, InscribeInput, Opener, PurgeInput, Rights, Settings, Target, inscribe, purge,
    };
    use tempfile::TempDir;

    use super::*;

    fn door(folder: &TempDir) -> Door {
        let mut settings = Settings::new(folder.path().join("a.db"), "tester");
        settings.embedder.name = Some(EmbedderName::None);
        let path: ScopePath = "alice".parse().expect("a path");
        Door::new(Opener::new(settings), path, Rights::all(), None)
    }

    fn planned(door: &Door) -> Planned {
        let memories = vec!["Alice's key is sk-4242.".into()];
        let input = InscribeInput { memories, ..InscribeInput::default() };
        door.with(|scope| inscribe(scope, input.clone(), &mut |_| {})).expect("written");
        let target = Target::Words("sk-4242".into());
        door.with(|scope| purge(scope, PurgeInput::new(target.clone()))).expect("planned")
    }

    fn code(taken: Result<Taken<'_>, OpError>) -> Code {
        taken.map(drop).expect_err("it is refused").code()
    }

    #[test]
    fn a_plan_whose_time_is_over_is_too_old_and_its_texts_are_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let (door, plans) = (door(&folder), Plans::new(Duration::ZERO).expect("chance"));
        let saved = plans.save(&planned(&door)).expect("saved");
        let id = plans.keep(&door, saved, Bound::Digest("x")).expect("kept");
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(code(plans.take(&door, &id, Bound::Digest("x"))), Code::PlanExpired);
        assert!(plans.kept().is_empty());
    }

    #[test]
    fn the_oldest_of_too_many_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let (door, plans) = (door(&folder), Plans::new(Duration::from_secs(600)).expect("chance"));
        let saved = plans.save(&planned(&door)).expect("saved");
        let kept = |_| {
            let mut saved = saved.clone();
            saved.expires = plans.save(&planned(&door)).expect("saved").expires;
            plans.keep(&door, saved, Bound::Digest("x")).expect("kept")
        };
        let ids: Vec<String> = (0..=MOST).map(kept).collect();
        assert_eq!(plans.kept().len(), MOST);
        assert_eq!(code(plans.take(&door, &ids[0], Bound::Digest("x"))), Code::PlanUsed);
        assert!(plans.look(&door, &ids[1], Bound::Digest("x")).is_ok());
        assert!(plans.take(&door, &ids[MOST], Bound::Digest("x")).is_ok());
    }

    #[test]
    fn a_plan_serves_once_and_for_what_it_is_bound_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let (door, plans) = (door(&folder), Plans::new(Duration::from_secs(600)).expect("chance"));
        let saved = plans.save(&planned(&door)).expect("saved");
        let id = plans.keep(&door, saved, Bound::Digest("x")).expect("kept");
        for other in [Bound::Digest("y"), Bound::Digest(""), Bound::Arguments("x"), Bound::Digest("x\0")] {
            assert_eq!(code(plans.take(&door, &id, other)), Code::PlanAltered);
        }
        let other = Plans::new(Duration::from_secs(600)).expect("chance");
        assert_eq!(code(other.take(&door, &id, Bound::Digest("x"))), Code::PlanAltered);
        plans.take(&door, &id, Bound::Digest("x")).expect("the first").declined();
        let again = plans.take(&door, &id, Bound::Digest("x")).map(drop).expect_err("the second");
        assert!(again.code() == Code::PlanUsed && again.message().contains("said no"), "{again}");
    }
}
