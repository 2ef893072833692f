"""Every rule can fail: each edit of a small contract breaks exactly the rule that it names."""

from typing import Any

import pytest

from openapi.lint.catalogue import RULES
from tests.contract.caddies import REMOVED, Moved, broken_rules, caddies

LIST = "openapi/paths/~1caddies/get"
POST = "openapi/paths/~1caddies/post"
READ = "openapi/paths/~1caddies~1{id}/get"
BOOKED = "openapi/webhooks/caddyBooked/post"
PARTS = "openapi/components"
SCHEMAS = f"{PARTS}/schemas"
REQUEST = f"{SCHEMAS}/CaddyRequest"
NEW = f"{POST}/responses/201/content/application~1json/examples/bo/value"
WRONG = f"{PARTS}/responses/BadRequest/content/application~1problem+json/examples/refused/value"
IDENTIFIED = {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}}
CADDY = {"$ref": "#/components/schemas/Caddy"}
FILTER = {"name": "name", "in": "query", "description": "Which caddies.", "example": "Bo", "schema": {"type": "string"}}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 9, "examples": [1]}
PAID = {"type": "boolean", "description": "Whether the player pays the caddy.", "examples": [True]}
TIP = {"type": "string", "description": "What a player pays on top.", "examples": ["a"]}
ROW = {
    "heading": "Caddies",
    "question": "Who?",
    "answer": "Bo.",
    "chosen": "bo",
    "reason": "Bo is there.",
    "alternatives": {"al": "Al"},
}

