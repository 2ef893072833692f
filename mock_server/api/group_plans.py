"""Plans of a group over HTTP: find-slots, calculate-price, validate. Spec: Group bookings."""

from collections.abc import Mapping
from datetime import date, time

from mock_server.api.calls import Answer, Call
from mock_server.api.group_bookings import group_request, shown_price, shown_run
from mock_server.api.problems import REFUSALS
from mock_server.domain import refusals
from mock_server.services import group_plans
from mock_server.storage.sessions import Session

# The member that causes an issue. The others have no single cause.
_POINTERS: Mapping[type[refusals.Refusal], str] = {
    refusals.CourseNotFound: "/body/courseId",
    refusals.DateInPast: "/body/date",
    refusals.DateTooFar: "/body/date",
    refusals.GroupSize: "/body/totalPlayers",
}


def find_group_slots(call: Call, session: Session) -> Answer:
    """POST /group-bookings/find-slots: runs of tee times, nearest to the preferred one first."""
    body = call.body
    runs = group_plans.find_slots(
        session,
        body["courseId"],
        date.fromisoformat(body["date"]),
        int(body["totalPlayers"]),
        time.fromisoformat(body["preferredStartTime"]),
    )
    return Answer(200, {"data": _asked(call) | {"options": [{"teeTimes": shown_run(run)} for run in runs]}})


def calculate_group_price(call: Call, session: Session) -> Answer:
    """POST /group-bookings/calculate-price: the price at the standard green fee of the day."""
    body = call.body
    price = group_plans.calculate_price(
        session, body["courseId"], date.fromisoformat(body["date"]), int(body["totalPlayers"])
    )
    currency = session.courses.by_id(body["courseId"]).currency
    return Answer(200, {"data": _asked(call) | shown_price(price, currency)})


def validate_group_booking(call: Call, session: Session) -> Answer:
    """POST /group-bookings/validate: 200 with the list of obstacles, even if there are some."""
    plan = group_plans.validate(session, group_request(call.body))
    judged = {"valid": not plan.issues, "issues": [_issue(issue) for issue in plan.issues]}
    if plan.price is not None:
        judged["pricing"] = shown_price(plan.price, session.courses.by_id(call.body["courseId"]).currency)
    return Answer(200, {"data": judged})


def _asked(call: Call) -> dict[str, object]:
    return {name: call.body[name] for name in ("courseId", "date")} | {"totalPlayers": int(call.body["totalPlayers"])}


def _issue(refusal: refusals.Refusal) -> dict[str, str]:
    issue = {"code": REFUSALS[type(refusal)], "detail": str(refusal)}
    pointer = _POINTERS.get(type(refusal))
    return issue if pointer is None else {"code": issue["code"], "pointer": pointer, "detail": issue["detail"]}
