"""What every vector store must do, as tests to inherit.

    class TestMyStore(StoreContract):
        @staticmethod
        def make():
            return MyStore(...)     # empty, entered by `async with` and used once

The suites stand beside this file, one a part of the work; a store under construction may inherit
them one by one.
"""

from __future__ import annotations

from ragstone.testing.store_collections import CollectionSuite
from ragstone.testing.store_filtering import FilteringSuite
from ragstone.testing.store_listing import ListingSuite
from ragstone.testing.store_searching import SearchingSuite
from ragstone.testing.store_text import TextSuite
from ragstone.testing.store_writing import WritingSuite


class StoreContract(
    CollectionSuite, WritingSuite, SearchingSuite, TextSuite, FilteringSuite, ListingSuite
):
    """Inherit, and give `make`."""
