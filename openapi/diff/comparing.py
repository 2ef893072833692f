"""Compares two versions of a contract: their operations, deliveries, credentials, addresses and assumptions."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from openapi.diff.containment import Relation
from openapi.diff.documents import ComparedDocument, Operation, place_of_node
from openapi.diff.found import Found, grouped
from openapi.diff.messages import request_line
from openapi.diff.model import WHOLE_DOCUMENT, Comparison, Side, Witness
from openapi.diff.operation_pair import OperationPair, version_of
from openapi.diff.operations import operation_finds
from openapi.diff.remarks import changes, remarks_of_node
from openapi.diff.unchanged import Unchanged
from openapi.versions import Version

_STANDARD_PORT = re.compile(r"^(http(?=://[^/]*:80(?:/|$))://[^/:]*|https(?=://[^/]*:443(?:/|$))://[^/:]*):\d+")
_SCHEME = ("type", "in", "scheme", "openIdConnectUrl")
_NO_LEDGER = "The answers of assumptions: there is no ledger beside {names}."


def compare(old: Version, new: Version) -> Comparison:
    """Every difference of meaning between two versions, each once. Breaking differences come first."""
    comparing = _Comparing(old, new)
    missing = [version.name for version in (old, new) if version.assumptions is None]
    not_compared = (_NO_LEDGER.format(names=" and ".join(dict.fromkeys(missing))),) if missing else ()
    return Comparison(old.name, new.name, tuple(grouped(comparing.finds())), not_compared)


class _Comparing:
    def __init__(self, old: Version, new: Version) -> None:
        self.old_ledger, self.new_ledger = old.assumptions, new.assumptions
        self.old, self.new = version_of(old.document), version_of(new.document)

    def finds(self) -> Iterator[Found]:
        """Every difference, as often as it is met."""
        yield from self._servers()
        yield from self._title_page()
        yield from self._ledgers()
        before, after = self.old.document.operations, self.new.document.operations
        known: dict[Any, Any] = {}
        unchanged = Unchanged(self.old.document.root, self.new.document.root)
        for key in dict.fromkeys((*before, *after)):
            if key in before and key in after and unchanged.same(before[key].written, after[key].written):
                yield from self._security(before[key], after[key])
            elif key in before and key in after:
                yield from operation_finds(OperationPair(self.old, self.new, before[key], after[key], known))
                yield from self._security(before[key], after[key])
                yield from self._own_servers(before[key], after[key])
            elif key in before:
                yield self._gone(before[key])
            else:
                kind = "delivery-added" if after[key].is_delivery else "operation-added"
                yield Found(
                    kind, _side(after[key]), after[key].name, after[key].shown, new=after[key].place, works=True
                )

    def _gone(self, operation: Operation) -> Found:
        kind = "delivery-removed" if operation.is_delivery else "operation-removed"

        def proof() -> Witness:
            line = operation.shown
            if not operation.is_delivery:
                line = request_line(self.old.document, self.old.views, operation, {})
            return Witness(line, None, "old", "new", f"The new version has no {operation.shown}.", confirmed=True)

        facts: dict[str, Any] = {"old": operation.place, "breaks": Relation.EXCEEDS, "proof": proof}
        return Found(kind, _side(operation), operation.name, operation.shown, **facts)

    # Credentials.

    def _security(self, before: Operation, after: Operation) -> Iterator[Found]:
        if after.is_delivery and "security" not in before.node and "security" not in after.node:
            return  # The credentials of the document belong to agencies.
        old, new = _credentials(self.old.document, before), _credentials(self.new.document, after)
        places: dict[str, Any] = {
            "old": place_of_node(before.node, "security"),
            "new": place_of_node(after.node, "security"),
        }
        gone = [words for words, needed in old if not any(_is_enough(needed, other) for _, other in new)]
        added = [words for words, needed in new if not any(_is_enough(needed, other) for _, other in old)]
        side = _side(after)
        for words in gone:
            because = f"The new version does not accept a request with {words} alone."
            line = request_line(self.old.document, self.old.views, before, {})
            witness = Witness(f"{line}\n{words}", words, "old", "new", because, confirmed=True)
            facts: dict[str, Any] = {
                "before": words,
                "breaks": Relation.EXCEEDS,
                "works": True,
                "proof": _always(witness),
            }
            yield Found("security-removed", side, after.name, "security", **places, **facts)
        for words in added:
            yield Found("security-added", side, after.name, "security", after=words, works=True, **places)

    # Addresses, the title page, the ledger.

    def _servers(self) -> Iterator[Found]:
        old, new = _addresses(self.old.document.root), _addresses(self.new.document.root)
        yield from self._addresses(old, new, WHOLE_DOCUMENT)
        first, now_first = _first_address(self.old.document.root), _first_address(self.new.document.root)
        if old.keys() == new.keys() and first != now_first:
            yield Found("default-changed", Side.DOCUMENT, WHOLE_DOCUMENT, "servers", before=first, after=now_first)

    def _own_servers(self, before: Operation, after: Operation) -> Iterator[Found]:
        """The addresses of an operation that names addresses of its own in one version at least."""
        if before.servers or after.servers:
            old = _addresses({"servers": before.servers or self.old.document.root.get("servers")})
            new = _addresses({"servers": after.servers or self.new.document.root.get("servers")})
            yield from self._addresses(old, new, after.name)

    def _addresses(self, before: Mapping[str, Any], after: Mapping[str, Any], subject: str) -> Iterator[Found]:
        for address, node in before.items():
            if address not in after:
                witness = Witness(
                    address, address, "old", "new", "The new version has no such address.", confirmed=True
                )
                facts: dict[str, Any] = {
                    "before": address,
                    "old": place_of_node(node),
                    "breaks": Relation.EXCEEDS,
                    "proof": _always(witness),
                }
                yield Found("server-removed", Side.DOCUMENT, subject, "servers", **facts)
        for address, node in after.items():
            if address not in before:
                facts = {"after": address, "new": place_of_node(node), "works": True}
                yield Found("server-added", Side.DOCUMENT, subject, "servers", **facts)

    def _title_page(self) -> Iterator[Found]:
        old, new = (remarks_of_node(version.document.root.get("info", {})) for version in (self.old, self.new))
        for kind, name, before, after in changes(old, new):
            places: dict[str, Any] = {"old": old.place, "new": new.place}
            yield Found(kind, Side.DOCUMENT, WHOLE_DOCUMENT, "info", name=name, before=before, after=after, **places)

    def _ledgers(self) -> Iterator[Found]:
        if self.old_ledger is None or self.new_ledger is None:
            return
        for row in dict.fromkeys((*self.old_ledger, *self.new_ledger)):
            rows = [ledger.get(row) for ledger in (self.old_ledger, self.new_ledger)]
            with_word = all(isinstance(content, Mapping) and "chosen" in content for content in rows)
            before = _answer(self.old_ledger, row, with_word=with_word)
            after = _answer(self.new_ledger, row, with_word=with_word)
            places: dict[str, Any] = {
                "old": None if before is None else place_of_node(self.old_ledger, row),
                "new": None if after is None else place_of_node(self.new_ledger, row),
            }
            if before != after:
                kind = "assumption-answered-otherwise"
                kind = "assumption-added" if before is None else "assumption-removed" if after is None else kind
                facts: dict[str, Any] = {"name": row, "before": before, "after": after, **places}
                yield Found(kind, Side.DOCUMENT, WHOLE_DOCUMENT, "assumptions", **facts)


def _side(operation: Operation) -> Side:
    return Side.DELIVERY if operation.is_delivery else Side.REQUEST


def _always(witness: Witness) -> Any:
    return lambda: witness


Needed = dict[str, frozenset[str]]


def _credentials(document: ComparedDocument, operation: Operation) -> list[tuple[str, Needed]]:
    """The alternatives of an operation: their words, and what each needs, by what a scheme is and not by its name."""
    return [
        (_in_words(document, choice), {_scheme(document, name): frozenset(scopes) for name, scopes in choice.items()})
        for choice in document.security(operation)
    ]


def _is_enough(given: Needed, needed: Needed) -> bool:
    """Whether credentials that fulfil *given* fulfil *needed* too."""
    return all(scheme in given and scopes <= given[scheme] for scheme, scopes in needed.items())


def _scheme(document: ComparedDocument, name: str) -> str:
    scheme = document.scheme(name)
    facts: dict[str, Any] = {member: str(scheme[member]).lower() for member in _SCHEME if member in scheme}
    if scheme.get("type") == "apiKey":
        facts["name"] = str(scheme.get("name", "")).lower() if scheme.get("in") == "header" else str(scheme.get("name"))
    flows = scheme.get("flows", {})
    urls = {flow: {key: url for key, url in facts_.items() if key.endswith("Url")} for flow, facts_ in flows.items()}
    return json.dumps([facts, urls], sort_keys=True)


def _in_words(document: ComparedDocument, choice: Mapping[str, Any]) -> str:
    """`X-Api-Key with Bearer token`, or `no credentials`."""
    words = []
    for name, scopes in choice.items():
        scheme = document.scheme(name)
        shown = str(scheme.get("name") or scheme.get("scheme") or name)
        words.append(f"{shown} ({', '.join(scopes)})" if scopes else shown)
    return " with ".join(words) or "no credentials"


def _addresses(root: Mapping[str, Any]) -> dict[str, Any]:
    """Every address of the servers of a document, with the values of its variables filled in."""
    found = {}
    for server in root.get("servers") or [{"url": "/"}]:
        variables = server.get("variables", {})
        choices = [[(name, value) for value in _values_of(variable, name)] for name, variable in variables.items()]
        for chosen in product(*choices):
            url = server["url"]
            for name, value in chosen:
                url = url.replace("{" + name + "}", value)
            found[_STANDARD_PORT.sub(r"\1", url).rstrip("/") or "/"] = server
    return found


def _first_address(root: Mapping[str, Any]) -> str:
    """The address of a document when nobody chooses another."""
    server = (root.get("servers") or [{"url": "/"}])[0]
    url = str(server["url"])
    for name, variable in server.get("variables", {}).items():
        url = url.replace("{" + name + "}", str(variable.get("default", "")))
    return _STANDARD_PORT.sub(r"\1", url).rstrip("/") or "/"


def _values_of(variable: Mapping[str, Any], name: str) -> list[str]:
    return [str(value) for value in variable.get("enum", ())] or [str(variable.get("default", "{" + name + "}"))]


def _answer(ledger: Mapping[str, Any], row: str, *, with_word: bool) -> Any:
    """The answer of a row, with its short word where both versions have such words. None without the row."""
    if row not in ledger:
        return None
    content = ledger[row]
    if not isinstance(content, Mapping):
        return str(content)
    text = " ".join(str(content.get("answer", "")).split())
    return f"{content.get('chosen')}: {text}" if with_word else text
