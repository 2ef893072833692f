"""``python -m conformance.report`` prints the JSON Schema of report.json."""

from importlib import resources

SCHEMA_FILE = "report.schema.json"


def schema_text() -> str:
    """The published schema as JSON (2020-12)."""
    return resources.files("conformance.report").joinpath(SCHEMA_FILE).read_text("utf-8")


if __name__ == "__main__":
    print(schema_text(), end="")
