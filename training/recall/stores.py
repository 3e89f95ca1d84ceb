"""Prints stores to measure recall on, one JSON object a line: name, memories [{id, text}], questions [{query, evidence}].

    python3 training/recall/stores.py [--memora FOLDER] [--gatemem FOLDER] [--half tuned|held] > STORES.jsonl

Always there: the dialogues beside this script, each file as one long talk of two people, so that their names tell
nothing, and `facts.jsonl`, stores of one person. With `--memora`, Memora's weeks: what the user says, and the turns of
the sessions that a question names. With `--gatemem`, GateMem's episodes: the turns before the question, and those that
have a piece of its answer. The first half is what coefficients are fitted on, the second is held out."""

import argparse
import json
import re
from pathlib import Path

HERE = Path(__file__).parent


def dialogues(half):
    """A file of dialogues: `# ONE, TWO` begins one, `NAME: ...` is a turn, `? ...` a question that the turn before answers."""
    memories, questions, names, pair = [], [], {}, None
    for line in (HERE / f"dialogues-{1 if half == 'tuned' else 2}.txt").read_text().splitlines():
        if line.startswith("# "):
            own = line[2:].split(", ")
            pair = pair or own
            names = dict(zip(own, pair))
            continue
        line = re.sub(r"\w+", lambda word: names.get(word[0], word[0]), line)
        if line.startswith("? "):
            questions.append({"query": line[2:], "evidence": [memories[-1]["id"]]})
        else:
            memories.append({"id": f"t{len(memories)}", "text": line})
    yield {"name": "dialogues", "memories": memories, "questions": questions}


def facts(half):
    """A line of the file: the person's facts, and questions with the numbers of those that answer; none, off the topic."""
    for at, line in enumerate((HERE / "facts.jsonl").read_text().splitlines()):
        if (at % 2 == 0) != (half == "tuned"):
            continue
        store = json.loads(line)
        yield {
            "name": "facts",
            "memories": [{"id": str(n), "text": text} for n, text in enumerate(store["facts"])],
            "questions": [{"query": q, "evidence": [str(n) for n in ids]} for q, ids in store["questions"]],
        }


def sessions(value):
    if isinstance(value, dict):
        if isinstance(value.get("session_id"), int):
            yield value["session_id"]
        for inner in value.values():
            yield from sessions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sessions(inner)


def memora(folder, half):
    for at, persona in enumerate(sorted(p for p in folder.iterdir() if p.is_dir())):
        if (at % 2 == 0) != (half == "tuned"):
            continue
        memories, told = [], {}
        for path in sorted((persona / "conversations").glob("*.json")):
            session = json.loads(path.read_text())
            for turn in session["conversation"]:
                if turn["speaker"] != "user_agent":
                    continue
                memory = {"id": f"{session['session_id']}.{turn['turn']}", "text": turn["message"]}
                memories.append(memory)
                if turn["share_memory"]:
                    told.setdefault(session["session_id"], []).append(memory["id"])
        asked = json.loads(next(persona.glob("evaluation_questions_*.json")).read_text())["questions"]
        questions = []
        for question in (q for kind in asked.values() for q in kind):
            evidence = [id for s in sorted(set(sessions(question["memory_evidence"]))) for id in told.get(s, [])]
            if evidence:
                questions.append({"query": question["question"], "evidence": evidence})
        yield {"name": "memora", "memories": memories, "questions": questions}


def gatemem(folder, half):
    for domain in sorted(p for p in folder.iterdir() if p.is_dir()):
        lines = lambda name: map(json.loads, (domain / name).read_text().splitlines())
        asked = {}
        for checkpoint in lines("checkpoints.jsonl"):
            if checkpoint["query_type"] == "utility":
                asked.setdefault(checkpoint["episode_id"], []).append(checkpoint)
        for at, episode in enumerate(lines("episodes.jsonl")):
            if (at % 2 == 0) != (half == "tuned"):
                continue
            names = {p["principal_id"]: p["display_name"] for p in episode["entities"]["principals"]}
            turns = episode["turns"]
            memories = [
                {"id": t["turn_id"], "text": f"{names.get(t['speaker']['principal_id'], 'Agent')}: {t['text']}"}
                for t in turns
            ]
            questions = []
            for checkpoint in asked.get(episode["episode_id"], []):
                before = [m for m in memories if m["id"] <= checkpoint["as_of_turn_id"]]
                pieces = checkpoint["judge_spec"]["include"]
                has = lambda text: any(re.search(piece, text, re.IGNORECASE) for piece in pieces if len(piece) > 3)
                evidence = [m["id"] for m in before if has(m["text"])]
                if 0 < len(evidence) <= 8:
                    questions.append({"query": checkpoint["query_text"], "evidence": evidence})
            if questions:
                yield {"name": "gatemem", "memories": memories, "questions": questions}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memora", type=Path)
    parser.add_argument("--gatemem", type=Path)
    parser.add_argument("--half", choices=["tuned", "held"], default="held")
    args = parser.parse_args()
    stores = [*dialogues(args.half), *facts(args.half)]
    if args.memora:
        stores += memora(args.memora, args.half)
    if args.gatemem:
        stores += gatemem(args.gatemem, args.half)
    for store in stores:
        print(json.dumps(store, ensure_ascii=False))


main()
