"""What one answer shows about the conventions for all members."""

import pytest

from tests.conformance.watching.recorded_runs import Recorded


@pytest.mark.parametrize(
    ("price", "found"),
    [
        ({"currency": "EUR", "total": 17.25}, []),
        ({"currency": "EUR", "total": 17.225}, ["CNV-05"]),
        ({"currency": "EUR", "lines": [{"currency": "EUR", "discountAmount": 17.225}]}, ["CNV-05"]),
        ({"currency": "EUR", "discount": 0.125}, []),
        ({"currency": "EUR", "discountPercent": 12.125}, []),
        ({"total": 17.225}, []),
    ],
)
def test_an_amount_beside_a_currency_has_at_most_two_decimals(price: dict[str, object], found: list[str]) -> None:
    asked = {"courseId": "crs_1", "date": "2027-05-01", "totalPlayers": 9}

    recorded = Recorded().sends("POST /travel/group-bookings/calculate-price", 200, {"data": price}, sent=asked)

    assert recorded.found() == found
