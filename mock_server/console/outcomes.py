"""What a page says after a form: what happened, or why nothing happened, and the curl line of the request."""

from collections.abc import Mapping
from typing import Any

from mock_server.console.asking import Reply
from mock_server.console.objects import page_of
from mock_server.console.rendering import moment

_MOST_DETAILS = 6


def said_about(reply: Reply, done: str, curl: str) -> dict[str, Any]:
    """The words about an answer. *done* is what the button promised."""
    if reply.is_refusal:
        return {"ok": False, "sentence": reply.sentence, "details": [], "curl": curl, "page": ""}
    sentence, details = _sentence_and_details(reply)
    return {
        "ok": True,
        "sentence": " ".join(filter(None, (done, sentence))) or "Done.",
        "details": details,
        "curl": curl,
        "page": _page(reply),
    }


def _page(reply: Reply) -> str:
    """The page of the object that an answer shows; empty if it shows none."""
    data = reply.data if isinstance(reply.json, dict) and "data" in reply.json else reply.json
    found = data.get("id") or data.get("holdId") if isinstance(data, Mapping) else None
    return page_of(found) if isinstance(found, str) else ""


def _sentence_and_details(reply: Reply) -> tuple[str, list[str]]:
    """What the answer says: a sentence, and the lines below it."""
    body = reply.json
    data = body.get("data", body) if isinstance(body, dict) else None
    if not isinstance(data, Mapping):
        return "", []
    if "timeline" in data:
        return _clock(data)
    return next((words.format(**data) for member, words in _WORDS.items() if member in data), ""), []


# The first member that an answer has decides what is said about it.
_WORDS = {
    "taken": "The rival took {taken} places, and {free} are free.",
    "holdId": "The hold {holdId} has the places until {holdExpiration}.",
    "bookingReference": "Booking {bookingReference} is {status}.",
    "status": "{id} is {status}.",
}


def _clock(data: Mapping[str, Any]) -> tuple[str, list[str]]:
    happened = data["timeline"]
    details = [f"{moment(item['at'])}: {item['kind']} ({item['id']})" for item in happened[:_MOST_DETAILS]]
    if len(happened) > _MOST_DETAILS:
        details.append(f"and {len(happened) - _MOST_DETAILS} more")
    things = "1 thing" if len(happened) == 1 else f"{len(happened)} things"
    what = f"{things} happened on the way." if happened else "Nothing happened on the way."
    return f"The clock shows {moment(data['now'])}, {data['mode']}. {what}", details
