"""Lint says something about every document: no edit of a document makes a rule stumble."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from openapi.bundler import bundle
from openapi.lint.documents import Document
from openapi.lint.running import judge
from openapi.places import ContractError, load_yaml
from openapi.references import escape, require_targets, resolve
from tests.contract.caddies import CADDIES

SMALL = bundle(CADDIES / "openapi.yaml")
LEDGER = load_yaml(CADDIES / "assumptions.yaml")
STATED = load_yaml(CADDIES / "stated.yaml")


def _pointers(node: Any, pointer: str) -> list[str]:
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    below = [(f"{pointer}/{escape(str(name))}", value) for name, value in members]
    return [found for at, value in below for found in (at, *_pointers(value, at))]


POINTERS = _pointers(SMALL, "")
ODD = st.one_of(
    st.sampled_from([None, True, False, 0, -1, "", "text", [], {}, [{}], ["a"], {"a": None}, {"type": "string"}]),
    st.sampled_from(POINTERS).map(lambda pointer: copy.deepcopy(resolve(SMALL, pointer))),
)


def edited(edits: list[tuple[str, Any]]) -> dict[str, Any]:
    """The small contract after edits. An edit of what an earlier edit removed does nothing."""
    document = copy.deepcopy(SMALL)
    for pointer, value in edits:
        above, _, last = pointer.rpartition("/")
        try:
            owner = resolve(document, above)
            owner[int(last) if isinstance(owner, list) else last.replace("~1", "/").replace("~0", "~")] = value
        except (LookupError, TypeError, ValueError):
            continue
    return document


def can_be_read(document: dict[str, Any]) -> bool:
    """Whether the references of a document lead somewhere. Lint never sees other documents."""
    try:
        require_targets(document, document)
    except ContractError:
        return False
    return True


@settings(max_examples=120, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(POINTERS), ODD), min_size=1, max_size=3).map(edited).filter(can_be_read))
def test_no_rule_stumbles_over_a_document(document: dict[str, Any]) -> None:
    judge(Document(document, LEDGER, STATED))
