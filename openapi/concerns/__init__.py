"""What a part of the contract concerns: marks, code, checks, pages. Each room of the project answers for itself."""
