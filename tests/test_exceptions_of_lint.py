"""Each comment that silences ruff or mypy says why, on its own line."""

import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.test_sizes import PACKAGES, TREE, files_of

_SILENCES = re.compile(r"#\s*(noqa|type:\s*ignore|ruff:|mypy:)", re.IGNORECASE)
# The codes, and a reason behind a hyphen or in a comment of its own.
_WITH_A_REASON = re.compile(r"# (?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|type: ignore\[[a-z-]+(?:, [a-z-]+)*\]) +[-#] \S.+")


def silent_exceptions(code: str) -> Iterator[int]:
    """The lines of a module with a comment that silences ruff or mypy and gives no code or no reason."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        is_exception = token.type == tokenize.COMMENT and _SILENCES.search(token.string)
        if is_exception and not _WITH_A_REASON.search(token.string):
            yield token.start[0]


@pytest.mark.parametrize("package", [*PACKAGES, "benchmarks"])
def test_each_exception_of_ruff_and_mypy_has_a_reason(package: str) -> None:
    found = [
        f"{file.relative_to(TREE)}:{line}"
        for file in files_of(package)
        for line in silent_exceptions(file.read_text("utf-8"))
    ]

    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "import this  # noqa",
        "import this  # noqa: F401",
        "import this  # noqa: F401 -",
        "import this  # noqa - loads it",
        "name = 1  # type: ignore[assignment]",
        "name = 1  # type: ignore - untyped",
        "# ruff: noqa: F401",
    ],
)
def test_an_exception_without_code_or_reason_is_found(code: str) -> None:
    assert list(silent_exceptions(f"{code}\n")) == [1]


@pytest.mark.parametrize(
    "code",
    [
        "import this  # noqa: F401 - loads the poem",
        "import this  # noqa: F401, PLC0415 - loads the poem",
        "name = 1  # type: ignore[assignment]  # the library has no types",
        "name = 1  # type: ignore[assignment] - the library has no types",
        "text = '# noqa'",
        "# A comment.",
    ],
)
def test_an_exception_with_its_reason_is_allowed(code: str) -> None:
    assert list(silent_exceptions(f"{code}\n")) == []
