"""Trains the relevance model of the planner `canonical`: all-MiniLM-L6-v2, trained further to read a request and the
memories of a store side by side, and to say of each memory whether it stays, goes or goes in part, and of each word
whether it goes.

    python3 training/train_relevance.py --model FOLDER --out reader-2.safetensors --unseen unseen.jsonl READINGS.jsonl ..

The files are what `nepenthe-planner readings` prints of training/data/*.jsonl.

In the first layers a memory sees itself and the request, in the last ones all see each other; what a token adds to a
score for being in the same memory, in the request or in another memory is learned for each head. What is trained: low-rank
factors for every linear map, new biases, norms and token types (LoRA, arXiv 2106.09685), the relations and the two
heads. With PyTorch in bfloat16 on two cores with AMX a step of 2,200 tokens takes 0.47 s. A quarter of the groups is left out and written
to `--unseen`, for the judge: it has to be trained on scores of groups that this model hasn't seen.
"""

import argparse
import difflib
import hashlib
import json
import math
import random
import time

import adapter
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

HEADS, WIDTH, LAYERS, RANK = 12, 384, 6, 64
REQUEST_TOKENS, TEXT_TOKENS, BATCH_TOKENS = 48, 64, 2500
CLASSES = {"stay": 0, "go": 1, "edit": 2, "part": 2}
OWN, REQUEST, OTHER = range(3)
# Weights and states are of this type; the heads are not.
HALF = torch.bfloat16
FULL = ("head.w", "head.b", "token.w", "token.b")
# How often a word is hidden while training, and by what ([MASK]).
MASKED, MASK = 0.04, 103
# How often a group is seen as it is when its request was carried out.
DONE = 0.2
# What a gloss leaves out, and what it mistakes for one another.
SMALL = {"a", "an", "the", "is", "are", "was", "were", "be", "been", "has", "have", "had", "will", "would", "do", "does", "did",
         "his", "her", "its", "their", "my", "our", "there", "it"}
PLACES = ["in", "at", "on", "to", "of", "for", "from", "with"]


def read(path):
    """The groups of a file as they are read, each with the text by which it is told whether it is left out: for all asks of a store the same."""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        group = json.loads(line)
        if "reading" not in group:
            raise SystemExit(f"{path}:{number}: no reading; make the file with `nepenthe-planner readings`")
        yield group.get("store") or group["request"], group


def is_left_out(text):
    return hashlib.sha256(text.encode()).digest()[1] % 4 == 0


def glossed(text):
    """An English text about as a gloss reads: small words left out, others without endings or elsewhere."""
    words = []
    for word in text.split():
        bare = word.lower().strip(".,;:!?")
        if bare in SMALL and random.random() < 0.5:
            continue
        if bare in PLACES and random.random() < 0.3:
            word = random.choice(PLACES)
        elif word.isalpha() and word.islower() and len(word) > 4 and random.random() < 0.6:
            for ending in ("ing", "ed", "es", "s"):
                if word.endswith(ending) and not word.endswith("ss"):
                    word = word[:-len(ending)]
                    break
        words.append(word)
        if random.random() < 0.05:
            words.append(random.choice(["the", "of", "to", "he"]))
    if len(words) > 3 and random.random() < 0.6:
        start = random.randrange(len(words))
        moved = words[start:start + random.randint(1, 3)]
        del words[start:start + len(moved)]
        at = random.choice([len(words), random.randrange(len(words) + 1)])
        words[at:at] = moved
    return " ".join(words) or text


class Memory:
    """A memory as tokens, with its class; for each token whether it goes, and how much that counts."""

    def __init__(self, tokenizer, label, text, *rest):
        encoded = tokenizer.encode(text)
        self.label, self.text, self.weight = CLASSES[label], text, 1.0
        # What is left of a memory that loses a part: a memory that stays.
        self.rest = None
        self.tokens = encoded.ids[1:][:TEXT_TOKENS]
        count = len(self.tokens)
        # What a memory that stays or goes whole says of its words counts little; what an edit takes away counts.
        self.goes = [float(label == "go")] * count
        self.counts = [{"stay": 0.1, "go": 0.15}.get(label, 0.0)] * count
        if label == "edit":
            after = tokenizer.encode(rest[0]).ids[1:-1]
            self.goes, self.counts = [1.0] * count, [1.0] * count
            matcher = difflib.SequenceMatcher(None, self.tokens[:-1], after, autojunk=False)
            for kind, start, end, _, _ in matcher.get_opcodes():
                for at in range(start, min(end, count)):
                    if kind == "equal":
                        self.goes[at] = 0.0
                    elif kind == "replace" and end - start <= 2:
                        self.counts[at] = 0.2
            self.counts[-1] = 0.0
            self.rest = Memory(tokenizer, "stay", rest[0])
        elif label == "part" and rest:
            # A case of a benchmark says which strings must go and which must stay.
            for goes, strings in ((1.0, rest[0]), (0.0, rest[1])):
                for string in strings:
                    start = text.lower().find(string.lower())
                    for at, (left, right) in enumerate(encoded.offsets[1:][:TEXT_TOKENS]):
                        if 0 <= start < right and left < start + len(string) and left < right:
                            self.goes[at], self.counts[at] = goes, 1.0

    def as_glossed(self, tokenizer):
        """The same as a gloss; as it is where only some of its words go."""
        if self.label == CLASSES["edit"]:
            return self
        return Memory(tokenizer, ("stay", "go")[self.label], glossed(self.text))

    def as_stranger(self):
        """The same memory in a group that it has nothing to do with."""
        other = object.__new__(Memory)
        other.label, other.weight, other.text, other.tokens, other.rest = 0, 0.3, self.text, self.tokens, None
        other.goes, other.counts = [0.0] * len(self.tokens), [0.03] * len(self.tokens)
        return other


