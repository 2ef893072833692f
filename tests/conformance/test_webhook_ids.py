"""Where the id of a subscription is looked for."""

import pytest

from conformance.evidence.exchanges import Response
from conformance.evidence.webhook_ids import webhook_id


def made(content: bytes, status: int = 201, location: str | None = None) -> Response:
    return Response(status, (("Location", location),) if location else (), content)


@pytest.mark.parametrize(
    ("answer", "declared", "found"),
    [
        (made(b'{"data": {"id": "whk_1"}}'), None, "whk_1"),
        (made(b'{"id": 17}'), None, "17"),
        (made(b'{"webhook": {"id": "whk_1"}}'), None, "whk_1"),
        (made(b"", 204, "https://api.example/v1/webhooks/whk_1/"), None, "whk_1"),
        (made(b'{"id": "a", "ref": {"key": "b"}}'), "ref.key", "b"),
        (made(b'{"id": "a"}', location="/webhooks/b"), "ref.key", None),
        (made(b'{"id": true}'), None, None),
        (made(b"[]"), None, None),
        (made(b'{"id": "whk_1"}', 400), None, None),
    ],
)
def test_the_id_is_found_where_it_is_declared_or_usual(
    answer: Response, declared: str | None, found: str | None
) -> None:
    assert webhook_id(answer, declared) == found
