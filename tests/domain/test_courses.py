"""Distance on the sphere, against pairs whose distance is known."""

from math import pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_server.domain.courses import EARTH_RADIUS_KM, distance_km

LONDON, PARIS = (51.5074, -0.1278), (48.8566, 2.3522)
MADRID, LISBON = (40.4168, -3.7038), (38.7223, -9.1393)
DEGREE_KM = 111.195

quick = settings(deadline=None, derandomize=True, database=None, max_examples=20)
points = st.tuples(st.floats(-90, 90), st.floats(-180, 180))


@pytest.mark.parametrize(
    ("here", "there", "km"),
    [
        (LONDON, PARIS, 343.6),
        (MADRID, LISBON, 502.4),
        ((0.0, 0.0), (0.0, 1.0), DEGREE_KM),
        ((0.0, 0.0), (1.0, 0.0), DEGREE_KM),
        ((60.0, 0.0), (60.0, 1.0), 55.597),
        ((0.0, 179.5), (0.0, -179.5), DEGREE_KM),
        ((90.0, 0.0), (90.0, 123.0), 0.0),
        ((0.0, 0.0), (0.0, 180.0), 20015.1),
    ],
    ids=["London-Paris", "Madrid-Lisbon", "longitude", "latitude", "60 north", "date line", "pole", "antipodes"],
)
def test_known_pairs_have_their_distance(here: tuple[float, float], there: tuple[float, float], km: float) -> None:
    assert distance_km(*here, *there) == pytest.approx(km, rel=1e-3, abs=1e-6)


def test_a_point_is_no_distance_from_itself() -> None:
    assert distance_km(*LONDON, *LONDON) == 0


@quick
@given(points, points)
def test_distance_is_the_same_both_ways(here: tuple[float, float], there: tuple[float, float]) -> None:
    assert distance_km(*here, *there) == pytest.approx(distance_km(*there, *here), abs=1e-6)


@quick
@given(points, points)
def test_no_two_points_are_further_apart_than_half_the_earth(
    here: tuple[float, float], there: tuple[float, float]
) -> None:
    assert 0 <= distance_km(*here, *there) <= EARTH_RADIUS_KM * pi + 1e-6
