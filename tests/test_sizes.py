"""The sizes of the code: a reader sees a function on one screen, and a file holds one idea."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

TREE = Path(__file__).parent.parent
PACKAGES = ("teesheet", "openapi", "mock_server", "conformance", "fixtures")
PROOFS = ("tests", "benchmarks")
# A program writes these files, and nobody edits them.
WRITTEN = TREE / "mock_server" / "embedding" / "levers"
LONGEST_CHECK, LONGEST_FUNCTION, LONGEST_FILE, USUAL_FILE = 15, 40, 300, 120


def files_of(package: str) -> list[Path]:
    """The Python files of a package that people write."""
    return sorted(file for file in (TREE / package).rglob("*.py") if file.parent != WRITTEN)


def lines_of(file: Path) -> int:
    """How many lines a file has."""
    return len(file.read_text("utf-8").splitlines())


def functions_of(file: Path) -> Iterator[tuple[str, int]]:
    """Each function of a file with its lines, from `def` to its last line. Decorators do not count."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


@pytest.mark.parametrize("package", [*PACKAGES, *PROOFS])
def test_no_function_is_longer_than_forty_lines(package: str) -> None:
    long = [
        (str(file.relative_to(TREE)), name, lines)
        for file in files_of(package)
        for name, lines in functions_of(file)
        if lines > LONGEST_FUNCTION
    ]

    assert long == []


def test_no_check_has_more_than_fifteen_lines_below_its_signature() -> None:
    checks = [
        (str(file.relative_to(TREE)), node.name)
        for file in (TREE / "conformance" / "suite").rglob("test_*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if (node.body[-1].end_lineno or 0) - node.body[0].lineno + 1 > LONGEST_CHECK
    ]

    assert checks == []


@pytest.mark.parametrize("package", [*PACKAGES, *PROOFS])
def test_no_file_is_longer_than_three_hundred_lines(package: str) -> None:
    lines = {file.relative_to(TREE).as_posix(): lines_of(file) for file in files_of(package)}

    assert {file: count for file, count in lines.items() if count > LONGEST_FILE} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_half_of_the_files_have_at_most_120_lines(package: str) -> None:
    assert median(lines_of(file) for file in files_of(package)) <= USUAL_FILE


def test_the_length_of_a_function_counts_from_def_to_its_last_line(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text("@decorated\ndef first():\n    def inner():\n        return 1\n    return inner\n", "utf-8")

    assert dict(functions_of(file)) == {"first": 4, "inner": 2}
