#!/usr/bin/env python3
"""Makes the suite `tenancy`: two tenants of one memory, and the ids of each other.

    python3 crates/forgeteval/suites/tenancy.py [SEED] > crates/forgeteval/suites/tenancy-1.0.0.jsonl

Names, ids and tenants are drawn from the seed (42). A trade's sentences are written: `[…]` marks the piece that tells a text
from all others, `{id}` is an id of the tenant that begins, `{near}` one that is almost the same, `{theirs}` one that the other
tenant alone has, `{a}` to `{d}` are people. `own` goes or changes; `near` and `rest` stay; `other` and `more` are the other
tenant's.
"""

import json
import random
import re
import sys

NAMES = """Ada Ferro, Bo Lindqvist, Carmen Ito, Dov Abara, Elif Sand, Farid Moss, Greta Okoye, Hugo Pavlik, Ines Tran, Jonas Wu,
Kofi Lange, Lena Duarte, Milan Eide, Nora Castell, Oskar Mbeki, Petra Rossi, Quirin Bell, Rosa Haddad, Stellan Cho, Tova Reyes,
Umar Keller, Vera Nakata, Willem Osei, Ximena Roth, Yusuf Berg, Zora Lund""".replace("\n", " ").split(", ")
TENANTS = ["northgate", "harbour-42", "blue-finch", "tenant-7", "oakfield", "mill-lane", "team-delta", "org-1093", "riverside", "studio-9"]

