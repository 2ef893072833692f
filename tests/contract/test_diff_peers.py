"""The other tools that compare contracts answer, and docs/designing-peers.md counts their answers."""

from pathlib import Path

import pytest

from tests.contract.peers import PEERS, Peer, install, peer_verdict, selected

pytestmark = pytest.mark.node

STEP = 60
EDITS = [edit for asked in selected(STEP).values() for edit in asked]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of all peers."""
    folder = tmp_path_factory.mktemp("peers")
    install(folder)
    return folder


@pytest.mark.parametrize("peer", PEERS, ids=[peer.name for peer in PEERS])
def test_a_peer_tells_breaking_edits_from_compatible_ones(installed: Path, peer: Peer) -> None:
    said = {peer_verdict(peer, edit, installed) for edit in EDITS}

    assert {"breaking", "compatible"} <= said
