"""Trains the scorer of the planner `canonical` on features that `nepenthe-planner` printed.

    python3 training/train.py --train a.tsv b.tsv [--among c.tsv d.tsv] [--ways e.tsv f.tsv] [--test g.tsv] --out scorer.json

The features in --among have to come from scorers that did not see it (`nepenthe-planner features --scorer`): what neighbours say of a
memory is then as sure, and as unsure, as it is of memories that are new. The same holds for the ways in which memories go
(`nepenthe-planner ways --scorer`). training/train.sh does that.

LightGBM, one thread, fixed seeds: the same features give the same scorer.
"""

import argparse
import csv
import json
import math
from collections import defaultdict

import lightgbm
import numpy

ROUNDS = 400
ROUNDS_READ = 250
ROUNDS_AMONG = 150
ROUNDS_PARTS = 120
ROUNDS_WAY = 200
# What the ways of a memory count for that loses a part, beside one that goes whole: one in four does.
EDITED = 2
# A way that is so many words from what the label says counts as it, where none is nearer.
NEAR = 2
# The first of the numbers that neighbours say.
NEIGHBOURS = "judged"
# What a group counts for as it is when its request was carried out.
DONE = 0.05
PARAMETERS = {
    "objective": "binary", "learning_rate": 0.06, "num_leaves": 14, "max_depth": 6, "min_data_in_leaf": 60,
    "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "verbose": -1, "seed": 7,
    "num_threads": 1, "deterministic": True, "force_row_wise": True,
}


# What can only speak for a memory being meant, and what only against: keeps the scorer from learning the accidents of
# its examples.
FOR = """first identifier identifier_in_row name name_in_row carried carried_in_row share first_name cosine_request cosine_new
    cosine_sum words_found new_words_found rare_words_found value_agrees goes_over_stays goes gone gone_most gone_least
    gone_over_rest judged""".split()
AGAINST = """conflict near_identifier near_name rank_request rank_new rank_sum behind_request behind_new behind_sum rank_words
    value_conflicts stays rank_goes behind_goes same_as_new stranger gone_behind""".split()


def read(paths):
    """Returns the names of the features, its rows, whether each is meant, and (group, row, part, label) of each."""
    names, evidence, meant, keys = None, [], [], []
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            names = next(lines)[5:]
            if NEIGHBOURS not in names:
                raise SystemExit(f"{path}: nothing of what neighbours say; make the file with `nepenthe-planner features`")
            for group, row, part, label, is_meant, *numbers in lines:
                keys.append((group, int(row), int(part), label))
                meant.append(int(is_meant))
                evidence.append([float(number) for number in numbers])
    return names, numpy.array(evidence, dtype=numpy.float32), numpy.array(meant), keys


def read_ways(paths):
    """Returns the names of what is weighed of a way, the numbers of each, whether it is the one that the label asks for, or the
    nearest, what it counts for, and the ways of each memory."""
    names, numbers, apart, weights, rows = None, [], [], [], defaultdict(list)
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            head = next(lines)
            if head[3:5] != ["way", "apart"]:
                raise SystemExit(f"{path}: no ways; make the file with `nepenthe-planner ways`")
            names = head[5:]
            for group, row, label, _, words, *line in lines:
                rows[group, row].append(len(apart))
                apart.append(int(words))
                weights.append(EDITED if label == "edit" else 1)
                numbers.append([float(number) for number in line])
    right = numpy.zeros(len(apart), dtype=int)
    for ways in rows.values():
        least = min(apart[way] for way in ways)
        for way in ways:
            right[way] = apart[way] == least and least <= NEAR
    return names, numpy.array(numbers, dtype=numpy.float32), right, numpy.array(weights), list(rows.values())


def trees(model):
    """Writes a LightGBM model as the flat trees that the library reads."""

    def flatten(node, tree):
        if "leaf_value" in node:
            tree["leaf"].append(round(node["leaf_value"], 6))
            return ~(len(tree["leaf"]) - 1)
        here = len(tree["feature"])
        tree["feature"].append(node["split_feature"])
        # The library compares in f32: the nearest f32 that is not below keeps `<=` true for equal numbers.
        threshold = numpy.float32(node["threshold"])
        if float(threshold) < node["threshold"]:
            threshold = numpy.nextafter(threshold, numpy.float32(math.inf))
        tree["threshold"].append(float(threshold))
        tree["left"].append(0)
        tree["right"].append(0)
        tree["left"][here] = flatten(node["left_child"], tree)
        tree["right"][here] = flatten(node["right_child"], tree)
        return here

    flat = []
    for info in model.dump_model()["tree_info"]:
        tree = {"feature": [], "threshold": [], "left": [], "right": [], "leaf": []}
        flatten(info["tree_structure"], tree)
        flat.append(tree)
    return flat


# The features that are not there in a store without vectors, and with an embedder that has no relevance model.
VECTORS = """has_vectors cosine_request cosine_new cosine_sum rank_request rank_new rank_sum behind_request behind_new behind_sum
    ahead_sum""".split()
RELEVANCE = """has_relevance stays goes goes_in_part goes_over_stays in_part_over_goes rank_goes behind_goes rows_that_go gone gone_most
    gone_least gone_over_rest gone_behind""".split()


