"""Why a document cannot be served. The packaged contract never raises it; a contract that a user names can."""


class ContractUnservable(ValueError):
    """A document that the sandbox cannot serve. *pointer* is the place in the document, *reason* one sentence."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer or 'document'}: {reason}")
        self.pointer = pointer
        self.reason = reason
