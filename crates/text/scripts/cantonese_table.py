"""Writes src/entity/name/tables/cantonese.tsv: for each syllable of Cantonese, in Jyutping without tone, the characters read so.

    pip install ToJyutping==3.2.0
    python3 crates/text/scripts/cantonese_table.py

The readings are those of the package ToJyutping (BSD-2-Clause), whose data is that of rime-cantonese (CC BY 4.0). Of the commoner
half of Big5, each character with its first two readings: names have hardly others.
"""

import collections
import pathlib
import re

import ToJyutping

out = pathlib.Path(__file__).parent.parent / "src/entity/name/tables/cantonese.tsv"
trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
characters = [bytes([lead, trail]).decode("big5", "ignore") for lead in range(0xA4, 0xC7) for trail in trails]
syllables = collections.defaultdict(str)
for character in characters:
    if not "\u4e00" <= character <= "\u9fff":
        continue
    readings = [re.sub(r"\d", "", reading) for reading in ToJyutping.get_jyutping_candidates(character)[0][1]]
    readings = [reading for reading in readings if " " not in reading]
    for syllable in list(dict.fromkeys(readings))[:2]:
        syllables[syllable] += character
out.write_text("".join(f"{syllable}\t{syllables[syllable]}\n" for syllable in sorted(syllables)), encoding="utf-8")
