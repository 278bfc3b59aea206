import pytest

from ragstone.model.provenance import Provenance, merge


@pytest.mark.parametrize(
    ("cells", "around"),
    [
        (["B3:D3", "B4:D4"], "B3:D4"),
        (["A1:D4", "F1", "F2", "A6", "C6"], "A1:F6"),
        (["Z2", "AA1"], "Z1:AA2"),
        (["C7", "C7"], "C7"),
    ],
)
def test_the_cells_of_several_places_are_the_range_around_all(cells: list[str], around: str):
    assert merge(Provenance(sheet="S", cells=row) for row in cells).cells == around
