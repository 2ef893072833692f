"""Reads of courses as two agencies in turn: one agency reads all about one course, another all about another."""

from collections.abc import Container, Mapping
from typing import Any
from urllib.parse import unquote

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.evidence.exchanges import Answer


class CourseReader(Agency):
    """The *first* agency, except that the *second* agency sends what asks about one of *courses_of_second*, ids or
    codes.

    The same agency asks all about a course: two agencies may see other prices or terms of it.
    """

    def __init__(self, first: Agency, second: Agency, courses_of_second: Container[str]) -> None:
        # What it does not hand on, such as its label, is that of the first agency.
        vars(self).update(vars(first))
        self._first, self._second = first, second
        self._courses_of_second = courses_of_second

    def recall(self, path: str, **query: object) -> Answer:
        """As the agency that asks about the course of *path* recalls it."""
        return self._asker(path).recall(path, **query)

    def send(self, method: str, path: str, *, query: Mapping[str, object] | None = None, **options: Any) -> Answer:
        """As the agency that asks about the course of *path* sends it."""
        return self._asker(path).send(method, path, query=query, **options)

    def _asker(self, path: str) -> Agency:
        course, *_ = path.removeprefix(f"{COURSES}/").split("/")
        return self._second if path != course and unquote(course) in self._courses_of_second else self._first
