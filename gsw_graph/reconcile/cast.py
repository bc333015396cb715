"""Who is named in some chapters: the personae of their mentions."""

from collections import defaultdict
from collections.abc import Iterable

from gsw_graph.decisions import Rulings
from gsw_graph.graph import Row
from gsw_graph.identity import Naming, actor_uid, family, marks, persona_uid
from gsw_graph.names import fold, is_full_name, is_proper
from gsw_graph.names.people import PARTICLES
from gsw_graph.reconcile.facts import ACTOR_KINDS, Facts, MentionFact

_JOINING = PARTICLES | {"the", "of", "and", "for", "in", "on", "at"}
"""Words of a name that have no capital letter."""


class Cast:
    """The personae of some chapters, each chapter's share by itself.

    What has no name must have something said of it; a pronoun that was not resolved is nobody.

    Args:
        facts: All that is told in the chapters.
        rulings: What people decided.
    """

    def __init__(self, facts: Facts, rulings: Rulings) -> None:
        self._rulings = rulings
        self.persona_of: dict[str, str] = {}
        """The persona of each mention, by their uids."""
        self.rows: dict[str, list[Row]] = {"personae": [], "called": []}
        used = {uid for claim in facts.claims for _, uid in claim.mentions}
        chapters: dict[str, list[MentionFact]] = defaultdict(list)
        for mention in facts.mentions.values():
            cased = mention.name != mention.name.lower()
            if is_actor(mention) and (mention.uid in used or cased or is_proper(mention.name)):
                chapters[mention.chapter].append(mention)
        telling = {m.chunk for m in facts.mentions.values() if m.full or (m.kind == "place" and is_proper(m.name))}
        for chapter, mentions in sorted(chapters.items()):
            self._add(chapter, mentions, telling)

    @property
    def families(self) -> set[str]:
        """The families of the personae."""
        return {row["family"] for row in self.rows["personae"]}

    @property
    def uids(self) -> set[str]:
        """The personae themselves."""
        return {row["uid"] for row in self.rows["personae"]}

    def supports(self, actors: dict[str, str]) -> list[Row]:
        """Return the mentions of each actor.

        Args:
            actors: The actor of each persona, by their uids.
        """
        found: dict[str, list[str]] = defaultdict(list)
        for mention, persona in self.persona_of.items():
            found[actors[persona]].append(mention)
        return [{"actor": actor, "mentions": sorted(mentions)} for actor, mentions in sorted(found.items())]

    def _add(self, chapter: str, mentions: list[MentionFact], telling: set[str]) -> None:
        """Add the personae of one chapter; `telling` are the chunks that name something in full."""
        namings = [Naming(m.kind, m.name, m.surface, m.form, m.full, m.folded) for m in mentions]
        members: dict[tuple[str, str, str], list[MentionFact]] = defaultdict(list)
        for mention, mark in zip(mentions, marks(namings), strict=True):
            key = ("" if mention.full else chapter, mention.folded, self._mark(mention, mention.folded, mark))
            members[key].append(mention)
            self.persona_of[mention.uid] = persona_uid(*key)
        shares = {key: _share(of) for key, of in members.items()}
        for key, of in members.items():
            self._add_called(chapter, key, of, shares)
        for (home, folded, mark), share in sorted(shares.items()):
            self.rows["personae"].append(
                {
                    "uid": persona_uid(home, folded, mark),
                    "home": home,
                    "folded": folded,
                    "mark": mark,
                    "family": family(home, folded),
                    "own": actor_uid(home, folded, mark),
                    "chapter": chapter,
                    "passages": _passages(members[home, folded, mark], telling) if home else [],
                    **share,
                }
            )

    def _mark(self, mention: MentionFact, folded: str, mark: str) -> str:
        """Return what sets a name apart in a chapter: a split that was decided counts more than the text."""
        return (mention.full and self._rulings.facet(mention.document, mention.number, folded, mark)) or mark

    def _add_called(
        self,
        chapter: str,
        key: tuple[str, str, str],
        members: Iterable[MentionFact],
        shares: dict[tuple[str, str, str], Row],
    ) -> None:
        """Add the other full names that a chapter gives to a persona, each a persona of its own."""
        for mention in members:
            other = fold(mention.surface)
            if mention.form != "alias" or other == mention.folded or not is_full_name(mention.surface, mention.kind):
                continue
            if _describes(mention.surface):
                continue
            named = ("", other, self._mark(mention._replace(full=True), other, ""))
            if named == key:
                continue
            if named not in shares:
                name = mention.surface
                shares[named] = {"name": name, "names": [name], "kinds": [mention.kind], "sure": False, "borne": False}
            row = {"persona": persona_uid(*key), "other": persona_uid(*named), "chapter": chapter}
            if row not in self.rows["called"]:
                self.rows["called"].append(row)


def _describes(surface: str) -> bool:
    """Say whether words are no name but tell of somebody by that of another, as "the wrong Carrow" does."""
    return any(word[:1].islower() and word.casefold() not in _JOINING for word in surface.split())


def is_actor(mention: MentionFact) -> bool:
    """Say whether a mention means an actor; a pronoun that was not resolved means nobody."""
    return mention.kind in ACTOR_KINDS and not (mention.form == "pronoun" and mention.name == mention.surface)


def _passages(members: list[MentionFact], telling: set[str]) -> list[str]:
    """Return the passages by which a bare name is known elsewhere: the same words that name something else in full.

    What is returned are log keys: chunks of the same words share them.
    """
    found = {m.entry for m in members if m.chunk in telling and m.entry and is_proper(m.name)}
    return sorted(found)


def _share(members: list[MentionFact]) -> Row:
    """Return what a chapter says of who bears a name: spellings and kinds; those of a proper name are sure."""
    kinds = {m.kind for m in members if m.form == "name" and m.kind != "other"}
    return {
        "name": max((m.name for m in members), key=lambda name: (len(name), name)),
        "names": sorted({m.name for m in members} | {m.surface for m in members if m.form in {"name", "alias"}}),
        "kinds": sorted(kinds or {m.kind for m in members}),
        "sure": bool(kinds),
        "borne": True,
    }
