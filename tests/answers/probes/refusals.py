"""Probes of refusals: their bodies and their statuses."""

from tests.answers.asking import Asker, decided, made, tee_times, word_for
from tests.answers.registry import probe
from tests.sandbox.trade import booking, by_trait, hold

_UNKNOWN = "/travel/bookings/bkg_000000000000"
_MEMBERS = {"type", "title", "status", "detail", "instance", "code", "requestId"}


@probe("A-01")
def body_of_a_refusal(asks: Asker) -> str:
    """The body of a 404."""
    refused = asks.get(_UNKNOWN)
    media_type = refused.headers.get("content-type", "").partition(";")[0]
    is_problem = media_type == "application/problem+json" and isinstance(refused.body, dict)
    return decided(
        ("empty", refused.text == ""),
        ("text", media_type == "text/plain"),
        ("envelope", isinstance(refused.body, dict) and "error" in refused.body),
        ("problem", is_problem and set(refused.body) == _MEMBERS),
        seen=refused,
    )


@probe("A-02")
def status_of_invalid_input(asks: Asker) -> str:
    """A wrong type, and a date in the past."""
    (tee_time, *_) = tee_times(asks)
    wrong_type = asks.post("/travel/bookings", booking(tee_time, players="two")).status
    in_the_past = asks.post("/travel/bookings", booking(tee_time, date="2039-01-01")).status
    words = {(400, 422): "split", (400, 400): "400", (422, 422): "422"}
    return word_for((wrong_type, in_the_past), words)


@probe("A-03")
def status_of_missing_rights(asks: Asker) -> str:
    """No key, a key of another form, a bad token, an unknown booking, and a booking of another agency."""
    foreign_id = made(asks.agency("bravo").post("/travel/bookings", booking(tee_times(asks)[0])))["id"]
    no_key = asks.with_key(None).get("/travel/bookings").status
    unknown_key = asks.with_key("unknown").get("/travel/bookings").status
    token = asks.ask("GET", "/travel/bookings", headers={"Authorization": "Bearer a.b.c"}).status
    foreign, unknown = asks.get(f"/travel/bookings/{foreign_id}").status, asks.get(_UNKNOWN).status
    seen = (no_key, unknown_key, token, unknown, foreign)
    return decided(
        ("403-key", unknown_key == 403),
        ("403-foreign", foreign == 403),
        ("401-and-404", seen == (401, 401, 401, 404, 404)),
        seen=seen,
    )


@probe("A-04")
def status_of_a_refusal_by_the_state(asks: Asker) -> str:
    """A full tee time, an expired hold, and a cancellation that is too late."""
    first, second, *_ = tee_times(asks)
    sold_out = by_trait("sold-out").id
    full = asks.post(f"/travel/courses/{sold_out}/hold-tee-time", hold(first)).status
    hold_id = made(asks.post(f"/travel/courses/{first.course_id}/hold-tee-time", hold(first)))["holdId"]
    asks.advance("PT15M")
    expired = asks.post("/travel/bookings", booking(first, holdId=hold_id)).status
    booking_id = made(asks.post("/travel/bookings", booking(second)))["id"]
    asks.freeze(f"{second.play_date}T00:00:00Z")
    too_late = asks.delete(f"/travel/bookings/{booking_id}").status
    words = {
        (409, 409, 409): "409",
        (422, 422, 422): "422",
        (409, 410, 409): "410-expired",
        (409, 409, 403): "403-cutoff",
    }
    return word_for((full, expired, too_late), words)


@probe("A-05")
def other_statuses(asks: Asker) -> str:
    """A method, a media type, a size and a body form that the service does not take."""
    method = asks.ask("PATCH", "/travel/bookings", {})
    accepted = asks.ask("GET", "/travel/bookings", headers={"Accept": "text/html"}).status
    large = asks.post("/travel/bookings", {"specialRequests": "x" * (1 << 20)}).status
    form = asks.ask("POST", "/travel/bookings", content=b"a=b", headers={"Content-Type": "text/plain"}).status
    seen = (method.status, accepted, large, form)
    return decided(
        ("400-only", (large, form) == (400, 400)),
        ("http-meanings", seen == (405, 406, 413, 415) and "allow" in method.headers),
        seen=seen,
    )


@probe("A-40")
def reading_the_hooks(asks: Asker) -> str:
    """GET of the path at which hooks are created."""
    return word_for(asks.get("/travel/bookings/hooks").status, {405: "405", 404: "404", 200: "list"})
