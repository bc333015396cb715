"""One chunk's parse in plain lists, which are many times cheaper to walk than spaCy tokens."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import spacy.tokens
from spacy.language import Language
from spacy.strings import StringStore

from gsw_graph.extract.opening_dates import understood_commas
from gsw_graph.extract.retag import Columns, set_right

_UNDERSTOOD = "understood"
"""Where a document notes which of its tokens are not in the text."""


@dataclass(frozen=True, slots=True)
class Parse:
    """Parallel lists over the tokens of one text."""

    text: str
    words: list[str]
    lowers: list[str]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    ents: list[str]
    starts: list[int]
    """Character offset of each token's first character."""
    ends: list[int]
    sents: list[tuple[int, int]]
    """Token spans of the sentences."""
    sent_of: list[int]
    children: list[list[int]]
    left: list[int]
    """Leftmost token of each token's subtree."""
    right: list[int]
    """Rightmost token of each token's subtree."""
    quoted: frozenset[int]
    """Tokens inside double quotation marks."""
    commas: frozenset[int]
    """Tokens behind which a comma is understood: the last ones of dates that open a sentence."""

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.words)

    def kids(self, token: int, *deps: str) -> list[int]:
        """Return the children of a token with one of these dependencies, in text order."""
        return [child for child in self.children[token] if self.deps[child] in deps]

    def kid(self, token: int, *deps: str) -> int | None:
        """Return the first child of a token with one of these dependencies."""
        for child in self.children[token]:
            if self.deps[child] in deps:
                return child
        return None

    def surface(self, first: int, last: int) -> str:
        """Return the text from the first to the last token, both included."""
        return self.text[self.starts[first] : self.ends[last]]

    def conjuncts(self, token: int) -> list[int]:
        """Return a token and what is coordinated with it, in text order."""
        found = [token]
        for one in found:
            found.extend(self.kids(one, "conj"))
        return sorted(found)

    def span_head(self, first: int, last: int) -> int:
        """Return the token of a span (last included) whose head lies outside of it."""
        for token in range(last, first - 1, -1):
            head = self.heads[token]
            if head == token or not first <= head <= last:
                return token
        return last


def read(doc: spacy.tokens.Doc, text: str, verbs: Collection[str] = (), nouns: Collection[str] = ()) -> Parse:
    """Copy what the rules need out of a parsed spaCy document, and set right what it misreads.

    Args:
        doc: The document.
        text: Its text, without the commas that the parser was given.
        verbs: Lemmas that can be verbs.
        nouns: Lemmas that can be nouns.
    """
    added: frozenset[int] = doc.user_data.get(_UNDERSTOOD, frozenset())
    kept = [token for token in doc if token.i not in added]
    words = [token.text for token in kept]
    rows = doc.to_array(["LEMMA", "POS", "TAG", "DEP", "ENT_TYPE"]).tolist()
    columns = _columns([rows[token.i] for token in kept], doc.vocab.strings)
    lemmas = [lemma.lower() for lemma in columns[0]]
    place = [0, *accumulate(token.i not in added for token in doc)]
    heads = [place[(token.head.head if token.head.i in added else token.head).i] for token in kept]
    bounds = [(place[sent.start], place[sent.end]) for sent in doc.sents]
    sents = [(first, end) for first, end in bounds if first < end]
    set_right(Columns(words, lemmas, columns[1], columns[2], columns[3], heads, verbs, nouns), sents)
    # A token that was added is one character long.
    starts = [token.idx - (token.i - number) for number, token in enumerate(kept)]
    children: list[list[int]] = [[] for _ in words]
    for token, head in enumerate(heads):
        if head != token:
            children[head].append(token)
    left, right = _edges(heads)
    sent_of = [number for number, (first, end) in enumerate(sents) for _ in range(first, end)]
    return Parse(
        text=text,
        words=words,
        lowers=[word.lower().replace("’", "'") for word in words],
        lemmas=lemmas,
        pos=columns[1],
        tags=columns[2],
        deps=columns[3],
        heads=heads,
        ents=columns[4],
        starts=starts,
        ends=[start + len(word) for start, word in zip(starts, words, strict=True)],
        sents=sents,
        sent_of=sent_of,
        children=children,
        left=left,
        right=right,
        quoted=frozenset(token for first, last in quotations(words) for token in range(first, last + 1)),
        commas=frozenset(place[one] - 1 for one in added),
    )


