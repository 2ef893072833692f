"""The ledger: where every place of a day is, and whether the whole world is consistent."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from mock_server.api.calls import Answer, Call, hh_mm, timestamp
from mock_server.domain.ledger import Taking
from mock_server.domain.ledger_accounts import TeeTimeAccount
from mock_server.services.invariants import check
from mock_server.services.ledger import accounts_of_day
from mock_server.storage.records import OwnerName, names_of_owners
from mock_server.storage.sessions import Session

MOST_VIOLATIONS = 100
# Who has the places of a block.
NOBODY = OwnerName(None, None)


def get_ledger(call: Call, session: Session) -> Answer:
    """GET /ledger: the account of every tee time of a day."""
    course_id, day = call.query["courseId"], call.query["date"]
    accounts = accounts_of_day(session, course_id, date.fromisoformat(day))
    names = names_of_owners(session, {taking.owner for account in accounts for taking in account.owners})
    tee_times = [_account(account, names) for account in accounts]
    return Answer(200, {"data": {"courseId": course_id, "date": day, "teeTimes": tee_times}})


def _account(account: TeeTimeAccount, names: Mapping[str, OwnerName]) -> dict[str, Any]:
    return {
        "teeTime": hh_mm(account.time),
        "greenFee": account.green_fee,
        "capacity": account.capacity,
        "blockedOnSheet": account.blocked_on_sheet,
        **{kind.value: places for kind, places in account.taken.items()},
        "free": account.free,
        "owners": [_owner(taking, names.get(taking.owner, NOBODY)) for taking in account.owners],
    }


def _owner(taking: Taking, name: OwnerName) -> dict[str, Any]:
    return {
        "owner": taking.owner,
        "kind": taking.kind.value,
        "agency": name.agency,
        "lastName": name.last_name,
        "places": taking.places,
        "expiresAt": None if taking.expires_at is None else timestamp(taking.expires_at),
    }


def check_invariants(_call: Call, session: Session) -> Answer:
    """GET /invariants: checks every rule of a sound world on all stored rows."""
    report = check(session)
    violations = [
        {"rule": violation.rule, "object": violation.object_id, "detail": violation.detail}
        for violation in report.violations[:MOST_VIOLATIONS]
    ]
    body = {
        "holds": not report.violations,
        "checked": report.checked,
        "total": len(report.violations),
        "violations": violations,
    }
    return Answer(200, {"data": body})
