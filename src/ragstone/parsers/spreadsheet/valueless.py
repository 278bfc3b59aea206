"""What is said of formulas that nobody has worked out: the file has no values for them.

without_values(2, "Catch")      # "2 formulas of the sheet Catch have no stored value and are …"
"""

from __future__ import annotations


def without_values(
    count: int, sheet: str = "", *, are_shown: bool = True, program: str = "Excel"
) -> str:
    """The warning about that many formulas; `sheet` is empty for those of a whole workbook."""
    place = f" of the sheet {sheet}" if sheet else ""
    if count == 1:
        formulas, has, value = f"1 formula{place}", "has", "its value"
        shown = "is shown itself" if are_shown else "cannot be shown"
    else:
        formulas, has, value = f"{count} formulas{place}", "have", "their values"
        shown = "are shown themselves" if are_shown else "cannot be shown"
    remedy = f"open the file in {program} and save it to have {value}"
    return f"{formulas} {has} no stored value and {shown}; {remedy}"
