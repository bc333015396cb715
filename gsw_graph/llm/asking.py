"""Asking a model about items: what it has said before comes from the store, the rest in as few calls as fit.

Several items share a call. A reply is written to disk as it comes, then judged part by part: what is valid is kept,
what is not is asked for once more with the reason, and then has failed. A reply that was cut off, or refused, is asked
for in smaller calls.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from pydantic import ValidationError

from gsw_graph.errors import ModelError, OperatorError, Passing, ServerError
from gsw_graph.llm.caller import Call, Caller
from gsw_graph.llm.completion import Reply
from gsw_graph.llm.reply import read_parts
from gsw_graph.llm.spool import Spool, Spooled
from gsw_graph.llm.store import Store
from gsw_graph.llm.tasks import Item, Part, Task, documents_of

POLL_SECONDS = 0.2
WRAPPING = 50
"""Tokens of a reply that belong to no item."""
ATTEMPTS_OF_HALVES = 2
"""How often a part of a call is tried that was given up as a whole."""
MOST_USELESS = 20
"""Items without a usable reply, before the first usable one, at which the run stops."""
FITNESS = "--reasoning-tokens for a model that thinks, or another model: this one may be too small for JSON"
Answers = dict[str, Part | OperatorError]
"""What the model says of each item, or why it says nothing, by the item's key."""


class Asks(Protocol):
    """Whoever answers for a model."""

    model: str
    """Its exact name."""

    def open(self, tasks: Iterable[Task]) -> AbstractContextManager[None]:
        """Return the context in which it is asked."""
        ...

    def ask(self, task: Task, items: Sequence[Item]) -> Answers:
        """Return what the model says of each item."""
        ...

    def stop(self) -> None:
        """Begin no other call."""
        ...


class Asker:
    """Asks a model through its caller, and keeps what it says.

    Args:
        caller: Makes the calls.
        store: Keeps the replies.
        spool: Holds them until they are kept.
        model: Exact name of the model.
        per_call: Most items of one call.
    """

    def __init__(self, caller: Caller, store: Store, spool: Spool, *, model: str, per_call: int) -> None:
        self._caller = caller
        self._store = store
        self._spool = spool
        self.model = model
        self.per_call = per_call
        self._useful = False
        self._useless = 0

    def ask(self, task: Task, items: Sequence[Item]) -> Answers:
        """Return what the model says of each item; no input is asked twice, whoever else is asking.

        Args:
            task: What is asked.
            items: What about.

        Raises:
            ModelError: The model cannot be used at all.
            BudgetError: The budget is spent.
            CancelledError: The run is being stopped.
        """
        answers: Answers = {}
        left = {item.key: item for item in items}
        documents = documents_of(items)
        while left:
            taken = self._store.take(list(left), documents)
            mine = [item for key, item in left.items() if key in taken.mine]
            try:
                answers |= {key: _loaded(task, key, payload) for key, payload in taken.done.items()}
                answers |= {key: OperatorError(reason) for key, reason in taken.failed.items()}
                self._useful |= bool(taken.done)
                for start in range(0, len(mine), self.per_call):
                    answers |= self._answers(task, mine[start : start + self.per_call])
            except BaseException:  # those who wait for them would wait for ever
                self._store.give_back(taken.mine - answers.keys())
                raise
            left = {key: item for key, item in left.items() if key not in answers}
            if left and not mine:
                self._caller.pause(POLL_SECONDS)
        return answers

    @contextmanager
    def open(self, tasks: Iterable[Task]) -> Iterator[None]:
        """Ask for as long as the context lasts; first keep the replies that processes left on disk that are gone.

        Args:
            tasks: What will be asked; what others left of other tasks stays until those are asked.
        """
        try:
            self._spool.open()
            with self._store.open():
                recover(self._spool, self._store, tasks)
                yield
        finally:
            self._spool.close()
            self._caller.model.close()

    def stop(self) -> None:
        """Begin no other call; those under way are waited for, since they are paid for."""
        self._caller.stopping.set()

    def _answers(self, task: Task, items: Sequence[Item], *, limit: int = 0, attempts: int = 0) -> Answers:
        """Return what one call says of some items, or several smaller ones if it says too little."""
        limit = limit or task.limit * len(items) + WRAPPING
        keys = [item.key for item in items]
        try:
            reply, call = self._call(task, task.messages(items), keys, limit, attempts)
        except Passing as error:  # perhaps because of one of them
            few = len(items) < 2
            return self._failed(task, items, error.args[0]) if few else self._halves(task, items, ATTEMPTS_OF_HALVES)
        except OperatorError as error:  # too long, or refused for one of them: the others may be answered
            return self._halves(task, items) if len(items) > 1 else self._failed(task, items, error.args[0])
        if reply.refusal or reply.finish == "length":
            self._store.keep(task, {}, call, settled=self._spool.settle)
            if len(items) > 1:
                return self._halves(task, items)
            if reply.refusal:
                return self._useless_for(task, items, f"The model refused: {reply.refusal}")
            if limit > task.limit + WRAPPING:
                return self._useless_for(
                    task,
                    items,
                    f"The reply was cut off at {limit} tokens, twice; a model that thinks needs --reasoning-tokens.",
                )
            return self._answers(task, items, limit=2 * limit)
        return self._judged(task, items, reply, call, limit)

    def _judged(self, task: Task, items: Sequence[Item], reply: Reply, call: Call, limit: int) -> Answers:
        """Keep what is valid in a reply, and ask once more for the rest."""
        payloads, errors = payloads_of(task, reply.text, [item.key for item in items])
        self._store.keep(task, payloads, call, settled=self._spool.settle)
        self._useful |= bool(payloads)
        answers: Answers = {key: load_part(task, payload) for key, payload in payloads.items()}
        faulty = [item for item in items if item.key in errors]
        if not faulty:
            return answers
        reasons = list(dict.fromkeys(errors.values()))
        messages = task.messages(faulty)
        messages.append({"role": "user", "content": f"A reply before this one could not be used: {' '.join(reasons)}"})
        keys = [item.key for item in faulty]
        try:
            second, paid = self._call(task, messages, keys, limit)
        except OperatorError as error:
            return answers | self._failed(task, faulty, error.args[0])
        whole = second.finish != "length" and not second.refusal
        payloads, errors = payloads_of(task, second.text, keys) if whole else ({}, dict.fromkeys(keys, "It broke off."))
        self._store.keep(task, payloads, paid, settled=self._spool.settle)
        self._useful |= bool(payloads)
        answers |= {key: load_part(task, payload) for key, payload in payloads.items()}
        for item in faulty:
            if item.key in errors:
                answers |= self._useless_for(task, [item], f"Two replies could not be used. {errors[item.key]}")
        return answers

    def _call(
        self, task: Task, messages: list[dict[str, str]], keys: list[str], limit: int, attempts: int = 0
    ) -> tuple[Reply, Call]:
        """Make one call and write down what comes before anything else is done with it."""
        reply, call = self._caller.call(task.name, messages, schema=task.schema, limit=limit, attempts=attempts)
        text = "" if reply.finish == "length" or reply.refusal else reply.text
        try:
            self._spool.add(Spooled(task.name, task.uid, keys, text, call._asdict()))
        except ServerError:  # it is paid for, and perhaps the log can still be written
            self._store.keep(task, payloads_of(task, text, keys)[0], call)
            raise
        return reply, call

    def _halves(self, task: Task, items: Sequence[Item], attempts: int = 0) -> Answers:
        middle = len(items) // 2
        first = self._answers(task, items[:middle], attempts=attempts)
        return first | self._answers(task, items[middle:], attempts=attempts)

    def _useless_for(self, task: Task, items: Sequence[Item], reason: str) -> Answers:
        """Keep that nothing could be used, and stop the run if that is so from its beginning."""
        failed = self._failed(task, items, reason)
        self._useless += len(items)
        if self._useless >= MOST_USELESS and not self._useful:
            raise self._caller.stop(ModelError(f"Nothing that {self.model} says can be used. {reason}", hint=FITNESS))
        return failed

    def _failed(self, task: Task, items: Sequence[Item], reason: str) -> Answers:
        """Keep why items have no reply."""
        self._store.keep(task, {}, None, failures={item.key: reason for item in items})
        return {item.key: OperatorError(reason) for item in items}


