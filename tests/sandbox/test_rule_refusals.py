"""Rules that are refused, and the number of rules that a world keeps."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.ruled import ruled

MISSPELT: list[dict[str, Any]] = [
    {},
    {"effect": {}},
    {"effect": {"latncy": {"milliseconds": 5}}},
    {"effect": {"latency": {"milliseconds": 0}}},
    {"effect": {"latency": {"milliseconds": 5}, "drop": {"when": "before"}}},
    {"effect": {"problem": {"code": "tee_time_unavailble"}}},
    {"effect": {"problem": {"code": "forbidden"}}, "match": {"operations": ["createBokking"]}},
    {"effect": {"problem": {"code": "forbidden"}}, "match": {"operation": ["createBooking"]}},
    {"effect": {"problem": {"code": "forbidden"}}, "match": {"operations": []}},
    {"effect": {"problem": {"code": "forbidden"}}, "probability": 1.5},
    {"effect": {"problem": {"code": "forbidden"}}, "times": 0},
    {"effect": {"problem": {"code": "forbidden"}}, "time": 1},
    {"effect": {"drop": {"when": "during"}}},
    {"effect": {"malformed": {"form": "html"}}},
    {"effect": {"status": {"status": 99}}},
]


@pytest.mark.parametrize("body", MISSPELT, ids=str)
def test_a_misspelt_rule_is_refused_and_not_kept(alpha: Agency, body: dict[str, Any]) -> None:
    refused = alpha.control("POST", "/rules", body)

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert alpha.control("GET", "/rules").json()["data"] == []


def test_a_refusal_names_what_is_allowed(alpha: Agency) -> None:
    body = {"effect": {"problem": {"code": "forbidden"}}, "match": {"operations": ["createBokking"]}}

    detail = alpha.control("POST", "/rules", body).json()["errors"][0]["detail"]

    assert "createBokking" in detail
    assert "createBooking" in detail
    assert "revokeToken" in detail


def test_a_world_keeps_so_many_rules(alpha: Agency) -> None:
    for _ in range(100):
        ruled(alpha, {"latency": {"milliseconds": 1}}, match={"agency": "nobody"})

    refused = alpha.control("POST", "/rules", {"effect": {"latency": {"milliseconds": 1}}})

    assert (refused.status_code, refused.json()["code"]) == (403, "too_many_rules")
