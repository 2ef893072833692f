"""One exchange as the rules see it, and what is known from earlier exchanges. Pure."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.catalogue.operations import Match
from conformance.evidence.decoded import DecodedExchange
from conformance.evidence.exchanges import Answer, Exchange, Request, Response, Role, by_name
from conformance.evidence.verdicts import Inconclusive
from conformance.target.target import Placement
from conformance.walks.values import moment


class NoMarks:
    """A recording in which no role is changed afterwards."""

    def relabel(self, index: int, role: Role) -> None:
        """Roles of passing traffic are final."""


@dataclass(frozen=True, eq=False)
class JudgedExchange(DecodedExchange):
    """One whole exchange of a documented operation.

    *key* is the name of the caller again, empty for an empty key and None without any key. *fits* says whether the
    request fits the contract. *shaped* says whether the answer is a success that has the documented shape, or
    is a JSON object where no shape is documented. *started* and *ended* are seconds on one clock.
    """

    answer: Answer
    met: Match
    caller: str
    key: str | None
    fits: bool
    shaped: bool
    started: float
    ended: float

    @property
    def operation(self) -> str:
        """The operation id."""
        return self.met.operation_id

    @cached_property
    def body(self) -> Any:
        """The JSON value of the answer as the checks read it, None when there is none."""
        return body_of(self.answer)

    def sent_at(self, placement: Placement) -> str | None:
        """The text that the request has at *placement*, None when it has none."""
        headers = by_name(self.answer.request.headers)
        places: Mapping[str, Mapping[str, Any]] = {"body": self.asked, "query": self.query, "header": headers}
        name = placement.name.lower() if placement.place == "header" else placement.name
        found = places[placement.place].get(name)
        return found if isinstance(found, str) else None


def answer_of(exchange: Exchange, request: Request, response: Response) -> Answer:
    """The answer in *exchange* as checks see it."""
    return Answer(request, response, exchange.started_at, exchange.index, NoMarks())


def is_now(value: Any, seen: JudgedExchange) -> bool:
    """Whether *value* is the moment of the answer, as far as two clocks agree."""
    shown = moment(value)
    return shown is not None and abs(shown - seen.answer.answered_at) <= CLOCKS_AGREE_WITHIN


def body_of(answer: Answer) -> Any:
    """The JSON value of the answer, None when there is no body or no JSON."""
    try:
        return answer.body
    except Inconclusive:
        return None


@dataclass
class EarlierTraffic:
    """What earlier traffic showed, without any doubt about its meaning.

    *courses* are ids from course lists. *kinds* are the kinds of courses, each with how often it was shown. *bookings*
    are ids that any answer showed.
    """

    courses: set[str] = field(default_factory=set)
    kinds: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    bookings: set[str] = field(default_factory=set)

    def learn(self, seen: JudgedExchange) -> None:
        """Learns from an answer, after the rules have judged it."""
        if seen.operation == "searchCourses":
            self.courses |= {str(item["id"]) for item in seen.items if "id" in item}
        for course in (*seen.items, seen.data) if seen.operation in ("searchCourses", "getCourse") else ():
            if isinstance(course.get("isOnline"), bool) and "id" in course:
                self._count(str(course["id"]), "online" if course["isOnline"] else "offline")
        if seen.operation in ("createBooking", "getBooking", "listBookings"):
            self.bookings |= {str(item["id"]) for item in (*seen.items, seen.data) if "id" in item}

    def _count(self, course_id: str, kind: str) -> None:
        self.kinds[course_id][kind] = self.kinds[course_id].get(kind, 0) + 1

    def kind_of(self, course_id: str) -> str | None:
        """`online` or `offline` when the course was shown as nothing else and at least twice, else None."""
        counts = self.kinds.get(course_id, {})
        kind = next(iter(counts), None) if len(counts) == 1 else None
        return kind if kind and counts[kind] > 1 else None


ExchangeJudge = Callable[[JudgedExchange, EarlierTraffic], None]

# A requirement, a sentence about what is wrong, and the exchanges that together prove it.
Breach = tuple[str, str, tuple[JudgedExchange, ...]]


@dataclass(frozen=True)
class Rule:
    """A rule for single exchanges of *operations* (none: all): *judge* raises `Violation` when *row* is violated."""

    row: str
    operations: frozenset[str]
    judge: ExchangeJudge


def rule(row: str, operations: str, judge: ExchangeJudge) -> Rule:
    """A rule for the operations with these ids, separated by blanks."""
    return Rule(row, frozenset(operations.split()), judge)
