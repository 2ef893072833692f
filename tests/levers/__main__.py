"""`python -m tests.levers` writes the levers in Python, their synchronous half, and the levers of the npm package."""

from tests.levers.files import written_files

if __name__ == "__main__":
    for file, text in written_files().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    print(f"wrote {len(written_files())} files")
