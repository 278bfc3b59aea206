"""The container of a Word file: links with their addresses, and bodies that are nested too deeply.

package = WordPackage(source)
body = package.xml(package.main)
"""

from __future__ import annotations

from ragstone.parsers.docx.deep import HasDoctype, read_flat
from ragstone.parsers.docx.nodes import PART, URL
from ragstone.parsers.ooxml.nodes import Xml, attribute, clark
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.xml_tree import parse_tree
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("docx", "a Word document", "Word")
#: Deeper trees are flattened: reading a formula takes up to 2.5 Python frames a level.
_TREE_DEPTH = 240


class WordPackage(OfficePackage):
    """An open Word file. `main` is the name of the part that holds the body."""

    def __init__(self, source: Source) -> None:
        self._max_depth = min(_TREE_DEPTH, source.limits.markup_depth)
        super().__init__(source, _KIND, "word/document.xml")

    def xml(self, part: str) -> Xml | None:
        """The root of a part, its links with their address (`URL`), pictures with their `PART`."""
        root = super().xml(part)
        if root is not None and not part.endswith(".rels"):
            self._give_links_their_url(part, root)
            self._give_pictures_their_part(part, root)
        return root

    def _give_links_their_url(self, part: str, root: Xml) -> None:
        """Links name a relationship of their part; those inside the file a bookmark alone."""
        links = list(root.iter(clark("w:hyperlink")))
        known = self.relationships(part) if links else {}
        for link in links:
            found = known.get(attribute(link, "r:id") or "")
            target = "" if found is None or not found.is_external else found.target
            anchor = attribute(link, "w:anchor")
            url = f"{target}#{anchor}" if anchor else target
            if url:
                link.set(URL, url)

    def _give_pictures_their_part(self, part: str, root: Xml) -> None:
        for name, key in (("a:blip", "r:embed"), ("v:imagedata", "r:id")):
            for picture in root.iter(clark(name)):
                found = self.relationships(part).get(attribute(picture, key) or "")
                if found is not None and not found.is_external:
                    picture.set(PART, found.target)

    def _salvaged(self, part: str, data: bytes) -> Xml | None:
        """What can be had of a part that is too deep, too long in one text, or damaged."""
        try:
            flat = read_flat(data, max_depth=self._max_depth)
        except HasDoctype as error:
            raise self.corrupt(f"{part} declares a document type, which Word never does") from error
        if flat.is_cut:
            self.warnings.append(
                f"{part} is nested deeper than {self._max_depth} elements; "
                "below that its text was kept without structure"
            )
        if flat.is_whole:
            return flat.root
        self.warnings.append(f"{part} is damaged; what could be read was kept")
        # libxml2 goes on behind the damage, but loses what is too deep.
        return flat.root if flat.is_cut else parse_tree(data, recover=True)
