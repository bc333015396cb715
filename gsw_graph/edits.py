"""Corrections of the memory: what a person changes in it, each a decision that can be undone."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from gsw_graph.dates import day_text, resolve
from gsw_graph.decisions import (
    Content,
    Decision,
    End,
    False_,
    Part,
    Rename,
    Retype,
    Same,
    Split,
    all_decisions,
    checked,
    rulings,
    standing,
)
from gsw_graph.errors import InputError
from gsw_graph.graph import Graph, Row
from gsw_graph.identity import SPLIT
from gsw_graph.names import fold_label
from gsw_graph.records import ActorKind
from gsw_graph.referents import Face, Referent, referent
from gsw_graph.settling import settle, take_back

MOST_SHOWN = 8
"""Statements that a message names."""


class Edited(NamedTuple):
    """What an edit did."""

    number: int
    """Of the decision."""
    said: str
    """In words."""
    undo: str
    """The command that undoes it; "" if nothing does."""


class Edits:
    """Corrections of one workspace.

    Whoever is meant is named by a name, an alias or a uid that means one actor; what means several is refused with
    their uids. A reason is kept as it is given, whatever texts are forgotten.

    Args:
        graph: The database.
        workspace: Name of the workspace.
    """

    def __init__(self, graph: Graph, workspace: str) -> None:
        self._graph = graph
        self._workspace = workspace

    def rename(self, entity: str, name: str, *, because: str = "") -> Edited:
        """Show an actor under another name; it is found under its old ones as before.

        Args:
            entity: Who.
            name: The new name; it is kept whatever texts are forgotten.
            because: The reason.

        Raises:
            InputError: Nobody, several or a place is meant, or the name is blank or too long.
        """
        who = self._who(entity)
        if not any(letter.isprintable() and not letter.isspace() for letter in name):
            raise InputError(f"{name!r} has nothing that could be seen as a name.", hint="a name with letters")
        made = checked(Rename, persona=who.main.uid, name=" ".join(name.split()))
        return self._decide(made, f"{who.name} is now shown as {made.name}.", because)

    def retype(self, entity: str, kind: ActorKind, *, because: str = "") -> Edited:
        """Say what kind of actor somebody is.

        Args:
            entity: Who.
            kind: Of what kind.
            because: The reason.

        Raises:
            InputError: Nobody, several or a place is meant, or there is no such kind.
        """
        who = self._who(entity)
        made = checked(Retype, persona=who.main.uid, to=kind)
        return self._decide(made, f"{who.name} is now of the kind {kind}.", because)

    def join(self, entity: str, other: str, *, because: str = "") -> Edited:
        """Make two actors one.

        Args:
            entity: One of them.
            other: The other.
            because: The reason.

        Raises:
            InputError: One of them can't be found, they are one already, or it was decided that they are two.
        """
        one, two = self._who(entity), self._who(other)
        if one.uid == two.uid:
            raise InputError(f"{entity!r} and {other!r} are one actor already.", hint=f"gsw show {one.uid}")
        made = Same(one=one.main.uid, other=two.main.uid)
        pairs = {(min(a.uid, b.uid), max(a.uid, b.uid)) for a in one.faces for b in two.faces}
        for link in rulings(self._graph, self._workspace).links:
            pair = (min(link.one, link.other), max(link.one, link.other))
            if not link.same and link.source == "human" and pair in pairs - {(made.one, made.other)}:
                said = f"Decision {link.number} holds names of {one.name} and {two.name} apart."
                raise InputError(said, hint=f"gsw edit undo {link.number}")
        return self._decide(made, f"{one.name} and {two.name} are now one.", because)

    def split(
        self, entity: str, *, chapters: Sequence[tuple[str, int]] = (), document: str = "", because: str = ""
    ) -> Edited:
        """Make of an actor in some chapters another than elsewhere.

        Args:
            entity: Who.
            chapters: The chapters, each by its document's key and its number.
            document: Key of a document, all chapters of which are meant.
            because: The reason.

        Raises:
            InputError: Nobody, several or a place is meant, nobody is named there, or nobody elsewhere.
        """
        if not chapters and not document:
            raise InputError("A split needs its chapters.", hint="--chapters DOCUMENT:NUMBER or --document DOCUMENT")
        who = self._who(entity)
        within = frozenset(p for p in who.places if p[0] == document or p in set(chapters))
        where = ", ".join([*(f"{key} {number}" for key, number in chapters), *([document] if document else [])])
        if not within:
            raise InputError(f"{who.name} is not named in {where}.", hint=f"gsw show {who.uid}")
        if within == who.places:
            raise InputError(f"{who.name} is named nowhere but in {where}: nothing would stay.", hint="other chapters")
        made = self._split(who, within, chapters, document)
        return self._decide(made, f"{who.name} is now another in {where} than elsewhere.", because)

    def _split(
        self, who: Referent, within: frozenset[tuple[str, int]], chapters: Sequence[tuple[str, int]], document: str
    ) -> Split:
        """Return the split of an actor."""
        numbers: dict[str, set[int]] = defaultdict(set)
        for key, number in chapters:
            numbers[key].add(number)
        parts = [Part(document=key, chapters=tuple(sorted(some))) for key, some in numbers.items() if key != document]
        parts += [Part(document=document)] if document else []
        there = [face for face in who.faces if face.places & within]
        roots = self._roots(there)
        return Split.of(
            sorted(parts, key=lambda part: part.document),
            {roots.get(face.uid, face.uid): face.folded for face in there if not face.home},
            along=(face.uid for face in there if face.home),
            stay=(face.uid for face in who.faces if not face.home or face not in there),
        )

    def _roots(self, faces: Sequence[Face]) -> dict[str, str]:
        """Map personae that earlier splits have made to those that they were made of."""
        if not any(face.mark.startswith(SPLIT) for face in faces):
            return {}
        made = standing(all_decisions(self._graph, self._workspace))
        return {facet.becomes: facet.of for one in made if isinstance(one.what, Split) for facet in one.what.facets}

    def end(self, entity: str, what: str, date: str, *, because: str = "") -> Edited:
        """Say on which day a role or state of somebody ended.

        Args:
            entity: Who.
            what: The role or state, in the words in which it is shown, or its uid.
            date: As EDTF or in words; of a vague date the last day counts.
            because: The reason.

        Raises:
            InputError: Nobody or several are meant, there is no such role or state or several, or the date has no end.
        """
        who = self._who(entity)
        found = self._one(who, what, [row for row in self._held(who, what) if row["kind"] != "verb"])
        day, begin = _last_day(date), found["begin"]
        if begin is not None and day < begin:
            said = f"{who.name} is {found['label']} from {day_text(begin)} on, which is after {day_text(day)}."
            raise InputError(said, hint="a later day")
        made = End(claims=tuple(found["claims"]), day=day)
        return self._decide(made, f"{who.name} is {found['label']} until {day_text(day)}.", because)

    def false(self, entity: str, what: str = "", *, because: str = "") -> Edited:
        """Say that something which a text says is not so.

        Args:
            entity: Who it is said of; or, alone, the uid of a claim.
            what: The role, state or deed, in the words in which it is shown, the first words of a deed, or its uid.
            because: The reason.

        Raises:
            InputError: There is no such claim or statement, or there are several.
        """
        if what:
            who = self._who(entity)
            found = self._one(who, what, self._held(who, what))
            said = f"Marked false of {who.name}: {_in_words(found)}."
            return self._decide(False_(claims=tuple(found["claims"])), said, because)
        rows = self._graph.run("read/claims", workspace=self._workspace, uids=[entity])
        if not rows:
            raise InputError(
                f"{entity!r} is not the uid of a claim.", hint="gsw edit false ENTITY STATEMENT, as 'gsw show' has them"
            )
        said = f"Marked false: {rows[0]['phrase'] or rows[0]['label']}."
        return self._decide(False_(claims=(entity,)), said, because)

    def undo(self, number: int, *, because: str = "") -> Edited:
        """Undo an edit, or any other decision.

        Args:
            number: Of the decision.
            because: The reason.

        Raises:
            InputError: There is none of that number, it is itself an undoing, or it was undone before.
        """
        made = take_back(self._graph, self._workspace, number, reason=because)
        return Edited(made, f"Decision {number} does not stand any more.", "")

    def _who(self, entity: str) -> Referent:
        return referent(self._graph, self._workspace, entity)

    def _decide(self, content: Content, said: str, because: str) -> Edited:
        """Decide, and say what that did."""
        decision = checked(Decision, what=content, reason=because)
        [number] = settle(self._graph, self._workspace, [decision])
        return Edited(number, said, f"gsw edit undo {number}")

    def _held(self, who: Referent, what: str) -> list[Row]:
        """Return the statements of an actor under one label or of one uid, else the deeds that begin so."""
        rows = self._graph.run(
            "read/said_of", workspace=self._workspace, uid=who.uid, words=what.strip(), folded=fold_label(what)
        )
        return [row for row in rows if row["is_whole"]] or rows

    def _one(self, who: Referent, what: str, rows: Sequence[Row]) -> Row:
        """Return the one statement that is meant."""
        if not rows:
            raise InputError(f"Nothing like {what!r} is held of {who.name}.", hint=f"gsw show {who.uid}")
        if len(rows) > 1:
            shown = "; ".join(f"{row['uid']} ({_in_words(row)})" for row in rows[:MOST_SHOWN])
            more = f" and {len(rows) - MOST_SHOWN} more" if len(rows) > MOST_SHOWN else ""
            raise InputError(f"{what!r} means {len(rows)} things of {who.name}: {shown}{more}.", hint="a uid of these")
        return rows[0]


def _last_day(date: str) -> int:
    """Return the last day of a date that a person gives."""
    value = resolve(date)
    if value is None or value.latest is None:
        raise InputError(f"{date!r} is no date with an end.", hint="a date such as 1987-05-11")
    return value.latest


def _in_words(row: Row) -> str:
    """Return what a statement says of its actor."""
    how = {"asserted": "", "negated": "not ", "possible": "perhaps "}[row["polarity"]]
    interval = f", {row['interval']}" if row["interval"] else ""
    return (
        f"{how}{row['phrase'] or row['label']}{interval}"
        if row["kind"] == "verb"
        else f"is {how}{row['label']}{interval}"
    )
