"""Source code as a syntax tree: where its definitions and statements begin and end.

The tree comes from tree-sitter, with the grammars in the wheel of tree-sitter-language-pack (below
version 1: later ones download them at run time). Nothing here packs chunks.

    tree = SyntaxTree.parse("class A:\n    def b(self): ...\n", "python")
    [unit.label for unit in tree.units(lambda start, end: True)]      # ["class A"]

The tree is built over a text in which every character has one byte, so that its byte offsets are
offsets of the text itself: letters outside ASCII stand as "x", blanks as " ".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.extras import is_installed, require

#: Text that is longer is not parsed: a tree has some twenty times its size.
LARGEST = 8_000_000
#: Bytes that the parser is given at once, how often it may ask for each, and how often it may ask
#: in a short text.
_BLOCK, _READS, _FEWEST_READS = 128, 60, 3000
#: Levels that are opened one inside the other; what lies deeper is cut between lines.
DEEPEST = 60


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Types of nodes that define something with a name, in all grammars of the table.
_SYMBOLS = _words(
    """
    abstract_class_declaration annotation_type_declaration class class_declaration class_definition
    class_implementation class_interface class_method_definition class_specifier class_statement
    category_implementation category_interface companion_object concept_definition
    constructor_declaration constructor_definition contract_declaration create_function
    create_procedure create_table create_trigger create_view data_type deinit_declaration
    destructor_declaration enum enum_declaration enum_definition enum_item enum_specifier
    enum_statement extension_declaration extension_definition foreign_mod_item fun_decl function
    function_declaration function_definition function_item function_signature_item
    function_statement generator_function_declaration impl_item init_declaration instance
    interface_declaration interface_definition internal_module library_declaration
    macro_definition message method method_declaration method_definition mixin_declaration mod_item
    modifier_definition module module_definition module_declaration namespace_declaration
    namespace_definition newtype object_declaration object_definition operator_declaration
    package_definition protocol_declaration record_declaration rpc service
    singleton_class singleton_method struct_declaration struct_definition struct_item
    struct_specifier subroutine_declaration_statement trait_declaration trait_definition trait_item
    type_alias_declaration type_declaration type_item union_item union_specifier value_definition
    Decl
    """
)
#: Functions and classes without a name of their own: symbols when a wrapper gives them one.
_VALUES = frozenset(
    {"arrow_function", "class", "function", "function_definition", "function_expression", "lambda"}
)
#: Nodes that hold one definition and little else.
_WRAPPERS = _words(
    """
    ambient_declaration assignment_expression assignment_statement binary_operator
    decorated_definition export_statement expression_list expression_statement field_definition
    forms_only implementation_definition lexical_declaration local_declaration
    public_field_definition statement template_declaration type_definition variable_declaration
    variable_declarator
    """
)
#: Wrappers whose definition is named by what stands in it.
_NAMED_INSIDE = frozenset({"decorated_definition", "export_statement", "template_declaration"})
#: In Elixir definitions are calls.
_ELIXIR = _words(
    "defmodule defprotocol defimpl def defp defmacro defmacrop defguard defguardp defdelegate "
    "defstruct defexception test describe"
)
#: What stands before a definition and belongs to it.
_LEADS = re.compile(r"comment|attribute|decorator|annotation|^signature$|^php_tag$|^pragma")
#: What may open a definition and is no part of its name.
_BEFORE_NAME = re.compile(r"attribute|annotation|decorator|comment|modifiers")
#: Where the head of a definition ends when its grammar has no field for the name.
_HEAD_END = re.compile(r"[({=\n;<]|:(?!:)|\s(?:do|extends|implements|where|begin|as|is)\b")
_BODY = re.compile(r"[{;\n]")
_LONGEST_LABEL = 80

_LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_OTHER_BLANK = re.compile(r"[^\S\x09-\x0d\x20]|[\x00\x1c-\x1f\ufeff\u200b-\u200d]")
_OTHER = re.compile(r"[^\x00-\x7f]")

Fits = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Piece:
    """One node that is not divided further for now; `label` is "" unless it defines something."""

    start: int
    end: int
    label: str = ""
    node: Any = None


@dataclass(frozen=True, slots=True)
class Unit:
    """Pieces that begin on lines of their own: a statement, or a definition with what leads it.

    `start` is the beginning of the line where only blanks stand before the first piece.
    """

    start: int
    end: int
    label: str
    pieces: tuple[Piece, ...]


def is_known(grammar: str) -> bool:
    """Whether a tree can be built for that grammar: the extra `code` is installed."""
    return is_installed("tree_sitter_language_pack") and _language(grammar) is not None


@lru_cache(maxsize=64)
def _language(grammar: str) -> Any:
    """The grammar, loaded once; None where the package does not have it."""
    package: Any = require("tree_sitter_language_pack", "code", "cutting code by its syntax")
    try:
        return package.get_language(grammar)
    except (LookupError, ValueError):  # not in this wheel, or of another version
        return None


class SyntaxTree:
    """The tree of one text."""

    def __init__(self, text: str, root: Any) -> None:
        self._text = text
        self._root = root

    @classmethod
    def parse(cls, text: str, grammar: str) -> SyntaxTree | None:
        """The tree of `text`, which may be broken: what cannot be read becomes nodes as well.

        None for a text that is so far from the language that reading it would take the square of
        its length, or worse: the parser goes back over it again and again, and is stopped.
        """
        package: Any = require("tree_sitter", "code", "cutting code by its syntax")
        reader = _Reader(_OTHER.sub("x", _OTHER_BLANK.sub(" ", text)).encode("ascii"))
        tree = package.Parser(_language(grammar)).parse(reader)
        return None if reader.is_spent else cls(text, tree.root_node)

    def units(self, fits: Fits) -> Iterator[Unit]:
        """The units of the whole text; those too long to fit are opened, but for definitions."""
        whole = Piece(0, len(self._text), "", self._root)
        return self._grouped(self._opened(whole, fits), 0)

    def inside(self, unit: Unit, fits: Fits) -> Iterator[Unit]:
        """The units inside one that defines something, what leads it and follows it included."""
        pieces: list[Piece] = []
        for piece in unit.pieces:
            opens = piece.label and piece.node.child_count
            if opens and not fits(self.line_start(piece.start, unit.start), piece.end):
                pieces.extend(self._opened(piece, fits))
            else:
                pieces.append(piece)
        return self._grouped(pieces, unit.start)

    def line_start(self, offset: int, least: int) -> int:
        """The beginning of the line of `offset` where only blanks stand between, else `offset`."""
        text, at = self._text, offset
        while at > least and text[at - 1] in " \t\u3000\xa0":
            at -= 1
        return at if at == 0 or text[at - 1] in LINE_BREAKS else offset

    def _opened(self, piece: Piece, fits: Fits) -> Iterator[Piece]:
        """The children of a piece, those of children that do not fit in their place, and so on;
        definitions inside stay closed. Text in no node (a grammar may hide tokens) is a piece."""
        at = piece.start
        for found in self._nodes_opened(piece, fits):
            yield from self._between(at, found.start)
            yield found
            at = found.end
        yield from self._between(at, piece.end)

    def _between(self, start: int, end: int) -> Iterator[Piece]:
        gap = self._text[start:end]
        if gap and not gap.isspace():
            lead = len(gap) - len(gap.lstrip())
            yield Piece(start + lead, start + len(gap.rstrip()))

    def _nodes_opened(self, piece: Piece, fits: Fits) -> Iterator[Piece]:
        own = {node.id for node in self._chain(piece.node)}
        open_levels: list[Iterator[Any]] = [iter(piece.node.children)]
        at = piece.start
        while open_levels:
            node = next(open_levels[-1], None)
            if node is None:
                open_levels.pop()
                continue
            start, end = node.start_byte, node.end_byte
            if end <= start:
                continue
            label = "" if node.id in own else self.label(node)
            children: Sequence[Any] = ()
            if not label and not fits(self.line_start(start, at), end):
                children = node.children
            if children and len(open_levels) < DEEPEST:
                open_levels.append(iter(children))
            else:
                yield Piece(start, end, label, node)
                at = end

    def _grouped(self, pieces: Iterator[Piece] | Sequence[Piece], start: int) -> Iterator[Unit]:
        """Pieces by the lines they begin on; what leads a definition goes with it."""
        text = self._text
        group: list[Piece] = []
        leads = False
        for piece in pieces:
            if group:
                gap = text[group[-1].end : piece.start]
                breaks = _line_breaks(gap) + (text[group[-1].end - 1] == "\n")
                if breaks and not (leads and breaks == 1):
                    yield self._unit(group, start)
                    start, group = group[-1].end, []
            node = piece.node
            is_lead = bool(node and node.is_named and _LEADS.search(node.type))
            leads = is_lead and (leads or not group)
            group.append(piece)
        if group:
            yield self._unit(group, start)

    def _unit(self, group: list[Piece], least: int) -> Unit:
        label = next((piece.label for piece in group if piece.label), "")
        start = self.line_start(group[0].start, least)
        return Unit(start, group[-1].end, label, tuple(group))

    def _chain(self, node: Any) -> list[Any]:
        """A node and the nodes in it down to the definition that it wraps."""
        chain = [node]
        while chain[-1].type in _WRAPPERS and len(chain) < 5:
            found = _wrapped(chain[-1])
            if found is None:
                return []
            chain.append(found)
        return chain

    def label(self, node: Any) -> str:
        """What a node defines, as its text says it ("class A", "async def b"); "" for nothing."""
        if not node.is_named:
            return ""
        kind = node.type
        if kind == "call":
            return self._elixir(node)
        if kind in _SYMBOLS:
            return self._head(node)
        if kind not in _WRAPPERS:
            return ""
        chain = self._chain(node)
        if not chain or (chain[-1].type not in _SYMBOLS and chain[-1].type not in _VALUES):
            return ""
        named = [inner for inner in chain if inner.type not in _NAMED_INSIDE]
        return self._head(named[0])

    def _elixir(self, node: Any) -> str:
        target = node.child_by_field_name("target")
        if target is None or target.end_byte - target.start_byte > 12:
            return ""
        word = self._text[target.start_byte : target.end_byte]
        return self._head(node) if word in _ELIXIR else ""

    def _head(self, node: Any) -> str:
        """The text of a definition up to the end of its name, on one line."""
        start, end = node.start_byte, node.end_byte
        for child in node.children[:4]:
            if not _BEFORE_NAME.search(child.type):
                break
            inner = child.children if child.type == "modifiers" else [child]
            leading = [part for part in inner if _BEFORE_NAME.search(part.type)]
            if leading:
                start = leading[-1].end_byte
            if len(leading) < len(inner):
                break
        name = node.child_by_field_name("name")
        if name is not None and name.start_byte >= start:
            end = name.end_byte
        head = self._text[start : min(end, start + 4 * _LONGEST_LABEL)].strip()
        if name is None:
            # Objective-C puts the type before the name: "- (void)sink".
            found = _HEAD_END.search(head) if head[:1] not in "-+" else _BODY.search(head)
            head = head[: found.start()] if found else head
        label = " ".join(head.split()).rstrip(":{ ")
        return label[:_LONGEST_LABEL] or node.type.replace("_", " ")


class _Reader:
    """Hands a text to the parser block by block, and ends it early when too many were asked for.

    Source code is asked for one to three times; error recovery may ask a thousand times.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _FEWEST_READS + _READS * (len(data) // _BLOCK)

    def __call__(self, offset: int, point: object) -> bytes:  # noqa: ARG002 - the parser's shape
        self._left -= 1
        return b"" if self._left < 0 else self._data[offset : offset + _BLOCK]

    @property
    def is_spent(self) -> bool:
        return self._left < 0


def _wrapped(node: Any) -> Any:
    """The definition in a wrapper, or the wrapper in it that may lead there; None without."""
    for child in node.named_children[:8]:
        kind = child.type
        if kind in _SYMBOLS or kind in _VALUES or (kind in _WRAPPERS and _leads_on(child)):
            return child
    return None


def _leads_on(node: Any) -> bool:
    for _ in range(4):
        kind = node.type
        if kind in _SYMBOLS or kind in _VALUES:
            return True
        if kind not in _WRAPPERS:
            return False
        kinds = _SYMBOLS | _VALUES | _WRAPPERS
        node = next((child for child in node.named_children[:8] if child.type in kinds), None)
        if node is None:
            return False
    return False


def _line_breaks(gap: str) -> int:
    return len(_LINE_BREAK.findall(gap)) if gap and gap != " " else 0
