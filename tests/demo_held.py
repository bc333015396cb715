"""How well a workspace holds the demonstration story, against the gold of `data/demo_gold.json`.

It asks the held layer, with its evidence, and knows nothing of who read the text. Right and missed are counted for what
the gold names; false is what contradicts it, and for roles and states all that the story does not tell.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.operator_match import content, same_label
from benchmarks.operator_tally import Tally
from gsw_graph.dates import bounds
from gsw_graph.demo import document
from gsw_graph.names import fold
from gsw_graph.text import chapters, chunks
from gsw_graph.workspace import Workspace

GOLD: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "demo_gold.json").read_text(encoding="utf-8"))
Row = dict[str, Any]
Span = tuple[int, int]
NO_VERB: Row = {"parts": (), "polarity": "", "places": (), "dates": ()}
ALIKE = {
    "set fire": {"set", "light"},
    "bring up": {"bring"},
    "pin up": {"pin"},
    "be": {"be"},
}
"""Lemmas that say the same as the gold's."""
MAIN_AT: dict[int, set[str]] = {
    1: {"Brennock Maritime Museum", "west gallery", "east wing"},
    2: {"Cottage Hospital"},
    3: {"Custom House"},
    4: {"Tanner Steps"},
    5: {"lamp room"},
    6: {"Gannet Island", "lamp room"},
    7: {"Larchester"},
    8: {"Custom House"},
    9: {"Gannet Island", "Custom House"},
    10: {"east wing", "Fish Quay", "lodge"},
}
"""Where the main person is told to be, by chapter."""
INSIDE = {"the yard": "Brennock Maritime Museum", "police house": "Brennock", "the office": "east wing"}
"""Places that the gold does not name, and what they lie in."""
SLOTS = ("agent", "patient", "recipient", "source", "speaker")


def figures(workspace: Workspace) -> dict[str, Tally]:
    """Return what a workspace holds of the story, right, missed and false, by kind."""
    held = Held(workspace)
    return {name: measure(held) for name, measure in MEASURES.items()}


