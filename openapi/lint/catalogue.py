"""All rules, in the order of their rooms."""

from collections.abc import Mapping

from openapi.lint import answers, exampled, generators, ledger, paths, schemas, stated, story, texts, validity, written
from openapi.lint.rules import Rule
from openapi.lint.waivers import waiver_rules

_ROOMS = (validity, texts, exampled, schemas, written, generators, paths, answers, ledger, stated, story)
_ABOUT_CONTRACTS = {rule.id: rule for room in _ROOMS for rule in room.RULES}

RULES: Mapping[str, Rule] = {**_ABOUT_CONTRACTS, **{rule.id: rule for rule in waiver_rules(_ABOUT_CONTRACTS)}}

# These rules need no other rule. The others rely on a document that keeps them.
FIRST = ("openapi-valid", "schema-valid")