# rule -> an edit that breaks it.
EDITS: dict[str, dict[str, Any]] = {
    "openapi-valid": {f"{LIST}/responses/200/description": REMOVED},
    "schema-valid": {f"{SCHEMAS}/Caddy/required": "id"},
    "operation-id-unique": {f"{BOOKED}/operationId": "listCaddies"},
    "path-parameters-declared": {
        f"{READ}/parameters/0/name": "caddyId", "stated/operations/GET ~1caddies~1{id}/parameters/0": "caddyId"
    },
    "parameter-unique": {f"{POST}/parameters/1": {"$ref": "#/components/parameters/IdempotencyKey"}},
    "tag-unique": {"openapi/tags/2": {"name": "caddies", "description": "Again."}},
    "required-names-properties": {
        f"{SCHEMAS}/Porter": {"type": "object", "description": "Trolleys.", "required": ["bags"], "properties": {}}
    },
    "link-leads-to-operation": {f"{POST}/responses/201/links/other": {"operationId": "lost", "description": "Lost."}},
    "example-fits-schema": {f"{SCHEMAS}/Pagination/properties/page/examples": [0]},
    "part-described": {f"{LIST}/description": REMOVED},
    "property-described": {f"{SCHEMAS}/Caddy/properties/name/description": REMOVED},
    "schema-described": {f"{SCHEMAS}/CaddyPage/description": REMOVED},
    "operation-has-id": {f"{LIST}/operationId": REMOVED},
    "operation-has-summary": {f"{LIST}/summary": REMOVED},
    "operation-has-known-tag": {f"{LIST}/tags": ["golf"]},
    "text-in-present-tense": {f"{LIST}/description": "The service will return caddies."},
    "text-in-active-voice": {f"{LIST}/description": "The caddies are listed by name."},
    "description-adds-to-name": {f"{SCHEMAS}/Caddy/properties/name/description": "The name of the caddy."},
    "description-in-sentences": {f"{LIST}/description": "the caddies"},
    "summary-without-full-stop": {f"{LIST}/summary": "List caddies."},
    "moment-has-zone": {f"{SCHEMAS}/CaddyBooked/properties/timestamp/description": "Moment of the event."},
    "measure-has-unit": {
        f"{SCHEMAS}/CaddyBooked/properties/duration": NUMBER | {"description": "How long."}
    },
    "property-has-example": {f"{SCHEMAS}/Caddy/properties/name/examples": REMOVED},
    "parameter-has-example": {f"{LIST}/parameters/0/example": REMOVED},
    "request-body-has-example": {
        f"{POST}/requestBody/content/text~1plain": {"schema": {"maxLength": 9}, "examples": {}}
    },
    "body-examples-are-named": {f"{LIST}/responses/200/content/application~1json/examples/page/summary": REMOVED},
    "answer-has-body": {
        f"{READ}/responses/410": {"description": "Gone.", "x-assumption": "A-01", "headers": IDENTIFIED}
    },
    "number-has-bounds": {f"{SCHEMAS}/Pagination/properties/page/maximum": REMOVED},
    "bounds-fit-64-bits": {f"{SCHEMAS}/Pagination/properties/page/maximum": 2**63},
    "bounds-are-exact": {f"{SCHEMAS}/Pagination/properties/page/maximum": 2**53},
    "keyword-is-portable": {f"{SCHEMAS}/Caddy/dependentRequired": {"name": ["id"]}},
    "type-list-adds-null": {f"{SCHEMAS}/Caddy/properties/name/type": ["string", "boolean"]},
    "pattern-is-portable": {f"{SCHEMAS}/Caddy/properties/id/pattern": "^\\w+$"},
    "date-is-text": {
        f"{SCHEMAS}/CaddyBooked/properties/born": {"format": "date", "description": "Day.", "examples": [20270302]}
    },
    "request-is-closed": {f"{REQUEST}/additionalProperties": REMOVED, f"{REQUEST}/x-assumption-keywords": REMOVED},
    "answer-is-open": {f"{SCHEMAS}/Caddy/additionalProperties": False},
    "request-text-is-bounded": {f"{REQUEST}/properties/name/pattern": "^[A-Z].*$"},
    "line-is-tidy": {},  # FILES breaks it.
    "text-is-quoted": {},  # FILES breaks it.
    "link-without-body": {f"{POST}/responses/201/links/readCaddy/requestBody": "x"},
    "member-described-once": {
        f"{SCHEMAS}/Named": {"description": "Both.", "allOf": [CADDY, CADDY]}
    },
    "component-adds-something": {f"{SCHEMAS}/Porter": CADDY},
    "component-is-object-or-choice": {f"{SCHEMAS}/Nickname": {"type": "string", "description": "What friends say."}},
    "truth-value-is-free": {
        f"{SCHEMAS}/CaddyBooked/properties/paid": PAID | {"enum": [True, False]}
    },
    "object-has-name": {f"{LIST}/responses/200/content/application~1json/schema/properties": {}},
    "fixed-text-has-name-in-3.0": {f"{SCHEMAS}/Caddy/properties/name/enum": ["Bo"]},
    "delivery-has-own-tag": {f"{BOOKED}/tags": ["caddies"]},
    "literal-path-first": {"openapi/paths/~1caddies~1all": {"description": "All caddies."}},
    "answers-are-listed": {f"{READ}/responses/default": {"$ref": "#/components/responses/Refused"}},
    "one-success": {f"{READ}/responses/203": {"$ref": "#/components/responses/Refused"}},
    "version-is-in-address": {"openapi/info/version": "2.0.0"},
    "version-has-three-numbers": {"openapi/info/version": "1.0"},
    "operation-lists-its-statuses": {f"{READ}/responses/404": REMOVED},
    "answer-names-its-request": {f"{READ}/responses/200/headers": REMOVED},
    "creation-is-201-or-202": {f"{POST}/responses/200": Moved(f"{POST}/responses/201")},
    "creation-has-location": {f"{POST}/responses/201/headers/Location": REMOVED},
    "location-is-of-a-creation": {f"{READ}/responses/200/headers/Location": {"$ref": "#/components/headers/Location"}},
    "refusal-shows-way-out": {f"{PARTS}/responses/Later/headers/Retry-After": REMOVED},
    "post-can-be-repeated": {f"{POST}/responses/201/headers/Idempotency-Replayed": REMOVED},
    "foreign-key-is-refused": {f"{POST}/responses/422": REMOVED},
    "list-is-paged-and-linked": {f"{LIST}/responses/200/headers/Link": REMOVED},
    "creation-links-onwards": {f"{POST}/responses/201/links": {}},
    "delivery-is-signed": {f"{BOOKED}/security": REMOVED},
    "event-kind-is-delivered": {f"{REQUEST}/properties/events/items/x-extensible-enum": ["caddy.booked", "caddy.lost"]},
    "tag-is-a-noun": {"openapi/tags/2": {"name": "porters", "description": "A porter carries."}},
    "ledger-is-numbered": {"assumptions/A-04": ROW, f"{SCHEMAS}/Problem/x-assumption": ["A-01", "A-04"]},
    "ledger-row-is-complete": {"assumptions/A-01/reason": ""},
    "ledger-question-is-a-question": {"assumptions/A-01/question": "A refusal."},
    "ledger-row-is-used": {"assumptions/A-03": ROW},
    "mark-is-known": {f"{SCHEMAS}/Caddy/x-assumption-reqired": {"id": "A-02"}},
    "mark-names-a-row": {f"{SCHEMAS}/Problem/x-assumption": "A-99"},
    "silence-is-answered": {"stated/silences/0/heading": "Porters"},
    "marked-member-is-required": {f"{SCHEMAS}/Caddy/x-assumption-required": {"name": "A-02"}},
    "marked-keyword-exists": {
        f"{REQUEST}/x-assumption-keywords": {"additionalProperties": "A-02", "maxProperties": "A-02"}
    },
    "open-set-is-marked": {f"{REQUEST}/properties/events/items/x-assumption-keywords": REMOVED},
    "closed-request-is-marked": {f"{REQUEST}/x-assumption-keywords": REMOVED},
    "success-status-is-marked": {f"{READ}/responses/200/x-assumption-status": REMOVED},
    "refusal-is-marked": {f"{BOOKED}/responses/410/x-assumption": REMOVED},
    "header-is-marked": {f"{PARTS}/headers/Link/x-assumption": REMOVED},
    "operation-is-stated-or-marked": {"stated/operations/POST ~1caddies": REMOVED},
    "parameter-is-stated-or-marked": {
        f"{LIST}/parameters/2": FILTER
    },
    "request-member-is-stated-or-marked": {f"{REQUEST}/properties/tip": TIP | {"pattern": "^a$"}},
    "answer-member-is-stated-or-marked": {f"{SCHEMAS}/Caddy/properties/tip": TIP},
    "delivery-is-stated-or-marked": {"stated/deliveries": {}},
    "security-is-stated-or-marked": {"stated/security": []},
    "stated-thing-exists": {"stated/operations/GET ~1caddies/parameters": ["page", "pageSize", "sort"]},
    "story-thing-keeps-its-facts": {f"{NEW}/data/name": "Al"},
    "story-course-keeps-its-name": {f"{NEW}/other": {"courseId": "crs_1", "courseName": "Dune Link"}},
    "story-price-adds-up": {f"{NEW}/group/total": 700.0},
    "story-group-pays-green-fees": {f"{NEW}/group/totalPlayers": 9, f"{NEW}/group/teeTimes": [{"players": 9}]},
    "story-tee-times-hold-the-group": {f"{NEW}/group/teeTimes": [{"players": 4}]},
    "story-total-is-green-fees": {f"{NEW}/price/totalAmount": 185.0},
    "problem-is-under-its-status": {f"{WRONG}/status": 401},
    "problem-type-ends-with-code": {f"{WRONG}/type": "https://teesheet.example/problems/other"},
    "problem-codes-are-closed": {f"{SCHEMAS}/Problem/properties/code/enum": REMOVED},
    "problem-code-has-example": {f"{SCHEMAS}/Problem/properties/code/enum": ["refused", "lost"]},
    "location-names-the-created-thing": {f"{PARTS}/headers/Location/example": "/caddies/cad_2"},
    "signature-signs-the-delivery": {f"{BOOKED}/parameters/0/example": "msg_2"},
    "waiver-has-reason": {
        f"{LIST}/summary": "List caddies.", f"{LIST}/x-lint-waiver": {"summary-without-full-stop": ""}
    },
    "waiver-names-a-rule": {f"{LIST}/x-lint-waiver": {"summary-without-stop": "We like it."}},
    "waiver-excuses-something": {f"{LIST}/x-lint-waiver": {"summary-without-full-stop": "We like it."}},
}  # fmt: skip

# rule -> a file that breaks it.
FILES = {"line-is-tidy": {"a.yaml": "players: 1 \n"}, "text-is-quoted": {"a.yaml": "date: 2027-03-02\n"}}
# rule -> what its edit breaks, too: a waiver without a reason excuses nothing.
ALSO = {"waiver-has-reason": {"summary-without-full-stop"}}


def test_the_small_contract_keeps_every_rule() -> None:
    assert broken_rules(caddies({})) == set()


def test_every_rule_has_an_edit_that_breaks_it() -> None:
    assert list(EDITS) == list(RULES)


@pytest.mark.parametrize("rule", EDITS)
def test_the_edit_breaks_exactly_its_rule(rule: str) -> None:
    assert broken_rules(caddies(EDITS[rule], FILES.get(rule))) == {rule} | ALSO.get(rule, set())