# Both tenants have the id; one erases what it has under it.
SAME_ID = [
    dict(id="WO-####", ask="work order {id}", own="Work order {id}: {a} had the [boiler relined].", near="Work order {near}: {b} waits for [a new flue].",
         rest=["The van is [in the yard by six].", "Spare [gaskets lie in bin nine]."], other="Work order {id} is for {c}, who wants [two radiators moved].",
         more="{d} keeps the [stamps for invoices].", about="work orders, the van and the gaskets", theirs="work orders and stamps"),
    dict(id="#####", ask="patient {id}", own="Seen today, patient {id}, {a}: [rash on both wrists].", near="Patient {near}, {b}, came back with [a stiff neck].",
         rest=["The steriliser [beeps when it is done].", "Flu jabs are [given on Tuesdays]."], other="{c} is our number {id}, patient since spring, [allergic to penicillin].",
         more="The night bell [rings at the lodge].", about="patients, the steriliser and jabs", theirs="patients, allergies and the bell"),
    dict(id="FN/##/###", ask="file {id}", own="In file {id} the plaintiff {a} [asks for a stay].", near="File {near}: {b} [settled out of court].",
         rest=["Gowns are [pressed on Fridays].", "The copier eats [paper with staples]."], other="Our file {id}: {c} [contests the will].",
         more="{d} drafts [the pleadings in green ink].", about="the files, gowns and the copier", theirs="the files and pleadings"),
    dict(id="plot ###", ask="{id}", own="{a} rents {id} and [grows leeks there].", near="On {near} the shed of {b} [lost its roof].",
         rest=["Water is [turned off in November].", "Compost costs [four a barrow]."], other="We gave {id} to {c}, for [bees and lavender].",
         more="The gate code is [told by word of mouth].", about="the plots, water and compost", theirs="the plots, bees and the gate"),
    dict(id="+44 20 7946 0###", ask="the number {id}", own="Call {a} on {id} about [the piano that is flat].", near="{b} answers {near}, but [never before noon].",
         rest=["Tuning forks are [in the blue case].", "Strings come [by the Monday post]."], other="{c} left {id}: wants [a cello for a child].",
         more="Rosin is [sold at the counter].", about="calls, tuning forks and strings", theirs="calls, cellos and rosin"),
    dict(id="SKU ####-B", ask="everything about {id}", own="{id} is [back from the recall] of May.", near="{near} sells [best in the rain].",
         rest=["{a} counts the shelves [every second Sunday].", "Pallets go [out by dock three]."], other="Our {id} has [a cracked lid], says {b}.",
         more="Returns are [signed by the foreman].", about="articles, shelves and pallets", theirs="articles and returns"),
    dict(id="dog tag ####", ask="{id}", own="{a}'s spaniel wears {id} and [hates thunder].", near="The terrier with {near} [bites postmen], warns {b}.",
         rest=["Kennel five [needs a hinge].", "Rice is cooked [for weak stomachs]."], other="{c} brought in a poodle, {id}: [blind in one eye].",
         more="Vets come [on the first of the month].", about="dogs, kennels and food", theirs="dogs and vets"),
    dict(id="booking ######", ask="{id}", own="The {id} of {a} is [for the honeymoon suite].", near="{near}: {b} asks for [a cot and no feathers].",
         rest=["Breakfast moves [to the terrace in June].", "The lift is [inspected by a Swiss firm]."], other="{c} has {id}, [three nights without a view].",
         more="Minibars are [emptied for the winter].", about="bookings, breakfast and the lift", theirs="bookings and minibars"),
]
# One asks to erase by an id that only the other has, and then by its own: the first takes nothing, anywhere.
FOREIGN_ID = [
    dict(id="CL-#####", ask="claim {id}", own="Claim {id}: the barn of {a} [burnt to the sills].", near="Claim {near} by {b} is about [hail on a greenhouse].",
         rest=["Assessors [drive their own cars].", "Photographs are [kept for ten years]."], other="{c} filed claim {theirs} for [a stolen tuba].",
         more="Payments [leave on the fifteenth].", about="claims, assessors and photographs", theirs="claims and payments"),
    dict(id="shelfmark ##.###", ask="the book at {id}", own="At {id} stands an atlas that {a} [left in the bath].", near="The hymnal at {near} was [rebound in calf], says {b}.",
         rest=["Fines are [two pence a day].", "The reading room [smells of camphor]."], other="{theirs} is a cookbook with [notes in pencil] by {c}.",
         more="New cards are [printed while you wait].", about="books, fines and the reading room", theirs="books and cards"),
    dict(id="meter ###-###", ask="the readings of {id}", own="{id}, at {a}'s, [runs backwards at night].", near="{b} swears that {near} [was read twice].",
         rest=["Ladders are [tied to the roof rack].", "Estimates go out [in the second week]."], other="For {theirs} we have [no key to the cellar]; ask {c}.",
         more="Disputes go to {d}, [who speaks Greek].", about="meters, ladders and estimates", theirs="meters, keys and disputes"),
    dict(id="course ###", ask="{id}", own="{a} teaches {id}, [watercolour for sailors].", near="{near} is [full until autumn]; {b} has the list.",
         rest=["Easels fold [only to the left].", "Tea is [free after nine]."], other="Of {theirs} remains [one seat by the stove].",
         more="{c} marks [the scripts on trains].", about="courses, easels and tea", theirs="courses, seats and scripts"),
    dict(id="user-####@post.example", ask="the address {id}", own="{id} belongs to {a}, who [wants no newsletters].", near="Mail to {near} bounced, since {b} [moved to a lighthouse].",
         rest=["Sunday's issue [went out with a typo].", "Sponsors pay [by the column inch]."], other="{c} writes from {theirs} about [a quiz that was unfair].",
         more="Prizes are [mugs and umbrellas].", about="readers, the issue and sponsors", theirs="readers, quizzes and prizes"),
    dict(id="hull ####", ask="{id}", own="{id} is the dinghy that {a} [painted mustard yellow].", near="{b}'s ketch, {near}, [leaks at the stern].",
         rest=["Moorings are [let by the metre].", "The crane [rests on Mondays]."], other="{theirs} was [salvaged off the point] for {c}.",
         more="Ropes are [spliced in the loft].", about="boats, moorings and the crane", theirs="boats and ropes"),
    dict(id="grant G###", ask="{id}", own="Under {id} {a} [studies moss in caves].", near="{near} pays for [a telescope in the desert], says {b}.",
         rest=["Reports are due [before the equinox].", "Overheads are [capped at a fifth]."], other="The panel wrote of {theirs} that [the budget is thin].",
         more="{c} chairs [the panel on oceans].", about="grants, reports and overheads", theirs="grants and panels"),
    dict(id="licence LX ## ###", ask="{id}", own="{a} drives under {id}, [with glasses alone].", near="{near} was [suspended for a summer]; it is {b}'s.",
         rest=["Test cars have [mirrors on both wings].", "Eye charts are [lit from behind]."], other="We hold that {theirs} [covers motorbikes too].",
         more="{c} examines [in four languages].", about="licences, cars and charts", theirs="licences and examiners"),
]
# One has a text that quotes the other's id, and erases by it.
QUOTED_ID = [
    dict(id="INV-####", ask="everything with {theirs}", own="We paid {theirs} late, for [roses that had wilted].", near="{near} was for [tulips in crates], from {a}.",
         rest=["Buckets are [rinsed with bleach].", "{b} ties [wreaths on Thursdays]."], other="{theirs}: sold to {c}, [cash at the gate].",
         more="Greenhouse two [stays at twelve degrees].", about="invoices, buckets and wreaths", theirs="invoices and greenhouses"),
    dict(id="parcel ####-###", ask="what is written about {theirs}", own="{a} says that {theirs} [arrived soaked].", near="{near} is [with the neighbour], says {b}.",
         rest=["String costs [more than tape].", "Scales are [off by a gram]."], other="{theirs} left us [dry and sealed], with {c}.",
         more="Lorries are [washed at the quay].", about="parcels, string and scales", theirs="parcels and lorries"),
    dict(id="lot ###", ask="every note on {theirs}", own="Bid no more on {theirs}: {a} [doubts the signature].", near="{b} will go [to nine hundred] for {near}.",
         rest=["Paddles are [handed out at the door].", "The dealer from Ghent [coughs when he bluffs]."], other="{theirs} came [from a convent attic], by {c}.",
         more="Catalogues are [proofread twice].", about="lots, paddles and dealers", theirs="lots and catalogues"),
    dict(id="ticket #####", ask="{theirs}", own="Their {theirs} is about [our flapping firewall], {a} thinks.", near="{near} of ours: {b} [cannot print in colour].",
         rest=["Backups [run at half past two].", "The old switch [hums in C sharp]."], other="In {theirs} a customer, {c}, [loses packets at lunch].",
         more="On call is [whoever has the pager].", about="tickets, backups and switches", theirs="tickets and the pager"),
    dict(id="batch K###", ask="all that names {theirs}", own="The flour of {theirs} [clumped in the mixer], wrote {a}.", near="{b} praises {near}: [a fine crumb].",
         rest=["Yeast is [fed at dawn].", "Trays are [stacked by size]."], other="{theirs} was milled [on the wet Tuesday].",
         more="{c} dresses [the stones in March].", about="flour, yeast and trays", theirs="batches and stones"),
    dict(id="flight XQ####", ask="anything on {theirs}", own="{a} missed {theirs} and [slept in the chapel].", near="On {near} {b} [got a window seat].",
         rest=["Visas take [eleven working days].", "Per diems are [paid in crowns]."], other="{theirs} was [short of a steward], reports {c}.",
         more="Crews meet [at the bronze horse].", about="flights, visas and money", theirs="flights and crews"),
    dict(id="sample S-##-##", ask="the results of {theirs}", own="The lab says {theirs} [holds traces of lead].", near="{near}, from {a}'s well, is [clear as gin].",
         rest=["Bottles are [boiled for an hour].", "{b} drives [the cold box north]."], other="For {theirs} the blank was [run after lunch] by {c}.",
         more="The centrifuge [wants new bearings].", about="samples, bottles and drives", theirs="samples and the centrifuge"),
    dict(id="badge ####", ask="whatever is noted of {theirs}", own="Someone with {theirs} [sat in our canteen], {a} saw.", near="{near} opens [the archive alone]; it is {b}'s.",
         rest=["Visitors [sign in pencil].", "Soup is [never the same twice]."], other="{theirs} was given to {c}, [an auditor until May].",
         more="Turnstiles [stick in frost].", about="badges, visitors and soup", theirs="badges and turnstiles"),
]
# What one has erased, the other writes later under the same id, and keeps.
LATER_ID = [
    dict(id="IBAN XX## #### ####", ask="the account {id}", own="{a} is paid to {id}, [rent and heating].", near="Deposits lie on {near}, [untouched since autumn].",
         rest=["Keys hang [behind the curtain].", "The gutter [drips on number two]."], other="{b} asks that we pay {id} [for the chimney sweep].",
         more="Ladders are [lent for a day].", about="accounts, keys and gutters", theirs="accounts and ladders"),
    dict(id="tree T###", ask="{id}", own="{id} is an elm that {a} [wants felled].", near="{near}, the oak, [shades the sandpit].",
         rest=["Saws are [oiled on Saturdays].", "Chips go [to the riding school]."], other="{b} counts {id} among [trees with nesting owls].",
         more="Maps are [drawn from balloons].", about="trees, saws and chips", theirs="trees and maps"),
    dict(id="horse no. ###", ask="everything on {id}", own="{id} threw {a} and [goes lame in mud].", near="{near} is [calm with children], says {b}.",
         rest=["Hay is [cheaper by the river].", "Helmets hang [by the trough]."], other="{id} came to us: [eats from the hand].",
         more="The smith [forges while he sings].", about="horses, hay and helmets", theirs="horses and the smith"),
    dict(id="case ##-C-###", ask="{id}", own="In {id} the child of {a} [lives with an aunt].", near="{b} visits {near}, where [the stove was mended].",
         rest=["Toys are [given at the feast].", "Interpreters are [booked by phone]."], other="{id} was handed to us: [school twice a week].",
         more="{c} has [the spare car seat].", about="cases, toys and interpreters", theirs="cases and car seats"),
    dict(id="serial ZR#####", ask="the machine {id}", own="{id}: {a} [lost the warranty card].", near="{near} spins [louder than it should].",
         rest=["Drums are [ordered from Turin].", "{b} repairs [on the doorstep]."], other="{id}, bought by {c}, [came with a dent].",
         more="Hoses are [cut to length].", about="machines, drums and repairs", theirs="machines and hoses"),
    dict(id="role R-###", ask="{id}", own="For {id} we cast {a}, who [cannot fence yet].", near="{near} went to {b}, [with a false beard].",
         rest=["Wigs are [steamed on Mondays].", "The prompter [drinks elder tea]."], other="{c} reads {id} for us, [in broad dialect].",
         more="Lamps are [gelled in amber].", about="roles, wigs and the prompter", theirs="roles and lamps"),
    dict(id="pass P####-##", ask="the holder of {id}", own="{id} is held by {a}, who [skis off the slopes].", near="{near} is lost, and {b} [paid for a new one].",
         rest=["Gondolas [stop in high wind].", "Sledges are [let by the hour]."], other="{c} showed {id} to us: [good until Easter].",
         more="Snow is [measured at the cross].", about="passes, gondolas and sledges", theirs="passes and snow"),
    dict(id="apiary ##-##", ask="everything about {id}", own="{id}: {a} found [mites in three hives].", near="{b} took {near} [to the heather].",
         rest=["Smoke is [made of old sacks].", "Jars are [lent by the co-op]."], other="We list {id} with [queens from Carniola].",
         more="Swarms are [caught in baskets].", about="apiaries, smoke and jars", theirs="apiaries and swarms"),
]
# Both have the id; one brings its text up to date, the other releases its own.
BOTH_CHANGE = [
    dict(id="unit ##-###", ask="what is stored in {id}", own="In {id} {a} stores [a rowing machine].", new="{id} now holds [drums in flight cases].", near="{near} is [let to a choir], says {b}.",
         rest=["Padlocks are [sold at the desk].", "Mice were [seen in aisle four]."], other="{c} keeps in our {id} [the floats of a parade].",
         more="Trolleys [squeak until oiled].", about="units, padlocks and mice", theirs="units and trolleys"),
    dict(id="student ######", ask="what student {id} studies", own="Student {id}, {a}, [reads botany].", new="Student {id} has changed: [geology from autumn on].", near="{b}, student {near}, [repeats the first year].",
         rest=["Labs are [locked at dusk].", "Bicycles must [stay off the lawn]."], other="Student {id} with us, {c}, [reads Norse on a bursary].",
         more="Hall dinners are [served in shifts].", about="students, labs and bicycles", theirs="students and dinners"),
    dict(id="well ###", ask="who looks after {id}", own="{id} is [looked after by {a}].", new="From now on {id} is [in the hands of {d}].", near="{near} has [a rope that frays], warns {b}.",
         rest=["Pumps are [greased with tallow].", "Goats drink [from the lower trough]."], other="{c} of ours looks after {id}, [on foot from the pass].",
         more="Chlorine is [dosed by the spoon].", about="wells, pumps and goats", theirs="wells and chlorine"),
    dict(id="route ###", ask="when {id} leaves", own="{id} [leaves at ten past], with {a}.", new="{id} [leaves on the hour] since the roadworks.", near="{near} skips [the stop at the mill]; {b} complained.",
         rest=["Tyres are [changed in pairs].", "Lost gloves [lie in a crate]."], other="Our {id} leaves [from the fish market], {c} says.",
         more="Drivers nap [in the old tram].", about="routes, tyres and gloves", theirs="routes and drivers"),
    dict(id="design D-####", ask="the colour of {id}", own="{a} wants {id} [in bottle green].", new="{id} will be [in burnt orange] after all.", near="{near} stays [without a collar], {b} decided.",
         rest=["Thread is [wound by hand].", "The mannequin [lacks an arm]."], other="Colour of {id}, for {c}: [undyed linen].",
         more="Buttons are [carved from horn].", about="designs, thread and the mannequin", theirs="designs and buttons"),
    dict(id="song no. ###", ask="who sings {id}", own="{id} is sung by {a}, [a third too high].", new="{id} goes to {d}, [as a duet].", near="{near} has [a verse in Basque], says {b}.",
         rest=["Mutes are [kept in a sock].", "Rehearsals are [above the bakery]."], other="At ours {c} sings {id}, [with a hand drum].",
         more="Scores are [bound with thread].", about="songs, mutes and rehearsals", theirs="songs and scores"),
    dict(id="desk ##-##", ask="who sits at {id}", own="{a} sits at {id}, [by the ficus].", new="{id} is [free for guests] now.", near="At {near} {b} [stands all day].",
         rest=["The window [opens an inch].", "Plants are [watered by rota]."], other="{c} has {id} in our wing, [next to the printer].",
         more="Chairs are [numbered underneath].", about="desks, windows and plants", theirs="desks and chairs"),
    dict(id="recipe ####", ask="how long {id} bakes", own="{id}, by {a}, bakes [forty minutes at most].", new="{id} is [done in half an hour] in the new oven.", near="{near} wants [a pinch of mace], {b} found.",
         rest=["Knives are [ground each spring].", "Salt comes [from the salt works]."], other="Our {id} of {c}'s bakes [overnight in ash].",
         more="Aprons are [boiled with soda].", about="recipes, knives and salt", theirs="recipes and aprons"),
]
SHAPES = {
    "same_id": ("purge", SAME_ID, "The other tenant's record has the same id; erasing by the id alone takes it too."),
    "foreign_id": ("purge", FOREIGN_ID, "The first id is the other tenant's: looked up without its owner it erases there, and the nearest here goes instead."),
    "quoted_id": ("purge", QUOTED_ID, "A text here quotes the other tenant's id; it goes, and the record over there stays."),
    "later_id": ("purge", LATER_ID, "An id that one tenant erased is written by the other later; a ban on the id would keep it out."),
    "both_change": ("supersession", BOTH_CHANGE, "Both change what they have under one id; whichever looks it up without its owner changes the other's."),
}


