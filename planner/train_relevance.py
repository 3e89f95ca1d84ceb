"""Trains the relevance model of the planner `canonical`: an adapter for all-MiniLM-L6-v2 that reads a request and a memory
together and says whether the memory stays, goes, or goes in part.

    python3 planner/train_relevance.py --model FOLDER --out relevance.safetensors --unseen unseen.jsonl planner/data/*.jsonl

Low-rank factors for every linear map, and new biases, norms and token types (LoRA, arXiv 2106.09685), trained with JAX on
the CPU: about half an hour on two cores. A quarter of the groups is left out and written to `--unseen`, for the judge:
it has to be trained on scores of groups that this model hasn't seen.
"""

import argparse
import hashlib
import json
import random
import struct
import time

import jax
import jax.numpy as jnp
import numpy
import optax
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS, WIDTH, LAYERS, RANK = 12, 384, 6, 16
REQUEST_TOKENS, TEXT_TOKENS, BATCH = 48, 64, 32
CLASSES = {"stay": 0, "go": 1, "edit": 2, "part": 2}


def is_left_out(request):
    """Tells whether a group is left out, by its request."""
    return hashlib.sha256(request.encode()).digest()[1] % 4 == 0


def pairs(groups, tokenizer):
    """Yields (class, tokens, token types) for each memory of each group."""
    for group in groups:
        prompt = f"{group['verb']} : {group['request']}" + (f" ; {group['new']}" if group.get("new") else "")
        request = tokenizer.encode(prompt).ids[:REQUEST_TOKENS]
        for label, text, *_ in group["rows"]:
            tokens = tokenizer.encode(text).ids[1:][:TEXT_TOKENS]
            yield CLASSES[label], request + tokens, [0] * len(request) + [1] * len(tokens)


def batches(examples):
    """Shuffles, and puts examples of like length together."""
    examples = list(examples)
    random.shuffle(examples)
    found = []
    for start in range(0, len(examples), 20 * BATCH):
        chunk = sorted(examples[start:start + 20 * BATCH], key=lambda example: len(example[1]))
        found += [chunk[at:at + BATCH] for at in range(0, len(chunk), BATCH)]
    random.shuffle(found)
    return found


def arrays(batch):
    length = -(-max(len(tokens) for _, tokens, _ in batch) // 16) * 16
    tokens, types = (numpy.zeros((BATCH, length), numpy.int32) for _ in range(2))
    mask, weight = numpy.zeros((BATCH, length), numpy.float32), numpy.zeros(BATCH, numpy.float32)
    mask[:, 0] = 1
    classes = numpy.zeros(BATCH, numpy.int32)
    for row, (label, own_tokens, own_types) in enumerate(batch):
        count = len(own_tokens)
        tokens[row, :count], types[row, :count], mask[row, :count] = own_tokens, own_types, 1
        classes[row], weight[row] = label, 1
    return tokens, types, mask, classes, weight


def norm(x, scale, shift):
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred ** 2).mean(-1, keepdims=True) + 1e-12) * scale + shift


