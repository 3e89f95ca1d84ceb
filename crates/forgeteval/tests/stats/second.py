#!/usr/bin/env python3
"""Computes every statistic of values.json a second time, with scipy and statsmodels, and compares.

    python3 -m venv /tmp/second && /tmp/second/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    /tmp/second/bin/python crates/forgeteval/tests/stats/second.py

values.json holds what the Rust code computes; the test `statistics` keeps it true. Exit status 1 where any value
differs by more than a millionth of itself.
"""

import json
import pathlib
import statistics
import sys

from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import fleiss_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

values = json.loads((pathlib.Path(__file__).parent / "values.json").read_text())
checked = 0
failures = []


def compare(what, ours, second):
    global checked
    checked += 1
    if abs(ours - second) > 1e-6 * max(abs(second), 1e-300) and abs(ours - second) > 1e-12:
        failures.append(f"{what}: {ours} here, {second} there")


for row in values["wilson"]:
    low, high = proportion_confint(row["passes"], row["n"], alpha=0.05, method="wilson")
    compare(f"wilson {row}", row["low"], max(low, 0.0))
    compare(f"wilson {row}", row["high"], min(high, 1.0))

for row in values["mcnemar"]:
    first, second = row["only_first"], row["only_second"]
    exact = first + second < 25
    # The concordant cells change nothing.
    result = mcnemar([[100, first], [second, 100]], exact=exact, correction=True)
    compare(f"mcnemar {row}", row["p"], result.pvalue)
    if first + second > 0:
        chi_squared = mcnemar([[100, first], [second, 100]], exact=False, correction=True)
        compare(f"chi-squared {row}", row["chi_squared"], chi_squared.statistic)
        compare(f"p of chi-squared {row}", row["p_chi_squared"], chi_squared.pvalue)
    if exact and first + second > 0:
        compare(f"binomial {row}", row["p"], stats.binomtest(first, first + second).pvalue)

for row in values["holm"]:
    second = multipletests(row["p"], method="holm")[1]
    for ours, theirs in zip(row["adjusted"], second, strict=True):
        compare(f"holm {row}", ours, theirs)

for row in values["spread"]:
    compare(f"mean {row}", row["mean"], statistics.fmean(row["rates"]))
    compare(f"sd {row}", row["sd"], statistics.stdev(row["rates"]))

for row in values["fleiss"]:
    compare(f"fleiss {row}", row["kappa"], fleiss_kappa(row["counts"], method="fleiss"))

for failure in failures:
    print(failure)
print(f"{checked} values compared, {len(failures)} differ")
sys.exit(1 if failures else 0)
