"""The courses of the small target, their pages, and its refusals."""

from typing import Any

COURSE_COUNT = 45


Json = dict[str, Any]


class Refusal(Exception):
    """The target says no with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def course(number: int) -> Json:
    """The list item of course *number*; every fifth is offline."""
    return {
        "id": f"crs_{number:08d}",
        "name": f"Golf Club {number}",
        "country": ["ES", "DE", "PT"][number % 3],
        "region": "Costa",
        "city": "Town",
        "courseType": "resort",
        "holes": 18 if number % 2 else 9,
        "isOnline": number % 5 != 0,
        "thumbnailUrl": f"https://images.example/{number}.jpg",
        "latitude": 37.5 + number / 100,
        "longitude": -4.25,
    }


def find_course(course_id: str) -> Json:
    """The course with this id. Raises `Refusal`."""
    for number in range(COURSE_COUNT):
        if course(number)["id"] == course_id:
            return course(number)
    raise Refusal(404)


def page_of(items: list[Any], query: dict[str, str], default_size: int = 20) -> tuple[int, Json]:
    size = min(int(query.get("pageSize", default_size)), 100)
    page = int(query.get("page", 1))
    pagination = {
        "page": page,
        "pageSize": size,
        "totalItems": len(items),
        "totalPages": -(-len(items) // size),
    }
    return 200, {"data": items[(page - 1) * size : page * size], "meta": {"pagination": pagination}}
