"""Documents that are no valid export of a world. Each damage is a class of its own; callers read the same code."""

from dataclasses import dataclass

from mock_server.domain.refusals.base import Refusal

_MOST_LETTERS_OF_NAMES = 500


@dataclass(eq=False)
class ExportDamaged(Refusal):
    """A document is not a valid export of a world. The classes below name the damage."""

    def __str__(self) -> str:
        return f"{self._damage()} Nothing was imported. Export the world again, and send the document unchanged."

    def _damage(self) -> str:
        """The damage as a sentence, without the way out."""
        raise NotImplementedError


@dataclass(eq=False)
class ExportFormat(ExportDamaged):
    """The document has a format that this server does not read."""

    format: int
    known_format: int

    def _damage(self) -> str:
        return f"The document has format {self.format}, but this server reads format {self.known_format}."


@dataclass(eq=False)
class ExportDigest(ExportDamaged):
    """The content of the document is not the content that its digest covers."""

    def _damage(self) -> str:
        return "The content of the document does not match its digest."


@dataclass(eq=False)
class ExportOfOtherCourses(ExportDamaged):
    """The document belongs to courses of another seed."""

    courses_seed: int
    own_courses_seed: int

    def _damage(self) -> str:
        return (
            f"It belongs to the courses of seed {self.courses_seed}, and this server has those of seed "
            f"{self.own_courses_seed}."
        )


@dataclass(eq=False)
class ExportNotWritable(ExportDamaged):
    """The document has a value that JSON of an export cannot contain."""

    def _damage(self) -> str:
        return "The document has values that no export has."


@dataclass(eq=False)
class ExportSettings(ExportDamaged):
    """The settings of the document are not the settings of a world."""

    def _damage(self) -> str:
        return "Its settings are not those of a world."


@dataclass(eq=False)
class ExportTables(ExportDamaged):
    """The document has other tables than a world, or has them in another order."""

    tables: tuple[str, ...]
    known_tables: tuple[str, ...]

    def _damage(self) -> str:
        there = ", ".join(self.tables)[:_MOST_LETTERS_OF_NAMES]
        return f"It has the tables {there} and not {', '.join(self.known_tables)}."


@dataclass(eq=False)
class ExportColumns(ExportDamaged):
    """A table of the document has other columns than the same table of a world."""

    table: str
    known_columns: tuple[str, ...]

    def _damage(self) -> str:
        return f"The columns of {self.table} are not {', '.join(self.known_columns)}."


@dataclass(eq=False)
class ExportRowLength(ExportDamaged):
    """A row of the document has more or fewer values than its table has columns."""

    table: str
    known_columns: tuple[str, ...]

    def _damage(self) -> str:
        return f"A row of {self.table} has not {len(self.known_columns)} values."


@dataclass(eq=False)
class ExportKeyTwice(ExportDamaged):
    """Two rows of a table have the same key."""

    table: str

    def _damage(self) -> str:
        return f"Two rows of {self.table} have one key."


@dataclass(eq=False)
class ExportValue(ExportDamaged):
    """A row of the document has a value that its column cannot hold."""

    table: str
    column: str

    def _damage(self) -> str:
        return f"A value of {self.column} of {self.table} is not what that column holds."


@dataclass(eq=False)
class ExportUnsound(ExportDamaged):
    """The world of the document breaks a rule of sound worlds. *detail* is what the check of this rule reports."""

    rule: str
    object_id: str
    detail: str

    def _damage(self) -> str:
        return f"The exported world breaks the rule {self.rule} at {self.object_id}: {self.detail}"
