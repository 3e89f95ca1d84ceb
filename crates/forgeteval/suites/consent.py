#!/usr/bin/env python3
"""Makes the suite `consent`: a person is shown what an erasure would take, and says yes or no.

    python3 crates/forgeteval/suites/consent.py [SEED] > crates/forgeteval/suites/consent-1.0.0.jsonl

Names and ids are drawn from the seed (42); the sentences are written. `[…]` marks the piece that tells a text from all others,
`{id}` is an id and `{near}` one that is almost the same, `{a}` to `{d}` are people. `own` and `also` go on a yes; `near` and `rest`
stay; `late` is written while the person reads, so nobody was shown it, and it stays.
"""

import json
import random
import re
import sys

from tenancy import NAMES, ids

# A no to the first question leaves everything; the second, about something else, is a yes.
DECLINED = [
    dict(id="door ###", ask="{id}", own="The code of {id} is [four fives and a hash].", near="{near} opens [with the brass key] of {a}.", refuse="{near}",
         rest=["The caretaker [waters ferns at noon].", "Bulbs are [in the cellar on the left]."], about="doors, the caretaker and bulbs"),
    dict(id="order ####-A", ask="everything on {id}", own="{id} is [a saddle in oxblood] for {a}.", near="{near}, for {b}, is [late by a week].", refuse="everything on {near}",
         rest=["Hides are [soaked overnight].", "The awl was [sharpened in May]."], about="orders, hides and the awl"),
    dict(id="guest ###", ask="the wishes of {id}", own="{id} wants [no lilies in the hall].", near="{near} asks for [a goose-down quilt].", refuse="the wishes of {near}",
         rest=["Brunch ends [when the bell rings].", "{a} polishes [the silver on Mondays]."], about="guests, brunch and silver"),
    dict(id="bus ##-K", ask="what is noted about {id}", own="{id} [smokes when it climbs].", near="{near} has [a torn seat in row two].", refuse="what is noted about {near}",
         rest=["Diesel is [cheaper over the border].", "{a} sings [at every tunnel]."], about="buses, diesel and the driver"),
    dict(id="locker ###", ask="{id}", own="In {id} {a} left [a violin without strings].", near="{near} is [jammed since the flood].", refuse="{near}",
         rest=["Padlocks cost [two tokens].", "The pool is [drained in August]."], about="lockers, padlocks and the pool"),
    dict(id="contract C-####", ask="contract {id}", own="{id} binds {a} [to three more seasons].", near="{near} lets {b} [leave at any time].", refuse="contract {near}",
         rest=["Scouts [file on yellow paper].", "The mascot [lost its tail]."], about="contracts, scouts and the mascot"),
    dict(id="tank ##", ask="everything about {id}", own="{id} holds [eels from the delta].", near="In {near} the heater [ticks all night].", refuse="everything about {near}",
         rest=["Shrimp are [fed by the pinch].", "{a} nets [the snails on Sundays]."], about="tanks, shrimp and snails"),
    dict(id="card ####", ask="the card {id}", own="{id} was [swallowed at the airport].", near="{near} has [a limit of ninety].", refuse="the card {near}",
         rest=["Statements come [in grey envelopes].", "{a} banks [by telephone alone]."], about="cards, statements and banking"),
]
# A yes, and two texts that go: those that were shown, and no others.
ACCEPTED = [
    dict(id="lamp ##", ask="{id}", own="{id} [flickers above the organ].", also="{a} climbed up to {id} and [burnt a thumb].", near="{near} was [given by the guild].",
         rest=["Hymns are [chalked on slate].", "The sexton [keeps bees in the tower]."], about="lamps, hymns and the sexton"),
    dict(id="phone 0### ####", ask="the number {id}", own="{a} can be had on {id}, [after the late news].", also="Do not ring {id}: [the parrot answers].", near="{near} is [the line of the fire brigade].",
         rest=["Cables run [under the tram rails].", "Old directories [prop up the stove]."], about="phones, cables and directories"),
    dict(id="vat ###", ask="everything in {id}", own="{id} ferments [quinces with honey].", also="{a} tasted {id} and found it [sharp as a knife].", near="{near} is [scrubbed and empty].",
         rest=["Corks swell [in a warm bath].", "Labels are [licked by hand]."], about="vats, corks and labels"),
    dict(id="child ###", ask="{id}", own="{id} is fetched by {a}, [never by the uncle].", also="In the sandpit {id} [swaps marbles for beetles].", near="{near} naps [with a rag rabbit].",
         rest=["Clay is [stored in wet cloth].", "Boots stand [in pairs by the door]."], about="children, clay and boots"),
    dict(id="pump P-##", ask="whatever concerns {id}", own="{id} [draws sand since Easter].", also="A new seal for {id} [comes by mule].", near="{near} runs [on a windmill].",
         rest=["Figs are [dried on reed mats].", "{a} counts [the wells at dusk]."], about="pumps, figs and wells"),
    dict(id="exhibit E###", ask="{id}", own="{id} is [a comb with broken teeth].", also="The label of {id} [has the wrong century].", near="{near} was [lent by a widow].",
         rest=["Dust is [blown off with bellows].", "{a} guards [the room with the moths]."], about="exhibits, dust and guards"),
    dict(id="member ####", ask="everything about {id}", own="{id} [rows on the bow side].", also="The fine of {id}, {a}, [was waived].", near="{near} coaches [the novices in fog].",
         rest=["Oars are [varnished in spring].", "The jetty [creaks at low water]."], about="members, oars and the jetty"),
    dict(id="ward ##", ask="{id}", own="{id} has [a window on the orchard].", also="{a} does nights on {id} [until the new moon].", near="{near} is [closed for paint].",
         rest=["Linen goes [down a copper chute].", "Broth is [salted at the bedside]."], about="wards, linen and broth"),
]
# While the person reads, a text is written that the request would fit as well. Nobody was shown it.
MEANWHILE = [
    dict(id="cabin ##", ask="{id}", own="{id} is [let to a poet].", near="{near} has [a stove with a crack].", late="{id} will get [a roof of shingles].",
         rest=["Logs are [split before the frost].", "{a} lends [skis and snowshoes]."], about="cabins, logs and skis"),
    dict(id="mare no. ##", ask="everything on {id}", own="{id} [kicked the farrier twice].", near="{near} is [broken to harness].", late="{id} [foaled just now].",
         rest=["Oats are [mixed with molasses].", "The vet [lodges with {a}]."], about="mares, oats and the vet"),
    dict(id="bill ###", ask="{id}", own="{id} is [for a chandelier].", near="{near} was [paid in coins].", late="{id} [was sent a second time].",
         rest=["Ink is [ground from galls].", "{a} seals [with green wax]."], about="bills, ink and wax"),
    dict(id="track ##", ask="what is said of {id}", own="On {id} the drummer [rushes the bridge].", near="{near} fades [into a dog that barks].", late="{id} is [mixed again tonight].",
         rest=["Tape is [baked before it plays].", "{a} tunes [by candlelight]."], about="tracks, tape and tuning"),
    dict(id="greenhouse ##", ask="{id}", own="{id} [lost nine panes to hail].", near="{near} grows [okra for {a}].", late="{id} is [aired from now on].",
         rest=["Hoses are [coiled like snakes].", "Peat comes [by barge]."], about="greenhouses, hoses and peat"),
    dict(id="letter L-###", ask="everything about {id}", own="{id} [begs for a loan].", near="{near} holds [a pressed gentian].", late="{id} has been [answered by {b}].",
         rest=["Stamps are [soaked off in tea].", "The archive [opens on rainy days]."], about="letters, stamps and the archive"),
    dict(id="robot R##", ask="{id}", own="{id} [bumps into the cat].", near="{near} [mows in spirals].", late="{id} got [new wheels a minute ago].",
         rest=["Chargers hang [by the pantry].", "{a} writes [the scripts in Forth]."], about="robots, chargers and scripts"),
    dict(id="permit ####/#", ask="permit {id}", own="{id} allows [a stall for chestnuts].", near="{near} was [refused for noise].", late="{id} is [to be renewed in person].",
         rest=["Fees are [posted on the door].", "{a} stamps [with the left hand]."], about="permits, fees and stamps"),
]
# A no; asked again, a yes.
ASKED_AGAIN = [
    dict(id="hive ##", ask="{id}", own="{id} [swarmed into the chimney].", near="{near} gave [a comb of lime honey].",
         rest=["Veils are [mended with gauze].", "{a} whistles [to calm the queen]."], about="hives, veils and whistling"),
    dict(id="page ###", ask="what stands on {id}", own="{id} has [a map of the marshes].", near="{near} is [torn across the seal].",
         rest=["Glue is [cooked from hooves].", "{a} turns leaves [with a bone]."], about="pages, glue and leaves"),
    dict(id="trial T-###", ask="everything on {id}", own="In {id} nobody [slept through the night].", near="{near} was [stopped at Christmas].",
         rest=["Placebos are [pressed from chalk].", "{a} reads [the charts upside down]."], about="trials, placebos and charts"),
    dict(id="seat ##F", ask="{id}", own="{id} is kept for {a}, [who leaves at the interval].", near="{near} has [a pillar in front].",
         rest=["Programmes are [folded by nuns].", "The curtain [is heavier than the piano]."], about="seats, programmes and the curtain"),
    dict(id="ferry ##", ask="{id}", own="{id} [ran onto the sandbank].", near="{near} carries [sheep before noon].",
         rest=["Ropes are [tarred in autumn].", "{a} sells [herring at the ramp]."], about="ferries, ropes and herring"),
    dict(id="mould ###", ask="everything about {id}", own="{id} casts [a saint without a nose].", near="{near} is [lined with lead].",
         rest=["Plaster sets [while one hums].", "{a} gilds [on dry days]."], about="moulds, plaster and gilding"),
    dict(id="stall ##", ask="what {id} sells", own="{id} sells [soap with nettles].", near="At {near} one gets [pickled walnuts].",
         rest=["Awnings are [striped by law].", "{a} sweeps [after the fishmongers]."], about="stalls, awnings and sweeping"),
    dict(id="shaft ###", ask="{id}", own="{id} is [flooded to the ladder].", near="{near} was [capped with oak].",
         rest=["Carbide lamps [hiss in the damp].", "{a} charts [the old adits]."], about="shafts, lamps and adits"),
]
SHAPES = {
    "declined": (DECLINED, "The first question is answered with a no; a memory that erases before the answer, or all the same, loses what stays."),
    "accepted": (ACCEPTED, "Of two texts with the id one names it late; what goes is what was shown, no less and no more."),
    "meanwhile": (MEANWHILE, "A text that fits the request too is written before the yes; a plan made anew on the yes takes it unseen."),
    "asked_again": (ASKED_AGAIN, "A no is no yes for later, and no ban either: asked again, with a yes, it goes."),
}


