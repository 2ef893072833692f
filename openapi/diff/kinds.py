"""Every kind of difference: what it is called, and whether it changes what generators derive from the contract.

The kinds of a schema are found in canonical forms; the other kinds in operations, marks and names.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of difference. `sentence` is a template: `{name}`, `{before}` and `{after}` stand for the facts.

    `assumptions` names the facts that contain ids of assumptions.
    """

    sentence: str
    codegen: str = ""
    assumptions: tuple[str, ...] = ()


_TYPES = "Generated types change."
_NAMES = "Generated names change."

KINDS: Mapping[str, Kind] = {
    # Inside a schema.
    "member-added": Kind("The member `{name}` is new.", _TYPES),
    "member-added-required": Kind("The member `{name}` is new, and required.", _TYPES),
    "member-removed": Kind("The member `{name}` is gone.", _TYPES),
    "member-required": Kind("The member `{name}` is required now.", _TYPES),
    "member-optional": Kind("The member `{name}` is optional now.", _TYPES),
    "type-changed": Kind("The type was {before} and is {after}.", _TYPES),
    "null-added": Kind("The value can be null now.", _TYPES),
    "null-removed": Kind("The value can no longer be null.", _TYPES),
    "values-changed": Kind("The values were {before} and are {after}.", _TYPES),
    "alternative-added": Kind("A further alternative is allowed: {after}.", _TYPES),
    "alternative-removed": Kind("An alternative is gone: {before}.", _TYPES),
    "object-closed": Kind("Members that the contract does not name are refused now."),
    "object-opened": Kind("Members that the contract does not name are allowed now."),
    "keyword-added": Kind("`{name}: {after}` is new."),
    "keyword-removed": Kind("`{name}: {before}` is gone."),
    "keyword-changed": Kind("`{name}` was {before} and is {after}."),
    "format-added": Kind("`format: {after}` is new.", _TYPES),
    "format-removed": Kind("`format: {before}` is gone.", _TYPES),
    "format-changed": Kind("`format` was {before} and is {after}.", _TYPES),
    "schema-changed": Kind("The schema as a whole takes other values."),
    # Around the schemas.
    "operation-added": Kind("The operation is new.", _NAMES),
    "operation-removed": Kind("The operation is gone.", _NAMES),
    "delivery-added": Kind("The delivery is new.", _NAMES),
    "delivery-removed": Kind("The delivery is gone.", _NAMES),
    "parameter-added": Kind("The parameter `{name}` is new.", _NAMES),
    "parameter-added-required": Kind("The parameter `{name}` is new, and required.", _NAMES),
    "parameter-removed": Kind("The parameter `{name}` is gone.", _NAMES),
    "parameter-required": Kind("The parameter `{name}` is required now.", _TYPES),
    "parameter-optional": Kind("The parameter `{name}` is optional now.", _TYPES),
    "parameter-serialised": Kind("The parameter `{name}` was written as {before} and is written as {after}."),
    "body-added": Kind("The request has a body now.", _TYPES),
    "body-added-required": Kind("The request needs a body now.", _TYPES),
    "body-removed": Kind("The request has no body any more.", _TYPES),
    "body-required": Kind("The body of the request is required now.", _TYPES),
    "body-optional": Kind("The body of the request is optional now.", _TYPES),
    "media-type-added": Kind("The media type `{name}` is new."),
    "media-type-removed": Kind("The media type `{name}` is gone."),
    "encoding-changed": Kind("The form writes `{name}` otherwise: before {before}, now {after}."),
    "status-added": Kind("The status {name} is new.", _TYPES),
    "status-removed": Kind("The status {name} is gone.", _TYPES),
    "last-success-removed": Kind("The status {name} is gone, and no status of success is left.", _TYPES),
    "status-described-otherwise": Kind("The status {name} is described by another range of statuses now.", _TYPES),
    "content-added": Kind("The answer has a body now.", _TYPES),
    "content-removed": Kind("The answer has no body any more.", _TYPES),
    "header-added": Kind("The header `{name}` is new."),
    "header-removed": Kind("The header `{name}` is gone."),
    "header-required": Kind("The header `{name}` is always present now."),
    "header-optional": Kind("The header `{name}` can be absent now."),
    "security-added": Kind("Further credentials are enough: {after}."),
    "security-removed": Kind("Credentials that were enough are not any more: {before}."),
    "server-added": Kind("The address {after} is new."),
    "server-removed": Kind("The address {before} is gone."),
    # What generators name.
    "operation-renamed": Kind("The operationId was `{before}` and is `{after}`.", _NAMES),
    "component-renamed": Kind("The component `{before}` is called `{after}` now.", _NAMES),
    "path-parameter-renamed": Kind("The path parameter `{before}` is called `{after}` now.", _NAMES),
    "tags-changed": Kind("The tags were {before} and are {after}.", _NAMES),
    "number-format-changed": Kind("The format for generators was {before} and is {after}.", _TYPES),
    "number-type-changed": Kind("The written type was {before} and is {after}. The values are the same.", _TYPES),
    "list-closed": Kind("The open list of values is a closed list now.", _TYPES),
    "list-opened": Kind("The closed list of values is an open list now.", _TYPES),
    "member-declared": Kind("The member `{name}` is declared now, and no value shows it.", _TYPES),
    "member-undeclared": Kind("The member `{name}` is no longer declared, and no value shows it.", _TYPES),
    # What no schema shows.
    "default-changed": Kind("The default was {before} and is {after}."),
    "open-values-grown": Kind("The open list of known values has grown: {after}."),
    "open-values-shrunk": Kind("The open list of known values has lost {before}."),
    "deprecated": Kind("It is deprecated now."),
    "no-longer-deprecated": Kind("It is no longer deprecated."),
    "mark-changed": Kind("`{name}` was {before} and is {after}.", assumptions=("before", "after")),
    "stated-became-assumed": Kind(
        "It was stated by the specification, and is the assumption {after} now.", assumptions=("after",)
    ),
    "assumed-became-stated": Kind(
        "It was the assumption {before}, and is stated by the specification now.", assumptions=("before",)
    ),
    "text-beside-mark": Kind("The text beside the assumption {name} has changed.", assumptions=("name",)),
    "link-added": Kind("The link `{name}` is new."),
    "link-removed": Kind("The link `{name}` is gone."),
    "link-changed": Kind("The link `{name}` leads elsewhere, or takes other parameters."),
    "assumption-added": Kind("The assumption {name} is new: {after}", assumptions=("name",)),
    "assumption-removed": Kind("The assumption {name} is gone.", assumptions=("name",)),
    "assumption-answered-otherwise": Kind(
        "The assumption {name} is answered otherwise. Before: {before} Now: {after}", assumptions=("name",)
    ),
}

# What no schema shows, so that only people can judge it.
BEHAVIOUR = frozenset(
    {
        "default-changed",
        "deprecated",
        "no-longer-deprecated",
        "mark-changed",
        "stated-became-assumed",
        "assumed-became-stated",
        "text-beside-mark",
        "link-added",
        "link-removed",
        "link-changed",
        "assumption-added",
        "assumption-removed",
        "assumption-answered-otherwise",
    }
)
