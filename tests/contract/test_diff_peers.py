"""The other tools that compare contracts answer, and every disagreement with Redocly CLI is listed with its reason."""

from collections import Counter
from pathlib import Path

import pytest

from tests.contract.labelled_edits import edits
from tests.contract.peers import (
    PAGE,
    PEERS,
    REDOCLY,
    Peer,
    disagreements,
    install,
    labelled_verdict,
    peer_verdicts,
    selected,
)

STEP = 60
SAMPLE = [edit for asked in selected(STEP).values() for edit in asked]
BY_NAME = {edit.name: edit for part in ("open", "blind") for edit in edits(part)}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of all peers."""
    folder = tmp_path_factory.mktemp("peers")
    install(folder)
    return folder


@pytest.mark.node
@pytest.mark.parametrize("peer", PEERS, ids=[peer.name for peer in PEERS])
def test_a_peer_tells_breaking_edits_from_compatible_ones(installed: Path, peer: Peer) -> None:
    assert {"breaking", "compatible"} <= set(peer_verdicts(peer, SAMPLE, installed).values())


@pytest.mark.node
def test_every_disagreement_with_redocly_is_listed(installed: Path) -> None:
    listed = {row.edit: row.redocly for row in disagreements()}

    said = peer_verdicts(REDOCLY, SAMPLE, installed)

    other = {edit.name: said[edit.name] for edit in SAMPLE if said[edit.name] != labelled_verdict(edit)}
    assert other == {edit.name: listed[edit.name] for edit in SAMPLE if edit.name in listed}


def test_every_listed_disagreement_is_about_an_edit_of_the_corpus() -> None:
    assert [row.edit for row in disagreements() if row.edit not in BY_NAME] == []


def test_no_disagreement_is_listed_twice() -> None:
    assert [name for name, count in Counter(row.edit for row in disagreements()).items() if count > 1] == []


def test_a_listed_answer_of_ours_is_what_people_say() -> None:
    assert [row.edit for row in disagreements() if row.teesheet != labelled_verdict(BY_NAME[row.edit])] == []


def test_every_listed_disagreement_has_two_answers_and_a_reason() -> None:
    incomplete = [
        row.edit
        for row in disagreements()
        if {row.teesheet, row.redocly} != {"breaking", "compatible"}
        or row.right not in ("teesheet", "redocly")
        or not row.reason.endswith(".")
    ]

    assert incomplete == []


def test_every_rule_that_decides_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")

    assert {row.rule for row in disagreements() if row.rule and f"| `{row.rule}` |" not in page} == set()
