"""`teesheet serve --journal-body` keeps longer bodies, so that a replay can judge them."""

import json
from typing import Any

import pytest

from mock_server.app import Sandbox
from mock_server.settings import Settings
from tests.sandbox.in_process import asked
from tests.sandbox.servers import refused_start

LIST = "/api/v1/travel/courses?pageSize=100"


def _list_in_archive(**settings: Any) -> dict[str, Any]:
    """The body of a long list of courses, as the archive of a sandbox has it."""
    sandbox = Sandbox(Settings(database_url="sqlite://", **settings))
    asked(sandbox, "GET", LIST)
    archive = asked(sandbox, "GET", "/_sandbox/v1/journal.har").json()
    (entry,) = archive["log"]["entries"]
    content: dict[str, Any] = entry["response"]["content"]
    return content


def test_a_longer_limit_keeps_a_long_list_whole() -> None:
    content = _list_in_archive(journal_body_characters=500_000)

    assert (content["_truncated"], len(json.loads(content["text"])["data"])) == (False, 100)


def test_a_cut_body_says_how_to_keep_it() -> None:
    content = _list_in_archive()

    assert (content["_truncated"], len(content["text"]), "--journal-body" in content["comment"]) == (True, 16384, True)


@pytest.mark.parametrize("characters", ["1023", "4194305", "many"])
def test_a_limit_out_of_range_is_refused(characters: str) -> None:
    ended = refused_start("--ephemeral", "--journal-body", characters)

    assert (ended.returncode, "--journal-body" in ended.stderr) == (2, True)
