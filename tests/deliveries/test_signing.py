"""Deliveries are signed as Standard Webhooks 1.0.0 says. Assumption A-51."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook

from mock_server.deliveries.signing import SecretMalformed, key_of, signed
from mock_server.deliveries.variants import VARIANTS
from mock_server.domain.webhooks import TREATMENTS
from openapi.bundler import contract, control

NOW = datetime(2027, 3, 2, 10, 16, 40, tzinfo=UTC)
SECRET = "whsec_" + base64.b64encode(b"the key of this subscription").decode()
OTHER = "whsec_" + base64.b64encode(b"the key of another one").decode()
BODY = b'{"type":"booking.confirmed"}'


def secrets() -> st.SearchStrategy[str]:
    return st.binary(min_size=1, max_size=64).map(lambda key: "whsec_" + base64.b64encode(key).decode())


def test_the_base_string_is_id_timestamp_and_body_joined_by_dots() -> None:
    post = signed("msg_1", NOW, BODY, [SECRET])

    assert post.base_string == b"msg_1.1803982600." + BODY


def test_the_headers_are_the_three_of_standard_webhooks() -> None:
    post = signed("msg_1", NOW, BODY, [SECRET])

    assert list(post.headers) == ["webhook-id", "webhook-timestamp", "webhook-signature"]


def test_the_signature_is_base64_of_the_hmac_with_the_decoded_secret() -> None:
    post = signed("msg_1", NOW, BODY, [SECRET])

    expected = hmac.new(b"the key of this subscription", post.base_string, hashlib.sha256).digest()
    assert post.headers["webhook-signature"] == "v1," + base64.b64encode(expected).decode()


def test_two_secrets_give_two_signatures_separated_by_a_blank() -> None:
    both = signed("msg_1", NOW, BODY, [SECRET, OTHER]).headers["webhook-signature"]

    alone = [signed("msg_1", NOW, BODY, [secret]).headers["webhook-signature"] for secret in (SECRET, OTHER)]
    assert both == " ".join(alone)


def test_the_examples_of_the_contract_belong_together() -> None:
    document: Any = contract()
    parameters = document["webhooks"]["bookingConfirmed"]["post"]["parameters"]
    example = {item["name"]: str(item["example"]) for item in map(_resolved(document), parameters)}
    content = document["webhooks"]["bookingConfirmed"]["post"]["requestBody"]["content"]["application/json"]
    (body,) = (_resolved(document)(example)["value"] for example in content["examples"].values())
    moment = datetime.fromtimestamp(int(example["webhook-timestamp"]), UTC)

    post = signed(example["webhook-id"], moment, json.dumps(body, separators=(",", ":")).encode(), [_example_secret()])

    assert post.headers == example


def _resolved(document: Any) -> Any:
    def resolved(node: Any) -> Any:
        if "$ref" not in node:
            return node
        found = document
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found

    return resolved


def _example_secret() -> str:
    return str(contract()["components"]["schemas"]["CreatedWebhook"]["properties"]["secret"]["examples"][0])


@given(secrets(), st.from_regex(r"msg_[0-9a-z]{1,20}", fullmatch=True), st.text(st.characters(codec="utf-8")))
def test_the_reference_library_accepts_what_is_signed(secret: str, message_id: str, text: str) -> None:
    body = json.dumps({"text": text}, ensure_ascii=False).encode()

    post = signed(message_id, datetime.now(UTC), body, [secret])

    assert Webhook(secret).verify(body, dict(post.headers)) == {"text": text}


@pytest.mark.parametrize(
    "secret",
    ["", "whsec_", "dGVzdA==", "whsec_whsec_dGVzdA==", "whsec_dGVzdA", "whsec_dGVz!A==", "whsec_-_8=", "whsec_tést"],
)
def test_what_is_no_secret_is_refused_with_a_sentence(secret: str) -> None:
    with pytest.raises(SecretMalformed, match=r"^[A-Z].+\.$"):
        key_of(secret)


def test_every_treatment_is_a_way_of_sending_and_a_rule_can_ask_for_it() -> None:
    ruled = control()["components"]["schemas"]["Effect"]["properties"]["delivery"]["properties"]["variant"]["enum"]

    assert VARIANTS.keys() == TREATMENTS == set(ruled)
