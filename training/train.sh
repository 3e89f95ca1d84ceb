#!/usr/bin/env bash
# Trains relevance model and scorer again: training/train.sh FOLDER_OF_THE_MODEL [PYTHON]. About seven hours on 2 idle cores.
# EVERY=60 trains on one group in sixty, to see in minutes that all steps run, and puts the weights that ship back at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
model=${1:?the folder with the files of all-MiniLM-L6-v2}
python=${2:-python3}
every=${EVERY:-1}
work=$(mktemp -d)
planner=(cargo run --release -q -p nepenthe-training --)
readers=crates/readers/src
out=crates/planner/src/canonical/scorer.json
if [ "$every" -gt 1 ]; then
    mkdir "$work/shipped"
    cp "$readers"/reader-{1,2}.safetensors "$out" "$work/shipped"
    trap 'cp "$work"/shipped/reader-{1,2}.safetensors "$readers"; cp "$work/shipped/$(basename "$out")" "$out"' EXIT
fi

# 1. What the relevance model reads: requests and memories in English, with what is wanted spelled as the request spells it.
"$python" training/cases.py crates/forgeteval/suites/{adversarial,dev}-1.0.0.jsonl \
    training/held/yards.jsonl training/held/rooms.jsonl > "$work/odd.jsonl"
mkdir "$work/data" "$work/read"
for file in training/data/*.jsonl "$work/odd.jsonl"; do
    name=$(basename "$file")
    awk -v every="$every" 'NR % every == 1 || every == 1' "$file" > "$work/data/$name"
    "${planner[@]}" readings "$work/data/$name" > "$work/read/$name"
done
# 2. The first reader, on three quarters of the groups and the odd-numbered cases; then on the stores too, and between both;
#    then on the cases, three times as often, beside the groups and half of the stores, and between both; then on the strangers' stores,
#    twice as often as the rest, and between both. The second reader, on all of it at once (3.5 rounds, 85 minutes); for 1.6 rounds more, in
#    which memories read in part as glosses do, and between both (33 minutes); and for most of a round with the stores in several
#    languages four times as often, and between both (18 minutes).
train=("$python" training/train_relevance.py --model "$model" --more "$work/read/odd.jsonl" --rate 5e-4)
groups=$(cd training/data && ls | grep -v 'stores-\|cases-' | sed "s|^|$work/read/|")
half=$(ls "$work"/read/stores-{plain,traps,compound,paraphrase,people,time,languages}.jsonl)
cases=$(ls "$work"/read/cases-*.jsonl)
stores=$(ls "$work"/read/stores-{agents,assistant,both,compound,hands,home,languages,long,office,paraphrase,people,plain,replace,side,time,traps}.jsonl)
mixed=$(ls "$work"/read/stores-{arabic-hebrew,chinese,cyrillic,greek-turkish,japanese-korean}.jsonl)
# Not trained on yet (training/2026-11-history.md, "Several languages in one store").
late=$(ls "$work"/read/stores-{branches,western}.jsonl)
strangers=$(ls "$work"/read/stores-*.jsonl | grep -vxF "$stores" | grep -vxF "$mixed" | grep -vxF "$late")
"${train[@]}" --rate 6e-4 --out "$work/groups.safetensors" $groups
"${train[@]}" --start "$work/groups.safetensors" --epochs 3 --average 0.6 --out "$work/stores.safetensors" $groups $stores
"${train[@]}" --start "$work/stores.safetensors" --epochs 2 --average 0.6 --out "$work/cases.safetensors" $groups $half $cases $cases $cases
"${train[@]}" --start "$work/cases.safetensors" --rate 4e-4 --epochs 1.5 --average 0.6 \
    --out "$readers/reader-1.safetensors" $groups $half $strangers $strangers
second=("${train[@]}" --apart 2)
"${second[@]}" --rate 6e-4 --epochs 3.5 --seed 2 --out "$work/first.safetensors" $groups $cases $stores $strangers
"${second[@]}" --start "$work/first.safetensors" --rate 3e-4 --epochs 1.6 --average 0.6 --glossed 0.25 --seed 3 \
    --out "$work/glossed.safetensors" $groups $cases $stores $strangers
"${second[@]}" --start "$work/glossed.safetensors" --rate 3e-4 --epochs 0.8 --average 0.7 --glossed 0.25 --seed 4 \
    --unseen "$work/unseen.jsonl" --out "$readers/reader-2.safetensors" $groups $cases $stores $strangers $mixed $mixed $mixed $mixed
cargo build --release -q -p nepenthe-training
# 3. The scorer, on the last quarter, which neither reader has seen, as it is and as it is when its requests were carried out. What
#    neighbours say, and which part of a memory goes, is learned from each fourth of it by a scorer that has seen the other three.
#    The one that ships was trained on what the second reader alone says (training/2026-11-history.md, "The first reader and the new one").
split --number=r/4 --numeric-suffixes --suffix-length=1 "$work/unseen.jsonl" "$work/unseen-"
features() { # NAME [PREFIX OF THE SCORERS]
    for part in 0 1 2 3; do
        scorer=(${2:+--scorer "$2-$part.json"})
        "${planner[@]}" features --model "$model" "${scorer[@]}" "$work/unseen-$part" > "$work/$1-$part.tsv"
        "${planner[@]}" features --done --model "$model" "${scorer[@]}" "$work/unseen-$part" > "$work/$1-done-$part.tsv"
    done
}
features first
for part in 0 1 2 3; do
    "$python" training/train.py --train $(ls "$work"/first-*.tsv | grep -v -- "-$part.tsv") --out "$work/scorer-$part.json"
done
features among "$work/scorer"
for part in 0 1 2 3; do
    "${planner[@]}" ways --model "$model" --scorer "$work/scorer-$part.json" "$work/unseen-$part" > "$work/ways-$part.tsv"
done
"$python" training/train.py --train "$work"/first-*.tsv --among "$work"/among-*.tsv --ways "$work"/ways-*.tsv --out "$out"
cargo build --release
if [ "$every" -gt 1 ]; then
    echo "Every step ran, on one group in $every; the weights that ship are back."
else
    echo "Trained: $readers/reader-{1,2}.safetensors, $out."
fi
