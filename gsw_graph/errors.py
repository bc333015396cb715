"""Everything that gsw-graph raises on purpose.

GSWError
├── ConfigError         a setting is missing, unknown or contradicts another
├── InputError          a file, text or question that cannot be used
├── ServerError         the database is not there, not ours, or lacks what we need
├── ArtifactError       a locked download is missing, broken or cannot be fetched
├── QueryError          a .cypher file or prompt does not fit its call
├── OperatorError       an Operator's reply cannot be used
│   ├── Passing         a model did not answer this time; the same request may succeed later
│   └── TooLong         a request is longer than the model takes
├── ModelError          a model's endpoint cannot be used: stops the run
└── BudgetError         the budget is spent: stops the run, which can be continued

Each message is one sentence with what happened and where; `hint` is the next command to try.
"""


class GSWError(Exception):
    """Base of all errors raised by gsw-graph.

    Args:
        message: What happened, and where (file, chunk or query), in one sentence.
        hint: The next command or step to try.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        """Return the message, followed by the hint if there is one."""
        message = super().__str__()
        return f"{message} Try: {self.hint}" if self.hint else message


class ConfigError(GSWError):
    """A setting is missing, unknown or contradicts another."""


class InputError(GSWError):
    """A file, text or question that cannot be used."""


class ServerError(GSWError):
    """The database is not there, not ours, or lacks what we need."""


class ArtifactError(GSWError):
    """A locked download is missing, broken or cannot be fetched."""


class QueryError(GSWError):
    """A .cypher file or prompt does not fit its call."""


class OperatorError(GSWError):
    """An Operator's reply cannot be used."""


class Passing(OperatorError):
    """A model did not answer this time; the same request may succeed later.

    Args:
        message: What happened, in one sentence.
        hint: The next step to try.
        after: Seconds that the endpoint asks to wait; None if it does not say.
        is_away: Whether nobody answered who speaks for the model: no connection, or a web page.
        tokens: Tokens in, cached and out that the endpoint says were used all the same.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        after: float | None = None,
        is_away: bool = False,
        tokens: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        super().__init__(message, hint=hint)
        self.after = after
        self.is_away = is_away
        self.tokens = tokens


class TooLong(OperatorError):
    """A request is longer than the model takes."""


class ModelError(GSWError):
    """A model's endpoint cannot be used: the run stops."""


class BudgetError(GSWError):
    """The budget is spent: the run stops, and can be continued."""
