"""Forward-falling questions that a text raises: what it leaves open, in words that stand by themselves."""

import pytest

from extract_reading import read


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The ledger was stolen.", "Who stole the ledger?"),
        ("Ludo Kerr was arrested on Monday.", "Will Ludo Kerr be convicted?"),
        ("Ludo Kerr vanished.", "Where is Ludo Kerr?"),
        ("Ewa Lis might sell the mill.", "Will Ewa Lis sell the mill?"),
        ("A fire broke out in the mill.", "What caused the fire?"),
    ],
)
def test_what_is_told_raises_questions(text: str, question: str) -> None:
    assert question in read(text).questions()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Nobody knew who had opened the gate.", "Who opened the gate?"),
        ("Nobody knew where Ludo Kerr had gone.", "Where did Ludo Kerr go?"),
        ("It was unclear where the pilot had gone.", "Where did the pilot go?"),
        ("Where the pilot had gone was a mystery.", "Where did the pilot go?"),
        ("It never became clear why Ana Ruiz left the company.", "Why did Ana Ruiz leave the company?"),
        ("It is not known whether Ana Ruiz had left.", "Did Ana Ruiz leave?"),
        ("Ana Ruiz wondered why Ludo Kerr had sold the mill.", "Why did Ludo Kerr sell the mill?"),
        ("Ana Ruiz had no idea where Ludo Kerr had hidden the key.", "Where did Ludo Kerr hide the key?"),
        ("Police are trying to establish who shot Ludo Kerr.", "Who shot Ludo Kerr?"),
        ('"I should like to know who stole the ledger," said Ana Ruiz.', "Who stole the ledger?"),
        ("Nobody knew how much Ludo Kerr had paid.", "How much did Ludo Kerr pay?"),
        ("She did not say when the ferry would leave.", "When would the ferry leave?"),
        ("No one can say when Ludo Kerr left for Porto.", "When did Ludo Kerr leave for Porto?"),
        ("The gate had been opened in the night; no one could say when.", "When was the gate opened in the night?"),
        ("Somebody had broken the window, but nobody knew who.", "Who broke the window?"),
        ("There were two riddles. The first is where the key is.", "Where is the key?"),
        ("The thief was never identified.", "Who was the thief?"),
        ("The cause of the fire was never established.", "What was the cause of the fire?"),
        ("The motive for the attack on Ana Ruiz remains unclear.", "What is the motive for the attack on Ana Ruiz?"),
    ],
)
def test_what_is_not_known_is_asked(text: str, question: str) -> None:
    assert question in read(text).questions()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Who had taken the ledger?", "Who took the ledger?"),
        ('"Who had taken the ledger?" asked Ana Ruiz.', "Who took the ledger?"),
        ('"Then who was it that rang the brigade?"', "Who rang the brigade?"),
        ('"Who lit the fire, then?" asked Ana Ruiz.', "Who lit the fire?"),
        ("Who had signed for the vault key?", "Who signed for the vault key?"),
        ("Ana Ruiz sat down. Where had she bought the coat?", "Where did Ana Ruiz buy the coat?"),
        ("To whom had Ludo Kerr sold the boat?", "To whom did Ludo Kerr sell the boat?"),
        ('"Do you know who killed Ludo Kerr?" she asked.', "Who killed Ludo Kerr?"),
        ('"Have you seen Ludo Kerr?" asked Ana Ruiz.', "Where is Ludo Kerr?"),
        ("Did Ana Ruiz sell the mill?", "Did Ana Ruiz sell the mill?"),
    ],
)
def test_what_is_asked_outright(text: str, question: str) -> None:
    assert question in read(text).questions()


@pytest.mark.parametrize(
    "text",
    [
        "Ludo Kerr stole the ledger.",
        "Ana Ruiz walked home.",
        "The mill was sold by Ewa Lis.",
        '"How are you?" said Ana Ruiz.',
        '"Why don\'t you sit down, Ana?" said Ludo Kerr.',
        '"It was Ana Ruiz, wasn\'t it?"',
        '"What about the coat, Ana?" said Ludo Kerr.',
        "Who cares? Ana Ruiz smiled.",
        "How could Ludo Kerr have known?",
        "Ana Ruiz found out who had stolen the ledger.",
        "Ana Ruiz knew who had stolen the ledger.",
        "Nobody knew Ludo Kerr when he came.",
        "Ana Ruiz went where the road ended.",
        '"What do you want?" said Ludo Kerr.',
        "It was the only thing that ever asked Ana Ruiz where she was.",
        "There was a man on the quay. Ana Ruiz did not know who he was.",
        "Ana Ruiz could see the mill.",
        "The news might change everything.",
        "The atmosphere was charged with mystery.",
        "Ana Ruiz was unsure what to make of the letter.",
    ],
)
def test_what_is_answered_rhetorical_or_about_nobody_raises_none(text: str) -> None:
    assert read(text).questions() == set()


def test_a_question_says_whom_and_what_it_is_about() -> None:
    [(claim, mentions, claims)] = read("Nobody knew where Ludo Kerr had hidden the key.").claims("question")
    parts = {about.target: about.valence for about in claim.about}
    names = {mentions[uid].name if uid in mentions else claims[uid].label for uid in parts}
    assert names == {"hide", "Ludo Kerr", "the key"} and set(parts.values()) == {"asks_about"}


def test_a_question_stands_on_its_whole_sentence() -> None:
    [(claim, _, _)] = read("Ana Ruiz left. Nobody knew who had opened the gate. It rained.").claims("question")
    assert claim.quote.text == "Nobody knew who had opened the gate."
