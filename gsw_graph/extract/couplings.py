"""Space and time claims: which actors and verbs share a place or a date, said outright or taken from the scene."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gsw_graph.extract.books import Claims, Mentions, abouts
from gsw_graph.extract.clauses import is_announced, negative_subject, no_longer
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.settings import Setting, setting_of
from gsw_graph.extract.words import words
from gsw_graph.records import About, Annotation, ClaimKind, Mention, Quote, Source, Valence

_EARLIER = frozenset(["had", "'d", "have", "has", "'ve"])
"""What says that something was before the time that is told of."""
_SENDING = words("send post mail dispatch transfer move")
_BEING_THERE = words("be stay live remain reside dwell appear lodge attend work")
_HANDING = words("hand slip")
"""Verbs that bring together who gives and who gets."""
_MET = words("see find meet spot notice catch observe sight")
"""Verbs that, when they happen to nobody there, leave nobody there ("was not seen in")."""
_SHORT_OF_DOING = words("not n't almost nearly hardly scarcely")
"""Words that deny what is done, not that somebody is there to do it."""
_SCENE_ROLES = {"scene_place": ("space", "place"), "scene_date": ("time", "date")}


@dataclass(slots=True)
class _Anchor:
    """A place or date with the members that share it."""

    mention: str
    quote: Quote
    label: str
    source: Source
    confidence: float
    members: list[str] = field(default_factory=list)


class Couplings:
    """Finds the space and time claims of a chunk.

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
        claims: Where the claims go.
        annotations: The chunk's annotations, for what the scene says.
    """

    def __init__(self, parse: Parse, mentions: Mentions, claims: Claims, annotations: Iterable[Annotation]) -> None:
        self.parse = parse
        self.mentions = mentions
        self.claims = claims
        self.scene = {one.role: one for one in annotations if one.role in _SCENE_ROLES}

    def find(self, frames: Sequence[Frame], verbs: dict[int, str]) -> None:
        """Add the space and time claims.

        Args:
            frames: The chunk's frames.
            verbs: Verb token → its claim.
        """
        by_verb = {frame.verb: frame for frame in frames}
        self._couple("space", "place", self.mentions.places(), by_verb, verbs)
        self._couple("time", "date", self.mentions.dates(), by_verb, verbs)

    def _couple(
        self,
        kind: ClaimKind,
        valence: Valence,
        spans: Sequence[tuple[str, int, int]],
        frames: dict[int, Frame],
        verbs: dict[int, str],
    ) -> None:
        parse = self.parse
        said: dict[int, list[tuple[str, Setting]]] = {}
        for uid, first, last in spans:
            setting = setting_of(parse, first, last)
            if setting.local or (kind == "time" and setting.verb in frames):
                said.setdefault(parse.sent_of[first], []).append((uid, setting))
        anchors: dict[str, _Anchor] = {}
        coupled: set[str] = set()
        current: str | None = None
        loose: dict[str | None, list[str]] = {}
        for sentence in range(len(parse.sents)):
            here = said.get(sentence, [])
            coupled |= self._explicit(kind, here, sentence, frames, verbs, anchors)
            setting_here = [
                uid
                for uid, setting in here
                if setting.own
                and (setting.fronted or setting.arrival)
                and (kind == "time" or self._peopled(anchors, uid))
            ]
            if setting_here:
                current = setting_here[-1]
            for member in self._members(sentence, frames, verbs):
                loose.setdefault(current, []).append(member)
        for anchor in anchors.values():
            self._claim(kind, valence, anchor)
        for spot, members in loose.items():
            rest = [one for one in dict.fromkeys(members) if one not in coupled]
            if rest:
                self._inherit(kind, valence, spot, rest)

    def _explicit(
        self,
        kind: ClaimKind,
        here: Sequence[tuple[str, Setting]],
        sentence: int,
        frames: dict[int, Frame],
        verbs: dict[int, str],
        anchors: dict[str, _Anchor],
    ) -> set[str]:
        coupled: set[str] = set()
        for uid, setting in here:
            mention = self.mentions.by_id[uid]
            members: list[str] = []
            others = {other.verb for _, other in here if other is not setting}
            for verb in self._verbs_of(setting, sentence, frames):
                if verb in others and verb != setting.verb:
                    continue  # it has a place or date of its own
                frame = frames[verb]
                if verb in verbs:
                    members.append(verbs[verb])
                # Who is "no longer the mayor" on a day is so on that day.
                if (kind == "time" and no_longer(self.parse, verb)) or not self._kept_away(frame, setting.arrival):
                    members += self._actors(frame, setting if kind == "space" else None)
            if not members:
                continue
            anchor = anchors.setdefault(
                uid,
                _Anchor(
                    uid,
                    mention.quote,
                    mention.name if kind == "space" else mention.quote.text,
                    "explicit",
                    0.85,
                ),
            )
            anchor.members += [one for one in members if one not in anchor.members]
            coupled.update(members)
        return coupled

    def _kept_away(self, frame: Frame, arrival: bool) -> bool:
        """Say whether who takes part in a verb is not said to be there.

        What only may be, or is planned, asked or dreamed, says so of nobody; what is announced ("will train at") does,
        unless it is that they get there. A denied verb says so if it denies being there: who did not go wasn't, who
        did not speak may have been.
        """
        parse, verb = self.parse, frame.verb
        if frame.polarity != "negated":
            return frame.polarity == "possible" and (arrival or not is_announced(parse, verb))
        denied = [child for child in parse.kids(verb, "neg", "advmod") if parse.lowers[child] in _SHORT_OF_DOING]
        absent = arrival or parse.lemmas[verb] in _BEING_THERE or (frame.passive and parse.lemmas[verb] in _MET)
        return absent or not denied or negative_subject(parse, verb)

    def _verbs_of(self, setting: Setting, sentence: int, frames: dict[int, Frame]) -> list[int]:
        """Return the verbs that a place or date phrase is said of."""
        parse = self.parse
        verb = setting.verb
        while verb not in frames and parse.heads[verb] != verb:
            verb = parse.heads[verb]
        if verb not in frames:
            if not setting.fronted:
                return []
            return [one for one in frames if parse.sent_of[one] == sentence and not self._aside(one)]
        found = [verb]
        if setting.fronted and setting.first < verb:
            found += [one for one in parse.conjuncts(verb) if one in frames and one != verb]
        elif setting.first > verb:
            # "came in and sat down in the hall": verbs coordinated before share a place named last only by chance.
            found += [one for one in parse.kids(verb, "xcomp") if one in frames and one < setting.first]
        return found

    def _actors(self, frame: Frame, setting: Setting | None) -> list[str]:
        tokens = [*frame.agents, *frame.patients, *frame.recipients]
        if setting is not None and setting.arrival and self.parse.lemmas[frame.verb] in _SENDING and frame.patients:
            tokens = frame.patients
        handed = self.parse.lemmas[frame.verb] in _HANDING
        tokens += [one for word, one in frame.prepositions if word == "with" or (handed and word == "to")]
        if frame.polarity == "negated":
            tokens = frame.patients if frame.passive else frame.agents  # whom nobody met may be anywhere
        ids = self.mentions.actors(tokens)
        return [uid for uid in ids if self.mentions.by_id[uid].kind != "object" or len(ids) == 1]

    def _peopled(self, anchors: dict[str, _Anchor], uid: str) -> bool:
        """Say whether somebody is at a place, so that what follows can go on there."""
        members = anchors[uid].members if uid in anchors else []
        found = [self.mentions.by_id[one].kind for one in members if one in self.mentions.by_id]
        return any(kind in {"person", "group", "organisation", "animal"} for kind in found)

    def _aside(self, verb: int) -> bool:
        """Say whether a verb tells of another time or place than its sentence: a flashback, plan or report."""
        parse = self.parse
        token = verb
        for _ in range(12):
            if parse.tags[token] in {"VBN", "VBD"}:
                for child in parse.kids(token, "aux"):
                    if parse.lowers[child] in _EARLIER:
                        return True
            if parse.deps[token] in {"ccomp", "relcl", "acl"}:
                return True
            if parse.heads[token] == token:
                break
            token = parse.heads[token]
        return False

    def _members(self, sentence: int, frames: dict[int, Frame], verbs: dict[int, str]) -> list[str]:
        """Return what a sentence's own events couple to the scene: its verbs and who takes part in them."""
        first, end = self.parse.sents[sentence]
        found: list[str] = []
        for verb in range(first, end):
            frame = frames.get(verb)
            if frame is None or frame.polarity == "possible" or self._aside(verb):
                continue
            if verb in verbs:
                found.append(verbs[verb])
            if not self._kept_away(frame, arrival=False):
                found += self._actors(frame, None)
        return found

    def _inherit(self, kind: ClaimKind, valence: Valence, spot: str | None, members: list[str]) -> None:
        if spot is not None:
            mention = self.mentions.by_id[spot]
            label = mention.name if kind == "space" else mention.quote.text
            self._claim(kind, valence, _Anchor(spot, mention.quote, label, "inherited", 0.5, members))
            return
        scene = self.scene.get("scene_place" if kind == "space" else "scene_date")
        if scene is None:
            first = self._quote_of(members[0])
            self._claim(kind, valence, _Anchor("", first, "", "inferred", 0.5, members))
            return
        uid = self._scene_mention(scene)
        label = scene.name
        confidence = round(0.6 * scene.confidence, 3)
        # The claim stands on its own passage; the place or date that it inherits stands in its mention.
        first = self._quote_of(members[0])
        self._claim(kind, valence, _Anchor(uid, first, label, "inherited", confidence, members))

    def _scene_mention(self, scene: Annotation) -> str:
        for mention in self.mentions.records:
            if mention.kind == scene.kind and mention.quote == scene.quote:
                return mention.id
        return self.mentions.outside(scene)

    def _quote_of(self, member: str) -> Quote:
        found: Mention | None = self.mentions.by_id.get(member)
        return found.quote if found is not None else self.claims.records[int(member[1:]) - 1].quote

    def _claim(self, kind: ClaimKind, valence: Valence, anchor: _Anchor) -> None:
        about: list[About] = abouts([anchor.mention] if anchor.mention else [], valence)
        about += abouts(dict.fromkeys(anchor.members), "member")
        self.claims.add(kind, anchor.label, anchor.quote, about, source=anchor.source, confidence=anchor.confidence)
