"""The published JSON Schema of report.json; the file itself stands beside this module, in the wheel too."""

import json
from pathlib import Path
from typing import Any

REPORT_SCHEMA_FILE = Path(__file__).parent / "report.schema.json"


def report_schema() -> dict[str, Any]:
    """The schema, in JSON Schema 2020-12."""
    schema: dict[str, Any] = json.loads(REPORT_SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema
