"""Looking for courses: what a search asks, and distance on the sphere. Spec: GET /courses."""

from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS_KM = 6371.0088


@dataclass(frozen=True, slots=True)
class Search:
    """The filters of a course search; None does not filter. Distances are kilometres from the coordinates."""

    country: str | None = None
    region: str | None = None
    holes: int | None = None
    latitude: float | None = None
    longitude: float | None = None
    distance_km: float | None = None
    geo_area: str | None = None


def distance_km(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """Great-circle distance in kilometres between two points in degrees, on a sphere of mean Earth radius.

    Spec: GET /courses.
    """
    phi, other_phi = radians(latitude), radians(other_latitude)
    half_phi, half_lambda = (other_phi - phi) / 2, radians(other_longitude - longitude) / 2
    chord = sin(half_phi) ** 2 + cos(phi) * cos(other_phi) * sin(half_lambda) ** 2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(chord)))
