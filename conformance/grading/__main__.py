"""``python -m conformance.grading`` prints the JSON Schema of grade.json."""

from importlib import resources

SCHEMA_FILE = "grade.schema.json"


def schema_text() -> str:
    """The published schema as JSON (2020-12)."""
    return resources.files("conformance.grading.renderings").joinpath(SCHEMA_FILE).read_text("utf-8")


if __name__ == "__main__":
    print(schema_text(), end="")
