"""Trains how likely a plan is right, on what `--example sure -- --features --absent` printed.

    python3 training/calibrate.py --train a.tsv b.tsv [--test c.tsv] [--out calibrator.json] [--curve risk.svg]

Two sets of boosted trees over the numbers of a plan: whether it is right in every row, and whether what would go is all of
it meant by nobody. Requests for what is not there count so that they are a third. What it prints of the training files is
out of fold: each file is judged by trees that saw none of its lines. LightGBM, one thread, fixed seeds: the same plans
give the same trees.
"""

import argparse
import csv
import hashlib
import json
import re
import sys

import lightgbm
import numpy

import risk_curve
from train import trees

ROUNDS = 300
FOLDS = 5
# What a plan of an ordinary request counts for beside one that was written to be hard.
ORDINARY_WEIGHT = 3
# How far from 0 and 1 the sureness of a row counts, at least.
LEAST = 0.001
ABSENT = 1 / 3
PARAMETERS = {
    "objective": "binary", "learning_rate": 0.05, "num_leaves": 6, "max_depth": 3, "min_data_in_leaf": 30,
    "feature_fraction": 0.4, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 8.0, "verbose": -1, "seed": 7,
    "num_threads": 1, "deterministic": True, "force_row_wise": True,
}
VERBS = ("purge", "release", "supersede")
# Files whose requests are as people ask, with those for what is not there; the others were written to be hard.
ORDINARY = ("held-strangers", "held-short", "held-absence")
# From which probability on that nobody means any of what would go, nothing goes.
ASTRAY = 0.95
# How sure a plan must be by default to be carried out, as Plan::usual_floor has it.
FLOORS = {"purge": 0.95, "release": 0.9, "supersede": 0.9}
# What can only speak for a plan being right, and what only against: keeps the trees from learning the accidents of their examples.
FOR = """least_sure ceiling weakest surest margin least_carried met least_met rare_met first_met last_met weakest_goes
    weakest_goes_over_stays weakest_cosine_request weakest_cosine_sum weakest_words_found weakest_judged nearest_stays
    alone word""".split()
AGAINST = """nearest next_nearest unlikely goes_conflicts unmet unmet_elsewhere unmet_nowhere unmet_numbers unmet_capitals edits
    weakest_stays lift nearest_alone goes_denial_differs nearest_goes nearest_goes_in_part nearest_goes_over_stays weakest_conflict weakest_value_conflicts""".split()


class Plans:
    def __init__(self, paths):
        self.sources, self.requests, known, numbers = [], [], [], []
        for path in paths:
            with open(path, encoding="utf-8", newline="") as file:
                lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                self.names = next(lines)[6:]
                for source, request, absent, right, astray, steps, *line in lines:
                    # Nobody judged what it touches.
                    if absent == "1" and steps != "0" and right == "1":
                        continue
                    self.sources.append(source)
                    self.requests.append(request)
                    known.append([int(absent), int(right), int(astray), int(steps)])
                    numbers.append([float(number) for number in line])
        self.absent, self.right, self.astray, self.steps = numpy.array(known).T
        self.numbers = numpy.array(numbers, dtype=numpy.float32)
        self.verbs = numpy.where(self.of("supersede") > 0, "supersede", numpy.where(self.of("purge") > 0, "purge", "release"))
        self.files = numpy.array([writer(source) for source in self.sources])
        # A third of what is asked of each verb is not there.
        self.weights = numpy.ones(len(self.right))
        for verb in VERBS:
            own = self.verbs == verb
            share = self.absent[own].mean() if own.any() else 0
            if 0 < share < 1:
                self.weights[own & (self.absent == 1)] = ABSENT / share
                self.weights[own & (self.absent == 0)] = (1 - ABSENT) / (1 - share)

    def of(self, name):
        return self.numbers[:, self.names.index(name)]


def writer(source):
    """The file of a line, by whose writers all its lines are; those of one brief together."""
    name = re.sub(r"^.*/|\.jsonl:.*$", "", source)
    return "traps" if "trap-stores" in name else name


def fold(file):
    return hashlib.sha256(file.encode()).digest()[0] % FOLDS


def fit(plans, meant, chosen, signs=1):
    sign = [signs * ((name in FOR) - (name in AGAINST)) for name in plans.names]
    weights = plans.weights * numpy.where(of_ordinary(plans), ORDINARY_WEIGHT, 1)
    data = lightgbm.Dataset(plans.numbers[chosen], meant[chosen], weight=weights[chosen], feature_name=plans.names)
    return lightgbm.train({**PARAMETERS, "monotone_constraints": sign}, data, ROUNDS)


def of_ordinary(plans):
    return numpy.array([file.startswith(ORDINARY) for file in plans.files])


def odds_of(sure):
    sure = numpy.clip(sure, LEAST, 1 - LEAST)
    return numpy.log(sure / (1 - sure))


