"""What the API key opens and what is closed without it: every message names the operation."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part
from conformance.catalogue.paths import BOOKINGS
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import NoEvidence, Violation, expect
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.golden_reads import GoldenAnswers, GoldenRead
from conformance.suite.arranged.list_pages import LISTS
from conformance.target.target import Target

# Their requests are documented, and name nothing of our own that could be missing.
_OPEN_POSTS = frozenset(
    {"createBooking", "holdTeeTime", "createGroupBooking", "findGroupSlots", "calculateGroupPrice", "createWebhook"}
)
# A target may fail for a moment, and then its other operations fail as well.
_MANY = 10


class Keyless(Agency):
    """Sends what *agency* would send, without the header of the key."""

    def __init__(self, agency: Agency) -> None:
        self._agency = agency

    def send(self, method: str, path: str, **options: Any) -> Answer:
        """The answer to the request without the key, whatever it is."""
        return self._agency.send(method, path, **options | {"key": None, "role": Role.attempt})


# The answer to a request without the right key, and the answer to the same request with it.
WithControls = Iterator[tuple[Answer, Answer]]


def read_without_key(agency: Agency, golden_answers: GoldenAnswers) -> WithControls:
    """Every documented read without the key, beside the same read with it."""
    return _beside(agency, golden_answers, golden_answers.reads)


def read_as(stranger: Agency, golden_answers: GoldenAnswers) -> WithControls:
    """Every documented read as a *stranger*, after the same read with the key: a target may remember that answer."""
    controls = golden_answers.to_all(golden_answers.reads)
    attempts = run_together(
        partial(stranger.send, "GET", read.path, query=dict(read.query), role=Role.attempt)
        for read in golden_answers.reads
    )
    return zip(attempts, controls, strict=True)


def _beside(
    agency: Agency, golden_answers: GoldenAnswers, reads: Sequence[GoldenRead], headers: Mapping[str, str] | None = None
) -> WithControls:
    """The *reads* with *headers* and without the key, beside the same reads with the key."""
    controls = golden_answers.to_all(reads)
    attempts = run_together(
        partial(agency.send, "GET", read.path, query=dict(read.query), headers=headers, key=None, role=Role.attempt)
        for read in reads
    )
    return zip(attempts, controls, strict=True)


def present_new_token(tokens: TokenDesk, target: Target, run: Run) -> Mapping[str, str]:
    """The headers that present the token of a new session, beside the header of the key.

    Raises `NoEvidence` in a run that only reads, without tokens, and where the token would take the place of the key.
    """
    if run.read_only:
        raise NoEvidence("A run that only reads opens no token session.")
    headers = tokens.presenting(if_possible(tokens.open_session))
    if not headers or target.wire.key_header.name.lower() in map(str.lower, headers):
        raise NoEvidence("The target has no tokens, or a token has no header of its own.")
    return headers


def require_answered_as_usual(ask: Callable[..., Answer], headers: Mapping[str, str]) -> None:
    """Raises `Violation` when the target refuses what *ask* sends with the key in *headers*, and accepts the same with
    the key in the usual header: other parts of the target may serve the webhooks and the writes.
    """
    answer = ask(key=None, headers=headers, role=Role.attempt)
    control = None if answer.is_success else ask()
    expected = f"{answer.where} with the key in {', '.join(headers)} is answered as usual"
    expect(control is None or not control.is_success, expected, f"it answered {answer.status}", answer)


def read_with_a_token_alone(agency: Agency, golden_answers: GoldenAnswers, headers: Mapping[str, str]) -> WithControls:
    """Every second documented read with the token in *headers* and without the key, beside the same read with it."""
    return _beside(agency, golden_answers, golden_answers.reads[::2], headers)


def read_paths_without_key(agency: Agency, paths: Iterable[str]) -> WithControls:
    """Reads of *paths* without the key, beside the same reads with it."""
    for path in paths:
        control = agency.get(path)
        yield agency.send("GET", path, key=None, role=Role.attempt), control


def read_lists_as(stranger: Agency, agency: Agency) -> WithControls:
    """Each list as a *stranger* reads it, beside the list as *agency* reads it."""
    for path in LISTS:
        yield stranger.get(path), agency.get(path)


def book_as(stranger: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, run: Run) -> WithControls:
    """A booking by a *stranger*, beside the same booking by the agency. Nothing in a run that only reads."""
    if not run.read_only:
        body = desk.body(tee_times.fresh())
        yield stranger.post(BOOKINGS, body), desk.post(body)


def read_with_the_key(agency: Agency, golden_answers: GoldenAnswers, target: Target) -> Iterator[Answer]:
    """The answers to the documented reads with the key alone."""
    for read in golden_answers.reads:
        answer = golden_answers.to(read)
        # A new booking may not be found for a moment, and what is not found may be refused like this.
        wanted = _is_found if read.booking_id else _is_open
        if not wanted(answer):
            answer = read.answered_in_time(agency, wanted, seconds=target.budgets.visibility_seconds)
        yield answer


def require_open_to_the_key(answers: Iterable[Answer]) -> None:
    """Raises `Violation` for an answer that asks for more than the key."""
    for answer in answers:
        expect(_is_open(answer), f"{answer.where} is open to the key alone", f"it answered {answer.status}", answer)
        accepted(answer, "A documented read")


def _is_found(answer: Answer) -> bool:
    return answer.is_success


def _is_open(answer: Answer) -> bool:
    return answer.status not in (401, 403)


def write_with_the_key_alone(desk: BookingDesk, tee_times: TeeTimeFinder) -> list[Answer]:
    """The answers to a hold and to a booking, and to a change and a cancellation of the booking if it is accepted."""
    held, created = desk.hold(tee_times.fresh(), 1), desk.create(tee_times.fresh(), 2)
    if not created.is_success:
        return [held, created]
    booking_id = str(part(created.body, "data.id", judge=False))
    return [held, created, desk.update(booking_id, {"players": 1}), desk.cancel(booking_id)]


def require_not_asked_for_a_token(
    during: Sequence[Answer], write_again: Callable[[], Sequence[Answer]], in_a_session: Callable[[], Sequence[Answer]]
) -> None:
    """Raises `Violation` when a write with the key alone is not authorized *during* a token session, every write is
    authorized after it, and the same write is not authorized *in a session* once more: a target may refuse what others
    have taken in the same words.
    """
    closed = _closed(during)
    if not closed or _closed(write_again()):
        return
    again = _closed(in_a_session())
    for number in closed.keys() & again.keys():
        answer = closed[number]
        actual = f"it answered {answer.status} in two token sessions, and was open to the key between the sessions"
        raise Violation(f"{answer.where} is open to the key alone", actual, (answer, again[number]))


def _closed(answers: Sequence[Answer]) -> dict[int, Answer]:
    """The *answers* to writes that are not authorized, by the number of the write. They are marked as attempts."""
    closed = {number: answer for number, answer in enumerate(answers) if not _is_open(answer)}
    for answer in closed.values():
        answer.mark(Role.attempt)
    return closed


def require_posts_open_to_the_key(agency: Agency, target: Target, exchanges: Sequence[Exchange]) -> None:
    """Raises `Violation` when a documented POST asked for more than the key each time that this run sent it, or for as
    long as the key opened many other operations.
    """
    own = [exchange for exchange in exchanges if exchange.response and exchange.agency == agency.label]
    by_key = [exchange for exchange in own if not _has_token(exchange, target)]
    for operation in sorted(_OPEN_POSTS):
        _require_open(operation, by_key)


def _require_open(operation: str, by_key: Sequence[Exchange]) -> None:
    """Raises `Violation` when *operation* answered 401 to right requests with the key alone, and none succeeded, or
    many requests to other operations succeeded between two such answers.
    """
    sent = [exchange for exchange in by_key if exchange.operation_id == operation]
    answered = [exchange for exchange in sent if _has_succeeded(exchange) or _is_unauthorized(exchange)]
    spells = [list(spell) for is_closed, spell in groupby(answered, _is_unauthorized) if is_closed]
    if spells and not any(map(_has_succeeded, answered)):
        raise _asked_for_more(spells[0][0], "no request to it succeeded in this run")
    for spell in spells:
        between = [other for other in by_key if spell[0].index < other.index < spell[-1].index]
        meanwhile = sum(map(_has_succeeded, between))
        if meanwhile >= _MANY:
            raise _asked_for_more(spell[0], f"{meanwhile} other requests succeeded before it did so again")


def _has_succeeded(exchange: Exchange) -> bool:
    return exchange.response is not None and exchange.response.is_success


def _is_unauthorized(exchange: Exchange) -> bool:
    """Whether a right request was not authorized."""
    return exchange.role is Role.golden and exchange.response is not None and exchange.response.status == 401


def _asked_for_more(exchange: Exchange, how_often: str) -> Violation:
    where = f"{exchange.request.method} {exchange.request.path}"
    return Violation(f"{where} is open to the key alone", f"it answered 401, and {how_often}", exchange)


def _has_token(exchange: Exchange, target: Target) -> bool:
    """Whether the request carries a token, in a header that carries neither the key nor what an operator declared."""
    declared = {name.lower() for name, _ in target.wire.headers} | {target.wire.key_header.name.lower()}
    return any(name.lower() == "authorization" and name.lower() not in declared for name, _ in exchange.request.headers)