_OPEN = {"“": "”", '"': '"', "«": "»", "„": "“"}


def quotations(words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the token spans inside double quotation marks, marks excluded; an open one runs to the end."""
    spans = []
    start, closing = -1, ""
    for token, word in enumerate(words):
        if start < 0 and word in _OPEN:
            start, closing = token + 1, _OPEN[word]
        elif start >= 0 and word == closing:
            spans.append((start, token - 1))
            start = -1
    if 0 <= start < len(words):
        spans.append((start, len(words) - 1))
    return [span for span in spans if span[0] <= span[1]]


def _columns(rows: list[list[int]], strings: StringStore) -> list[list[str]]:
    """Turn rows of string hashes into columns of strings."""
    names: dict[int, str] = {}
    columns: list[list[str]] = [[], [], [], [], []]
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            name = names.get(value)
            if name is None:
                name = names[value] = strings[value] if value else ""
            column.append(name)
    return columns


def _edges(heads: Sequence[int]) -> tuple[list[int], list[int]]:
    left = list(range(len(heads)))
    right = list(range(len(heads)))
    for token in range(len(heads)):
        above = token
        while heads[above] != above:
            above = heads[above]
            left[above] = min(left[above], token)
            right[above] = max(right[above], token)
    return left, right


def _lemmas(pipeline: Language, kind: str) -> frozenset[str]:
    """Return the lemmas of a part of speech that a pipeline knows; none if it has no such list."""
    tables = getattr(pipeline.get_pipe("lemmatizer"), "lookups", None)
    if tables is None or not tables.has_table("lemma_index"):
        return frozenset()
    return frozenset(tables.get_table("lemma_index").get(kind, ()))


def _with_commas(pipeline: Language, text: str) -> spacy.tokens.Doc:
    """Return a text in tokens, with the commas that are understood in it as tokens of their own."""
    doc = pipeline.make_doc(text)
    places = set(understood_commas(text))
    if not places:
        return doc
    words: list[str] = []
    spaces: list[bool] = []
    added = set()
    for token in doc:
        words.append(token.text)
        spaces.append(bool(token.whitespace_))
        if token.idx + len(token) in places:
            added.add(len(words))
            words.append(",")
            spaces.append(spaces[-1])
            spaces[-2] = False
    return spacy.tokens.Doc(doc.vocab, words=words, spaces=spaces, user_data={_UNDERSTOOD: frozenset(added)})


class Parser:
    """Parses texts with one spaCy pipeline and keeps the latest parses.

    Args:
        pipeline: The spaCy pipeline.
        keep: How many parses are kept.
    """

    def __init__(self, pipeline: Language, keep: int = 4096) -> None:
        self._pipeline = pipeline
        self._keep = keep
        self._parses: OrderedDict[str, Parse] = OrderedDict()
        self._lock = threading.Lock()
        self._verbs, self._nouns = (_lemmas(pipeline, kind) for kind in ("verb", "noun"))

    def all(self, texts: Iterable[str]) -> list[Parse]:
        """Return the parses of texts, in their order."""
        wanted = list(texts)
        with self._lock:
            return self._all(wanted)

    def _all(self, wanted: list[str]) -> list[Parse]:
        found = {text: self._parses[text] for text in wanted if text in self._parses}
        missing = [text for text in dict.fromkeys(wanted) if text not in found]
        docs = (_with_commas(self._pipeline, text) for text in missing)
        for text, doc in zip(missing, self._pipeline.pipe(docs), strict=True):
            found[text] = read(doc, text, self._verbs, self._nouns)
        for text in wanted:
            self._parses[text] = found[text]
            self._parses.move_to_end(text)
        while len(self._parses) > self._keep:
            self._parses.popitem(last=False)
        return [found[text] for text in wanted]

    def one(self, text: str) -> Parse:
        """Return the parse of one text."""
        return self.all([text])[0]
