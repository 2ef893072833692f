"""How a client asks for courses. Spec: Courses."""

from collections.abc import Iterator

from conformance.grading.calls import ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_ABOUT_A_COURSE = ("getCourse", "getCoursePricing", "getCourseTerms", "listTeeTimes", "checkAvailability")
_NOT_FOUND = 404
_LONGEST_DISTANCE_KM = 500.0


@decides("ACR-01")
def coordinates_come_in_pairs(traffic: ClientTraffic) -> Iterator[Observation]:
    """latitude and longitude are sent together."""
    for call in traffic.of("searchCourses"):
        given = {"latitude", "longitude"} & call.query.keys()
        if given:
            yield judged(len(given) > 1, f"{call.where} has only {', '.join(given)}", call)


@decides("ACR-02")
def distances_are_within_the_limit(traffic: ClientTraffic) -> Iterator[Observation]:
    """A distance is at most 500 km."""
    for call in traffic.of("searchCourses"):
        if "distance" in call.query:
            yield judged(_is_distance(call.query["distance"]), f"{call.where} asks beyond 500 km", call)


def _is_distance(text: str) -> bool:
    try:
        return 0 <= float(text) <= _LONGEST_DISTANCE_KM
    except ValueError:
        return False


@decides("ACR-03")
def unknown_courses_are_not_asked_again(traffic: ClientTraffic) -> Iterator[Observation]:
    """A course that was not found is not asked for again in the same way."""
    for call in traffic.of(*_ABOUT_A_COURSE):
        if call.status == _NOT_FOUND:
            again = next((later for later in traffic.after(call) if later.question == call.question), None)
            if again is None:
                yield right(call)
            else:
                yield wrong(f"{call.where} was not found, and was asked again", call, again)


@decides("ACR-04")
def bookings_name_the_document_id(traffic: ClientTraffic) -> Iterator[Observation]:
    """A booking names the document id of its course. The booking code is for the address of a course alone."""
    codes = {
        call.object_id for call in traffic.of("getCourse") if call.data.get("id", call.object_id) != call.object_id
    }
    for call in traffic.of("createBooking"):
        yield judged(call.course_id not in codes, f"{call.where} names the booking code {call.course_id}", call)