class Held:
    """The held layer of a workspace, with the characters of the story that it stands on."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.story = document()
        self.chapters = {one.index: one for one in chapters(self.story)}
        self.text = self.story.text
        forms: dict[str, set[str]] = defaultdict(set)
        for actor in GOLD["actors"]:
            for form in (actor["name"], *actor["forms"]):
                forms[fold(form.strip("*"))].add(actor["name"])
        self.gold_forms = dict(forms)
        self.gold_names = {actor["name"] for actor in GOLD["actors"]}

    def rows(self, statement: str) -> list[Row]:
        """Return what a statement finds in the workspace."""
        found = self._workspace.graph.driver.execute_query(f"CYPHER 25 {statement}", workspace=self._workspace.name)
        return [record.data() for record in found.records]

    def place_of(self, chapter: int, quote: str) -> Span:
        """Return the characters of a quote of the gold."""
        start = self.text.index(quote, self.chapters[chapter].start)
        return start, start + len(quote)

    def spans(self, quotes: Iterable[Row]) -> list[Span]:
        """Return the characters of pieces of evidence."""
        return [(one["start"], one["end"]) for one in quotes]

    @cached_property
    def mentions(self) -> list[Row]:
        """All mentions of actors, with whom they are held to mean."""
        return self.rows(
            """MATCH (m:Mention {workspace: $workspace})-[f:FROM]->(:Chunk)-[:PART_OF]->(c:Chapter)
            MATCH (a:Actor)-[:SUPPORTED_BY]->(m)
            RETURN a.uid AS actor, m.surface AS surface, m.form AS form, f.start AS start, f.end AS end,
              c.index AS chapter, a.names AS names"""
        )

    @cached_property
    def known(self) -> dict[str, str]:
        """The gold's actor for each held one that some name of it alone gives away, by uid."""
        found: dict[str, str] = {}
        for row in self.mentions:
            meant = [self.gold_forms.get(fold(name), set()) for name in row["names"]]
            sure = {name for names in meant if len(names) == 1 for name in names}
            if len(sure) == 1:
                found[row["actor"]] = sure.pop()
        return found

    def name(self, actor: str, names: list[str]) -> str:
        """Return the gold's name of a held actor, or its own."""
        return self.known.get(actor) or max(names, key=len)

    @cached_property
    def attributes(self) -> list[Row]:
        """All roles and states with their bearer, days and evidence."""
        found: list[Row] = []
        for label, relationship in (("Role", "HAS_ROLE"), ("State", "IN_STATE")):
            found += self.rows(
                f"""MATCH (a:Actor {{workspace: $workspace}})-[h:{relationship}]->(r:{label})
                RETURN '{label.lower()}' AS kind, r.uid AS uid, a.uid AS actor, a.names AS names, r.label AS label,
                  r.polarity AS polarity, h.valid_from AS first, h.valid_to AS last,
                  [(r)-[:SUPPORTED_BY]->(c)-[f:FROM]->() | {{start: f.start, end: f.end}}] AS evidence"""
            )
        return found

    @cached_property
    def verbs(self) -> list[Row]:
        """All verbs with who takes part, where, when, what they end, and their evidence."""
        return self.rows(
            """MATCH (v:Verb {workspace: $workspace})
            RETURN v.label AS label, v.polarity AS polarity,
              [(a:Actor)-[p:PARTICIPATES_IN]->(v) | {slot: p.valence, actor: a.uid, names: a.names}]
                + [(v)-[:SUPPORTED_BY]->(:Claim)-[b:ABOUT]->(m:Mention) WHERE m.kind = 'place' |
                   {slot: b.valence, actor: '', names: [m.name]}] AS parts,
              [(v)-[:AT]->(:Space)-[:NAMED]->(p:Place) | p.name]
                + [(v)-[:SUPPORTED_BY]->(:Claim)-[b:ABOUT]->(m:Mention) WHERE m.kind = 'place' | m.name] AS places,
              [(v)-[:DURING]->(:Time)-[:DATED]->(d:Date) | {first: d.earliest, last: d.latest}] AS dates,
              [(v)-[:ENDS]->(r) | r.uid] AS ends,
              [(v)-[:SUPPORTED_BY]->(c)-[f:FROM]->() | {start: f.start, end: f.end}] AS evidence"""
        )

    @cached_property
    def presence(self) -> list[Row]:
        """Who is at which coupling node of space, in which chapter, and the place that it is."""
        return self.rows(
            """MATCH (a:Actor {workspace: $workspace})-[:AT]->(s:Space)
            MATCH (c:Chapter {workspace: $workspace, uid: s.chapter})
            RETURN a.uid AS actor, a.names AS names, s.uid AS space, c.index AS chapter,
              [(s)-[:NAMED]->(p:Place) | p.name] AS places"""
        )


# -- the measures ------------------------------------------------------------------------------------


def forms(held: Held) -> Tally:
    """Whom each proper name in the text means: one node for each actor of the gold, and nobody else in it."""
    tally = Tally()
    by_actor: dict[str, Counter[str]] = defaultdict(Counter)
    for row in held.mentions:
        if row["actor"] in held.known:
            by_actor[held.known[row["actor"]]][row["actor"]] += 1
    main = {max(found, key=lambda uid: found[uid]): name for name, found in by_actor.items()}
    at: dict[int, set[str]] = defaultdict(set)
    for row in held.mentions:
        for character in range(row["start"], row["end"]):
            at[character].add(main.get(row["actor"], ""))
    for start, end, names in _occurrences(held):
        found = set().union(*(at.get(character, set()) for character in range(start, end)))
        wrong = found - names - {""}
        tally.check(bool(found & names), f"{names} at {start}", str(wrong) if wrong else "")
    return tally


