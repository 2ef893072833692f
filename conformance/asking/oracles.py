"""How answers are judged: golden requests, set-up calls, refusals with a control twin, and drift on a live
target.

Each oracle raises one of the exceptions in `verdicts`. No oracle knows which requirement uses it.
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
_ROUNDS_THAT_DIFFER = 3
_A_MOMENT_SECONDS = 1.5
_LONGEST_VALUE = 240
_A_CONTROL_COUNTS_FOR = timedelta(seconds=10)


def _answered(answer: Answer) -> str:
    facts = answer_facts(answer) if answer.is_success else answer.said
    return f"{answer.where} answered {answer.status}: {facts}".rstrip(": ")


def golden(answer: Answer) -> Any:
    """The body of a documented request that must succeed. Raises `Violation` unless the answer is a success."""
    answer.mark(Role.golden)
    expect(answer.is_success, f"{answer.where} succeeds", _answered(answer), answer)
    return answer.body


def accepted(answer: Answer, what: str = "A call that prepares this check") -> Any:
    """The body of a set-up call.

    Raises `Inconclusive` unless the answer is a success: another row judges that call.
    """
    if not answer.is_success:
        raise Inconclusive(f"{what} was refused. {_answered(answer)}")
    return answer.body


def refused(attempt: Answer, *, control: Answer, because: str = "") -> None:
    """Returns when *attempt* is refused (no success) and its *control* twin, which differs only in the tested point, is
    accepted. *because* says why the attempt is impossible, when the request does not show the reason.

    Raises `Inconclusive` when the control is refused as well, because then the refusal proves nothing. Also raises
    `Inconclusive` when the attempt is a success with another kind of payload than the control: some services put their
    errors there. Raises `Violation` when the attempt is accepted. A 5xx counts as a refusal here; ENV-15 judges it.
    """
    _require_accepted_twin(attempt, control)
    if attempt.is_success and attempt.text and not _like(_json(attempt), _json(control)):
        raise Inconclusive(f"A 2xx with another payload than the documented one may be a refusal. {_answered(attempt)}")
    why = f", because {because}" if because else ""
    asked = f"{attempt.where}{difference(attempt.request, control.request)}"
    expect(not attempt.is_success, f"{asked} is refused{why}", _answered(attempt), (attempt, control))


def _require_accepted_twin(attempt: Answer, control: Answer) -> None:
    """Notes what both requests were for. Raises `Inconclusive` when the *control* twin is refused."""
    attempt.mark(Role.attempt)
    control.mark(Role.control)
    if not control.is_success:
        raise Inconclusive(
            f"The valid twin of this request was refused, so a refusal proves nothing. {_answered(control)}"
        )


def _json(answer: Answer) -> Any:
    try:
        return answer.body
    except Inconclusive:
        return answer.text


def _like(body: Any, success: Any) -> bool:
    """Whether *body* has the same kind of payload as *success*."""
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
    _require_accepted_twin(attempt, control)
    return attempt.body if attempt.is_success else None


def recent(answer: Answer, ask: Callable[[], Answer], within: timedelta = _A_CONTROL_COUNTS_FOR) -> Answer:
    """*answer* for use as a control, while it is no older than *within*; else the new answer that *ask* returns."""
    return answer if moments.now() - answer.started_at <= within else ask()


def steady(
    read_a: Callable[[], A],
    read_b: Callable[[], B],
    *,
    agree: Callable[[A, B], bool] = lambda a, b: bool(a == b),
    tries: int = 4,
) -> tuple[A, B]:
    """Two values that may be compared, because A did not change while B was read: A is read, then B, then A again.

    Values that *agree* need no third reading, because no change of the target makes two different answers look alike.
    When the values differ, A is read again after a moment, because the target may have shown a change late. The values
    must then differ in three rounds: somebody may have booked and cancelled in between, also where changes show late.
    Raises `Inconclusive` when A keeps changing, as it may on a live tee sheet, and when the difference does not last.
    """
    rounds = 0
    for _ in range(tries):
        first, between = read_a(), read_b()
        if agree(first, between):
            if rounds:
                raise Inconclusive("Two answers differed. A later comparison showed no difference.")
            return first, between
        moments.sleep(_A_MOMENT_SECONDS)
        if first == read_a():
            rounds += 1
            if rounds == _ROUNDS_THAT_DIFFER:
                return first, between
    raise Inconclusive(f"The answer kept changing while it was compared, {tries} times in a row.")


def within_budget(
    read: Callable[[], T], wanted: Callable[[T], bool], *, seconds: float = 5.0, every: float = _POLL_SECONDS
) -> T:
    """The first value of *read* that is *wanted*, or the first that was asked for after *seconds* without it.

    A change may take a moment to become visible, so this function reads again until the value is wanted. The caller
    judges the value, so no read counts that began too early: on a busy machine one may take longer than the budget. The
    first pause is *every* seconds, and the next ones grow. After a wait in vain at this place, see `Patience`.
    """
    patience, place = moments.patience(), _place_of(wanted) or _place_of(read)
    asked_at = moments.monotonic()
    deadline = asked_at + patience.seconds_for(place, seconds)
    paused = 0.0
    while True:
        value = read()
        if wanted(value):
            patience.note_shown(paused)
            return value
        if asked_at >= deadline:
            patience.note_in_vain(place)
            return value
        asked_at = moments.monotonic() + every
        moments.sleep(every)
        paused += every
        every = max(every, min(every * _LONGER_EACH_TIME, _LONGEST_POLL_SECONDS))


def _place_of(function: Callable[..., Any]) -> str:
    """The file and line of a function; empty for a function without them, such as `bool`."""
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""


def same(actual: object, wanted: object, what: str, seen: Seen = ()) -> None:
    """Raises `Violation` unless *actual* equals *wanted*; *what* names the value in the message. *seen* is its
    proof.
    """
    if actual != wanted:
        raise Violation(f"{what} is {_whole_or_part(wanted)}", f"{what} is {differing(actual, wanted)}", seen)


def _whole_or_part(value: object) -> str:
    text = shown(value)
    return text if len(text) <= _LONGEST_VALUE else "the same"


def differing(actual: object, wanted: object) -> str:
    """*actual* for a message; where it is long, the first place at which it differs from *wanted*, with both values."""
    if max(len(shown(actual)), len(shown(wanted))) <= _LONGEST_VALUE:
        return shown(actual)
    place, found, expected = first_difference(actual, wanted)
    return f"{shown(found)} at {place or 'the top'}, where {shown(expected)} is expected"


def first_difference(actual: object, wanted: object, place: str = "") -> tuple[str, object, object]:
    """Where two JSON values differ first, as a path such as `seasons/0/prices`, and the two values there."""
    if isinstance(actual, dict) and isinstance(wanted, dict):
        names = [name for name in dict.fromkeys([*wanted, *actual]) if actual.get(name) != wanted.get(name)]
        if names:
            return first_difference(actual.get(names[0]), wanted.get(names[0]), f"{place}/{names[0]}".lstrip("/"))
    if isinstance(actual, list) and isinstance(wanted, list) and len(actual) == len(wanted):
        for number, (actual_item, wanted_item) in enumerate(zip(actual, wanted, strict=True)):
            if actual_item != wanted_item:
                return first_difference(actual_item, wanted_item, f"{place}/{number}".lstrip("/"))
    return place, actual, wanted


def part(body: Any, place: str, *, judge: bool = True) -> Any:
    """The value at *place* in *body*, a dotted path like `meta.pagination.pageSize`. *body* may be an answer instead;
    then the message about an absent member names that answer.

    When a member on the way is absent, raises `Violation`, or `Inconclusive` if this check does not *judge* that.
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
