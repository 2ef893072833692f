"""Faults of the API key: operations that answer without a key, or with a key that nobody issued (AUT-01 to 08)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.mutants.parts.borrowed import ANYBODY, a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import data_of, memory_of_all
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant, request_change


def _open_without_key(name: str, breaks: str, operation: str) -> None:
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.with_header("x-api-key", ANYBODY),
        when=lambda call: not call.api_key,
    )


_open_without_key("AUT-01", "The course list can be read without a key.", "searchCourses")
_open_without_key("AUT-01.details", "Course details can be read without a key.", "getCourse")
_open_without_key("AUT-01.pricing", "Prices can be read without a key.", "getCoursePricing")
_open_without_key("AUT-01.terms", "Terms can be read without a key.", "getCourseTerms")
_open_without_key("AUT-01.tee-times", "Tee times can be read without a key.", "listTeeTimes")
_open_without_key("AUT-01.days", "Multi-day availability can be read without a key.", "checkAvailability")
_open_without_key("AUT-01.bookings", "The booking list can be read without a key.", "listBookings")


@mutant("AUT-05", "Any key that is not empty works.", EVERY_OPERATION)
async def _any_key(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status == 401 and call.api_key:
        return await call.with_header("x-api-key", ANYBODY).forward()
    return answer


def _sends_an_empty_key(call: Call) -> bool:
    return any(name.lower() == "x-api-key" and not value for name, value in call.headers)


def _open_with_an_empty_key(name: str, breaks: str, operation: str) -> None:
    request_change(
        name, breaks, operation, lambda call: call.with_header("x-api-key", ANYBODY), when=_sends_an_empty_key
    )


_open_with_an_empty_key("AUT-06", "The course list can be read with an empty key.", "searchCourses")
_open_with_an_empty_key("AUT-06.bookings", "The booking list can be read with an empty key.", "listBookings")


@mutant("AUT-07", "The service knows the key header only in the spelling X-Api-Key.", EVERY_OPERATION)
async def _one_spelling(call: Call) -> Answer:
    if call.api_key and "X-Api-Key" not in call.header_names:
        return await a_refusal_for_a_missing_key(call)
    return await call.forward()


@mutant("AUT-08", "Bookings demand a bearer token beside the key.", "listBookings getBooking")
async def _token_demanded(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)


def _without_key(name: str, operation: str) -> None:
    @mutant(name, f"{operation} needs no key.", "createToken refreshToken revokeToken")
    async def _open(call: Call) -> Answer:
        answer = await call.forward()
        if call.api_key:
            _LATEST_KEY[name] = call.api_key
        if call.api_key or call.operation != operation:
            return answer
        return await call.with_header("x-api-key", _LATEST_KEY.get(name, ANYBODY)).forward()


_LATEST_KEY: dict[str, str] = {}
_without_key("AUT-04", "createToken")
_without_key("AUT-04.refresh", "refreshToken")
_without_key("AUT-04.logout", "revokeToken")


@dataclass
class _Keys:
    """The keys that created the bookings of one mutant, and the key that was accepted last."""

    owners: dict[str, str]
    latest: str

    def of(self, call: Call) -> str:
        """The key that replaces a missing key: the key of the booking's owner, otherwise the latest key."""
        return self.owners.get(call.path_params.get("id", ""), self.latest)

    def remember(self, call: Call, answer: Answer) -> None:
        """Notes the key of an accepted call."""
        if not answer.ok:
            return
        self.latest = call.api_key
        if call.operation == "createBooking":
            self.owners[answer.json()["data"]["id"]] = call.api_key


def _open(name: str, breaks: str, operation: str, *, silently: bool = False) -> None:
    """*operation* works without a key; *silently*, the service refuses it and does it."""
    keys = _Keys({}, ANYBODY)

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.api_key or call.operation != operation:
            keys.remember(call, answer)
            return answer
        done = await call.with_header("x-api-key", keys.of(call)).forward()
        return answer if silently else done

    mutant(name, breaks, EVERY_OPERATION)(handle)


