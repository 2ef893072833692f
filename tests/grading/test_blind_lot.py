"""Faulty and odd clients that were written by somebody who had read neither the rows nor the judgements."""

import pytest

from conformance.grading.calls import ClientTraffic
from conformance.grading.grades import observed_in
from tests.grading.blind_lot import RIGHT, WRONG
from tests.grading.blind_lot.clients import Right, Wrong


def _findings(traffic: ClientTraffic) -> list[str]:
    return [
        f"{row}: {observation.sentence}"
        for row, observations in observed_in(traffic).items()
        for observation in observations
        if not observation.is_right
    ]


@pytest.mark.parametrize("client", WRONG, ids=lambda client: client.name)
def test_a_faulty_client_has_a_finding(client: Wrong) -> None:
    assert _findings(client.traffic), client.sentence


@pytest.mark.parametrize("client", RIGHT, ids=lambda client: client.name)
def test_an_odd_client_that_does_right_has_none(client: Right) -> None:
    assert _findings(client.traffic) == [], client.sentence