def ids(pattern, rng):
    """An id of a pattern, and two that differ from it and each other in a digit."""
    id = "".join(rng.choice("123456789") if c == "#" else c for c in pattern)
    places = [at for at, c in enumerate(pattern) if c == "#"]
    others = []
    for at in rng.sample(places, 2):
        digit = rng.choice([c for c in "123456789" if c != id[at]])
        others.append(id[:at] + digit + id[at + 1 :])
    return id, *others


def case(shape, number, trade, rng):
    family, _, note = SHAPES[shape]
    id, near, theirs = ids(trade["id"], rng)
    values = dict(zip("abcd", rng.sample(NAMES, 4)), id=id, near=near, theirs=theirs)
    tenant = rng.choice(TENANTS)
    ask = trade["ask"].format(**values)
    marked = {name: trade[name].format(**values) for name in ("own", "near", "other", "more", "new") if name in trade}
    marked |= {f"rest{at}": rest.format(**values) for at, rest in enumerate(trade["rest"])}
    texts = {name: text[0].upper() + re.sub(r"[][]", "", text[1:]) for name, text in marked.items()}
    tells = {name: re.search(r"\[(.*?)\]", text)[1] for name, text in marked.items()}
    for name, tell in tells.items():
        assert [of for of, text in texts.items() if tell.lower() in text.lower()] == [name], f"{shape} {number}: {tell!r}"

    here, there = [texts[name] for name in ("rest0", "own", "near", "rest1")], [texts["other"], texts["more"]]
    stays, others = [tells[name] for name in ("near", "rest0", "rest1")], [tells["other"], tells["more"]]
    about_here = f"What do we know about {trade['about']}?"
    about_there = f"What is noted about {trade['theirs']}?"
    by_id = f"What is there about {theirs if shape in ('foreign_id', 'quoted_id') else id}?"

    def check(after, scope, query, must, must_not):
        wanted = {"query": query, "must_contain": must, "must_not_contain": must_not}
        return {"after": after} | ({"scope": scope} if scope != "default" else {}) | wanted

    def whole(after):
        """The other tenant has what it had, and nothing of this one, also where it asks by the id."""
        return [check(after, tenant, about_there, others, stays[:1]), check(after, tenant, by_id, others[:1], [tells["own"]])]

    write = [["scope", tenant], ["inscribe", *there], ["scope", "default"]]
    match shape:
        case "same_id" | "quoted_id":
            mutations, checks = [*write, ["purge", ask]], whole(4)
        case "foreign_id":
            foreign = trade["ask"].replace("{id}", theirs)
            mutations = [*write, ["purge", foreign], ["purge", ask]]
            checks = [check(4, "default", about_here, [tells["own"], *stays], others), *whole(4), *whole(5)]
        case "later_id":
            mutations, checks = [["purge", ask], *write[:2]], whole(3)
        case "both_change":
            mutations = [*write, ["supersede", ask, texts["new"]], ["scope", tenant], ["release", ask]]
            checks = [check(4, tenant, by_id, others[:1], [tells["own"], tells["new"]]),
                      check(6, tenant, about_there, others[1:], [others[0], tells["new"]])]
            stays = [*stays, tells["new"]]
    return {"id": f"tenancy_{shape}_{number}", "category": shape, "family": family, "setup_facts": here, "mutations": mutations,
            "checks": checks, "final_query": about_here, "must_contain": stays, "must_not_contain": [tells["own"], *others],
            "origin": "drafted", "note": note}


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 42
    for shape, (_, trades, _) in SHAPES.items():
        for number, trade in enumerate(trades, 1):
            print(json.dumps(case(shape, number, trade, random.Random(f"{seed} {shape} {number}")), ensure_ascii=False))