_open("AUT-02", "The service creates bookings without a key.", "createBooking")
_open("AUT-02.change", "Bookings are changed without a key.", "updateBooking")
_open("AUT-02.cancel", "Bookings are cancelled without a key.", "cancelBooking")
_open("AUT-02.hold", "Tee times are held without a key.", "holdTeeTime")
_open("AUT-02.hook", "The service creates booking hooks without a key.", "createBookingHook")
_open("AUT-02.hook-confirm", "Booking hooks are confirmed without a key.", "confirmBookingHook")
_open("AUT-02.group", "The service creates group bookings without a key.", "createGroupBooking")
_open("AUT-02.group-players", "Callers without a key can change the players of a group.", "updateGroupBookingPlayers")
_open("AUT-02.group-validate", "Groups are validated without a key.", "validateGroupBooking")
_open(
    "AUT-02.made-unsaid",
    "The service refuses a booking without a key, but creates the booking.",
    "createBooking",
    silently=True,
)
_open(
    "AUT-02.changed-unsaid",
    "The service refuses a change without a key, but stores the change.",
    "updateBooking",
    silently=True,
)
_open(
    "AUT-02.cancelled-unsaid",
    "The service refuses a cancellation without a key, but cancels the booking.",
    "cancelBooking",
    silently=True,
)


def _open_webhooks(name: str, breaks: str, operation: str) -> None:
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.with_header("x-api-key", ANYBODY),
        when=lambda call: not call.api_key,
    )


_open_webhooks("AUT-03", "Webhooks are listed without a key.", "listWebhooks")
_open_webhooks("AUT-03.create", "Webhooks are registered without a key.", "createWebhook")
# A subscription belongs to an agency, so these are done with the key that was accepted last.
_open("AUT-03.change", "Webhooks are changed without a key.", "updateWebhook")
_open("AUT-03.delete", "Webhooks are deleted without a key.", "deleteWebhook")


@mutant(
    "AUT-08.blind-groups",
    "Group bookings demand a bearer token beside the key.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _group_needs_token(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)


@mutant(
    "AUT-02.blind-fresh-bookings",
    "Callers without a key can change a booking that its agency has not read yet.",
    "createBooking getBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _fresh_bookings(call: Call) -> Answer:
    fresh = memory_of_all("fresh bookings")
    if call.operation == "updateBooking" and not call.api_key and call.path_params["id"] in fresh:
        return await call.with_header("x-api-key", fresh[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        fresh[data_of(answer)["id"]] = call.api_key
    if call.operation == "getBooking" and answer.ok:
        fresh.pop(call.path_params["id"], None)
    return answer


@mutant(
    "AUT-02.blind-hook-release",
    "Callers without a key can release a booking hook.",
    "createBookingHook releaseBookingHook",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hook_without_key(call: Call) -> Answer:
    owners = memory_of_all("hook without key")
    if call.operation == "releaseBookingHook" and not call.api_key and call.path_params["id"] in owners:
        return await call.with_header("x-api-key", owners[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        owners[data_of(answer)["id"]] = call.api_key
    return answer


@mutant(
    "AUT-01.blind-cached",
    "A cache serves tee times that a key has read to callers without a key.",
    "listTeeTimes checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_for_all(call: Call) -> Answer:
    kept, url = memory_of_all("cached for all"), f"{call.path}?{call.query_string}"
    if not call.api_key and url in kept:
        stored: Answer = kept[url]
        return stored
    answer = await call.forward()
    if answer.ok:
        kept[url] = answer
    return answer


@mutant(
    "AUT-05.blind-second-try",
    "The service refuses an unknown key once, and accepts the key afterwards.",
    "searchCourses getCourse listTeeTimes listBookings createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_try(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 401 or not call.api_key:
        return answer
    if not call.memory:
        call.memory["refused"] = True
        return answer
    return await call.with_header("x-api-key", ANYBODY).forward()