def with_less(names, evidence, *others, read=True):
    """Copies of the examples as they look without the relevance model, and without vectors too; and, if `read`, as they are."""
    def blanked(columns):
        copy = evidence.copy()
        copy[:, [names.index(column) for column in columns]] = 0
        return copy

    copies = [evidence] * read + [blanked(RELEVANCE), blanked(RELEVANCE + VECTORS)]
    return numpy.concatenate(copies), *(numpy.concatenate([other] * len(copies)) for other in others)


def fit(names, evidence, meant, weights, rounds):
    data = lightgbm.Dataset(evidence, meant, weight=weights, feature_name=names)
    signs = [(name in FOR) - (name in AGAINST) for name in names]
    return lightgbm.train({**PARAMETERS, "monotone_constraints": signs}, data, rounds)


def report(name, names, models, evidence, meant, keys):
    """Prints how many memories and groups come out right: each memory, and each part of one that is meant."""
    own = evidence[:, :names.index(NEIGHBOURS)]
    memories = numpy.where(own[:, names.index("has_relevance")] > 0,
                           models["among"].predict(evidence) if "among" in models else models["read"].predict(own),
                           models["memories"].predict(own)) >= 0.5
    parts = models["parts"].predict(own) >= 0.5
    by_identity = evidence[:, names.index("by_identity")] > 0
    memories = numpy.where(by_identity, evidence[:, names.index("carried")] >= 0.4, memories)
    wrong, missed, rows = defaultdict(set), defaultdict(set), defaultdict(set)
    leaks = collateral = 0
    for index, (group, row, part, label) in enumerate(keys):
        rows[group].add(row)
        decided = memories[index] if part == 0 else parts[index]
        if part and label == "stay" or decided == bool(meant[index]):
            continue
        wrong[group].add(row)
        if part == 0:
            missed[group].add(row)
        leaks += bool(meant[index])
        collateral += not meant[index]
    count = sum(map(len, rows.values()))
    bad = sum(map(len, wrong.values()))
    right = sum(1 for group in rows if not wrong[group])
    meant_right = sum(1 for group in rows if not missed[group])
    print(f"{name}: groups {right}/{len(rows)} = {right / max(1, len(rows)):.3f}, but for parts {meant_right}, memories {1 - bad / max(1, count):.4f}, "
          f"leaks {leaks}, collateral {collateral}")
    by_kind = defaultdict(lambda: [0, 0])
    for group in rows:
        kind = group.split(":")[0].split("-")[0].rstrip("0123456789_")
        by_kind[kind][0] += not wrong[group]
        by_kind[kind][1] += 1
    print("   ", ", ".join(f"{kind} {right}/{count}" for kind, (right, count) in sorted(by_kind.items())))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--among", nargs="*", default=[])
    parser.add_argument("--ways", nargs="*", default=[])
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--out")
    arguments = parser.parse_args()
    names, evidence, meant, keys = read(arguments.train)
    features = names[:names.index(NEIGHBOURS)]
    own = evidence[:, :len(features)]
    whole, split, seen, weights = examples(names, evidence, keys)
    models = {
        "memories": fit(features, *with_less(features, own[whole], meant[whole], weights[whole], read=False), ROUNDS),
        "read": fit(features, own[whole & seen], meant[whole & seen], weights[whole & seen], ROUNDS_READ),
        "parts": fit(features, *with_less(features, own[split], meant[split], weights[split]), ROUNDS_PARTS),
    }
    report("train", names, models, evidence, meant, keys)
    if arguments.among:
        _, evidence, meant, keys = read(arguments.among)
        whole, _, seen, weights = examples(names, evidence, keys)
        chosen = whole & seen
        models["among"] = fit(names, evidence[chosen], meant[chosen], weights[chosen], ROUNDS_AMONG)
        report("among", names, models, evidence, meant, keys)
    of_ways = []
    if arguments.ways:
        of_ways, numbers, right, weights, rows = read_ways(arguments.ways)
        models["way"] = fit(of_ways, numbers, right, weights, ROUNDS_WAY)
        likely = models["way"].predict(numbers)
        told = sum(right[max(ways, key=lambda way: likely[way])] for ways in rows)
        print(f"ways: {told}/{len(rows)} as labelled, or nearest to it")
    for path in arguments.test:
        _, test, test_meant, test_keys = read([path])
        report(path, names, models, test, test_meant, test_keys)
    for name, model in models.items():
        gains = sorted(zip(model.feature_importance("gain"), model.feature_name()), reverse=True)
        print(f"gain, {name}:", ", ".join(f"{name} {gain:.0f}" for gain, name in gains[:24]))
    if arguments.out:
        sets = ("memories", "read", "among", "parts", "way")
        scorer = {"features": features, "neighbours": names[len(features):], "ways": of_ways,
                 **{name: trees(models[name]) if name in models else [] for name in sets}}
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump(scorer, file, separators=(",", ":"))
            file.write("\n")


def examples(names, evidence, keys):
    """Which lines are of whole memories that are judged, which of parts of those that are meant, which were read, and what each counts for."""
    # Every group weighs the same, however many rows it has.
    sizes = defaultdict(int)
    for group, *_ in keys:
        sizes[group] += 1
    weights = numpy.array([8.0 / max(6, sizes[group]) * (DONE if group.endswith(".done") else 1) for group, *_ in keys])
    whole = numpy.array([part == 0 for _, _, part, _ in keys]) & (evidence[:, names.index("by_identity")] == 0)
    split = numpy.array([part > 0 and label in ("go", "edit") for _, _, part, label in keys])
    return whole, split, evidence[:, names.index("has_relevance")] > 0, weights


if __name__ == "__main__":
    main()
