"""The values that generated requests need: courses, days, tee times, ids and declared payloads of the target.

Without them, nearly every generated request names a course, a day or an id that does not exist. Knows no engine.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from itertools import islice

from conformance.asking.client import Agency
from conformance.catalogue.operations import OPERATIONS
from conformance.catalogue.paths import BOOKINGS
from conformance.discovery import CourseFinder, FreshDay, MovableClock, OfferedTeeTime, TeeTimeFinder
from conformance.discovery.course_kinds import varied
from conformance.discovery.grounds import ground_of, varied_online_courses
from conformance.evidence.verdicts import Judgement, or_else
from conformance.generated.belongings import living_ids
from conformance.generated.payloads import GROUP_SIZES, Declared, Ground, declared_payloads
from conformance.generated.periods import days_of_a_range, days_of_bookings, days_of_prices, days_within_the_range
from conformance.generated.search_values import PAGES, Values, search_values
from conformance.generated.stock import NOBODY, NOWHERE, lay_in
from conformance.scope.lanes import several_at_once
from conformance.scope.run import Run
from conformance.session.session import FIRST_AGENCY, CheckSession
from conformance.target.target import Target

_DAYS = 7
_MOST_COURSES, _MOST_OPENED, _MOST_PRICED, _MOST_IDS, _MOST_TIMES = 3, 12, 4, 8, 6
_DECLARED_FOR_THEIR_TERMS = ("low_maximum", "override_terms")
_COURSES_TRIED, _SHEETS_FOR_A_DAY = 3, 5
_PERIOD = (14, 200)
# Each of the first times comes before each of the last times.
_BOUNDS: Mapping[str, Values] = {"earliestTime": ("07:10", "09:00", "11:35"), "latestTime": ("12:00", "14:25", "18:00")}

_NOBODY: Mapping[str, Values] = {f"leadPlayer.{name}": (value,) for name, value in NOBODY.items()}

# These operations get other objects than the operations that end objects.
_LEAVE_ALIVE = frozenset({"getBooking", "updateBooking", "confirmBookingHook"})
_CAPABILITY_OF = {"Webhook": "wh", "Hook": "hook", "Group": "group", "Token": "jwt"}


@dataclass(frozen=True)
class Material:
    """*values* by operation and member (a dot reaches inside), what the target file *declared*, and *left_out*: why an
    operation gets no generated request.
    """

    values: Mapping[str, Mapping[str, Values]] = field(default_factory=dict)
    declared: Declared = field(default_factory=Declared)
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def longitudes(self) -> Mapping[float, float]:
        """The longitudes of the places to search around, by latitude."""
        search = self.values.get("searchCourses", {})
        return dict(zip(search.get("latitude", ()), search.get("longitude", ()), strict=True))

    @property
    def other_countries(self) -> Values:
        """The countries of searches that have no place, region or area among the values."""
        return self.values.get("searchCourses", {}).get("country", ())[1:]

    def of_operations(self, operations: Collection[str]) -> "Material":
        """The same material, with every other operation left out."""
        others = {operation.id: "" for operation in OPERATIONS if operation.id not in operations}
        return replace(self, left_out={**others, **self.left_out})


def gather(session: CheckSession, agency: Agency, unshown: Sequence[str]) -> Material:
    """The material for one run. *unshown* are the operations whose request no document shows.

    Reads courses and tee sheets, and creates a few objects of its own. Values that cannot be found are omitted.
    """
    # Checks may have moved the clock since the run began.
    today = MovableClock(agency, session.clock).today(session.run.today)
    run = replace(session.run, today=today, seed=session.run.seed + 1)
    courses = session.courses.drawing_for(run)
    ground = None if run.read_only else _ground(courses, TeeTimeFinder(agency, run, courses), session.lanes)
    declared = Declared() if run.read_only else declared_payloads(session.target, agency, ground, run.marker)
    left_out = dict(_left_out(session, ground, [item for item in unshown if item not in declared.bodies]))
    if ground and not run.read_only:
        hooks = declared.bodies.get("createBookingHook", ())
        lay_in(agency, ground, hooks, run.marker, left_out, at_once=session.lanes)
    values = _reads(agency, courses, run, session.target) | _own_ids(session)
    if run.read_only:
        values |= _listed_bookings(agency)
    return Material(values | (_writes(ground) if ground else {}), declared, left_out)


def _listed(courses: CourseFinder, most: int) -> list[str]:
    """The ids of at most so many online and offline courses of several kinds, and of the declared courses with terms of
    their own.
    """
    try:
        listed, everywhere = courses.listed, courses.all_courses()
    except Judgement:
        return []
    kinds = [varied([item for item in listed if item.get("isOnline") is online]) for online in (True, False)]
    declared = [or_else(partial(courses.declared, fact), None) for fact in _DECLARED_FOR_THEIR_TERMS]
    own = [item for item in everywhere if item["id"] in declared]
    some = [course for kind in kinds for course in kind[:most]]
    return list(dict.fromkeys(course["id"] for course in (*own, *some)))


def _ground(courses: CourseFinder, finder: TeeTimeFinder, at_once: int) -> Ground | None:
    """Free days of one course with ordinary terms. When a course is closed for most of the year, another course is
    tried.
    """
    with suppress(Judgement):
        tried = (course_id for course_id in varied_online_courses(courses) if ground_of(courses, course_id))
        for course_id in islice(tried, _COURSES_TRIED):
            with suppress(Judgement):
                first = finder.at(course_id, tee_times=2, most_sheets=_SHEETS_FOR_A_DAY)
                return _ground_of([first, *_further_days(finder, course_id, at_once)])
    return None


def _further_days(finder: TeeTimeFinder, course_id: str, at_once: int) -> Iterator[FreshDay]:
    dates = [finder.date_at(course_id) for _ in range(_DAYS - 1)]
    for day in several_at_once([partial(finder.on, course_id, play_date) for play_date in dates], at_once):
        yield day if day.wholly_free else finder.at(course_id, most_sheets=_SHEETS_FOR_A_DAY)


def _ground_of(days: Sequence[FreshDay]) -> Ground:
    first = days[0]
    shared = set.intersection(*({tee_time.time for tee_time in _free(day)} for day in days))
    times = sorted(shared) or sorted(tee_time.time for tee_time in _free(first))
    texts = [day.play_date.isoformat() for day in days]
    later = times[len(times) // 3 :]
    chosen = later[:: -(-len(later) // _MOST_TIMES)]
    return Ground(first.course_id, chosen, texts[:1], texts[1:2], texts[2:5], texts[5:])


def _free(day: FreshDay) -> Iterator[OfferedTeeTime]:
    return (tee_time for tee_time in day.tee_times if tee_time.places >= 4)


def _reads(agency: Agency, courses: CourseFinder, run: Run, target: Target) -> dict[str, Mapping[str, Values]]:
    ids, opened = (_listed(courses, most) for most in (_MOST_COURSES, _MOST_OPENED))
    first, *_, last = sorted(_days(run))
    # Offline courses need not answer for several days.
    offline = [item["id"] for item in or_else(lambda: courses.listed, []) if item.get("isOnline") is False]
    asked_for_days = [course_id for course_id in ids if course_id not in offline or course_id == offline[0]]
    codes = [code.code for code in target.courses.booking_codes]
    values: dict[str, Mapping[str, Values]] = {
        "searchCourses": search_values(courses, run),
        "getCourse": {"id": [*opened, *codes]},
        "getCoursePricing": {"id": [*ids[:_MOST_PRICED], *codes], **days_of_prices(run.today, agency, ids)},
        "getCourseTerms": {"id": opened},
        "listTeeTimes": {"courseId": ids, "date": [*days_within_the_range(first), last.isoformat()], **_BOUNDS},
        "checkAvailability": {"courseId": asked_for_days, **days_of_a_range(first)},
        "listBookings": {**days_of_bookings(run.today), **PAGES},
    }
    return values


def _days(run: Run) -> list[date]:
    source = run.random("generated traffic")
    return [run.today + timedelta(days=source.randint(*_PERIOD)) for _ in range(6)]


def _writes(ground: Ground) -> dict[str, Mapping[str, Values]]:
    course = {"courseId": [ground.course_id]}
    group = {**course, "date": ground.group_days, "totalPlayers": GROUP_SIZES}
    return {
        "holdTeeTime": {**course, "date": ground.hold_days, "time": ground.times},
        "createBooking": {**course, "date": ground.booking_days, "teeTime": ground.times, **_NOBODY},
        "createGroupBooking": {**group, "preferredTime": ground.times, **_NOBODY},
        "findGroupSlots": {**group, "preferredStartTime": ground.times},
        "calculateGroupPrice": group,
        "createWebhook": {"url": (NOWHERE,)},
    }


def _own_ids(session: CheckSession) -> dict[str, Mapping[str, Values]]:
    found = living_ids(session.recording.exchanges, session.target, FIRST_AGENCY)
    return {
        operation: {"id": (ids[1::2] or ids if operation in _LEAVE_ALIVE else ids[::2])[:_MOST_IDS]}
        for operation, ids in found.items()
        if ids
    }


def _listed_bookings(agency: Agency) -> dict[str, Mapping[str, Values]]:
    """Existing bookings of the agency, for a run that creates none. Reading them harms nobody."""
    try:
        body = agency.get(BOOKINGS, pageSize=_MOST_IDS).body
    except Judgement:
        return {}
    listed = body.get("data") if isinstance(body, dict) else None
    ids = [str(item["id"]) for item in listed or [] if isinstance(item, dict) and "id" in item]
    return {"getBooking": {"id": ids}} if ids else {}


def _left_out(session: CheckSession, ground: Ground | None, unshown: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every operation that gets no generated request, with the reason that a user can change best."""
    for operation in OPERATIONS:
        reason = _reason(session, ground, operation.id, operation.method, operation.id in unshown)
        if reason:
            yield operation.id, reason


def _reason(session: CheckSession, ground: Ground | None, operation: str, method: str, unshown: bool) -> str | None:
    if session.run.read_only and method != "GET":
        return "The run is read-only."
    absent = [name for name, need in _CAPABILITY_OF.items() if name in operation and need in session.target.absent]
    if absent:
        return "The target file declares that the target does not have this operation."
    if operation == "createGroupBooking" and not session.decisions.can_cancel_groups:
        return "A run cannot cancel a group, unless the target file declares group_cancel under [levers]."
    if unshown:
        return "No document shows the body of this request, and the target file does not declare the body."
    if operation in ("holdTeeTime", "createBooking", "createGroupBooking", "findGroupSlots", "calculateGroupPrice"):
        return None if ground else "No course with free tee times was found."
    return None