class Group:
    """A request as tokens, and its memories."""

    def __init__(self, tokens, memories):
        self.tokens, self.memories = tokens, memories

    @staticmethod
    def read(group, tokenizer):
        read = group["reading"]
        tokens = tokenizer.encode(read["request"]).ids[:REQUEST_TOKENS]
        return Group(tokens, [Memory(tokenizer, *row) for row in read["rows"]])

    def size(self):
        return len(self.tokens) + sum(len(memory.tokens) for memory in self.memories)

    def varied(self, pool, tokenizer, share):
        """The same with some memories that stay left out, some of other groups put in, or some edits done already; or all that
        was asked for, so that nothing goes. Of a share of the groups half of the memories read as glosses of another language."""
        if random.random() < DONE:
            memories = [memory.rest or memory for memory in self.memories if memory.label == 0 or memory.rest]
        else:
            memories = [memory.rest if memory.rest and random.random() < 0.15 else memory for memory in self.memories]
        staying = [memory for memory in memories if memory.label == 0]
        if len(staying) > 2 and random.random() < 0.3:
            gone = {id(memory) for memory in random.sample(staying, random.randint(1, len(staying) // 2))}
            memories = [memory for memory in memories if id(memory) not in gone]
        if share and random.random() < share:
            memories = [memory.as_glossed(tokenizer) if random.random() < 0.5 else memory for memory in memories]
        if not memories or random.random() < 0.3:
            memories += [memory.as_stranger() for memory in random.sample(pool, random.randint(1, 10))]
        return Group(self.tokens, memories)


def batches(groups):
    """Shuffles, and puts groups of like length together."""
    groups = list(groups)
    random.shuffle(groups)
    found = []
    for start in range(0, len(groups), 200):
        batch, longest = [], 0
        for group in sorted(groups[start:start + 200], key=Group.size):
            if batch and max(longest, group.size()) * (len(batch) + 1) > BATCH_TOKENS:
                found.append(batch)
                batch, longest = [], 0
            batch.append(group)
            longest = max(longest, group.size())
        found.append(batch)
    random.shuffle(found)
    return found


class Batch:
    """Groups as tensors of groups x tokens, and of groups x memories."""

    def __init__(self, groups):
        rows, length = len(groups), -(-max(map(Group.size, groups)) // 16) * 16
        self.tokens, self.positions, self.types = (torch.zeros(rows, length, dtype=torch.long) for _ in range(3))
        # The request is part 0, the memories follow; padding is -1.
        self.parts = torch.full((rows, length), -1)
        self.goes, self.counts = torch.zeros(rows, length), torch.zeros(rows, length)
        memories = max(len(group.memories) for group in groups)
        self.labels, self.weights = torch.zeros(rows, memories, dtype=torch.long), torch.zeros(rows, memories)
        for row, group in enumerate(groups):
            asked = at = len(group.tokens)
            self.tokens[row, :at], self.positions[row, :at] = torch.tensor(group.tokens), torch.arange(at)
            self.parts[row, :at] = 0
            for index, memory in enumerate(group.memories):
                span = slice(at, at + len(memory.tokens))
                self.tokens[row, span] = torch.tensor(memory.tokens)
                # Every memory begins where the request ends: their order means nothing.
                self.positions[row, span] = torch.arange(asked, asked + len(memory.tokens))
                self.types[row, span], self.parts[row, span] = 1, index + 1
                self.goes[row, span], self.counts[row, span] = torch.tensor(memory.goes), torch.tensor(memory.counts)
                self.labels[row, index], self.weights[row, index] = memory.label, memory.weight
                at = span.stop

    def masked(self):
        """The same with some words hidden."""
        hidden = (torch.rand(self.tokens.shape) < MASKED) & (self.tokens > 999)
        self.tokens = self.tokens.masked_fill(hidden, MASK)
        return self


def forward(w, batch, apart, training):
    """Returns the logits of each memory (groups x memories x 3) and of each token (groups x tokens). In bfloat16 but for the heads."""
    def linear(name, x):
        return F.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])

    def norm(name, x):
        return F.layer_norm(x, (WIDTH,), w[f"{name}.weight"], w[f"{name}.bias"], 1e-12)

    rows, length = batch.tokens.shape
    x = w["embeddings.word_embeddings.weight"][batch.tokens]
    x = x + w["embeddings.position_embeddings.weight"][batch.positions]
    x = norm("embeddings.LayerNorm", x + w["embeddings.token_type_embeddings.weight"][batch.types])
    looking, seen = batch.parts[:, :, None], batch.parts[:, None, :]
    own = looking == seen
    request = (seen == 0) & ~own
    other = ~(own | request)
    relations = torch.stack([own, request, other], -1).to(HALF)
    # What is padding counts for nothing, nor in the first layers what is of another memory.
    hidden = torch.zeros(rows, length, length, dtype=HALF).masked_fill_((seen < 0).expand_as(own), -1e4)
    hidden_apart = hidden.masked_fill(other, -1e4)
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        bias = (relations @ w["relation"][layer].t()).permute(0, 3, 1, 2)
        bias = bias + (hidden_apart if layer < apart else hidden)[:, None]
        query, key, value = (linear(f"{at}attention.self.{part}", x).view(rows, length, HEADS, -1).transpose(1, 2)
                             for part in ("query", "key", "value"))
        scores = (query * (WIDTH / HEADS) ** -0.5) @ key.transpose(-1, -2) + bias
        attended = (scores.softmax(-1) @ value).transpose(1, 2).reshape(rows, length, WIDTH)
        x = norm(f"{at}attention.output.LayerNorm", x + linear(f"{at}attention.output.dense", attended))
        added = linear(f"{at}output.dense", F.gelu(linear(f"{at}intermediate.dense", x)))
        x = norm(f"{at}output.LayerNorm", x + F.dropout(added, 0.1, training))
    x = x.float()
    members = F.one_hot(batch.parts + 1, int(batch.parts.max()) + 2)[:, :, 1:].float()
    means = torch.einsum("bts,btw->bsw", members, x)
    means = means / (means.norm(dim=-1, keepdim=True) + 1e-9)
    found, scale = means[:, 1:], math.sqrt(WIDTH)
    asked = means[:, :1].expand_as(found)
    features = [asked * scale / 4, found * scale / 4, (asked - found).abs() * scale / 2, asked * found * WIDTH / 4]
    return torch.cat(features, -1) @ w["head.w"] + w["head.b"], x @ w["token.w"] + w["token.b"]


def start(base):
    """The trained parts, as they are before any training."""
    trained = {"embeddings.token_type_embeddings.weight": base["embeddings.token_type_embeddings.weight"].clone()}
    for name, value in sorted(base.items()):
        if name.startswith("encoder.layer."):
            if value.ndim == 2:
                trained[f"{name}.A"] = torch.randn(RANK, value.shape[1]) / math.sqrt(value.shape[1])
                trained[f"{name}.B"] = torch.zeros(value.shape[0], RANK)
            else:
                trained[name] = value.clone()
    trained["head.w"], trained["head.b"] = torch.randn(4 * WIDTH, 3) * 0.02, torch.zeros(3)
    trained["token.w"], trained["token.b"] = torch.zeros(WIDTH), torch.full((1,), -1.0)
    trained["relation"] = torch.zeros(LAYERS, HEADS, 3)
    trained["relation"][:, :, OTHER] = -2.0
    return trained


def merged(base, trained):
    """The weights to read with, in bfloat16 but for the heads."""
    weights = {**base, **{name: value if name in FULL else value.to(HALF)
                          for name, value in trained.items() if not name.endswith((".A", ".B"))}}
    for name, value in trained.items():
        if name.endswith(".A"):
            weights[name[:-2]] = base[name[:-2]] + trained[f"{name[:-2]}.B"].to(HALF) @ value.to(HALF)
    return weights


def evaluate(weights, groups, apart):
    """How many memories, and how many groups with all of theirs, are told right: stays, or goes at least in part."""
    memories = right = whole = 0
    with torch.no_grad():
        for group in groups:
            batch = Batch([group])
            logits = forward(weights, batch, apart, False)[0][0]
            told = (logits[:, 1:].amax(-1) > logits[:, 0]) == (batch.labels[0] > 0)
            memories, right, whole = memories + len(told), right + int(told.sum()), whole + bool(told.all())
    return f"{right / memories:.1%} of {memories} memories, {whole / len(groups):.1%} of {len(groups)} groups"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--model", required=True, help="the folder with the files of all-MiniLM-L6-v2")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start", help="go on from this adapter")
    parser.add_argument("--average", type=float, default=1.0, help="how much of the result is new, the rest being --start's")
    parser.add_argument("--rate", type=float, default=6e-4, help="the highest learning rate")
    parser.add_argument("--more", nargs="*", default=[], help="groups of which none is left out, each seen twice as often")
    parser.add_argument("--unseen", help="where the groups that are left out are written")
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--apart", type=int, default=3, help="layers in which memories don't see each other")
    parser.add_argument("--glossed", type=float, default=0.0, help="share of the groups whose memories read in part as glosses do")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.average < 1 and not arguments.start:
        parser.error("--average needs --start: there is nothing to average with")
    random.seed(arguments.seed)
    torch.manual_seed(arguments.seed)
    tokenizer = Tokenizer.from_file(f"{arguments.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    groups = [pair for path in arguments.groups for pair in read(path)]
    unseen = [group for text, group in groups if is_left_out(text)]
    groups = [group for text, group in groups if not is_left_out(text)]
    if arguments.unseen:
        with open(arguments.unseen, "w", encoding="utf-8") as file:
            # Once, however often its file is given.
            lines = ({name: value for name, value in group.items() if name != "reading"} for group in unseen)
            file.writelines(dict.fromkeys(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    if arguments.more:
        groups += [group for path in arguments.more for _, group in read(path)] * 2
    groups, unseen = ([Group.read(group, tokenizer) for group in some] for some in (groups, unseen))
    pool = [memory for group in groups for memory in group.memories]
    loaded = load_file(f"{arguments.model}/model.safetensors")
    base = {name: value.to(HALF) for name, value in loaded.items()
            if "pooler" not in name and "position_ids" not in name}
    trained = start({name: value.float() for name, value in base.items()})
    if arguments.start:
        trained = {name: torch.from_numpy(value) for name, value in adapter.read(arguments.start).items()}
    for value in trained.values():
        value.requires_grad_(True)
    steps = max(1, int(arguments.epochs * len(batches(groups))))
    heads = ("head.w", "token.w", "relation")
    optimizer = torch.optim.AdamW([
        {"params": [value for name, value in trained.items() if name.endswith((".A", ".B"))], "weight_decay": 0.01},
        {"params": [value for name, value in trained.items() if not name.endswith((".A", ".B")) and name not in heads]},
        {"params": [trained[name] for name in heads], "lr": max(arguments.rate, 1e-3)},
    ], lr=arguments.rate, weight_decay=0.0, fused=True)
    warm = 0.08 * steps + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / warm) * (0.51 + 0.49 * math.cos(math.pi * min(1, step / steps))))
    print(f"{len(groups)} groups, {len(pool)} memories, {steps} steps", flush=True)
    done, started, mean = 0, time.time(), 1.5
    while done < steps:
        for groups_of_batch in batches(group.varied(pool, tokenizer, arguments.glossed) for group in groups)[:steps - done]:
            batch = Batch(groups_of_batch).masked()
            logits, tokens = forward(merged(base, trained), batch, arguments.apart, True)
            losses = F.cross_entropy(logits.reshape(-1, 3), batch.labels.reshape(-1), reduction="none", label_smoothing=0.02)
            loss = (losses * batch.weights.reshape(-1)).sum() / batch.weights.sum()
            losses = F.binary_cross_entropy_with_logits(tokens, batch.goes, reduction="none")
            loss = loss + 0.5 * (losses * batch.counts).sum() / batch.counts.sum().clamp(min=1)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained.values(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            mean = 0.98 * mean + 0.02 * loss.item()
            if done % 100 == 0:
                print(f"step {done} of {steps}, loss {mean:.3f}, {time.time() - started:.0f} s", flush=True)
    if arguments.average < 1:
        # What lies between two models is surer on what neither was trained on (arXiv 2109.01903).
        before = adapter.read(arguments.start)
        with torch.no_grad():
            trained = {name: torch.from_numpy(before[name]).lerp(value, arguments.average) for name, value in trained.items()}
    adapter.write({name: value.detach().numpy() for name, value in trained.items()}, arguments.out)
    print(f"unseen: {evaluate(merged(base, trained), unseen, arguments.apart)}")


if __name__ == "__main__":
    main()
