"""Questions that a text asks itself: outright ("Who had opened the gate?") or as what is not known or wondered at."""

from collections.abc import Mapping

from gsw_graph.extract.books import Claims, Finder, Mentions, abouts
from gsw_graph.extract.clauses import SUBJECTS
from gsw_graph.extract.frames import Frame
from gsw_graph.extract.nouns import is_abstract
from gsw_graph.extract.parse import Parse
from gsw_graph.extract.unknown import KNOWING, LASTING, WH, OpenClauses, clause_of
from gsw_graph.extract.wording import Wording, wh_phrase
from gsw_graph.extract.words import words
from gsw_graph.records import About, Quote

_IDENTIFIED = words("identify unmask")
_CAUSES = words("cause reason motive identity origin whereabouts")
_EXPLAINED = words("know find establish explain determine discover identify reveal clarify")
_UNMEANT = words("you i we me us it he she this that one there")
_OWN = words("my your our mine yours ours")
"""Words that say, in a question, whom or what it is about to nobody but its hearers."""
_RHETORICAL = words("care know cares knows dare matter")
_OPENERS = words("and but so then well or now")


class Asked(Finder):
    """Finds what a chunk asks outright or leaves open.

    Args:
        parse: The chunk's parse.
        mentions: Its mentions.
        claims: Where the claims go.
        frames: The chunk's frames, by verb.
        verbs: Verb token → its claim.
    """

    def __init__(
        self, parse: Parse, mentions: Mentions, claims: Claims, frames: Mapping[int, Frame], verbs: Mapping[int, str]
    ) -> None:
        super().__init__(parse, mentions, claims)
        self._frames = frames
        self._verbs = verbs
        self._open = OpenClauses(parse, frames)
        self._wording = Wording(parse, mentions)

    def find(self) -> None:
        """Add the question claims."""
        for wh, head in self._open.find():
            self._raise(wh, head, confidence=0.8)
        for wh, governor in self._open.bare():
            self._continued(wh, governor)
        for frame in self._frames.values():
            self._never(frame)
        self._unclear()
        for sentence in range(len(self.parse.sents)):
            self._outright(sentence)

    # -- what is said not to be known --------------------------------------------------------------

    def _continued(self, wh: int, governor: int) -> None:
        """Ask for more of what was told right before."""
        parse = self.parse
        frame = self._frames[governor]
        if parse.lemmas[governor] not in KNOWING | {"wonder"} or frame.polarity == "possible":
            return
        if parse.lemmas[governor] != "wonder" and frame.polarity != "negated":
            return
        near = {parse.sent_of[governor], parse.sent_of[governor] - 1}
        told = [one for one in self._verbs if one < governor and parse.sent_of[one] in near and one != governor]
        told = [one for one in told if self._frames[one].polarity == "asserted"]
        if not told:
            return
        head = max(told)
        someone = parse.kid(head, *SUBJECTS)
        who = someone is not None and parse.lowers[someone] in {"someone", "somebody"}
        if (parse.lowers[wh] == "who") != who:
            return
        subjects = () if someone is not None else tuple(self._subjects(head))
        label = self._wording.ask([wh], head, subjects)
        if who and someone is not None:
            label = f"Who {self._wording.ask([someone], head).split(' ', 1)[1]}"
        self._add(label, head, parse.sent_of[governor], 0.7)

    def _subjects(self, head: int) -> list[int]:
        frame = self._frames[head]
        return frame.patients[:1] if frame.passive else frame.agents[:1]

    def _never(self, frame: Frame) -> None:
        """Ask who "was never identified", and what "was never established"."""
        parse = self.parse
        if not frame.passive or frame.polarity != "negated" or not frame.patients:
            return
        patient = frame.patients[0]
        lemma = parse.lemmas[frame.verb]
        whom = [uid for uid in self.mentions.at(patient) if self.mentions.by_id[uid].kind != "place"]
        if lemma in _IDENTIFIED and whom and self.mentions.by_id[whom[0]].kind in {"person", "group"}:
            self._claim(
                f"Who was {self._wording.phrase(patient)}?", abouts(whom, "asks_about"), parse.sent_of[frame.verb], 0.7
            )
        elif lemma in _EXPLAINED and parse.lemmas[patient] in _CAUSES:
            about = self.mentions.actors(range(parse.left[patient], parse.right[patient] + 1))
            label = f"What was {self._wording.phrase(patient)}?"
            if about:
                self._claim(label, abouts(about, "asks_about"), parse.sent_of[frame.verb], 0.7)

    def _unclear(self) -> None:
        """Ask for the cause, motive or identity that "remains unclear"."""
        parse = self.parse
        for noun, lemma in enumerate(parse.lemmas):
            above = parse.heads[noun]
            if lemma not in _CAUSES or parse.deps[noun] != "nsubj" or parse.lemmas[above] not in LASTING:
                continue
            predicates = parse.kids(above, "acomp", "attr", "oprd")
            about = self.mentions.actors(range(parse.left[noun], parse.right[noun] + 1))
            if about and any(self._open.predicate_open(one, above) for one in predicates):
                label = f"What is {self._wording.phrase(noun)}?"
                self._claim(label, abouts(about, "asks_about"), parse.sent_of[noun], 0.7)

    # -- what is asked outright --------------------------------------------------------------------

    def _outright(self, sentence: int) -> None:
        parse = self.parse
        first, end = parse.sents[sentence]
        for mark in range(first, end):
            if "?" not in parse.words[mark]:
                continue
            begin = self._begin(first, mark)
            self._direct(begin, mark, sentence)
            first = mark + 1

    def _begin(self, first: int, mark: int) -> int:
        """Return where the question that ends in a mark begins: behind an opening quotation mark or "and"."""
        parse = self.parse
        for token in range(mark - 1, first - 1, -1):
            quoted = (token in parse.quoted) != (mark - 1 in parse.quoted)
            if quoted or parse.words[token] in {"“", '"', "!", ".", ";", ":", "*"}:
                first = token + 1
                break
        while first < mark and (parse.lowers[first] in _OPENERS or parse.pos[first] in {"PUNCT", "SPACE"}):
            first += 1
        return first

    def _direct(self, begin: int, mark: int, sentence: int) -> None:
        parse = self.parse
        if mark - begin < 3 or self._is_tag(begin, mark):
            return
        wh = next((one for one in range(begin, min(begin + 2, mark)) if parse.lowers[one] in WH), None)
        head = clause_of(self.parse, wh) if wh is not None else self._root(begin, mark)
        if head is None or not begin <= head < mark or (wh is not None and parse.deps[head] == "xcomp"):
            return  # "What do you hope to find?" asks for hopes
        if wh is None:
            self._yes_or_no(begin, mark, head, sentence)
        elif not self._is_rhetorical(wh, head, mark):
            self._raise(wh, head, confidence=0.8)

    def _root(self, begin: int, mark: int) -> int | None:
        inside = [one for one in range(begin, mark) if one in self._frames]
        return min(inside, key=lambda one: (self.parse.right[one] - self.parse.left[one]) * -1, default=None)

    def _is_tag(self, begin: int, mark: int) -> bool:
        """Say whether the mark only asks for assent (", isn't it?", ", don't you see?")."""
        parse = self.parse
        for token in range(max(begin, mark - 5), mark - 1):
            if parse.words[token] == "," and parse.pos[token + 1] == "AUX":
                return True
        return False

    def _is_rhetorical(self, wh: int, head: int, mark: int) -> bool:
        parse = self.parse
        if parse.lemmas[head] in _RHETORICAL and mark - wh <= 3:
            return True  # "Who knows?", "Who cares?"
        modal = [parse.lowers[one] for one in parse.kids(head, "aux")]
        denied = parse.kid(head, "neg") is not None
        if denied or (parse.lowers[wh] in {"how", "who", "what"} and {"could", "can", "dare"}.intersection(modal)):
            return True  # "Why don't you …?", "What else could she do?", "How dare you"
        return parse.lowers[wh] == "what" and parse.words[wh + 1].lower() in {"if", "about"}

    def _yes_or_no(self, begin: int, mark: int, head: int, sentence: int) -> None:
        """Add what the narration asks to have confirmed, and where somebody is of whom it is asked who saw them."""
        parse = self.parse
        frame = self._frames.get(head)
        if frame is None:
            return
        hearer = any(parse.lowers[one] in {"you", "anyone", "anybody"} for one in parse.kids(head, "nsubj"))
        perfect = any(parse.lowers[one] in {"have", "has", "'ve"} for one in parse.kids(head, "aux"))
        if frame.label == "see" and hearer and perfect and frame.patients and head in parse.quoted:
            whom = self.mentions.actors(frame.patients[:1])
            patient = frame.patients[0]
            if whom and parse.lowers[patient] not in _UNMEANT and parse.lowers[parse.left[patient]] not in _OWN:
                self._claim(f"Where is {self._wording.phrase(patient)}?", abouts(whom, "asks_about"), sentence, 0.6)
        elif begin not in parse.quoted and head in self._verbs and parse.pos[begin] == "AUX":
            text = self._wording.render(range(begin, self._wording.end(head) + 1))
            self._add(f"{text[:1].upper()}{text[1:]}?", head, sentence, 0.7)

    # -- adding them -------------------------------------------------------------------------------

    def _raise(self, wh: int, head: int, confidence: float) -> None:
        parse = self.parse
        phrase = [] if parse.lowers[wh] in {"whether", "if"} else wh_phrase(parse, wh, head)
        inner = self._cleft(head)
        if inner is not None:
            head, subject = inner, parse.kid(inner, "nsubj", "nsubjpass")
            asked = self._wording.ask([subject] if subject is not None else phrase, head)
            label = f"{self._wording.render(phrase).capitalize()} {asked.split(' ', 1)[1]}"
        else:
            label = self._wording.ask(phrase, head)
        self._add(label, head, parse.sent_of[head], confidence)

    def _cleft(self, head: int) -> int | None:
        """Return the verb of what is asked by "who was it that …"."""
        parse = self.parse
        if parse.lemmas[head] != "be" or not any(parse.lowers[one] == "it" for one in parse.children[head]):
            return None
        for verb in self._frames:
            subject = parse.kid(verb, "nsubj", "nsubjpass")
            inside = parse.left[head] <= verb <= parse.right[head] and verb > head
            if inside and subject is not None and parse.lowers[subject] in {"that", "who"}:
                return verb
        return None

    def _add(self, label: str, head: int, sentence: int, confidence: float) -> None:
        """Add a question about the actors and the verb of a clause, if it says to all readers what it is about."""
        parse = self.parse
        subject = parse.kid(head, *SUBJECTS)
        said = label.rstrip("?").lower().split()
        if said[0] in said[1:] or (said[0] not in WH and "they" in said):
            return  # a subject that the parse takes apart, or people that were not named
        if len(said) < 3 or _OWN.intersection(said) or self._by_unknown(label, sentence):
            return
        if subject is not None and parse.lowers[subject] in _UNMEANT and _UNMEANT.intersection(said):
            return
        about: list[About] = []
        if head in self._verbs:
            uid = self._verbs[head]
            about = abouts([uid], "asks_about")
            parts = [one.target for one in self.claims.records[int(uid[1:]) - 1].about if one.valence != "speaker"]
        else:
            parts = self._things(head)
        about += abouts(dict.fromkeys(one for one in parts if self._is_meant(one)), "asks_about")
        if about:
            self._claim(label, about, sentence, confidence)

    def _by_unknown(self, label: str, sentence: int) -> bool:
        """Say whether a question of somebody who is not named ("Who is on my stairs?") speaks of themself."""
        first, end = self.parse.sents[sentence]
        return "the narrator" in label and any(token in self.parse.quoted for token in range(first, end))

    def _things(self, head: int) -> list[str]:
        """Return what a clause tells of whose verb makes no event, since nobody is known to do it."""
        parse = self.parse
        nouns = [*parse.kids(head, *SUBJECTS, "dobj", "attr", "dative")]
        nouns += [one for prep in parse.kids(head, "prep") for one in parse.kids(prep, "pobj")]
        nouns = [one for one in nouns if parse.pos[one] in {"NOUN", "PROPN"} or parse.lowers[one] not in _UNMEANT]
        nouns = [one for one in nouns if parse.pos[one] != "NOUN" or not is_abstract(parse.lemmas[one])]
        return [uid for noun in nouns for uid in self.mentions.thing(noun)]

    def _is_meant(self, uid: str) -> bool:
        """Say whether a participant is an actor that the text tells of."""
        mention = self.mentions.by_id.get(uid)
        return (
            mention is not None
            and mention.kind not in {"place", "date"}
            and not (mention.form == "pronoun" and mention.name == mention.quote.text)
        )

    def _claim(self, label: str, about: list[About], sentence: int, confidence: float) -> None:
        """Add a question on its whole sentence, so that nothing in it passes for the answer."""
        quote = sentence_quote(self.parse, self.claims, sentence)
        if not any(one.kind == "question" and one.label == label for one in self.claims.records):
            self.claims.add("question", label, quote, about, confidence=confidence)


def sentence_quote(parse: Parse, claims: Claims, sentence: int) -> Quote:
    """Return a whole sentence as a quote.

    Args:
        parse: The chunk's parse.
        claims: Its claims.
        sentence: Number of the sentence.
    """
    first, end = parse.sents[sentence]
    while end - 1 > first and parse.pos[end - 1] == "SPACE":
        end -= 1
    return claims.quote(first, end - 1)
