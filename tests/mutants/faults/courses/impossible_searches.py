"""Faults that accept a search which no course can match (CRS-13, 14, 19)."""

from __future__ import annotations

from tests.mutants.parts.mending import passed_over
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change


def _half_a_place(row: str, lone: str, missing: str) -> None:
    """Registers two mutants of searches by the coordinate *lone* without *missing*."""

    def stands_alone(call: Call) -> bool:
        return lone in call.query and missing not in call.query

    for name, consequence, change in (
        (row, "is ignored", lambda call: call.without(lone)),
        (f"{row}.zero", f"is completed by {missing} 0", lambda call: call.asking(**{missing: 0})),
    ):
        request_change(
            name, f"A lone {lone} {consequence}.", "searchCourses", change, when=stands_alone, origin=Origin.mended
        )


_half_a_place("CRS-13", "latitude", "longitude")
_half_a_place("CRS-14", "longitude", "latitude")


def _unknown_and_ignored(name: str, breaks: str, parameter: str) -> None:
    """Registers a mutant that omits *parameter* where no course has its value."""

    async def handle(call: Call) -> Answer:
        if parameter not in call.query:
            return await call.forward()
        alone = await call.upstream("GET", call.path, query={parameter: call.query[parameter], "pageSize": 1})
        finds_nothing = alone.ok and not alone.json()["data"]
        return await (call.without(parameter) if finds_nothing else call).forward()

    mutant(name, breaks, "searchCourses", origin=Origin.mended)(handle)


_unknown_and_ignored("CRS-19", "A country without courses is ignored.", "country")
_unknown_and_ignored("CRS-19.area", "An unknown geoArea is ignored.", "geoArea")
passed_over(
    "CRS-19.holes",
    "An unusual number of holes is ignored.",
    "searchCourses",
    "holes",
    {"9", "18"}.__contains__,
)
passed_over(
    "CRS-19.distance",
    "A distance below zero is ignored.",
    "searchCourses",
    "distance",
    lambda text: not text.startswith("-"),
)
