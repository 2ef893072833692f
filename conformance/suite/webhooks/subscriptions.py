"""What the list of subscriptions must show, and which requests about subscriptions must be refused."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from conformance.asking.lists import PagedList
from conformance.asking.oracles import accepted, part, refused, within_budget
from conformance.catalogue.paths import WEBHOOKS
from conformance.discovery import CourseFinder
from conformance.discovery.webhooks import EVENT_KINDS, list_subscriptions, record_of, texts_in
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, Untested, Violation, expect, or_else, shown
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.walks.values import lines

_LONG_ENOUGH_TO_REDRAW = 8
_TWO_PAGES = 2
# Two kinds, then one, then two again: a change may leave what is behind the end of a shorter array.
_KINDS_AFTER = {
    "booking.cancelled": ("booking.modified", "booking.confirmed"),
    "booking.modified": ("booking.cancelled",),
    "booking.confirmed": ("booking.modified",),
}


def require_all_listed(answer: Answer, seen: Sequence[Any], bodies: Iterable[dict[str, Any]]) -> None:
    """Raises `Violation` unless the list shows the url of every one of *bodies*."""
    for body in bodies:
        actual = f"{answer.where} does not show this url"
        expect(body["url"] in texts_in(seen), f"the list shows {body['url']}", actual, answer)


def kinds_listed(seen: Any, url: str) -> set[str]:
    """The event kinds in the member `events` of the record of *url*. Empty where the list does not show them."""
    record = record_of(seen, url)
    return set(texts_in(record.get("events"))) & set(EVENT_KINDS) if record else set()


def require_kinds_listed(subscriber: Subscriber, seen: Sequence[Any], bodies: Iterable[dict[str, Any]]) -> None:
    """Raises `Violation` when the list *seen* shows event kinds for the url of one of *bodies*, and not the kinds of
    that body. It reads the list again before it judges. No document says that the list shows the kinds.
    """
    for body in bodies:
        url, wanted = body["url"], set(body["events"])
        kinds = kinds_listed(seen, url)
        if kinds not in (set(), wanted):
            kinds = within_budget(
                lambda: kinds_listed(list_subscriptions(subscriber.agency).bodies, url),  # noqa: B023 - called at once
                lambda kinds: kinds == wanted,  # noqa: B023 - called at once
                seconds=subscriber.target.budgets.visibility_seconds,
            )
        expected = f"the list shows the kinds {shown(sorted(wanted))} for {url}"
        expect(kinds in (set(), wanted), expected, f"the list shows {shown(sorted(kinds))} for it")


def require_description_listed(subscriber: Subscriber, seen: Sequence[Any], body: dict[str, Any]) -> None:
    """Raises `Violation` when the list *seen* shows a description for the url of *body* that differs from its
    description. It reads the list again before it judges. No document says that the list shows the description.
    """
    url, wanted = body["url"], lines(body["description"])
    description = _description_listed(seen, url)
    if description not in ("", wanted):
        description = within_budget(
            lambda: _description_listed(list_subscriptions(subscriber.agency).bodies, url),
            lambda found: found == wanted,
            seconds=subscriber.target.budgets.visibility_seconds,
        )
    expected = f"the list shows the description {shown(wanted)} for {url}"
    expect(description in ("", wanted), expected, f"the list shows {shown(description)} for it")


def _description_listed(seen: Any, url: str) -> str:
    """The description in the record of *url*, an empty text where the list does not show it."""
    record = record_of(seen, url)
    description = lines(record.get("description")) if record else ""
    return description if isinstance(description, str) else ""


def require_all_on_pages(subscriber: Subscriber, seen: Sequence[Any]) -> None:
    """Raises `Violation` when two pages together lack a subscription of this run that the list *seen* shows, twice.

    No document shows pages of this list. Where its answer does not count its items in `meta.pagination`, or a smaller
    page is refused, nothing is judged.
    """
    total = or_else(lambda: part(seen[-1], "meta.pagination.totalItems", judge=False), None)
    if not isinstance(total, int) or total < _TWO_PAGES or len(seen) > 1:
        return
    lost = _lost_on_pages(subscriber, seen, total)
    if lost:
        lost &= _lost_on_pages(subscriber, list_subscriptions(subscriber.agency).bodies, total)
    expected = f"the {_TWO_PAGES} pages of {WEBHOOKS} show every subscription of the whole list"
    expect(not lost, expected, f"they do not show {shown(sorted(lost))}")


def _lost_on_pages(subscriber: Subscriber, whole: Sequence[Any], total: int) -> set[str]:
    """The texts of this run in the *whole* list that two pages of it lack."""
    pages = PagedList(subscriber.agency.get, WEBHOOKS, {}, page_size=-(-total // _TWO_PAGES))
    found = _own_texts(subscriber, list(pages.bodies()))
    if pages.broken_off:
        if pages.last is not None and not pages.last.is_success:
            pages.last.mark(Role.attempt)
        return set()
    return _own_texts(subscriber, whole) - found


def _own_texts(subscriber: Subscriber, bodies: Sequence[Any]) -> set[str]:
    return {text for text in texts_in(list(bodies)) if subscriber.run.marker in text}


@dataclass(frozen=True)
class ListedMember:
    """A *member* of a subscription. The list can prove its changes where it *is_shown* before the first change: WHK-02
    asks for the url alone.
    """

    subscriber: Subscriber
    member: str
    is_shown: bool

    def require_shown(self) -> None:
        """Raises `Inconclusive` where the list does not show the url."""
        if self.member == "url" and not self.is_shown:
            raise Inconclusive("The list does not show the subscription, which WHK-02 judges.")

    def require_changed(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        """Raises `Violation` unless the list shows the member of *new* and not the member of *old*, whose url may be
        nowhere. Nothing where the list shows no such member.
        """
        if not self.is_shown:
            return
        wanted, unwanted = _texts_of(new, self.member), _texts_of(old, self.member) - _texts_of(new, self.member)
        seen = within_budget(
            lambda: self._texts(old, new),
            lambda texts: wanted <= texts and not unwanted & texts,
            seconds=self.subscriber.target.budgets.visibility_seconds,
        )
        expect(
            wanted <= seen and not unwanted & seen,
            f"the list shows the new {self.member} {shown(new[self.member])} and no longer the old {self.member}",
            f"the list shows {shown(sorted(seen))}",
        )

    def _texts(self, old: dict[str, Any], new: dict[str, Any]) -> set[str]:
        _, bodies = list_subscriptions(self.subscriber.agency)
        return _texts_about(bodies, new["url"]) | (set(texts_in(bodies)) & {old["url"]} - {new["url"]})


def listed_member(subscriber: Subscriber, body: dict[str, Any], member: str) -> ListedMember:
    """The *member* of the subscription with this *body*, as the list shows it now."""
    _, before = subscriber.wait_until_listed({body["url"]})
    return ListedMember(subscriber, member, _texts_of(body, member) <= _texts_about(before, body["url"]))


def with_another(body: dict[str, Any], member: str) -> dict[str, Any]:
    """*body* with another value of *member*."""
    others = list(_KINDS_AFTER[body["events"][0]]) if member == "events" else f"{body[member]}-changed"
    return body | {member: others}


# Members that are changed together.
_PAIRS = (("url", "events"), ("url", "description"), ("events", "description"))


def require_pairs_changed(subscriber: Subscriber, path: str, body: dict[str, Any]) -> None:
    """Changes two members at a time of the subscription at *path*, which has this *body*. Raises `Violation` when the
    list does not show an accepted change. No document says that a change may lack a member, so it may be refused.
    """
    for pair in _PAIRS:
        _, before = subscriber.wait_until_listed({body["url"]})
        changed = reduce(with_another, pair, body)
        answer = subscriber.agency.put(path, {member: changed[member] for member in pair}, role=Role.attempt)
        if answer.is_success:
            for member in pair:
                is_shown = _texts_of(body, member) <= _texts_about(before, body["url"])
                ListedMember(subscriber, member, is_shown).require_changed(body, changed)
            body = changed


# A change that a service refuses, by the member that it spoils.
_SPOILED = {"url": "no address", "events": ["booking.exploded"], "description": ["no text"]}


def change_in_vain(subscriber: Subscriber, path: str, body: dict[str, Any], member: str) -> bool:
    """Whether the target refuses a change of the subscription at *path* to *body* with a spoiled *member*."""
    attempt = subscriber.agency.put(path, body | {member: _SPOILED[member]}, role=Role.attempt)
    return not attempt.is_success


def require_listed_before(subscriber: Subscriber, removed: dict[str, Any], kept: dict[str, Any]) -> None:
    """Raises `Inconclusive` unless the list shows the subscription that is to be removed."""
    _, before = subscriber.wait_until_listed({removed["url"], kept["url"]})
    if removed["url"] not in texts_in(before):
        raise Inconclusive("The list does not show the subscription, which WHK-02 judges.")


def require_listed_no_more(answer: Answer, seen: Sequence[Any], removed: dict[str, Any]) -> None:
    """Raises `Violation` when the list shows a removed subscription."""
    is_gone = removed["url"] not in texts_in(seen)
    expect(is_gone, f"the list no longer shows {removed['url']}", f"{answer.where} still shows this url", answer)


def require_still_listed(answer: Answer, seen: Sequence[Any], kept: dict[str, Any]) -> None:
    """Raises `Violation` when the list lacks a subscription that was not removed."""
    is_there = kept["url"] in texts_in(seen)
    expect(is_there, f"the list still shows {kept['url']}", f"{answer.where} does not", answer)


def require_unknown_refused(attempt: Answer, control: Answer) -> None:
    """Raises `Violation` when a change of an unknown subscription is accepted, `Advisory` when its removal is."""
    if not control.is_success:
        raise Inconclusive(f"{control.where} answered {control.status}, so a refusal of an unknown id proves nothing.")
    if attempt.request.method == "DELETE" and attempt.is_success:
        raise Advisory(
            f"{attempt.where} answered {attempt.status}, although the target does not have this subscription."
        )
    if attempt.is_success:
        raise Violation(f"{attempt.where} is refused", f"it answered {attempt.status}", attempt.index)


def change_after_a_removal(
    subscriber: Subscriber, path: str, body: dict[str, Any], control: Answer
) -> Iterator[tuple[Answer, Answer]]:
    """Removes the subscription at *path* and changes it. Yields the change beside its *control*, the same change before
    the removal. Nothing where *control* was itself the removal.

    Raises `Inconclusive` when the change brings the subscription back.
    """
    if control.request.method == "DELETE":
        return
    accepted(subscriber.agency.delete(path), "Removing a subscription")

    attempt = subscriber.agency.put(path, body, role=Role.attempt)

    if attempt.is_success and list_subscriptions(subscriber.agency).shows(body["url"]):
        raise Inconclusive("The subscription is listed after its removal and a change, which WHK-04 judges.")
    yield attempt, control


def free_an_id(subscriber: Subscriber, courses: CourseFinder, path: str) -> str:
    """A path with an id that nobody has. A short or numeric id could be somebody's, so a subscription of our own is
    created and removed.
    """
    known = path.rpartition("/")[2]
    if len(known) >= _LONG_ENOUGH_TO_REDRAW and not known.isdecimal():
        return f"{WEBHOOKS}/{courses.unknown_id(known)}"
    gone = subscriber.path(subscriber.create(subscriber.body("gone")))
    accepted(subscriber.agency.delete(gone), "Removing a subscription")
    return gone


def change_to(subscriber: Subscriber, created: Answer, spoiled: Any, body: Any) -> Iterator[tuple[Answer, Answer]]:
    """Changes the subscription that *created* answers to *spoiled*. Yields the change, when it is accepted, beside the
    change to *body*. Nothing where the answer does not show the id.
    """
    try:
        path = subscriber.path(created)
    except Untested:
        return
    attempt = subscriber.agency.put(path, spoiled, role=Role.attempt)
    if attempt.is_success:
        yield attempt, subscriber.agency.put(path, body)


def require_refused_and_unlisted(subscriber: Subscriber, attempt: Answer, control: Answer, traces: set[str]) -> None:
    """Raises `Violation` unless *attempt* is refused and the list shows none of *traces*.

    Raises `Inconclusive` when its valid twin *control* is refused.
    """
    refused(attempt, control=control)
    answer, seen = list_subscriptions(subscriber.agency)
    listed = traces & set(texts_in(seen))
    if listed:
        raise Violation("a refused request creates no subscription", f"the list shows {sorted(listed)}", answer.index)


def _texts_of(body: dict[str, Any], member: str) -> set[str]:
    return set(texts_in(body[member]))


def _texts_about(bodies: list[Any], url: str) -> set[str]:
    """What the list shows about one subscription: the texts of its record."""
    return set(texts_in(record_of(bodies, url)))
