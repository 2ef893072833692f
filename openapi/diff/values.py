"""Compares the values of one place of the contract in two versions: a body, a parameter or a header.

What differs is found in the schemas; whether it breaks is decided by containment, in the direction of the exchange.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from openapi.diff.canonical import canonical
from openapi.diff.containment import Relation, relation
from openapi.diff.locating import instance_pointer, is_declared, is_required, place_of_site, types_at, written_at
from openapi.diff.model import Side
from openapi.diff.plain import Mode, Plain
from openapi.diff.sites import Site, sites
from openapi.places import Place

_INSIDE, _EXCEEDS = Relation.INSIDE, Relation.EXCEEDS
_KEYWORD_OF_SITE = {"required": "required", "optional": "required", "values": "enum", "type": "type"}
# An open object takes members that it does not name, and naming them is a difference all the same.
_CLOSEDNESS = ("object-closed", "object-opened")
_SHOWN_ANYWAY = {False: _CLOSEDNESS, True: (*_CLOSEDNESS, "member-added", "member-removed")}
_SERVICE_SENDS = (Side.ANSWER, Side.DELIVERY)


@dataclass
class Views:
    """The plain schemas of one document, for each side and mode."""

    document: Mapping[str, Any]
    _plain: dict[tuple[Side, Mode], Plain] = field(default_factory=dict)

    def plain(self, side: Side, mode: Mode, schema: Any) -> Any:
        """The plain schema of *schema*, a schema of the document."""
        key = (side, mode)
        if key not in self._plain:
            self._plain[key] = Plain(self.document, side, mode)
        return self._plain[key].schema(schema)


@dataclass(frozen=True)
class ValueChange:
    """One difference of the values at one place.

    `narrowed` says whether a value that was right is wrong now, `widened` whether a value that was wrong is right now.
    """

    kind: str
    pointer: str
    name: str
    before: Any
    after: Any
    old: Place | None
    new: Place | None
    narrowed: Relation
    widened: Relation
    site: Site
    codegen: str | None = None

    def breaks(self, side: Side) -> Relation:
        """Whether it takes something from senders to the service, or gives readers something new."""
        return self.widened if side in _SERVICE_SENDS else self.narrowed

    def works(self, side: Side) -> bool:
        """Whether an implementation of the service has to do something."""
        if side in _SERVICE_SENDS:
            return self.narrowed is not _INSIDE
        return self.widened is not _INSIDE or self.narrowed is not _INSIDE or self.kind == "object-closed"


@dataclass(frozen=True)
class ValuePair:
    """The schemas of one place in two versions. `sent` is what the sender may send, `read` what the reader takes."""

    side: Side
    sent: Any
    read: Any


def exchanged(old: Views, new: Views, old_schema: Any, new_schema: Any, side: Side) -> ValuePair:
    """The sender that was correct, and the reader that it meets after the change.

    An agency of the old version sends to a service of the new one; a service of the new version answers an agency of
    the old one.
    """
    if side in _SERVICE_SENDS:
        return ValuePair(side, new.plain(side, Mode.SENT, new_schema), old.plain(side, Mode.READ, old_schema))
    return ValuePair(side, old.plain(side, Mode.SENT, old_schema), new.plain(side, Mode.SENT, new_schema))


def value_changes(old: Views, new: Views, old_schema: Any, new_schema: Any, side: Side) -> list[ValueChange]:
    """Every difference of the values of two schemas."""
    before = old.plain(side, Mode.LISTED, old_schema)
    after = new.plain(side, Mode.LISTED, new_schema)
    old_form, new_form = canonical(before), canonical(after)
    if old_form == new_form:
        return []
    is_recursive = "$defs" in old_form or "$defs" in new_form
    changes = [_change(site, before, after, side) for site in sites(old_form, new_form)]
    if is_recursive and not changes:
        return []  # The walk met every pair of schemas, and found each pair equal.
    pair = exchanged(old, new, old_schema, new_schema, side)
    whole = relation(pair.sent, pair.read).relation
    back = exchanged(new, old, new_schema, old_schema, side)
    if relation(back.sent, back.read).relation is _INSIDE:
        changes = [_effortless(change, side) for change in changes]
        if whole is _INSIDE:  # Every value means the same, whatever is written.
            return [change for change in changes if change.kind in _SHOWN_ANYWAY[side in _SERVICE_SENDS]]
    if whole is _INSIDE:
        return [_harmless(change, side) for change in changes]
    if not changes or (whole is _EXCEEDS and all(change.breaks(side) is _INSIDE for change in changes)):
        return [*changes, _whole_change(before, after, side, whole)]
    return changes


def _harmless(change: ValueChange, side: Side) -> ValueChange:
    """*change* where every value that can be sent is still read: another part of the schema makes it harmless."""
    return replace(change, widened=_INSIDE) if side in _SERVICE_SENDS else replace(change, narrowed=_INSIDE)


def _effortless(change: ValueChange, side: Side) -> ValueChange:
    """*change* where an implementation of the old version does all that the new version asks."""
    if change.kind in _CLOSEDNESS:
        return change
    return replace(change, narrowed=_INSIDE) if side in _SERVICE_SENDS else replace(change, widened=_INSIDE)


def _whole_change(before: Any, after: Any, side: Side, whole: Relation) -> ValueChange:
    """The difference of two schemas of which no part explains it."""
    narrowed, widened = (_INSIDE, whole) if side in _SERVICE_SENDS else (whole, _INSIDE)
    site = Site("schema", (), canonical(before), canonical(after))
    places: dict[str, Any] = {"old": place_of_site(before, ()), "new": place_of_site(after, ())}
    return ValueChange("schema-changed", "", "", None, None, narrowed=narrowed, widened=widened, site=site, **places)


def _change(site: Site, before: Any, after: Any, side: Side) -> ValueChange:
    kind, was, is_now = _kind(site)
    narrowed, widened = _relations(site, side)
    keyword = _KEYWORD_OF_SITE.get(site.kind, site.name if kind.startswith(("keyword", "format")) else "")
    parent = site.path[:-1] if site.kind in ("required", "optional") else site.path
    return ValueChange(
        kind=kind,
        pointer=instance_pointer(site.path),
        name=site.name,
        before=was,
        after=is_now,
        old=None if site.kind == "member-added" else place_of_site(before, parent, keyword),
        new=None if site.kind == "member-removed" else place_of_site(after, parent, keyword),
        narrowed=narrowed,
        widened=widened,
        site=site,
        codegen=_codegen(site, before, after),
    )


_OF_TYPES = "Generated types change."


def _codegen(site: Site, before: Any, after: Any) -> str | None:
    """No effect on generators where a member is required under a condition only. None: as the kind says."""
    if site.kind in ("required", "optional"):
        return "" if is_required(before, site.path) == is_required(after, site.path) else None
    if site.kind in ("member-added", "member-removed"):
        return "" if is_declared(before, site.path) == is_declared(after, site.path) else None
    if site.kind == "type":
        return "" if types_at(before, site.path) == types_at(after, site.path) != set() else None
    if site.kind in ("values", "branch-added", "branch-removed"):
        keywords = ("enum", "const", "not", "anyOf", "oneOf", "type", "x-extensible-enum")
        return "" if written_at(before, site.path, keywords) == written_at(after, site.path, keywords) else None
    return _OF_TYPES if site.name == "additionalProperties" else None


_SIMPLE_KINDS = {
    "required": "member-required",
    "optional": "member-optional",
    "closed": "object-closed",
    "opened": "object-opened",
    "schema": "schema-changed",
}


def _kind(site: Site) -> tuple[str, Any, Any]:
    """The kind of a difference, and what was and is there, in a few words."""
    if site.kind in _SIMPLE_KINDS:
        return _SIMPLE_KINDS[site.kind], None, None
    if site.kind == "member-added":
        return ("member-added-required" if site.required else "member-added"), None, _schema_in_words(site.after)
    if site.kind == "member-removed":
        return "member-removed", _schema_in_words(site.before), None
    if site.kind in ("branch-added", "branch-removed"):
        return _branch_kind(site)
    if site.kind in ("values", "type"):
        return f"{site.kind}-changed", _schema_in_words(site.before), _schema_in_words(site.after)
    return _keyword_kind(site)


def _branch_kind(site: Site) -> tuple[str, Any, Any]:
    added = site.kind == "branch-added"
    more, fewer = (site.after, site.before) if added else (site.before, site.after)
    branch = next((branch for branch in _alternatives(more) if branch not in _alternatives(fewer)), more)
    words = _schema_in_words(branch)
    if words == "null":
        return ("null-added", None, words) if added else ("null-removed", words, None)
    return ("alternative-added", None, words) if added else ("alternative-removed", words, None)


def _keyword_kind(site: Site) -> tuple[str, Any, Any]:
    was, is_now = site.before.get(site.name), site.after.get(site.name)
    family = "format" if site.name == "format" else "keyword"
    how = "added" if was is None else "removed" if is_now is None else "changed"
    return f"{family}-{how}", was, is_now


def _relations(site: Site, side: Side) -> tuple[Relation, Relation]:
    """Whether a value that was right is wrong at this place now, and the other way round."""
    service_sends = side in _SERVICE_SENDS
    undeclared_counts = not service_sends or not site.others_taken
    known = {
        "member-added": (site.required, undeclared_counts),
        "member-removed": (undeclared_counts, site.required),
        "required": (True, False),
        "optional": (False, True),
        "closed": (service_sends, False),
        "opened": (False, not service_sends),
    }
    if site.kind in known:
        narrowed, widened = known[site.kind]
        return _when(narrowed), _when(widened)
    # A branch that is added takes nothing away, and a branch that is removed gives nothing.
    narrowed_by = _INSIDE if site.kind == "branch-added" else relation(site.before, site.after).relation
    widened_by = _INSIDE if site.kind == "branch-removed" else relation(site.after, site.before).relation
    return narrowed_by, widened_by


def _when(exceeds: bool) -> Relation:
    return _EXCEEDS if exceeds else _INSIDE


def _alternatives(schema: Any) -> list[Any]:
    return list(schema["anyOf"]) if isinstance(schema, dict) and "anyOf" in schema else [schema]


def _schema_in_words(schema: Any) -> Any:
    """A schema as a reader wants to see it: its values, its type, or its alternatives."""
    if not isinstance(schema, dict):
        return "any value" if schema is True else "no value"
    if "const" in schema:
        return schema["const"] if schema["const"] is not None else "null"
    if "enum" in schema:
        return list(schema["enum"])
    if "anyOf" in schema:
        return " or ".join(str(_schema_in_words(branch)) for branch in schema["anyOf"])
    words = str(schema.get("type", "any value"))
    return f"{words} ({schema['format']})" if "format" in schema else words
