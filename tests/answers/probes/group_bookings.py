"""Probes of group bookings."""

from typing import Any

from tests.answers.asking import Asker, decided, made
from tests.answers.registry import probe
from tests.sandbox.trade import ORDINARY, SATURDAY, by_trait, group, without

_GROUPS = "/travel/group-bookings"
_SIX = {"id", "status", "totalPlayers", "courseId", "date", "createdAt"}


def _grouped(asks: Asker, course_id: str = ORDINARY.id, **changes: Any) -> Any:
    return made(asks.post(_GROUPS, group(course_id, **changes)))


def _search(course_id: str = ORDINARY.id, players: int = 12) -> dict[str, Any]:
    return {"courseId": course_id, "date": str(SATURDAY), "totalPlayers": players, "preferredStartTime": "10:00"}


@probe("A-41")
def size_of_a_group(asks: Asker) -> str:
    """Groups on both bounds and one step beyond, and a group without each required member."""
    statuses = [asks.post(_GROUPS, group(totalPlayers=size)).status for size in (4, 5, 72, 73)]
    lacking = {asks.post(_GROUPS, without(group(), name)).status for name in group()}
    return decided(
        ("other-maximum", statuses[3] == 202 or statuses[2] != 202),
        ("5-to-72", statuses == [422, 202, 202, 422] and lacking == {400}),
        seen=(statuses, lacking),
    )


@probe("A-42")
def statuses_of_groups(asks: Asker) -> str:
    """Groups at a free, a full and an offline course, once the service has looked for tee times."""
    courses = (ORDINARY.id, by_trait("sold-out").id, by_trait("offline-silent").id)
    ids = [_grouped(asks, course_id)["id"] for course_id in courses]
    asks.advance("PT20S")
    found = [made(asks.get(f"{_GROUPS}/{group_id}")) for group_id in ids]
    statuses = [item["status"] for item in found]
    return decided(
        ("rejected", "rejected" in statuses),
        ("failed", statuses == ["confirmed", "failed", "pending"] and "failureReason" in found[1]),
        seen=found,
    )


@probe("A-43")
def members_of_a_group(asks: Asker) -> str:
    """A group that has got its tee times."""
    sent = group(agencyBookingReference="MGT-1", specialRequests="Lunch.")
    group_id = made(asks.post(_GROUPS, sent))["id"]
    asks.advance("PT20S")
    shown = set(made(asks.get(f"{_GROUPS}/{group_id}")))
    return decided(
        ("six-members", shown == _SIX),
        ("whole-request", shown == _SIX | set(sent) | {"teeTimes", "pricing", "playerList", "updatedAt"}),
        seen=shown,
    )


@probe("A-44")
def player_list(asks: Asker) -> str:
    """Two lists of players in a row, a list that is longer than the group, and a list for a group that failed."""
    path = f"{_GROUPS}/{_grouped(asks, totalPlayers=5)['id']}/players"
    names = [{"firstName": "Ada", "lastName": "Lindqvist"}, {"firstName": "Bo", "lastName": "Kerr", "handicap": 12}]
    made(asks.put(path, {"players": names[:1]}))
    listed = made(asks.put(path, {"players": names[1:]}))["playerList"]
    too_many = asks.put(path, {"players": names * 3})
    failing = _grouped(asks, course_id=by_trait("sold-out").id)["id"]
    asks.advance("PT20S")
    too_late = asks.put(f"{_GROUPS}/{failing}/players", {"players": names})
    refused = [too_many.shown.get("code"), too_late.shown.get("code")]
    return decided(
        ("single-additions", len(listed) == 2),
        ("replace-list", listed == names[1:] and refused == ["too_many_players", "modification_not_allowed"]),
        seen=(listed, too_many, too_late),
    )


@probe("A-45")
def slots_of_a_full_course(asks: Asker) -> str:
    """find-slots at a free and at a full course."""
    some = made(asks.post(f"{_GROUPS}/find-slots", _search()))
    none = asks.post(f"{_GROUPS}/find-slots", _search(by_trait("sold-out").id))
    members = {"courseId", "date", "totalPlayers", "options"}
    return decided(
        ("404", none.status == 404),
        ("empty-list", set(some) == members and bool(some["options"]) and none.shown.get("options") == []),
        seen=(some, none),
    )


@probe("A-46")
def price_of_a_group(asks: Asker) -> str:
    """The price of seven, eight, fifteen and sixteen players."""
    bodies = [without(_search(players=size), "preferredStartTime") for size in (7, 8, 15, 16)]
    prices = [made(asks.post(f"{_GROUPS}/calculate-price", body)) for body in bodies]
    members = {"courseId", "date", "totalPlayers", "currency", "subtotal", "discountPercent", "discount", "total"}
    percents = [price.get("discountPercent") for price in prices]
    return decided(
        ("total-only", "subtotal" not in prices[0]),
        ("no-discount", percents == [0] * 4),
        ("two-discounts", percents == [0, 5, 5, 10] and set(prices[0]) == members),
        seen=prices,
    )


@probe("A-47")
def dry_run(asks: Asker) -> str:
    """validate for a group that could be booked, and for a group at a full course."""
    fine = made(asks.post(f"{_GROUPS}/validate", group()))
    full = asks.post(f"{_GROUPS}/validate", group(by_trait("sold-out").id))
    return decided(
        ("422", full.status == 422),
        ("issues-with-200", fine["valid"] is True and full.shown.get("valid") is False and bool(full.shown["issues"])),
        seen=(fine, full),
    )
