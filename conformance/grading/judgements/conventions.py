"""What holds for every call: bodies, the contract, keys of idempotency, pages. Spec: Conventions, Endpoints, Limits."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from conformance.contracts.requests import own_contract
from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_LISTS = ("searchCourses", "listBookings")
_MALFORMED, _UNACCEPTABLE = 400, 422
# So many equal reads in a row, each less than so many seconds after the answer before it, are a busy loop.
_BUSY_LOOPS = ((6, 0.25), (20, 2.0))


@decides("ACV-01")
def bodies_are_json(traffic: ClientTraffic) -> Iterator[Observation]:
    """A body is JSON, and says so."""
    for call in traffic.calls:
        if call.exchange.request.content:
            kind = (call.header("content-type") or "").partition(";")[0].strip().lower()
            is_json = kind == "application/json" and call.sent is not None
            yield judged(is_json, f"{call.where} has a body of the type {kind or 'that no header names'}", call)


@decides("ACV-02")
def requests_fit_the_contract(traffic: ClientTraffic) -> Iterator[Observation]:
    """A request has only what the contract allows, and all that it demands."""
    for call in traffic.calls:
        request = call.exchange.request
        met = own_contract().met(request.method, request.path)
        if met is None:
            yield wrong(f"the interface has no {call.where}", call)
        elif call.exchange.request_gap is None:
            # A service that accepts a request may demand less than our contract, which answers open points.
            faults = [] if call.is_accepted else list(own_contract().complaints(request, met, None))
            yield judged(not faults, f"{call.where}: {faults[0].sentence if faults else ''}", call)


@decides("ACV-03")
def invalid_requests_are_not_repeated(traffic: ClientTraffic) -> Iterator[Observation]:
    """A request that was refused as invalid is changed before it is sent again."""
    for call in traffic.calls:
        if call.status in (_MALFORMED, _UNACCEPTABLE):
            again = next((later for later in traffic.after(call) if later.question == call.question), None)
            if again is None:
                yield right(call)
            else:
                yield wrong(f"{call.where} was refused with {call.status}, and was sent again unchanged", call, again)


@decides("ACV-10")
def one_key_for_one_request(traffic: ClientTraffic) -> Iterator[Observation]:
    """An Idempotency-Key belongs to one request, and to its repetitions."""
    first: dict[tuple[str, str], Call] = {}
    for call in traffic.calls:
        if call.key:
            known = first.setdefault((call.exchange.agency, call.key), call)
            sentence = f"{call.where} has the Idempotency-Key of another request"
            yield judged(known.question == call.question, sentence, known, call)


@decides("ACV-11")
def no_busy_polling(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that waits for a change leaves time between two equal reads."""
    for repeated in _reads_in_a_row(traffic):
        loop = _busy_loop(repeated)
        longest = max((_pause(before, read) for before, read in pairwise(loop)), default=0.0)
        sentence = f"{repeated[0].where} was sent {len(loop)} times in a row, at most {longest:.2f} s apart"
        yield judged(not loop, sentence, *(loop or repeated))


def _busy_loop(repeated: list[Call]) -> list[Call]:
    """The first of the equal reads *repeated* that are a busy loop, all of them. Empty when none are."""
    for fewest, seconds in _BUSY_LOOPS:
        for reads in _without_a_pause(repeated, seconds):
            if len(reads) >= fewest:
                return reads
    return []


def _without_a_pause(repeated: list[Call], seconds: float) -> Iterator[list[Call]]:
    """*repeated*, divided where a read was sent this many *seconds* or more after the answer before it."""
    reads = repeated[:1]
    for before, read in pairwise(repeated):
        if _pause(before, read) >= seconds:
            yield reads
            reads = []
        reads.append(read)
    yield reads


def _pause(before: Call, read: Call) -> float:
    return (read.started_at - before.ended_at).total_seconds()