def scale(plans, sure):
    """What the log odds by the trees and those of the least sure row count for, and a shift, by which what was out of fold is as
    likely right as it says, of the plans that change something in the files of ordinary requests and of pairs."""
    own = (plans.steps > 0) & of_ordinary(plans)
    right, weight = plans.right[own], plans.weights[own]
    sides = numpy.array([odds_of(sure[own]), odds_of(plans.of("least_sure")[own]), numpy.ones(own.sum())])
    line = numpy.array([1.0, 0.0, 0.0])
    for _ in range(50):
        told = 1 / (1 + numpy.exp(-(line @ sides)))
        curve = weight * told * (1 - told)
        line = line + numpy.linalg.solve((sides * curve) @ sides.T, sides @ (weight * (right - told)))
    return [round(float(number), 4) for number in line]


def scaled(line, plans, sure):
    return 1 / (1 + numpy.exp(-(line[0] * odds_of(sure) + line[1] * odds_of(plans.of("least_sure")) + line[2])))


def report(name, plans, sure):
    """Of each verb: the floor from which on 99 (98, 97) in 100 sure plans are right, and how many are sure, by weight."""
    print(f"{name}: {len(sure)} plans")
    for verb in VERBS:
        for some, which in (("all", plans.steps >= 0), ("changing", plans.steps > 0)):
            own = (plans.verbs == verb) & which
            if not own.any():
                continue
            order = numpy.argsort(-sure[own])
            weight = plans.weights[own][order]
            right = (plans.right[own][order] * weight).cumsum() / weight.cumsum()
            share = weight.cumsum() / weight.sum()
            told = []
            for aim in (0.99, 0.98, 0.97, 0.95):
                reached = numpy.nonzero(right >= aim)[0]
                last = reached[-1] if len(reached) else None
                told.append(f"{aim:.0%}: {share[last]:.1%} from {sure[own][order][last]:.3f}" if last is not None else f"{aim:.0%}: none")
            at60 = right[numpy.searchsorted(share, 0.6)]
            print(f"  {verb:<10}{some:<9}{own.sum():>5} right {right[-1]:.1%}  " + "  ".join(told) + f"  at 60 %: {at60:.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--out")
    parser.add_argument("--curve", help="where to draw how many of the surest plans of ordinary requests are right, out of fold")
    arguments = parser.parse_args()
    plans = Plans(arguments.train)
    folds = numpy.array([fold(file) for file in plans.files])
    changing = plans.steps > 0
    sure, astray = numpy.zeros(len(folds)), numpy.zeros(len(folds))
    for one in range(FOLDS):
        here, others = folds == one, folds != one
        if here.any():
            sure[here] = fit(plans, plans.right, others).predict(plans.numbers[here])
            astray[here] = fit(plans, plans.astray, others & changing, -1).predict(plans.numbers[here])
    report("as today, out of fold", plans, plans.of("least_sure"))
    report("calibrated, out of fold", plans, sure)
    line = scale(plans, sure)
    print(f"of ordinary requests: trees {line[0]}, least sure row {line[1]}, shift {line[2]}")
    report("scaled, out of fold", plans, scaled(line, plans, sure))
    ordinary = of_ordinary(plans)
    settled = numpy.where((plans.of("settled") > 0) | (plans.verbs == "purge"), plans.of("least_sure"), scaled(line, plans, sure))
    # What nobody means stays, as the planner has it (`ASTRAY`): that is right where nothing is meant.
    stays = changing & (astray >= ASTRAY) & (plans.verbs != "purge") & (plans.of("settled") == 0)
    settled, right = numpy.where(stays, astray, settled), numpy.where(stays, plans.absent, plans.right)
    curves = {verb: risk_curve.points(*(some[ordinary & (plans.verbs == verb)] for some in (settled, right, plans.weights)))
              for verb in VERBS}
    print(f"of {ordinary.sum()} plans of ordinary requests, out of fold:")
    risk_curve.table(curves)
    if arguments.curve:
        with open(arguments.curve, "w", encoding="utf-8") as file:
            file.write(risk_curve.svg(curves, FLOORS))
    for floor in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        for verb in VERBS:
            own = changing & (astray >= floor) & (plans.verbs == verb)
            print(f"  astray from {floor}: {verb} {own.sum()}, right to stay {plans.astray[own].sum()}, of the others right {plans.right[own].sum()}")
    right, away = fit(plans, plans.right, folds >= 0), fit(plans, plans.astray, changing, -1)
    for path in arguments.test:
        test = Plans([path])
        report(f"{path}, as today", test, test.of("least_sure"))
        report(f"{path}, calibrated", test, scaled(line, test, right.predict(test.numbers)))
    gains = sorted(zip(right.feature_importance("gain"), right.feature_name()), reverse=True)
    print("gain:", ", ".join(f"{name} {gain:.0f}" for gain, name in gains[:60]))
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump({"features": plans.names, "scale": line, "right": trees(right), "astray": trees(away)}, file, separators=(",", ":"))
            file.write("\n")


if __name__ == "__main__":
    main()
