"""`python -m tests.levers` writes `mock_server/embedding/levers` and `mock_server/embedding/synchronous`."""

from tests.levers.files import written_files

if __name__ == "__main__":
    for file, text in written_files().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    print(f"wrote {len(written_files())} files")
