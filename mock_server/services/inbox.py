"""What an inbox keeps: the newest arrivals, so that a flood affects only the flooded inbox.

The specification has no inboxes: they belong to the control plane.
"""

from mock_server.storage.inbox import clear_inbox, drop_oldest, inbox_names, insert_arrival
from mock_server.storage.sessions import Session
from mock_server.storage.webhooks import subscribed_urls

MAX_ARRIVALS = 200
# The limit for headers and bodies together. An arrival of the largest size fits.
MAX_INBOX_BYTES = 384 * 1024
MAX_INBOXES = 20


def keep_arrival(session: Session, name: str, headers: str, body: bytes) -> None:
    """Keeps an arrival in an inbox, in place of the oldest arrivals. A new inbox can replace a quiet inbox."""
    names = {known: newest for known, _arrivals, newest in inbox_names(session)}
    if name not in names and len(names) >= MAX_INBOXES:
        given_up = _given_up(session, names, name)
        if given_up == name:
            return
        clear_inbox(session, given_up)
    insert_arrival(session, name, "POST", headers, body)
    drop_oldest(session, name, MAX_ARRIVALS, MAX_INBOX_BYTES)


def _given_up(session: Session, newest: dict[str, int], name: str) -> str:
    """The inbox that makes room for *name*: the quietest. Inboxes of subscriptions are removed last.

    An invented name does not take the place of an inbox that a subscription sends to.
    """
    urls = subscribed_urls(session)
    subscribed = {item for item in (*newest, name) if any(_leads_to(url, session.world.name, item) for url in urls)}
    if name not in subscribed and subscribed >= newest.keys():
        return name
    return min(newest, key=lambda item: (item in subscribed, newest[item]))


def _leads_to(url: str, world: str, name: str) -> bool:
    return url.endswith(f"/inbox/{world}/{name}")
