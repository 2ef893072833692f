"""Whether every list of subscriptions shows what the creation or the last change of each subscription sent, whatever
the target refused since then, and no subscription that was removed. Pure.

No document shows the payload of the list. So a subscription is judged only where the list shows its url once, and only
by the documented members that its record has. Whether the list shows every subscription is not judged here. No list
shows a url to which another agency alone subscribed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.discovery.webhooks import EVENT_KINDS, address_in, record_of, texts_in
from conformance.evidence.exchanges import Exchange
from conformance.evidence.webhook_ids import webhook_id
from conformance.walks.values import plain
from conformance.watching.callers import Callers
from conformance.watching.seen import Breach, JudgedExchange

_WRITES = ("updateWebhook", "deleteWebhook")


@dataclass(frozen=True)
class _WrittenFact:
    """The *value* of a member that the exchange *write* sent. *is_shown*: a list has shown the value since then."""

    value: Any
    write: JudgedExchange
    is_shown: bool = False

    @property
    def is_created(self) -> bool:
        """Whether the creation sent the value, so that no older value can show."""
        return self.write.operation == "createWebhook"


@dataclass
class _SubscriptionStory:
    """A subscription that *caller* created. Nothing is known before *settled*, a moment.

    *writes* are the writes that are under way, by their places in the recording. *refused* is the last write that the
    target refused, and *removal* the accepted removal.
    """

    caller: str
    url: str
    settled: float
    facts: dict[str, _WrittenFact]
    writes: set[int] = field(default_factory=set)
    refused: JudgedExchange | None = None
    removal: JudgedExchange | None = None


@dataclass
class SubscriptionStories:
    """The subscriptions of this traffic, by id. *visibility* is how many seconds a change may take to show."""

    callers: Callers
    visibility: float
    _stories: dict[str, _SubscriptionStory] = field(default_factory=dict)
    # The urls of every subscription by its id, whether or not it has a story.
    _urls: dict[str, set[str]] = field(default_factory=dict)
    # By caller, the urls of all its requests about subscriptions, each with the first answered one.
    _asked: defaultdict[str, dict[str, JudgedExchange]] = field(default_factory=lambda: defaultdict(dict))
    # The same urls from the moment on at which the requests begin: a list may show what is not answered yet.
    _begun: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way. An answer that ends before it may or may not show what it writes."""
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id in ("createWebhook", "updateWebhook"):
            self._begun[self.callers.name_of(exchange.request.headers)].add(address_in(exchange.request))
        if met and met.operation_id in _WRITES and (story := self._stories.get(unquote(met.parameters["id"]))):
            story.writes.add(exchange.index)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything in *seen* that contradicts the last write of a subscription."""
        if isinstance(url := seen.asked.get("url"), str):
            self._asked[seen.caller].setdefault(url, seen)
        if seen.operation == "createWebhook" and seen.answer.is_success:
            self._create(seen)
        elif seen.operation in _WRITES:
            self._write(unquote(seen.met.parameters["id"]), seen)
        elif seen.operation == "listWebhooks" and seen.answer.is_success:
            yield from self._of_another(seen)
            for story in self._stories.values():
                if story.caller == seen.caller and not story.writes:
                    yield from _stored_although_refused(story, seen)
                    yield from _compare(story, seen) if seen.started > story.settled else ()

    def _of_another(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Urls in the list that another agency alone subscribed to."""
        shown = set(texts_in([seen.body])) - self._begun[seen.caller]
        for caller, asked in self._asked.items():
            for url in sorted(shown & asked.keys()) if caller != seen.caller else ():
                yield (
                    "AUT-14",
                    f"the list of {seen.caller} shows {url}, to which {caller} subscribed",
                    (asked[url], seen),
                )

    def forget(self) -> None:
        """Forgets the stories of all subscriptions, because nobody knows what happened."""
        self._stories.clear()

    def _create(self, seen: JudgedExchange) -> None:
        url, found = str(seen.asked.get("url")), webhook_id(seen.answer.response)
        # A target may have one subscription for each url. Then nobody knows which request its record follows.
        twins = [own for own, story in self._stories.items() if (story.caller, story.url) == (seen.caller, url)]
        for twin in twins:
            del self._stories[twin]
        if found is not None:
            self._urls.setdefault(found, set()).add(url)
        if found is None or found in self._stories or twins or not seen.fits or seen.answer.is_for_later:
            self._stories.pop(found or "", None)
            return
        self._stories[found] = _SubscriptionStory(seen.caller, url, seen.ended + self.visibility, _facts(url, seen))

    def _write(self, subscription_id: str, seen: JudgedExchange) -> None:
        story = self._stories.get(subscription_id)
        if subscription_id in self._urls:
            self._urls[subscription_id].add(str(seen.asked.get("url")))
        if story is None:
            if seen.answer.is_success:
                self._forget_what_may_be_meant(subscription_id)
            return
        story.writes.discard(seen.answer.index)
        if seen.answer.response.is_refusal:
            story.refused = seen
            return
        is_own = seen.answer.is_success and not seen.answer.is_for_later and seen.caller == story.caller
        if not is_own or story.removal:
            # Nobody knows what the target did.
            del self._stories[subscription_id]
            return
        story.settled = max(story.settled, seen.ended + self.visibility)
        if seen.operation == "deleteWebhook":
            story.removal = seen
            return
        story.url, story.refused = str(seen.asked.get("url", story.url)), None
        self._forget_others(story)
        # A change may keep the members that it does not name, or remove them.
        story.facts = _facts(story.url, seen)

    def _forget_what_may_be_meant(self, subscription_id: str) -> None:
        """Forgets every story that a change of a subscription without a story may be about: stories of its urls, or all
        stories when the id is unknown, because ids may have another place than the usual places.
        """
        if subscription_id not in self._urls:
            self.forget()
            return
        urls = self._urls[subscription_id]
        self._stories = {own: story for own, story in self._stories.items() if story.url not in urls}

    def _forget_others(self, story: _SubscriptionStory) -> None:
        """Forgets every other subscription of the caller to the same url."""
        of_the_url = {own: other for own, other in self._stories.items() if other.url == story.url}
        for own, other in of_the_url.items():
            if other is not story and other.caller == story.caller:
                del self._stories[own]