def _occurrences(held: Held) -> Iterable[tuple[int, int, set[str]]]:
    """Yield where the gold's names and forms stand in the passages, the longest at each place."""
    names = {form.strip("*"): form for actor in GOLD["actors"] for form in (actor["name"], *actor["forms"])}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
    for chapter in held.chapters.values():
        for chunk in chunks(chapter):
            for match in pattern.finditer(chunk.text):
                meant = {
                    actor["name"]
                    for actor in GOLD["actors"]
                    if match[0] in (actor["name"], *(form.strip("*") for form in actor["forms"]))
                }
                yield chunk.start + match.start(), chunk.start + match.end(), meant


def _told(held: Held, kind: str, one: Row) -> list[Row]:
    """Return the held roles or states that say what the gold says, where the text tells it; whatever their polarity."""
    span = held.place_of(one["chapter"], one["quote"])
    return [
        row
        for row in held.attributes
        if row["kind"] == kind
        and held.name(row["actor"], row["names"]) == one["actor"]
        and _near(held.spans(row["evidence"]), span, 250)
        and _same_label(row["label"], one["label"])
    ]


def _attributes(held: Held, kind: str, gold: str) -> Tally:
    tally = Tally()
    for one in GOLD[gold]:
        right = any(row["polarity"] == one["polarity"] for row in _told(held, kind, one))
        tally.check(right, f"{one['actor']} | {one['label']} | {one['polarity']} ({one['chapter']})")
    known = [*GOLD["roles"], *GOLD["states"], *GOLD["also"]["roles"], *GOLD["also"]["states"]]
    for row in held.attributes:
        actor = held.name(row["actor"], row["names"])
        asserted = row["kind"] == kind and row["polarity"] == "asserted" and actor in held.gold_names
        if asserted and not any(one["actor"] == actor and _same_label(row["label"], one["label"]) for one in known):
            tally.false.append(f"{actor} | {row['label']}")
    return tally


def roles(held: Held) -> Tally:
    """The gold's roles, with their polarity, where the text tells them; false are those that it does not tell."""
    return _attributes(held, "role", "roles")


def states(held: Held) -> Tally:
    """The gold's states, with their polarity, where the text tells them; false are those that it does not tell."""
    return _attributes(held, "state", "states")


def intervals(held: Held) -> Tally:
    """When the gold's roles and states begin and end."""
    tally = Tally()
    for kind, gold in (("role", "roles"), ("state", "states")):
        for one in GOLD[gold]:
            found = [row for row in _told(held, kind, one) if row["polarity"] == one["polarity"]]
            for name, value in (("first", one["from"]), ("last", one["to"])):
                days = [row[name] for row in found if row[name] is not None]
                said = f"{one['actor']} | {one['label']} | {value}"
                if value:
                    right = any(_within(value, day, day) for day in days)
                    tally.check(right, said, said if days and not right else "")
    return tally


def ended(held: Held) -> Tally:
    """The roles and states of the gold that a verb is held to end."""
    tally = Tally()
    by_uid = {row["uid"]: row for row in held.attributes}
    for one in GOLD["ended"]:
        span = held.place_of(one["ended_in"], one["quote"])
        found = [
            by_uid[uid]
            for verb in held.verbs
            if _near(held.spans(verb["evidence"]), span, 0)
            for uid in verb["ends"]
            if uid in by_uid and held.name(by_uid[uid]["actor"], by_uid[uid]["names"]) == one["actor"]
        ]
        right = any(same_label(row["label"], one["label"]) for row in found)
        tally.check(right, f"{one['actor']} | {one['label']}", str(found[0]["label"]) if found and not right else "")
    return tally


def verbs(held: Held) -> Tally:
    """The gold's events, where the text tells them."""
    tally = Tally()
    for one in GOLD["events"]:
        tally.check(_verb(held, one) is not None, f"{one['verb']}: {one['quote']}")
    return tally


