"""Compares the bodies of requests and answers of one operation in two versions, media type by media type."""

from collections.abc import Iterator, Mapping
from typing import Any

from openapi.diff import presence
from openapi.diff.containment import Relation
from openapi.diff.documents import place_of_node
from openapi.diff.found import Found
from openapi.diff.messages import body_example, examples_of_media, request_line, with_body
from openapi.diff.model import Side, Witness
from openapi.diff.operation_pair import ComparedVersion, OperationPair, schema_of
from openapi.diff.presence import Effect, is_sent_by_service
from openapi.diff.remarks import remarks_of_node


def body_finds(pair: OperationPair) -> Iterator[Found]:
    """Every difference of the body of the request."""
    old, new = pair.old.document.body(pair.before), pair.new.document.body(pair.after)
    if old is None and new is None:
        return
    if old is None or new is None:
        yield _body_presence(pair, old, new)
        return
    places: dict[str, Any] = {"old": place_of_node(old), "new": place_of_node(new)}
    was, is_now = old.get("required", False), new.get("required", False)
    if was != is_now:
        effect = presence.became(pair.sent, required=is_now)
        kind = "body-required" if is_now else "body-optional"
        yield pair.found(kind, pair.sent, "body", effect, proof=lambda: _without_body(pair), **places)
    yield from pair.remarks(remarks_of_node(old), remarks_of_node(new), pair.sent, "body")
    yield from content_finds(pair, old, new, pair.sent, "body")


def _body_presence(pair: OperationPair, old: Any, new: Any) -> Found:
    if old is None:
        required = bool(new.get("required", False))
        kind = "body-added-required" if required else "body-added"
        effect = presence.added(pair.sent, required=required)
        return pair.found(kind, pair.sent, "body", effect, new=place_of_node(new), proof=lambda: _without_body(pair))
    effect = presence.removed(pair.sent, required=bool(old.get("required", False)))
    return pair.found(
        "body-removed", pair.sent, "body", effect, old=place_of_node(old), proof=lambda: _any_body(pair, old)
    )


def _without_body(pair: OperationPair) -> Witness:
    line = request_line(pair.old.document, pair.old.views, pair.before, {})
    return Witness(line, None, "old", "new", "The new version needs a body.", confirmed=True)


def _any_body(pair: OperationPair, body: Mapping[str, Any], because: str = "The new version takes no body.") -> Witness:
    media: Mapping[str, Any] = next(iter(pair.old.document.mapped(body, "content").values()), {})
    value = next(body_example(pair.old.document, pair.old.views, media, pair.sent), None)
    line = request_line(pair.old.document, pair.old.views, pair.before, {})
    return Witness(with_body(line, value), value, "old", "new", because, confirmed=True)


def content_finds(
    pair: OperationPair, old: Mapping[str, Any], new: Mapping[str, Any], side: Side, part: str
) -> Iterator[Found]:
    """Every difference of two bodies. *part* names the body for people."""
    before, after = _by_media_type(pair.old, old), _by_media_type(pair.new, new)
    for name in dict.fromkeys((*before, *after)):
        if name not in before and (range_ := _range_of(before, name)):
            before[name] = before[range_]
        if name in before and name in after:
            examples = examples_of_media(pair.old.document, before[name])
            if is_sent_by_service(side):
                examples = examples_of_media(pair.new.document, after[name])
            shown = part if len(before) == 1 else f"{part} {name}"
            yield from _encodings(pair, name, before[name], after[name], side, shown)
            yield from pair.values(schema_of(before[name]), schema_of(after[name]), side, shown, examples)
        elif name in after and before:
            effect = presence.media_type_added(side)
            yield pair.found("media-type-added", side, part, effect, name=name, new=place_of_node(after[name]))
        elif name in before and after:
            effect = presence.media_type_removed(side)
            proof = _message_in(pair, name, side, part)
            facts: dict[str, Any] = {"name": name, "old": place_of_node(before[name]), "proof": proof}
            yield pair.found("media-type-removed", side, part, effect, **facts)


def _encodings(pair: OperationPair, name: str, old: Any, new: Any, side: Side, part: str) -> Iterator[Found]:
    """How the members of a form are written."""
    was, is_now = _encoding(old), _encoding(new)
    for member in dict.fromkeys((*was, *is_now)):
        if was.get(member) != is_now.get(member):
            facts: dict[str, Any] = {"name": member, "before": was.get(member, {}), "after": is_now.get(member, {})}
            effect = Effect(Relation.EXCEEDS, works=True)
            yield pair.found("encoding-changed", side, part, effect, proof=_message_in(pair, name, side, part), **facts)


def _message_in(pair: OperationPair, media_type: str, side: Side, part: str) -> Any:
    def proof() -> Witness:
        line = f"{pair.before.shown} with {media_type} as {part}"
        right, wrong = ("new", "old") if is_sent_by_service(side) else ("old", "new")
        because = f"The new version has no {media_type} here."
        return Witness(line, media_type, right, wrong, because, confirmed=True)

    return proof


def _encoding(media: Mapping[str, Any]) -> dict[str, Any]:
    """How the members of a form are written, without what holds for every form."""
    found = {}
    for member, node in media.get("encoding", {}).items():
        written = {name: value for name, value in node.items() if value not in ({}, "form")}
        if written.get("explode") is (node.get("style", "form") == "form"):
            del written["explode"]
        if written:
            found[member] = written
    return found


def _by_media_type(version: ComparedVersion, node: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name.partition(";")[0].strip().lower(): media
        for name, media in version.document.mapped(node, "content").items()
    }


def _range_of(content: Mapping[str, Any], name: str) -> str | None:
    """The range of media types in *content* that takes the media type *name*."""
    ranges = (f"{name.partition('/')[0]}/*", "*/*")
    return next((found for found in ranges if found in content), None)