def _compare(story: _SubscriptionStory, seen: JudgedExchange) -> Iterator[Breach]:
    if story.removal:
        if story.url in texts_in(seen.body):
            actual = f"the list shows {story.url}, and {story.removal.answer.where} removed this subscription"
            yield "WHK-04", actual, (story.removal, seen)
        return
    for name, shown in _members(_only_record(story, seen)).items():
        fact = story.facts.get(name)
        if fact is None or fact.write.ended >= seen.started:
            continue
        if fact.value == shown:
            story.facts[name] = _WrittenFact(fact.value, fact.write, is_shown=True)
            continue
        if _is_of_a_refused_write(story, name, shown, seen):
            continue
        row = "WHK-03" if fact.write.operation == "updateWebhook" and not fact.is_shown else "WHK-02"
        sent = f"{fact.write.answer.where} sent {_words(fact.value)}"
        actual = f"the list shows {name} {_words(shown)} for {story.url}, and {sent}"
        yield row, actual, (fact.write, seen)


def _stored_although_refused(story: _SubscriptionStory, seen: JudgedExchange) -> Iterator[Breach]:
    """Members with a value that only a refused write sent. After a change, an older value may show for a while."""
    record = _only_record(story, seen)
    for name, shown in _members(record).items():
        fact = story.facts.get(name)
        if fact is None or story.refused is None or not (fact.is_created or seen.started > story.settled):
            continue
        if fact.value != shown and _is_of_a_refused_write(story, name, shown, seen):
            actual = f"the list shows {name} {_words(shown)} for {story.url}, which a refused change sent"
            yield "ENV-16", actual, (fact.write, story.refused, seen)


def _is_of_a_refused_write(story: _SubscriptionStory, name: str, shown: Any, seen: JudgedExchange) -> bool:
    refused = story.refused
    return refused is not None and refused.ended < seen.started and _members(refused.asked).get(name) == shown


def _only_record(story: _SubscriptionStory, seen: JudgedExchange) -> Any:
    """The record of the subscription, None where the list shows its url not at all or several times."""
    is_alone = not story.removal and sum(text == story.url for text in texts_in(seen.body)) == 1
    return record_of(seen.body, story.url) if is_alone else None


def _facts(url: str, seen: JudgedExchange) -> dict[str, _WrittenFact]:
    """The members that a write sent, except those that its answer shows with another value."""
    answered = _members(record_of(seen.body, url))
    sent = _members(seen.asked).items()
    return {name: _WrittenFact(value, seen) for name, value in sent if answered.get(name, value) == value}


def _members(shown: Any) -> dict[str, Any]:
    """The documented members of a subscription in *shown*, as far as they have their documented forms."""
    if not isinstance(shown, Mapping):
        return {}
    kinds = frozenset(texts_in(shown.get("events"))) & frozenset(EVENT_KINDS)
    description = plain(shown.get("description"))
    members = {"events": kinds, "description": description if isinstance(description, str) else None}
    return {name: value for name, value in members.items() if value}


def _words(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(sorted(value))