def dropout(x, key, rate=0.1):
    return x if key is None else jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def forward(w, tokens, types, mask, key):
    """Returns the logits: BERT, the mean of each of the two texts, and a linear map over both, their difference and
    their product."""
    def linear(name, x):
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    def split(x):
        return x.reshape(*x.shape[:2], HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)

    x = w["embeddings.word_embeddings.weight"][tokens]
    x += w["embeddings.position_embeddings.weight"][:tokens.shape[1]]
    x += w["embeddings.token_type_embeddings.weight"][types]
    x = norm(x, w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"])
    hidden = jnp.where(mask[:, None, None, :] > 0, 0.0, -1e9)
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        query, keys, value = (split(linear(f"{at}attention.self.{part}", x)) for part in ("query", "key", "value"))
        weights = jax.nn.softmax(query @ keys.transpose(0, 1, 3, 2) / numpy.sqrt(WIDTH // HEADS) + hidden, -1)
        attended = (weights @ value).transpose(0, 2, 1, 3).reshape(x.shape)
        first = second = None
        if key is not None:
            key, first, second = jax.random.split(key, 3)
        x = norm(x + dropout(linear(f"{at}attention.output.dense", attended), first),
                 w[f"{at}attention.output.LayerNorm.weight"], w[f"{at}attention.output.LayerNorm.bias"])
        inner = jax.nn.gelu(linear(f"{at}intermediate.dense", x), approximate=False)
        x = norm(x + dropout(linear(f"{at}output.dense", inner), second),
                 w[f"{at}output.LayerNorm.weight"], w[f"{at}output.LayerNorm.bias"])

    def mean(chosen):
        chosen = chosen[..., None]
        sums = (x * chosen).sum(1) / jnp.maximum(chosen.sum(1), 1)
        return sums / jnp.sqrt((sums * sums).sum(-1, keepdims=True) + 1e-9)

    asked, found, scale = mean(mask * (1 - types)), mean(mask * types), numpy.sqrt(WIDTH)
    features = [asked * scale / 4, found * scale / 4, jnp.abs(asked - found) * scale / 2, asked * found * WIDTH / 4]
    return jnp.concatenate(features, -1) @ w["head.w"] + w["head.b"]


def start(base, key):
    """The trained parts: factors for each matrix of the layers, copies of their vectors, token types and head."""
    trained = {"embeddings.token_type_embeddings.weight": base["embeddings.token_type_embeddings.weight"]}
    for name, value in sorted(base.items()):
        if name.startswith("encoder.layer."):
            if value.ndim == 2:
                key, own = jax.random.split(key)
                trained[f"{name}.A"] = jax.random.normal(own, (RANK, value.shape[1])) / numpy.sqrt(value.shape[1])
                trained[f"{name}.B"] = jnp.zeros((value.shape[0], RANK))
            else:
                trained[name] = value
    trained["head.w"] = jax.random.normal(key, (4 * WIDTH, 3)) * 0.02
    trained["head.b"] = jnp.zeros(3)
    return trained


def resume(path):
    """Reads what an earlier training saved."""
    data = open(path, "rb").read()
    length = struct.unpack("<Q", data[:8])[0]
    trained = {}
    for name, tensor in json.loads(data[8:8 + length]).items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        if tensor["dtype"] == "BF16":
            value = (numpy.frombuffer(data[begin:end], "<u2").astype(numpy.uint32) << 16).view(numpy.float32)
        else:
            value = numpy.frombuffer(data[begin:end], "<f4")
        trained[name] = jnp.asarray(value.reshape(tensor["shape"]))
    return trained


def merged(base, trained):
    weights = {**base, **{name: value for name, value in trained.items() if not name.endswith((".A", ".B"))}}
    for name in trained:
        if name.endswith(".A"):
            weights[name[:-2]] = base[name[:-2]] + trained[f"{name[:-2]}.B"] @ trained[name]
    return weights


def save(trained, path):
    """Writes safetensors by hand: bfloat16 (rounded to nearest) for the factors, f32 for the rest."""
    header, blobs, offset = {}, [], 0
    for name in sorted(trained):
        value = numpy.ascontiguousarray(trained[name], dtype="<f4")
        kind, data = "F32", value.tobytes()
        if name.endswith((".A", ".B")):
            bits = value.view(numpy.uint32)
            kind, data = "BF16", ((bits + (bits >> 16 & 1) + 0x7FFF) >> 16).astype("<u2").tobytes()
        header[name] = {"dtype": kind, "shape": list(value.shape), "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--model", required=True, help="the folder with the files of all-MiniLM-L6-v2")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start", help="go on from this adapter")
    parser.add_argument("--rate", type=float, default=1e-3, help="the highest learning rate")
    parser.add_argument("--more", nargs="*", default=[], help="groups of which none is left out, each seen twice as often")
    parser.add_argument("--unseen", help="where the groups that are left out are written")
    parser.add_argument("--epochs", type=float, default=2.2)
    arguments = parser.parse_args()
    random.seed(1)
    tokenizer = Tokenizer.from_file(f"{arguments.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    groups = [json.loads(line) for path in arguments.groups for line in open(path, encoding="utf-8")]
    if arguments.unseen:
        with open(arguments.unseen, "w", encoding="utf-8") as file:
            for group in groups:
                if is_left_out(group["request"]):
                    file.write(json.dumps(group, ensure_ascii=False) + "\n")
    groups = [group for group in groups if not is_left_out(group["request"])]
    if arguments.more:
        # Beside the new ones as many of the old, so that they aren't forgotten.
        more = [json.loads(line) for path in arguments.more for line in open(path, encoding="utf-8")]
        groups = random.sample(groups, min(len(groups), 2 * len(more))) + 2 * more
    examples = list(pairs(groups, tokenizer))
    loaded = load_file(f"{arguments.model}/model.safetensors")
    base = {name: jnp.asarray(value) for name, value in loaded.items()
            if "pooler" not in name and "position_ids" not in name}
    trained = resume(arguments.start) if arguments.start else start(base, jax.random.PRNGKey(7))
    steps = int(arguments.epochs * len(examples) / BATCH)
    rate = optax.warmup_cosine_decay_schedule(0, arguments.rate, max(1, steps // 10), steps, arguments.rate / 50)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=0.01))
    state = optimizer.init(trained)

    @jax.jit
    def step(base, trained, state, key, tokens, types, mask, classes, weight):
        def loss(trained):
            logits = forward(merged(base, trained), tokens, types, mask, key)
            losses = optax.softmax_cross_entropy_with_integer_labels(logits, classes)
            return (losses * weight).sum() / weight.sum()

        value, gradient = jax.value_and_grad(loss)(trained)
        updates, state = optimizer.update(gradient, state, trained)
        return optax.apply_updates(trained, updates), state, value

    print(f"{len(groups)} groups, {len(examples)} memories, {steps} steps", flush=True)
    key, done, started, mean = jax.random.PRNGKey(0), 0, time.time(), 1.0
    while done < steps:
        for batch in batches(examples)[:steps - done]:
            key, own = jax.random.split(key)
            trained, state, value = step(base, trained, state, own, *arrays(batch))
            done += 1
            mean = 0.98 * mean + 0.02 * float(value)
            if done % 100 == 0:
                print(f"step {done} of {steps}, loss {mean:.3f}, {time.time() - started:.0f} s", flush=True)
    save(trained, arguments.out)


if __name__ == "__main__":
    main()
