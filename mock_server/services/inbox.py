"""What an inbox keeps, of whatever anybody sends: the newest, so that a flood costs the flooded inbox alone."""

from mock_server.storage.inbox import clear_inbox, drop_oldest, inbox_names, insert_arrival
from mock_server.storage.store import Session
from mock_server.storage.webhooks import subscribed_urls

MAX_ARRIVALS = 200
# Of headers and bodies together. An arrival of the largest size fits.
MAX_INBOX_BYTES = 384 * 1024
MAX_INBOXES = 20


def keep_arrival(session: Session, name: str, headers: str, body: bytes) -> None:
    """Keeps what has arrived in an inbox, in place of the oldest there, and in a new inbox in place of a quiet one."""
    names = {known: newest for known, _arrivals, newest in inbox_names(session)}
    if name not in names and len(names) >= MAX_INBOXES:
        given_up = _given_up(session, names, name)
        if given_up == name:
            return
        clear_inbox(session, given_up)
    insert_arrival(session, name, "POST", headers, body)
    drop_oldest(session, name, MAX_ARRIVALS, MAX_INBOX_BYTES)


def _given_up(session: Session, newest: dict[str, int], name: str) -> str:
    """The inbox that makes room for *name*: the one that has been quiet for longest. Those of subscriptions go last.

    A name that somebody has made up does not take the place of an inbox that a subscription sends to.
    """
    urls = subscribed_urls(session)
    subscribed = {item for item in (*newest, name) if any(_leads_to(url, session.world.name, item) for url in urls)}
    if name not in subscribed and subscribed >= newest.keys():
        return name
    return min(newest, key=lambda item: (item in subscribed, newest[item]))


def _leads_to(url: str, world: str, name: str) -> bool:
    return url.endswith(f"/inbox/{world}/{name}")