def _reads_in_a_row(traffic: ClientTraffic) -> Iterator[list[Call]]:
    """Equal accepted reads with equal answers, with no other call of the agency between them."""
    rows: dict[str, list[Call]] = defaultdict(list)
    for call in traffic.calls:
        row = rows[call.exchange.agency]
        is_same = row and row[-1].question == call.question and row[-1].body == call.body
        if call.is_write or call.outcome is not CallOutcome.accepted or not is_same:
            if len(row) > 1:
                yield row
            rows[call.exchange.agency] = row = []
        if not call.is_write and call.is_accepted:
            row.append(call)
    yield from (row for row in rows.values() if len(row) > 1)


def _walks(traffic: ClientTraffic) -> Iterator[list[Call]]:
    """The calls that read pages of one list, with the same filters."""
    walks: dict[object, list[Call]] = defaultdict(list)
    for call in traffic.of(*_LISTS):
        filters = tuple(sorted((name, value) for name, value in call.query.items() if name not in _PAGE_NAMES))
        walks[call.exchange.agency, call.operation, filters].append(call)
    yield from walks.values()


_PAGE_NAMES = ("page", "pageSize", "maxResults")


def page_of(call: Call) -> int:
    """The page that the call asks for, 0 for a text that is not a number."""
    text = call.query.get("page", "1")
    return int(text) if text.isdecimal() else 0


def total_pages(call: Call) -> int | None:
    """totalPages of the answer, None when it says none."""
    meta = call.body.get("meta") if isinstance(call.body, dict) else None
    pagination = meta.get("pagination") if isinstance(meta, dict) else None
    total = pagination.get("totalPages") if isinstance(pagination, dict) else None
    return total if isinstance(total, int) else None


@decides("ACV-12")
def no_page_is_skipped(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that walks through a list reads every page on its way."""
    for walk in _walks(traffic):
        near: set[int] = set()
        for call in walk:
            if page_of(call) > 1 and near:
                yield judged(
                    page_of(call) in near, f"{call.where} is not a neighbour of a page before it", *walk[:1], call
                )
            if call.is_accepted:
                # A walk may also begin at the last page, which the first page names.
                near |= {page_of(call) - 1, page_of(call), page_of(call) + 1, total_pages(call) or 1}


@decides("ACV-13")
def no_page_beyond_the_end(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client stops at the last page, which totalPages names."""
    for walk in _walks(traffic):
        for before, call in pairwise(walk):
            total = total_pages(before)
            if total is not None and page_of(call) == page_of(before) + 1:
                yield judged(page_of(call) <= max(total, 1), f"{call.where}: the list has {total} pages", before, call)


@decides("ACV-14")
def one_page_size_in_a_walk(traffic: ClientTraffic) -> Iterator[Observation]:
    """The pages of one walk have one size, or items are skipped or read twice."""
    for walk in _walks(traffic):
        for before, call in pairwise(walk):
            if page_of(call) == page_of(before) + 1:
                sizes = [other.query.get("pageSize", other.query.get("maxResults")) for other in (before, call)]
                yield judged(sizes[0] == sizes[1], f"{call.where} has another page size than the page before", call)


@decides("ACV-21")
def a_walk_goes_on_when_the_list_grows(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client that walks to the last page goes on when the newest answer names a later last page."""
    for walk in _walks(traffic):
        for lap in _laps(walk):
            named = [total_pages(call) for call in lap]
            first, last = named[0] or 0, named[-1] or 0
            is_over_later = walk[-1].is_after(lap[-1])
            # Who stops earlier has found what it looked for.
            if last > first and page_of(lap[-1]) in (first, last):
                sentence = (
                    f"{lap[-1].where} names {last} pages, and the client stopped at the {first} of its first page"
                )
                yield judged(page_of(lap[-1]) == last or is_over_later, sentence, lap[0], lap[-1])


def _laps(walk: list[Call]) -> Iterator[list[Call]]:
    """The accepted pages from the first page on, each the next of the page before."""
    lap: list[Call] = []
    for call in walk:
        if call.is_accepted and lap and page_of(call) == page_of(lap[-1]) + 1:
            lap.append(call)
        elif call.is_accepted:
            if len(lap) > 1:
                yield lap
            lap = [call] if page_of(call) == 1 else []
    if len(lap) > 1:
        yield lap
