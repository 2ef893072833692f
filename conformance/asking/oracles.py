"""How answers are judged: golden requests, set-up calls, refusals with a control twin, and drift on a live
target.

Each oracle raises one of the words in `verdicts`; none knows which requirement it serves.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.request_facts import answer_facts, difference
from conformance.evidence.verdicts import Inconclusive, Seen, Violation, expect, shown
from conformance.recordings import moments

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")

_POLL_SECONDS, _LONGER_EACH_TIME, _LONGEST_POLL_SECONDS = 0.25, 1.4, 1.0
_A_MOMENT_SECONDS = 1.5
_LONGEST_VALUE = 240
_A_CONTROL_COUNTS_FOR = timedelta(seconds=10)


def _told(answer: Answer) -> str:
    facts = answer_facts(answer) if answer.is_success else answer.said
    return f"{answer.where} answered {answer.status}: {facts}".rstrip(": ")


def golden(answer: Answer) -> Any:
    """The body of a documented request that must succeed. Raises `Violation` unless the answer is 2xx."""
    answer.mark(Role.golden)
    expect(answer.is_success, f"{answer.where} succeeds", _told(answer), answer)
    return answer.body


def accepted(answer: Answer, what: str = "A call that prepares this check") -> Any:
    """The body of a set-up call.

    Raises `Inconclusive` unless the answer is 2xx: another row judges that call.
    """
    if not answer.is_success:
        raise Inconclusive(f"{what} was refused. {_told(answer)}")
    return answer.body


def refused(attempt: Answer, *, control: Answer, because: str = "") -> None:
    """Hold when *attempt* is not 2xx while its *control* twin, which differs only in the point tested, is. *because*
    says what makes it impossible, where the request alone does not show that.

    Raises `Inconclusive` when the control is refused as well, because then the refusal proves nothing, and when a
    2xx carries something else than the control does: some services put their errors there. Raises `Violation` when
    the attempt is accepted. A 5xx counts as a refusal here; ENV-15 speaks about it.
    """
    attempt.mark(Role.attempt)
    control.mark(Role.control)
    if not control.is_success:
        raise Inconclusive(f"The valid twin of this request was refused, so a refusal proves nothing. {_told(control)}")
    if attempt.is_success and attempt.text and not _like(_json(attempt), _json(control)):
        raise Inconclusive(f"A 2xx with another payload than the documented one may be a refusal. {_told(attempt)}")
    why = f", because {because}" if because else ""
    asked = f"{attempt.where}{difference(attempt.request, control.request)}"
    expect(not attempt.is_success, f"{asked} is refused{why}", _told(attempt), (attempt, control))


def _json(answer: Answer) -> Any:
    try:
        return answer.body
    except Inconclusive:
        return answer.text


def _like(body: Any, success: Any) -> bool:
    """Whether *body* carries the kind of payload that *success* does."""
    if not isinstance(success, dict) or not success:
        return True
    if not isinstance(body, dict):
        return False
    if "data" in success:
        return type(body.get("data")) is type(success["data"])
    return 2 * len(success.keys() & body.keys()) >= len(success)


def refused_or(attempt: Answer, *, control: Answer) -> Any | None:
    """None when *attempt* is refused, else its body: for rules where a refusal and a clamped answer both
    conform.

    Raises `Inconclusive` when the *control* twin is refused as well.
    """
    attempt.mark(Role.attempt)
    control.mark(Role.control)
    if not control.is_success:
        raise Inconclusive(f"The valid twin of this request was refused, so a refusal proves nothing. {_told(control)}")
    return attempt.body if attempt.is_success else None


def recent(answer: Answer, ask: Callable[[], Answer]) -> Answer:
    """*answer* as a control while it is so young that the target has hardly changed since, else what *ask* gets now."""
    return answer if moments.now() - answer.started_at <= _A_CONTROL_COUNTS_FOR else ask()


def steady(
    read_a: Callable[[], A],
    read_b: Callable[[], B],
    *,
    agree: Callable[[A, B], bool] = lambda a, b: bool(a == b),
    tries: int = 3,
) -> tuple[A, B]:
    """Two values read so close together that they may be compared: A, B, then A again, unchanged.

    Values that *agree* need no third reading: no drift makes two different answers look alike. Of values that do not, A
    is read again when a moment has passed, for what was read at first may have been shown late. And they must differ
    once more: somebody may have booked and cancelled in between.
    Raises `Inconclusive` when A keeps changing, as it may on a live tee sheet, and when the difference does not last.
    """
    differed = False
    for _ in range(tries):
        first, between = read_a(), read_b()
        if agree(first, between):
            if differed:
                raise Inconclusive("Two answers differed that were the same when they were compared again.")
            return first, between
        moments.sleep(_A_MOMENT_SECONDS)
        if first == read_a():
            if differed:
                return first, between
            differed = True
    raise Inconclusive(f"The answer kept changing while it was compared, {tries} times in a row.")


def within_budget(
    read: Callable[[], T], wanted: Callable[[T], bool], *, seconds: float = 5.0, every: float = _POLL_SECONDS
) -> T:
    """The first value of *read* that is *wanted*, or the last one seen when *seconds* have passed without it.

    A change may take a moment to become visible. The caller judges the value; this only gives it time, and reads
    again after *every* seconds, later after longer and longer ones: what has not come soon costs few requests.
    """
    deadline = moments.monotonic() + seconds
    while True:
        value = read()
        if wanted(value) or moments.monotonic() >= deadline:
            return value
        moments.sleep(every)
        every = max(every, min(every * _LONGER_EACH_TIME, _LONGEST_POLL_SECONDS))


def same(actual: object, wanted: object, what: str, seen: Seen = ()) -> None:
    """Raise `Violation` unless *actual* equals *wanted*; *what* names the value in the message. *seen* as there."""
    if actual != wanted:
        raise Violation(f"{what} is {_whole_or_part(wanted)}", f"{what} is {differing(actual, wanted)}", seen)


def _whole_or_part(value: object) -> str:
    text = shown(value)
    return text if len(text) <= _LONGEST_VALUE else "the same"


def differing(actual: object, wanted: object) -> str:
    """*actual* for a message; where it is long, the first place at which it differs from *wanted*, with both values."""
    if max(len(shown(actual)), len(shown(wanted))) <= _LONGEST_VALUE:
        return shown(actual)
    place, one, other = first_difference(actual, wanted)
    return f"{shown(one)} at {place or 'the top'}, where {shown(other)} is expected"


def first_difference(actual: object, wanted: object, place: str = "") -> tuple[str, object, object]:
    """Where two JSON values differ first, as a path such as `seasons/0/prices`, and the two values there."""
    if isinstance(actual, dict) and isinstance(wanted, dict):
        names = [name for name in dict.fromkeys([*wanted, *actual]) if actual.get(name) != wanted.get(name)]
        if names:
            return first_difference(actual.get(names[0]), wanted.get(names[0]), f"{place}/{names[0]}".lstrip("/"))
    if isinstance(actual, list) and isinstance(wanted, list) and len(actual) == len(wanted):
        for number, (one, other) in enumerate(zip(actual, wanted, strict=True)):
            if one != other:
                return first_difference(one, other, f"{place}/{number}".lstrip("/"))
    return place, actual, wanted


def part(body: Any, place: str, *, judge: bool = True) -> Any:
    """What stands at *place* in *body*, a dotted path like `meta.pagination.pageSize`. Instead of a body it takes an
    answer too, and names it where something is absent.

    Raises `Violation` when a member on the way is absent, or `Inconclusive` unless this check is to *judge*
    that.
    """
    seen: Seen = body if isinstance(body, Answer) else ()
    value = body.body if isinstance(body, Answer) else body
    for member in place.split("."):
        if not isinstance(value, dict) or member not in value:
            if judge:
                where = f"{body.where} answered {body.status}, and " if isinstance(body, Answer) else ""
                raise Violation(f"the answer has {place}", f"{where}{member} is absent from {shown(value)}", seen)
            raise Inconclusive(f"The answer has no {place}, which another requirement judges.")
        value = value[member]
    return value
