"""The text of `teesheet contract answer`: a list that fits 80 columns, and the places of one assumption by room."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from openapi.assumptions import Assumption
from openapi.concerns.reach import Reach
from openapi.concerns.rooms import Answers, absence

_WIDTH = 80
_MOST_NAMED = 6


@dataclass(frozen=True)
class Question:
    """One assumption, the answer that somebody wants instead of ours (None: no other), and what that concerns."""

    row: Assumption
    wanted: str | None
    answers: Answers
    reach: Reach

    @property
    def trial(self) -> str | None:
        """The command that sets the sandbox to the wanted answer, None where no setting does."""
        trials = [concern.trials for concern in self.answers.found if self.wanted in concern.trials]
        return trials[0][self.wanted] if self.wanted and trials else None


def listed(rows: Iterable[Assumption]) -> str:
    """Every row in columns: id, our answer, question."""
    shown_rows = list(rows)
    width = max(len(row.chosen) for row in shown_rows)
    return "".join(
        f"{line}\n" for row in shown_rows for line in _columns((row.id, 4), (row.chosen, width), row.question)
    )


def shown(question: Question) -> str:
    """The question with its answers, who notices another answer, how to try it, and every place."""
    parts = [_head(question.row, question.wanted)]
    if question.wanted is not None:
        parts += [_notices(question.reach), _trial(question)]
    return "\n".join(["\n".join(part) + "\n" for part in [*parts, _places(question)] if part])


def _head(row: Assumption, wanted: str | None) -> list[str]:
    width = max(len(value) for value in row.values)
    notes = {row.chosen: "now", wanted: "then"}
    lines = wrap(f"{row.id}  {row.question}", _WIDTH)
    lines += [row.heading, ""]
    for value in row.values:
        lines += _columns((notes.get(value, ""), 4), (value, width), row.text(value))
    return lines


def _notices(reach: Reach) -> list[str]:
    sentences = (
        ("Agencies send it, and a request can be refused or mean something else, in", reach.sent),
        ("Agencies read it in the answers of", reach.read),
        ("Receivers read it in the deliveries", reach.received),
    )
    lines = ["Who notices:"]
    for sentence, names in sentences:
        if names:
            lines += wrap(f"- {sentence} {_named(names)}.", _WIDTH, subsequent_indent="  ")
    return [*lines, "- Every service that implements the interface has to answer in the new way."]


def _named(names: tuple[str, ...]) -> str:
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED} more"


def _trial(question: Question) -> list[str]:
    if question.trial is None:
        return wrap("No setting of the sandbox gives this answer. Change the code below first, then try it.", _WIDTH)
    return ["Try it in a world of the sandbox, before anything moves:", question.trial]


def _places(question: Question) -> list[str]:
    found = question.answers.found
    what = "obey the answer" if question.wanted is None else "have to move, or to be read again"
    lines = [f"{len(found)} places {what}:"]
    for room, concerns in question.answers.by_room.items():
        lines += ["", f"{room}: {len(concerns)}" if concerns else f"{room}: none"]
        for concern in concerns:
            lines.append(f"  {concern.place}  {concern.kind} {concern.name}")
            lines += wrap(concern.says, _WIDTH, initial_indent="      ", subsequent_indent="      ")
    return [*lines, *_absent(question.answers.absent)]


def _absent(rooms: tuple[str, ...]) -> Iterator[str]:
    if rooms:
        yield ""
        yield from wrap(absence(rooms), _WIDTH, break_on_hyphens=False, break_long_words=False)


def _columns(*parts: tuple[str, int] | str) -> list[str]:
    """One row of columns. The last column is text that is wrapped below itself."""
    *fixed, text = parts
    begin = "".join(f"{cell:{width}}  " for cell, width in (part for part in fixed if isinstance(part, tuple)))
    return wrap(str(text), _WIDTH, initial_indent=begin, subsequent_indent=" " * len(begin))