def participants(held: Held) -> Tally:
    """Who does the gold's events to whom, in those slots that the gold fills."""
    tally = Tally()
    for one in GOLD["events"]:
        verb = _verb(held, one) or NO_VERB
        for slot in SLOTS:
            wanted = one[slot] if isinstance(one[slot], list) else [one[slot]] if one[slot] else []
            if slot == "source" and one["source"] == one["agent"]:
                continue  # who gives is not said twice
            found = [held.name(part["actor"], part["names"]) for part in verb["parts"] if part["slot"] == slot]
            for name in wanted:
                right = any(_same_actor(name, other) for other in found)
                said = f"{one['verb']} | {slot}: {name}"
                tally.check(right, f"{said}, not {found}", said if found and not right else "")
    return tally


def polarity(held: Held) -> Tally:
    """Whether the gold's events are asserted, negated or possible."""
    tally = Tally()
    for one in GOLD["events"]:
        found = (_verb(held, one) or NO_VERB)["polarity"]
        said = f"{one['verb']} | {one['polarity']}: {one['quote']}"
        tally.check(found == one["polarity"], said, said if found else "")
    return tally


def where(held: Held) -> Tally:
    """At which place the gold's events are that happen."""
    tally = Tally()
    for one in GOLD["events"]:
        if one["place"] and one["polarity"] == "asserted":
            places = (_verb(held, one) or NO_VERB)["places"]
            right = any(_in_place(place, one["place"]) for place in places)
            said = f"{one['verb']} at {one['place']}: {one['quote']}"
            tally.check(right, f"{said}, not {places}", said if places and not right else "")
    return tally


def when(held: Held) -> Tally:
    """On which day the gold's events are that happen."""
    tally = Tally()
    for one in GOLD["events"]:
        if one["date"] and one["polarity"] == "asserted":
            found = (_verb(held, one) or NO_VERB)["dates"]
            known = [date for date in found if date["first"] is not None or date["last"] is not None]
            right = any(_within(one["date"], date["first"], date["last"]) for date in known)
            said = f"{one['verb']} on {one['date']}: {one['quote']}"
            tally.check(right, said, said if known and not right else "")
    return tally


def main(held: Held) -> Tally:
    """Where the main person is, chapter by chapter."""
    tally = Tally()
    for chapter, wanted in MAIN_AT.items():
        places = {
            place
            for row in held.presence
            if row["chapter"] == chapter and held.name(row["actor"], row["names"]) == "Nora Pellow"
            for place in row["places"]
        }
        for place in sorted(wanted):
            right = any(_in_place(other, place) for other in places)
            tally.check(right, f"{chapter}: {place}, not {places}")
    return tally


def present(held: Held) -> Tally:
    """Who shares a place with the main person in a chapter, as against being spoken of."""
    tally = Tally()
    for chapter in GOLD["chapters"]:
        here = [row for row in held.presence if row["chapter"] == chapter["index"]]
        hers = {row["space"] for row in here if held.name(row["actor"], row["names"]) == chapter["main"]}
        found = {held.name(row["actor"], row["names"]) for row in here if row["space"] in hers}
        for name in chapter["present"]:
            tally.check(name in found, f"{chapter['index']}: {name} is there")
        tally.false += [f"{chapter['index']}: {name} is not there" for name in chapter["offstage"] if name in found]
    return tally


def dates(held: Held) -> Tally:
    """What the gold's date phrases mean."""
    tally = Tally()
    known = held.rows(
        """MATCH (d:Date {workspace: $workspace})-[:SUPPORTED_BY]->(m:Mention)-[f:FROM]->()
        RETURN d.earliest AS first, d.latest AS last, f.start AS start, f.end AS end"""
    )
    for chapter in GOLD["chapters"]:
        for one in chapter["dates"]:
            span = held.place_of(chapter["index"], one["phrase"])
            found = [row for row in known if _near([(row["start"], row["end"])], span, 0)]
            begins = held.text[span[0] - 6 : span[0]] == "since "
            right = any(_same_days(one["edtf"], row["first"], row["last"], begins=begins) for row in found)
            said = f"{chapter['index']}: {one['phrase']} = {one['edtf']}"
            tally.check(right, said, said if found and not right else "")
    return tally


