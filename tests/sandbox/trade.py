"""What the tests trade in: courses by what they are, tee times, valid bookings, and the state they leave."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from fixtures.catalogue import load_courses
from fixtures.courses import Course
from tests.sandbox.agencies import Agency

# A Monday morning in the season of every climate, later than the clock of any machine that runs this.
NOW = "2040-05-07T08:00:00Z"
TODAY = date(2040, 5, 7)
SATURDAY = date(2040, 5, 12)
PLAYERS = 2

LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}


def _first(fits: Callable[[Course], bool]) -> Course:
    return min((course for course in load_courses() if fits(course)), key=lambda course: course.id)


def by_trait(name: str) -> Course:
    """The course with a named behaviour."""
    return _first(lambda course: course.trait == name)


# An online course like most: platform terms, 18 holes, four places a tee time.
ORDINARY = _first(
    lambda course: (
        course.is_online
        and course.trait is None
        and course.holes == 18
        and course.terms.source == "platform"
        and course.currency == "EUR"
        and course.country == "ES"
    )
)


@dataclass(frozen=True)
class TeeTime:
    """A tee time of a course, as its day lists it."""

    course_id: str
    play_date: date
    time: str
    places: int
    green_fee: float


def day_of(agency: Agency, course_id: str, play_date: date, **query: Any) -> dict[str, Any]:
    """The tee times of a day, for one player unless said otherwise."""
    answer = agency.get(f"/travel/courses/{course_id}/tee-times", **{"date": play_date, "players": 1, **query})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def free_tee_times(agency: Agency, course_id: str = ORDINARY.id, play_date: date = SATURDAY) -> list[TeeTime]:
    """The tee times of a day with all four places free."""
    listed = day_of(agency, course_id, play_date, players=4)["availableTimes"]
    return [
        TeeTime(course_id, play_date, item["time"], item["available"], item["pricing"]["greenFee"]) for item in listed
    ]


def places(agency: Agency, tee_time: TeeTime) -> int:
    """How many places a tee time has free now."""
    listed = day_of(agency, tee_time.course_id, tee_time.play_date)["availableTimes"]
    return sum(item["available"] for item in listed if item["time"] == tee_time.time)


def booking(tee_time: TeeTime, **changes: Any) -> dict[str, Any]:
    """A valid body of POST /travel/bookings, with some members changed."""
    return {
        "courseId": tee_time.course_id,
        "date": str(tee_time.play_date),
        "teeTime": tee_time.time,
        "players": PLAYERS,
        "leadPlayer": LEAD,
        **changes,
    }


def without(body: dict[str, Any], name: str) -> dict[str, Any]:
    """A body without one of its members."""
    return {member: value for member, value in body.items() if member != name}


def hold(tee_time: TeeTime, **changes: Any) -> dict[str, Any]:
    """A valid body of POST /travel/courses/{courseId}/hold-tee-time."""
    return {"date": str(tee_time.play_date), "time": tee_time.time, "players": PLAYERS, **changes}


def booked(agency: Agency, tee_time: TeeTime, **changes: Any) -> dict[str, Any]:
    """A booking that was made."""
    answer = agency.post("/travel/bookings", booking(tee_time, **changes))
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()["data"]
    return created


def held(agency: Agency, tee_time: TeeTime, **changes: Any) -> dict[str, Any]:
    """A hold that was made."""
    answer = agency.post(f"/travel/courses/{tee_time.course_id}/hold-tee-time", hold(tee_time, **changes))
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


def read(agency: Agency, booking_id: str) -> dict[str, Any]:
    """A booking in its present state."""
    found: dict[str, Any] = agency.get(f"/travel/bookings/{booking_id}").json()["data"]
    return found


def offline(trait: str) -> TeeTime:
    """A tee time at the offline course with a named behaviour. Offline courses keep no places."""
    return TeeTime(by_trait(trait).id, SATURDAY, "10:00", 4, 0)


def clock_of(agency: Agency) -> dict[str, Any]:
    """What the clock of a world shows."""
    clock = agency.control("GET", "/clock").json()["data"]
    return {"now": clock["now"], "mode": clock["mode"]}


def bookings_total(agency: Agency) -> int:
    """How many bookings the agency has."""
    total: int = agency.get("/travel/bookings").json()["meta"]["pagination"]["totalItems"]
    return total


def written(agency: Agency, tee_time: TeeTime) -> tuple[Any, ...]:
    """Everything a refused request could have written: the bookings of the agency and the places of the day."""
    listed = agency.get("/travel/bookings").json()
    day = day_of(agency, tee_time.course_id, tee_time.play_date)["availableTimes"]
    return (
        listed["meta"]["pagination"]["totalItems"],
        listed["data"],
        [(item["time"], item["available"]) for item in day],
    )


def walked(agency: Agency, path: str, **filters: Any) -> list[dict[str, Any]]:
    """The items of all pages of a list, in order, read page by page as a client does."""
    items: list[dict[str, Any]] = []
    query = {"pageSize": 100, **filters}
    first = agency.get(path, **query).json()
    for page in range(1, first["meta"]["pagination"]["totalPages"] + 1):
        items += agency.get(path, page=page, **query).json()["data"]
    return items


def hooked(agency: Agency, tee_time: TeeTime, **changes: Any) -> dict[str, Any]:
    """A booking hook that was made. Its body is that of a booking."""
    answer = agency.post("/travel/bookings/hooks", booking(tee_time, **changes))
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()["data"]
    return created


def group(course_id: str = ORDINARY.id, **changes: Any) -> dict[str, Any]:
    """A valid body of POST /travel/group-bookings, with some members changed."""
    return {
        "courseId": course_id,
        "date": str(SATURDAY),
        "preferredTime": "10:00",
        "totalPlayers": 12,
        "leadPlayer": LEAD,
        **changes,
    }


def grouped(agency: Agency, course_id: str = ORDINARY.id, **changes: Any) -> dict[str, Any]:
    """A group booking that was accepted."""
    answer = agency.post("/travel/group-bookings", group(course_id, **changes))
    assert answer.status_code == 202, answer.text
    created: dict[str, Any] = answer.json()["data"]
    return created


def read_group(agency: Agency, group_id: str) -> dict[str, Any]:
    """A group booking in its present state."""
    found: dict[str, Any] = agency.get(f"/travel/group-bookings/{group_id}").json()["data"]
    return found


def slots(agency: Agency, course_id: str = ORDINARY.id, **changes: Any) -> list[list[dict[str, Any]]]:
    """The runs of tee times that find-slots offers a group of twelve at ten, unless said otherwise."""
    body = {"courseId": course_id, "date": str(SATURDAY), "totalPlayers": 12, "preferredStartTime": "10:00", **changes}
    answer = agency.post("/travel/group-bookings/find-slots", body)
    assert answer.status_code == 200, answer.text
    return [option["teeTimes"] for option in answer.json()["data"]["options"]]
