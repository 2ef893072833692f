"""Exports that are too large, or of other courses than those of the server."""

import pytest

from mock_server.app import Sandbox
from mock_server.control.reach import MAX_CONTROL_BODY_BYTES
from mock_server.services import world_exports
from mock_server.settings import Settings
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.in_process import asked


def test_a_body_beyond_the_limit_is_not_read(alpha: Agency) -> None:
    answer = alpha.http.post(
        f"{alpha.address}{CONTROL}/worlds/self/import",
        content=b" " * (MAX_CONTROL_BODY_BYTES + 1),
        headers={"X-Api-Key": alpha.key, "Content-Type": "application/json"},
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_an_export_of_other_courses_is_refused() -> None:
    export = asked(Sandbox(Settings(database_url="sqlite://", seed=2)), "GET", f"{CONTROL}/worlds/self/export").json()

    answer = asked(Sandbox(Settings(database_url="sqlite://")), "POST", f"{CONTROL}/worlds/self/import", json=export)

    assert (answer.status_code, "courses of seed 2" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/worlds/self/export", None),
        ("POST", "/worlds/self/snapshots", {"name": "large"}),
        ("POST", "/worlds/self/fork", {"name": "large"}),
    ],
)
def test_a_world_that_is_too_large_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: dict[str, str] | None
) -> None:
    monkeypatch.setattr(world_exports, "MAX_EXPORT_BYTES", 100)
    options = {} if body is None else {"json": body}

    answer = asked(Sandbox(Settings(database_url="sqlite://")), method, CONTROL + path, **options)

    assert (answer.status_code, answer.json()["code"]) == (409, "world_too_large")


def test_an_export_fits_into_the_body_of_an_import() -> None:
    assert world_exports.MAX_EXPORT_BYTES + world_exports.MAX_INBOXES_BYTES + 1024 < MAX_CONTROL_BODY_BYTES
