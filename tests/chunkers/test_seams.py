import time

import pytest

from ragstone.chunkers.boundaries.seams import cell_seams


@pytest.mark.parametrize(
    ("row", "separator", "ends"),
    [
        ('aa\t\t\t"q\tq"\tzz', "\t", [2, 3, 4, 10]),
        ('aa\t"q\tq"\tzz', "\t", [2, 8]),
        ('aa, "q,q",zz', ",", [3, 10]),
        ("aa|b\\|b|zz", "|", [3, 8]),
    ],
)
def test_quoted_and_escaped_separators_end_no_cell(row, separator, ends):
    assert [seam.offset for seam in cell_seams(row, 0, len(row), separator)] == ends


@pytest.mark.parametrize("separator", ["\t", ",", ";", "|"])
def test_a_long_row_of_empty_cells_takes_linear_time(separator):
    row = f"a{separator * 60_000}b"
    started = time.process_time()
    assert len(list(cell_seams(row, 0, len(row), separator))) >= 59_999
    assert time.process_time() - started < 2
