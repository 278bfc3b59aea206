"""Every error Ragstone raises on purpose.

Each class is also the built-in that a caller would expect, so `except ValueError`
around a parser and `except KeyError` around a lookup keep working:

    RagstoneError
    ├── ParseError(ValueError)             a file that could not be read
    │   ├── UnsupportedFormat              no parser for what the file is
    │   ├── EncryptedDocument              a password is needed
    │   ├── CorruptDocument                damaged, truncated or not what it claims to be
    │   └── EmptyDocument                  0 bytes where a container was expected
    ├── LimitExceeded(ValueError)          a bound of `ragstone.limits` was reached
    ├── SourceNotFound(FileNotFoundError)  no such file or folder, or it may not be read
    ├── MissingExtra(ImportError)          an optional package is not installed
    ├── PluginError(ImportError)           a member is installed and cannot be loaded
    ├── ParameterError(ValueError)         an option that makes no sense
    ├── EmbedderError                      an embedder failed
    │   ├── DimensionMismatch(ValueError)  vectors of another length than the collection's
    │   └── RateLimited                    the service asked us to wait
    ├── StoreError                         a store failed
    │   └── CollectionNotFound(KeyError)
    ├── KnowledgeBaseNotFound(KeyError)
    ├── IllegalMove(ValueError)            a document's status cannot change that way
    ├── LeaseLost                          another worker took the document over
    └── FetchRefused(PermissionError)      an address that must not be fetched

A message is one sentence: what happened, and what to do next. Messages of parse errors
begin with the file's name.
"""

from __future__ import annotations


class RagstoneError(Exception):
    """Base of everything Ragstone raises on purpose."""

    def __str__(self) -> str:
        # KeyError prints the repr of its argument; a sentence should read as one.
        return str(self.args[0]) if self.args else ""


class ParseError(RagstoneError, ValueError):
    """A document could not be read.

    Attributes: `file` (name), `cause` (one clause), `remedy` (one clause or ""), `page`
    (1-based) and `parser` where known. The message is "file: cause; remedy".
    """

    def __init__(
        self,
        file: str,
        cause: str,
        remedy: str = "",
        *,
        page: int | None = None,
        parser: str | None = None,
    ) -> None:
        self.file, self.cause, self.remedy = file, cause, remedy
        self.page, self.parser = page, parser
        where = f" (page {page})" if page is not None else ""
        super().__init__(f"{file}{where}: {cause}" + (f"; {remedy}" if remedy else ""))


class UnsupportedFormat(ParseError):
    """No parser reads what the file is."""


class EncryptedDocument(ParseError):
    """The document needs a password."""


class CorruptDocument(ParseError):
    """The document is damaged, truncated or not what it claims to be."""


class EmptyDocument(ParseError):
    """A container or binary format of 0 bytes."""


class LimitExceeded(RagstoneError, ValueError):
    """A bound on untrusted input was reached.

    Attributes: `limit` (field name in `Limits`), `value` (what was met), `allowed`, `option` (what
    to give on the command line to allow it: the bound doubled until it is enough), `file`.
    """

    def __init__(self, limit: str, value: object, *, allowed: object, file: str = "") -> None:
        self.limit, self.value, self.allowed, self.file = limit, value, allowed, file
        enough = _enough(value, allowed)
        self.option = f"--limit {limit}={_with_unit(limit, enough)}"
        head = f"{file}: " if file else ""
        super().__init__(
            f"{head}{limit} is {allowed} and {value} was met; if you trust the file, raise it with "
            f"{self.option}, in Python with Limits({limit}={enough})"
        )

    def inside(self, file: str) -> LimitExceeded:
        """The same, of a part or member of `file`."""
        where = f"{file}/{self.file}" if self.file else file
        return LimitExceeded(self.limit, self.value, allowed=self.allowed, file=where)


def _enough(value: object, allowed: object) -> int:
    """`allowed` doubled until `value` is within it."""
    bound = max(1, int(allowed)) if isinstance(allowed, int | float) else 1
    wanted = value if isinstance(value, int | float) else bound + 1
    while bound < wanted:
        bound *= 2
    return bound


def _with_unit(limit: str, number: int) -> str:
    """A number of bytes in the largest unit that divides it, any other as it is."""
    if limit.endswith("_bytes"):
        for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
            if number % size == 0:
                return f"{number // size}{unit}"
    return str(number)


class SourceNotFound(RagstoneError, FileNotFoundError):
    """A path that does not exist or may not be read. Attributes: `file`, `cause`, `remedy`."""

    def __init__(self, file: str, cause: str = "no such file or folder", remedy: str = "") -> None:
        self.file, self.cause = file, cause
        self.remedy = remedy or "check the path"
        super().__init__(f"{file}: {cause}; {self.remedy}")


class MissingExtra(RagstoneError, ImportError):
    """An optional package is missing. Attributes: `extra`, `package`, `install` (the command)."""

    def __init__(self, extra: str, package: str, purpose: str = "") -> None:
        self.extra, self.package = extra, package
        self.install = f'pip install "ragstone[{extra}]"'
        need = f"{purpose} needs" if purpose else "this needs"
        super().__init__(f"{need} the package {package}, which is not installed: {self.install}")


class PluginError(RagstoneError, ImportError):
    """A member that is installed cannot be loaded. Attributes: `member`, `package`, `cause`."""

    def __init__(self, member: str, package: str, cause: str) -> None:
        self.member, self.package, self.cause = member, package.partition(".")[0], cause
        super().__init__(
            f"{member} cannot be loaded from {package} ({cause}); "
            "install its package again, or remove it"
        )


class ParameterError(RagstoneError, ValueError):
    """An option that makes no sense, in one sentence that names it."""


class EmbedderError(RagstoneError):
    """An embedder could not turn texts into vectors."""


class DimensionMismatch(EmbedderError, ValueError):
    """Vectors of another length than expected. Attributes: `expected`, `got`."""

    def __init__(self, expected: int, got: int, what: str = "the collection") -> None:
        self.expected, self.got = expected, got
        super().__init__(
            f"{what} holds vectors of {expected} dimensions and {got} were given; "
            "use the embedder it was made with, or build it again with the new one"
        )


class RateLimited(EmbedderError):
    """The embedding service asked for a pause. Attribute: `retry_after_s` (seconds or None)."""

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class StoreError(RagstoneError):
    """A store failed."""


class CollectionNotFound(StoreError, KeyError):
    """No collection of that name."""

    def __init__(self, collection: str) -> None:
        self.collection = collection
        super().__init__(f"no collection named {collection}; create it with create_collection()")


class KnowledgeBaseNotFound(RagstoneError, KeyError):
    """No knowledge base at that place or of that id."""

    def __init__(self, name: str, remedy: str = "make one with `ragstone ingest`") -> None:
        self.name = name
        super().__init__(f"no knowledge base at {name}; {remedy}")


class IllegalMove(RagstoneError, ValueError):
    """A document's status cannot change that way. Attributes: `old`, `new` (their names)."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        super().__init__(f"a document cannot go from {old} to {new}; it begins again at pending")


class LeaseLost(RagstoneError):
    """Another worker has taken the document over; this one must stop writing it."""


class FetchRefused(RagstoneError, PermissionError):
    """An address that must not be fetched."""
