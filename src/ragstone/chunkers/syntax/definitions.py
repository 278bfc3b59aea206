"""What the nodes of a syntax tree define, and under which name: "class A", "async def b".

The types of nodes are those of all the grammars in `grammars` together. Where definitions begin and
end, and what goes with them, is in `symbols`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any


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
#: What may open a definition and is no part of its name.
_BEFORE_NAME = re.compile(r"attribute|annotation|decorator|comment|modifiers")
#: Where the head of a definition ends when its grammar has no field for the name.
_HEAD_END = re.compile(r"[({=\n;<]|:(?!:)|\s(?:do|extends|implements|where|begin|as|is)\b")
_BODY = re.compile(r"[{;\n]")
_LONGEST_LABEL = 80
#: What stands before a definition and belongs to it.
LEADS = re.compile(r"comment|attribute|decorator|annotation|^signature$|^php_tag$|^pragma")


def definition_chain(node: Any) -> list[Any]:
    """A node and the nodes in it down to the definition that it wraps."""
    chain = [node]
    while chain[-1].type in _WRAPPERS and len(chain) < 5:
        found = _wrapped(chain[-1])
        if found is None:
            return []
        chain.append(found)
    return chain


def label_of(text: str, node: Any) -> str:
    """What a node defines, as its text says it ("class A", "async def b"); "" for nothing."""
    if not node.is_named:
        return ""
    kind = node.type
    if kind == "call":
        return _elixir(text, node)
    if kind in _SYMBOLS:
        return _head(text, node)
    if kind not in _WRAPPERS:
        return ""
    chain = definition_chain(node)
    if not chain or (chain[-1].type not in _SYMBOLS and chain[-1].type not in _VALUES):
        return ""
    named = [inner for inner in chain if inner.type not in _NAMED_INSIDE]
    return _head(text, named[0])


def _elixir(text: str, node: Any) -> str:
    target = node.child_by_field_name("target")
    if target is None or target.end_byte - target.start_byte > 12:
        return ""
    word = text[target.start_byte : target.end_byte]
    return _head(text, node) if word in _ELIXIR else ""


def _head(text: str, node: Any) -> str:
    """The text of a definition up to the end of its name, on one line."""
    start, end = node.start_byte, node.end_byte
    for child in islice(children(node), 4):
        if not _BEFORE_NAME.search(child.type):
            break
        inner = list(children(child)) if child.type == "modifiers" else [child]
        leading = [part for part in inner if _BEFORE_NAME.search(part.type)]
        if leading:
            start = leading[-1].end_byte
        if len(leading) < len(inner):
            break
    name = node.child_by_field_name("name")
    if name is not None and name.start_byte >= start:
        end = name.end_byte
    head = text[start : min(end, start + 4 * _LONGEST_LABEL)].strip()
    if name is None:
        # Objective-C puts the type before the name: "- (void)sink".
        found = _HEAD_END.search(head) if head[:1] not in "-+" else _BODY.search(head)
        head = head[: found.start()] if found else head
    label = " ".join(head.split()).rstrip(":{ ")
    return label[:_LONGEST_LABEL] or node.type.replace("_", " ")


def children(node: Any) -> Iterator[Any]:
    """The children of a node, one at a time: a node keeps the list that it has made of them."""
    cursor = node.walk()
    found = cursor.goto_first_child()
    while found:
        yield cursor.node
        found = cursor.goto_next_sibling()


def _named(node: Any) -> Iterator[Any]:
    """Its first few children that have a name in the grammar."""
    return islice((child for child in children(node) if child.is_named), 8)


def _wrapped(node: Any) -> Any:
    """The definition in a wrapper, or the wrapper in it that may lead there; None without."""
    for child in _named(node):
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
        node = next((child for child in _named(node) if child.type in kinds), None)
        if node is None:
            return False
    return False