def recover(spool: Spool, store: Store, tasks: Iterable[Task]) -> None:
    """Keep the replies that processes left on disk that are gone.

    Args:
        spool: Where they were left.
        store: Where they are kept; it is open.
        tasks: What will be asked; what others left of other tasks stays until those are asked.
    """
    by_name = {task.name: task for task in tasks}
    for path, replies in spool.left():
        for reply in replies:
            if task := by_name.get(reply.task):
                same = task.uid == reply.task_uid
                payloads = payloads_of(task, reply.text, reply.keys)[0] if same else {}
                store.keep(task, payloads, _call_of(reply))
        store.flush()
        if all(reply.task in by_name for reply in replies):
            path.unlink()


def _call_of(reply: Spooled) -> Call | None:
    """Return a spooled reply's call; None if it was written by a version that kept something else."""
    try:
        return Call(**{name: reply.call[name] for name in Call._fields if name in reply.call})
    except TypeError:
        return None


def _loaded(task: Task, key: str, payload: str) -> Part | OperatorError:
    """Return what is kept of an item's reply, or that it is of another shape."""
    try:
        return load_part(task, payload)
    except ValidationError:
        return OperatorError(
            f"The log's entry {key} does not fit what {task.name} replies are; 'gsw forget' of the text removes it."
        )


def load_part(task: Task, payload: str) -> Part:
    """Return what is kept of an item's reply.

    Args:
        task: What was asked.
        payload: From the store.
    """
    return task.part.model_validate_json(payload)


def payloads_of(task: Task, text: str, keys: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the valid parts of a reply as they are kept, and why the others are not, by key.

    A part's number is that of one call and says nothing of the item: it is not kept.

    Args:
        task: What was asked.
        text: The reply.
        keys: Log keys of the items, in the order of their numbers.
    """
    found = read_parts(text, task, len(keys))
    payloads = {
        keys[number - 1]: part.model_copy(update={"number": 0}).model_dump_json()
        for number, part in found.parts.items()
    }
    return payloads, {keys[number - 1]: reason for number, reason in found.errors.items()}