def case(shape, number, trade, rng):
    id, near, _ = ids(trade["id"], rng)
    values = dict(zip("abcd", rng.sample(NAMES, 4)), id=id, near=near)
    ask, refuse = (trade.get(name, "").format(**values) for name in ("ask", "refuse"))
    marked = {name: trade[name].format(**values) for name in ("own", "also", "near", "late") if name in trade}
    marked |= {f"rest{at}": rest.format(**values) for at, rest in enumerate(trade["rest"])}
    texts = {name: text[0].upper() + re.sub(r"[][]", "", text[1:]) for name, text in marked.items()}
    tells = {name: re.search(r"\[(.*?)\]", text)[1] for name, text in marked.items()}
    for name, tell in tells.items():
        assert [of for of, text in texts.items() if tell.lower() in text.lower()] == [name], f"{shape} {number}: {tell!r}"

    goes = [tells[name] for name in ("own", "also") if name in tells]
    stays = [tells[name] for name in ("near", "rest0", "rest1")]
    about = f"What is known of {trade['about']}?"
    whole = [{"after": 1, "query": about, "must_contain": [*goes, *stays], "must_not_contain": []}]
    checks = []
    match shape:
        case "declined":
            mutations, checks = [["decline", refuse], ["accept", ask]], whole
        case "accepted":
            mutations = [["accept", ask]]
        case "meanwhile":
            mutations, stays = [["accept", ask, texts["late"]]], [*stays, tells["late"]]
        case "asked_again":
            mutations, checks = [["decline", ask], ["accept", ask]], whole
    return {"id": f"consent_{shape}_{number}", "category": shape, "family": "purge",
            "setup_facts": [texts[name] for name in ("rest0", "own", "near", "also", "rest1") if name in texts],
            "mutations": mutations, **({"checks": checks} if checks else {}), "final_query": about, "must_contain": stays,
            "must_not_contain": goes, "origin": "drafted", "note": SHAPES[shape][1]}


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 42
    for shape, (trades, _) in SHAPES.items():
        for number, trade in enumerate(trades, 1):
            print(json.dumps(case(shape, number, trade, random.Random(f"{seed} {shape} {number}")), ensure_ascii=False))