def questions(held: Held) -> Tally:
    """The questions that the gold says the text raises, about the same thing, where it raises them."""
    tally = Tally()
    known = held.rows(
        """MATCH (q:Question {workspace: $workspace})
        RETURN q.label AS label, [(q)-[:ABOUT]->(n) | 1] AS about,
          [(q)-[:SUPPORTED_BY]->(c)-[f:FROM]->() | {start: f.start, end: f.end}] AS evidence"""
    )
    for one in GOLD["questions"]:
        span = held.place_of(one["raised_in"], one["raised_quote"])
        words = {word for word in content(one["question"]) if word not in {"is", "the"}}
        right = any(
            row["about"]
            and _near(held.spans(row["evidence"]), span, 300)
            and len(words & set(content(row["label"]))) >= len(words) / 2
            for row in known
        )
        tally.check(right, one["question"])
    return tally


MEASURES: dict[str, Callable[[Held], Tally]] = {
    "forms": forms,
    "roles": roles,
    "states": states,
    "intervals": intervals,
    "ended": ended,
    "verbs": verbs,
    "participants": participants,
    "polarity": polarity,
    "where": where,
    "when": when,
    "main": main,
    "present": present,
    "dates": dates,
    "questions": questions,
}


# -- what counts as the same -------------------------------------------------------------------------


def _verb(held: Held, one: Row) -> Row | None:
    """Return the held verb of an event of the gold: of those on its words the one with most of its slots."""
    span = held.place_of(one["chapter"], one["quote"])
    lemmas = ALIKE.get(one["verb"], set()) | {one["verb"]}
    found = [
        row
        for row in held.verbs
        if (row["label"] in lemmas or row["label"].split()[0] in lemmas) and _near(held.spans(row["evidence"]), span, 0)
    ]

    def fit(row: Row) -> int:
        names = [held.name(part["actor"], part["names"]) for part in row["parts"]]
        wanted = [one[slot] for slot in SLOTS if isinstance(one[slot], str)]
        return sum(any(_same_actor(name, other) for other in names) for name in wanted)

    return max(found, key=fit, default=None)


def _near(spans: Iterable[Span], span: Span, most: int) -> bool:
    return any(start < span[1] + most and span[0] - most < end for start, end in spans)


def _same_label(held: str, gold: str) -> bool:
    return same_label(held, gold) or set(content(gold)) <= set(content(held))


def _same_actor(name: str, other: str) -> bool:
    first, second = set(content(name)), set(content(other))
    return fold(name) == fold(other) or first <= second or second <= first


def _in_place(held: str, gold: str) -> bool:
    """Say whether a place is the gold's or inside it."""
    inside = {one["name"]: one["within"] for one in GOLD["places"]} | INSIDE
    known = {fold(form): one["name"] for one in GOLD["places"] for form in (one["name"], *one["forms"])}
    place: str | None = known.get(fold(held), held)
    while place:
        if set(content(gold)) <= set(content(place)):
            return True
        place = inside.get(place)
    return False


def _within(edtf: str, first: int | None, last: int | None) -> bool:
    """Say whether days lie in a date of the gold; the ends of a stretch ("the end of April") are vague."""
    low, high = bounds(edtf)
    slack = _slack(low, high)
    return (low is None or (first is not None and low - slack <= first)) and (
        high is None or (last is not None and last <= high + slack)
    )


def _same_days(edtf: str, first: int | None, last: int | None, *, begins: bool) -> bool:
    """Say whether days are those of the gold; what begins with them has no end."""
    low, high = bounds(edtf)
    slack = _slack(low, high)
    return _close(low, first, slack) and (_close(high, last, slack) or (begins and last is None))


def _slack(low: int | None, high: int | None) -> int:
    return 7 if low is not None and high is not None and 1 < high - low < 15 else 0


def _close(one: int | None, other: int | None, slack: int) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= slack
