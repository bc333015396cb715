"""A workspace whose actors can be looked at among each other."""

from gsw_graph.acts import find_acts
from gsw_graph.as_of import ToldUntil, in_view, view_of
from gsw_graph.before_after import told_beside_held
from gsw_graph.conflicts import find_conflicts
from gsw_graph.graph import Row
from gsw_graph.network import Acts, BeforeAfter, Conflict, Connection, Question
from gsw_graph.opened import OpenWorkspace
from gsw_graph.paths import find_path
from gsw_graph.questions import find_questions
from gsw_graph.show import known
from gsw_graph.storable import encodable
from gsw_graph.views import EntityView


class SurveyedWorkspace(OpenWorkspace):
    """What an open workspace tells of its actors among each other; nothing of it is stored."""

    def show(self, entity: str, *, as_of: str = "", told_until: ToldUntil = "", known_at: str = "") -> list[EntityView]:
        """Return who an entity is, with its dated rows; several if several bear the name.

        Args:
            entity: A name, an alias, or a uid.
            as_of: Show the world as of a day, month or year in story time, as EDTF or in words.
            told_until: Show what is told up to a chapter (7), one of a document ("report.pdf:7"), or several.
            known_at: Show what the workspace held on a day or at a moment, in ISO 8601, UTC.

        Raises:
            InputError: Nothing bears that name, or there is no such day or chapter.
        """
        return known(self.graph, self.name, encodable(entity), view_of(as_of, told_until, known_at))

    def cast(self, limit: int = 40, *, as_of: str = "", told_until: ToldUntil = "", known_at: str = "") -> list[Row]:
        """Return the actors and places that are named most: name, kinds, mentions, uid.

        Args:
            limit: How many.
            as_of: As for `show`; mentions of scenes that are dated later don't count.
            told_until: As for `show`.
            known_at: As for `show`.

        Raises:
            InputError: There is no such day or chapter.
        """
        graph = in_view(self.graph, self.name, view_of(as_of, told_until, known_at))
        return graph.run("timeline/cast", workspace=self.name, limit=limit)

    def path(self, x: str, y: str, *, most: int = 3) -> Connection:
        """Return how two actors are connected, with the passages for every step; without paths if they are not.

        Args:
            x: Name, alias or uid of an actor.
            y: Name, alias or uid of another.
            most: Most paths to return, from 1.

        Raises:
            InputError: A name means nobody, several, or no actor; or both mean the same; or `most` is no count.
        """
        return find_path(self.graph, self.name, encodable(x), encodable(y), most=most)

    def acts(
        self,
        *,
        chapter: str = "",
        first: str = "",
        last: str = "",
        actor: str = "",
        kind: str = "",
        most: int = 50,
    ) -> list[Acts]:
        """Return who acts on whom: each ordered pair of actors with the deeds between them, most deeds first.

        Args:
            chapter: Only what a chapter tells ("report.pdf:3"); "" for all.
            first: Begin of a period as EDTF; "" for none.
            last: End of the period as EDTF; "" for none.
            actor: Name, alias or uid of one that takes part in each pair; "" for all.
            kind: Kind that both are of ("person"); "" for any.
            most: Most pairs to return, from 1.

        Raises:
            InputError: There is no such chapter or actor, a date is none, or the period ends before it begins.
        """
        period = {"first": encodable(first), "last": encodable(last)}
        who = {"chapter": encodable(chapter), "actor": encodable(actor), "kind": encodable(kind)}
        return find_acts(self.graph, self.name, **period, **who, most=most)

    def conflicts(self, entity: str = "", *, most: int = 50) -> list[Conflict]:
        """Return statements about one actor that contradict each other, the gravest first.

        Args:
            entity: Name, alias or uid of the actor; "" for all.
            most: Most conflicts to return, from 1.

        Raises:
            InputError: The name means nobody, several, or no actor, or `most` is no count.
        """
        return find_conflicts(self.graph, self.name, encodable(entity), most=most)

    def questions(
        self,
        entity: str = "",
        *,
        status: str = "",
        as_of: str = "",
        told_until: ToldUntil = "",
        known_at: str = "",
    ) -> list[Question]:
        """Return the questions that the texts raise, each with where it is raised and what answers it.

        Args:
            entity: Name, alias or uid of an actor that they are about; "" for all.
            status: "open" or "answered"; "" for both.
            as_of: As for `show`.
            told_until: As for `show`.
            known_at: As for `show`.

        Raises:
            InputError: The name means nobody, several, or a place, or there is no such status, day or chapter.
        """
        graph = in_view(self.graph, self.name, view_of(as_of, told_until, known_at))
        return find_questions(graph, self.name, encodable(entity), status=status)

    def told(self, entity: str = "", *, chapter: str = "") -> list[BeforeAfter]:
        """Return the claims about an actor, or those of a chapter, as they are told and as they are held.

        Args:
            entity: Name, alias or uid of an actor.
            chapter: Or a chapter: key of the document, a colon, and its number ("report.pdf:3").

        Raises:
            InputError: Neither or both are given, or there is no such actor or chapter.
        """
        return told_beside_held(self.graph, self.name, encodable(entity), chapter=encodable(chapter))
