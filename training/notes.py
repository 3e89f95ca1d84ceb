"""Counts what requests do to long notes of made-up sentences, and how long planning takes.

    python3 training/notes.py target/release/nepenthe

Thirty notes of 4, 8, 17 and 34 sentences each, of which the request means those that say what it asks for; fixed seed. Needs the model.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import time

SENTENCES = [
    "The meeting with {n} was moved to {d}.", "{n} asked for the {t} again.", "We agreed that {m} takes over the {t}.",
    "{n} and {m} will share the {t} until {d}.", "The {t} costs {x} euros a month.", "{m} lives in {p} now.",
    "On {d} {n} visits the office in {p}.", "{n} prefers tea, but {m} drinks coffee.", "The budget for the {t} is {x}.",
    "{n}'s phone is 555-01{y}.",
]
NAMES = ["Ana", "Bo", "Carla", "Dimitri", "Esra", "Farid"]
THINGS = ["report", "van", "server", "newsletter", "garden", "invoice run"]
PLACES, DAYS = ["Graz", "Oslo", "Lyon"], ["Monday", "4 May", "next week", "June"]
REQUESTS = [
    ("Ana's phone number", r"Ana's phone"), ("everything about Bo", r"\bBo\b"),
    ("the budget for the garden", r"budget for the garden"), ("where Carla lives", r"Carla lives in"),
]


def sentence():
    one, other = random.sample(NAMES, 2)
    return random.choice(SENTENCES).format(
        n=one, m=other, t=random.choice(THINGS), p=random.choice(PLACES), d=random.choice(DAYS),
        x=random.randint(10, 900), y=random.randint(10, 99))


def main(nepenthe):
    random.seed(3)
    print("sentences  request                       s   gone  leaked   kept   lost")
    for length in (4, 8, 17, 34):
        with tempfile.TemporaryDirectory() as folder:
            store = [nepenthe, "--quiet", "--db", f"{folder}/notes.db"]
            notes = [" ".join(sentence() for _ in range(length)) for _ in range(30)]
            lines = "".join(json.dumps({"text": note}) + "\n" for note in notes)
            subprocess.run([*store, "inscribe", "--file", "-"], input=lines, text=True, check=True, stdout=subprocess.DEVNULL)
            for request, meant in REQUESTS:
                started = time.monotonic()
                shown = subprocess.run([*store, "--json", "release", "--dry-run", request], capture_output=True, text=True)
                took = time.monotonic() - started
                if not shown.stdout:
                    sys.exit(shown.stderr.strip())
                steps = {step["memory"]["text"]: step["action"] for step in json.loads(shown.stdout.splitlines()[0])["steps"]}
                counts = {(asked, there): 0 for asked in (True, False) for there in (True, False)}
                for note in notes:
                    action = steps.get(note, {"edit": {"text": note}})
                    left = action["edit"]["text"] if isinstance(action, dict) else ""
                    for own in re.split(r"(?<=\.) ", note):
                        counts[bool(re.search(meant, own)), own in left] += 1
                print(f"{length:9}  {request:26} {took:4.1f} {counts[True, False]:6} {counts[True, True]:7} "
                      f"{counts[False, True]:6} {counts[False, False]:6}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except OSError as error:
        sys.exit(f"cannot run {sys.argv[1]}: {error.strerror}; build it with `cargo build --release -p nepenthe-cli`")
