"""Writes the published forms of the contract into `openapi/dist`: `python -m openapi`."""

import json
from pathlib import Path

from openapi.bundler import bundle
from openapi.rendering import rendering_30

DIST = Path(__file__).parent / "dist"


def published() -> dict[str, str]:
    """File name to text of each published form: the bundled 3.1 document and its 3.0.3 rendering."""
    document = bundle()
    forms = {"openapi.json": document, "openapi-3.0.json": rendering_30(document)}
    return {name: json.dumps(form, indent=2, ensure_ascii=False) + "\n" for name, form in forms.items()}


def main() -> None:
    """Writes every published form and says which."""
    DIST.mkdir(exist_ok=True)
    for name, text in published().items():
        (DIST / name).write_text(text, "utf-8")
        print(f"wrote openapi/dist/{name}")


if __name__ == "__main__":
    main()
