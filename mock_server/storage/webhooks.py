"""Rows of webhook subscriptions."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from mock_server.domain.webhooks import Subscription
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import webhooks

_OF_AGENCY = (webhooks.c.world == bindparam("world"), webhooks.c.agency == bindparam("agency"))

_INSERT = Prepared(insert(webhooks), webhooks.c.keys())
_FIND = Prepared(select(webhooks).where(*_OF_AGENCY, webhooks.c.id == bindparam("id")))
_FIND_ANY = Prepared(select(webhooks).where(webhooks.c.world == bindparam("world"), webhooks.c.id == bindparam("id")))
_ALL = Prepared(select(webhooks).where(webhooks.c.world == bindparam("world")).order_by(webhooks.c.number))
_URLS = Prepared(select(webhooks.c.url).where(webhooks.c.world == bindparam("world")))
_COUNT = Prepared(select(func.count().label("total")).select_from(webhooks).where(*_OF_AGENCY))
_PAGE = Prepared(
    select(webhooks)
    .where(*_OF_AGENCY)
    .order_by(webhooks.c.number.desc())
    .limit(bindparam("most"))
    .offset(bindparam("skipped"))
)
_SAVE = Prepared(
    update(webhooks)
    .where(webhooks.c.world == bindparam("of_world"), webhooks.c.id == bindparam("of_id"))
    .values({name: bindparam(f"new_{name}") for name in ("url", "events", "description", "is_active")})
)
_DELETE = Prepared(delete(webhooks).where(webhooks.c.world == bindparam("world"), webhooks.c.id == bindparam("id")))


def insert_webhook(session: Session, webhook: Subscription) -> None:
    """Stores a new subscription."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "id": webhook.id,
            "number": webhook.number,
            "agency": webhook.agency,
            "url": webhook.url,
            "events": json.dumps(webhook.events),
            "description": webhook.description,
            "is_active": int(webhook.is_active),
            "secret": webhook.secret,
            "created_at": to_seconds(webhook.created_at),
        },
    )


def subscribed_urls(session: Session) -> set[str]:
    """The addresses of all subscriptions of the world."""
    return {row.url for row in _URLS.rows(session.connection, {"world": session.world.name})}


def save_webhook(session: Session, webhook: Subscription) -> None:
    """Stores the members of a subscription that can change."""
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_id": webhook.id,
            "new_url": webhook.url,
            "new_events": json.dumps(webhook.events),
            "new_description": webhook.description,
            "new_is_active": int(webhook.is_active),
        },
    )


def delete_webhook(session: Session, webhook_id: str) -> None:
    """Removes a subscription."""
    _DELETE.run(session.connection, {"world": session.world.name, "id": webhook_id})


def find_webhook(session: Session, agency: str, webhook_id: str) -> Subscription | None:
    """The subscription of this agency with this id, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "agency": agency, "id": webhook_id})
    return None if row is None else subscription_of(row)


def find_any_webhook(session: Session, webhook_id: str) -> Subscription | None:
    """The subscription with this id, of any agency, or None."""
    row = _FIND_ANY.first(session.connection, {"world": session.world.name, "id": webhook_id})
    return None if row is None else subscription_of(row)


def all_webhooks(session: Session) -> Sequence[Subscription]:
    """Every subscription of the world, oldest first."""
    return [subscription_of(row) for row in _ALL.rows(session.connection, {"world": session.world.name})]


def count_webhooks(session: Session, agency: str) -> int:
    """How many subscriptions an agency has."""
    ((total,),) = _COUNT.rows(session.connection, {"world": session.world.name, "agency": agency})
    return int(total)


def webhooks_page(session: Session, agency: str, page: int, page_size: int) -> tuple[list[Subscription], int]:
    """One page of an agency's subscriptions, newest first, and how many there are in all. Assumption A-12."""
    total = count_webhooks(session, agency)
    if (page - 1) * page_size >= total:
        return [], total
    wanted = {"world": session.world.name, "agency": agency, "most": page_size, "skipped": (page - 1) * page_size}
    return [subscription_of(row) for row in _PAGE.rows(session.connection, wanted)], total


def subscription_of(row: Any) -> Subscription:
    """The subscription in a row."""
    return Subscription(
        id=row.id,
        number=row.number,
        agency=row.agency,
        url=row.url,
        events=tuple(json.loads(row.events)),
        description=row.description,
        is_active=bool(row.is_active),
        secret=row.secret,
        created_at=to_moment(row.created_at),
    )
